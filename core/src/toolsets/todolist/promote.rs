//! `todolist_promote`: adds the items of the list to a plan, so that they outlive the session.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::edit::{AddTask, Op, apply};
use crate::failure::ToolError;
use crate::files::ToolResult;
use crate::plan;
use crate::toolkit::{Context, Outcome, PlanId, Tool, tool, written};

use super::list::{Status, Todo, current};

pub(super) const TOOL: Tool = tool!(
    ADD,
    "todolist_promote",
    "Add the items of this session's todo list to a plan as tasks, in one write; the list stays.",
    super::ONLY_WITH_PLANS
);

#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct Input {
    /// The plan.
    pub(super) plan_id: PlanId,
    /// Under this task.
    pub(super) parent_task_id: Option<String>,
    /// Or in this section; missing headings are made.
    pub(super) section_path: Option<Vec<String>>,
    #[schemars(extend("default" = true))]
    pub(super) include_completed: Option<bool>,
    /// Expected etag.
    pub(super) if_match: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Output {
    /// The new tasks, in order.
    pub(super) task_ids: Vec<String>,
    pub(super) etag: String,
}

fn run(context: &Context<'_>, input: &Input) -> ToolResult<Outcome<Output>> {
    let todos = current(context)?;
    let ops: Vec<_> = todos.iter().filter(|todo| input.includes(todo)).map(|todo| input.op(todo)).collect();
    if ops.is_empty() {
        let message = "There is nothing to promote: the todo list has no such items; set it with todolist__set first";
        return Err(ToolError::new("EMPTY_LIST", message).into());
    }
    let found = context.load_for_edit(&input.plan_id, input.if_match.as_deref())?;
    let edited = apply(found.document, &ops, &mut context.ids())?;
    Ok(written(&input.plan_id, found, edited, |edited, receipt| Output {
        task_ids: edited.ops.iter().map(|op| op.task_id.clone()).collect(),
        etag: receipt.etag,
    }))
}

impl Input {
    fn includes(&self, todo: &Todo) -> bool {
        self.include_completed != Some(false) || todo.status != Status::Completed
    }

    fn op(&self, todo: &Todo) -> Op {
        let status = match todo.status {
            Status::Pending => plan::Status::Todo,
            Status::InProgress => plan::Status::Doing,
            Status::Completed => plan::Status::Done,
        };
        Op::from(AddTask {
            title: todo.content.clone(),
            status: Some(status.into()),
            section_path: self.section_path.clone(),
            parent_task_id: self.parent_task_id.clone(),
            ..AddTask::default()
        })
    }
}
