//! `decision_update`: changes the status or the text of a decision record, with a reason.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;

use crate::contract::Limited;
use crate::decisions::{Decision, DecisionStatus, Revision};
use crate::failure::Failure;
use crate::files::{Content, Expected, ToolResult, Write};
use crate::text::{iso_time, one_line};
use crate::toolkit::decisions::path_of;
use crate::toolkit::{Context, Outcome, Tool, shown_etag, tool};

use super::Number;

pub(super) const TOOL: Tool = tool!(
    REPLACE,
    "decision_update",
    "Change a decision's status or words; what is not named stays. The record keeps when and why."
);

#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct Input {
    /// The record.
    pub(super) number: Number,
    /// New status.
    pub(super) status: Option<DecisionStatus>,
    /// Why it changes.
    pub(super) reason: Option<Limited<0, 500>>,
    /// One line.
    pub(super) title: Option<Limited<1, 100>>,
    /// Replaces that part.
    pub(super) context: Option<Limited<0, 2000>>,
    /// Replaces that part.
    pub(super) decision: Option<Limited<0, 2000>>,
    /// Replaces that part.
    pub(super) rationale: Option<Limited<0, 2000>>,
    /// Replaces that part.
    pub(super) consequences: Option<Limited<0, 2000>>,
    /// Expected etag.
    pub(super) if_match: Option<String>,
}

#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Output {
    pub(super) number: u32,
    pub(super) old_status: Option<String>,
    pub(super) status: Option<String>,
    /// Names of the parts that changed.
    pub(super) changed: Vec<String>,
    pub(super) updated_at: Option<String>,
    pub(super) etag: String,
}

fn run(context: &Context<'_>, input: &Input) -> ToolResult<Outcome<Output>> {
    let text = |text: &'_ Option<Limited<0, 2000>>| text.as_ref().map(|text| text.0.clone());
    let parts = [&input.context, &input.decision, &input.rationale, &input.consequences].map(text);
    let title = input.title.as_ref().map(|title| one_line(&title.0));
    if title.as_deref() == Some("") {
        return Err(Failure::invalid("title must not be empty").into());
    }
    let revision = Revision {
        status: input.status,
        reason: input.reason.as_ref().map(|reason| reason.0.as_str()),
        title: title.as_deref(),
        parts: [&parts[0], &parts[1], &parts[2], &parts[3]].map(|part| part.as_deref()),
    };
    let is_empty = revision.status.is_none()
        && revision.reason.is_none()
        && revision.title.is_none()
        && revision.parts.iter().all(Option::is_none);
    if is_empty {
        return Err(
            Failure::invalid("Nothing to change; give a status, a reason or the words that are to change").into()
        );
    }
    let number = u32::try_from(input.number.get()).unwrap_or_default();
    let revised = revise(context, number, input.if_match.as_deref(), &revision)?;
    let Revised { old_status, status, changed, updated_at, .. } = revised.clone();
    let output = move |etag| Output {
        number,
        old_status: old_status.clone(),
        status: status.clone(),
        changed: changed.clone(),
        updated_at: updated_at.clone(),
        etag,
    };
    Ok(match revised.write {
        Some(write) => Outcome::after(write, output),
        None => Outcome::Ready(output(revised.etag)),
    })
}

/// The result of a revision.
#[derive(Clone, Debug)]
pub(in crate::toolsets) struct Revised {
    pub(in crate::toolsets) old_status: Option<String>,
    pub(in crate::toolsets) status: Option<String>,
    pub(in crate::toolsets) changed: Vec<String>,
    pub(in crate::toolsets) updated_at: Option<String>,
    /// The etag before the write.
    etag: String,
    /// `None` if nothing changed.
    pub(in crate::toolsets) write: Option<Write>,
}

/// Changes the record with this number.
pub(in crate::toolsets) fn revise(
    context: &Context<'_>,
    number: u32,
    if_match: Option<&str>,
    revision: &Revision<'_>,
) -> ToolResult<Revised> {
    let path = path_of(context.decision_stem(number)?);
    let Some(found) = context.text_file(&path)? else {
        let message = format!("{} was deleted meanwhile", context.display_path(&path));
        return Err(Failure::DecisionNotFound { number, message }.into());
    };
    context.check_if_match(if_match, found.etag)?;
    let before = Decision::new(found.text);
    let (text, changed) = before.revised(revision, context.call.now_ms);
    let after = Decision::new(&text);
    let status = |decision: &Decision<'_>| decision.status_text().map(crate::toolkit::display_name);
    let file_time = (found.modified_ms > 0).then_some(found.modified_ms);
    Ok(Revised {
        old_status: status(&before),
        status: status(&after),
        changed: changed.into_iter().map(str::to_owned).collect(),
        updated_at: after.updated_ms().or(file_time).map(iso_time),
        etag: shown_etag(found.etag),
        write: (text != found.text)
            .then(|| Write::new(path, Content::Text(text.clone()), Expected::Etag(found.etag.to_owned()))),
    })
}
