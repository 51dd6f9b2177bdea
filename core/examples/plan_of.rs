//! Prints a plan with as many tasks as its first argument says; with `connected` as the second, one with three dependencies a
//! task. The wasm benchmark measures on what this prints.

#[path = "../benches/instructions/plans.rs"]
mod plans;

#[allow(clippy::print_stdout, reason = "printing is all this program does")]
#[allow(clippy::disallowed_methods, reason = "an argument says how large the plan is; the core reads none")]
fn main() {
    let tasks = std::env::args().nth(1).and_then(|argument| argument.parse().ok()).unwrap_or(100);
    let is_connected = std::env::args().nth(2).is_some_and(|argument| argument == "connected");
    print!("{}", if is_connected { plans::connected(tasks) } else { plans::plan_with(tasks) });
}
