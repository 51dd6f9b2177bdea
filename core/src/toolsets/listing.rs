//! Everything a host tells its clients about all toolsets. Rendered when the product is built.

use serde_json::{Value, json};

use crate::contract::schema::{Side, render};

use super::TOOLSETS;
use super::registry::{Prompt, Resources, Tool, Toolset};

/// The listing of all toolsets.
pub fn listing() -> Value {
    json!({ "toolsets": TOOLSETS.iter().map(toolset).collect::<Vec<_>>() })
}

fn toolset(toolset: &Toolset) -> Value {
    let mut listed = json!({
        "name": toolset.name,
        "instructions": toolset.instructions,
        "tools": toolset.tools.iter().map(tool).collect::<Vec<_>>(),
        "prompts": toolset.prompts.iter().map(prompt).collect::<Vec<_>>(),
    });
    if let Some(resources) = &toolset.resources {
        listed["resourceTemplates"] = json!([template(resources)]);
    }
    listed
}

fn tool(tool: &Tool) -> Value {
    json!({
        "name": tool.name,
        "description": tool.description,
        "inputSchema": render(tool.input, Side::Input),
        "outputSchema": render(tool.output, Side::Output),
        "annotations": {
            "readOnlyHint": tool.annotations.read_only,
            "destructiveHint": tool.annotations.destructive,
            "idempotentHint": tool.annotations.idempotent,
            "openWorldHint": tool.annotations.open_world,
        },
    })
}

fn prompt(prompt: &Prompt) -> Value {
    let fields = prompt.input.fields();
    let arguments: Vec<_> = fields
        .iter()
        .map(|field| json!({ "name": field.name, "description": field.description.trim(), "required": !field.may_be_absent }))
        .collect();
    json!({ "name": prompt.name, "description": prompt.description, "arguments": arguments })
}

fn template(resources: &Resources) -> Value {
    json!({
        "uriTemplate": resources.uri_template,
        "name": resources.name,
        "description": resources.description,
        "mimeType": "text/markdown",
    })
}
