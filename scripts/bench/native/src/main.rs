//! Parses the text on its input again and again, with each parser in turn: `long-term-plan-bench-native ROUNDS`. Prints for each the
//! milliseconds of CPU time of each round, as JSON.

use std::hint::black_box;
use std::io::{Error, Read};

use comrak::{Arena, Options, parse_document};
use long_term_plan_format::plan::parse;
use pulldown_cmark::{Options as Extensions, Parser};
use rustix::time::{ClockId, clock_gettime};

const PARSERS: [(&str, fn(&str)); 3] = [
    ("long-term-plan", |text| drop(black_box(parse(text)))),
    ("pulldown-cmark", |text| {
        Parser::new_ext(text, Extensions::ENABLE_TASKLISTS).for_each(|event| drop(black_box(event)))
    }),
    ("comrak", |text| {
        let arena = Arena::new();
        let mut options = Options::default();
        options.extension.tasklist = true;
        black_box(parse_document(&arena, text, &options));
    }),
];

fn main() -> Result<(), Error> {
    let rounds = std::env::args().nth(1).and_then(|rounds| rounds.parse().ok()).unwrap_or(1);
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text)?;
    let mut measured = PARSERS.map(|_| Vec::new());
    // The first round warms up.
    for round in 0..=rounds {
        for ((_, run), times) in PARSERS.iter().zip(&mut measured) {
            let before = cpu_ms();
            run(&text);
            let time = cpu_ms() - before;
            if round > 0 {
                times.push(format!("{time:.6}"));
            }
        }
    }
    let of = |((name, _), times): (&(&str, _), &Vec<String>)| format!("\"{name}\":[{}]", times.join(","));
    println!("{{{}}}", PARSERS.iter().zip(&measured).map(of).collect::<Vec<_>>().join(","));
    Ok(())
}

/// What this thread has used of the processor.
fn cpu_ms() -> f64 {
    let used = clock_gettime(ClockId::ThreadCPUTime);
    used.tv_sec as f64 * 1e3 + used.tv_nsec as f64 / 1e6
}
