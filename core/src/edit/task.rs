//! Adds, updates, moves and deletes tasks.

use crate::plan::{Document, INDENT_STEP, MarkerStyle, Status, Task, encode_body};
use crate::text::{TextEdit, ending_at};

use super::attributes::{self, resolve_status};
use super::body::{BodyChange, change_task_body};
use super::cycles::{DependencyOwner, check_dependencies};
use super::indent::{reindent_copy, reindent_in_place};
use super::insertion_point::InsertionPoint;
use super::lines::{delete_block, insert_lines};
use super::titles::task_title;
use super::{AddTask, EditError, MoveTask, Position, UpdateTask};

pub(super) fn add(document: &Document, add: &AddTask, id: &str) -> Result<TextEdit, EditError> {
    let task = NewTask::of(add)?;
    let target = insertion_point(document, add)?;
    check_dependencies(document, DependencyOwner::New { parent: target.parent }, add.attributes.depends_on.as_deref())?;
    let ending = ending_at(document.text(), target.offset);
    let lines = target.leading_lines(document) + &task.lines(document.plan().marker_style(), target.indent, ending, id);
    Ok(insert_lines(document.text(), target.offset, &lines).into())
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
        let (status, state) = resolve_status(Status::Todo, add.status, add.attributes.state)?;
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
            "sectionPath cannot be combined with parentTaskId, beforeTaskId or afterTaskId: the task stands where that one does",
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

pub(super) fn update(document: &Document, update: &UpdateTask) -> Result<TextEdit, EditError> {
    let changes = &update.changes;
    changes.check()?;
    let body = BodyChange::from_arguments(changes.body_markdown.as_deref(), changes.clear_body);
    let (index, task) = find(document, &update.task_id)?;
    let (status, state) = resolve_status(task.status, changes.status, changes.attributes.state)?;
    let mut attribute_changes = changes.attributes.edits()?;
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
    if let Some(each) = body.and_then(|body| change_task_body(document, task, body)) {
        edit.push(text, each.span, &each.text);
    }
    Ok(edit)
}

pub(super) fn delete(document: &Document, id: &str) -> Result<TextEdit, EditError> {
    find(document, id).map(|(_, task)| delete_block(document, task).into())
}

pub(super) fn move_to(document: &Document, to: &MoveTask) -> Result<TextEdit, EditError> {
    let (index, task) = find(document, &to.task_id)?;
    let target = move_target(document, to, index, task)?;
    if (task.block.start..=task.block.end).contains(&target.offset) && target.headings.is_empty() {
        return Ok(reindent_in_place(document.text(), task.block, task.indent, target.indent));
    }
    let block = reindent_copy(document.text(), task.block, task.indent, target.indent);
    let lines = target.leading_lines(document) + block.trim_end_matches(['\n', '\r']);
    let mut both = [insert_lines(document.text(), target.offset, &lines), delete_block(document, task)];
    if both[0].span > both[1].span {
        both.reverse();
    }
    Ok(both.into_iter().collect())
}

fn move_target(document: &Document, to: &MoveTask, index: usize, task: &Task) -> Result<InsertionPoint, EditError> {
    let outside = |id: &str| {
        let (found, other) = find(document, id)?;
        if (index..task.subtree_end).contains(&found) {
            return Err(EditError::invalid(format!("task {} cannot be moved next to or under itself", to.task_id)));
        }
        Ok((found, other))
    };
    let says_where = to.position.is_some() || to.parent_task_id.is_some() || to.section_path.is_some();
    match (&to.before_task_id, &to.after_task_id) {
        (Some(_), Some(_)) => return Err(EditError::invalid("only one of beforeTaskId and afterTaskId can be given")),
        (Some(_), None) | (None, Some(_)) if says_where => {
            return Err(EditError::invalid(
                "beforeTaskId and afterTaskId cannot be combined with position, parentTaskId or sectionPath",
            ));
        }
        (Some(before), None) => return outside(before).map(|(_, task)| InsertionPoint::before(task)),
        (None, Some(after)) => return outside(after).map(|(_, task)| InsertionPoint::after(task)),
        (None, None) if !says_where => {
            return Err(EditError::invalid(
                "At least one of beforeTaskId, afterTaskId, position, parentTaskId, or sectionPath is required",
            ));
        }
        (None, None) => {}
    }
    let position = to.position.unwrap_or(Position::Last);
    let new_parent = to.parent_task_id.as_deref().filter(|id| !id.is_empty());
    match (new_parent, &to.section_path) {
        (Some(_), Some(_)) => Err(EditError::invalid("sectionPath cannot be combined with parentTaskId")),
        (Some(parent), None) => outside(parent).map(|(parent, _)| InsertionPoint::under(document, parent, position)),
        (None, Some(path)) => InsertionPoint::at_path(document, path, position),
        (None, None) => Ok(match task.parent.filter(|_| to.parent_task_id.is_none()) {
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
