//! Everything a host tells its clients about all toolsets. Rendered when the product is built.

use crate::contract::schema::{Side, render};
use crate::contract::{Field, Json, json};

use super::TOOLSETS;
use super::registry::{Offered, Prompt, Resources, Tool, Toolset};

/// The listing of all toolsets.
pub fn listing() -> Json {
    json! { "toolsets": TOOLSETS.iter().map(toolset).collect::<Vec<_>>() }
}

fn toolset(toolset: &Toolset) -> Json {
    json! {
        "name": toolset.name,
        "instructions": toolset.instructions,
        "tools": toolset.tools.iter().map(|each| tool(each, toolset.input_side)).collect::<Vec<_>>(),
        "prompts": toolset.prompts.iter().map(prompt).collect::<Vec<_>>(),
        "resourceTemplates": toolset.resources.iter().flat_map(templates).collect::<Vec<_>>(),
        "resourceFolders": toolset.resources.iter().flat_map(|each| each.folders).copied().collect::<Vec<_>>(),
    }
}

fn tool(tool: &Tool, input_side: Side) -> Json {
    let annotations = json! {
        "readOnlyHint": tool.annotations.read_only,
        "destructiveHint": tool.annotations.destructive,
        "idempotentHint": tool.annotations.idempotent,
        "openWorldHint": tool.annotations.open_world,
    };
    let mut listed = json! {
        "name": tool.name,
        "description": tool.description,
        "inputSchema": render(tool.input, input_side),
        "outputSchema": render(tool.output, Side::Output),
        "annotations": annotations,
    };
    if let (Json::Object(fields), Some(offered)) = (&mut listed, offered(tool.offered)) {
        fields.push(("offered".to_owned(), offered));
    }
    listed
}

/// What a host has to know to list a tool rightly; clients are not told.
fn offered(offered: Offered) -> Option<Json> {
    match offered {
        Offered::Always => None,
        Offered::OnlyBeside(toolset) => Some(json! { "onlyBeside": toolset }),
        Offered::Renamed { beside, to } => Some(json! { "beside": beside, "as": to }),
    }
}

fn prompt(prompt: &Prompt) -> Json {
    let argument = |field: &Field| {
        json! { "name": field.name, "description": field.description.trim(), "required": !field.may_be_absent }
    };
    let arguments: Vec<_> = prompt.input.fields().iter().map(argument).collect();
    json! { "name": prompt.name, "description": prompt.description, "arguments": arguments }
}

fn templates(resources: &Resources) -> impl Iterator<Item = Json> {
    resources.templates.iter().map(|template| {
        json! {
            "uriTemplate": template.uri_template,
            "name": template.name,
            "description": template.description,
            "mimeType": resources.mime_type,
        }
    })
}
