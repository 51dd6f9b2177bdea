//! What a source says, before it is a plan: tasks with the names and references of their own world.

use crate::plan::{Priority, State, Status};

use super::warnings::Place;

/// Stands between the name of a list and the name of a task in it, where two lists may use the same names.
pub(crate) const KEY_SEPARATOR: char = '\u{1f}';

/// The part of a key that people know.
pub(crate) fn shown_key(key: &str) -> &str {
    key.rsplit(KEY_SEPARATOR).next().unwrap_or(key)
}

/// A plan to be.
#[derive(Clone, Debug, Default)]
pub(crate) struct Draft {
    /// Its title.
    pub(crate) title: String,
    /// Its body, as Markdown.
    pub(crate) body: String,
    /// What stands under the title, in order. Each task is named here once, wherever it will stand.
    pub(crate) blocks: Vec<Block>,
    /// The tasks.
    pub(crate) tasks: Vec<DraftTask>,
}

/// A part of a draft.
#[derive(Clone, Debug)]
pub(crate) enum Block {
    /// A heading of level 2 to 6.
    Section {
        /// Its level.
        level: usize,
        /// Its text.
        name: String,
    },
    /// Markdown between tasks.
    Prose {
        /// Where it comes from.
        at: Place,
        /// The text.
        markdown: String,
    },
    /// The task with this number, unless it goes under its parent.
    Task(usize),
}

/// A task to be.
#[derive(Clone, Debug)]
pub(crate) struct DraftTask {
    /// Where it comes from.
    pub(crate) at: Place,
    /// What other tasks of the source call it.
    pub(crate) key: Option<String>,
    /// Its id in the source, as people know it.
    pub(crate) id: Option<String>,
    /// Its title, maybe empty or of several lines.
    pub(crate) title: String,
    /// How far it is.
    pub(crate) status: Status,
    /// What the status does not say.
    pub(crate) state: Option<State>,
    /// Its body, as Markdown.
    pub(crate) body: String,
    /// When it was made.
    pub(crate) created: Option<Created>,
    /// The task that it stands under.
    pub(crate) parent: Option<Parent>,
    /// Keys of the tasks that come first.
    pub(crate) depends: Vec<String>,
    /// How urgent it is.
    pub(crate) priority: Option<Priority>,
    /// The day it is due.
    pub(crate) due: Option<String>,
    /// Words to find it by.
    pub(crate) tags: Vec<String>,
    /// How long it takes.
    pub(crate) estimate: Option<String>,
    /// Who has it.
    pub(crate) assignee: Option<String>,
    /// What sort of work it is.
    pub(crate) kind: Option<String>,
    /// What it is about.
    pub(crate) area: Option<String>,
    /// What has no attribute, by the source's own names. It is kept in the body.
    pub(crate) rest: Vec<(String, String)>,
}

/// A moment as the source writes it. The id of a new task holds it; a task that keeps its id keeps it in its body.
#[derive(Clone, Debug)]
pub(crate) struct Created {
    /// The source's name for it.
    pub(crate) name: &'static str,
    /// As it is written.
    pub(crate) written: String,
    /// Milliseconds since 1970, if it can be read.
    pub(crate) ms: Option<u64>,
}

/// A parent, by its number or by its key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Parent {
    /// Number of the task.
    Number(usize),
    /// What the source calls it.
    Key(String),
    /// The same, but it does not matter if there is none.
    KeyIfThere(String),
}

impl DraftTask {
    /// An open task of this title.
    pub(crate) fn new(at: Place, title: impl Into<String>) -> Self {
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
            kind: None,
            area: None,
            rest: Vec::new(),
        }
    }

    /// Sets the state, and the status that goes with it.
    pub(crate) fn set_state(&mut self, state: State) {
        self.status = state.status_from(self.status);
        self.state = Some(state);
    }

    /// Keeps what has no attribute; nothing if there is nothing to keep.
    pub(crate) fn keep(&mut self, name: impl Into<String>, value: impl Into<String>) {
        let value = value.into();
        if !value.trim().is_empty() {
            self.rest.push((name.into(), value));
        }
    }

    /// Appends a part to the body, under a heading if it has one.
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
    /// Adds a task at the end and gives its number.
    pub(crate) fn push(&mut self, task: DraftTask) -> usize {
        let number = self.tasks.len();
        self.tasks.push(task);
        self.blocks.push(Block::Task(number));
        number
    }
}
