//! What a host decides once, before the first call.

use crate::contract::{Json, Mismatch, input, read_arguments};

use super::ToolError;

input! {
    /// What a host decides once, before the first call.
    pub struct Settings {
        /// Names of the toolsets that are on.
        "toolsets" toolsets: Vec<String>,
        /// Path of the plans directory, relative to the root, as it is shown in answers.
        "plansDir" plans_dir: String,
        /// Names of the only tools that are on; all of the toolsets' if left out.
        "tools" tools: Option<Vec<String>>,
        /// Whether nothing may be written.
        "readOnly" read_only: Option<bool>,
        /// Whether every write has to name the etag it is based on.
        "requireIfMatch" require_if_match: Option<bool>,
        /// Whether at most one task of a plan may be in progress.
        "oneDoing" one_doing: Option<bool>,
        /// The plan that toolsets without `planId` work on.
        "plan" plan: Option<String>,
    }
}

impl Settings {
    /// Reads them from JSON.
    pub fn from_json(json: &str) -> Result<Self, ToolError> {
        Json::parse(json)
            .map_err(|error| Mismatch::new(format!("are not valid JSON: {error}")))
            .and_then(|settings| read_arguments(&settings))
            .map_err(|mismatch| ToolError::new("INVALID_SETTINGS", format!("Settings: {}", mismatch.message())))
    }
}
