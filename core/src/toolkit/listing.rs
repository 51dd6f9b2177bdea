//! Everything that hosts show clients about toolsets, as JSON. Rendered natively when the product is built.

use serde_json::{Map, Value, json};

use crate::contract::schema::{Style, render, render_arguments};

use super::instructions::{Line, SHARED};
use super::{Availability, ListedTool, Prompt, Resources, Tool, Toolset};

/// The page in which hosts can show the tasks that a tool lists, and these tools.
const CHAT_PAGE: &str = "ui://long-term-plan/tasks.html";
const SHOWN_IN_CHAT: [(&str, &str); 2] = [("plan", "plan_get"), ("plan", "task_list")];

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
        "tools": toolset.tools.iter().map(|tool| listed_tool(tool, toolset)).collect::<Vec<_>>(),
        "prompts": toolset.prompts.iter().map(listed_prompt).collect::<Vec<_>>(),
        "resourceTemplates": toolset.resources.iter().flat_map(listed_templates).collect::<Vec<_>>(),
        "resourceFolders": toolset.resources.iter().flat_map(|resources| resources.folders).collect::<Vec<_>>(),
    });
    if let Some(skill) = toolset.instructions.skill() {
        listed["skill"] = json!(skill);
    }
    listed
}

fn listed_tool(tool: &Tool, toolset: &Toolset) -> Value {
    let ListedTool { title, description, search_hint, is_always_loaded, input, output } = tool.listed;
    let mut listed = json!({ "name": tool.name });
    let mut annotations = json!({});
    if !title.is_empty() {
        // Some clients show only the one among the annotations.
        listed["title"] = title.into();
        annotations["title"] = title.into();
    }
    listed["description"] = description.into();
    let (input, accepted) = render_arguments(input, toolset.input_style);
    listed["inputSchema"] = input;
    listed["outputSchema"] = render(output, Style::Result);
    annotations["readOnlyHint"] = tool.annotations.read_only.into();
    annotations["destructiveHint"] = tool.annotations.destructive.into();
    annotations["idempotentHint"] = tool.annotations.idempotent.into();
    annotations["openWorldHint"] = tool.annotations.open_world.into();
    listed["annotations"] = annotations;
    if is_always_loaded {
        listed["_meta"]["anthropic/alwaysLoad"] = true.into();
    }
    if !search_hint.is_empty() {
        listed["_meta"]["anthropic/searchHint"] = search_hint.into();
    }
    if SHOWN_IN_CHAT.contains(&(toolset.name, tool.name)) {
        listed["_meta"]["ui"] = json!({ "resourceUri": CHAT_PAGE });
    }
    // For hosts, which do not pass it on to clients.
    if !accepted.is_empty() {
        listed["accepted"] = accepted.into();
    }
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
