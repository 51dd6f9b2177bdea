//! Which task to work on next, and why.

use std::cmp::{Ordering, Reverse};

use crate::plan::{
    AttributeKey, Cycle, Document, Plan, Priority, ScheduleGraph, State, Status, Task, decode_value, describe_cycle,
};
use crate::word::Word;

/// Most cycles that a reason names.
const MAX_CYCLES: usize = 3;

/// The next task, or why there is none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Next {
    /// Index of the task.
    pub task: Option<usize>,
    pub reason: String,
}

/// Chooses among the ready tasks: those in progress first, then by priority, then by position. With `assignee`, tasks of others
/// are left out.
///
/// A task is ready if it is open, not blocked or deferred, and has no open dependencies or subtasks. What blocks a task also
/// blocks its subtasks, and they inherit its priority unless they have their own.
///
/// ```
/// use long_term_plan_core::plan::Document;
/// use long_term_plan_core::query::next;
/// let text = "<!-- long-term-plan:format=v1 -->
/// - [ ] A <!-- long-term-plan:id=t_1 depends=t_2 -->
/// - [ ] B <!-- long-term-plan:id=t_2 -->
/// ";
/// let next = next(&Document::new(text.into()), None);
/// assert_eq!(next.task, Some(1));
/// assert_eq!(next.reason, "first of 1 ready task in the plan; 1 other has open dependencies");
/// ```
pub fn next(document: &Document, assignee: Option<&str>) -> Next {
    let (text, plan) = (document.text(), document.plan());
    let readiness = Readiness::of(document);
    let rank = |index: usize| (Reverse(plan.tasks[index].status == Status::Doing), readiness.priority[index]);
    let mut best: Option<usize> = None;
    // The index of ready tasks, and of those that rank as high as the best.
    let (mut ready, mut equals) = (0, 0);
    for index in (0..plan.tasks.len()).filter(|index| readiness.is_ready(plan, *index)) {
        if !is_free_for(&plan.tasks[index], text, assignee) {
            continue;
        }
        ready += 1;
        match best.map_or(Ordering::Less, |best| rank(index).cmp(&rank(best))) {
            Ordering::Less => (best, equals) = (Some(index), 1),
            Ordering::Equal => equals += 1,
            Ordering::Greater => {}
        }
    }
    let cycles = readiness.cycles_note(document);
    let Some(best) = best else {
        return Next { task: None, reason: readiness.why_none(plan) + &cycles };
    };
    let decided = if plan.tasks[best].status == Status::Doing {
        "in progress already".to_owned()
    } else if ready > 1 && equals == 1 {
        format!("priority {} is the highest of {}", readiness.priority[best].as_str(), tasks(ready, "ready task"))
    } else {
        format!("first of {} in the plan", tasks(ready, "ready task"))
    };
    let reason = decided + &missing_note(document, best) + &readiness.blocked_note(plan) + &cycles;
    Next { task: Some(best), reason }
}

/// Names the dependencies of a task that the plan does not have. They do not block it.
fn missing_note(document: &Document, task: usize) -> String {
    let unknown = document.dependencies().unknown.iter().filter(|(index, _)| *index == task);
    let ids: Vec<&str> = unknown.map(|(_, id)| id.as_str()).collect();
    if ids.is_empty() {
        String::new()
    } else {
        format!("; it depends on {}, which the plan does not have", ids.join(", "))
    }
}

/// Whether the task is unassigned or assigned to `assignee`.
fn is_free_for(task: &Task, text: &str, assignee: Option<&str>) -> bool {
    assignee.is_none_or(|assignee| task.value(text, AttributeKey::Assignee).is_none_or(|owner| owner == assignee))
}

struct Readiness {
    /// Blocked or deferred by its state or that of an ancestor.
    paused: Vec<bool>,
    /// Has open dependencies, or an ancestor has.
    blocked: Vec<bool>,
    has_open_children: Vec<bool>,
    priority: Vec<Priority>,
}

impl Readiness {
    /// Parents come before their subtasks, so one pass is enough to inherit.
    fn of(document: &Document) -> Self {
        let (text, plan) = (document.text(), document.plan());
        let dependencies = document.dependencies();
        let count = plan.tasks.len();
        let mut found = Self {
            paused: Vec::with_capacity(count),
            blocked: Vec::with_capacity(count),
            has_open_children: vec![false; count],
            priority: Vec::with_capacity(count),
        };
        for (index, task) in plan.tasks.iter().enumerate() {
            let inherits = |list: &[bool]| task.parent.is_some_and(|parent| list[parent]);
            let (state, priority) = state_and_priority(text, task);
            let paused = inherits(&found.paused) || matches!(state, Some(State::Blocked | State::Deferred));
            let is_open = |target: &usize| plan.tasks[*target].status != Status::Done;
            let blocked = inherits(&found.blocked) || dependencies.targets(index).iter().any(is_open);
            let inherited = task.parent.map_or(Priority::Medium, |parent| found.priority[parent]);
            let priority = priority.unwrap_or(inherited);
            found.paused.push(paused);
            found.blocked.push(blocked);
            found.priority.push(priority);
            if let Some(parent) = task.parent.filter(|_| task.status != Status::Done) {
                found.has_open_children[parent] = true;
            }
        }
        found
    }

    fn is_ready(&self, plan: &Plan, index: usize) -> bool {
        self.is_open(plan, index) && !self.paused[index] && !self.blocked[index]
    }

    /// Whether the task itself is left to do: it is open, and has no open subtasks.
    fn is_open(&self, plan: &Plan, index: usize) -> bool {
        plan.tasks[index].status != Status::Done && !self.has_open_children[index]
    }

    fn count(&self, plan: &Plan, flags: &[bool]) -> usize {
        (0..plan.tasks.len()).filter(|index| self.is_open(plan, *index) && flags[*index]).count()
    }

    fn blocked_note(&self, plan: &Plan) -> String {
        match self.count(plan, &self.blocked) {
            0 => String::new(),
            1 => "; 1 other has open dependencies".into(),
            many => format!("; {many} others have open dependencies"),
        }
    }

    /// Names the open tasks that block each other, which no one can ever start.
    fn cycles_note(&self, document: &Document) -> String {
        let (text, plan) = (document.text(), document.plan());
        if !self.blocked.contains(&true) {
            return String::new();
        }
        let cycles = ScheduleGraph::of(plan, document.dependencies()).cycles();
        let is_open = |cycle: &&Cycle| cycle.tasks.iter().all(|task| plan.tasks[*task].status != Status::Done);
        let open = cycles.iter().filter(is_open).take(MAX_CYCLES);
        let described: Vec<String> = open.map(|cycle| describe_cycle(plan, text, cycle)).collect();
        if described.is_empty() { String::new() } else { format!("; these block each other: {}", described.join("; ")) }
    }

    fn why_none(&self, plan: &Plan) -> String {
        if plan.tasks.is_empty() {
            return "the plan has no tasks".into();
        }
        if plan.tasks.iter().all(|task| task.status == Status::Done) {
            return match plan.tasks.len() {
                1 => "the only task is done".into(),
                many => format!("all {many} tasks are done"),
            };
        }
        let [paused, blocked] = [self.count(plan, &self.paused), self.count(plan, &self.blocked)];
        format!(
            "nothing is ready: {paused} blocked or deferred, {blocked} with open dependencies, the rest assigned to others"
        )
    }
}

/// Both in one pass, because this runs for every task.
fn state_and_priority(text: &str, task: &Task) -> (Option<State>, Option<Priority>) {
    let (mut state, mut priority) = (None, None);
    if task.attributes.is_empty() {
        return (None, None);
    }
    for attribute in task.attributes(text) {
        // Of duplicate keys, the first counts.
        let slot = match attribute.key.of(text) {
            key if key == AttributeKey::State.as_str() => &mut state,
            key if key == AttributeKey::Priority.as_str() => &mut priority,
            _ => continue,
        };
        slot.get_or_insert(attribute.value.of(text));
    }
    let [state, priority] = [state, priority].map(|value| value.and_then(|encoded| decode_value(encoded).ok()));
    (state.and_then(|word| State::named(&word)), priority.and_then(|word| Priority::named(&word)))
}

fn tasks(count: usize, word: &str) -> String {
    if count == 1 { format!("1 {word}") } else { format!("{count} {word}s") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(tasks: &str, task: Option<usize>, reason: &str) {
        let lines = tasks.lines().map(|line| {
            let (before, id) = line.split_once('@').unwrap_or((line, ""));
            format!("{before}<!-- long-term-plan:id={id} -->\n")
        });
        let text = format!("<!-- long-term-plan:format=v1 -->\n{}", lines.collect::<String>());
        assert_eq!(next(&Document::new(text), None), Next { task, reason: reason.into() });
    }

    #[test]
    fn tasks_that_block_each_other_are_named() {
        check(
            "- [ ] A @a depends=b\n- [ ] B @b depends=a\n- [ ] C @c",
            Some(2),
            "first of 1 ready task in the plan; 2 others have open dependencies; these block each other: a → b → a",
        );
        check(
            "- [ ] A @a depends=b\n- [ ] B @b depends=a",
            None,
            "nothing is ready: 0 blocked or deferred, 2 with open dependencies, the rest assigned to others; these block each other: a → b → a",
        );
    }

    #[test]
    fn a_cycle_with_a_done_task_blocks_no_one() {
        check("- [√] A @a depends=b\n- [ ] B @b depends=a", Some(1), "first of 1 ready task in the plan");
    }

    #[test]
    fn dependencies_that_do_not_exist_are_named() {
        check(
            "- [ ] A @a depends=gone,lost",
            Some(0),
            "first of 1 ready task in the plan; it depends on gone, lost, which the plan does not have",
        );
    }

    #[test]
    fn an_open_subtask_of_a_done_task_is_ready() {
        check("- [√] A @a\n  - [ ] B @b", Some(1), "first of 1 ready task in the plan");
    }
}
