//! `todolist_load`: replaces the list by the subtasks of a task.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;

use crate::failure::{Failure, ToolError};
use crate::files::ToolResult;
use crate::plan::{AttributeKey, Document, Status as PlanStatus, Task};
use crate::toolkit::{Context, Outcome, PlanId, Tool, tool};
use crate::views::DiagnosticView;

use super::list::{Status, Todo, TodoCounts, current, save};

pub(super) const TOOL: Tool = tool!(
    REMEMBER,
    "todolist_load",
    "Start this session's todo list from the subtasks of a task.",
    super::ONLY_WITH_PLANS
);

#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct Input {
    /// The plan.
    pub(super) plan_id: PlanId,
    /// The task.
    pub(super) task_id: String,
    /// Discard a list that has open items.
    #[schemars(extend("default" = false))]
    pub(super) replace: Option<bool>,
}

#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub(super) struct Output {
    pub(super) todos: Vec<Todo>,
    pub(super) summary: TodoCounts,
    /// Errors of the file.
    pub(super) diagnostics: Option<Vec<DiagnosticView>>,
}

fn run(context: &Context<'_>, input: &Input) -> ToolResult<Outcome<Output>> {
    let open = current(context)?.iter().filter(|todo| todo.status != Status::Completed).count();
    if open > 0 && input.replace != Some(true) {
        let message = format!(
            "The todo list still has open items ({open}); keep them with todolist_promote, or pass replace=true to give them up"
        );
        return Err(ToolError::new("NOT_EMPTY", message).into());
    }
    let document = context.plan(&input.plan_id)?.document;
    let found = document.plan().find(document.text(), &input.task_id);
    let index = found.ok_or_else(|| Failure::task_not_found(&input.task_id))?;
    let todos = subtasks_as_todos(document, index);
    if todos.is_empty() {
        let message = format!("Task {} has no subtasks to start a list from", input.task_id);
        return Err(ToolError::new("NOT_A_PARENT", message).into());
    }
    let diagnostics = DiagnosticView::errors_of(document);
    Ok(Outcome::after(save(&todos)?, move |_| Output {
        summary: TodoCounts::of(&todos),
        todos: todos.clone(),
        diagnostics: diagnostics.clone(),
    }))
}

/// The subtasks of a task as items. Only one item may be in progress: the first subtask that is, unless it is blocked or deferred.
fn subtasks_as_todos(document: &Document, parent: usize) -> Vec<Todo> {
    let (text, tasks) = (document.text(), &document.plan().tasks);
    let mut has_in_progress = false;
    let below = parent + 1..tasks[parent].subtree_end;
    let children = below.map(|index| &tasks[index]).filter(|task| task.parent == Some(parent));
    let todo = |task: &Task| {
        let is_paused = task.value(text, AttributeKey::State).is_some();
        let status = match task.status {
            PlanStatus::Done => Status::Completed,
            PlanStatus::Doing if !has_in_progress && !is_paused => {
                has_in_progress = true;
                Status::InProgress
            }
            PlanStatus::Doing | PlanStatus::Todo => Status::Pending,
        };
        let content = task.title.of(text).to_owned();
        Todo { status, active_form: format!("Working on: {content}"), content }
    };
    children.map(todo).filter(|todo| !todo.content.trim().is_empty()).collect()
}
