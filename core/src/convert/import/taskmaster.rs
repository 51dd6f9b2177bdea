//! Task Master's `tasks.json`: a list of tasks with subtasks, or several lists, each under a tag.

use crate::failure::Failure;
use crate::plan::{State, Status};
use crate::word::Word;
use serde_json::Value;

use super::draft::{Block, Draft, DraftTask, KEY_SEPARATOR, Parent};
use super::import_file::{Text, unreadable};
use super::json_lines::{Located, ObjectLines, to_text};
use super::values::{add_tag, non_empty, priority, set_due};
use super::warnings::Warnings;

pub(crate) fn read(file: &Text, warnings: &mut Warnings) -> Result<Draft, Failure> {
    let json = serde_json::from_str::<Value>(&file.content)
        .map_err(|error| unreadable(file.at(error.line()), &format!("the file is not JSON: {error}")))?;
    let lines = ObjectLines::of(&file.content);
    let root = lines.root(&json);
    let mut reader = Reader { file, warnings, draft: Draft::default() };
    let own_tasks = json["tasks"].as_array().is_some();
    let lists: Vec<_> =
        root.fields().into_iter().filter(|(_, list)| list.value["tasks"].as_array().is_some()).collect();
    if own_tasks {
        reader.list("", root);
    }
    // The tag of a single list needs no heading.
    let with_headings = own_tasks || lists.len() > 1;
    for (tag, list) in &lists {
        if with_headings {
            reader.draft.blocks.push(Block::Section { level: 2, name: (*tag).to_owned() });
        }
        reader.list(tag, *list);
    }
    if !own_tasks && lists.is_empty() {
        let message = "there is no list of tasks; expected { \"tasks\": […] } or { \"master\": { \"tasks\": […] } }";
        return Err(unreadable(file.at(1), message));
    }
    let project = json["meta"]["projectName"].as_str().or(json["metadata"]["projectName"].as_str());
    project.unwrap_or_default().clone_into(&mut reader.draft.title);
    reader.other_fields(root, own_tasks, &lists);
    Ok(reader.draft)
}

/// The parent of subtasks.
struct Outer<'o> {
    index: usize,
    id: &'o str,
    /// The ids of its subtasks, without its own.
    children: &'o [String],
}

struct Reader<'r> {
    file: &'r Text,
    warnings: &'r mut Warnings,
    draft: Draft,
}

impl Reader<'_> {
    /// Reads one list: its metadata as prose, then its tasks.
    fn list(&mut self, tag: &str, list: Located<'_>) {
        let metadata = list.fields().into_iter().find(|(name, _)| *name == "metadata").map(|(_, metadata)| metadata);
        if let Some(metadata) = metadata.filter(|_| !tag.is_empty()) {
            self.metadata(metadata);
        }
        for (name, field) in list.fields() {
            if name == "tasks" {
                for item in field.items() {
                    self.task(tag, None, item, "");
                }
            } else if name != "metadata" && !tag.is_empty() {
                let message = format!("{name} of the list {tag:?} is left out: {}", field.value);
                self.warnings.dropped(&self.file.at(list.line()), message);
            }
        }
    }

    /// Adds the metadata of a list as prose.
    fn metadata(&mut self, metadata: Located<'_>) {
        let text = |(name, field): (&str, Located<'_>)| match (name, to_text(field.value)) {
            (_, value) if value.trim().is_empty() => None,
            ("description", value) => Some(value),
            (_, value) => Some(format!("{name}: {value}")),
        };
        let paragraphs: Vec<_> = metadata.fields().into_iter().filter_map(text).collect();
        if !paragraphs.is_empty() {
            let markdown = paragraphs.join("\n\n").replace("\r\n", "\n").trim().to_owned();
            self.draft.blocks.push(Block::Prose { at: self.file.at(metadata.line()), markdown });
        }
    }

    /// Warns about fields of the file that are not lists of tasks.
    fn other_fields(&mut self, root: Located<'_>, own_tasks: bool, lists: &[(&str, Located<'_>)]) {
        for (name, field) in root.fields() {
            let is_read = lists.iter().any(|(list, _)| *list == name) || (own_tasks && name == "tasks");
            let value = to_text(field.value);
            if !is_read && !value.is_empty() {
                let at = self.file.at(if field.value.is_object() { field.line() } else { root.line() });
                self.warnings.dropped(&at, format!("{name} is not a list of tasks and is left out: {value}"));
            }
        }
    }

    /// Reads a task with its subtasks. `serde_json` limits the depth. `own` is its id among its siblings.
    fn task(&mut self, tag: &str, outer: Option<&Outer<'_>>, item: Located<'_>, own: &str) {
        let at = self.file.at(item.line());
        if item.value.as_object().is_none() {
            self.warnings.dropped(&at, format!("this is not a task and is left out: {}", item.value));
            return;
        }
        let id = match outer {
            None => to_text(&item.value["id"]),
            Some(Outer { id: outer, .. }) if own.starts_with(&format!("{outer}.")) => own.to_owned(),
            Some(Outer { id: outer, .. }) => format!("{outer}.{own}"),
        };
        let mut task = DraftTask::new(at, item.value["title"].as_str().unwrap_or_default());
        task.key = Some(key(tag, &id));
        task.id = non_empty(&id);
        task.parent = outer.map(|outer| Parent::Index(outer.index));
        for (name, field) in item.fields() {
            self.field(&mut task, name, field.value);
        }
        let dependencies = item.value["dependencies"].as_array().into_iter().flatten().map(to_text);
        // A subtask refers to its siblings by their bare number.
        let full_key = |target: String| match outer {
            Some(outer) if target != own && outer.children.contains(&target) && !target.contains('.') => {
                key(tag, &format!("{}.{target}", outer.id))
            }
            _ => key(tag, &target),
        };
        task.depends = dependencies.filter(|target| !target.is_empty()).map(full_key).collect();
        let index = self.draft.push(task);
        let subtasks = item.fields().into_iter().find(|(name, _)| *name == "subtasks").map(|(_, list)| list.items());
        let subtasks = subtasks.unwrap_or_default();
        let own_id = |(at, subtask): (usize, &Located<'_>)| {
            non_empty(&to_text(&subtask.value["id"])).unwrap_or_else(|| (at + 1).to_string())
        };
        let children: Vec<_> = subtasks.iter().enumerate().map(own_id).collect();
        let outer = Outer { index, id: &id, children: &children };
        for (subtask, own) in subtasks.into_iter().zip(&children) {
            self.task(tag, Some(&outer), subtask, own);
        }
    }

    fn field(&mut self, task: &mut DraftTask, name: &str, value: &Value) {
        let text = to_text(value);
        match name {
            "id" | "title" | "subtasks" | "dependencies" => {}
            // Redundant in a subtask.
            "parentTaskId" | "parentId" if task.parent.is_some() => {}
            "status" => self.status(task, &text),
            "description" => task.add_to_body(None, &text),
            "details" => task.add_to_body(Some("Details"), &text),
            "testStrategy" => task.add_to_body(Some("Test strategy"), &text),
            "acceptanceCriteria" => task.add_to_body(Some("Acceptance criteria"), &text),
            "priority" => match priority(&text) {
                Some(priority) => task.priority = Some(priority),
                None => task.keep("priority", text),
            },
            "assignee" => task.assignee = non_empty(&text),
            "tags" | "labels" if value.as_array().is_some() => {
                for tag in value.as_array().into_iter().flatten() {
                    add_tag(task, &to_text(tag));
                }
            }
            "dueDate" if set_due(task, &text) => {}
            "effort" | "estimate" => task.estimate = non_empty(&text),
            _ => task.keep(name, text),
        }
    }

    fn status(&mut self, task: &mut DraftTask, word: &str) {
        match word.to_ascii_lowercase().replace('_', "-").as_str() {
            "" | "pending" | "todo" => {}
            "in-progress" => task.status = Status::Doing,
            "done" | "completed" => task.status = Status::Done,
            "deferred" => task.set_state(State::Deferred),
            "blocked" => task.set_state(State::Blocked),
            "cancelled" | "canceled" => task.set_state(State::Cancelled),
            other => {
                task.status = if other == "review" { Status::Doing } else { Status::Todo };
                let now = task.status.as_str();
                self.warnings.changed(&task.at, format!("there is no status {word:?}; the task is {now}"));
                task.keep("status", word);
            }
        }
    }
}

/// The key of a task in the list with this tag.
fn key(tag: &str, id: &str) -> String {
    format!("{tag}{KEY_SEPARATOR}{id}")
}
