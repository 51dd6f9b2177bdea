//! Which task to work on next, and why.

use crate::plan::{AttributeKey, Cycle, Document, Priority, ScheduleGraph, State, Status, describe_cycle};
use crate::text::{days_after, iso_seconds, truncate};
use crate::word::Word;

use super::Holders;
use super::readiness::Readiness;

/// Most cycles that a reason names.
const MAX_CYCLES: usize = 3;
/// Most tasks of one holder that a reason names.
const MAX_TASKS: usize = 5;
/// Most holders that a reason names.
const MAX_HOLDERS: usize = 10;
/// A task is urgent if it is overdue or due within this many days.
const SOON: u64 = 2;
const LONGEST_NAME: usize = 100;

/// The next task, or why there is none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Next {
    /// Index of the task.
    pub task: Option<usize>,
    pub reason: String,
}

/// The tasks that someone can start: open, not blocked or deferred, without open dependencies or subtasks, and neither held
/// nor reserved for someone else.
///
/// ```
/// use long_term_plan_core::plan::Document;
/// use long_term_plan_core::query::{Holders, ReadyTasks};
/// let text = "<!-- long-term-plan:format=v1 -->
/// - [ ] A <!-- long-term-plan:id=t_1 depends=t_2 -->
/// - [ ] B <!-- long-term-plan:id=t_2 -->
/// - [*] C <!-- long-term-plan:id=t_3 assignee=bob -->
/// ";
/// let document = Document::new(text.into());
/// let holders = Holders::of(&document);
/// let next = ReadyTasks::of(&document, &holders, "ana", "2026-11-18").next();
/// assert_eq!(next.task, Some(1));
/// assert_eq!(next.reason, "first of 1 ready; 1 more is with bob");
/// ```
pub struct ReadyTasks<'d> {
    document: &'d Document,
    holders: &'d Holders<'d>,
    /// Who would start a task.
    name: &'d str,
    today: &'d str,
    readiness: Readiness,
}

impl<'d> ReadyTasks<'d> {
    /// For the holder `name` on the date `today`, written as `YYYY-MM-DD`.
    pub fn of(document: &'d Document, holders: &'d Holders<'d>, name: &'d str, today: &'d str) -> Self {
        let readiness = Readiness::of(document, days_after(today, SOON).as_deref());
        Self { document, holders, name, today, readiness }
    }

    pub fn contains(&self, index: usize) -> bool {
        self.readiness.is_ready(self.document.plan(), index) && self.taken_by(index).is_none()
    }

    /// The state that pauses a task, its own or that of an ancestor.
    pub fn paused(&self, index: usize) -> Option<State> {
        self.readiness.paused[index]
    }

    /// What orders tasks before their position does: the priority, then whether they are not urgent.
    pub fn rank(&self, index: usize) -> (Priority, bool) {
        (self.readiness.priority[index], !self.readiness.is_urgent[index])
    }

    /// Who keeps the caller from starting a task. The caller's own hold counts too: what is next is always something new.
    fn taken_by(&self, index: usize) -> Option<String> {
        if let Some(holding) = self.holders.holder(index) {
            return Some(holding.by);
        }
        self.holders.reserved_for(index).filter(|name| name != self.name)
    }

    /// The task that comes first, and why.
    pub fn next(&self) -> Next {
        let plan = self.document.plan();
        let mut best: Option<usize> = None;
        let (mut ready, mut worst_priority, mut all_urgent) = (0_usize, Priority::Highest, true);
        let mut taken = Vec::new();
        for index in (0..plan.tasks.len()).filter(|index| self.readiness.is_ready(plan, *index)) {
            if let Some(by) = self.taken_by(index) {
                taken.push((index, by));
                continue;
            }
            ready += 1;
            worst_priority = worst_priority.max(self.readiness.priority[index]);
            all_urgent &= self.readiness.is_urgent[index];
            if best.is_none_or(|best| self.rank(index) < self.rank(best)) {
                best = Some(index);
            }
        }
        let cycles = self.cycles_note();
        let Some(best) = best else {
            return Next { task: None, reason: self.why_none(&taken) + &cycles };
        };
        let mut reason = String::new();
        if self.readiness.priority[best] < worst_priority.min(Priority::Medium) {
            reason.push_str(&format!("priority {}, ", self.readiness.priority[best].as_str()));
        }
        if self.readiness.is_urgent[best] && !all_urgent {
            reason.push_str(&self.due_note(best));
        }
        if plan.tasks[best].status == Status::Doing {
            reason.push_str("in progress, but no one holds it; ");
        }
        reason.push_str(&format!("first of {ready} ready"));
        reason.push_str(&self.taken_note(&taken));
        reason.push_str(&missing_note(self.document, best));
        Next { task: Some(best), reason: reason + &cycles }
    }

    fn due_note(&self, index: usize) -> String {
        let due = self.document.plan().tasks[index].value(self.document.text(), AttributeKey::Due).unwrap_or_default();
        if due.as_str() < self.today { format!("overdue since {due}, ") } else { format!("due {due}, ") }
    }

    /// How many more there would be, and with whom they are.
    fn taken_note(&self, taken: &[(usize, String)]) -> String {
        if taken.is_empty() {
            return String::new();
        }
        let names: Vec<_> = by_holder(taken).into_iter().map(|(by, _)| self.shown(by)).collect();
        let shown = names.iter().take(MAX_HOLDERS).cloned().collect::<Vec<_>>().join(", ");
        let others = if names.len() > MAX_HOLDERS { " and others" } else { "" };
        format!("; {} more {} with {shown}{others}", taken.len(), is_or_are(taken.len()))
    }

    fn shown(&self, name: &str) -> String {
        if name == self.name { "you".into() } else { truncate(name, LONGEST_NAME).into_owned() }
    }

    fn why_none(&self, taken: &[(usize, String)]) -> String {
        let plan = self.document.plan();
        if plan.tasks.is_empty() {
            return "the plan has no tasks".into();
        }
        if plan.tasks.iter().all(|task| task.status == Status::Done) {
            return match plan.tasks.len() {
                1 => "the only task is done".into(),
                many => format!("all {many} tasks are done"),
            };
        }
        let count = |is_counted: &dyn Fn(usize) -> bool| {
            (0..plan.tasks.len()).filter(|index| self.readiness.is_left(plan, *index) && is_counted(*index)).count()
        };
        let is_paused = |index: usize, state| self.readiness.paused[index] == Some(state);
        let waiting = count(&|index| self.readiness.blocked[index] && self.readiness.paused[index].is_none());
        let blocked = count(&|index| is_paused(index, State::Blocked));
        let deferred = count(&|index| is_paused(index, State::Deferred));
        let wait = |number: usize| if number == 1 { "waits" } else { "wait" };
        let mut parts = self.held_parts(taken);
        parts.extend((waiting > 0).then(|| format!("{waiting} {} for dependencies", wait(waiting))));
        parts.extend((blocked > 0).then(|| format!("{blocked} {} blocked", is_or_are(blocked))));
        parts.extend((deferred > 0).then(|| format!("{deferred} {} deferred", is_or_are(deferred))));
        parts.join(", ")
    }

    /// The tasks of each holder, and since when.
    fn held_parts(&self, taken: &[(usize, String)]) -> Vec<String> {
        let text = self.document.text();
        let of_holder = |(by, tasks): (&str, Vec<usize>)| {
            let named = tasks.iter().take(MAX_TASKS).map(|index| {
                let id = self.document.plan().tasks[*index].id.of(text);
                let since = self.holders.holder(*index).and_then(|holding| holding.since_ms);
                since.map_or(id.to_owned(), |since| format!("{id} since {}", iso_seconds(since)))
            });
            let named: Vec<_> = named.collect();
            let more = if tasks.len() > MAX_TASKS { ", …" } else { "" };
            format!("{} {} with {} ({}{more})", tasks.len(), is_or_are(tasks.len()), self.shown(by), named.join(", "))
        };
        let holders = by_holder(taken);
        let others = holders.len().saturating_sub(MAX_HOLDERS);
        let mut parts: Vec<_> = holders.into_iter().take(MAX_HOLDERS).map(of_holder).collect();
        parts.extend((others > 0).then(|| format!("more are with {others} others")));
        parts
    }

    /// Names the open tasks that block each other, which no one can ever start.
    fn cycles_note(&self) -> String {
        let (text, plan) = (self.document.text(), self.document.plan());
        if !self.readiness.blocked.contains(&true) {
            return String::new();
        }
        let cycles = ScheduleGraph::of(plan, self.document.dependencies()).cycles();
        let is_open = |cycle: &&Cycle| cycle.tasks.iter().all(|task| plan.tasks[*task].status != Status::Done);
        let open = cycles.iter().filter(is_open).take(MAX_CYCLES);
        let described: Vec<String> = open.map(|cycle| describe_cycle(plan, text, cycle)).collect();
        if described.is_empty() { String::new() } else { format!("; these block each other: {}", described.join("; ")) }
    }
}

/// The tasks by who has them, in the order in which the names first appear.
fn by_holder(taken: &[(usize, String)]) -> Vec<(&str, Vec<usize>)> {
    let mut holders: Vec<(&str, Vec<usize>)> = Vec::new();
    for (index, by) in taken {
        match holders.iter_mut().find(|(name, _)| name == by) {
            Some((_, tasks)) => tasks.push(*index),
            None => holders.push((by, vec![*index])),
        }
    }
    holders
}

fn is_or_are(number: usize) -> &'static str {
    if number == 1 { "is" } else { "are" }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(tasks: &str, task: Option<usize>, reason: &str) {
        let lines = tasks.lines().map(|line| {
            let (before, id) = line.split_once('@').unwrap_or((line, ""));
            format!("{before}<!-- long-term-plan:id={id} -->\n")
        });
        let document = Document::new(format!("<!-- long-term-plan:format=v1 -->\n{}", lines.collect::<String>()));
        let holders = Holders::of(&document).with_times(vec![(0, 1_763_457_120_000)]);
        let next = ReadyTasks::of(&document, &holders, "ana", "2026-11-18").next();
        assert_eq!(next, Next { task, reason: reason.into() });
    }

    #[test]
    fn tasks_that_block_each_other_are_named() {
        check(
            "- [ ] A @a depends=b\n- [ ] B @b depends=a\n- [ ] C @c",
            Some(2),
            "first of 1 ready; these block each other: a → b → a",
        );
        check(
            "- [ ] A @a depends=b\n- [ ] B @b depends=a",
            None,
            "2 wait for dependencies; these block each other: a → b → a",
        );
    }

    #[test]
    fn a_cycle_with_a_done_task_blocks_no_one() {
        check("- [√] A @a depends=b\n- [ ] B @b depends=a", Some(1), "first of 1 ready");
    }

    #[test]
    fn dependencies_that_do_not_exist_are_named() {
        check(
            "- [ ] A @a depends=gone,lost",
            Some(0),
            "first of 1 ready; it depends on gone, lost, which the plan does not have",
        );
    }

    #[test]
    fn an_open_subtask_of_a_done_task_is_ready() {
        check("- [√] A @a\n  - [ ] B @b", Some(1), "first of 1 ready");
    }

    #[test]
    fn priority_decides_before_the_due_date_and_the_due_date_before_the_position() {
        check(
            "- [ ] A @a\n- [ ] B @b due=2026-11-20\n- [ ] C @c due=2026-11-10",
            Some(1),
            "due 2026-11-20, first of 3 ready",
        );
        check(
            "- [ ] A @a due=2026-11-21\n- [ ] B @b due=2026-11-17",
            Some(1),
            "overdue since 2026-11-17, first of 2 ready",
        );
        check("- [ ] A @a due=2026-11-17\n- [ ] B @b priority=high", Some(1), "priority high, first of 2 ready");
        check("- [ ] A @a due=2026-11-21\n- [ ] B @b", Some(0), "first of 2 ready");
    }

    #[test]
    fn what_others_and_the_caller_hold_is_left_out() {
        check(
            "- [*] A @a assignee=bob\n- [*] B @b assignee=ana\n- [ ] C @c assignee=eve\n- [ ] D @d assignee=ana\n- [*] E @e",
            Some(3),
            "first of 2 ready; 3 more are with bob, you, eve",
        );
        check(
            "- [*] A @a assignee=bob\n  - [ ] B @b\n- [ ] C @c depends=a\n- [ ] D @d state=blocked\n- [ ] E @e state=deferred",
            None,
            "1 is with bob (b since 2025-11-18T09:12:00Z), 1 waits for dependencies, 1 is blocked, 1 is deferred",
        );
    }

    #[test]
    fn a_task_in_progress_that_no_one_holds_is_free() {
        check("- [*] A @a", Some(0), "in progress, but no one holds it; first of 1 ready");
    }
}
