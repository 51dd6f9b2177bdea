//! Everything that crosses the boundary between the core and a host.

use serde::{Deserialize, Deserializer, Serialize};
use serde_bytes::{ByteArray, ByteBuf};

use crate::failure::{Failure, Fault, ToolError};
use crate::files::{Content, Expected, Need, Write};

use super::CallId;

/// A call as a host makes it. Time and randomness come with it.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CallRequest {
    pub kind: CallKind,
    /// Name of the tool, with underscores or with dots; of the prompt; URI of the resource, empty for the list of all.
    pub name: String,
    /// The arguments as JSON text; empty for none.
    pub args: String,
    pub actor: String,
    /// Milliseconds since 1970. JavaScript has no integers, so anything else becomes the nearest one.
    #[serde(deserialize_with = "nearest_integer")]
    pub now: u64,
    /// The local date as `YYYY-MM-DD`; by default the date in UTC.
    #[serde(default)]
    pub today: Option<String>,
    /// Ten random bytes.
    pub entropy: ByteArray<10>,
    /// Whether to stop before the commit and return the result with a diff.
    #[serde(default)]
    pub dry_run: bool,
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it saturates")]
fn nearest_integer<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
    f64::deserialize(deserializer).map(|number| number as u64)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum CallKind {
    Tool,
    Resource,
    Prompt,
    Complete,
}

/// A call that has started, and its first step.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Begun {
    pub call: CallId,
    pub step: Step,
}

/// What a call wants next.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Step {
    /// Take the lock. `create` says whether to make what locking needs on disk.
    Lock { create: bool },
    /// Provide what these need, except what is unchanged.
    Load { needs: Vec<Need> },
    /// Write these in order. Without the lock they are session files only. A call that changes a plan commits twice: the plan,
    /// and then its history.
    Commit { writes: Vec<HostWrite> },
    /// The call is over. Follow-ups are written next; what becomes of them changes nothing.
    Done { reply: Reply, follow_ups: Vec<HostWrite> },
}

/// A write as a host carries it out.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct HostWrite {
    /// Path relative to the plans directory.
    pub path: String,
    pub op: WriteOp,
    pub expect: HostExpected,
    pub bytes: ByteBuf,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum WriteOp {
    Put,
    Append,
    Delete,
}

/// What the file must be before the write.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum HostExpected {
    Anything,
    Absent,
    Etag(String),
}

impl From<&Write> for HostWrite {
    fn from(write: &Write) -> Self {
        Self {
            path: write.path.clone(),
            op: match write.content {
                Content::Plan(..) | Content::Text(_) => WriteOp::Put,
                Content::Appended(_) => WriteOp::Append,
                Content::Nothing => WriteOp::Delete,
            },
            expect: match &write.expect {
                Expected::Anything => HostExpected::Anything,
                Expected::Absent => HostExpected::Absent,
                Expected::Etag(etag) => HostExpected::Etag(etag.clone()),
            },
            bytes: ByteBuf::from(write.bytes()),
        }
    }
}

/// What became of a call's last step.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase")]
pub enum Event {
    Locked,
    /// Nothing was ever written here, so there is nothing to lock yet.
    Unlocked,
    Loaded,
    /// The etags of what was put and the stamps of what was appended to, in order; any text for other writes, and for stamps
    /// that are unknown.
    Committed {
        etags: Vec<String>,
        #[serde(default)]
        stamps: Vec<String>,
    },
    /// A file is not what the call saw. Nothing was written.
    Stale,
    /// The lock could not be taken, or the write with this index could not be done; those before it were.
    Failed {
        at: usize,
        fault: Fault,
    },
}

/// What a call returns.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "camelCase")]
pub enum Reply {
    Result {
        /// The result as JSON text.
        json: String,
        /// Of a dry run: what would be written, as a unified diff.
        #[serde(skip_serializing_if = "Option::is_none")]
        diff: Option<String>,
    },
    Error {
        error: ToolError,
        /// The whole structured reply, where a toolset's specification has its own form for errors.
        #[serde(skip_serializing_if = "Option::is_none")]
        structured: Option<Box<serde_json::Value>>,
    },
}

impl From<ToolError> for Reply {
    fn from(mut error: ToolError) -> Self {
        let structured = error.structured.take();
        Self::Error { error, structured }
    }
}

impl Step {
    pub(super) fn done(reply: impl Into<Reply>) -> Self {
        Self::Done { reply: reply.into(), follow_ups: Vec::new() }
    }

    pub(super) fn internal_error(message: &str) -> Self {
        Self::done(Failure::Internal(message.to_owned()).to_error())
    }
}
