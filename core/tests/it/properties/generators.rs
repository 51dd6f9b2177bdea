//! Plans and texts of all kinds.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

/// A few words without a line break.
pub(crate) fn words() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => "[a-zA-Z]{1,6}( [a-z]{1,5}){0,2}",
        1 => select(vec![
            "計画を書く", "日本語 の 題", "🚀 launch 👩‍👩‍👧", "e\u{301}te\u{301}", "ÅÄÖ", "\u{3000}wide\u{3000}",
            "a\u{a0}b\u{a0}",
            "C# #", "#1", "[x] box", "[link](url)", "<!-- open", "--> closed", "a <!-- note --> b", "- [ ] x",
            "> q", "`code`",
            "<!-- long-term-plan:id=t1 -->", "x\u{feff}", "\u{feff}x", "\u{b}", "100 %", "a\\", "*", "√",
        ])
        .prop_map(str::to_owned),
    ]
}

/// Section names: few, so that some are repeated.
pub(crate) fn section_name() -> impl Strategy<Value = String> {
    prop_oneof![
        6 => select(vec!["A", "B", "Now", "計画"]).prop_map(str::to_owned),
        1 => words(),
    ]
}

/// Ids that a generated plan may have: it numbers its tasks from `t1`.
pub(crate) fn task_id() -> impl Strategy<Value = String> {
    (1..14_usize).prop_map(|number| format!("t{number}"))
}

/// One attribute in a comment; some violate the format, which is only a warning.
fn attribute() -> impl Strategy<Value = String> {
    prop_oneof![
        select(vec![
            "priority=high",
            "priority=low",
            "due=2026-12-01",
            "tags=api,auth",
            "tags=a%2Cb,%c3%a9",
            "estimate=3d",
            "assignee=a%20b",
            "type=bug",
            "area=core",
            "state=blocked",
            "state=deferred",
            "state=archived",
            "seq=2",
            "x-unknown=1%25",
            "custom=a:b/c@d",
        ])
        .prop_map(str::to_owned),
        vec(task_id(), 1..3).prop_map(|ids| format!("depends={}", ids.join(","))),
        select(vec!["due", "tags=", "=x", "due=tomorrow", "note=%zz", "Big=1", "x=ü", "depends=gone", "tags=a,,b"])
            .prop_map(str::to_owned),
    ]
}

/// One part of a plan. Depths count open list items from the outermost.
#[derive(Clone, Debug)]
enum Part {
    Heading {
        level: usize,
        name: String,
        closing: &'static str,
    },
    Task {
        depth: usize,
        step: usize,
        status: usize,
        title: String,
        attributes: Vec<String>,
        body: Vec<String>,
    },
    Note {
        depth: usize,
        step: usize,
        text: String,
    },
    Prose {
        column: usize,
        text: String,
    },
    Quote {
        column: usize,
        tab: bool,
        text: String,
    },
    Blank {
        spaces: usize,
    },
    /// A code block or comment. Each line inside has its own indentation.
    Verbatim {
        depth: usize,
        kind: usize,
        inside: Vec<(&'static str, String)>,
        closed: bool,
    },
}

/// How blocks of code and comments start and end.
const VERBATIM: [(&str, &str); 4] =
    [("```sh", "````"), ("~~~~", "~~~~ \t"), ("<!-- why", "that is -->"), ("- ```", "  ```")];

fn part() -> impl Strategy<Value = Part> {
    let task = (0..5_usize, 2..5_usize, 0..3_usize, words(), vec(attribute(), 0..3), vec(quote_line(), 0..3)).prop_map(
        |(depth, step, status, title, attributes, body)| Part::Task { depth, step, status, title, attributes, body },
    );
    prop_oneof![
        8 => task,
        3 => (1..5_usize, section_name(), select(vec!["", "", " ##", "  "]))
            .prop_map(|(level, name, closing)| Part::Heading { level, name, closing }),
        2 => (0..4_usize, prop_oneof![8 => 2..5_usize, 1 => 1..2_usize], words())
            .prop_map(|(depth, step, text)| Part::Note { depth, step, text }),
        2 => (0..7_usize, prose()).prop_map(|(column, text)| Part::Prose { column, text }),
        3 => (0..7_usize, prop::bool::weighted(0.2), quote_line())
            .prop_map(|(column, tab, text)| Part::Quote { column, tab, text }),
        2 => (0..4_usize, 0..VERBATIM.len(), vec(verbatim_line(), 0..4), prop::bool::weighted(0.8))
            .prop_map(|(depth, kind, inside, closed)| Part::Verbatim { depth, kind, inside, closed }),
        3 => prop_oneof![4 => 0..1_usize, 1 => 1..4_usize].prop_map(|spaces| Part::Blank { spaces }),
    ]
}

/// A line of code or of a comment; much of it would be something else elsewhere.
fn verbatim_line() -> impl Strategy<Value = (&'static str, String)> {
    let special = select(vec![
        "# install",
        "- [ ] task",
        "* [x] task",
        "- [ ] a <!-- long-term-plan:id=t1 -->",
        "-[ ] a <!-- long-term-plan:id=t2 -->",
        "> quote",
        "- item",
        "``",
        "~~~",
        "```sh",
        "<!--",
        "",
    ]);
    (select(vec!["", "", " ", "    ", "\t"]), prop_oneof![2 => special.prop_map(str::to_owned), 1 => words()])
}

/// Text between tasks; some of it is significant only at the start of a line.
fn prose() -> impl Strategy<Value = String> {
    let special =
        select(vec!["# deep", "<<<<<<< ours", "=======", "---", "+item", "| table |", "<!-- long-term-plan:index -->"]);
    prop_oneof![2 => words(), 1 => special.prop_map(str::to_owned)]
}

/// A line of a blockquote from its `>` on.
fn quote_line() -> impl Strategy<Value = String> {
    (select(vec![">", "> ", ">  "]), prop_oneof![words(), Just(String::new())])
        .prop_map(|(quote, text)| format!("{quote}{text}"))
}

/// How the lines of a file end.
fn endings() -> impl Strategy<Value = Vec<&'static str>> {
    prop_oneof![
        3 => Just(vec!["\n"]),
        2 => Just(vec!["\r\n"]),
        1 => Just(vec!["\r"]),
        2 => vec(select(vec!["\n", "\r\n", "\r"]), 2..6),
    ]
}

/// A plan that follows the format.
pub(crate) fn valid_plan() -> impl Strategy<Value = String> {
    plan_with_endings(endings())
}

/// A plan that follows the format, with one kind of line ending throughout.
pub(crate) fn uniform_plan() -> impl Strategy<Value = String> {
    plan_with_endings(select(vec!["\n", "\r\n", "\r"]).prop_map(|ending| vec![ending]))
}

fn plan_with_endings(endings: impl Strategy<Value = Vec<&'static str>>) -> impl Strategy<Value = String> {
    let header = prop_oneof![4 => Just(0_usize), 1 => 0..4_usize];
    let parts = (prop::option::weighted(0.8, words()), vec(part(), 0..14));
    let frame = (prop::bool::weighted(0.2), any::<bool>(), prop::bool::weighted(0.8));
    (parts, header, endings, frame)
        .prop_map(|((title, parts), header, endings, (bom, gfm, final_newline))| {
            let mut lines: Vec<String> = title.iter().map(|title| format!("# {title}")).collect();
            lines.extend(render(&parts, gfm));
            let markers = if gfm { " markers=gfm" } else { "" };
            lines.insert(header.min(lines.len()), format!("<!-- long-term-plan:format=v1{markers} -->"));
            join(&lines, &endings, bom, final_newline)
        })
        .prop_filter("only plans without errors", |text| long_term_plan_core::plan::validate(text).errors.is_empty())
}

fn join(lines: &[String], endings: &[&str], bom: bool, final_newline: bool) -> String {
    let mut text = String::from(if bom { "\u{feff}" } else { "" });
    for (number, line) in lines.iter().enumerate() {
        text.push_str(line);
        if final_newline || number + 1 < lines.len() {
            text.push_str(endings[number % endings.len()]);
        }
    }
    text
}

/// The lines of a plan. List items are opened and closed so that the parent of every task is unambiguous.
fn render(parts: &[Part], gfm: bool) -> Vec<String> {
    let mut lines = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    let mut tasks = 0;
    let checkboxes = if gfm { ["[ ]", "[-]", "[x]"] } else { ["[ ]", "[*]", "[√]"] };
    for part in parts {
        match part {
            Part::Heading { level, name, closing } => {
                open.clear();
                lines.push(format!("{} {name}{closing}", "#".repeat(*level)));
            }
            Part::Task { depth, step, status, title, attributes, body } => {
                let indent = open_item(&mut open, *depth, *step);
                tasks += 1;
                let attributes: String = attributes.iter().flat_map(|each| [" ", each]).collect();
                let comment = format!("<!-- long-term-plan:id=t{tasks}{attributes} -->");
                lines.push(format!("{}- {} {title} {comment}", " ".repeat(indent), checkboxes[*status]));
                lines.extend(
                    body.iter().enumerate().map(|(more, line)| format!("{}{line}", " ".repeat(indent + 2 + more))),
                );
            }
            Part::Note { depth, step, text } => {
                let indent = open_item(&mut open, *depth, *step);
                lines.push(format!("{}* {text}", " ".repeat(indent)));
            }
            Part::Prose { column, text } => {
                open.retain(|item| item < column);
                lines.push(format!("{}{text}", " ".repeat(*column)));
            }
            Part::Quote { column, tab, text } => {
                let tab = if *tab { "\t" } else { "" };
                open.retain(|item| *item < column + tab.len());
                lines.push(format!("{}{tab}{text}", " ".repeat(*column)));
            }
            Part::Blank { spaces } => lines.push(" ".repeat(*spaces)),
            Part::Verbatim { depth, kind, inside, closed } => {
                open.truncate(*depth);
                let indent = " ".repeat(open.last().map_or(0, |item| item + 2));
                let (first, last) = VERBATIM[*kind];
                lines.push(format!("{indent}{first}"));
                lines.extend(inside.iter().map(|(more, line)| format!("{indent}{more}{line}")));
                lines.extend(closed.then(|| format!("{indent}{last}")));
            }
        }
    }
    lines
}

/// Opens a list item under the one at `depth`, or under the deepest one.
fn open_item(open: &mut Vec<usize>, depth: usize, step: usize) -> usize {
    open.truncate(depth);
    let indent = open.last().map_or(0, |item| item + step);
    open.push(indent);
    indent
}

/// Any text, made of pieces that are significant in the format.
pub(crate) fn any_text() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        6 => select(vec![
            "<!-- long-term-plan:format=v1 -->", "<!-- long-term-plan:format=v2 -->",
            "<!-- long-term-plan:id=", "<!--", "-->", " ", "  ",
            "\t", "\n", "\n", "\n", "\r", "\r\n", "- ", "* ", "1. ", "[ ] ", "[x] ", "[*] ", "[√] ", "[", "]",
            "# ", "## ", "#", "> ", ">",
            "t1", "t2", "a", "long-term-plan:", "id=", "due=", "depends=t1,t2", "%", "=", ",", "\u{feff}",
            "\u{2028}", "\u{85}", "\u{fe0f}", "```", "```\n", "~~~", "<!--\n", "-->\n", "  ```\n", "-[ ] ", "`",
            "<<<<<<< ", ">>>>>>> ", "- [ ] a <!-- long-term-plan:id=t1 -->\n",
            "  - [ ] b <!-- long-term-plan:id=t2 -->\n", "<!-- long-term-plan:index -->",
        ])
        .prop_map(str::to_owned),
        1 => words(),
        1 => any::<char>().prop_map(String::from),
    ];
    prop_oneof![4 => vec(piece, 0..60).prop_map(|pieces| pieces.concat()), 1 => any::<String>()]
}
