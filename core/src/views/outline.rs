//! The whole plan, for programs that display it.

use schemars::JsonSchema;
use serde::Serialize;
use serde_with::skip_serializing_none;

use crate::plan::{Body, Document, Status, StatusCounts, Task};
use crate::text::Utf16Offsets;

use super::{TaskAttributes, to_u32};

/// The content of a plan, in document order.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Outline {
    /// The first heading of level 1.
    pub title: Option<String>,
    /// The format version in the header; absent without a header.
    pub format: Option<String>,
    /// The plan's body.
    pub body: Option<BodyView>,
    pub stats: StatusCounts,
    /// All headings, including the title.
    pub sections: Vec<SectionView>,
    /// All tasks that have an id.
    pub tasks: Vec<TaskView>,
}

/// A body: the Markdown in a blockquote.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Body")]
pub struct BodyView {
    /// Without the `>` of each line.
    pub markdown: String,
    /// First line, counted from 1.
    pub line: u32,
    pub end_line: u32,
}

#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct SectionView {
    pub name: String,
    /// Number of its `#`.
    pub level: u32,
    /// Its line, counted from 1.
    pub line: u32,
    /// Index in `sections` of the enclosing heading; never one of level 1.
    pub parent: Option<u32>,
}

#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Task")]
pub struct TaskView {
    pub id: String,
    pub title: String,
    pub status: Status,
    /// Index in `sections` of the heading above it.
    pub section: Option<u32>,
    /// Index in `tasks` of the parent.
    pub parent: Option<u32>,
    /// Number of direct subtasks.
    pub children: u32,
    /// Its line, counted from 1.
    pub line: u32,
    /// Last line of its block.
    pub end_line: u32,
    /// Start of its line in the text, in UTF-16 code units.
    pub start: u32,
    /// End of its line, without the line break.
    pub end: u32,
    pub title_start: u32,
    pub title_end: u32,
    /// highest, high, medium or low.
    pub priority: Option<String>,
    /// YYYY-MM-DD.
    pub due: Option<String>,
    pub tags: Option<Vec<String>>,
    /// Ids of the tasks that it depends on.
    pub depends_on: Option<Vec<String>>,
    /// Free text.
    pub estimate: Option<String>,
    pub assignee: Option<String>,
    #[serde(rename = "type")]
    pub task_type: Option<String>,
    /// The part of the product that it is about.
    pub area: Option<String>,
    /// blocked, deferred, cancelled or archived.
    pub state: Option<String>,
    /// The number of a subtask under its parent, if it has one.
    pub seq: Option<String>,
    /// Attributes with other keys.
    pub other: Option<Vec<OtherAttribute>>,
    pub body: Option<BodyView>,
}

#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct OtherAttribute {
    pub key: String,
    pub value: String,
}

/// The outline of any document. Problems of a broken plan are in its diagnostics.
///
/// ```
/// use long_term_plan_core::views::outline;
/// use long_term_plan_core::plan::Document;
/// let text = "<!-- long-term-plan:format=v1 -->\n# 計画\n- [ ] Write <!-- long-term-plan:id=t_1 due=2026-12-01 -->\n";
/// let outline = outline(&Document::new(text.into()));
/// assert_eq!(outline.title.as_deref(), Some("計画"));
/// assert_eq!((outline.tasks[0].line, outline.tasks[0].title_start), (3, 45));
/// assert_eq!(outline.tasks[0].due.as_deref(), Some("2026-12-01"));
/// ```
pub fn outline(document: &Document) -> Outline {
    let (text, plan) = (document.text(), document.plan());
    let mut offsets = Utf16Offsets::new(text);
    Outline {
        title: plan.title(text).map(ToOwned::to_owned),
        format: plan.header.map(|header| header.version.of(text).to_owned()),
        body: body(text, plan.body),
        stats: plan.status_counts(),
        sections: plan
            .headings
            .iter()
            .map(|heading| SectionView {
                name: heading.name.of(text).to_owned(),
                level: to_u32(heading.level),
                line: to_u32(heading.line),
                parent: heading.parent.map(to_u32),
            })
            .collect(),
        tasks: plan.tasks.iter().map(|task| task_view(text, task, &mut offsets)).collect(),
    }
}

fn task_view(text: &str, task: &Task, offsets: &mut Utf16Offsets<'_>) -> TaskView {
    // In the order of the text, because the cost is the distance from the previous offset.
    let [start, title_start, title_end, end] =
        [task.span.start, task.title.start, task.title.end, task.span.end].map(|at| to_u32(offsets.offset(at)));
    let TaskAttributes { priority, due, tags, depends_on, estimate, assignee, task_type, area, state, seq, other } =
        TaskAttributes::of(text, task);
    let other: Vec<_> = other.into_iter().map(|(key, value)| OtherAttribute { key, value }).collect();
    TaskView {
        id: task.id.of(text).to_owned(),
        title: task.title.of(text).to_owned(),
        status: task.status,
        section: task.section.map(to_u32),
        parent: task.parent.map(to_u32),
        children: to_u32(task.children),
        line: to_u32(task.line),
        end_line: to_u32(task.last_line),
        start,
        end,
        title_start,
        title_end,
        priority,
        due,
        tags,
        depends_on,
        estimate,
        assignee,
        task_type,
        area,
        state,
        seq,
        other: Some(other).filter(|other| !other.is_empty()),
        body: body(text, task.body),
    }
}

fn body(text: &str, body: Option<Body>) -> Option<BodyView> {
    body.map(|body| BodyView {
        markdown: body.markdown(text),
        line: to_u32(body.first_line),
        end_line: to_u32(body.last_line),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::to_json;

    #[test]
    fn an_outline_contains_the_whole_plan() {
        let text = "\u{feff}<!-- long-term-plan:format=v1 -->\r\n# 😀 Demo\r\n> About\r\n\r\n## One\r\n\
            - [*] √ Write <!-- long-term-plan:id=a priority=high tags=x,y%20z depends=b seq=2 mine=%2D due=bad due=2026-01-01 -->\r\n\
            \x20 > Body\r\n  - [ ] Sub <!-- long-term-plan:id=b -->\r\n";
        let outline = outline(&Document::new(text.into()));
        let expected = r#"{"title":"😀 Demo","format":"v1","body":{"markdown":"About","line":3,"endLine":3},"stats":{"total":2,"todo":1,"doing":1,"done":0},"sections":[{"name":"😀 Demo","level":1,"line":2},{"name":"One","level":2,"line":5}],"tasks":[{"id":"a","title":"√ Write","status":"doing","section":1,"children":1,"line":6,"endLine":8,"start":66,"end":183,"titleStart":72,"titleEnd":79,"priority":"high","due":"bad","tags":["x","y z"],"dependsOn":["b"],"seq":"2","other":[{"key":"mine","value":"-"}],"body":{"markdown":"Body","line":7,"endLine":7}},{"id":"b","title":"Sub","status":"todo","section":1,"parent":0,"children":0,"line":8,"endLine":8,"start":195,"end":235,"titleStart":203,"titleEnd":206}]}"#;
        assert_eq!(to_json(&outline), expected);
        let units: Vec<u16> = text.encode_utf16().collect();
        let title = &outline.tasks[0];
        let shown = &units[title.title_start as usize..title.title_end as usize];
        assert_eq!(String::from_utf16_lossy(shown), "√ Write");
    }

    #[test]
    fn a_broken_file_has_an_outline_too() {
        let outline = outline(&Document::new("- [ ] no id\n- [ ] one <!-- long-term-plan:id=x -->".into()));
        let ids: Vec<_> = outline.tasks.iter().map(|task| task.id.as_str()).collect();
        assert_eq!((outline.title, outline.format, ids), (None, None, vec!["x"]));
    }
}
