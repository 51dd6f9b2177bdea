//! Which task to work on next, and why.

use std::cmp::{Ordering, Reverse};

use crate::plan::{Document, Key, Plan, Priority, State, Status, Task, decode_value};
use crate::word::Word;

/// The task to work on next, or why there is none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Next {
    /// Its number in the plan.
    pub task: Option<usize>,
    /// What decided.
    pub reason: String,
}

/// Chooses the next task: among those that are ready, one in progress before one that is not, then by priority, then the
/// first in the plan. With `assignee`, tasks of others are left out.
///
/// Ready is what is not done, not blocked or deferred, waits for nothing, and has no open subtasks: these are the work then.
/// What holds a task up holds up everything under it, and its priority is theirs where they have none.
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
/// assert_eq!(next.reason, "first of 1 ready task in the plan; 1 other waits for dependencies");
/// ```
pub fn next(document: &Document, assignee: Option<&str>) -> Next {
    let (text, plan) = (document.text(), document.plan());
    let readiness = Readiness::of(document);
    let rank = |number: usize| (Reverse(plan.tasks[number].status == Status::Doing), readiness.priority[number]);
    let mut best: Option<usize> = None;
    // All that are ready, and those of them that rank as high as the best.
    let (mut ready, mut equals) = (0, 0);
    for number in (0..plan.tasks.len()).filter(|number| readiness.is_ready(plan, *number)) {
        if !is_free_for(&plan.tasks[number], text, assignee) {
            continue;
        }
        ready += 1;
        match best.map_or(Ordering::Less, |best| rank(number).cmp(&rank(best))) {
            Ordering::Less => (best, equals) = (Some(number), 1),
            Ordering::Equal => equals += 1,
            Ordering::Greater => {}
        }
    }
    let Some(best) = best else {
        return Next { task: None, reason: readiness.why_none(plan) };
    };
    let decided = if plan.tasks[best].status == Status::Doing {
        "in progress already".to_owned()
    } else if ready > 1 && equals == 1 {
        format!("priority {} is the highest of {}", readiness.priority[best].as_str(), tasks(ready, "ready task"))
    } else {
        format!("first of {} in the plan", tasks(ready, "ready task"))
    };
    Next { task: Some(best), reason: decided + &readiness.waiting_note(plan) }
}

/// Whether nobody else has the task.
fn is_free_for(task: &Task, text: &str, assignee: Option<&str>) -> bool {
    assignee.is_none_or(|assignee| task.value(text, Key::Assignee).is_none_or(|owner| owner == assignee))
}

/// What holds up each task of a plan.
struct Readiness {
    rests: Vec<bool>,
    waits: Vec<bool>,
    has_open_children: Vec<bool>,
    priority: Vec<Priority>,
}

impl Readiness {
    /// Parents stand before their children, so that one pass hands down what children inherit.
    fn of(document: &Document) -> Self {
        let (text, plan) = (document.text(), document.plan());
        let dependencies = document.dependencies();
        let count = plan.tasks.len();
        let mut found = Self {
            rests: Vec::with_capacity(count),
            waits: Vec::with_capacity(count),
            has_open_children: vec![false; count],
            priority: Vec::with_capacity(count),
        };
        for (number, task) in plan.tasks.iter().enumerate() {
            let inherits = |list: &[bool]| task.parent.is_some_and(|parent| list[parent]);
            let (state, priority) = state_and_priority(text, task);
            let rests = inherits(&found.rests) || matches!(state, Some(State::Blocked | State::Deferred));
            let is_unmet = |target: &usize| plan.tasks[*target].status != Status::Done;
            let waits = inherits(&found.waits) || dependencies.targets(number).iter().any(is_unmet);
            let inherited = task.parent.map_or(Priority::Medium, |parent| found.priority[parent]);
            let priority = priority.unwrap_or(inherited);
            found.rests.push(rests);
            found.waits.push(waits);
            found.priority.push(priority);
            if let Some(parent) = task.parent.filter(|_| task.status != Status::Done) {
                found.has_open_children[parent] = true;
            }
        }
        found
    }

    fn is_ready(&self, plan: &Plan, number: usize) -> bool {
        self.is_open(plan, number) && !self.rests[number] && !self.waits[number]
    }

    /// Whether the task is work to do: not done, and not only the sum of its subtasks.
    fn is_open(&self, plan: &Plan, number: usize) -> bool {
        plan.tasks[number].status != Status::Done && !self.has_open_children[number]
    }

    fn count(&self, plan: &Plan, held_up: &[bool]) -> usize {
        (0..plan.tasks.len()).filter(|number| self.is_open(plan, *number) && held_up[*number]).count()
    }

    fn waiting_note(&self, plan: &Plan) -> String {
        match self.count(plan, &self.waits) {
            0 => String::new(),
            1 => "; 1 other waits for dependencies".into(),
            many => format!("; {many} others wait for dependencies"),
        }
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
        let [rests, waits] = [self.count(plan, &self.rests), self.count(plan, &self.waits)];
        format!("nothing is ready: {rests} blocked or deferred, {waits} waiting for dependencies, the rest with others")
    }
}

/// Both in one pass over the attributes of a task, of which there are thousands.
fn state_and_priority(text: &str, task: &Task) -> (Option<State>, Option<Priority>) {
    let (mut state, mut priority) = (None, None);
    if task.attributes.is_empty() {
        return (None, None);
    }
    for attribute in task.attributes(text) {
        // Of several with one key, the first counts.
        let slot = match attribute.key.of(text) {
            key if key == Key::State.as_str() => &mut state,
            key if key == Key::Priority.as_str() => &mut priority,
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
