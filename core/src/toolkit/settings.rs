//! What a host decides once, before the first call.

use serde::Deserialize;

/// What a host decides once, before the first call.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Settings {
    /// Names of the toolsets that are on.
    pub toolsets: Vec<String>,
    /// Path of the plans directory, relative to the root, as it is shown in answers.
    pub plans_dir: String,
    /// Names of the only tools that are on; all of the toolsets' if left out.
    pub tools: Option<Vec<String>>,
    /// Whether nothing may be written.
    pub read_only: Option<bool>,
    /// Whether every write has to name the etag it is based on.
    pub require_if_match: Option<bool>,
    /// Whether at most one task of a plan may be in progress.
    pub one_doing: Option<bool>,
    /// The plan that toolsets without `planId` work on.
    pub plan: Option<String>,
    /// How tools are listed, for messages that name one; underscored if left out.
    pub tool_names: Option<ToolNames>,
    /// What a write does with a plan that has errors; it is refused by default.
    pub hand_edits: Option<HandEdits>,
    /// The boxes of new plans.
    pub markers: Option<Markers>,
    /// How long a claim lasts without a sign of life.
    pub lease_minutes: Option<u32>,
}

/// `plan_list` or `plan.list`. Calls can use either.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum ToolNames {
    Underscored,
    Dotted,
}

/// What a write does with a plan that has errors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum HandEdits {
    Refuse,
    /// It adopts what is unambiguous first.
    Adopt,
}

/// The boxes of a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Markers {
    Plan,
    Gfm,
}
