//! Who holds which task.
//!
//! A task is held while it is in progress and has an assignee. What holds a task holds its subtasks too. A task that is to do
//! and has an assignee is not held, but reserved for that name.

use crate::plan::{AttributeKey, Document, Status};

/// The holders of the tasks of a plan. Nothing is computed before it is asked for.
#[derive(Clone, Debug)]
pub struct Holders<'d> {
    document: &'d Document,
    /// Since when tasks are held, by index.
    since: Vec<(usize, u64)>,
}

/// Someone's hold on a task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Holding {
    /// The holder's name.
    pub by: String,
    /// Since when, in milliseconds since 1970, if it is known.
    pub since_ms: Option<u64>,
}

impl<'d> Holders<'d> {
    pub fn of(document: &'d Document) -> Self {
        Self { document, since: Vec::new() }
    }

    pub fn document(&self) -> &'d Document {
        self.document
    }

    /// The tasks that are held themselves, in the order of the plan.
    pub fn held(&self) -> impl Iterator<Item = (usize, Holding)> {
        (0..self.document.plan().tasks.len()).filter_map(|task| Some((task, self.own(task)?)))
    }

    /// The hold on the task itself, not on one that it is under.
    pub fn own(&self, task: usize) -> Option<Holding> {
        let by = assignee(self.document, task, Status::Doing)?;
        let since = self.since.iter().find(|(index, _)| *index == task);
        Some(Holding { by, since_ms: since.map(|(_, since)| *since) })
    }

    /// The hold on an open task or on the nearest one that it is under. A subtask that is reserved for someone is not covered
    /// by the hold on its parent.
    pub fn holder(&self, task: usize) -> Option<Holding> {
        let tasks = &self.document.plan().tasks;
        let open = Some(task).filter(|task| tasks[*task].status != Status::Done);
        let with_parents = || std::iter::successors(open, |task| tasks[*task].parent);
        let (depth, holding) = with_parents().enumerate().find_map(|(depth, index)| Some((depth, self.own(index)?)))?;
        let is_reserved = with_parents().take(depth).any(|index| self.reserved_for(index).is_some());
        (!is_reserved).then_some(holding)
    }

    /// The name for which a task that is to do is reserved.
    pub fn reserved_for(&self, task: usize) -> Option<String> {
        assignee(self.document, task, Status::Todo)
    }

    /// The tasks that the name itself holds, in the order of the plan.
    pub fn held_by(&self, name: &str) -> Vec<usize> {
        self.held().filter(|(_, holding)| holding.by == name).map(|(task, _)| task).collect()
    }

    /// Adds the times since when tasks are held, by index.
    #[must_use]
    pub fn with_times(self, since: Vec<(usize, u64)>) -> Self {
        Self { since, ..self }
    }
}

/// The assignee of a task with this status.
fn assignee(document: &Document, task: usize, status: Status) -> Option<String> {
    let task = &document.plan().tasks[task];
    let has_any = task.status == status && !task.attributes.is_empty();
    if has_any { task.value(document.text(), AttributeKey::Assignee) } else { None }
}

/// Whether a holder is the caller itself or one of its sub-agents, which are named `caller/name`.
pub fn is_same_connection(holder: &str, caller: &str) -> bool {
    holder.strip_prefix(caller).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn subtasks_are_held_with_their_parent() {
        let line = |indent: usize, mark: char, id: &str, more: &str| {
            format!("{}- [{mark}] {id} <!-- long-term-plan:id={id}{more} -->\n", " ".repeat(indent))
        };
        let text = [
            "<!-- long-term-plan:format=v1 -->\n".to_owned(),
            line(0, '*', "held", " assignee=ana"),
            line(2, ' ', "covered", ""),
            line(4, '√', "done", ""),
            line(4, '*', "other", " assignee=bob"),
            line(6, ' ', "under-other", ""),
            line(2, ' ', "reserved", " assignee=eve"),
            line(4, ' ', "under-reserved", ""),
            line(0, '*', "unassigned", ""),
        ];
        let document = Document::new(text.concat());
        let holders = Holders::of(&document);
        let found = |id: &str| {
            let index = document.plan().find(document.text(), id).unwrap();
            holders.holder(index).map_or_else(String::new, |holding| holding.by)
        };
        assert_eq!(["held", "covered", "done"].map(found), ["ana", "ana", ""]);
        assert_eq!(["other", "under-other"].map(found), ["bob"; 2]);
        assert_eq!(["reserved", "under-reserved", "unassigned"].map(found), [""; 3]);
        assert_eq!(holders.reserved_for(5).as_deref(), Some("eve"));
        assert_eq!(holders.held_by("bob"), [3]);
    }

    #[test]
    fn sub_agents_belong_to_the_connection_of_their_caller() {
        assert!(is_same_connection("ana", "ana") && is_same_connection("ana/ui", "ana"));
        assert!(!is_same_connection("anabel", "ana") && !is_same_connection("ana", "ana/ui"));
    }
}
