//! Tasks in replies.

use schemars::JsonSchema;
use serde::Serialize;
use serde_with::skip_serializing_none;

use crate::plan::{AttributeKey, Document, Status, Task};
use crate::query::{Graph, Holders};
use crate::text::truncate;
use crate::toolkit::{display_name, display_title, fitting_chars, truncate_names};
use crate::views::{TaskAttributes, to_u32};

/// A task in a list.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct TaskRow {
    pub(super) id: String,
    pub(super) title: String,
    pub(super) status: Status,
    pub(super) state: Option<String>,
    /// Headings that lead to it.
    pub(super) section_path: Vec<String>,
    /// The task it is under.
    pub(super) parent_id: Option<String>,
    pub(super) has_body: bool,
    pub(super) body_markdown: Option<String>,
    /// Where a long body continues; read it with `task_get`.
    pub(super) next_body_offset: Option<u32>,
    /// Ids of its open dependencies, and of those of its parents.
    pub(super) blocked_by: Option<Vec<String>>,
    /// Ids of the open tasks that depend on it.
    pub(super) blocks: Option<Vec<String>>,
    /// Only in the tree view.
    pub(super) children: Option<Children>,
}

impl TaskRow {
    /// With up to `body_size` of the body.
    pub(super) fn of(document: &Document, task: &Task, body_size: Option<usize>) -> Self {
        let text = document.text();
        let body = body_size.and_then(|size| Some(BodyPart::of(&task.body?.markdown(text), 0, size)));
        let (body_markdown, next_body_offset) = body.map_or((None, None), |part| (Some(part.markdown), part.next));
        Self {
            id: task.id.of(text).to_owned(),
            title: display_title(task.title.of(text)),
            status: task.status,
            state: attribute(text, task, AttributeKey::State),
            section_path: section_path(document, task),
            parent_id: parent_id(document, task),
            has_body: task.body.is_some(),
            body_markdown,
            next_body_offset,
            blocked_by: None,
            blocks: None,
            children: None,
        }
    }

    /// Adds what blocks the task and what it blocks.
    pub(super) fn with_blocking(self, document: &Document, graph: &Graph<'_>, index: usize) -> Self {
        let [blocked_by, blocks] = blocking(document, graph, index, LONGEST_LIST_OF_ROW);
        Self { blocked_by: Some(blocked_by), blocks: Some(blocks), ..self }
    }
}

/// The subtasks of a row. The schema omits that they are rows too, because it cannot refer to itself.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub(super) struct Children(#[schemars(with = "Vec<Subtask>")] pub(super) Vec<TaskRow>);

#[derive(JsonSchema)]
struct Subtask {}

/// A single task.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct TaskDetail {
    pub(super) id: String,
    pub(super) title: String,
    pub(super) status: Status,
    /// Headings that lead to it.
    pub(super) section_path: Vec<String>,
    /// The task it is under.
    pub(super) parent_id: Option<String>,
    /// Number of direct subtasks.
    pub(super) children_count: u32,
    pub(super) has_body: bool,
    pub(super) body_markdown: Option<String>,
    /// Where a long body continues.
    pub(super) next_body_offset: Option<u32>,
    /// Ids of its open dependencies, and of those of its parents.
    pub(super) blocked_by: Option<Vec<String>>,
    /// Ids of the open tasks that depend on it.
    pub(super) blocks: Option<Vec<String>>,
    /// Who holds it or the task that it is under.
    pub(super) held_by: Option<String>,
    #[serde(flatten)]
    pub(super) attributes: TaskAttributes,
}

impl TaskDetail {
    /// With the part of the body that starts at `body_offset`.
    pub(super) fn of(document: &Document, index: usize, body_offset: Option<usize>) -> Self {
        let (text, task) = (document.text(), &document.plan().tasks[index]);
        let body = body_offset.and_then(|offset| Some(BodyPart::of(&task.body?.markdown(text), offset, LONGEST_BODY)));
        let (body_markdown, next_body_offset) = body.map_or((None, None), |part| (Some(part.markdown), part.next));
        Self {
            id: task.id.of(text).to_owned(),
            title: display_title(task.title.of(text)),
            status: task.status,
            section_path: section_path(document, task),
            parent_id: parent_id(document, task),
            children_count: to_u32(task.children),
            has_body: task.body.is_some(),
            body_markdown,
            next_body_offset,
            blocked_by: None,
            blocks: None,
            held_by: None,
            attributes: TaskAttributes::of(text, task).map(display_name, |names| truncate_names(names, LONGEST_LIST)),
        }
    }

    /// Adds what blocks the task and what it blocks, if anything does.
    pub(super) fn with_blocking(self, document: &Document, index: usize) -> Self {
        if document.dependencies().is_empty() {
            return self;
        }
        let lists = blocking(document, &Graph::of(document), index, LONGEST_LIST);
        let [blocked_by, blocks] = lists.map(|ids| Some(ids).filter(|ids| !ids.is_empty()));
        Self { blocked_by, blocks, ..self }
    }

    /// Adds who holds the task.
    pub(super) fn with_holder(self, holders: &Holders<'_>, index: usize) -> Self {
        Self { held_by: holders.holder(index).map(|holding| display_name(&holding.by)), ..self }
    }
}

/// Longer bodies are read in parts. The rest of the reply limit is for the other fields.
const LONGEST_BODY: usize = 30_000;
/// Longer lists of names are truncated.
const LONGEST_LIST: usize = 2_000;
const LONGEST_LIST_OF_ROW: usize = 300;

/// The ids of the tasks that block a task, and of those that it blocks.
fn blocking(document: &Document, graph: &Graph<'_>, index: usize, size: usize) -> [Vec<String>; 2] {
    [graph.blocked_by(index), graph.blocks(index)].map(|tasks| {
        let ids: Vec<_> =
            tasks.iter().map(|task| document.plan().tasks[*task].id.of(document.text()).to_owned()).collect();
        truncate_names(&ids, size)
    })
}

/// A part of a body.
pub(super) struct BodyPart {
    pub(super) markdown: String,
    /// Offset of the next part, if there is one.
    pub(super) next: Option<u32>,
}

impl BodyPart {
    /// The part from the character `offset` on that is within `size` as JSON.
    pub(super) fn of(markdown: &str, offset: usize, size: usize) -> Self {
        let length = fitting_chars(markdown.chars().skip(offset), size);
        let mut rest = markdown.chars().skip(offset);
        let part: String = rest.by_ref().take(length).collect();
        let next = rest.next().map(|_| to_u32(offset + length));
        Self { markdown: part, next }
    }
}

fn attribute(text: &str, task: &Task, key: AttributeKey) -> Option<String> {
    if task.attributes.is_empty() { None } else { task.value(text, key).map(|value| display_name(&value)) }
}

pub(super) fn section_path(document: &Document, task: &Task) -> Vec<String> {
    document.plan().section_path(document.text(), task.section).into_iter().map(display_name).collect()
}

/// Where a task is, in few words: its section, and the title of its parent.
pub(super) fn place(document: &Document, index: usize) -> Option<String> {
    const LONGEST_TITLE: usize = 40;
    let (text, plan) = (document.text(), document.plan());
    let task = &plan.tasks[index];
    let mut path = section_path(document, task);
    path.extend(task.parent.map(|parent| truncate(plan.tasks[parent].title.of(text), LONGEST_TITLE).into_owned()));
    (!path.is_empty()).then(|| path.join(" / "))
}

fn parent_id(document: &Document, task: &Task) -> Option<String> {
    let parent = document.plan().tasks.get(task.parent?)?;
    Some(parent.id.of(document.text()).to_owned())
}
