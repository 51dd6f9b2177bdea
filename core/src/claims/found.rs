//! What a host knows of the claims on a plan.

use serde::{Deserialize, Serialize};

/// The lease files of a plan, with what only a host can know about them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct ClaimFiles {
    pub here: Here,
    pub leases: Vec<LeaseFile>,
    /// Why claims on the remote are not known.
    pub remote: Option<String>,
}

/// Where the call is made, and by what kind of caller.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Here {
    pub branch: Option<String>,
    pub worktree: Option<String>,
    /// What git calls the worktree. `None` where all claims are on the same file.
    pub checkout: Option<String>,
    /// The server process; `None` for a command, which ends at once.
    pub process: Option<String>,
    /// Whether a person calls from a terminal.
    pub is_person: bool,
    /// Whether the caller's name was given, and is not random.
    pub is_lasting: bool,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct LeaseFile {
    /// The name of the file: the task's id.
    pub task: String,
    pub text: String,
    /// When its holder was last seen, in milliseconds since 1970.
    pub last_seen: u64,
    /// Whether its process is known to be dead.
    pub is_dead: bool,
    /// Whether it is on the remote, made in another clone.
    pub is_remote: bool,
}

impl ClaimFiles {
    /// No claims, if a host provides something else.
    pub fn parse(text: &str) -> Self {
        serde_json::from_str(text).unwrap_or_default()
    }
}
