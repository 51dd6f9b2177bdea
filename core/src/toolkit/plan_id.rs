//! Names of plans.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::Error;
use serde::{Deserialize, Deserializer};

use crate::contract::ArgumentError;
use crate::plan::is_id;
use crate::text::truncate;

/// Name of a plan: its file name without `.md`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlanId(pub String);

impl PlanId {
    pub fn new(id: impl Into<String>) -> Result<Self, ArgumentError> {
        let id = id.into();
        if is_id(&id) {
            return Ok(Self(id));
        }
        Err(ArgumentError::new(format!(
            "must be the name of a plan, not {:?}: 1 to 128 letters, digits, _ and -, starting with a letter or digit",
            truncate(&id, 60)
        )))
    }

    /// The plan's file, relative to the plans directory.
    pub fn path(&self) -> String {
        path_of(&self.0)
    }
}

impl<'de> Deserialize<'de> for PlanId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::new(String::deserialize(deserializer)?).map_err(|error| Error::custom(error.problem))
    }
}

impl JsonSchema for PlanId {
    fn schema_name() -> Cow<'static, str> {
        "PlanId".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        String::json_schema(generator)
    }
}

/// Refuses an id for a new plan if Windows has no files of this name.
pub(super) fn check_new_id(PlanId(id): &PlanId) -> Result<(), ArgumentError> {
    let name = id.to_ascii_lowercase();
    let is_numbered = |device: &str| {
        let number = name.strip_prefix(device);
        number.is_some_and(|number| number.len() == 1 && number.bytes().all(|digit| digit.is_ascii_digit()))
    };
    if ["con", "prn", "aux", "nul"].contains(&name.as_str()) || is_numbered("com") || is_numbered("lpt") {
        return Err(ArgumentError::new(format!("must not be {id}, which Windows reserves")).within("planId"));
    }
    Ok(())
}

/// The file of the plan with this id.
pub(crate) fn path_of(plan_id: &str) -> String {
    format!("{plan_id}.md")
}

/// The plan in a file of this name.
pub(crate) fn plan_id_of(name: &str) -> Option<&str> {
    name.strip_suffix(".md").filter(|id| is_id(id))
}
