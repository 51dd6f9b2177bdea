//! `update_subtask`: a step of a task changed.

use crate::contract::input;
use crate::toolsets::registry::{Done, tool};
use crate::toolsets::{Context, Tool};
use crate::workspace::Stop;

use super::dotted_ids::Ids;
use super::mapping::Status;
use super::store::Store;
use super::update_task::{Changes, change};
use super::view::TaskOutput as Output;

pub(super) const TOOL: Tool = tool!(REPLACE, "update_subtask", "Change a subtask; returns its parent.");

input! {
    /// Arguments.
    pub(super) struct Input {
        /// parentId.N
        "subtaskId" subtask_id: String,
        /// New status.
        "status" status: Option<Status>,
        /// One line.
        "title" title: Option<String>,
        /// Markdown; \"\" for none.
        "description" description: Option<String>,
    }
}

fn run(context: &Context<'_>, input: &Input) -> Result<Done<Output>, Stop> {
    let store = Store::open(context)?;
    let (number, parent) = Ids::of(store.document()).find_subtask(&input.subtask_id)?;
    let wanted = Changes {
        title: input.title.clone(),
        description: input.description.clone(),
        status: input.status,
        ..Changes::default()
    };
    change(context, &store, number, parent, &wanted)
}
