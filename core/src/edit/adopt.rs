//! Hand edits that a write can adopt, because there is no doubt about what they mean.

use schemars::JsonSchema;
use serde::Serialize;

use crate::plan::{Diagnostic, DiagnosticCode, Document, Fix, IdGenerator, Task, indentation};
use crate::text::{Replacement, TextEdit};

use super::RepairAction;
use super::repair::{AppliedRepair, Repaired, repair_since};

const ACTIONS: [RepairAction; 4] = [
    RepairAction::JoinWrappedLines,
    RepairAction::NormalizeStatusChar,
    RepairAction::AddMissingIds,
    RepairAction::DedupeIds,
];

/// A plan whose hand edits were adopted.
#[derive(Clone, Debug)]
pub struct Adoption {
    pub document: Document,
    /// The change, as one edit of the old text.
    pub edit: TextEdit,
    pub adopted: Vec<AdoptedEdit>,
}

/// One hand edit that was adopted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AdoptedEdit {
    /// The task on that line.
    pub task_id: String,
    /// Counted from 1.
    pub line: usize,
    pub action: RepairAction,
}

/// Adopts the hand edits of a plan; `None` if it has none, or if an error remains that needs a person. `recorded` is the plan's
/// last recorded version.
///
/// ```
/// use long_term_plan_core::edit::adopt;
/// use long_term_plan_core::plan::{Document, IdGenerator};
/// let typed = Document::new("<!-- long-term-plan:format=v1 -->\n- [x] Ship it\n".into());
/// let adoption = adopt(&typed, None, &mut IdGenerator::new(0, [0; 10])).unwrap();
/// assert!(adoption.document.text().contains("- [√] Ship it <!-- long-term-plan:id=t_"));
/// ```
pub fn adopt(document: &Document, recorded: Option<&Document>, ids: &mut IdGenerator) -> Option<Adoption> {
    let plan = document.plan();
    // An id that someone chose, but that cannot be used, may be named elsewhere.
    let needs_person = |error: &Diagnostic| error.fix.is_none() || error.code == DiagnosticCode::InvalidTaskId;
    if !plan.has_header() || plan.errors().next().is_none() || plan.errors().any(needs_person) {
        return None;
    }
    let Repaired { document: repaired, edit, applied } = repair_since(recorded, document, &ACTIONS, ids).ok()?;
    let tabs = without_tabs(&repaired)?;
    let adopted = repaired.edited(&tabs);
    if adopted.plan().errors().next().is_some() {
        return None;
    }
    let tab_lines = tab_indented(&repaired).map(|task| task.line);
    let tab_lines = tab_lines.map(|line| AppliedRepair { action: RepairAction::NormalizeIndent, line });
    let mut applied: Vec<_> = applied.into_iter().chain(tab_lines).collect();
    applied.sort_by_key(|each| each.line);
    let adopted_edits = applied.into_iter().map(|AppliedRepair { action, line }| AdoptedEdit {
        task_id: task_on_line(&adopted, line),
        line,
        action,
    });
    Some(Adoption { adopted: adopted_edits.collect(), edit: edit.then(&tabs), document: adopted })
}

/// The id of the task on a line.
fn task_on_line(document: &Document, line: usize) -> String {
    let tasks = &document.plan().tasks;
    let found = tasks.binary_search_by_key(&line, |task| task.line).ok().and_then(|at| tasks.get(at));
    found.map(|task| task.id.of(document.text()).to_owned()).unwrap_or_default()
}

/// The tasks that are indented with a tab.
fn tab_indented(document: &Document) -> impl Iterator<Item = &Task> {
    let plan = document.plan();
    let errors = plan.errors().filter(|error| error.fix == Some(Fix::Indent));
    let tasks =
        errors.filter_map(|error| plan.tasks.get(plan.tasks.binary_search_by_key(&error.line, |task| task.line).ok()?));
    tasks.filter(|task| indentation(document.text(), task.span).has_tab)
}

/// The edit that indents these tasks with spaces; `None` if their level depends on the width of a tab.
fn without_tabs(document: &Document) -> Option<TextEdit> {
    const WIDTHS: [usize; 3] = [4, 2, 8];
    let [usual, narrow, wide] = WIDTHS.map(|width| {
        let edit = with_tab_width(document, width);
        let parents: Vec<_> = document.edited(&edit).plan().tasks.iter().map(|task| task.parent).collect();
        (edit, parents)
    });
    (usual.1 == narrow.1 && usual.1 == wide.1).then_some(usual.0)
}

fn with_tab_width(document: &Document, width: usize) -> TextEdit {
    let text = document.text();
    let replacement = |task: &Task| {
        let span = indentation(text, task.span).span;
        let columns = span.of(text).chars().fold(0, |columns: usize, character| match character {
            '\t' => (columns / width + 1) * width,
            _ => columns + 1,
        });
        Replacement { span, text: " ".repeat(columns) }
    };
    tab_indented(document).map(replacement).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEADER: &str = "<!-- long-term-plan:format=v1 -->\n";

    fn task(title: &str, id: &str) -> String {
        format!("- [ ] {title} <!-- long-term-plan:id={id} -->\n")
    }

    /// The text after the adoption, with `NEW` for new ids; empty if nothing is adopted.
    fn adopted(typed: &str, recorded: &str) -> String {
        let [typed, recorded] = [typed, recorded].map(|text| Document::new(format!("{HEADER}{text}")));
        let adoption = adopt(&typed, Some(&recorded), &mut IdGenerator::new(0, [0; 10]));
        let Some(adoption) = adoption else { return String::new() };
        assert_eq!(adoption.edit.apply(typed.text()), adoption.document.text());
        assert!(adoption.adopted.iter().all(|edit| !edit.task_id.is_empty()), "{:?}", adoption.adopted);
        let mut ids = IdGenerator::new(0, [0; 10]);
        let text = (0..9).fold(adoption.document.text().to_owned(), |text, _| text.replace(&ids.next_id(), "NEW"));
        text.strip_prefix(HEADER).unwrap().to_owned()
    }

    #[test]
    fn marks_and_missing_ids_are_adopted() {
        assert_eq!(adopted("- [ ] a\n", ""), task("a", "NEW"));
        assert_eq!(adopted("- [X] a\n", ""), task("a", "NEW").replace("[ ]", "[√]"));
        assert_eq!(adopted("* [-] a\n", ""), task("a", "NEW").replace("[ ]", "[*]"));
        assert_eq!(adopted(&task("a", "t_a").replace("[ ]", "[x]"), ""), task("a", "t_a").replace("[ ]", "[√]"));
        let gfm = HEADER.replace("v1", "v1 markers=gfm");
        let typed = Document::new(gfm + &task("a", "t_a").replace("[ ]", "[√]"));
        let adoption = adopt(&typed, None, &mut IdGenerator::new(0, [0; 10])).unwrap();
        assert!(adoption.document.text().contains("- [x] a"));
    }

    #[test]
    fn what_needs_a_person_is_not_adopted() {
        assert_eq!(adopted(&task("a", "t_a"), ""), "", "nothing to adopt");
        assert_eq!(adopted("- [?] a\n- [ ] b\n", ""), "");
        assert_eq!(adopted("- [ ] a <!-- long-term-plan:id=a/b -->\n- [ ] b\n", ""), "");
        assert_eq!(adopted("<<<<<<< ours\n- [ ] a\n=======\n>>>>>>> theirs\n", ""), "");
        assert_eq!(adopted("```\n- [ ] code\n```\n", ""), "");
    }

    #[test]
    fn the_unchanged_line_keeps_an_id_that_was_pasted_twice() {
        let (old, new) = (task("old", "t_a"), task("new", "t_a"));
        let given_new = |line: &str| line.replace("t_a", "NEW");
        assert_eq!(adopted(&format!("{new}{old}"), &old), given_new(&new) + &old);
        assert_eq!(adopted(&format!("{old}{new}"), &old), old.clone() + &given_new(&new));
        assert_eq!(adopted(&format!("{old}{old}"), &old), old.clone() + &given_new(&old));
        assert_eq!(adopted(&format!("{new}{new}{old}"), &old), given_new(&new).repeat(2) + &old);
        assert_eq!(adopted(&format!("{new}{old}"), ""), new.clone() + &given_new(&old));
    }

    #[test]
    fn a_tab_is_adopted_where_the_level_is_clear() {
        let (a, b, c) = (task("a", "t_a"), task("b", "t_b"), task("c", "t_c"));
        assert_eq!(adopted(&format!("{a}\t{b}\t\t{c}"), ""), format!("{a}    {b}        {c}"));
        assert_eq!(adopted(&format!("{a}\t- [ ] b\n"), ""), format!("{a}    {}", task("b", "NEW")));
        assert_eq!(adopted(&format!("{a}  {b}\t{c}"), ""), "", "a sibling or a subtask of b");
        assert_eq!(adopted(&format!("\t{a}"), ""), "", "under nothing");
    }
}
