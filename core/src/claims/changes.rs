//! What a change of a plan means for the leases on it.

use crate::plan::{AttributeKey, Document, Status, Task};
use crate::query::is_same_connection;

use super::lease::Dead;
use super::{Claim, Claims, Lease};

/// Characters of a note that a lease repeats.
const MAX_NOTE_CHARS: usize = 500;

/// A lease to write, or to delete.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeaseChange {
    pub task_id: String,
    /// `None`: it ends.
    pub lease: Option<Lease>,
}

/// A plan before and after a change, and who made it.
#[derive(Clone, Copy, Debug)]
pub struct PlanChange<'a> {
    pub plan_id: &'a str,
    pub before: &'a Document,
    pub after: &'a Document,
    /// The claims before.
    pub claims: &'a Claims,
    pub caller: &'a str,
    /// Random.
    pub nonce: &'a str,
}

impl Claims {
    /// A new lease of the caller, or of one of its sub-agents. A lease for another name belongs to no process that is known.
    pub fn new_lease(&self, plan_id: &str, task_id: &str, holder: &str, caller: &str, nonce: &str) -> Lease {
        let here = &self.here;
        let is_own = is_same_connection(holder, caller);
        Lease {
            plan: plan_id.to_owned(),
            task: task_id.to_owned(),
            holder: Some(holder.to_owned()),
            branch: here.branch.clone(),
            worktree: here.worktree.clone(),
            checkout: here.checkout.clone(),
            since_ms: self.now_ms,
            minutes: self.minutes,
            is_person: is_own && here.is_person,
            is_lasting: here.is_lasting || !is_own,
            is_finished: false,
            process: here.process.clone().filter(|_| is_own),
            dead: None,
            note: None,
            nonce: Some(nonce.to_owned()),
        }
    }

    /// What the first writer that meets a plan stores about its claims: since when a task has been in progress without a lease, since
    /// when a process has been dead, and that leases without effect end.
    pub fn upkeep(&self, document: &Document, plan_id: &str) -> Vec<LeaseChange> {
        let text = document.text();
        let id = |claim: &Claim| document.plan().tasks[claim.task].id.of(text).to_owned();
        let ended = self.void.iter().map(|task_id| LeaseChange { task_id: task_id.clone(), lease: None });
        let found = self.all().iter().filter_map(|claim| {
            let lease = match &claim.lease {
                None => self.first_sight(plan_id, &id(claim), claim),
                Some(lease) if claim.is_newly_dead => {
                    let dead = Dead { since_ms: self.now_ms, last_seen_ms: claim.last_seen_ms };
                    Lease { dead: Some(dead), ..lease.clone() }
                }
                Some(_) => return None,
            };
            Some(LeaseChange { task_id: lease.task.clone(), lease: Some(lease) })
        });
        ended.chain(found).collect()
    }

    fn first_sight(&self, plan_id: &str, task_id: &str, claim: &Claim) -> Lease {
        Lease {
            plan: plan_id.to_owned(),
            task: task_id.to_owned(),
            holder: claim.by.clone(),
            branch: None,
            worktree: self.here.worktree.clone(),
            checkout: self.here.checkout.clone(),
            since_ms: claim.since_ms,
            minutes: self.minutes,
            is_person: false,
            is_lasting: true,
            is_finished: false,
            process: None,
            dead: None,
            note: None,
            nonce: None,
        }
    }
}

impl PlanChange<'_> {
    /// What becomes of the leases. `doing` gives the caller one, `todo`, `done` and deletion end it, and a new assignee gets the task.
    pub fn lease_changes(&self) -> Vec<LeaseChange> {
        let mut changes = self.claims.upkeep(self.before, self.plan_id);
        let mut set = |task_id: &str, lease: Option<Lease>| {
            changes.retain(|change| change.task_id != task_id);
            changes.push(LeaseChange { task_id: task_id.to_owned(), lease });
        };
        let (text, plan) = (self.after.text(), self.after.plan());
        for task in plan.tasks.iter().filter(|task| task.status == Status::Doing) {
            let id = task.id.of(text);
            if let Some(lease) = self.lease_after(id, task) {
                set(id, Some(lease));
            }
        }
        for claim in self.claims.all() {
            let id = self.before.plan().tasks[claim.task].id.of(self.before.text());
            let before = self.before.plan().tasks[claim.task].status;
            let after = plan.find(text, id).map(|index| plan.tasks[index].status);
            let has_ended = match after {
                None | Some(Status::Done) => true,
                Some(Status::Todo) => before == Status::Doing,
                Some(Status::Doing) => false,
            };
            if has_ended {
                set(
                    id,
                    claim.lease.as_ref().filter(|_| after == Some(Status::Done)).and_then(|lease| self.finished(lease)),
                );
            }
        }
        // Leases that never were do not end.
        let has_lease = |id: &str| {
            let is_of = |claim: &Claim| claim.lease.as_ref().is_some_and(|lease| lease.task == id);
            self.claims.void.iter().any(|void| void == id) || self.claims.all().iter().any(is_of)
        };
        changes.retain(|change| change.lease.is_some() || has_lease(&change.task_id));
        changes
    }

    /// What other worktrees need to know about a task that is finished here.
    fn finished(&self, lease: &Lease) -> Option<Lease> {
        let here = &self.claims.here;
        let own = lease.holder.as_ref().filter(|holder| is_same_connection(holder, self.caller));
        let finished = Lease {
            holder: Some(own.map_or(self.caller, String::as_str).to_owned()),
            branch: here.branch.clone(),
            worktree: here.worktree.clone(),
            checkout: here.checkout.clone(),
            is_person: false,
            is_finished: true,
            process: None,
            dead: None,
            ..lease.clone()
        };
        here.checkout.is_some().then_some(finished)
    }

    /// The new lease of a task in progress, if it changes.
    fn lease_after(&self, id: &str, task: &Task) -> Option<Lease> {
        let (text, before) = (self.after.text(), self.before.plan());
        let assignee = task.value(text, AttributeKey::Assignee);
        let new = |holder: &str| self.claims.new_lease(self.plan_id, id, holder, self.caller, self.nonce);
        let old = before.find(self.before.text(), id).filter(|old| before.tasks[*old].status == Status::Doing);
        let Some(old) = old else {
            let holder = assignee.filter(|assignee| is_same_connection(assignee, self.caller));
            return Some(new(holder.as_deref().unwrap_or(self.caller)));
        };
        if let Some(assignee) = &assignee
            && before.tasks[old].value(self.before.text(), AttributeKey::Assignee).as_ref() != Some(assignee)
        {
            return Some(new(assignee));
        }
        let lease = self.claims.claim_on(old)?.lease.as_ref()?;
        let is_own = lease.holder.as_deref().is_some_and(|holder| is_same_connection(holder, self.caller));
        let note = self.added_note(old, task).filter(|_| is_own)?;
        Some(Lease { note: Some(note), dead: None, ..lease.clone() })
    }

    /// What was added below the body.
    fn added_note(&self, old: usize, task: &Task) -> Option<String> {
        let body =
            |document: &Document, task: &Task| task.body.map(|body| body.markdown(document.text())).unwrap_or_default();
        let (before, after) = (body(self.before, &self.before.plan().tasks[old]), body(self.after, task));
        let added = after.strip_prefix(before.trim_end())?.trim();
        (!added.is_empty()).then(|| added.chars().take(MAX_NOTE_CHARS).collect())
    }
}
