//! Changes to a plan as the smallest text edits.
//!
//! Each kind of operation is a pure function from a document to a [`TextEdit`]. [`apply`] runs several: all or none.

mod adopt;
mod attributes;
mod body;
mod cycles;
mod error;
mod indent;
mod insertion_point;
mod lines;
mod names;
mod numbered_subtasks;
mod op;
mod plan;
mod repair;
mod section;
mod status_word;
mod task;
mod titles;

pub use adopt::{AdoptedEdit, Adoption, adopt};
pub use error::EditError;
pub(crate) use names::{Naming, find_task};
pub use numbered_subtasks::{add_numbered, delete_everywhere, number_of};
pub use op::{
    AddOp, AddTask, AttributeChanges, Container, DeleteTask, MoveTask, Op, Position, TaskChanges, TaskField,
    UpdatePlan, UpdateTask,
};
pub use plan::{Template, create};
pub use repair::{AppliedRepair, RepairAction, Repaired, repair, repair_since};
pub use section::{add_section, rename_section};
pub use status_word::StatusWord;
pub use task::render_task;
pub(crate) use titles::{Plain, are_alike, task_title};

use crate::plan::{Document, IdGenerator};
use crate::text::TextEdit;
use names::Names;
use task::Placed;

/// The result of [`apply`].
#[derive(Clone, Debug)]
pub struct Edited {
    pub document: Document,
    /// The change, as one edit of the old text.
    pub edit: TextEdit,
    /// What each operation did.
    pub ops: Vec<EditedOp>,
}

/// What one operation did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EditedOp {
    /// The task; empty for the plan itself.
    pub task_id: String,
    /// The section that was added, if it was missing.
    pub created_section: Option<Vec<String>>,
    /// Characters of the body that was replaced or removed.
    pub replaced_body: Option<usize>,
}

impl Edited {
    /// The task of a single operation.
    pub fn task_id(&self) -> &str {
        self.ops.first().map_or("", |op| &op.task_id)
    }
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
    apply_named(document, ops, ids, Naming::Exact)
}

/// Like [`apply`], with a choice of how operations name tasks and sections.
pub(crate) fn apply_named(
    document: &Document,
    ops: &[Op],
    ids: &mut IdGenerator,
    naming: Naming,
) -> Result<Edited, EditError> {
    if document.plan().errors().next().is_some() {
        return Err(EditError::invalid_plan(document.plan().errors()));
    }
    let mut names = Names::default();
    let mut edited: Option<Document> = None;
    let mut edit = TextEdit::default();
    let mut results = Vec::with_capacity(ops.len());
    for (index, op) in ops.iter().enumerate() {
        let at_op = |error| EditError { op: index, ..error };
        let before = edited.as_ref().unwrap_or(document);
        let op = names.resolve(before, op.clone(), naming).map_err(at_op)?;
        let OpEdit { edit: change, result } = op_edit(before, &op, ids).map_err(at_op)?;
        let old_parent = cycles::parent_of(before, &result.task_id).map(str::to_owned);
        let after: &Document = match &mut edited {
            Some(edited) => {
                edited.edit(&change);
                edited
            }
            None => edited.insert(document.edited(&change)),
        };
        if after.plan().errors().next().is_some() {
            return Err(at_op(EditError::invalid_plan(after.plan().errors())));
        }
        if let Op::Move(to) = &op {
            cycles::check_move(after, &to.task_id, old_parent.as_deref()).map_err(at_op)?;
        }
        names.add(index, &op, &result.task_id);
        edit = edit.then(&change);
        results.push(result);
    }
    let edit = edit.narrowed(document.text());
    Ok(Edited { document: edited.unwrap_or_else(|| document.clone()), edit, ops: results })
}

/// The edit of one operation.
struct OpEdit {
    edit: TextEdit,
    result: EditedOp,
}

fn op_edit(document: &Document, op: &Op, ids: &mut IdGenerator) -> Result<OpEdit, EditError> {
    match op {
        Op::Add(add) => {
            let id = ids.next_id();
            let placed = task::add(document, &add.task, &id)?;
            Ok(OpEdit::placed(&id, placed, add.task.section_path.as_ref()))
        }
        Op::Update(update) => task::update(document, update),
        Op::Move(to) => {
            let placed = task::move_to(document, to)?;
            Ok(OpEdit::placed(&to.task_id, placed, to.section_path.as_ref()))
        }
        Op::Delete(delete) => {
            let edit = task::delete(document, &delete.task_id)?;
            Ok(OpEdit { edit, result: EditedOp { task_id: delete.task_id.clone(), ..EditedOp::default() } })
        }
        Op::UpdatePlan(update) => plan::update(document, update),
    }
}

impl OpEdit {
    fn placed(task_id: &str, Placed { edit, creates_section }: Placed, path: Option<&Vec<String>>) -> Self {
        let created_section = path.filter(|_| creates_section).cloned();
        Self { edit, result: EditedOp { task_id: task_id.to_owned(), created_section, ..EditedOp::default() } }
    }
}
