//! A lease: who holds a task, and since when.

use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;

use crate::contract::to_json;
use crate::history::iso_8601;

/// A claim as its file has it. When its holder was last seen is the time of the file, which a host renews without the core.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Lease {
    pub plan: String,
    pub task: String,
    /// `None`: someone, because the task is in progress and has no assignee.
    pub holder: Option<String>,
    pub branch: Option<String>,
    /// The worktree: its path, or on a remote only the name of its folder.
    pub worktree: Option<String>,
    /// What git calls the worktree, wherever it is mounted. `None` where all claims are on the same file.
    pub checkout: Option<String>,
    #[serde(rename = "since", with = "iso_8601")]
    pub since_ms: u64,
    #[serde(rename = "leaseMinutes")]
    pub minutes: u32,
    /// Whether a person made it at a terminal. It never expires.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_person: bool,
    /// Whether the name was given, so that the same holder may come back under it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_lasting: bool,
    /// Whether the task is finished, in the plan of this worktree. Others have not merged that yet.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_finished: bool,
    /// The server process behind it.
    pub process: Option<String>,
    /// When the process was first seen to be dead, and when the holder was last seen before that.
    pub dead: Option<Dead>,
    /// The last note that the holder added to the task.
    pub note: Option<String>,
    /// Makes this claim differ from every other.
    pub nonce: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Dead {
    #[serde(rename = "since", with = "iso_8601")]
    pub since_ms: u64,
    #[serde(rename = "lastSeen", with = "iso_8601")]
    pub last_seen_ms: u64,
}

impl Lease {
    /// `None` if it is not a lease.
    pub fn parse(text: &str) -> Option<Self> {
        serde_json::from_str(text).ok()
    }

    /// The content of its file.
    pub fn to_text(&self) -> String {
        to_json(self) + "\n"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lease_is_what_its_text_says() {
        let lease = Lease {
            plan: "shop".into(),
            task: "t_1".into(),
            holder: Some("ana/ui".into()),
            branch: Some("main".into()),
            worktree: Some("/home/ana/shop".into()),
            checkout: Some("main".into()),
            since_ms: 1_700_000_000_000,
            minutes: 30,
            is_person: false,
            is_lasting: true,
            is_finished: true,
            process: Some("p".into()),
            dead: Some(Dead { since_ms: 2_000, last_seen_ms: 1_000 }),
            note: Some("Half \"done\"".into()),
            nonce: Some("00ff".into()),
        };
        assert_eq!(Lease::parse(&lease.to_text()), Some(lease));
    }

    #[test]
    fn other_fields_are_passed_over_and_missing_ones_have_defaults() {
        let text = r#"{"plan":"p","task":"t","since":"2026-01-02T03:04:05.000Z","leaseMinutes":5,"later":[1]}"#;
        let lease = Lease::parse(text).unwrap();
        assert_eq!((lease.minutes, lease.holder, lease.is_person), (5, None, false));
        for broken in ["", "{}", "[]", "{\"plan\":1}", &text[..40]] {
            assert_eq!(Lease::parse(broken), None, "{broken}");
        }
    }
}
