//! Who holds which task.
//!
//! A hold on a task holds its subtasks too. A task that is to do and has an assignee is not held, but reserved for that name.

use crate::plan::{AttributeKey, Document, Status};

/// The holders of the tasks of a plan.
#[derive(Clone, Debug)]
pub struct Holders<'d> {
    document: &'d Document,
    /// The tasks that are held themselves, by index, in the order of the plan.
    own: Vec<(usize, Holding)>,
}

/// Someone's hold on a task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Holding {
    /// The holder's name.
    pub by: String,
    /// Since when, in milliseconds since 1970.
    pub since_ms: u64,
    /// When the holder was last seen, in milliseconds since 1970.
    pub last_seen_ms: u64,
}

/// The holder of a task in progress that has neither a lease nor an assignee.
pub const SOMEONE: &str = "someone";

impl Holding {
    /// The holder's name, unless it is only known that someone holds the task.
    pub fn name(&self) -> Option<&str> {
        Some(self.by.as_str()).filter(|by| *by != SOMEONE)
    }
}

impl<'d> Holders<'d> {
    /// `own` are the tasks that are held themselves, by index, in the order of the plan.
    pub fn new(document: &'d Document, own: Vec<(usize, Holding)>) -> Self {
        Self { document, own }
    }

    pub fn document(&self) -> &'d Document {
        self.document
    }

    /// The hold on the task itself, not on one that it is under.
    pub fn own(&self, task: usize) -> Option<&Holding> {
        let at = self.own.binary_search_by_key(&task, |(index, _)| *index).ok()?;
        Some(&self.own[at].1)
    }

    /// The hold on an open task or on the nearest one that it is under. A subtask that is reserved for someone is not covered
    /// by the hold on its parent.
    pub fn holder(&self, task: usize) -> Option<&Holding> {
        if self.own.is_empty() {
            return None;
        }
        let tasks = &self.document.plan().tasks;
        let open = Some(task).filter(|task| tasks[*task].status != Status::Done);
        let with_parents = || std::iter::successors(open, |task| tasks[*task].parent);
        let (depth, holding) = with_parents().enumerate().find_map(|(depth, index)| Some((depth, self.own(index)?)))?;
        let is_reserved = with_parents().take(depth).any(|index| self.reserved_for(index).is_some());
        (!is_reserved).then_some(holding)
    }

    /// The name for which a task that is to do is reserved.
    pub fn reserved_for(&self, task: usize) -> Option<String> {
        let task = &self.document.plan().tasks[task];
        let has_any = task.status == Status::Todo && !task.attributes.is_empty();
        if has_any { task.value(self.document.text(), AttributeKey::Assignee) } else { None }
    }

    /// The tasks that the name itself holds, in the order of the plan.
    pub fn held_by(&self, name: &str) -> Vec<usize> {
        self.own.iter().filter(|(_, holding)| holding.by == name).map(|(task, _)| *task).collect()
    }
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
            line(0, ' ', "free", ""),
        ];
        let document = Document::new(text.concat());
        let hold = |by: &str| Holding { by: by.into(), since_ms: 1, last_seen_ms: 2 };
        let holders = Holders::new(&document, vec![(0, hold("ana")), (3, hold("bob"))]);
        let found = |id: &str| {
            let index = document.plan().find(document.text(), id).unwrap();
            holders.holder(index).map_or("", |holding| holding.by.as_str())
        };
        assert_eq!(["held", "covered", "done"].map(found), ["ana", "ana", ""]);
        assert_eq!(["other", "under-other"].map(found), ["bob"; 2]);
        assert_eq!(["reserved", "under-reserved", "free"].map(found), [""; 3]);
        assert_eq!(holders.reserved_for(5).as_deref(), Some("eve"));
        assert_eq!(holders.held_by("bob"), [3]);
    }

    #[test]
    fn sub_agents_belong_to_the_connection_of_their_caller() {
        assert!(is_same_connection("ana", "ana") && is_same_connection("ana/ui", "ana"));
        assert!(!is_same_connection("anabel", "ana") && !is_same_connection("ana", "ana/ui"));
    }
}
