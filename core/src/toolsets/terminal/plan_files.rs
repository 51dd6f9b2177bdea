//! Plans as files: rename, archive, restore, delete.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;

use crate::failure::{Failure, ToolError};
use crate::files::{Content, Expected, ToolResult, Write};
use crate::plan::Document;
use crate::toolkit::{ARCHIVE, ChangeOutput, Context, Outcome, PlanId, Receipt, Tool, archived_path, tool};

pub(super) const PLAN_RENAME: Tool =
    tool!(REPLACE, "plan_rename", "Give a plan another id.", rename(RenameInput) -> Moved);
pub(super) const PLAN_ARCHIVE: Tool = tool!(REPLACE, "plan_archive", "Archive a plan.", archive(MoveInput) -> Moved);
pub(super) const PLAN_RESTORE: Tool =
    tool!(REPLACE, "plan_restore", "Restore an archived plan.", restore(MoveInput) -> Moved);
pub(super) const PLAN_DELETE: Tool = tool!(REPLACE, "plan_delete", "Delete a plan.", delete(DeleteInput) -> Moved);
pub(super) const PLAN_ARCHIVED: Tool =
    tool!(READ, "plan_archived", "List archived plans.", archived(NoInput) -> Archived);
pub(super) const CONFIG_WRITE: Tool =
    tool!(REPLACE, "config_write", "Replace config.json.", config(ConfigInput) -> ConfigOutput);

const CONFIG: &str = "config.json";

/// What became of a plan.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Moved {
    plan_id: String,
    /// Relative to the root.
    path: String,
    /// Its former id.
    was: Option<String>,
    etag: Option<String>,
    #[serde(flatten)]
    change: ChangeOutput,
}

#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct RenameInput {
    plan_id: PlanId,
    to: PlanId,
    /// The change that this one undoes.
    undoes: Option<String>,
}

/// The history moves with the plan, so that earlier changes can still be undone.
fn rename(context: &Context<'_>, input: &RenameInput) -> ToolResult<Outcome<Moved>> {
    let (from, to) = (&input.plan_id, &input.to);
    let found = context.load_file(from)?;
    context.require_absent(to)?;
    let mut renamed = Write::new_plan(to.path(), found.document.text().to_owned());
    renamed.renamed_from = Some(from.path());
    renamed.undoes.clone_from(&input.undoes);
    let writes = vec![renamed, removal(from.path(), found.etag)];
    let (plan_id, was) = (to.0.clone(), Some(from.0.clone()));
    Ok(moved(
        writes,
        Moved { plan_id, path: context.display_path(&to.path()), was, etag: None, change: ChangeOutput::default() },
    ))
}

#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct MoveInput {
    plan_id: PlanId,
    /// The change that this one undoes.
    undoes: Option<String>,
}

fn archive(context: &Context<'_>, input: &MoveInput) -> ToolResult<Outcome<Moved>> {
    let id = &input.plan_id;
    let found = context.load_file(id)?;
    let target = archived_path(&id.0);
    if context.text_file(&target)?.is_some() {
        return Err(Failure::new("ALREADY_EXISTS", format!("{} exists already", context.display_path(&target))).into());
    }
    let text = found.document.text().to_owned();
    let mut gone = removal(id.path(), found.etag);
    gone.undoes.clone_from(&input.undoes);
    let writes = vec![Write::new(target.clone(), Content::Text(text), Expected::Absent), gone];
    let path = context.display_path(&target);
    Ok(moved(writes, Moved { plan_id: id.0.clone(), path, was: None, etag: None, change: ChangeOutput::default() }))
}

fn restore(context: &Context<'_>, input: &MoveInput) -> ToolResult<Outcome<Moved>> {
    let id = &input.plan_id;
    let source = archived_path(&id.0);
    let Some(found) = context.text_file(&source)? else {
        return Err(not_archived(context, id)?.into());
    };
    context.require_no_file(id)?;
    let mut back = Write::new_plan(id.path(), found.text.to_owned());
    back.undoes.clone_from(&input.undoes);
    let writes = vec![back, removal(source, found.etag)];
    let path = context.display_path(&id.path());
    Ok(moved(writes, Moved { plan_id: id.0.clone(), path, was: None, etag: None, change: ChangeOutput::default() }))
}

fn not_archived(context: &Context<'_>, id: &PlanId) -> ToolResult<Failure> {
    let names = archived_ids(context)?;
    let hint = if names.is_empty() { "No plan is archived".into() } else { format!("Archived: {}", names.join(", ")) };
    let message = format!("There is no archived plan \"{}\". {hint}", id.0);
    Ok(ToolError::new("NOT_FOUND", message).with_detail("planId", &id.0).into())
}

#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct DeleteInput {
    plan_id: PlanId,
}

fn delete(context: &Context<'_>, input: &DeleteInput) -> ToolResult<Outcome<Moved>> {
    let id = &input.plan_id;
    let found = context.load_file(id)?;
    let path = context.display_path(&id.path());
    let writes = vec![removal(id.path(), found.etag)];
    Ok(moved(writes, Moved { plan_id: id.0.clone(), path, was: None, etag: None, change: ChangeOutput::default() }))
}

fn removal(path: String, etag: &str) -> Write {
    Write::new(path, Content::Nothing, Expected::Etag(etag.to_owned()))
}

fn moved(writes: Vec<Write>, output: Moved) -> Outcome<Moved> {
    let is_put = writes.first().is_some_and(|write| !matches!(write.content, Content::Nothing));
    Outcome::Write(
        writes,
        Box::new(move |written| {
            let Receipt { etag, change } = Receipt::from(written);
            Moved { etag: is_put.then_some(etag), change, ..output.clone() }
        }),
    )
}

#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct NoInput {}

#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub(super) struct Archived {
    plans: Vec<ArchivedPlan>,
}

#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct ArchivedPlan {
    plan_id: String,
    title: String,
    path: String,
}

fn archived(context: &Context<'_>, _: &NoInput) -> ToolResult<Outcome<Archived>> {
    let mut plans = Vec::new();
    for plan_id in archived_ids(context)? {
        let path = archived_path(&plan_id);
        let Some(found) = context.text_file(&path)? else { continue };
        let document = Document::new(found.text.to_owned());
        let title = document.plan().title(document.text()).unwrap_or(&plan_id).to_owned();
        plans.push(ArchivedPlan { plan_id, title, path: context.display_path(&path) });
    }
    Ok(Outcome::Ready(Archived { plans }))
}

fn archived_ids(context: &Context<'_>) -> ToolResult<Vec<String>> {
    let stems = context.markdown_stems(ARCHIVE, |stem| PlanId::new(stem).is_ok())?;
    Ok(stems.into_iter().map(str::to_owned).collect())
}

#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ConfigInput {
    /// The whole file.
    text: String,
}

#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub(super) struct ConfigOutput {
    /// Relative to the root.
    path: String,
}

fn config(context: &Context<'_>, input: &ConfigInput) -> ToolResult<Outcome<ConfigOutput>> {
    let path = context.display_path(CONFIG);
    let write = Write::new(CONFIG.to_owned(), Content::Text(input.text.clone()), Expected::Anything);
    Ok(Outcome::after(write, move |_| ConfigOutput { path: path.clone() }))
}
