//! Adds, updates, moves and deletes tasks.

use crate::plan::{Document, INDENT_STEP, MarkerStyle, Status, Task, encode_body};
use crate::text::{TextEdit, ending_at};

use super::attributes::{self, StatusChange};
use super::body::{BodyChange, change_task_body};
use super::cycles::{DependencyOwner, check_dependencies};
use super::indent::{reindent_copy, reindent_in_place};
use super::insertion_point::InsertionPoint;
use super::lines::{delete_block, insert_lines};
use super::titles::task_title;
use super::{AddTask, Container, EditError, EditedOp, MoveTask, OpEdit, Position, UpdateTask};

/// An edit of a task, and whether it adds headings.
pub(super) struct Placed {
    pub(super) edit: TextEdit,
    pub(super) creates_section: bool,
}

pub(super) fn add(document: &Document, add: &AddTask, id: &str) -> Result<Placed, EditError> {
    let task = NewTask::of(add)?;
    let target = insertion_point(document, add)?;
    check_dependencies(document, DependencyOwner::New { parent: target.parent }, add.attributes.depends_on.as_deref())?;
    let ending = ending_at(document.text(), target.offset);
    let lines = target.leading_lines(document) + &task.lines(document.plan().marker_style(), target.indent, ending, id);
    let edit = insert_lines(document.text(), target.offset, &lines).into();
    Ok(Placed { edit, creates_section: !target.headings.is_empty() })
}

/// The lines of a new task and its body, without the last ending. Neither its position nor its dependencies are checked.
pub fn render_task(
    marker_style: MarkerStyle,
    indent: usize,
    ending: &str,
    add: &AddTask,
    id: &str,
) -> Result<String, EditError> {
    Ok(NewTask::of(add)?.lines(marker_style, indent, ending, id))
}

/// A new task with checked fields.
struct NewTask<'a> {
    title: String,
    status: Status,
    /// Encoded, each with a leading space.
    attributes: String,
    body: Option<BodyChange<'a>>,
}

impl<'a> NewTask<'a> {
    fn of(add: &'a AddTask) -> Result<Self, EditError> {
        let title = task_title(&add.title)?;
        let change = StatusChange { status: add.status, state: add.attributes.state, clears_state: false };
        let (status, state) = change.resolve(Status::Todo)?;
        let mut changes = add.attributes.edits()?;
        changes.extend(state);
        let body = BodyChange::from_arguments(add.body_markdown.as_deref(), None);
        Ok(Self { title, status, attributes: attributes::rendered(&changes), body })
    }

    fn lines(&self, marker_style: MarkerStyle, indent: usize, ending: &str, id: &str) -> String {
        let Self { title, status, attributes, body } = self;
        let checkbox = marker_style.checkbox(*status);
        let mut lines =
            format!("{}- {checkbox} {title} <!-- long-term-plan:id={id}{attributes} -->", " ".repeat(indent));
        if let Some(BodyChange::Set(markdown)) = body {
            lines.push_str(ending);
            lines.push_str(&encode_body(markdown, indent + INDENT_STEP, ending));
        }
        lines
    }
}

fn insertion_point(document: &Document, add: &AddTask) -> Result<InsertionPoint, EditError> {
    let siblings_or_parent = [&add.before_task_id, &add.after_task_id, &add.parent_task_id];
    if siblings_or_parent.iter().filter(|id| id.is_some()).count() > 1 {
        return Err(EditError::invalid("only one of parentTaskId, beforeTaskId and afterTaskId can be given"));
    }
    if add.section_path.is_some() && siblings_or_parent.iter().any(|id| id.is_some()) {
        return Err(EditError::invalid(
            "sectionPath cannot be combined with parentTaskId, beforeTaskId or afterTaskId: the task goes where that one is",
        ));
    }
    if let Some(before) = &add.before_task_id {
        return find(document, before).map(|(_, task)| InsertionPoint::before(task));
    }
    if let Some(after) = &add.after_task_id {
        return find(document, after).map(|(_, task)| InsertionPoint::after(task));
    }
    if let Some(parent) = &add.parent_task_id {
        return find(document, parent).map(|(parent, _)| InsertionPoint::under(document, parent, Position::Last));
    }
    InsertionPoint::at_path(document, add.section_path.as_deref().unwrap_or_default(), Position::Last)
}

pub(super) fn update(document: &Document, update: &UpdateTask) -> Result<OpEdit, EditError> {
    let changes = &update.changes;
    changes.check()?;
    let body = BodyChange::of_task(changes);
    let (index, task) = find(document, &update.task_id)?;
    let (status, state) = status_change(update).resolve(task.status)?;
    let mut attribute_changes = changes.attribute_edits()?;
    attribute_changes.extend(state);
    check_dependencies(document, DependencyOwner::Task(index), changes.attributes.depends_on.as_deref())?;
    let text = document.text();
    let mut edit = TextEdit::default();
    if status != task.status {
        edit.push(text, task.checkbox, &document.plan().marker_style().checkbox(status));
    }
    if let Some(title) = changes.title.as_ref().filter(|title| *title != task.title.of(text)) {
        let title = task_title(title)?;
        let title = if task.title.is_empty() { format!("{title} ") } else { title };
        edit.push(text, task.title, &title);
    }
    for each in attributes::replacements(document, task, &attribute_changes) {
        edit.push(text, each.span, &each.text);
    }
    let mut result = EditedOp { task_id: update.task_id.clone(), ..EditedOp::default() };
    if let Some(change) = body
        && let Some(each) = change_task_body(document, task, change)
    {
        edit.push(text, each.span, &each.text);
        result.replaced_body = change.replaced(task.body, text);
    }
    Ok(OpEdit { edit, result })
}

fn status_change(update: &UpdateTask) -> StatusChange {
    let changes = &update.changes;
    StatusChange { status: changes.status, state: changes.attributes.state, clears_state: changes.clears_state() }
}

pub(super) fn delete(document: &Document, id: &str) -> Result<TextEdit, EditError> {
    find(document, id).map(|(_, task)| delete_block(document, task).into())
}

pub(super) fn move_to(document: &Document, to: &MoveTask) -> Result<Placed, EditError> {
    let (index, task) = find(document, &to.task_id)?;
    let target = move_target(document, to, index, task)?;
    let creates_section = !target.headings.is_empty();
    if (task.block.start..=task.block.end).contains(&target.offset) && !creates_section {
        let edit = reindent_in_place(document.text(), task.block, task.indent, target.indent);
        return Ok(Placed { edit, creates_section });
    }
    let block = reindent_copy(document.text(), task.block, task.indent, target.indent);
    let lines = target.leading_lines(document) + block.trim_end_matches(['\n', '\r']);
    let mut both = [insert_lines(document.text(), target.offset, &lines), delete_block(document, task)];
    if both[0].span > both[1].span {
        both.reverse();
    }
    Ok(Placed { edit: both.into_iter().collect(), creates_section })
}

fn move_target(document: &Document, to: &MoveTask, index: usize, task: &Task) -> Result<InsertionPoint, EditError> {
    let outside = |id: &str| {
        let (found, other) = find(document, id)?;
        if (index..task.subtree_end).contains(&found) {
            return Err(EditError::invalid(format!("task {} cannot be moved next to or under itself", to.task_id)));
        }
        Ok((found, other))
    };
    let leaves = |container: Container| to.clear.as_ref().is_some_and(|cleared| cleared.contains(&container));
    let (leaves_parent, leaves_section) = (leaves(Container::Parent), leaves(Container::Section));
    for (is_given, is_cleared, name) in [
        (to.parent_task_id.is_some(), leaves_parent, "parentTaskId"),
        (to.section_path.is_some(), leaves_section, "sectionPath"),
    ] {
        if is_given && is_cleared {
            return Err(EditError::invalid(format!("{name} cannot be both set and cleared")));
        }
    }
    let names_container = to.parent_task_id.is_some() || to.section_path.is_some() || leaves_parent || leaves_section;
    match (&to.before_task_id, &to.after_task_id) {
        (Some(_), Some(_)) => return Err(EditError::invalid("only one of beforeTaskId and afterTaskId can be given")),
        (Some(_), None) | (None, Some(_)) if names_container => {
            return Err(EditError::invalid(
                "beforeTaskId and afterTaskId cannot be combined with parentTaskId, sectionPath or clear",
            ));
        }
        (Some(before), None) => return outside(before).map(|(_, task)| InsertionPoint::before(task)),
        (None, Some(after)) => return outside(after).map(|(_, task)| InsertionPoint::after(task)),
        (None, None) if !names_container && to.position.is_none() => {
            return Err(EditError::invalid(
                "At least one of beforeTaskId, afterTaskId, position, parentTaskId, sectionPath, or clear is required",
            ));
        }
        (None, None) => {}
    }
    let position = to.position.unwrap_or(Position::Last);
    match (&to.parent_task_id, &to.section_path) {
        (Some(_), Some(_)) => Err(EditError::invalid("sectionPath cannot be combined with parentTaskId")),
        (Some(_), None) if leaves_section => Err(EditError::invalid("parentTaskId cannot be combined with clear")),
        (Some(parent), None) => outside(parent).map(|(parent, _)| InsertionPoint::under(document, parent, position)),
        (None, Some(path)) => InsertionPoint::at_path(document, path, position),
        (None, None) if leaves_section => InsertionPoint::at_path(document, &[], position),
        (None, None) => Ok(match task.parent.filter(|_| !leaves_parent) {
            Some(parent) => InsertionPoint::under(document, parent, position),
            None => InsertionPoint::in_section(document, task.section, position),
        }),
    }
}

/// The task with this id, and its index.
fn find<'d>(document: &'d Document, id: &str) -> Result<(usize, &'d Task), EditError> {
    let plan = document.plan();
    let index = plan.find(document.text(), id).ok_or_else(|| EditError::task_not_found(id))?;
    Ok((index, &plan.tasks[index]))
}
