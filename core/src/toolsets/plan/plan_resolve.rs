//! `plan_resolve`: what a merge of branches left open, asked and answered.

use crate::contract::{input, output};
use crate::edit::EditError;
use crate::merge::{Question, Take, questions, resolve};
use crate::plan::Code;
use crate::text::shortened;
use crate::toolsets::access::{PlanId, count};
use crate::toolsets::budget::{LARGEST, first_of};
use crate::toolsets::registry::{Done, tool};
use crate::toolsets::{Context, Tool};
use crate::workspace::{Stop, ToolError, Write};

pub(super) const TOOL: Tool = tool!(REPLACE, "plan_resolve", "List or settle a plan's merge conflicts.");

input! {
    /// Arguments.
    pub(super) struct Input {
        /// The plan.
        "planId" plan_id: PlanId,
        /// As 1=ours, 2=theirs, 3=both, 4=TEXT.
        "choices" choices: Option<Vec<String>>,
        /// Expected etag.
        "ifMatch" if_match: Option<String>,
    }
}

output! {
    /// Answer.
    pub(super) struct Output {
        /// Fingerprint of the file.
        "etag" etag: String,
        /// What is still to be settled.
        "conflicts" conflicts: Vec<Open>,
        /// Number of those that are not shown.
        "conflictsLeftOut" conflicts_left_out: Option<u32>,
    }
}

output! {
    /// Something to settle.
    pub(super) struct Open {
        /// Its name in choices.
        "conflict" conflict: String,
        /// 1-based line.
        "line" line: u32,
        /// The task.
        "taskId" task_id: Option<String>,
        /// Which part of it.
        "field" field: String,
        /// What our side says; absent if it is deleted there.
        "ours" ours: Option<String>,
        /// What their side says.
        "theirs" theirs: Option<String>,
    }
}

fn run(context: &Context<'_>, input: &Input) -> Result<Done<Output>, Stop> {
    let found = context.file_to_write(&input.plan_id, input.if_match.as_deref())?;
    let text = found.document.text();
    let choices = input.choices.as_deref().unwrap_or_default();
    let choices = choices.iter().map(|choice| read_choice(choice)).collect::<Result<Vec<_>, _>>()?;
    let edit = resolve(text, &choices).map_err(ToolError::invalid)?;
    if edit.is_empty() {
        return Ok(Done::Ready(output(found.etag.to_owned(), &questions(text))));
    }
    let document = found.document.edited(&edit);
    let has_conflicts = document.plan().errors().any(|error| error.code == Code::ConflictMarker);
    if !has_conflicts && document.plan().errors().next().is_some() {
        return Err(ToolError::from(EditError::invalid_plan(document.plan().errors())).into());
    }
    let left = questions(document.text());
    let write = Write::plan(input.plan_id.path(), document, edit, found.etag);
    Ok(Done::after(write, move |etag| output(etag, &left)))
}

/// `CONFLICT=ours`, `=theirs`, `=both`, or anything else as the text to write.
fn read_choice(choice: &str) -> Result<(&str, Take<'_>), ToolError> {
    let (conflict, taken) = choice.split_once('=').ok_or_else(|| {
        ToolError::invalid(format!(
            "{:?} is no choice; write the conflict's name and what to take, as 1=ours",
            shortened(choice, 60)
        ))
    })?;
    let take = match taken {
        "ours" => Take::Ours,
        "theirs" => Take::Theirs,
        "both" => Take::Both,
        text => Take::Text(text),
    };
    Ok((conflict.trim(), take))
}

fn output(etag: String, open: &[Question]) -> Output {
    const LONGEST: usize = 2_000;
    let shown = |value: &Option<String>| value.as_deref().map(|value| shortened(value, LONGEST).into_owned());
    let open = open.iter().map(|question| Open {
        conflict: question.id.clone(),
        line: count(question.line),
        task_id: question.task_id.clone(),
        field: question.field.clone(),
        ours: shown(&question.ours),
        theirs: shown(&question.theirs),
    });
    let (conflicts, conflicts_left_out) = first_of(open.collect(), LARGEST);
    Output { etag, conflicts, conflicts_left_out }
}
