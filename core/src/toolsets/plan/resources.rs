//! Plans as resources: their Markdown, as it is.

use crate::contract::{Json, Mismatch, Read, json};
use crate::toolkit::{PlanId, path_of, plan_id_of};
use crate::toolkit::display_name;
use crate::toolkit::{Context, ResourceTemplate, Resources};
use crate::files::{ToolResult};
use crate::toolkit::Outcome;

/// What the URIs start with.
const SCHEME: &str = "plan://";
const MIME_TYPE: &str = "text/markdown";

pub(super) const PLANS: Resources = Resources {
    uri_start: SCHEME,
    templates: &[ResourceTemplate { uri_template: "plan://{planId}", name: "plan", description: "A plan as Markdown" }],
    folders: &[""],
    mime_type: MIME_TYPE,
    list,
    read: |context, _| read(context),
    resource_uris: |path| plan_id_of(path).map(|id| format!("{SCHEME}{id}")).into_iter().collect(),
};

fn list(context: &Context<'_>) -> ToolResult<Vec<Json>> {
    let plans = context.files.summaries(context.plan_ids()?, |id| path_of(id))?;
    Ok(plans
        .into_iter()
        .filter_map(|(id, found)| {
            let plan = found.ok().filter(|plan| !plan.is_index)?;
            let title = display_name(plan.title.as_deref().unwrap_or(id));
            Some(json! { "uri": format!("{SCHEME}{id}"), "name": id, "title": title, "mimeType": MIME_TYPE })
        })
        .collect())
}

fn read(context: &Context<'_>) -> ToolResult<Outcome<String>> {
    let uri = context.call.name.as_str();
    let id = uri.strip_prefix(SCHEME).unwrap_or_default();
    let id = PlanId::read(&Json::from(id)).map_err(|mismatch: Mismatch| mismatch.within("uri"))?;
    let text = context.load_file(&id)?.document.text();
    Ok(Outcome::Ready(json! { "contents": vec![json! { "uri": uri, "mimeType": MIME_TYPE, "text": text }] }.to_string()))
}
