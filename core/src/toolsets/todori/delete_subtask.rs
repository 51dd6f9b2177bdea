//! `delete_subtask`: a step of a task taken out.

use crate::contract::input;
use crate::edit::delete_everywhere;
use crate::toolsets::registry::{Done, tool};
use crate::toolsets::{Context, Tool};
use crate::workspace::Stop;

use super::dotted_ids::Ids;
use super::store::Store;
use super::times::Times;
use super::view::TaskOutput as Output;

pub(super) const TOOL: Tool = tool!(REPLACE, "delete_subtask", "Delete a subtask; returns its parent.");

input! {
    /// Arguments.
    pub(super) struct Input {
        /// parentId.N
        "subtaskId" subtask_id: String,
    }
}

fn run(context: &Context<'_>, input: &Input) -> Result<Done<Output>, Stop> {
    let store = Store::open(context)?;
    let ids = Ids::of(store.document());
    let (number, parent) = ids.find_subtask(&input.subtask_id)?;
    let edited = delete_everywhere(store.document(), &ids.own(number))?;
    let times = Times::of(context)?.task(&ids.own(parent));
    Ok(store.write_and_show(edited, ids.own(parent), times))
}
