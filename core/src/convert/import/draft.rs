//! An imported plan before its references are resolved: tasks with the keys and references of the source.

use crate::plan::{Priority, State, Status};

use super::warnings::SourceLocation;

/// Separates the name of a list from the key of a task, where several lists may use the same keys.
pub(crate) const KEY_SEPARATOR: char = '\u{1f}';

/// The part of a key that users know.
pub(crate) fn display_key(key: &str) -> &str {
    key.rsplit(KEY_SEPARATOR).next().unwrap_or(key)
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Draft {
    pub(crate) title: String,
    /// Markdown.
    pub(crate) body: String,
    /// Everything below the title, in order. Contains each task once, wherever it will end up.
    pub(crate) blocks: Vec<Block>,
    pub(crate) tasks: Vec<DraftTask>,
}

#[derive(Clone, Debug)]
pub(crate) enum Block {
    /// A heading of level 2 to 6.
    Section { level: usize, name: String },
    /// Markdown between tasks.
    Prose { at: SourceLocation, markdown: String },
    /// The task with this index, unless it goes under its parent.
    Task(usize),
}

#[derive(Clone, Debug)]
pub(crate) struct DraftTask {
    pub(crate) at: SourceLocation,
    /// How other tasks of the source refer to it.
    pub(crate) key: Option<String>,
    /// Its id in the source, as users know it.
    pub(crate) id: Option<String>,
    /// May be empty or have several lines.
    pub(crate) title: String,
    pub(crate) status: Status,
    pub(crate) state: Option<State>,
    /// Markdown.
    pub(crate) body: String,
    pub(crate) created: Option<Created>,
    pub(crate) parent: Option<Parent>,
    /// Keys of the tasks that it depends on.
    pub(crate) depends: Vec<String>,
    pub(crate) priority: Option<Priority>,
    pub(crate) due: Option<String>,
    pub(crate) tags: Vec<String>,
    pub(crate) estimate: Option<String>,
    pub(crate) assignee: Option<String>,
    pub(crate) task_type: Option<String>,
    pub(crate) area: Option<String>,
    /// Fields of the source without a matching attribute. They are kept in the body.
    pub(crate) rest: Vec<(String, String)>,
}

/// When a task was created. A new id contains the time; a task that keeps its id keeps the time in its body.
#[derive(Clone, Debug)]
pub(crate) struct Created {
    /// The name of the field in the source.
    pub(crate) name: &'static str,
    pub(crate) written: String,
    /// Milliseconds since 1970, if it can be parsed.
    pub(crate) ms: Option<u64>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Parent {
    Index(usize),
    Key(String),
    /// A key that need not exist.
    OptionalKey(String),
}

impl DraftTask {
    pub(crate) fn new(at: SourceLocation, title: impl Into<String>) -> Self {
        Self {
            at,
            key: None,
            id: None,
            title: title.into(),
            status: Status::Todo,
            state: None,
            body: String::new(),
            created: None,
            parent: None,
            depends: Vec::new(),
            priority: None,
            due: None,
            tags: Vec::new(),
            estimate: None,
            assignee: None,
            task_type: None,
            area: None,
            rest: Vec::new(),
        }
    }

    /// Sets the state and the status that it implies.
    pub(crate) fn set_state(&mut self, state: State) {
        self.status = state.status_from(self.status);
        self.state = Some(state);
    }

    /// Keeps a field without a matching attribute, unless it is empty.
    pub(crate) fn keep(&mut self, name: impl Into<String>, value: impl Into<String>) {
        let value = value.into();
        if !value.trim().is_empty() {
            self.rest.push((name.into(), value));
        }
    }

    /// Appends Markdown to the body, optionally under a heading.
    pub(crate) fn add_to_body(&mut self, heading: Option<&str>, markdown: &str) {
        let markdown = markdown.trim_matches(['\n', '\r']).trim_end();
        if markdown.trim().is_empty() {
            return;
        }
        if !self.body.is_empty() {
            self.body.push_str("\n\n");
        }
        if let Some(heading) = heading {
            self.body.push_str("## ");
            self.body.push_str(heading);
            self.body.push_str("\n\n");
        }
        self.body.push_str(markdown);
    }
}

impl Draft {
    /// Appends a task and returns its index.
    pub(crate) fn push(&mut self, task: DraftTask) -> usize {
        let index = self.tasks.len();
        self.tasks.push(task);
        self.blocks.push(Block::Task(index));
        index
    }
}
