//! Backlog.md: a folder with a Markdown file for each task, its fields in front matter.

mod front_matter;

use std::cmp::Ordering;
use std::collections::BTreeMap;

use crate::failure::Failure;
use crate::plan::{State, Status};
use crate::text::truncate;
use crate::word::Word;

use super::dates;
use super::draft::{Block, Created, Draft, DraftTask, Parent};
use super::import_file::{ImportFile, Text};
use super::values::{add_tag, non_empty, priority};
use super::warnings::Warnings;
use front_matter::{FrontMatter, Value};

/// Whether a text has the front matter of a task.
pub(crate) fn is_task(text: &str) -> bool {
    front_matter::split(text).is_some_and(|front| front.get("id").is_some() && front.get("status").is_some())
}

/// The folder of a file, which decides what the file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Folder {
    Tasks,
    Drafts,
    Completed,
    Archive,
    Milestones,
    Other,
}

impl Folder {
    fn of(file: &ImportFile) -> Self {
        let (folders, _) = file.folders();
        if folders.contains(&"archive") {
            return Self::Archive;
        }
        let known = |folder: &&str| match *folder {
            "tasks" => Some(Self::Tasks),
            "drafts" => Some(Self::Drafts),
            "completed" => Some(Self::Completed),
            "milestones" => Some(Self::Milestones),
            "docs" | "documents" | "decisions" => Some(Self::Other),
            _ => None,
        };
        folders.iter().rev().find_map(known).unwrap_or(Self::Tasks)
    }

    /// The section of its tasks. Those of other folders are in the section of their milestone.
    fn section(self) -> Option<&'static str> {
        match self {
            Self::Drafts => Some("Drafts"),
            Self::Completed => Some("Completed"),
            Self::Archive => Some("Archive"),
            Self::Tasks | Self::Milestones | Self::Other => None,
        }
    }
}

pub(crate) fn read(files: &[&ImportFile], warnings: &mut Warnings) -> Result<Draft, Failure> {
    let config = config(files)?;
    let mut milestones = Milestones::default();
    let mut found = Vec::new();
    let is_alone = files.len() == 1;
    for file in files.iter().filter(|file| is_alone || file.extension() == "md") {
        let folder = Folder::of(file);
        let text = file.text()?;
        let Some(front) = front_matter::split(&text.content).filter(|front| front.get("id").is_some()) else {
            continue;
        };
        match folder {
            Folder::Milestones => milestones.add(&text, &front, warnings),
            Folder::Other => warnings.dropped(&text.at(1), "this is not a task and is left out"),
            _ if front.get("status").is_none() && front.get("title").is_none() => {}
            _ => found.push(read_task(&text, &front, folder, &config, warnings)),
        }
    }
    found.sort_by(BacklogFile::compare);
    let mut draft = Draft { title: config.project, ..Draft::default() };
    arrange(found, &milestones, &mut draft);
    Ok(draft)
}

/// The settings of the project.
#[derive(Debug, Default)]
struct Config {
    project: String,
    /// In the order of the workflow.
    statuses: Vec<String>,
}

fn config(files: &[&ImportFile]) -> Result<Config, Failure> {
    let is_config = |file: &&&ImportFile| matches!(file.name(), "config.yml" | "config.yaml" | "backlog.config.yml");
    let Some(file) = files.iter().find(is_config) else { return Ok(Config::default()) };
    let text = file.text()?;
    let fields = front_matter::read(&text.content, 1);
    let statuses = fields.get("statuses").map(Value::items).unwrap_or_default();
    Ok(Config { project: fields.get("project_name").map(Value::text).unwrap_or_default(), statuses })
}

/// The milestones with a file, by their lower-case ids.
#[derive(Debug, Default)]
struct Milestones(BTreeMap<String, (String, Block)>);

impl Milestones {
    fn add(&mut self, text: &Text, front: &FrontMatter<'_>, warnings: &mut Warnings) {
        let id = front.get("id").map(Value::text).unwrap_or_default();
        let title = front.get("title").map(Value::text).filter(|title| !title.is_empty()).unwrap_or_else(|| id.clone());
        for field in front.fields.iter().filter(|field| !matches!(field.name.as_str(), "id" | "title")) {
            let message = format!("{} of the milestone is left out: {}", field.name, field.value.text());
            warnings.dropped(&text.at(field.line), message);
        }
        let prose = Block::Prose { at: text.at(1), markdown: content(front.content) };
        self.0.insert(id.to_lowercase(), (title, prose));
    }

    fn title(&self, milestone: &str) -> String {
        self.0.get(&milestone.to_lowercase()).map_or_else(|| milestone.to_owned(), |(title, _)| title.clone())
    }
}

/// A task, and what its position depends on.
#[derive(Debug)]
struct BacklogFile {
    task: DraftTask,
    folder: Folder,
    milestone: Option<String>,
    ordinal: Option<i64>,
}

impl BacklogFile {
    /// By folder, then by position on the board, then by number.
    fn compare(one: &Self, other: &Self) -> Ordering {
        let ordinal = |found: &Self| found.ordinal.unwrap_or(i64::MAX);
        let id = |found: &Self| found.task.id.clone().unwrap_or_default();
        one.folder
            .cmp(&other.folder)
            .then_with(|| ordinal(one).cmp(&ordinal(other)))
            .then_with(|| by_number(&id(one), &id(other)))
    }
}

/// `task-9` before `task-10`.
fn by_number(one: &str, other: &str) -> Ordering {
    let key = |id: &str| {
        let mut parts: Vec<(String, u64)> = vec![(String::new(), 0)];
        for character in id.chars() {
            let last = parts.len() - 1;
            match character.to_digit(10) {
                Some(digit) => parts[last].1 = parts[last].1.saturating_mul(10).saturating_add(u64::from(digit)),
                None if parts[last].1 > 0 => parts.push((character.to_string(), 0)),
                None => parts[last].0.push(character),
            }
        }
        parts
    };
    key(one).cmp(&key(other))
}

/// Sorts tasks into sections: tasks without milestone first, then each milestone, then the other folders.
fn arrange(found: Vec<BacklogFile>, milestones: &Milestones, draft: &mut Draft) {
    let group = |found: &BacklogFile| match (&found.milestone, found.folder.section()) {
        (Some(milestone), None) => (1, milestones.title(milestone)),
        (_, None) => (0, String::new()),
        (_, Some(section)) => (2 + found.folder as usize, section.to_owned()),
    };
    let milestone_of: BTreeMap<String, Option<String>> =
        found.iter().map(|found| (found.task.key.clone().unwrap_or_default(), found.milestone.clone())).collect();
    let mut groups: BTreeMap<(usize, String), Vec<BacklogFile>> = BTreeMap::new();
    for each in found {
        groups.entry(group(&each)).or_default().push(each);
    }
    for ((rank, name), members) in groups {
        if rank > 0 {
            let prose = milestones.0.values().find(|(title, _)| rank == 1 && *title == name).map(|(_, prose)| prose);
            draft.blocks.push(Block::Section { level: 2, name });
            if let Some(Block::Prose { markdown, .. }) = prose.filter(|_| rank == 1)
                && !markdown.is_empty()
            {
                draft.blocks.extend(prose.cloned());
            }
        }
        for BacklogFile { mut task, milestone, .. } in members {
            let outer = match &task.parent {
                Some(Parent::Key(key) | Parent::OptionalKey(key)) => milestone_of.get(key),
                _ => None,
            };
            // The section names the milestone, unless the task is in another one.
            let is_elsewhere = outer.is_some_and(|outer| *outer != milestone) || rank > 1;
            if let Some(milestone) = milestone.filter(|_| is_elsewhere) {
                task.keep("milestone", milestones.title(&milestone));
            }
            draft.push(task);
        }
    }
}

fn read_task(
    text: &Text,
    front: &FrontMatter<'_>,
    folder: Folder,
    config: &Config,
    warnings: &mut Warnings,
) -> BacklogFile {
    let title = front.get("title").map(Value::text).unwrap_or_default();
    let mut found = BacklogFile { task: DraftTask::new(text.at(1), title), folder, milestone: None, ordinal: None };
    found.task.add_to_body(None, &content(front.content));
    for (line, unread) in &front.unread {
        warnings.dropped(&text.at(*line), format!("this line of the front matter is not understood: {unread:?}"));
    }
    for field in &front.fields {
        read_field(&mut found, &field.name, &field.value, config, warnings);
    }
    if folder == Folder::Archive {
        archive(&mut found.task, front, warnings);
    }
    found
}

fn read_field(found: &mut BacklogFile, name: &str, value: &Value, config: &Config, warnings: &mut Warnings) {
    let task = &mut found.task;
    match name {
        // Every subtask names its parent.
        "title" | "subtasks" => {}
        "id" => {
            let id = value.text();
            let outer = id.rsplit_once('.').map(|(outer, _)| Parent::OptionalKey(outer.to_lowercase()));
            task.parent = task.parent.take().or(outer);
            task.key = Some(id.to_lowercase());
            task.id = non_empty(&id);
        }
        "status" => status(task, &value.text(), config, warnings),
        "assignee" => task.assignee = non_empty(&value.items().join(",")),
        "labels" => value.items().iter().for_each(|label| add_tag(task, label)),
        "dependencies" => task.depends = value.items().iter().map(|id| id.to_lowercase()).collect(),
        "parent_task_id" => {
            task.parent = non_empty(&value.text().to_lowercase()).map(Parent::Key).or(task.parent.take());
        }
        "priority" => match priority(&value.text()) {
            Some(priority) => task.priority = Some(priority),
            None => task.keep(name, value.text()),
        },
        "type" => task.task_type = non_empty(&value.text()),
        "milestone" => found.milestone = non_empty(&value.text()),
        "ordinal" if value.text().parse::<i64>().is_ok() => found.ordinal = value.text().parse().ok(),
        "created_date" => {
            let written = value.text();
            let ms = dates::milliseconds(&written);
            task.created = Some(Created { name: "created_date", written, ms });
        }
        _ => task.keep(name, value.text()),
    }
}

fn status(task: &mut DraftTask, word: &str, config: &Config, warnings: &mut Warnings) {
    let plain = word.trim().to_lowercase().replace(['_', '-'], " ");
    let step = config.statuses.iter().position(|status| status.eq_ignore_ascii_case(word.trim()));
    match plain.as_str() {
        "" | "to do" | "todo" | "draft" | "backlog" | "open" => {}
        "in progress" | "doing" => task.status = Status::Doing,
        "done" | "completed" | "complete" => task.status = Status::Done,
        "blocked" => task.set_state(State::Blocked),
        "deferred" => task.set_state(State::Deferred),
        "cancelled" | "canceled" => task.set_state(State::Cancelled),
        _ => {
            task.status = match step {
                Some(0) | None => Status::Todo,
                Some(step) if step + 1 == config.statuses.len() => Status::Done,
                Some(_) => Status::Doing,
            };
            let now = task.status.as_str();
            warnings.changed(&task.at, format!("there is no status {:?}; the task is {now}", truncate(word, 60)));
            task.keep("status", word);
        }
    }
}

/// Archived tasks are done, whatever their status was.
fn archive(task: &mut DraftTask, front: &FrontMatter<'_>, warnings: &mut Warnings) {
    if task.status != Status::Done {
        let was = front.get("status").map(Value::text).unwrap_or_default();
        warnings.changed(&task.at, format!("the task was archived as {was:?}; archived tasks are done"));
        if !task.rest.iter().any(|(name, _)| name == "status") {
            task.keep("status", was);
        }
    }
    task.set_state(State::Archived);
}

/// The Markdown of a file without Backlog.md's section markers, and without the heading that every task has.
fn content(markdown: &str) -> String {
    let is_marker = |line: &&str| {
        let line = line.trim();
        line.starts_with("<!-- ") && (line.ends_with(":BEGIN -->") || line.ends_with(":END -->"))
    };
    let lines: Vec<_> = markdown.split('\n').filter(|line| !is_marker(line)).collect();
    let text = lines.join("\n");
    let text = text.trim();
    let text = text.strip_prefix("## Description\n").unwrap_or(if text == "## Description" { "" } else { text });
    text.trim_matches('\n').to_owned()
}
