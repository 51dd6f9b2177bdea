//! What every tool is built from, and how tools, prompts and resources are declared.

mod arguments;
mod change_lines;
mod completion;
mod context;
pub(crate) mod decision_files;
mod etags;
#[cfg(not(target_arch = "wasm32"))]
mod instructions;
mod limits;
#[cfg(not(target_arch = "wasm32"))]
mod listing;
pub(crate) mod note_files;
mod outcome;
mod plan_id;
mod settings;
mod single_plan;
mod stray_files;
mod text_parts;
#[cfg(not(target_arch = "wasm32"))]
mod types;

use serde::Serialize;
use serde_with::skip_serializing_none;

use crate::contract::{Arguments, Reading, to_json};
use crate::failure::{Failure, ToolError};
use crate::files::ToolResult;

pub use arguments::{Direction, Timestamp};
pub(crate) use change_lines::change_lines;
pub(crate) use completion::complete;
pub use context::{CallInfo, Context};
pub(crate) use context::{named_task, written};
pub(crate) use decision_files as decisions;
pub(crate) use etags::{shown_etag, task_etag};
#[cfg(not(target_arch = "wasm32"))]
pub use instructions::Instructions;
pub(crate) use limits::*;
#[cfg(not(target_arch = "wasm32"))]
pub use listing::listing;
pub(crate) use note_files as notes;
pub(crate) use outcome::run_typed;
pub use outcome::{ChangeOutput, MakeResult, Outcome, Receipt, Written};
pub use plan_id::PlanId;
pub(crate) use plan_id::{path_of, plan_id_of};
pub use settings::{HandEdits, Markers, Settings, ToolNames};
pub(crate) use single_plan::{EditablePlan, SinglePlan};
pub(crate) use stray_files::StrayFile;
pub(crate) use text_parts::{part_from, reply_chars};
#[cfg(not(target_arch = "wasm32"))]
pub use types::type_schemas;

/// A named group of tools that is switched on or off as a whole.
#[derive(Debug)]
pub struct Toolset {
    pub name: &'static str,
    /// Whether its names start with what they are about, so that they can be listed with a dot, as in `plan.list`.
    pub has_dotted_names: bool,
    /// Whether its writes can name the version that they change.
    pub has_if_match: bool,
    #[cfg(not(target_arch = "wasm32"))]
    pub instructions: Instructions,
    /// In the order of the listing.
    pub tools: &'static [Tool],
    /// How the arguments of its tools are listed.
    #[cfg(not(target_arch = "wasm32"))]
    pub input_style: crate::contract::schema::Style,
    pub prompts: &'static [Prompt],
    pub resources: Option<Resources>,
    pub error_format: ErrorFormat,
    /// How the arguments of its tools and prompts are read.
    pub reading: Reading,
}

/// Maps a failure to the codes and messages of a toolset's specification. It may look at the call's arguments.
pub type ErrorFormat = fn(&Failure, &Arguments) -> ToolError;

/// For toolsets that are part of the main specification.
pub(crate) const PLAIN_ERRORS: ErrorFormat = |failure, _| failure.to_error();

/// A tool, declared once.
#[derive(Debug)]
pub struct Tool {
    /// With underscores.
    pub name: &'static str,
    pub annotations: Annotations,
    pub availability: Availability,
    /// Runs it, from the start, with what is loaded.
    pub run: Run,
    #[cfg(not(target_arch = "wasm32"))]
    pub listed: ListedTool,
}

/// What only the listing needs. It is rendered natively, and the wasm does not contain it.
#[cfg(not(target_arch = "wasm32"))]
#[derive(Clone, Copy, Debug)]
pub struct ListedTool {
    /// Empty for none.
    pub title: &'static str,
    pub description: &'static str,
    /// Words by which clients that search for tools find it; empty for none.
    pub search_hint: &'static str,
    /// Whether clients that search for tools should load it from the start.
    pub is_always_loaded: bool,
    pub input: crate::contract::schema::JsonSchemaOf,
    pub output: crate::contract::schema::JsonSchemaOf,
}

/// With which other toolsets a tool is offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Availability {
    Always,
    /// Only when that toolset is on too.
    OnlyWith(&'static str),
    /// Only when that toolset is off, because it has the same tool.
    OnlyWithout(&'static str),
    /// Under another name when that toolset is on too, because it has a tool of the same name.
    RenamedWith {
        toolset: &'static str,
        to: &'static str,
    },
}

impl Tool {
    /// The same tool with a title, and with words by which clients find it.
    #[must_use]
    #[cfg(not(target_arch = "wasm32"))]
    pub(crate) const fn found_as(self, title: &'static str, search_hint: &'static str) -> Self {
        Self { listed: ListedTool { title, search_hint, ..self.listed }, ..self }
    }

    #[must_use]
    #[cfg(target_arch = "wasm32")]
    pub(crate) const fn found_as(self, _: &'static str, _: &'static str) -> Self {
        self
    }

    /// The same tool, which clients should load from the start.
    #[must_use]
    #[cfg_attr(target_arch = "wasm32", allow(clippy::missing_const_for_fn))]
    pub(crate) const fn always_loaded(self) -> Self {
        #[cfg(not(target_arch = "wasm32"))]
        return Self { listed: ListedTool { is_always_loaded: true, ..self.listed }, ..self };
        #[cfg(target_arch = "wasm32")]
        self
    }

    /// What it is called with these settings, if it is offered at all.
    pub(crate) fn name_in(&self, settings: &Settings) -> Option<&'static str> {
        let is_on = |toolset: &str| settings.toolsets.iter().any(|on| on == toolset);
        match self.availability {
            Availability::OnlyWith(toolset) if !is_on(toolset) => None,
            Availability::OnlyWithout(toolset) if is_on(toolset) => None,
            Availability::RenamedWith { toolset, to } if is_on(toolset) => Some(to),
            _ => Some(self.name),
        }
    }

    /// Its name as clients see it, for messages. Only for tools of toolsets with dotted names.
    pub(crate) fn listed_name(&self, settings: &Settings) -> String {
        listed_name(self.name_in(settings).unwrap_or(self.name), settings)
    }
}

/// The name of a tool as clients see it.
pub(crate) fn listed_name(name: &str, settings: &Settings) -> String {
    if settings.tool_names == Some(ToolNames::Dotted) { dotted(name) } else { name.to_owned() }
}

/// A dot instead of the first underscore. Two underscores are part of a specification's name and stay.
fn dotted(name: &str) -> String {
    let bytes = name.as_bytes();
    let is_single = |at: &usize| {
        let is_underscore = |at: usize| bytes.get(at) == Some(&b'_');
        is_underscore(*at) && !is_underscore(at + 1) && !at.checked_sub(1).is_some_and(is_underscore)
    };
    match (0..bytes.len()).find(is_single) {
        Some(at) => format!("{}.{}", &name[..at], &name[at + 1..]),
        None => name.to_owned(),
    }
}

/// A prompt, declared once.
#[derive(Debug)]
pub struct Prompt {
    pub name: &'static str,
    pub description: &'static str,
    /// Its arguments, all of them texts.
    #[cfg(not(target_arch = "wasm32"))]
    pub input: crate::contract::schema::JsonSchemaOf,
    pub run: Run,
}

/// What clients can read and watch by URI.
#[derive(Debug)]
pub struct Resources {
    /// Prefix of all their URIs.
    pub uri_start: &'static str,
    /// For resources that are not all listed one by one.
    pub templates: &'static [ResourceTemplate],
    /// The folders they are in, relative to the plans directory; empty for the plans directory itself.
    pub folders: &'static [&'static str],
    pub mime_type: &'static str,
    pub list: fn(&Context<'_>) -> ToolResult<Vec<ResourceEntry>>,
    /// Reads the one that the call names.
    pub read: Run,
    /// The URIs of those that change with the file at a path.
    pub resource_uris: fn(&str) -> Vec<String>,
}

/// Resources whose URIs differ in one part.
#[derive(Debug)]
pub struct ResourceTemplate {
    pub uri_template: &'static str,
    pub name: &'static str,
    pub description: &'static str,
}

/// A resource as the protocol lists it.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ResourceEntry {
    pub uri: String,
    pub name: String,
    pub title: Option<String>,
    pub mime_type: &'static str,
}

/// The reply to a read of one resource, as the protocol has it.
pub(crate) fn resource_reply(uri: &str, mime_type: &str, text: &str) -> Outcome<String> {
    #[derive(Serialize)]
    #[serde(rename_all = "camelCase")]
    struct Content<'t> {
        uri: &'t str,
        mime_type: &'t str,
        text: &'t str,
    }

    #[derive(Serialize)]
    struct Reply<'t> {
        contents: [Content<'t>; 1],
    }

    Outcome::Ready(to_json(&Reply { contents: [Content { uri, mime_type, text }] }))
}

/// The reply of a prompt, as the protocol has it.
pub(crate) fn prompt_reply(description: &str, text: &str) -> Outcome<String> {
    #[derive(Serialize)]
    struct Reply<'t> {
        description: &'t str,
        messages: [Message<'t>; 1],
    }

    #[derive(Serialize)]
    struct Message<'t> {
        role: &'t str,
        content: Content<'t>,
    }

    #[derive(Serialize)]
    #[serde(tag = "type", rename = "text")]
    struct Content<'t> {
        text: &'t str,
    }

    let messages = [Message { role: "user", content: Content { text } }];
    Outcome::Ready(to_json(&Reply { description, messages }))
}

/// The function behind something that can be called.
pub type Run = fn(&Context<'_>, &Arguments) -> ToolResult<Outcome<String>>;

/// What a client may assume about a tool.
#[allow(clippy::struct_excessive_bools, reason = "the four hints of the protocol are independent of each other")]
#[derive(Clone, Copy, Debug)]
pub struct Annotations {
    pub read_only: bool,
    pub destructive: bool,
    /// A second call with the same arguments changes nothing more.
    pub idempotent: bool,
    /// It deals with the world outside of the plans.
    pub open_world: bool,
    /// It changes only what lives as long as the session. No lock is needed; clients do not see this.
    pub in_session: bool,
    /// It sees plans with their errors, even where other writes adopt hand edits first; clients do not see this.
    pub repairs: bool,
}

impl Annotations {
    pub const READ: Self = Self {
        read_only: true,
        destructive: false,
        idempotent: true,
        open_world: false,
        in_session: false,
        repairs: false,
    };
    /// Adds something with every call.
    pub const ADD: Self = Self { read_only: false, idempotent: false, ..Self::READ };
    /// Sets something to what the call says.
    pub const SET: Self = Self { read_only: false, ..Self::READ };
    /// Replaces or removes something.
    pub const REPLACE: Self = Self { destructive: true, ..Self::SET };
    /// Replaces what is wrong in a file.
    pub const REPAIR: Self = Self { repairs: true, ..Self::REPLACE };
    /// May do all of it.
    pub const ANY: Self = Self { destructive: true, ..Self::ADD };
    /// Replaces something that lives as long as the session.
    pub const REMEMBER: Self = Self { in_session: true, ..Self::REPLACE };
}

/// Declares a tool: its annotations, name and description, its availability if not always, and its function. By default, that is
/// the module's `run(Input) -> Output`.
macro_rules! tool {
    ($annotations:ident, $name:literal, $description:literal) => {
        $crate::toolkit::tool!($annotations, $name, $description, run(Input) -> Output)
    };
    ($annotations:ident, $name:literal, $description:literal, $run:ident($input:ty) -> $output:ty) => {
        $crate::toolkit::tool!(
            $annotations, $name, $description, $crate::toolkit::Availability::Always, $run($input) -> $output
        )
    };
    ($annotations:ident, $name:literal, $description:literal, $availability:expr) => {
        $crate::toolkit::tool!($annotations, $name, $description, $availability, run(Input) -> Output)
    };
    (
        $annotations:ident, $name:literal, $description:literal, $availability:expr, $run:ident($input:ty) -> $output:ty
    ) => {
        $crate::toolkit::Tool {
            name: $name,
            annotations: $crate::toolkit::Annotations::$annotations,
            availability: $availability,
            run: |context, arguments| $crate::toolkit::run_typed(context, arguments, $run),
            #[cfg(not(target_arch = "wasm32"))]
            listed: $crate::toolkit::ListedTool {
                title: "",
                description: $description,
                search_hint: "",
                is_always_loaded: false,
                input: <$input as schemars::JsonSchema>::json_schema,
                output: <$output as schemars::JsonSchema>::json_schema,
            },
        }
    };
}

pub(crate) use tool;

#[cfg(test)]
mod tests {
    use super::dotted;

    #[test]
    fn the_first_single_underscore_becomes_a_dot() {
        assert_eq!(dotted("plan_list"), "plan.list");
        assert_eq!(dotted("scopecraft_task_get"), "scopecraft.task_get");
        assert_eq!(dotted("todolist__get"), "todolist__get");
    }
}
