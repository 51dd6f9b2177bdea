//! How tools, prompts and resources are declared and found.

use crate::contract::schema::Side;
use crate::contract::{Contract, Json, Read, Schema, ToJson, json, read_arguments, to_json};
use crate::plan::IdSource;
use crate::text::shortened;
use crate::workspace::{Answer, Call, Files, Kind, Settings, Stop, ToolError, Write};

use super::TOOLSETS;

/// A named group of tools that is switched on or off as a whole.
#[derive(Debug)]
pub struct Toolset {
    /// Its name.
    pub name: &'static str,
    /// How to work with it well, in words meant for a model. Those of all toolsets together stay under 2,000 characters.
    pub instructions: &'static str,
    /// Its tools, in the order of the listing.
    pub tools: &'static [Tool],
    /// How their arguments are listed.
    pub input_side: Side,
    /// Its prompts.
    pub prompts: &'static [Prompt],
    /// Its resources.
    pub resources: Option<Resources>,
    /// Tells an error of the shared code in the words and codes of the toolset's own specification.
    pub translate_error: fn(ToolError) -> ToolError,
}

/// For toolsets whose specification is ours.
pub(super) const UNTRANSLATED: fn(ToolError) -> ToolError = |error| error;

/// A tool, declared once.
#[derive(Debug)]
pub struct Tool {
    /// Its name, with underscores.
    pub name: &'static str,
    /// What it does, in words meant for a model.
    pub description: &'static str,
    /// How careful a client has to be.
    pub annotations: Annotations,
    /// What other toolsets have to do with it.
    pub offered: Offered,
    /// Its arguments.
    pub input: Schema,
    /// Its answer.
    pub output: Schema,
    /// Runs it, from the start, with what is loaded.
    pub run: Run,
}

/// What other toolsets that are on have to do with a tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Offered {
    /// Nothing.
    Always,
    /// It is there only beside this toolset.
    OnlyBeside(&'static str),
    /// Beside this toolset, which has a tool of the same name, it has this other name.
    Renamed {
        /// The toolset.
        beside: &'static str,
        /// The other name.
        to: &'static str,
    },
}

impl Tool {
    /// What it is called with these settings, if it is there at all.
    pub(super) fn name_in(&self, settings: &Settings) -> Option<&'static str> {
        let is_on = |toolset: &str| settings.toolsets.iter().any(|on| on == toolset);
        match self.offered {
            Offered::OnlyBeside(toolset) if !is_on(toolset) => None,
            Offered::Renamed { beside, to } if is_on(beside) => Some(to),
            _ => Some(self.name),
        }
    }
}

/// A prompt, declared once.
#[derive(Debug)]
pub struct Prompt {
    /// Its name.
    pub name: &'static str,
    /// What it is for.
    pub description: &'static str,
    /// Its arguments, all of them texts.
    pub input: Schema,
    /// Makes its text.
    pub run: Run,
}

/// What clients can read and watch by its URI.
#[derive(Debug)]
pub struct Resources {
    /// What all of their URIs start with.
    pub uri_start: &'static str,
    /// The forms of their URIs, for those that are not all listed by themselves.
    pub templates: &'static [ResourceTemplate],
    /// The folders that they are in, relative to the plans directory; empty for that itself.
    pub folders: &'static [&'static str],
    /// What kind of text they are.
    pub mime_type: &'static str,
    /// Lists them, each as the protocol wants it.
    pub list: fn(&Context<'_>) -> Result<Vec<Json>, Stop>,
    /// Reads the one that the call names.
    pub read: Run,
    /// The URIs of those that change with the file at a path.
    pub uris_of: fn(&str) -> Vec<String>,
}

/// Resources whose URIs differ in one part.
#[derive(Debug)]
pub struct ResourceTemplate {
    /// The form of their URIs.
    pub uri_template: &'static str,
    /// What they are called.
    pub name: &'static str,
    /// What they hold.
    pub description: &'static str,
}

/// The function behind something that can be called.
pub type Run = fn(&Context<'_>, &Json) -> Result<Answer, Stop>;

/// What answers a call.
#[derive(Clone, Copy, Debug)]
pub struct Handler {
    /// Whether it may write files.
    pub writes: bool,
    /// Runs it.
    pub run: Run,
    /// How its toolset tells errors.
    pub translate_error: fn(ToolError) -> ToolError,
}

impl Handler {
    /// What answers a call in the core's own words.
    pub const fn new(writes: bool, run: Run) -> Self {
        Self { writes, run, translate_error: UNTRANSLATED }
    }
}

/// What a client may assume about a tool.
#[allow(clippy::struct_excessive_bools, reason = "the four hints of the protocol are independent of each other")]
#[derive(Clone, Copy, Debug)]
pub struct Annotations {
    /// It changes nothing.
    pub read_only: bool,
    /// It may take something away.
    pub destructive: bool,
    /// A second call with the same arguments changes nothing more.
    pub idempotent: bool,
    /// It deals with the world outside of the plans.
    pub open_world: bool,
    /// What it changes is kept in memory, as long as the session lasts. Clients are not told; no lock is needed.
    pub in_memory: bool,
}

impl Annotations {
    /// A tool that only looks.
    pub const READ: Self =
        Self { read_only: true, destructive: false, idempotent: true, open_world: false, in_memory: false };
    /// A tool that adds something with every call.
    pub const ADD: Self = Self { read_only: false, idempotent: false, ..Self::READ };
    /// A tool that sets something to what the call says.
    pub const SET: Self = Self { read_only: false, ..Self::READ };
    /// A tool that replaces or takes away what was there.
    pub const REPLACE: Self = Self { destructive: true, ..Self::SET };
    /// A tool that may do all of it.
    pub const ANY: Self = Self { destructive: true, ..Self::ADD };
    /// A tool that replaces something in memory.
    pub const REMEMBER: Self = Self { in_memory: true, ..Self::REPLACE };
}

/// What a call works with.
#[derive(Debug)]
pub struct Context<'w> {
    /// The files.
    pub files: Files<'w>,
    /// The host's settings.
    pub settings: &'w Settings,
    /// The call.
    pub call: &'w Call,
}

impl Context<'_> {
    /// New ids, the same ones each time the call is run.
    pub fn ids(&self) -> IdSource {
        IdSource::new(self.call.now_ms, self.call.entropy)
    }
}

/// What a tool with typed output came to.
pub(super) enum Done<O> {
    /// The answer.
    Ready(O),
    /// The answer, once the files are written in this order: it is made from the new etag of the first.
    AfterWrites(Vec<Write>, Box<dyn Fn(String) -> O>),
}

impl<O> Done<O> {
    /// The answer, once the file is written.
    pub(super) fn after(write: Write, output: impl Fn(String) -> O + 'static) -> Self {
        Self::AfterWrites(vec![write], Box::new(output))
    }
}

/// A tool's function with typed input and output, as one with JSON.
pub(super) fn run_typed<I: Read, O: ToJson + Contract + 'static>(
    context: &Context<'_>,
    arguments: &Json,
    run: impl Fn(&Context<'_>, &I) -> Result<Done<O>, Stop>,
) -> Result<Answer, Stop> {
    match run(context, &read_arguments(arguments)?)? {
        Done::Ready(output) => Ok(Answer::Ready(to_json(&output))),
        Done::AfterWrites(writes, output) => {
            let reply = move |etags: &[String]| to_json(&output(etags.first().cloned().unwrap_or_default()));
            Ok(Answer::AfterWrites(writes, Box::new(reply)))
        }
    }
}

/// What only the listing needs. That is rendered natively, so the wasm, which is loaded at every start, has `nothing` there.
pub(super) const fn for_listing<T: Copy>(listed: T, nothing: T) -> T {
    if cfg!(target_arch = "wasm32") { nothing } else { listed }
}

/// Declares the tool of a module: its annotations, name and description, and how it is offered if not always. Its arguments,
/// answer and function are the module's `Input`, `Output` and `run`.
macro_rules! tool {
    ($annotations:ident, $name:literal, $description:literal) => {
        $crate::toolsets::registry::tool!($annotations, $name, $description, $crate::toolsets::Offered::Always)
    };
    ($annotations:ident, $name:literal, $description:literal, $offered:expr) => {
        $crate::toolsets::Tool {
            name: $name,
            description: $crate::toolsets::registry::for_listing($description, ""),
            annotations: $crate::toolsets::Annotations::$annotations,
            offered: $offered,
            input: <Input as $crate::contract::Contract>::SCHEMA,
            output: $crate::toolsets::registry::for_listing(
                <Output as $crate::contract::Contract>::SCHEMA,
                $crate::contract::Schema::Flag,
            ),
            run: |context, arguments| $crate::toolsets::registry::run_typed(context, arguments, run),
        }
    };
}

pub(super) use tool;

/// What answers a call of this kind and name.
pub fn handler(settings: &Settings, kind: Kind, name: &str) -> Result<Handler, ToolError> {
    let reads = |toolset: &Toolset, run| Handler { writes: false, run, translate_error: toolset.translate_error };
    match kind {
        Kind::Tool => tool_handler(settings, name),
        Kind::Prompt => {
            let own = |toolset: &'static Toolset| toolset.prompts.iter().map(move |prompt| (toolset, prompt));
            let found = active(settings).flat_map(own).find(|(_, prompt)| prompt.name == name);
            found.map(|(toolset, prompt)| reads(toolset, prompt.run)).ok_or_else(|| not_found("prompt", name))
        }
        Kind::Resource => {
            let found = active(settings)
                .filter_map(|toolset| toolset.resources.as_ref())
                .find(|resources| name.is_empty() || name.starts_with(resources.uri_start));
            let run = |resources: &Resources| if name.is_empty() { list_resources } else { resources.read };
            // What is no tool answers in the protocol's own words, whatever the toolset.
            let handler = |resources| Handler { writes: false, run: run(resources), translate_error: UNTRANSLATED };
            found.map(handler).ok_or_else(|| not_found("resource", name))
        }
        Kind::Complete => Ok(Handler::new(false, super::access::complete)),
    }
}

/// Lists the resources of all toolsets that are on.
fn list_resources(context: &Context<'_>, _: &Json) -> Result<Answer, Stop> {
    let mut all = Vec::new();
    for resources in active(context.settings).filter_map(|toolset| toolset.resources.as_ref()) {
        all.extend((resources.list)(context)?);
    }
    Ok(Answer::Ready(json! { "resources": all }.to_string()))
}

fn not_found(what: &str, name: &str) -> ToolError {
    ToolError::new("NOT_FOUND", format!("There is no {what} {:?}", shortened(name, 200)))
}

/// The tool called `name`. The specification's names have dots where the listing, for the sake of clients that refuse dots,
/// has underscores; a call may use either.
fn tool_handler(settings: &Settings, name: &str) -> Result<Handler, ToolError> {
    let same = |(_, _, known): &&(&Toolset, &Tool, &str)| {
        known.len() == name.len()
            && known.bytes().zip(name.bytes()).all(|(ours, asked)| ours == asked || (ours == b'_' && asked == b'.'))
    };
    let available: Vec<(&Toolset, &Tool, &str)> = active(settings)
        .flat_map(|toolset| toolset.tools.iter().map(move |tool| (toolset, tool)))
        .filter_map(|(toolset, tool)| Some((toolset, tool, tool.name_in(settings)?)))
        .filter(|(_, _, known)| settings.tools.as_ref().is_none_or(|only| only.iter().any(|name| name == known)))
        .collect();
    let Some((toolset, tool, known)) = available.iter().find(same) else {
        let names: Vec<_> = available.iter().map(|(_, _, known)| *known).collect();
        let message = format!("Unknown tool: {}; available are: {}", shortened(name, 100), names.join(", "));
        return Err(ToolError::new("UNKNOWN_TOOL", message));
    };
    let writes = !tool.annotations.read_only;
    if writes && settings.read_only == Some(true) {
        return Err(ToolError::new("READ_ONLY", format!("READ_ONLY: {known} writes, and writing is switched off")));
    }
    Ok(Handler {
        writes: writes && !tool.annotations.in_memory,
        run: tool.run,
        translate_error: toolset.translate_error,
    })
}

/// The toolsets that are on.
fn active(settings: &Settings) -> impl Iterator<Item = &'static Toolset> {
    TOOLSETS.iter().filter(|toolset| settings.toolsets.iter().any(|on| on == toolset.name))
}

/// An error that belongs to no tool, in the words of the toolset if only one is on.
pub fn translated(settings: &Settings, error: ToolError) -> ToolError {
    let mut on = active(settings);
    match (on.next(), on.next()) {
        (Some(only), None) => (only.translate_error)(error),
        _ => error,
    }
}

/// The URIs of the resources that the file at `path` is.
pub fn uris(settings: &Settings, path: &str) -> Vec<String> {
    let resources = active(settings).filter_map(|toolset| toolset.resources.as_ref());
    resources.flat_map(|resources| (resources.uris_of)(path)).collect()
}
