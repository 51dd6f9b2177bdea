//! Converts tasks of plans to replies.

use crate::plan::{AttributeKey, Status as PlanStatus, Task};
use crate::text::iso_time;
use crate::toolkit::{display_name, display_title, part_from, reply_chars, truncate_list, truncate_names};
use crate::views::to_u32;

use super::body_sections::{Parts, parts};
use super::mapping::{Status, Structure, TaskType, WorkflowState, area, priority, value};
use super::output::{ParentTask, Progress, Sections, SimpleTask, SubTask, TaskBase, TaskKind, TaskText, TaskView};
use super::plan_set::{PlanInSet, PlanSet, TaskRef};
use super::times::Times;

/// Longest list of tags or subtask ids.
const LONGEST_LIST: usize = 600;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Detail {
    /// Without the body.
    Summary,
    /// With the body from this character on, as far as there is room.
    Full { offset: usize, room: usize },
}

impl Detail {
    /// From the start of the body.
    pub(super) fn full(room: usize) -> Self {
        Self::Full { offset: 0, room }
    }
}

/// A task of any structure.
pub(super) fn any_task(set: &PlanSet<'_>, times: &Times<'_>, at: TaskRef, detail: Detail) -> TaskView<TaskKind> {
    let (plan, task) = set.get(at);
    let own = match Structure::of(task) {
        Structure::Simple => TaskKind::Simple(SimpleTask { text: task_text(plan, task, detail) }),
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
    SubTask {
        parent_id: tasks[parent].id.of(text).to_owned(),
        sequence_number: format!("{:02}", before + 1),
        text: task_text(plan, task, detail),
    }
}

fn parent(set: &PlanSet<'_>, at: TaskRef, detail: Detail) -> ParentTask {
    let (plan, task) = set.get(at);
    let text = plan.document.text();
    let children = set.children(at);
    let ids = children.iter().map(|child| set.get(*child).1.id.of(text).to_owned()).collect();
    let (subtask_ids, subtask_ids_left_out) = truncate_list(ids, LONGEST_LIST);
    let (overview, text_output) = parent_text(plan, task, detail);
    ParentTask {
        progress: progress(set, &children),
        subtask_ids,
        subtask_ids_left_out,
        overview,
        text: text_output,
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

/// The text of a task that is not a parent.
fn task_text(plan: &PlanInSet<'_>, task: &Task, detail: Detail) -> TaskText {
    let (Detail::Full { offset, room }, Some(body)) = (detail, task.body) else { return TaskText::default() };
    let markdown = body.markdown(plan.document.text());
    let sections = parts(&markdown).sections;
    let complete = TaskText { content: Some(markdown.clone()), ..TaskText::with_sections(sections) };
    if offset == 0 && reply_chars(&complete) <= room { complete } else { partial_text(&markdown, offset, room) }
}

/// The overview and the text of a parent. The content is left out if the overview and the sections are all of it.
fn parent_text(plan: &PlanInSet<'_>, task: &Task, detail: Detail) -> (Option<String>, TaskText) {
    let (Detail::Full { offset, room }, Some(body)) = (detail, task.body) else { return (None, TaskText::default()) };
    let markdown = body.markdown(plan.document.text());
    let Parts { overview, sections, has_more } = parts(&markdown);
    let content = has_more.then(|| markdown.clone());
    let complete = TaskText { content, ..TaskText::with_sections(sections) };
    if offset == 0 && reply_chars(&overview) + reply_chars(&complete) <= room {
        return (Some(overview).filter(|overview| !overview.is_empty()), complete);
    }
    (None, partial_text(&markdown, offset, room))
}

/// The part of a long body that starts at the offset. Its sections would repeat it, so they are left out.
fn partial_text(markdown: &str, offset: usize, room: usize) -> TaskText {
    let part = part_from(markdown, offset, room);
    let has_sections = parts(markdown).sections != Sections::NONE;
    TaskText {
        content: Some(part.text),
        next_content_offset: part.next,
        sections_left_out: has_sections.then_some(true),
        ..TaskText::default()
    }
}

impl TaskText {
    fn with_sections(sections: Sections) -> Self {
        Self { sections: Some(sections).filter(|sections| *sections != Sections::NONE), ..Self::default() }
    }
}
