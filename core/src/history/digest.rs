//! A task as it was last seen, short enough to be kept for every task of a plan.

use crate::plan::{Document, Key, State, Status, Task};

/// What was seen of a task: enough to notice that somebody changed it, and roughly what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Seen {
    /// Its state, or its status if it has none; both if the status is not the usual one for that state.
    pub(super) status: String,
    /// Fingerprints of its parts, in the order of [`PARTS`].
    prints: [u32; 3],
}

/// The parts of a task that are told apart.
const PARTS: [&str; 3] = ["title", "attributes", "body"];

impl Seen {
    pub(super) fn of(document: &Document, task: &Task) -> Self {
        let text = document.text();
        let status = task.status.as_str();
        let status = match task.value(text, Key::State) {
            None => status.to_owned(),
            Some(state) if usual_status(&state) == task.status => state,
            Some(state) => format!("{state} {status}"),
        };
        // An empty body is not the same as none.
        let body = match task.body.map(|body| body.markdown(text)) {
            None => String::new(),
            Some(body) if body.is_empty() => ">".into(),
            Some(body) => body,
        };
        Self { status, prints: [task.title.of(text), task.attributes.of(text).trim(), &body].map(fingerprint) }
    }

    /// The parts in which the two differ.
    pub(super) fn differing_parts(&self, other: &Self) -> impl Iterator<Item = &'static str> {
        let differs = self.prints.iter().zip(&other.prints).map(|(one, other)| one != other);
        PARTS.into_iter().zip(differs.collect::<Vec<_>>()).filter(|(_, differs)| *differs).map(|(part, _)| part)
    }

    pub(super) fn to_text(&self) -> String {
        let [title, attributes, body] = self.prints;
        format!("{}:{title:x}:{attributes:x}:{body:x}", self.status)
    }

    pub(super) fn from_text(text: &str) -> Option<Self> {
        let mut parts = text.split(':');
        let status = parts.next()?.to_owned();
        let mut print = || u32::from_str_radix(parts.next()?, 16).ok();
        Some(Self { status, prints: [print()?, print()?, print()?] })
    }
}

fn usual_status(state: &str) -> Status {
    State::named(state).map_or(Status::Todo, |state| state.status_from(Status::Todo))
}

/// FNV-1a. Nobody has a reason to make two texts collide, and the worst of it would be a change that is not noted.
fn fingerprint(text: &str) -> u32 {
    text.bytes().fold(0x811c_9dc5, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}
