//! Parses the text on its input again and again with one parser: `long-term-plan-bench-native PARSER ROUNDS`. Prints the
//! milliseconds of each round as JSON.

use std::hint::black_box;
use std::io::{Error, Read};
use std::time::Instant;

use long_term_plan_format::plan::parse;
use pulldown_cmark::{Options, Parser};

const WARM_UPS: usize = 3;

fn parse_with(parser: &str, text: &str) -> Result<(), Error> {
    match parser {
        "long-term-plan" => drop(black_box(parse(text))),
        "pulldown-cmark" => {
            Parser::new_ext(text, Options::ENABLE_TASKLISTS).for_each(|event| drop(black_box(event)));
        }
        _ => return Err(Error::other("no such parser")),
    }
    Ok(())
}

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
        let start = Instant::now();
        parse_with(&parser, &text)?;
        times.push(format!("{:.6}", start.elapsed().as_secs_f64() * 1e3));
    }
    println!("[{}]", times.join(","));
    Ok(())
}
