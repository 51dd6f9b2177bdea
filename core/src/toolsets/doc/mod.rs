//! The toolset `doc`: files checked and repaired, however broken they are.

mod repair;
mod validate;

use super::Toolset;

pub(super) const TOOLSET: Toolset =
    Toolset { name: "doc", tools: &[validate::TOOL, repair::TOOL], prompts: &[], resources: None };
