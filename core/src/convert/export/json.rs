//! Everything in a plan, for programs. `docs/import-export.md` describes it.

use crate::contract::Json;
use crate::plan::{Diagnostics, Document, Key, Task, decode_value};

use crate::convert::object::object;

use super::parts::{Part, depths, parts, prose_of_task};

/// Named in every export; the number changes when a reader would have to.
const FORMAT: &str = "long-term-plan-export";
const VERSION: usize = 1;

/// A task a line, so that differences are small.
pub(super) fn write(document: &Document, plan_id: &str) -> String {
    let (text, plan) = (document.text(), document.plan());
    let stats = plan.stats();
    let head = object([
        ("format", FORMAT.into()),
        ("version", VERSION.into()),
        ("planId", plan_id.into()),
        ("title", plan.title(text).unwrap_or(plan_id).into()),
        ("body", plan.body.map(|body| body.markdown(text)).into()),
        (
            "stats",
            object([
                ("total", stats.total.into()),
                ("todo", stats.todo.into()),
                ("doing", stats.doing.into()),
                ("done", stats.done.into()),
            ]),
        ),
        ("findings", findings(document)),
    ]);
    let depths = depths(&plan.tasks);
    let tasks = plan.tasks.iter().enumerate().map(|(number, task)| self::task(document, number, task, depths[number]));
    let mut written = head.to_string();
    written.pop();
    for (name, items) in [("sections", sections(document)), ("tasks", tasks.collect())] {
        let lines: Vec<_> = items.iter().map(ToString::to_string).collect();
        let lines = if lines.is_empty() { String::new() } else { format!("\n{}\n", lines.join(",\n")) };
        written.push_str(&format!(",\n\"{name}\":[{lines}]"));
    }
    written.push_str("}\n");
    written
}

fn findings(document: &Document) -> Json {
    let found = Diagnostics::of(document.plan(), document.text());
    let findings = found.errors.iter().chain(&found.warnings).map(|finding| {
        object([
            ("code", finding.code.as_str().into()),
            ("line", finding.line.into()),
            ("message", finding.message.as_str().into()),
        ])
    });
    Json::List(findings.collect())
}

/// The headings, and the text under each that belongs to no task.
fn sections(document: &Document) -> Vec<Json> {
    let (text, plan) = (document.text(), document.plan());
    let mut sections: Vec<(Option<usize>, Vec<String>)> = vec![(None, Vec::new())];
    for part in parts(document) {
        match (part, sections.last_mut()) {
            (Part::Heading(number), _) => sections.push((Some(number), Vec::new())),
            (Part::Prose(markdown), Some((_, prose))) => prose.push(markdown),
            (Part::Prose(_) | Part::Task(_), _) => {}
        }
    }
    let shown = sections.into_iter().filter(|(heading, prose)| heading.is_some() || !prose.is_empty());
    let section = |(heading, prose): (Option<usize>, Vec<String>)| {
        let level = heading.and_then(|number| plan.headings.get(number)).map(|heading| heading.level);
        object([
            ("path", plan.section_path(text, heading).into()),
            ("level", level.into()),
            ("line", heading.and_then(|number| plan.headings.get(number)).map(|heading| heading.line).into()),
            ("prose", Some(prose.join("\n\n")).filter(|prose| !prose.is_empty()).into()),
        ])
    };
    shown.map(section).collect()
}

fn task(document: &Document, number: usize, task: &Task, depth: usize) -> Json {
    let (text, plan) = (document.text(), document.plan());
    let value = |key| Json::from(task.value(text, key));
    let list = |key| {
        let items = task.list(text, key);
        if items.is_empty() { Json::Null } else { Json::from(items) }
    };
    let decoded =
        |encoded: &str| decode_value(encoded).map_or_else(|_| encoded.to_owned(), std::borrow::Cow::into_owned);
    let others = task.attributes(text).filter(|attribute| Key::named(attribute.key.of(text)).is_none());
    let others: Vec<_> = others
        .map(|attribute| (attribute.key.of(text).to_owned(), Json::Text(decoded(attribute.value.of(text)))))
        .collect();
    let parent = task.parent.and_then(|parent| plan.tasks.get(parent)).map(|parent| parent.id.of(text).to_owned());
    object([
        ("id", task.id.of(text).into()),
        ("title", task.title.of(text).into()),
        ("status", task.status.as_str().into()),
        ("state", value(Key::State)),
        ("priority", value(Key::Priority)),
        ("due", value(Key::Due)),
        ("tags", list(Key::Tags)),
        ("dependsOn", list(Key::Depends)),
        ("estimate", value(Key::Estimate)),
        ("assignee", value(Key::Assignee)),
        ("type", value(Key::Type)),
        ("area", value(Key::Area)),
        ("seq", task.value(text, Key::Seq).and_then(|seq| seq.parse::<usize>().ok()).into()),
        ("attributes", if others.is_empty() { Json::Null } else { Json::Object(others) }),
        ("sectionPath", plan.section_path(text, task.section).into()),
        ("parentId", parent.into()),
        ("depth", depth.into()),
        ("line", task.line.into()),
        ("body", task.body.map(|body| body.markdown(text)).into()),
        ("notes", Some(prose_of_task(document, number)).filter(|notes| !notes.is_empty()).into()),
    ])
}
