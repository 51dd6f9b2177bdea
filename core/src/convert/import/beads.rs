//! beads: one JSON object per line, each an issue.

use crate::failure::Failure;
use crate::plan::{Priority, State, Status};
use crate::text::truncate;
use crate::word::Word;
use serde_json::Value;

use super::dates;
use super::draft::{Created, Draft, DraftTask, Parent};
use super::import_file::{Text, unreadable};
use super::json_lines::to_text;
use super::values::{add_tag, non_empty, set_due};
use super::warnings::Warnings;

pub(crate) fn read(file: &Text, warnings: &mut Warnings) -> Result<Draft, Failure> {
    let mut draft = Draft::default();
    for (index, line) in file.content.split('\n').enumerate() {
        if line.trim().is_empty() {
            continue;
        }
        let at = file.at(index + 1);
        let issue = serde_json::from_str::<Value>(line)
            .map_err(|error| unreadable(at.clone(), &format!("the line is not JSON: {error}")))?;
        if issue.as_object().is_none() {
            return Err(unreadable(at, "the line is not an issue; expected an object in braces"));
        }
        if issue["status"].as_str() == Some("tombstone") {
            let id = to_text(&issue["id"]);
            warnings.dropped(&at, format!("the issue {:?} was deleted and is left out", truncate(&id, 60)));
            continue;
        }
        let mut task = DraftTask::new(at, issue["title"].as_str().unwrap_or_default());
        for (name, value) in issue.as_object().into_iter().flatten() {
            field(&mut task, name, value, warnings);
        }
        draft.push(task);
    }
    Ok(draft)
}

fn field(task: &mut DraftTask, name: &str, value: &Value, warnings: &mut Warnings) {
    let text = to_text(value);
    match name {
        "title" => {}
        "id" => {
            // `bd-12.3` is the third issue under `bd-12`.
            let outer = text.rsplit_once('.').map(|(outer, _)| Parent::OptionalKey(outer.to_owned()));
            task.parent = task.parent.take().or(outer);
            task.id = non_empty(&text);
            task.key = task.id.clone();
        }
        "status" => status(task, &text, warnings),
        "description" => task.add_to_body(None, &text),
        "design" => task.add_to_body(Some("Design"), &text),
        "acceptance_criteria" => task.add_to_body(Some("Acceptance criteria"), &text),
        "notes" => task.add_to_body(Some("Notes"), &text),
        "comments" if value.as_array().is_some() => comments(task, value),
        "priority" => urgency(task, &text, warnings),
        "issue_type" => task.task_type = non_empty(&text),
        "assignee" => task.assignee = non_empty(&text),
        "estimated_minutes" => task.estimate = non_empty(&text).map(|minutes| format!("{minutes}m")),
        "labels" if value.as_array().is_some() => {
            for label in value.as_array().into_iter().flatten() {
                add_tag(task, &to_text(label));
            }
        }
        "due_at" => {
            let is_set = dates::day(&text).is_some_and(|day| set_due(task, day));
            // A due date has no time. Midnight need not be kept.
            if !is_set || !is_midnight(&text) {
                task.keep(name, text);
            }
        }
        "created_at" => {
            let ms = dates::milliseconds(&text);
            task.created = Some(Created { name: "created_at", written: text, ms });
        }
        "dependencies" if value.as_array().is_some() => {
            for link in value.as_array().into_iter().flatten() {
                dependency(task, link, warnings);
            }
        }
        _ => task.keep(name, text),
    }
}

fn is_midnight(written: &str) -> bool {
    const DAY: u64 = 86_400_000;
    dates::milliseconds(written).is_some_and(|ms| ms % DAY == 0)
}

fn status(task: &mut DraftTask, word: &str, warnings: &mut Warnings) {
    match word {
        "" | "open" => {}
        "in_progress" => task.status = Status::Doing,
        "closed" => task.status = Status::Done,
        "blocked" => task.set_state(State::Blocked),
        "deferred" => task.set_state(State::Deferred),
        other => {
            task.status = if other == "hooked" { Status::Doing } else { Status::Todo };
            let now = task.status.as_str();
            warnings.changed(&task.at, format!("there is no status {:?}; the task is {now}", truncate(word, 60)));
            task.keep("status", word);
        }
    }
}

fn urgency(task: &mut DraftTask, number: &str, warnings: &mut Warnings) {
    task.priority = match number {
        "0" => Some(Priority::Highest),
        "1" => Some(Priority::High),
        "2" => Some(Priority::Medium),
        "3" => Some(Priority::Low),
        "4" => {
            warnings.changed(&task.at, "priority 4 is now low, the lowest priority");
            Some(Priority::Low)
        }
        _ => None,
    };
    if !matches!(number, "0" | "1" | "2" | "3") {
        task.keep("priority", number);
    }
}

fn comments(task: &mut DraftTask, comments: &Value) {
    let mut texts = Vec::new();
    for comment in comments.as_array().into_iter().flatten() {
        let [author, time, text] = ["author", "created_at", "text"].map(|name| to_text(&comment[name]));
        let by: Vec<_> = [author, time].into_iter().filter(|part| !part.is_empty()).collect();
        let by = if by.is_empty() { String::new() } else { format!("{}: ", by.join(", ")) };
        texts.push(format!("{by}{}", text.trim()));
    }
    task.add_to_body(Some("Comments"), &texts.join("\n\n"));
}

fn dependency(task: &mut DraftTask, link: &Value, warnings: &mut Warnings) {
    let target = to_text(&link["depends_on_id"]);
    let kind = link["type"].as_str().unwrap_or("blocks");
    if target.is_empty() {
        warnings.dropped(&task.at, format!("a dependency names no issue and is left out: {link}"));
        return;
    }
    match kind {
        "blocks" => task.depends.push(target),
        "conditional-blocks" | "waits-for" => {
            warnings.changed(&task.at, format!("{kind} {target} is now a plain dependency"));
            task.keep(kind, target.clone());
            task.depends.push(target);
        }
        "parent-child" if !matches!(task.parent, Some(Parent::Key(_))) => task.parent = Some(Parent::Key(target)),
        _ => task.keep(kind, target),
    }
}
