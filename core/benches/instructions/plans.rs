//! Plans to measure on. The same number of tasks always gives the same text, natively and for the wasm benchmark.

/// How many tasks stand in one section.
const TASKS_PER_SECTION: usize = 25;
/// Deepest level of a task, from 0.
const DEEPEST: usize = 3;

const VERBS: [&str; 8] = ["Write", "Check", "Move", "Split", "Draft", "Fix", "Rename", "Measure"];
const THINGS: [&str; 8] =
    ["the parser", "the docs", "an index", "検索の結果", "two tests", "the café page", "old links", "the cache"];

/// The text of a plan with `tasks` tasks, about 100 bytes each: sections, four levels, every status, and here and there
/// a body, attributes or a dependency.
pub(crate) fn plan_with(tasks: usize) -> String {
    let mut text = String::from("<!-- long-term-plan:format=v1 -->\n\n# Measured\n\n> What it is for.\n");
    let mut depth = 0;
    for number in 0..tasks {
        let chance = scattered(number);
        if number % TASKS_PER_SECTION == 0 {
            text.push_str(&format!("\n## {}\n\n", section(number)));
            depth = 0;
        }
        let indent = " ".repeat(2 * depth);
        let marker = [" ", " ", "*", "√"][chance % 4];
        let verb = VERBS[chance / 4 % 8];
        let thing = THINGS[chance / 32 % 8];
        let attributes = match chance / 256 % 16 {
            0 => " priority=high due=2026-12-01".to_owned(),
            1 | 2 => " tags=api,auth estimate=3d".to_owned(),
            3 if number > 9 => format!(" depends={}", id(number - 9)),
            _ => String::new(),
        };
        let id = id(number);
        text.push_str(&format!("{indent}- [{marker}] {verb} {thing} <!-- long-term-plan:id={id}{attributes} -->\n"));
        if (chance / 4096).is_multiple_of(12) {
            text.push_str(&format!(
                "{indent}  > Seen in release {number}; see [the notes](notes/{number}.md).\n{indent}  >\n{indent}  > Ask first.\n"
            ));
        }
        depth = (chance / 65_536 % (DEEPEST + 1)).min(depth + 1);
    }
    text
}

/// The text of a plan with `tasks` tasks of which all but the first few depend on three others, most of them earlier and some
/// later in the plan, without a cycle.
pub(crate) fn connected(tasks: usize) -> String {
    let mut text = String::from("<!-- long-term-plan:format=v1 -->\n\n# Connected\n\n");
    // The order in which the tasks could be done: pairs change places, so that the plan is not in it.
    let order = |number: usize| if number ^ 1 < tasks { number ^ 1 } else { number };
    for number in 0..tasks {
        let chance = scattered(number);
        let marker = if chance.is_multiple_of(3) { "√" } else { " " };
        let place = order(number);
        let targets: Vec<_> = (1..=3)
            .filter_map(|step| place.checked_sub(step * (1 + chance % 40)))
            .map(|earlier| id(order(earlier)))
            .collect();
        let depends = if targets.is_empty() { String::new() } else { format!(" depends={}", targets.join(",")) };
        let priority = ["", " priority=high", " priority=low"][chance / 16 % 3];
        let id = id(number);
        text.push_str(&format!("- [{marker}] Step {number} <!-- long-term-plan:id={id}{priority}{depends} -->\n"));
    }
    text
}

/// The id of the task with this number.
pub(crate) fn id(number: usize) -> String {
    format!("t_01HT{number:022}")
}

/// The name of the section in which the task with this number stands.
pub(crate) fn section(number: usize) -> String {
    format!("Milestone {}", number / TASKS_PER_SECTION)
}

/// A number that looks random and is always the same for `number`.
fn scattered(number: usize) -> usize {
    let mixed = u32::try_from(number).unwrap_or(u32::MAX).wrapping_mul(0x9e37_79b1) ^ 0x5bd1_e995;
    ((mixed ^ (mixed >> 15)).wrapping_mul(0x85eb_ca6b) >> 4) as usize
}
