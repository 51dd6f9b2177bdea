//! Completion of arguments that name a file.

use serde::{Deserialize, Serialize};

use crate::contract::{Arguments, read, to_json};
use crate::files::ToolResult;
use crate::plan::is_id;
use crate::text::fold;

use super::{Context, Outcome, notes};

#[derive(Deserialize)]
struct Input {
    argument: String,
    value: Option<String>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Output<'v> {
    values: &'v [&'v str],
    total: usize,
    has_more: bool,
}

/// Completes the arguments of prompts and resource templates.
pub(crate) fn complete(context: &Context<'_>, arguments: &Arguments) -> ToolResult<Outcome<String>> {
    const MOST: usize = 100;
    let input: Input = read(arguments)?;
    let typed = fold(input.value.as_deref().unwrap_or_default());
    let ids = match input.argument.as_str() {
        "planId" => context.plan_ids()?,
        "adr_id" => context.decision_stems()?,
        "task_id" => context.markdown_stems(notes::FOLDER, is_id)?,
        _ => Vec::new(),
    };
    let values: Vec<_> = ids.into_iter().filter(|id| fold(id).starts_with(&typed)).collect();
    let shown = values.get(..MOST).unwrap_or(&values);
    Ok(Outcome::Ready(to_json(&Output { values: shown, total: values.len(), has_more: values.len() > MOST })))
}
