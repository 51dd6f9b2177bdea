//! The digest of a task: short enough to keep one for every task of a plan.

use serde::{Deserialize, Serialize};

use crate::plan::{AttributeKey, Document, State, Status, Task};
use crate::word::Word;

/// Enough of a task to notice a hand edit, and roughly what it changed. A text in a history, as in `done:5e1:0:9a`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub(super) struct TaskDigest {
    /// The state, or the status without a state; both if the state does not imply the status.
    pub(super) status: String,
    /// Hashes of its parts, in the order of [`PARTS`].
    hashes: [u32; 3],
}

const PARTS: [&str; 3] = ["title", "attributes", "body"];

impl TaskDigest {
    pub(super) fn of(document: &Document, task: &Task) -> Self {
        let text = document.text();
        let status = task.status.as_str();
        let status = match task.value(text, AttributeKey::State) {
            None => status.to_owned(),
            Some(state) if usual_status(&state) == task.status => state,
            Some(state) => format!("{state} {status}"),
        };
        // An empty body differs from no body.
        let body = match task.body.map(|body| body.markdown(text)) {
            None => String::new(),
            Some(body) if body.is_empty() => ">".into(),
            Some(body) => body,
        };
        Self { status, hashes: [task.title.of(text), task.attributes.of(text).trim(), &body].map(hash) }
    }

    /// The parts in which the two differ.
    pub(super) fn differing_parts(&self, other: &Self) -> impl Iterator<Item = &'static str> {
        let differs = self.hashes.iter().zip(&other.hashes).map(|(one, other)| one != other);
        PARTS.into_iter().zip(differs.collect::<Vec<_>>()).filter(|(_, differs)| *differs).map(|(part, _)| part)
    }
}

impl From<TaskDigest> for String {
    fn from(TaskDigest { status, hashes: [title, attributes, body] }: TaskDigest) -> Self {
        format!("{status}:{title:x}:{attributes:x}:{body:x}")
    }
}

impl TryFrom<String> for TaskDigest {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        let mut parts = text.split(':');
        let status = parts.next().unwrap_or_default().to_owned();
        let mut hash = || parts.next().and_then(|part| u32::from_str_radix(part, 16).ok()).ok_or("not a digest");
        Ok(Self { status, hashes: [hash()?, hash()?, hash()?] })
    }
}

fn usual_status(state: &str) -> Status {
    State::named(state).map_or(Status::Todo, |state| state.status_from(Status::Todo))
}

/// FNV-1a is enough: a collision would only miss one history entry.
fn hash(text: &str) -> u32 {
    text.bytes().fold(0x811c_9dc5, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}
