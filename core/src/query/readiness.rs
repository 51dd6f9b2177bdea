//! Which tasks could be worked on, no matter who holds them.

use crate::plan::{AttributeKey, Document, Plan, Priority, State, Status, Task, decode_value};
use crate::word::Word;

/// What keeps the tasks of a plan from being ready. What blocks a task also blocks its subtasks, and they inherit its priority
/// unless they have their own.
pub(super) struct Readiness {
    /// The state that pauses the task, its own or that of an ancestor: blocked or deferred.
    pub(super) paused: Vec<Option<State>>,
    /// Has open dependencies, or an ancestor has.
    pub(super) blocked: Vec<bool>,
    pub(super) has_open_children: Vec<bool>,
    pub(super) priority: Vec<Priority>,
    /// Due on or before the day that was given.
    pub(super) is_urgent: Vec<bool>,
}

impl Readiness {
    /// Parents come before their subtasks, so one pass is enough to inherit. `soon` is the last day that is urgent.
    pub(super) fn of(document: &Document, soon: Option<&str>) -> Self {
        let (text, plan) = (document.text(), document.plan());
        let dependencies = document.dependencies();
        let count = plan.tasks.len();
        let mut found = Self {
            paused: Vec::with_capacity(count),
            blocked: Vec::with_capacity(count),
            has_open_children: vec![false; count],
            priority: Vec::with_capacity(count),
            is_urgent: Vec::with_capacity(count),
        };
        for (index, task) in plan.tasks.iter().enumerate() {
            let own = Attributes::of(text, task);
            let paused = task.parent.and_then(|parent| found.paused[parent]);
            found.paused.push(paused.or(own.state.filter(|state| matches!(state, State::Blocked | State::Deferred))));
            let is_open = |target: &usize| plan.tasks[*target].status != Status::Done;
            let is_inherited = task.parent.is_some_and(|parent| found.blocked[parent]);
            found.blocked.push(is_inherited || dependencies.targets(index).iter().any(is_open));
            let inherited = task.parent.map_or(Priority::Medium, |parent| found.priority[parent]);
            found.priority.push(own.priority.unwrap_or(inherited));
            found.is_urgent.push(own.due.is_some_and(|due| soon.is_some_and(|soon| due <= soon)));
            if let Some(parent) = task.parent.filter(|_| task.status != Status::Done) {
                found.has_open_children[parent] = true;
            }
        }
        found
    }

    /// Whether the task itself is left to do: it is open, and has no open subtasks.
    pub(super) fn is_left(&self, plan: &Plan, index: usize) -> bool {
        plan.tasks[index].status != Status::Done && !self.has_open_children[index]
    }

    /// Whether nothing keeps someone from working on the task, apart from its holder.
    pub(super) fn is_ready(&self, plan: &Plan, index: usize) -> bool {
        self.is_left(plan, index) && self.paused[index].is_none() && !self.blocked[index]
    }
}

/// The attributes that decide, read in one pass, because this runs for every task.
#[derive(Default)]
struct Attributes<'t> {
    state: Option<State>,
    priority: Option<Priority>,
    /// As written. A valid date needs no decoding.
    due: Option<&'t str>,
}

impl<'t> Attributes<'t> {
    fn of(text: &'t str, task: &Task) -> Self {
        if task.attributes.is_empty() {
            return Self::default();
        }
        let (mut state, mut priority, mut due) = (None, None, None);
        for attribute in task.attributes(text) {
            // Of duplicate keys, the first counts.
            let slot = match attribute.key.of(text) {
                key if key == AttributeKey::State.as_str() => &mut state,
                key if key == AttributeKey::Priority.as_str() => &mut priority,
                key if key == AttributeKey::Due.as_str() => &mut due,
                _ => continue,
            };
            slot.get_or_insert(attribute.value.of(text));
        }
        let [state, priority] = [state, priority].map(|value| value.and_then(|encoded| decode_value(encoded).ok()));
        Self {
            state: state.and_then(|word| State::named(&word)),
            priority: priority.and_then(|word| Priority::named(&word)),
            due,
        }
    }
}
