//! Everything in a plan, for programs. `docs/import-export.md` describes it.

use std::borrow::Cow;

use serde::{Serialize, Serializer};
use serde_with::skip_serializing_none;

use crate::contract::to_json;
use crate::plan::{
    AttributeKey, Diagnostic, DiagnosticCode, Diagnostics, Document, Status, StatusCounts, Task, decode_or_keep,
};
use crate::word::Word;

use super::parts::{Part, depths, parts, prose_of_task};

/// The version changes when readers of the export have to.
const FORMAT: &str = "long-term-plan-export";
const VERSION: u32 = 1;

#[skip_serializing_none]
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Head<'p> {
    format: &'p str,
    version: u32,
    plan_id: &'p str,
    title: &'p str,
    body: Option<String>,
    stats: StatusCounts,
    #[serde(rename = "findings")]
    diagnostics: Vec<DiagnosticRow>,
}

#[derive(Serialize)]
struct DiagnosticRow {
    code: DiagnosticCode,
    line: usize,
    message: String,
}

impl From<Diagnostic> for DiagnosticRow {
    fn from(Diagnostic { code, line, message, .. }: Diagnostic) -> Self {
        Self { code, line, message }
    }
}

#[skip_serializing_none]
#[derive(Serialize)]
struct SectionRow<'p> {
    path: Vec<&'p str>,
    level: Option<usize>,
    line: Option<usize>,
    prose: Option<String>,
}

#[skip_serializing_none]
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct TaskRow<'p> {
    id: &'p str,
    title: &'p str,
    status: Status,
    state: Option<Cow<'p, str>>,
    priority: Option<Cow<'p, str>>,
    due: Option<Cow<'p, str>>,
    tags: Option<Vec<String>>,
    depends_on: Option<Vec<String>>,
    estimate: Option<Cow<'p, str>>,
    assignee: Option<Cow<'p, str>>,
    #[serde(rename = "type")]
    task_type: Option<Cow<'p, str>>,
    area: Option<Cow<'p, str>>,
    seq: Option<usize>,
    /// Unknown attributes.
    #[serde(serialize_with = "as_object", skip_serializing_if = "Vec::is_empty")]
    attributes: Vec<(&'p str, Cow<'p, str>)>,
    section_path: Vec<&'p str>,
    parent_id: Option<&'p str>,
    depth: usize,
    line: usize,
    body: Option<String>,
    notes: Option<String>,
}

fn as_object<S: Serializer>(fields: &[(&str, Cow<'_, str>)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(fields.iter().map(|(name, value)| (name, value)))
}

/// One task per line, so that diffs are small.
pub(super) fn write(document: &Document, plan_id: &str) -> String {
    let (text, plan) = (document.text(), document.plan());
    let found = Diagnostics::of(plan, text);
    let head = Head {
        format: FORMAT,
        version: VERSION,
        plan_id,
        title: plan.title(text).unwrap_or(plan_id),
        body: plan.body.map(|body| body.markdown(text)),
        stats: plan.status_counts(),
        diagnostics: found.errors.into_iter().chain(found.warnings).map(DiagnosticRow::from).collect(),
    };
    let depths = depths(&plan.tasks);
    let tasks =
        plan.tasks.iter().enumerate().map(|(index, task)| to_json(&self::task(document, index, task, depths[index])));
    let mut written = to_json(&head);
    written.pop();
    for (name, lines) in [("sections", sections(document)), ("tasks", tasks.collect())] {
        let lines = if lines.is_empty() { String::new() } else { format!("\n{}\n", lines.join(",\n")) };
        written.push_str(&format!(",\n\"{name}\":[{lines}]"));
    }
    written.push_str("}\n");
    written
}

/// The headings, and the text under each that belongs to no task.
fn sections(document: &Document) -> Vec<String> {
    let (text, plan) = (document.text(), document.plan());
    let mut sections: Vec<(Option<usize>, Vec<String>)> = vec![(None, Vec::new())];
    for part in parts(document) {
        match (part, sections.last_mut()) {
            (Part::Heading(index), _) => sections.push((Some(index), Vec::new())),
            (Part::Prose(markdown), Some((_, prose))) => prose.push(markdown),
            (Part::Prose(_) | Part::Task(_), _) => {}
        }
    }
    let used = sections.into_iter().filter(|(heading, prose)| heading.is_some() || !prose.is_empty());
    let row = |(heading, prose): (Option<usize>, Vec<String>)| {
        let found = heading.and_then(|index| plan.headings.get(index));
        to_json(&SectionRow {
            path: plan.section_path(text, heading),
            level: found.map(|heading| heading.level),
            line: found.map(|heading| heading.line),
            prose: Some(prose.join("\n\n")).filter(|prose| !prose.is_empty()),
        })
    };
    used.map(row).collect()
}

fn task<'p>(document: &'p Document, index: usize, task: &Task, depth: usize) -> TaskRow<'p> {
    let (text, plan) = (document.text(), document.plan());
    let value = |key| task.value(text, key).map(Into::into);
    let list = |key| Some(task.list(text, key)).filter(|items| !items.is_empty());
    let others = task.attributes(text).filter(|attribute| AttributeKey::named(attribute.key.of(text)).is_none());
    TaskRow {
        id: task.id.of(text),
        title: task.title.of(text),
        status: task.status,
        state: value(AttributeKey::State),
        priority: value(AttributeKey::Priority),
        due: value(AttributeKey::Due),
        tags: list(AttributeKey::Tags),
        depends_on: list(AttributeKey::Depends),
        estimate: value(AttributeKey::Estimate),
        assignee: value(AttributeKey::Assignee),
        task_type: value(AttributeKey::Type),
        area: value(AttributeKey::Area),
        seq: task.value(text, AttributeKey::Seq).and_then(|seq| seq.parse().ok()),
        attributes: others.map(|other| (other.key.of(text), decode_or_keep(other.value.of(text)))).collect(),
        section_path: plan.section_path(text, task.section),
        parent_id: task.parent.and_then(|parent| plan.tasks.get(parent)).map(|parent| parent.id.of(text)),
        depth,
        line: task.line,
        body: task.body.map(|body| body.markdown(text)),
        notes: Some(prose_of_task(document, index)).filter(|notes| !notes.is_empty()),
    }
}
