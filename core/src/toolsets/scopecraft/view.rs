//! Converts tasks of plans to replies.

use crate::plan::{AttributeKey, Status as PlanStatus, Task};
use crate::text::iso_time;
use crate::toolkit::{display_name, display_title, fitting_chars, truncate_list, truncate_names};
use crate::views::to_u32;

use super::body_sections::parts;
use super::mapping::{Status, Structure, TaskType, WorkflowState, area, priority, value};
use super::output::{ParentTask, Progress, Sections, SimpleTask, SubTask, TaskBase, TaskKind, TaskView};
use super::plan_set::{PlanInSet, PlanSet, TaskRef};
use super::times::Times;

/// Longest list of tags or subtask ids.
const LONGEST_LIST: usize = 600;
/// Appended to a truncated text.
const CUT_HINT: &str = "… (cut off; the rest is in the file)";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Detail {
    /// Without the body.
    Summary,
    /// With up to this much of the body.
    Full(usize),
}

/// The parts of a body in a reply.
struct BodyOutput {
    overview: Option<String>,
    content: Option<String>,
    sections: Option<Sections>,
    has_more: bool,
}

/// A task of any structure.
pub(super) fn any_task(set: &PlanSet<'_>, times: &Times<'_>, at: TaskRef, detail: Detail) -> TaskView<TaskKind> {
    let (plan, task) = set.get(at);
    let own = match Structure::of(task) {
        Structure::Simple => {
            let BodyOutput { content, sections, .. } = body_output(plan, task, detail);
            TaskKind::Simple(SimpleTask { content, sections })
        }
        Structure::Subtask => TaskKind::Subtask(subtask(set, at, detail)),
        Structure::Parent => TaskKind::Parent(parent(set, at, detail)),
    };
    TaskView::new(base(set, times, at), own)
}

pub(super) fn subtask_of(set: &PlanSet<'_>, times: &Times<'_>, at: TaskRef, detail: Detail) -> TaskView<SubTask> {
    TaskView::new(base(set, times, at), subtask(set, at, detail))
}

pub(super) fn parent_of(set: &PlanSet<'_>, times: &Times<'_>, at: TaskRef, detail: Detail) -> TaskView<ParentTask> {
    TaskView::new(base(set, times, at), parent(set, at, detail))
}

fn base(set: &PlanSet<'_>, times: &Times<'_>, at: TaskRef) -> TaskBase {
    let (plan, task) = set.get(at);
    let text = plan.document.text();
    let id = task.id.of(text);
    let known = times.task(at, id);
    let status = Status::of(task, text);
    let workflow_state = WorkflowState::of(plan.document, task);
    let is_archived = status == Status::Archived || workflow_state == WorkflowState::Archive;
    TaskBase {
        id: id.to_owned(),
        title: display_title(task.title.of(text)),
        kind: TaskType::of(task, text),
        status,
        priority: priority(task, text),
        workflow_state,
        area: display_name(&area(task, text)),
        tags: truncate_names(&task.list(text, AttributeKey::Tags), LONGEST_LIST),
        assignee: value(task, text, AttributeKey::Assignee).map(|assignee| display_name(&assignee)),
        created_date: known.created.map(iso_time),
        updated_date: known.updated.map(iso_time),
        archived_date: if is_archived { times.archived(at, id).map(iso_time) } else { None },
        filename: plan.path.rsplit('/').next().unwrap_or_default().to_owned(),
        path: plan.path.clone(),
    }
}

fn subtask(set: &PlanSet<'_>, at: TaskRef, detail: Detail) -> SubTask {
    let (plan, task) = set.get(at);
    let (text, tasks) = (plan.document.text(), &plan.document.plan().tasks);
    let parent = task.parent.unwrap_or(at.task);
    let before = (parent + 1..at.task).filter(|other| tasks[*other].parent == Some(parent)).count();
    let BodyOutput { content, sections, .. } = body_output(plan, task, detail);
    SubTask {
        parent_id: tasks[parent].id.of(text).to_owned(),
        sequence_number: format!("{:02}", before + 1),
        content,
        sections,
    }
}

fn parent(set: &PlanSet<'_>, at: TaskRef, detail: Detail) -> ParentTask {
    let (plan, task) = set.get(at);
    let text = plan.document.text();
    let children = set.children(at);
    let ids = children.iter().map(|child| set.get(*child).1.id.of(text).to_owned()).collect();
    let (subtask_ids, subtask_ids_left_out) = truncate_list(ids, LONGEST_LIST);
    let BodyOutput { overview, content, sections, has_more } = body_output(plan, task, detail);
    ParentTask {
        progress: Some(progress(set, &children)),
        subtask_ids,
        subtask_ids_left_out,
        overview,
        content: content.filter(|_| has_more),
        sections,
        subtasks: None,
        subtasks_left_out: None,
    }
}

/// The progress of subtasks: 100 % only if all are done.
fn progress(set: &PlanSet<'_>, children: &[TaskRef]) -> Progress {
    let total = children.len();
    let completed = children.iter().filter(|child| set.get(**child).1.status == PlanStatus::Done).count();
    let rounded = (completed * 200 + total) / (total * 2).max(1);
    let percentage = if completed < total { rounded.min(99) } else { rounded };
    Progress { total: to_u32(total), completed: to_u32(completed), percentage: to_u32(percentage) }
}

/// The body of a task. If it has to be truncated, the sections are omitted, because they would repeat it.
fn body_output(plan: &PlanInSet<'_>, task: &Task, detail: Detail) -> BodyOutput {
    let none = BodyOutput { overview: None, content: None, sections: None, has_more: false };
    let (Detail::Full(size), Some(body)) = (detail, task.body) else { return none };
    let markdown = body.markdown(plan.document.text());
    let parts = parts(&markdown);
    let half = size / 2;
    let is_whole = fits(&markdown, half);
    let truncated = |text: &str| Some(truncate_text(text, half)).filter(|text| !text.is_empty());
    BodyOutput {
        overview: truncated(&parts.overview),
        content: truncated(&markdown),
        sections: Some(parts.sections).filter(|sections| is_whole && *sections != Sections::NONE),
        has_more: parts.has_more || !is_whole,
    }
}

fn fits(text: &str, size: usize) -> bool {
    text.chars().nth(fitting_chars(text.chars(), size)).is_none()
}

fn truncate_text(text: &str, size: usize) -> String {
    if fits(text, size) {
        return text.to_owned();
    }
    text.chars().take(fitting_chars(text.chars(), size)).chain(CUT_HINT.chars()).collect()
}
