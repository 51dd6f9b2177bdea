//! Finds what handles a call.

use serde::Serialize;

use crate::contract::{Arguments, Reading, to_json};
use crate::failure::{Failure, ToolError};
use crate::files::ToolResult;
use crate::text::truncate;
use crate::toolkit::{
    Context, ErrorFormat, HandEdits, Outcome, PLAIN_ERRORS, ResourceEntry, Run, Settings, Tool, Toolset, complete,
};
use crate::toolsets::{INTERNAL, TOOLSETS};

use super::CallKind;

#[derive(Clone, Copy, Debug)]
pub(super) struct Handler {
    /// Whether it may write to the plans directory, and so needs the lock.
    pub(super) writes: bool,
    /// Whether it may adopt hand edits first.
    pub(super) adopts: bool,
    pub(super) run: Run,
    pub(super) error_format: ErrorFormat,
    pub(super) reading: Reading,
}

pub(super) fn handler(settings: &Settings, kind: CallKind, name: &str) -> Result<Handler, ToolError> {
    let unknown = |failure: Failure| format_error(settings, &failure);
    let reads = |run, error_format, reading| Handler { writes: false, adopts: false, run, error_format, reading };
    match kind {
        CallKind::Tool => tool_handler(settings, name),
        CallKind::Prompt => {
            let prompts = |toolset: &'static Toolset| toolset.prompts.iter().map(move |prompt| (toolset, prompt));
            let found = active(settings).flat_map(prompts).find(|(_, prompt)| prompt.name == name);
            found
                .map(|(toolset, prompt)| reads(prompt.run, toolset.error_format, toolset.reading))
                .ok_or_else(|| unknown(not_found("prompt", name)))
        }
        CallKind::Resource => {
            let found = active(settings)
                .filter_map(|toolset| toolset.resources.as_ref())
                .find(|resources| name.is_empty() || name.starts_with(resources.uri_start));
            let run = found.map(|resources| if name.is_empty() { list_resources } else { resources.read });
            // Only tools have errors in the form of their toolset's specification.
            run.map(|run| reads(run, PLAIN_ERRORS, Reading::Strict)).ok_or_else(|| unknown(not_found("resource", name)))
        }
        CallKind::Complete => Ok(reads(complete, PLAIN_ERRORS, Reading::Strict)),
    }
}

fn list_resources(context: &Context<'_>, _: &Arguments) -> ToolResult<Outcome<String>> {
    #[derive(Serialize)]
    struct Reply {
        resources: Vec<ResourceEntry>,
    }

    let mut resources = Vec::new();
    for offered in active(context.settings).filter_map(|toolset| toolset.resources.as_ref()) {
        resources.extend((offered.list)(context)?);
    }
    Ok(Outcome::Ready(to_json(&Reply { resources })))
}

fn not_found(what: &str, name: &str) -> Failure {
    Failure::new("NOT_FOUND", format!("There is no {what} {:?}", truncate(name, 200)))
}

/// The tool called `name`. The specification's names have dots where the listing, because some clients refuse dots, has
/// underscores; a call may use either.
fn tool_handler(settings: &Settings, name: &str) -> Result<Handler, ToolError> {
    let is_same = |(_, _, known): &&(&Toolset, &Tool, &str)| {
        known.len() == name.len()
            && known.bytes().zip(name.bytes()).all(|(ours, given)| ours == given || (ours == b'_' && given == b'.'))
    };
    let offered: Vec<(&Toolset, &Tool, &str)> = active(settings)
        .flat_map(|toolset| toolset.tools.iter().map(move |tool| (toolset, tool)))
        .filter_map(|(toolset, tool)| Some((toolset, tool, tool.name_in(settings)?)))
        .filter(|(_, _, known)| settings.tools.as_ref().is_none_or(|only| only.iter().any(|name| name == known)))
        .collect();
    let internal = INTERNAL.iter().flat_map(|toolset| toolset.tools.iter().map(move |tool| (toolset, tool, tool.name)));
    let internal: Vec<_> = internal.collect();
    let Some((toolset, tool, known)) = offered.iter().chain(&internal).find(is_same) else {
        let names: Vec<_> = offered.iter().map(|(_, _, known)| *known).collect();
        let message = format!("Unknown tool: {}; available are: {}", truncate(name, 100), names.join(", "));
        return Err(format_error(settings, &Failure::UnknownTool(message)));
    };
    if let Some(refusal) = refusal(settings, toolset, tool, known) {
        return Err((toolset.error_format)(&refusal, &Arguments::Null));
    }
    let writes = !tool.annotations.read_only && !tool.annotations.in_session;
    let adopts = writes && !tool.annotations.repairs && settings.hand_edits == Some(HandEdits::Adopt);
    let Toolset { error_format, reading, .. } = **toolset;
    Ok(Handler { writes, adopts, run: tool.run, error_format, reading })
}

/// Why the settings do not allow a tool.
fn refusal(settings: &Settings, toolset: &Toolset, tool: &Tool, name: &str) -> Option<Failure> {
    if tool.annotations.read_only {
        return None;
    }
    if settings.read_only == Some(true) {
        return Some(Failure::ReadOnly(name.to_owned()));
    }
    let needs_if_match = settings.require_if_match == Some(true) && !toolset.has_if_match;
    needs_if_match.then(|| {
        let message = format!("every write needs ifMatch here, and the tools of {} have none", toolset.name);
        Failure::invalid(format!("{name} cannot be called: {message}"))
    })
}

fn active(settings: &Settings) -> impl Iterator<Item = &'static Toolset> {
    TOOLSETS.iter().filter(|toolset| settings.toolsets.iter().any(|on| on == toolset.name))
}

/// An error that belongs to no tool, in the form of the toolset if only one is on.
fn format_error(settings: &Settings, failure: &Failure) -> ToolError {
    let mut on = active(settings);
    match (on.next(), on.next()) {
        (Some(only), None) => (only.error_format)(failure, &Arguments::Null),
        _ => failure.to_error(),
    }
}

/// The URIs of the resources that change with the file at `path`.
pub(super) fn resource_uris(settings: &Settings, path: &str) -> Vec<String> {
    let resources = active(settings).filter_map(|toolset| toolset.resources.as_ref());
    resources.flat_map(|resources| (resources.resource_uris)(path)).collect()
}
