//! Replaces the subtasks of a task with as few operations as possible.

use crate::edit::{AddTask, DeleteTask, MoveTask, Op, Position};
use crate::plan::Document;
use crate::text::longest_increasing;

use super::create_task::add;
use super::mapping::Status;
use super::update_task::update;

/// A subtask after the replacement.
#[derive(Clone, Debug)]
pub(super) struct Subtask {
    pub(super) title: String,
    /// If `None`, an existing subtask keeps its status, and a new one is not started.
    pub(super) status: Option<Status>,
}

/// The operations that make these the subtasks of a task, and the ids of the new ones. Subtasks with the same title are kept.
/// New ones get numbers that `was_used` has never seen.
pub(super) fn replacement(
    document: &Document,
    parent: usize,
    wanted: &[Subtask],
    was_used: impl Fn(&str) -> bool,
) -> (Vec<Op>, Vec<String>) {
    let (text, tasks) = (document.text(), &document.plan().tasks);
    let parent_id = tasks[parent].id.of(text);
    let below = parent + 1..tasks[parent].subtree_end;
    let present: Vec<usize> = below.filter(|index| tasks[*index].parent == Some(parent)).collect();
    let mut is_kept = vec![false; present.len()];
    let kept: Vec<Option<usize>> = wanted
        .iter()
        .map(|subtask| {
            let matches = |at: &usize| !is_kept[*at] && tasks[present[*at]].title.of(text) == subtask.title;
            let at = (0..present.len()).find(matches)?;
            is_kept[at] = true;
            Some(at)
        })
        .collect();
    let id_at = |at: usize| tasks[present[at]].id.of(text).to_owned();

    let deleted = (0..present.len()).filter(|at| !is_kept[*at]);
    let mut ops: Vec<Op> = deleted.map(|at| Op::Delete(DeleteTask { task_id: id_at(at) })).collect();
    // The longest run that is already in order stays in place; every other subtask is moved after its predecessor.
    let in_new_order: Vec<usize> = kept.iter().copied().flatten().collect();
    let is_in_place = longest_increasing(&in_new_order);
    let in_place: Vec<usize> =
        in_new_order.into_iter().zip(is_in_place).filter(|(_, stays)| *stays).map(|(at, _)| at).collect();
    let mut first = (0..present.len()).find(|at| is_kept[*at]).map(id_at);
    let mut previous: Option<String> = None;
    let mut new_ids = Vec::new();
    let mut number = highest_number(document, parent_id, &present);
    for (subtask, kept) in wanted.iter().zip(kept) {
        let id = if let Some(at) = kept {
            let id = id_at(at);
            if !in_place.contains(&at) {
                ops.push(Op::Move(MoveTask {
                    task_id: id.clone(),
                    after_task_id: previous.clone(),
                    position: previous.is_none().then_some(Position::First),
                    ..MoveTask::default()
                }));
            }
            let status = subtask.status.filter(|status| *status != Status::of(&tasks[present[at]]));
            ops.extend(status.map(|status| update(&id, None, Some(status))));
            id
        } else {
            number += 1;
            while was_used(&format!("{parent_id}-{number}")) {
                number += 1;
            }
            let id = format!("{parent_id}-{number}");
            let has_sibling = previous.is_some() || first.is_some();
            ops.push(Op::from(AddTask {
                status: subtask.status.map(|status| status.to_plan().into()),
                before_task_id: first.clone().filter(|_| previous.is_none()),
                after_task_id: previous.clone(),
                ..add(subtask.title.clone(), None, (!has_sibling).then(|| parent_id.to_owned()))
            }));
            new_ids.push(id.clone());
            id
        };
        if previous.is_none() {
            first = Some(id.clone());
        }
        previous = Some(id);
    }
    (ops, new_ids)
}

/// The highest number of the existing subtasks.
fn highest_number(document: &Document, parent_id: &str, present: &[usize]) -> u32 {
    let number_of = |index: &usize| {
        let id = document.plan().tasks[*index].id.of(document.text());
        id.strip_prefix(parent_id)?.strip_prefix('-')?.parse::<u32>().ok()
    };
    present.iter().filter_map(number_of).max().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::edit::apply;
    use crate::plan::IdGenerator;

    fn plan(subtasks: &[&str]) -> Document {
        let mut text =
            "<!-- long-term-plan:format=v1 markers=gfm -->\n- [ ] Main <!-- long-term-plan:id=T001 -->\n".to_owned();
        for subtask in subtasks {
            let (number, title) = subtask.split_once(' ').unwrap();
            text.push_str(&format!("  - [-] {title} <!-- long-term-plan:id=T001-{number} -->\n"));
        }
        text.push_str("- [ ] Other <!-- long-term-plan:id=T002 -->\n");
        Document::new(text)
    }

    #[track_caller]
    fn check(before: &[&str], wanted: &[&str], expected: &[&str], most_ops: usize) {
        let document = plan(before);
        let subtasks: Vec<_> = wanted.iter().map(|title| Subtask { title: (*title).into(), status: None }).collect();
        let (ops, ids) = replacement(&document, 0, &subtasks, |id| id == "T001-4");
        assert!(ops.len() <= most_ops, "{ops:?}");
        let edited = apply(&document, &ops, &mut IdGenerator::new(0, [0; 10]).with_preset(ids)).unwrap();
        let kept = plan(expected).text().to_owned();
        let unmarked = |text: &str| text.replace("[-]", "[ ]");
        assert_eq!(unmarked(edited.document.text()), unmarked(&kept));
    }

    #[test]
    fn as_little_as_possible_is_changed() {
        check(&["1 a", "2 b", "3 c"], &["a", "b", "c"], &["1 a", "2 b", "3 c"], 0);
        check(&["1 a", "2 b", "3 c"], &["b", "c", "a"], &["2 b", "3 c", "1 a"], 1);
        check(&["1 a", "2 b", "3 c"], &["c", "a", "b"], &["3 c", "1 a", "2 b"], 1);
        check(&["1 a", "2 b", "3 c"], &["b"], &["2 b"], 2);
        check(&["1 a", "2 b", "3 c"], &[], &[], 3);
        check(&[], &["x", "y"], &["1 x", "2 y"], 2);
        check(&["1 a", "2 b", "3 c"], &["x", "b", "y"], &["5 x", "2 b", "6 y"], 4);
        check(&["1 a", "2 a", "3 b"], &["a", "b", "a"], &["1 a", "3 b", "2 a"], 1);
    }
}
