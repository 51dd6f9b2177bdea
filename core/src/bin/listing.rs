//! Prints, as JSON, what hosts show clients about all tools, and the schemas from which the TypeScript types are made. The
//! build runs it natively, so that no schema is rendered at run time.

#[cfg(not(target_arch = "wasm32"))]
#[allow(clippy::print_stdout, reason = "printing is all this program does")]
fn main() {
    use long_term_plan_core::toolkit::{listing, type_schemas};
    use long_term_plan_core::toolsets::TOOLSETS;

    println!("{}", serde_json::json!({ "listing": listing(TOOLSETS), "types": type_schemas(TOOLSETS) }));
}

#[cfg(target_arch = "wasm32")]
fn main() {}
