//! `delete_task`: a task taken out, and out of everything that depends on it.

use crate::contract::{input, output};
use crate::edit::delete_everywhere;
use crate::toolsets::registry::{Done, tool};
use crate::toolsets::{Context, Tool};
use crate::workspace::Stop;

use super::dotted_ids::Ids;
use super::store::Store;

pub(super) const TOOL: Tool = tool!(
    REPLACE,
    "delete_task",
    "Delete a task with its subtasks, and its id from all dependencies. To keep a record, cancel it instead."
);

input! {
    /// Arguments.
    pub(super) struct Input {
        /// The task.
        "id" id: String,
    }
}

output! {
    /// Answer.
    pub(super) struct Output {
        /// That it is gone.
        "success" success: bool,
        /// Its id.
        "deletedId" deleted_id: String,
    }
}

fn run(context: &Context<'_>, input: &Input) -> Result<Done<Output>, Stop> {
    let store = Store::open(context)?;
    let ids = Ids::of(store.document());
    let number = ids.find(&input.id)?;
    let edited = delete_everywhere(store.document(), &ids.own(number))?;
    let deleted_id = ids.shown(number);
    Ok(store.write(edited, move |_| Output { success: true, deleted_id: deleted_id.clone() }))
}
