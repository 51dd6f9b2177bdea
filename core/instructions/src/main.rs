//! Does one operation of the core on a plan of some size: `long-term-plan-instructions OPERATION TASKS`. Without arguments it
//! prints the names of all operations.
//!
//! `scripts/instructions.mjs` runs this in valgrind, which counts only inside of [`counted`].

#[path = "../../benches/operations/mod.rs"]
mod operations;
#[path = "../../benches/plans/mod.rs"]
mod plans;

mod calls;
mod host;
mod merges;

use std::process::ExitCode;

use long_term_plan_core::plan::Document;

/// Something that is ready to be done.
type Prepared = Box<dyn FnOnce()>;

/// Makes something ready on a plan with that many tasks.
type Prepare = Box<dyn Fn(usize) -> Prepared>;

/// All that can be counted, by name.
fn all() -> Vec<(&'static str, Prepare)> {
    let mut all: Vec<(_, Prepare)> = Vec::new();
    for operation in operations::OPERATIONS {
        let prepare = move |tasks| -> Prepared {
            let document = Document::new((operation.plan)(tasks));
            Box::new(move || (operation.run)(&document, tasks))
        };
        all.push((operation.name, Box::new(prepare)));
    }
    for call in calls::CALLS {
        all.push((call.name, Box::new(move |tasks| call.prepare(tasks))));
    }
    all.push(("merge", Box::new(merges::prepare)));
    all
}

/// Valgrind finds this by its name, so it must be a function by itself.
#[inline(never)]
fn counted(operation: Prepared) {
    operation();
}

#[allow(clippy::print_stdout, clippy::print_stderr, reason = "this is a program")]
#[allow(clippy::disallowed_methods, reason = "arguments say what to do; the core reads none")]
fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let Some(name) = arguments.next() else {
        for (name, _) in all() {
            println!("{name}");
        }
        return ExitCode::SUCCESS;
    };
    let tasks = arguments.next().and_then(|tasks| tasks.parse().ok());
    let operation = all().into_iter().find(|(known, _)| *known == name);
    let (Some((_, prepare)), Some(tasks)) = (operation, tasks) else {
        eprintln!("long-term-plan-instructions OPERATION TASKS; without arguments it names the operations");
        return ExitCode::FAILURE;
    };
    counted(prepare(tasks));
    ExitCode::SUCCESS
}
