//! Counts the instructions of operations on plans of 1,000 and 10,000 tasks, or on as many files, and fails if one takes more than its limit:
//!
//! `cargo bench --profile instructions --bench instructions`
//!
//! Unlike seconds, instructions are the same on a busy machine: one program's counts differ by less than 0.01 %. The
//! limits hold for x86-64 Linux and leave 3 % for other versions of the compiler and the C library. If a change is worth
//! more instructions, raise its limits in the same commit; `callgrind_annotate` shows where they are spent.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a failed operation would spoil the counts")]
#![allow(clippy::print_stdout, reason = "this is a program")]
#![allow(clippy::disallowed_methods, clippy::disallowed_types, reason = "it runs valgrind; the core runs nothing")]

mod calls;
mod operations;
mod plans;

#[path = "../../tests/it/host.rs"]
#[allow(dead_code, reason = "the rest of the host serves tests")]
mod host;

use std::env;
use std::process::{Command, ExitCode};

/// Tasks of the plans.
const SIZES: [usize; 2] = [1_000, 10_000];

/// Most that ten times the tasks may cost.
const MAX_GROWTH: u64 = 11;

/// The C library chooses its functions for bytes by processor and cache size. With these settings, every machine uses
/// the same ones.
const GLIBC_TUNABLES: &str = "glibc.cpu.hwcaps=-AVX512F,-AVX512VL,-AVX512BW,-AVX2,-AVX,-AVX_Fast_Unaligned_Load,\
                              -ERMS,-FSRM,-SSSE3,-SSE4_1,-SSE4_2,-BMI2:\
                              glibc.cpu.x86_non_temporal_threshold=0x40000000";

/// An operation whose preparation is not counted.
type Prepared = Box<dyn FnOnce()>;

struct Case {
    name: &'static str,
    /// Instructions on plans of [`SIZES`].
    limits: [u64; 2],
    prepare: fn(tasks: usize) -> Prepared,
}

fn main() -> ExitCode {
    let cases: Vec<&Case> = operations::CASES.iter().chain(calls::CASES).collect();
    let arguments: Vec<_> = env::args().skip(1).collect();
    match arguments.as_slice() {
        [name, tasks] => {
            let case = cases.iter().find(|case| case.name == name).expect("a known operation");
            counted((case.prepare)(tasks.parse().expect("a number of tasks")));
            ExitCode::SUCCESS
        }
        // Cargo passes `--bench`.
        _ if cases.iter().filter(|case| !check(case)).count() == 0 => ExitCode::SUCCESS,
        _ => ExitCode::FAILURE,
    }
}

/// Valgrind finds this function by its name.
#[inline(never)]
fn counted(operation: Prepared) {
    operation();
}

/// Prints the counts of a case; whether they are within its limits.
fn check(case: &Case) -> bool {
    let counts = SIZES.map(|tasks| count(case.name, tasks));
    let is_within = counts.iter().zip(&case.limits).all(|(count, limit)| count <= limit);
    let is_linear = counts[1] <= MAX_GROWTH * counts[0];
    let verdict = match (is_within, is_linear) {
        (true, true) => "",
        (false, _) => "  MORE THAN THE LIMIT",
        (true, false) => "  GROWS FASTER THAN THE PLAN",
    };
    println!("{:20} {counts:>12?}  limits {:>12?}{verdict}", case.name, case.limits);
    is_within && is_linear
}

/// The number of instructions that valgrind counts in [`counted`].
fn count(name: &str, tasks: usize) -> u64 {
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--log-fd=1", "--callgrind-out-file=/dev/null"])
        .arg("--toggle-collect=instructions::counted*")
        .arg(env::current_exe().unwrap())
        .args([name, &tasks.to_string()])
        .env("GLIBC_TUNABLES", GLIBC_TUNABLES)
        .output()
        .expect("valgrind is installed");
    let log = String::from_utf8_lossy(&output.stdout);
    let collected = log.split("Collected : ").nth(1).and_then(|rest| rest.split_whitespace().next());
    let count = collected.and_then(|count| count.parse().ok()).unwrap_or(0);
    assert!(count > 0, "valgrind counted no instruction of {name}:\n{log}{}", String::from_utf8_lossy(&output.stderr));
    count
}
