//! Parses the text on its input again and again with one parser: `long-term-plan-bench-native PARSER ROUNDS`. Prints the milliseconds of
//! CPU time of each round, as JSON.

use std::hint::black_box;
use std::io::{Error, Read};

use comrak::{Arena, Options, parse_document};
use long_term_plan_format::plan::parse;
use pulldown_cmark::{Options as Extensions, Parser};
use rustix::time::{ClockId, clock_gettime};

const WARM_UPS: usize = 3;

fn parse_with(parser: &str, text: &str) -> Result<(), Error> {
    match parser {
        "long-term-plan" => drop(black_box(parse(text))),
        "pulldown-cmark" => {
            Parser::new_ext(text, Extensions::ENABLE_TASKLISTS).for_each(|event| drop(black_box(event)));
        }
        "comrak" => {
            let arena = Arena::new();
            let mut options = Options::default();
            options.extension.tasklist = true;
            black_box(parse_document(&arena, text, &options));
        }
        _ => return Err(Error::other("no such parser")),
    }
    Ok(())
}

#[allow(clippy::disallowed_methods, reason = "this is a program, and no part of the core")]
fn main() -> Result<(), Error> {
    let mut arguments = std::env::args().skip(1);
    let parser = arguments.next().unwrap_or_default();
    let rounds = arguments.next().and_then(|rounds| rounds.parse().ok()).unwrap_or(1);
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text)?;
    for _ in 0..WARM_UPS {
        parse_with(&parser, &text)?;
    }
    let mut times = Vec::new();
    for _ in 0..rounds {
        let before = cpu_ms();
        parse_with(&parser, &text)?;
        times.push(format!("{:.6}", cpu_ms() - before));
    }
    println!("[{}]", times.join(","));
    Ok(())
}

/// What this thread has used of the processor.
fn cpu_ms() -> f64 {
    let used = clock_gettime(ClockId::ThreadCPUTime);
    used.tv_sec as f64 * 1e3 + used.tv_nsec as f64 / 1e6
}
