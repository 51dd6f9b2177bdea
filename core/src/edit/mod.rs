//! Changes to a plan as the smallest text edits.
//!
//! Each kind of operation is a pure function from a document to a [`TextEdit`]. [`apply`] runs several: all or none.

mod attributes;
mod batch_refs;
mod body;
mod cycles;
mod error;
mod indent;
mod insertion_point;
mod lines;
mod numbered_subtasks;
mod op;
mod plan;
mod repair;
mod section;
mod task;
mod titles;

pub use error::EditError;
pub use numbered_subtasks::{add_numbered, delete_everywhere, number_of};
pub use op::{
    AddOp, AddTask, AttributeChanges, DeleteTask, MoveTask, Op, Position, TaskChanges, UpdatePlan, UpdateTask,
};
pub use plan::{Template, create};
pub use repair::{AppliedRepair, RepairAction, Repaired, repair};
pub use section::{add_section, rename_section};
pub use task::render_task;
pub(crate) use titles::task_title;

use crate::plan::{Document, IdGenerator};
use crate::text::TextEdit;
use batch_refs::BatchRefs;

/// The result of [`apply`].
#[derive(Clone, Debug)]
pub struct Edited {
    pub document: Document,
    /// The change, as one edit of the old text.
    pub edit: TextEdit,
    /// The task id of each operation; empty for the plan itself.
    pub task_ids: Vec<String>,
}

/// Applies all operations, or none if one of them is rejected.
///
/// ```
/// use long_term_plan_core::edit::{apply, Op};
/// use long_term_plan_core::plan::{Document, IdGenerator};
/// let text = "<!-- long-term-plan:format=v1 -->\n# Demo\n- [ ] Write <!-- long-term-plan:id=t_1 -->\n";
/// let op = Op::from_json(r#"{ "op": "update", "taskId": "t_1", "status": "done" }"#).unwrap();
/// let edited = apply(&Document::new(text.into()), &[op], &mut IdGenerator::new(0, [0; 10])).unwrap();
/// assert_eq!(edited.document.text(), text.replace("[ ]", "[√]"));
/// assert_eq!(edited.edit.changed_ranges().len(), 1);
/// ```
pub fn apply(document: &Document, ops: &[Op], ids: &mut IdGenerator) -> Result<Edited, EditError> {
    if document.plan().errors().next().is_some() {
        return Err(EditError::invalid_plan(document.plan().errors()));
    }
    let mut refs = BatchRefs::default();
    let mut edited: Option<Document> = None;
    let mut edit = TextEdit::default();
    let mut task_ids = Vec::with_capacity(ops.len());
    for (index, op) in ops.iter().enumerate() {
        let at_op = |error| EditError { op: index, ..error };
        let op = refs.resolve(op.clone()).map_err(at_op)?;
        let before = edited.as_ref().unwrap_or(document);
        let change = op_edit(before, &op, ids).map_err(at_op)?;
        let old_parent = cycles::parent_of(before, &change.task_id).map(str::to_owned);
        let after: &Document = match &mut edited {
            Some(edited) => {
                edited.edit(&change.edit);
                edited
            }
            None => edited.insert(document.edited(&change.edit)),
        };
        if after.plan().errors().next().is_some() {
            return Err(at_op(EditError::invalid_plan(after.plan().errors())));
        }
        if let Op::Move(to) = &op {
            cycles::check_move(after, &to.task_id, old_parent.as_deref()).map_err(at_op)?;
        }
        refs.add(&op, &change.task_id);
        edit = edit.then(&change.edit);
        task_ids.push(change.task_id);
    }
    let edit = edit.narrowed(document.text());
    Ok(Edited { document: edited.unwrap_or_else(|| document.clone()), edit, task_ids })
}

/// The edit of one operation.
struct OpEdit {
    edit: TextEdit,
    task_id: String,
}

fn op_edit(document: &Document, op: &Op, ids: &mut IdGenerator) -> Result<OpEdit, EditError> {
    let of_task = |task_id: &str, edit| OpEdit { edit, task_id: task_id.to_owned() };
    match op {
        Op::Add(add) => {
            let id = ids.next_id();
            task::add(document, &add.task, &id).map(|edit| OpEdit { edit, task_id: id })
        }
        Op::Update(update) => task::update(document, update).map(|edit| of_task(&update.task_id, edit)),
        Op::Move(to) => task::move_to(document, to).map(|edit| of_task(&to.task_id, edit)),
        Op::Delete(delete) => task::delete(document, &delete.task_id).map(|edit| of_task(&delete.task_id, edit)),
        Op::UpdatePlan(update) => plan::update(document, update).map(|edit| of_task("", edit)),
    }
}
