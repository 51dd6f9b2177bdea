//! `plan_resolve`: lists the merge conflicts of a plan, or resolves them. Where git merged by lines, the merge is first redone by
//! task.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;

use crate::edit::EditError;
use crate::failure::Failure;
use crate::files::{MERGE, ToolResult, Write};
use crate::merge::{
    Choice, ConflictHunk, OpenConflict, Remerged, Versions, conflict_hunks, list_ids, open_conflicts, remerge, resolve,
};
use crate::plan::Document;
use crate::text::{Span, TextEdit, truncate};
use crate::toolkit::{ChangeOutput, Context, MAX_REPLY_CHARS, Outcome, PlanId, Receipt, Tool, tool, truncate_list};
use crate::views::to_u32;

pub(super) const TOOL: Tool = tool!(
    REPLACE,
    "plan_resolve",
    "Settle git merge conflict markers in a plan: ours, theirs, both or a text. Without choices: shows them."
)
.found_as("Resolve conflicts", "resolve or fix a git merge conflict, conflict markers, after merge or pull");

#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct Input {
    pub(super) plan_id: PlanId,
    /// E.g. 1.status=theirs
    pub(super) choices: Option<Vec<String>>,
    #[schemars(extend("hidden" = true))]
    pub(super) if_match: Option<String>,
}

#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Output {
    pub(super) etag: String,
    /// The conflicts that remain.
    pub(super) conflicts: Vec<ConflictRow>,
    /// Number of omitted conflicts.
    pub(super) omitted: Option<u32>,
    /// The command to run once all are resolved.
    pub(super) next: Option<String>,
    #[serde(flatten)]
    pub(super) change: ChangeOutput,
}

/// A conflict to resolve.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ConflictRow {
    /// Its name in `choices`.
    pub(super) conflict: String,
    pub(super) line: u32,
    pub(super) task_id: Option<String>,
    /// The part of the task or plan that is in conflict.
    pub(super) field: String,
    /// What both sides come from, if it is known.
    pub(super) base: Option<String>,
    /// Absent if our side deleted it.
    pub(super) ours: Option<String>,
    /// Absent if their side deleted it.
    pub(super) theirs: Option<String>,
}

fn run(context: &Context<'_>, input: &Input) -> ToolResult<Outcome<Output>> {
    let found = context.load_for_repair(&input.plan_id, input.if_match.as_deref())?;
    let text = found.document.text();
    let remerged = remerge(text, &versions(context, &input.plan_id, text)?);
    let open = open_conflicts(&remerged.text);
    let choices = parse_choices(input.choices.as_deref().unwrap_or_default(), &open)?;
    let edit = resolve(&remerged.text, &choices).map_err(Failure::invalid)?;
    let mut after = Resolved::of(&remerged, &edit);
    // Without choices nothing is written, unless the merge left nothing to choose.
    if choices.is_empty() && !open.is_empty() || after.text == text {
        if after.text != text {
            find_lines(found.document, &mut after.open);
        }
        return Ok(Outcome::Ready(output(Receipt::unchanged(found.etag), &after.open, None)));
    }
    let edit = TextEdit::replace(text, Span::new(0, text.len()), &after.text);
    let document = found.document.edited(&edit);
    if after.open.is_empty() && document.plan().errors().next().is_some() {
        return Err(Failure::from(EditError::invalid_plan(document.plan().errors())).into());
    }
    let next = after.open.is_empty().then(|| git_add(&context.display_path(&input.plan_id.path())));
    let write = Write::plan(input.plan_id.path(), document, edit, found.etag);
    Ok(Outcome::after_change(write, move |receipt| output(receipt, &after.open, next.clone())))
}

/// What git still has of the merge. It is asked only if there is a conflict.
fn versions(context: &Context<'_>, plan_id: &PlanId, text: &str) -> ToolResult<Versions> {
    const NAMES: [&str; 4] = ["base", "ours", "theirs", "strict-status"];
    if conflict_hunks(text).is_empty() {
        return Ok(Versions::default());
    }
    let paths = NAMES.map(|name| format!("{MERGE}{name}/{}", plan_id.path()));
    let found = context.files.scan(paths.to_vec(), |_, text| text.ok().map(str::to_owned))?;
    let [base, ours, theirs, strict] =
        paths.map(|wanted| found.iter().find(|(path, _)| *path == wanted).map(|(_, text)| text.clone()));
    Ok(Versions { base, ours, theirs, has_strict_status: strict.is_some() })
}

/// A text with choices applied, and what is still open in it.
struct Resolved {
    text: String,
    open: Vec<OpenConflict>,
}

impl Resolved {
    fn of(remerged: &Remerged, edit: &TextEdit) -> Self {
        let resolved = edit.apply(&remerged.text);
        let with_bases = open_conflicts(&resolved);
        let text = remerged.in_original_style(resolved);
        let mut open = open_conflicts(&text);
        for (open, with_base) in open.iter_mut().zip(with_bases) {
            open.base = with_base.base;
        }
        Self { text, open }
    }
}

/// Conflicts of a merge that is not written yet get the lines where they are in the file.
fn find_lines(document: &Document, open: &mut [OpenConflict]) {
    let hunks = conflict_hunks(document.text());
    for conflict in open {
        let id = conflict.task_id.as_deref();
        let text = document.text();
        let task = document.plan().tasks.iter().find(|task| Some(task.id.of(text)) == id);
        let is_around = |hunk: &&ConflictHunk| match (task, &conflict.ours) {
            (Some(task), _) => hunk.span.contains(task.span.start),
            (None, Some(ours)) => hunk.ours.of(text).contains(ours.as_str()),
            (None, None) => false,
        };
        let found = hunks.iter().find(is_around).map(|hunk| hunk.line).or(task.map(|task| task.line));
        conflict.line = found.unwrap_or(conflict.line);
    }
}

/// The command that says to git that a file is resolved.
fn git_add(path: &str) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"_@%+=:,./-".contains(&byte);
    if path.bytes().all(is_plain) {
        return format!("git add {path}");
    }
    format!("git add '{}'", path.replace('\'', r"'\''"))
}

/// Parses `CONFLICT=ours`, `=theirs`, `=both`, or any other text to write.
fn parse_choices<'c>(choices: &'c [String], open: &[OpenConflict]) -> Result<Vec<(&'c str, Choice<'c>)>, Failure> {
    let parse = |(index, choice): (usize, &'c String)| {
        let (conflict, value) = choice.split_once('=').ok_or_else(|| {
            let example = open.first().map_or("1", |conflict| &conflict.id);
            let open = list_ids(open.iter().map(|conflict| conflict.id.as_str()));
            let choice = truncate(choice, 60);
            Failure::invalid(format!(
                "choices[{index}]: {choice:?} is not a choice such as {example}=ours; open are {open}"
            ))
        })?;
        let choice = match value {
            "ours" => Choice::Ours,
            "theirs" => Choice::Theirs,
            "both" => Choice::Both,
            text => Choice::Text(text),
        };
        Ok((conflict.trim(), choice))
    };
    choices.iter().enumerate().map(parse).collect()
}

fn output(Receipt { etag, change }: Receipt, open: &[OpenConflict], next: Option<String>) -> Output {
    const LONGEST: usize = 2_000;
    let truncated = |value: &Option<String>| value.as_deref().map(|value| truncate(value, LONGEST).into_owned());
    let open = open.iter().map(|conflict| ConflictRow {
        conflict: conflict.id.clone(),
        line: to_u32(conflict.line),
        task_id: conflict.task_id.clone(),
        field: conflict.field.clone(),
        base: truncated(&conflict.base),
        ours: truncated(&conflict.ours),
        theirs: truncated(&conflict.theirs),
    });
    let (conflicts, omitted) = truncate_list(open.collect(), MAX_REPLY_CHARS);
    Output { etag, conflicts, omitted, next, change }
}
