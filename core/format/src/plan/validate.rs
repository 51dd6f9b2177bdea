//! All diagnostics of a file: those of single lines and those that involve several tasks.

use std::str::Utf8Error;

use crate::sort::sort_by_key;
use crate::text::{LineEnding, Span, lines};

use super::{AttributeKey, Cycle, Dependencies, Diagnostic, DiagnosticCode, Plan, ScheduleGraph, Severity, parse};

/// The result of [`validate`], in the order of lines.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Diagnostics {
    /// A plan with errors cannot be written.
    pub errors: Vec<Diagnostic>,
    pub warnings: Vec<Diagnostic>,
}

/// Validates a text.
///
/// ```
/// use long_term_plan_format::plan::{validate, DiagnosticCode};
/// let found = validate("<!-- long-term-plan:format=v1 -->\n- [x] Old <!-- long-term-plan:id=t_1 -->\n");
/// assert_eq!((found.errors[0].code, found.errors[0].line), (DiagnosticCode::InvalidStatusSymbol, 2));
/// assert!(found.warnings.is_empty());
/// ```
pub fn validate(text: &str) -> Diagnostics {
    Diagnostics::of(&parse(text), text)
}

impl Diagnostics {
    /// The diagnostics of a parsed plan.
    pub fn of(plan: &Plan, text: &str) -> Self {
        let mut found = plan.diagnostics.clone();
        found.extend(across_tasks(plan, text));
        sort_by_key(&mut found, |each| each.line);
        let (errors, warnings) = found.into_iter().partition(|each| each.severity == Severity::Error);
        Self { errors, warnings }
    }
}

/// Diagnostics that involve several tasks.
pub(crate) fn across_tasks(plan: &Plan, text: &str) -> Vec<Diagnostic> {
    if plan.has_conflict() {
        // The copies of both sides say nothing about the plan.
        return Vec::new();
    }
    let dependencies = Dependencies::of(plan, text);
    let mut found = Vec::new();
    for of_one_task in dependencies.unknown.chunk_by(|(one, _), (next, _)| one == next) {
        let task = of_one_task.first().map(|(index, _)| *index);
        let at = dependencies_at(plan, text, DiagnosticCode::UnknownDependency, task);
        found.extend(of_one_task.iter().map(|(_, id)| {
            let message = format!("depends on {id}, which this plan does not have; correct or remove the id");
            Diagnostic { message, ..at.clone() }
        }));
    }
    found.extend(ScheduleGraph::of(plan, &dependencies).cycles().iter().map(|cycle| {
        let message =
            format!("tasks block each other: {}; remove one of these dependencies", describe_cycle(plan, text, cycle));
        // The first task of a nested cycle need not have dependencies.
        let mut named = cycle.tasks.iter().copied().filter(|task| !dependencies.targets(*task).is_empty());
        let at = dependencies_at(plan, text, DiagnosticCode::DependencyCycle, named.next());
        Diagnostic { message, ..at }
    }));
    if plan.tasks.is_empty() {
        let message = "the plan has no task; add one as `- [ ] title` and run the repair addMissingIds";
        found.push(Diagnostic::new(DiagnosticCode::NoTasks, 1, None, message));
    }
    found
}

/// A diagnostic without a message at the dependencies of a task.
fn dependencies_at(plan: &Plan, text: &str, code: DiagnosticCode, task: Option<usize>) -> Diagnostic {
    let task = task.and_then(|index| plan.tasks.get(index));
    let span = task.and_then(|task| task.attribute(text, AttributeKey::Depends)).map(|attribute| attribute.span);
    Diagnostic::new(code, task.map_or(1, |task| task.line), span, "")
}

/// A cycle as text: `a → b → a`.
pub fn describe_cycle(plan: &Plan, text: &str, cycle: &Cycle) -> String {
    let mut ids = ids_of(plan, text, &cycle.tasks);
    ids.extend(ids.first().cloned());
    ids.join(" → ") + if cycle.is_nested { NESTING } else { "" }
}

/// Explains a cycle through nesting, where tasks block each other without naming each other.
pub const NESTING: &str = " (a task is blocked by its subtasks, and by what blocks its parent)";

pub fn ids_of(plan: &Plan, text: &str, tasks: &[usize]) -> Vec<String> {
    tasks.iter().map(|index| plan.tasks[*index].id.of(text).to_owned()).collect()
}

/// The bytes of a file as text, or where they stop being UTF-8.
///
/// ```
/// use long_term_plan_format::plan::{decode, DiagnosticCode};
/// let error = decode(b"ok\n\xff").unwrap_err();
/// assert_eq!((error.code, error.line), (DiagnosticCode::UnsupportedEncoding, 2));
/// assert!(error.message.contains("byte 3"));
/// ```
pub fn decode(bytes: &[u8]) -> Result<&str, Diagnostic> {
    str::from_utf8(bytes).map_err(|error| not_utf8(bytes, error))
}

/// Reports where `bytes` stop being UTF-8.
pub(super) fn not_utf8(bytes: &[u8], error: Utf8Error) -> Diagnostic {
    let offset = error.valid_up_to();
    let valid = bytes.get(..offset).and_then(|valid| str::from_utf8(valid).ok()).unwrap_or_default();
    let guess = match bytes {
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => "it looks like UTF-16",
        _ => "it may be in an older encoding",
    };
    Diagnostic::new(
        DiagnosticCode::UnsupportedEncoding,
        1 + lines(valid).filter(|line| line.ending != LineEnding::None).count(),
        Some(Span::at(offset)),
        format!("the file is not UTF-8 from byte {offset} on; {guess}; save it as UTF-8"),
    )
}
