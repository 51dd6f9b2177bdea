//! `plan_create`: a new plan.

use crate::contract::{input, output};
use crate::edit::{Template, create};
use crate::toolsets::access::PlanId;
use crate::toolsets::registry::{Done, tool};
use crate::toolsets::{Context, Tool};
use crate::workspace::{Stop, Write};

pub(super) const TOOL: Tool = tool!(ADD, "plan_create", "Create a plan.");

input! {
    /// Arguments.
    pub(super) struct Input {
        /// Letters, digits, _ and -.
        "planId" plan_id: PlanId,
        /// One line.
        "title" title: String,
        /// Its sections.
        "template" template: Option<Template>,
        /// Its body.
        "bodyMarkdown" body_markdown: Option<String>,
    }
}

output! {
    /// Answer.
    pub(super) struct Output {
        /// The plan.
        "planId" plan_id: String,
        /// Its file, relative to the root.
        "path" path: String,
        /// Fingerprint of the file.
        "etag" etag: String,
    }
}

fn run(context: &Context<'_>, input: &Input) -> Result<Done<Output>, Stop> {
    let plan_id = input.plan_id.0.clone();
    let template = input.template.unwrap_or(Template::Empty);
    let text = create(&input.title, template, input.body_markdown.as_deref())?;
    let path = context.shown_path(&input.plan_id);
    context.check_new(&input.plan_id)?;
    let write = Write::new_plan(input.plan_id.path(), text);
    Ok(Done::after(write, move |etag| Output { plan_id: plan_id.clone(), path: path.clone(), etag }))
}
