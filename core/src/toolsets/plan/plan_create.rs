//! `plan_create`: creates a plan.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::edit::{Template, create};
use crate::files::{ToolResult, Write};
use crate::toolkit::{ChangeOutput, Context, Outcome, PlanId, Receipt, Tool, tool};

pub(super) const TOOL: Tool = tool!(ADD, "plan_create", "Make a new plan: todo list, checklist, backlog or roadmap.")
    .found_as("Create plan", "create or start a new todo list, project plan, roadmap, backlog, checklist");

#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct Input {
    /// A slug
    pub(super) plan_id: PlanId,
    pub(super) title: String,
    /// basic: Now, Next, Later
    pub(super) template: Option<Template>,
    pub(super) body_markdown: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Output {
    pub(super) plan_id: String,
    /// Relative to the root.
    pub(super) path: String,
    pub(super) etag: String,
    #[serde(flatten)]
    pub(super) change: ChangeOutput,
}

fn run(context: &Context<'_>, input: &Input) -> ToolResult<Outcome<Output>> {
    let plan_id = input.plan_id.0.clone();
    let template = input.template.unwrap_or(Template::Empty);
    let text = create(&input.title, template, input.body_markdown.as_deref())?;
    let path = context.display_path(&input.plan_id.path());
    context.require_absent(&input.plan_id)?;
    let write = Write::new_plan(input.plan_id.path(), text);
    Ok(Outcome::after_change(write, move |Receipt { etag, change }| Output {
        plan_id: plan_id.clone(),
        path: path.clone(),
        etag,
        change,
    }))
}
