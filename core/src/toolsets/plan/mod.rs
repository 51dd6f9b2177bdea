//! The toolset `plan`: plans and their tasks.

mod list;

use super::Tool;

pub(super) const TOOLS: &[Tool] = &[list::TOOL];
