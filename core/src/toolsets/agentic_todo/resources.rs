//! The files as resources. In the URIs of the specification, `.todo` stands for the plans directory, wherever it is.

use std::borrow::Cow;

use crate::failure::ToolError;
use crate::files::{ToolResult, Unreadable};
use crate::plan::is_id;
use crate::text::truncate;
use crate::toolkit::{Context, Outcome, ResourceEntry, ResourceTemplate, Resources, decisions, notes, resource_reply};

use super::index_page::{self, IndexPage};
use super::mapping::is_task_id;
use super::tasks::{self, NEW_PLAN, PLAN};

/// All URIs start with this.
const URI_START: &str = "file://.todo/";
const MIME_TYPE: &str = "text/markdown";
/// The name of the plan in the specification.
const TASKS: &str = "task.md";

pub(super) const FILES: Resources = Resources {
    uri_start: URI_START,
    templates: &[
        ResourceTemplate {
            uri_template: "file://.todo/adr/{adr_id}.md",
            name: "adr",
            description: "A decision record as Markdown",
        },
        ResourceTemplate {
            uri_template: "file://.todo/context/{task_id}.md",
            name: "context",
            description: "The context of a task as Markdown",
        },
    ],
    folders: &["", decisions::FOLDER, notes::FOLDER],
    mime_type: "text/markdown",
    list,
    read: |context, _| read(context),
    resource_uris: |path| is_resource(path).then(|| format!("{URI_START}{path}")).into_iter().collect(),
};

/// Whether the file at a path is a resource.
fn is_resource(path: &str) -> bool {
    match path.split_once('/') {
        None => path == index_page::FILE || path.strip_suffix(".md").is_some_and(is_id),
        Some((folder, name)) => name.strip_suffix(".md").is_some_and(|stem| {
            (folder == notes::FOLDER && is_task_id(stem))
                || (folder == decisions::FOLDER && decisions::number_of(stem).is_some() && !stem.contains('/'))
        }),
    }
}

fn list(context: &Context<'_>) -> ToolResult<Vec<ResourceEntry>> {
    let plan = PLAN.id(context)?.path();
    let mut all = vec![resource(index_page::FILE, "Index"), resource(&plan, "Tasks")];
    all.extend(context.decision_stems()?.into_iter().map(|stem| resource(&decisions::path_of(stem), stem)));
    let contexts = context.markdown_stems(notes::FOLDER, is_task_id)?;
    all.extend(contexts.into_iter().map(|id| resource(&notes::path_of(id), id)));
    Ok(all)
}

fn resource(path: &str, name: &str) -> ResourceEntry {
    ResourceEntry { uri: format!("{URI_START}{path}"), name: name.to_owned(), title: None, mime_type: MIME_TYPE }
}

fn read(context: &Context<'_>) -> ToolResult<Outcome<String>> {
    let uri = context.call.name.as_str();
    let path = percent_decode(uri.strip_prefix(URI_START).unwrap_or_default());
    let absent = || ToolError::new("NOT_FOUND", format!("There is no resource {:?}", truncate(uri, 200)));
    let plan = PLAN.id(context)?.path();
    let path = if path == TASKS { plan.clone() } else { path };
    if !is_resource(&path) || (!path.contains('/') && path != plan && path != index_page::FILE) {
        return Err(absent().into());
    }
    let text = if path.contains('/') {
        Cow::Borrowed(context.text_file(&path)?.ok_or_else(absent)?.text)
    } else {
        match context.files.document(&path)? {
            Ok(found) => Cow::Borrowed(found.document.text()),
            // Before the first write, the two fixed files are what the first write would create.
            Err(Unreadable::Absent) if path == plan => Cow::Borrowed(NEW_PLAN),
            Err(Unreadable::Absent) => Cow::Owned(IndexPage::with(&*tasks::read(context)?).page(context)?),
            Err(other) => {
                let message = format!("{}: {}", context.display_path(&path), other.to_line());
                return Err(ToolError::new("FILE_ERROR", message).into());
            }
        }
    };
    Ok(resource_reply(uri, MIME_TYPE, &text))
}

/// Decodes the percent encoding of a path in a URI.
fn percent_decode(path: &str) -> String {
    let mut bytes = Vec::with_capacity(path.len());
    let mut rest = path.as_bytes();
    while let [first, tail @ ..] = rest {
        let digits = tail.get(..2).filter(|_| *first == b'%').and_then(|digits| str::from_utf8(digits).ok());
        let byte = digits.and_then(|digits| u8::from_str_radix(digits, 16).ok());
        bytes.push(byte.unwrap_or(*first));
        rest = if byte.is_some() { tail.get(2..).unwrap_or_default() } else { tail };
    }
    String::from_utf8(bytes).unwrap_or_default()
}
