//! The toolset `notes`: a context file for each task, with notes on it.

use schemars::JsonSchema;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};
use serde_with::skip_serializing_none;

use crate::contract::Reading;
#[cfg(not(target_arch = "wasm32"))]
use crate::contract::schema::Style;
use crate::contract::{Bounded, Hundredths, Limited};
use crate::failure::Failure;
use crate::files::{Content, Expected, LoadedPlan, ToolResult, Write};
use crate::plan::is_id;
use crate::query::{cursor_at, page_start};
use crate::text::{iso_time, truncate};
#[cfg(not(target_arch = "wasm32"))]
use crate::toolkit::Instructions;
use crate::toolkit::notes::{FOLDER, Hit, changed, path_of, search, task_of};
use crate::toolkit::{
    self, Context, LONGEST_UNREADABLE, MAX_REPLY_CHARS, Outcome, PLAIN_ERRORS, Tool, Toolset, page_size, part_from,
    shown_etag, tool, truncate_list, truncate_names,
};
use crate::views::to_u32;

pub(super) const TOOLSET: Toolset = Toolset {
    name: "notes",
    #[cfg(not(target_arch = "wasm32"))]
    instructions: Instructions::Lines(&["Long findings go into a task's notes: note_update, note_get."]),
    tools: &[NOTE_GET, NOTE_UPDATE, NOTE_SEARCH],
    #[cfg(not(target_arch = "wasm32"))]
    input_style: Style::Terse,
    prompts: &[],
    resources: None,
    error_format: PLAIN_ERRORS,
    has_dotted_names: true,
    has_if_match: true,
    reading: Reading::Strict,
};

const NOTE_GET: Tool =
    tool!(READ, "note_get", "Read the notes on a task; empty if there are none.", run_get(GetInput) -> GetOutput);

const NOTE_UPDATE: Tool = tool!(
    ANY,
    "note_update",
    "Write notes on a task: all of them, or one section; append adds to the existing text.",
    run_update(UpdateInput) -> UpdateOutput
);

const NOTE_SEARCH: Tool = tool!(
    READ,
    "note_search",
    "Find notes in which all words occur, best first.",
    run_search(SearchInput) -> SearchOutput
);

/// The id of a task in any plan.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema)]
struct TaskId(String);

impl<'de> Deserialize<'de> for TaskId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let id = String::deserialize(deserializer)?;
        if is_id(&id) {
            return Ok(Self(id));
        }
        Err(D::Error::custom(format_args!(
            "must be the id of a task, not {:?}: 1 to 128 letters, digits, _ and -, starting with a letter or digit",
            truncate(&id, 60)
        )))
    }
}

/// Whether any plan has this task. Calls name no plan, because task ids are unique across plans.
fn is_task(context: &Context<'_>, id: &str) -> ToolResult<bool> {
    let documents = context.files.documents(context.plan_ids()?, |plan| toolkit::path_of(plan))?;
    Ok(documents.into_iter().any(|(_, found)| {
        found.is_ok_and(|LoadedPlan { document, .. }| document.plan().find(document.text(), id).is_some())
    }))
}

#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct GetInput {
    /// The task.
    task_id: TaskId,
    /// From `nextOffset` of long notes.
    offset: Option<u32>,
}

#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct GetOutput {
    task_id: String,
    content: String,
    /// Where long notes continue.
    next_offset: Option<u32>,
    /// Relative to the root.
    path: String,
    updated_at: Option<String>,
    etag: Option<String>,
}

fn run_get(context: &Context<'_>, input: &GetInput) -> ToolResult<Outcome<GetOutput>> {
    let id = &input.task_id.0;
    let path = path_of(id);
    let found = context.text_file(&path)?;
    if found.is_none() && !is_task(context, id)? {
        return Err(Failure::task_not_found(id).into());
    }
    let text = found.map_or("", |found| found.text);
    let part = part_from(text, input.offset.unwrap_or_default() as usize, MAX_REPLY_CHARS);
    Ok(Outcome::Ready(GetOutput {
        task_id: id.clone(),
        content: part.text,
        next_offset: part.next,
        path: context.display_path(&path),
        updated_at: found.map(|found| found.modified_ms).filter(|time| *time > 0).map(iso_time),
        etag: found.map(|found| shown_etag(found.etag)),
    }))
}

#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct UpdateInput {
    /// The task.
    task_id: TaskId,
    /// Markdown; an empty text deletes the notes.
    content: Limited<0, 10000>,
    /// Adds to the existing text.
    append: Option<bool>,
    /// Only under this heading, which is made if it is missing.
    section: Option<Limited<0, 50>>,
    /// Expected etag.
    if_match: Option<String>,
}

#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct UpdateOutput {
    task_id: String,
    /// Relative to the root.
    path: String,
    updated_at: String,
    /// Absent if the task has no notes anymore.
    etag: Option<String>,
}

fn run_update(context: &Context<'_>, input: &UpdateInput) -> ToolResult<Outcome<UpdateOutput>> {
    let id = &input.task_id.0;
    let path = path_of(id);
    let found = context.text_file(&path)?;
    // Without notes, there is no etag that the call could have to name.
    if found.is_some() || input.if_match.is_some() {
        context.check_if_match(input.if_match.as_deref(), found.map_or("", |found| found.etag))?;
    }
    if found.is_none() && !is_task(context, id)? {
        return Err(Failure::task_not_found(id).into());
    }
    let before = found.map_or("", |found| found.text);
    let section = input.section.as_ref().map(|name| name.0.as_str());
    let text = changed(before, section, &input.content.0, input.append == Some(true))?;
    let updated_at = iso_time(context.call.now_ms);
    let (task_id, display_path) = (id.clone(), context.display_path(&path));
    let output = move |etag: String| UpdateOutput {
        task_id: task_id.clone(),
        path: display_path.clone(),
        updated_at: updated_at.clone(),
        etag: Some(etag).filter(|etag| !etag.is_empty()),
    };
    if text == before {
        return Ok(Outcome::Ready(output(found.map_or(String::new(), |found| shown_etag(found.etag)))));
    }
    let expected = found.map_or(Expected::Absent, |found| Expected::Etag(found.etag.to_owned()));
    let new = if text.is_empty() { Content::Nothing } else { Content::Text(text) };
    Ok(Outcome::after(Write::new(path, new, expected), output))
}

/// Most hits on a page without a limit. There may be thousands, of which only these become output.
const MAX_HITS: usize = 100;

#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct SearchInput {
    /// All words must match.
    query: String,
    /// Page size.
    limit: Option<Bounded<1, 50>>,
    /// From `nextCursor`.
    cursor: Option<String>,
}

#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct SearchOutput {
    hits: Vec<HitOutput>,
    /// Number of all that match.
    total: u32,
    /// Where the next page starts.
    next_cursor: Option<String>,
    /// Files that could not be read, and why.
    unreadable: Option<Vec<String>>,
}

#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct HitOutput {
    task_id: String,
    /// From 0 to 1.
    score: Hundredths,
    /// The text around the first match.
    excerpt: String,
}

fn run_search(context: &Context<'_>, input: &SearchInput) -> ToolResult<Outcome<SearchOutput>> {
    let paths = context.markdown_stems(FOLDER, is_id)?.into_iter().map(path_of).collect();
    let (hits, unreadable) = search(context, paths, &input.query)?;
    let start = page_start(&hits, |hit| &hit.path, &input.query, input.cursor.as_deref())
        .map_err(|_| Failure::InvalidCursor)?;
    let limit = input.limit.map_or(MAX_HITS, Bounded::get);
    let page = hits.iter().skip(start).take(limit).map(to_output).collect();
    let (page, _) = truncate_list(page, page_size(input.limit.is_some()));
    Ok(Outcome::Ready(SearchOutput {
        total: to_u32(hits.len()),
        next_cursor: cursor_at(&hits, |hit| &hit.path, &input.query, start + page.len()),
        hits: page,
        unreadable: Some(truncate_names(&unreadable, LONGEST_UNREADABLE)).filter(|reasons| !reasons.is_empty()),
    }))
}

fn to_output(hit: &Hit) -> HitOutput {
    HitOutput { task_id: task_of(&hit.path).to_owned(), score: Hundredths(hit.score), excerpt: hit.excerpt.clone() }
}
