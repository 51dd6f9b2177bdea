//! `create_adr`: adds a decision record.

use schemars::JsonSchema;
use serde::Serialize;

use crate::files::{Interrupt, ToolResult};
use crate::text::iso_time;
use crate::toolkit::decisions::DecisionInput as Input;
use crate::toolkit::{Context, Outcome, Tool, tool};

use super::index_page::IndexPage;
use super::mapping::title;
use super::tasks::read;

pub(super) const TOOL: Tool = tool!(ADD, "create_adr", "Write down a decision as an architecture decision record.");

#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub(super) struct Output {
    pub(super) adr_id: String,
    /// Its file, relative to the root.
    pub(super) file_path: String,
    pub(super) created_at: String,
}

fn run(context: &Context<'_>, input: &Input) -> ToolResult<Outcome<Output>> {
    let title = title(&input.title.0, "title")?;
    let (adr_id, write) = context.new_decision(&title, input)?;
    // If the tasks cannot be read, the record is written all the same, without an update of the index page.
    let index = match read(context) {
        Ok(document) => IndexPage { new_decision: Some(&adr_id), ..IndexPage::with(&document) }.write(context)?,
        Err(Interrupt::Fail(_)) => None,
        Err(needs) => return Err(needs),
    };
    let (file_path, created_at) = (context.display_path(&write.path), iso_time(context.call.now_ms));
    let mut writes = vec![write];
    writes.extend(index);
    let output =
        move |_| Output { adr_id: adr_id.clone(), file_path: file_path.clone(), created_at: created_at.clone() };
    Ok(Outcome::after_all(writes, output))
}
