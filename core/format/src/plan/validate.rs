//! Everything that is wrong with a file, within its lines and across them.

use std::str::Utf8Error;

use crate::text::{LineEnding, Span, in_order_of, lines};

use super::{Circle, Code, Dependencies, Diagnostic, Key, Plan, Severity, Waiting, parse};

/// The findings of [`validate`], in the order of their lines.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Validation {
    /// What keeps the plan from being written.
    pub errors: Vec<Diagnostic>,
    /// What is worth a look.
    pub warnings: Vec<Diagnostic>,
}

/// Checks a text against the format.
///
/// ```
/// use long_term_plan_format::plan::{validate, Code};
/// let found = validate("<!-- long-term-plan:format=v1 -->\n- [x] Old <!-- long-term-plan:id=t_1 -->\n");
/// assert_eq!((found.errors[0].code, found.errors[0].line), (Code::InvalidStatusSymbol, 2));
/// assert!(found.warnings.is_empty());
/// ```
pub fn validate(text: &str) -> Validation {
    Validation::of(&parse(text), text)
}

impl Validation {
    /// The findings about a plan that is parsed already.
    pub fn of(plan: &Plan, text: &str) -> Self {
        let mut found = plan.diagnostics.clone();
        found.extend(across_tasks(plan, text));
        let found = in_order_of(found, |each| each.line);
        let (errors, warnings) = found.into_iter().partition(|each| each.code.severity() == Severity::Error);
        Self { errors, warnings }
    }
}

/// What shows only when tasks are seen together.
pub(crate) fn across_tasks(plan: &Plan, text: &str) -> Vec<Diagnostic> {
    let dependencies = Dependencies::of(plan, text);
    let mut found = Vec::new();
    for of_one_task in dependencies.unknown.chunk_by(|(one, _), (next, _)| one == next) {
        let at = dependencies_at(plan, text, of_one_task.first().map(|(number, _)| *number));
        found.extend(of_one_task.iter().map(|(_, id)| {
            let message = format!("depends on {id}, which this plan does not have; correct or remove the id");
            Diagnostic { code: Code::UnknownDependency, message, ..at.clone() }
        }));
    }
    found.extend(Waiting::of(plan, &dependencies).circles().iter().map(|circle| {
        let message =
            format!("tasks wait for each other: {}; remove one of these dependencies", name_circle(plan, text, circle));
        // Of a circle with nested tasks, the first need not be one that names a dependency.
        let mut named = circle.tasks.iter().copied().filter(|task| !dependencies.targets(*task).is_empty());
        let at = dependencies_at(plan, text, named.next());
        Diagnostic { code: Code::DependencyCycle, message, ..at }
    }));
    if plan.tasks.is_empty() {
        let message = "the plan has no task; add one as `- [ ] title` and run the repair addMissingIds".into();
        found.push(Diagnostic { code: Code::NoTasks, line: 1, span: None, message, fix: None });
    }
    found
}

/// A finding yet to be worded, at the dependencies of a task.
fn dependencies_at(plan: &Plan, text: &str, task: Option<usize>) -> Diagnostic {
    let task = task.and_then(|number| plan.tasks.get(number));
    Diagnostic {
        code: Code::UnknownDependency,
        line: task.map_or(1, |task| task.line),
        span: task.and_then(|task| task.attribute(text, Key::Depends)).map(|attribute| attribute.span),
        message: String::new(),
        fix: None,
    }
}

/// A circle in words: `a → b → a`.
pub fn name_circle(plan: &Plan, text: &str, circle: &Circle) -> String {
    let mut ids = ids_of(plan, text, &circle.tasks);
    ids.extend(ids.first().cloned());
    ids.join(" → ") + if circle.is_nested { NESTING } else { "" }
}

/// Why tasks wait for each other that do not name each other.
pub const NESTING: &str = " (a task waits for all that is under it, and for what the task above it waits for)";

/// The ids of tasks.
pub fn ids_of(plan: &Plan, text: &str, tasks: &[usize]) -> Vec<String> {
    tasks.iter().map(|number| plan.tasks[*number].id.of(text).to_owned()).collect()
}

/// The text in the bytes of a file, or where they stop being UTF-8.
///
/// ```
/// use long_term_plan_format::plan::{decode, Code};
/// let finding = decode(b"ok\n\xff").unwrap_err();
/// assert_eq!((finding.code, finding.line), (Code::UnsupportedEncoding, 2));
/// assert!(finding.message.contains("byte 3"));
/// ```
pub fn decode(bytes: &[u8]) -> Result<&str, Diagnostic> {
    str::from_utf8(bytes).map_err(|error| not_utf8(bytes, error))
}

/// Says where `bytes` stop being UTF-8.
pub(super) fn not_utf8(bytes: &[u8], error: Utf8Error) -> Diagnostic {
    let offset = error.valid_up_to();
    let valid = bytes.get(..offset).and_then(|valid| str::from_utf8(valid).ok()).unwrap_or_default();
    let guess = match bytes {
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => "it looks like UTF-16",
        _ => "it may be in an older encoding",
    };
    Diagnostic {
        code: Code::UnsupportedEncoding,
        line: 1 + lines(valid).filter(|line| line.ending != LineEnding::None).count(),
        span: Some(Span::at(offset)),
        message: format!("the file is not UTF-8 from byte {offset} on; {guess}; save it as UTF-8"),
        fix: None,
    }
}
