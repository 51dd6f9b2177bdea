//! One row per task, in the format of RFC 4180.

use std::borrow::Cow;

use crate::plan::{AttributeKey, Document};
use crate::word::Word;

use super::parts::depths;

const COLUMNS: [&str; 17] = [
    "id",
    "title",
    "status",
    "state",
    "priority",
    "due",
    "tags",
    "depends_on",
    "estimate",
    "assignee",
    "type",
    "area",
    "seq",
    "section",
    "parent_id",
    "depth",
    "body",
];

pub(super) fn write(document: &Document) -> String {
    let (text, plan) = (document.text(), document.plan());
    let depths = depths(&plan.tasks);
    let mut csv = COLUMNS.join(",") + "\r\n";
    for (index, task) in plan.tasks.iter().enumerate() {
        let value = |key| task.value(text, key).unwrap_or_default();
        let parent = task.parent.and_then(|parent| plan.tasks.get(parent)).map_or("", |parent| parent.id.of(text));
        let cells: [String; COLUMNS.len()] = [
            task.id.of(text).to_owned(),
            task.title.of(text).to_owned(),
            task.status.as_str().to_owned(),
            value(AttributeKey::State),
            value(AttributeKey::Priority),
            value(AttributeKey::Due),
            task.list(text, AttributeKey::Tags).join(", "),
            task.list(text, AttributeKey::Depends).join(", "),
            value(AttributeKey::Estimate),
            value(AttributeKey::Assignee),
            value(AttributeKey::Type),
            value(AttributeKey::Area),
            value(AttributeKey::Seq),
            plan.section_path(text, task.section).join(" / "),
            parent.to_owned(),
            depths[index].to_string(),
            task.body.map(|body| body.markdown(text)).unwrap_or_default(),
        ];
        let row: Vec<_> = cells.iter().map(|cell| quote(&escape_formula(cell))).collect();
        csv.push_str(&row.join(","));
        csv.push_str("\r\n");
    }
    csv
}

/// Spreadsheets run a cell that starts with one of these as a formula, unless an apostrophe precedes it.
fn escape_formula(cell: &str) -> Cow<'_, str> {
    if cell.starts_with(['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠']) {
        return Cow::Owned(format!("'{cell}"));
    }
    Cow::Borrowed(cell)
}

fn quote(cell: &str) -> String {
    if cell.contains([',', '"', '\n', '\r']) || cell.starts_with(' ') || cell.ends_with(' ') {
        return format!("\"{}\"", cell.replace('"', "\"\""));
    }
    cell.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_never_formulas() {
        assert_eq!(escape_formula("=HYPERLINK(\"x\")"), "'=HYPERLINK(\"x\")");
        assert_eq!(quote("a \"b\", c"), "\"a \"\"b\"\", c\"");
        assert_eq!(quote("two\nlines"), "\"two\nlines\"");
    }
}
