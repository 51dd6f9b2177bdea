//! How a tool is declared, found and listed.

use serde::Serialize;
use serde_json::{Value, json};

use crate::contract::schema::{Side, render};
use crate::contract::{Read, Schema, read_arguments};
use crate::workspace::{Files, Settings, Stop, ToolError};

use super::TOOLSETS;

/// A named group of tools that is switched on or off as a whole.
#[derive(Debug)]
pub struct Toolset {
    /// Its name.
    pub name: &'static str,
    /// Its tools, in the order of the listing.
    pub tools: &'static [Tool],
}

/// A tool, declared once.
#[derive(Debug)]
pub struct Tool {
    /// Its name, with underscores.
    pub name: &'static str,
    /// What it does, in words meant for a model.
    pub description: &'static str,
    /// How careful a client has to be.
    pub annotations: Annotations,
    /// Its arguments.
    pub input: Schema,
    /// Its answer.
    pub output: Schema,
    /// Runs it, from the start, with what is loaded.
    pub run: fn(&Context<'_>, &Value) -> Result<Answer, Stop>,
}

/// What a client may assume about a tool.
#[allow(clippy::struct_excessive_bools, reason = "the four hints of the protocol are independent of each other")]
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Annotations {
    /// It changes nothing.
    #[serde(rename = "readOnlyHint")]
    pub read_only: bool,
    /// It may take something away.
    #[serde(rename = "destructiveHint")]
    pub destructive: bool,
    /// A second call with the same arguments changes nothing more.
    #[serde(rename = "idempotentHint")]
    pub idempotent: bool,
    /// It deals with the world outside of the plans.
    #[serde(rename = "openWorldHint")]
    pub open_world: bool,
}

impl Annotations {
    /// A tool that only looks.
    pub const READ: Self = Self { read_only: true, destructive: false, idempotent: true, open_world: false };
}

/// What a tool works with.
#[derive(Debug)]
pub struct Context<'w> {
    /// The files.
    pub files: Files<'w>,
    /// The host's settings.
    pub settings: &'w Settings,
}

/// The answer of a tool, as JSON.
#[derive(Clone, Debug)]
pub struct Answer(pub String);

/// A tool's function with typed input and output, from one with JSON.
pub(super) fn run_typed<I: Read, O: Serialize>(
    context: &Context<'_>,
    arguments: &Value,
    run: impl Fn(&Context<'_>, I) -> Result<O, Stop>,
) -> Result<Answer, Stop> {
    let input = read_arguments(arguments).map_err(|mismatch| {
        ToolError::new("INVALID_ARGUMENT", mismatch.message()).with_details(json!({ "field": mismatch.field }))
    })?;
    let output = run(context, input)?;
    let json = serde_json::to_string(&output).map_err(|error| ToolError::new("INTERNAL_ERROR", error.to_string()))?;
    Ok(Answer(json))
}

/// The tool called `name` in the toolsets that are on. The specification's names have dots where the listing, for the
/// sake of clients that refuse dots, has underscores; a call may use either.
pub fn find(toolsets: &[String], name: &str) -> Option<&'static Tool> {
    let same = |tool: &&Tool| {
        tool.name.len() == name.len()
            && tool.name.bytes().zip(name.bytes()).all(|(ours, asked)| ours == asked || (ours == b'_' && asked == b'.'))
    };
    tools_of(toolsets).find(same)
}

fn tools_of(toolsets: &[String]) -> impl Iterator<Item = &'static Tool> {
    TOOLSETS.iter().filter(|toolset| toolsets.iter().any(|on| on == toolset.name)).flat_map(|toolset| toolset.tools)
}

/// The error for a name that no tool has.
pub fn unknown_tool(toolsets: &[String], name: &str) -> ToolError {
    let names: Vec<_> = tools_of(toolsets).map(|tool| tool.name).collect();
    ToolError::new("UNKNOWN_TOOL", format!("Unknown tool: {name}; available are: {}", names.join(", ")))
}

/// Everything a host tells its clients about all tools. Rendered when the product is built.
pub fn listing() -> Value {
    let tool = |tool: &Tool| {
        json!({
            "name": tool.name,
            "description": tool.description,
            "inputSchema": render(tool.input, Side::Input),
            "outputSchema": render(tool.output, Side::Output),
            "annotations": tool.annotations,
        })
    };
    let toolset = |toolset: &Toolset| json!({ "name": toolset.name, "tools": toolset.tools.iter().map(tool).collect::<Vec<_>>() });
    json!({ "toolsets": TOOLSETS.iter().map(toolset).collect::<Vec<_>>() })
}
