//! Prints what hosts tell their clients about all tools. The build runs this natively, so that no schema is rendered at
//! run time.

#[allow(clippy::print_stdout, reason = "printing is all this program does")]
fn main() {
    println!("{}", long_term_plan_core::toolsets::listing());
}
