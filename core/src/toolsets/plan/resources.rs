//! Plans as resources: their Markdown, unchanged.

use crate::claims::plan_of_claim;
use crate::files::ToolResult;
use crate::toolkit::{
    Context, Outcome, PlanId, ResourceEntry, ResourceTemplate, Resources, display_name, path_of, plan_id_of,
    resource_reply,
};

const SCHEME: &str = "plan://";
const MIME_TYPE: &str = "text/markdown";

pub(super) const PLANS: Resources = Resources {
    uri_start: SCHEME,
    templates: &[ResourceTemplate { uri_template: "plan://{planId}", name: "plan", description: "A plan as Markdown" }],
    folders: &[""],
    mime_type: MIME_TYPE,
    list,
    read: |context, _| read(context),
    resource_uris: |path| {
        let id = plan_id_of(path).or_else(|| plan_of_claim(path));
        id.map(|id| format!("{SCHEME}{id}")).into_iter().collect()
    },
};

fn list(context: &Context<'_>) -> ToolResult<Vec<ResourceEntry>> {
    let plans = context.files.summaries(context.plan_ids()?, |id| path_of(id))?;
    Ok(plans
        .into_iter()
        .filter_map(|(id, found)| {
            let plan = found.ok().filter(|plan| !plan.is_index)?;
            let title = display_name(plan.title.as_deref().unwrap_or(id));
            let uri = format!("{SCHEME}{id}");
            Some(ResourceEntry { uri, name: id.to_owned(), title: Some(title), mime_type: MIME_TYPE })
        })
        .collect())
}

fn read(context: &Context<'_>) -> ToolResult<Outcome<String>> {
    let uri = context.call.name.as_str();
    let id = uri.strip_prefix(SCHEME).unwrap_or_default();
    let id = PlanId::new(id).map_err(|error| error.within("uri"))?;
    let text = context.load_file(&id)?.document.text();
    Ok(resource_reply(uri, MIME_TYPE, text))
}
