//! Everything that hosts show clients about toolsets, as JSON. Rendered natively when the product is built.

use serde_json::{Map, Value, json};

use crate::contract::schema::{Style, render};

use super::instructions::{Line, SHARED};
use super::{Availability, Prompt, Resources, Tool, Toolset};

pub fn listing(toolsets: &[Toolset]) -> Value {
    let shared: Vec<_> = SHARED.iter().map(|(only, text)| Line::new(*only, text)).collect();
    json!({ "instructions": shared, "toolsets": toolsets.iter().map(listed_toolset).collect::<Vec<_>>() })
}

fn listed_toolset(toolset: &Toolset) -> Value {
    let mut listed = json!({
        "name": toolset.name,
        "instructions": toolset.instructions.lines(),
        "hasDottedNames": toolset.has_dotted_names,
        "hasIfMatch": toolset.has_if_match,
        "tools": toolset.tools.iter().map(|tool| listed_tool(tool, toolset.input_style)).collect::<Vec<_>>(),
        "prompts": toolset.prompts.iter().map(listed_prompt).collect::<Vec<_>>(),
        "resourceTemplates": toolset.resources.iter().flat_map(listed_templates).collect::<Vec<_>>(),
        "resourceFolders": toolset.resources.iter().flat_map(|resources| resources.folders).collect::<Vec<_>>(),
    });
    if let Some(skill) = toolset.instructions.skill() {
        listed["skill"] = json!(skill);
    }
    listed
}

fn listed_tool(tool: &Tool, input_style: Style) -> Value {
    let mut listed = json!({
        "name": tool.name,
        "description": tool.listed.description,
        "inputSchema": render(tool.listed.input, input_style),
        "outputSchema": render(tool.listed.output, Style::Result),
        "annotations": {
            "readOnlyHint": tool.annotations.read_only,
            "destructiveHint": tool.annotations.destructive,
            "idempotentHint": tool.annotations.idempotent,
            "openWorldHint": tool.annotations.open_world,
        },
    });
    // For hosts, which do not pass it on to clients.
    match tool.availability {
        Availability::Always => {}
        Availability::OnlyWith(toolset) => listed["offered"] = json!({ "onlyWith": toolset }),
        Availability::OnlyWithout(toolset) => listed["offered"] = json!({ "onlyWithout": toolset }),
        Availability::RenamedWith { toolset, to } => listed["offered"] = json!({ "with": toolset, "as": to }),
    }
    listed
}

fn listed_prompt(prompt: &Prompt) -> Value {
    let schema = prompt.schema();
    let required = schema.get("required").and_then(Value::as_array).cloned().unwrap_or_default();
    let argument = |(name, property): (&String, &Value)| json!({ "name": name, "description": property["description"], "required": required.contains(&json!(name)) });
    let empty = Map::new();
    let properties = schema.get("properties").and_then(Value::as_object).unwrap_or(&empty);
    let arguments: Vec<_> = properties.iter().map(argument).collect();
    json!({ "name": prompt.name, "description": prompt.description, "arguments": arguments })
}

impl Prompt {
    fn schema(&self) -> Value {
        let mut generator = schemars::SchemaGenerator::default();
        (self.input)(&mut generator).to_value()
    }
}

fn listed_templates(resources: &Resources) -> impl Iterator<Item = Value> {
    resources.templates.iter().map(|template| {
        json!({
            "uriTemplate": template.uri_template,
            "name": template.name,
            "description": template.description,
            "mimeType": resources.mime_type,
        })
    })
}
