//! The claims on a plan.

use std::mem;

use crate::plan::{AttributeKey, Document, Status};
use crate::query::{Holders, Holding, SOMEONE};

use super::lease::Dead;
use super::{ClaimFiles, Here, Lease, LeaseFile};

const MINUTE_MS: u64 = 60_000;
/// How long a dead process keeps the claims of a name that may come back.
const DEAD_MINUTES: u64 = 2;
/// How long a task that was finished in one worktree is left alone in the others, unless they merge that.
const FINISHED_MINUTES: u64 = 7 * 24 * 60;

/// A claim on a task of the plan, as it is now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// Index of the task.
    pub task: usize,
    /// `None`: someone.
    pub by: Option<String>,
    pub since_ms: u64,
    pub last_seen_ms: u64,
    pub branch: Option<String>,
    pub worktree: Option<String>,
    pub note: Option<String>,
    pub is_expired: bool,
    /// Whether the task is finished already, in another worktree.
    pub is_finished: bool,
    /// Its lease; `None` for a task in progress that has none yet.
    pub(crate) lease: Option<Lease>,
    /// Whether its process is dead and its lease does not say so yet.
    pub(super) is_newly_dead: bool,
}

/// The claims on a plan. A claim covers the subtasks of its task.
#[derive(Clone, Debug, Default)]
pub struct Claims {
    pub(super) here: Here,
    pub(super) now_ms: u64,
    pub(super) minutes: u32,
    /// In the order of their tasks.
    by_task: Vec<Claim>,
    /// Ids of tasks whose leases have no effect any more.
    pub(super) void: Vec<String>,
}

impl Claims {
    /// `minutes` is the length of a lease that is not written yet. A lease with this `nonce` was reserved by the call itself.
    pub fn of(document: &Document, found: &ClaimFiles, now_ms: u64, minutes: u32, nonce: &str) -> Self {
        let mut all = Self { here: found.here.clone(), now_ms, minutes, ..Self::default() };
        for file in &found.leases {
            if let Some(lease) = Lease::parse(&file.text)
                && lease.task == file.task
                && lease.nonce.as_deref() != Some(nonce)
            {
                all.read(document, file, lease);
            }
        }
        // Of several claims on one task, as on a remote and here, a live one counts.
        all.by_task.sort_by_key(|claim| (claim.task, claim.is_expired));
        all.by_task.dedup_by_key(|claim| claim.task);
        all.cover(document);
        all
    }

    /// All claims, expired ones too, in the order of their tasks.
    pub fn all(&self) -> &[Claim] {
        &self.by_task
    }

    /// Who holds which task now.
    pub fn holders<'d>(&self, document: &'d Document) -> Holders<'d> {
        let live = self.by_task.iter().filter(|claim| !claim.is_expired);
        let own = live.map(|claim| {
            let by = claim.by.clone().unwrap_or_else(|| SOMEONE.to_owned());
            (claim.task, Holding { by, since_ms: claim.since_ms, last_seen_ms: claim.last_seen_ms })
        });
        Holders::new(document, own.collect())
    }

    /// The claim on exactly this task, expired or not.
    pub fn claim_on(&self, task: usize) -> Option<&Claim> {
        self.by_task.iter().find(|claim| claim.task == task)
    }

    fn read(&mut self, document: &Document, file: &LeaseFile, lease: Lease) {
        let task = document.plan().find(document.text(), &lease.task);
        let status = task.map(|task| document.plan().tasks[task].status);
        let is_elsewhere = file.is_remote || lease.checkout != self.here.checkout;
        let is_expired = lease.is_expired(file, self.now_ms);
        match (task, status) {
            // The task is not finished here, so the claim still keeps others away.
            (Some(task), Some(Status::Todo)) if lease.is_finished && is_elsewhere && !is_expired => {
                self.push(task, lease, file, false);
            }
            (Some(_), Some(Status::Done)) if lease.is_finished && !is_expired => {}
            _ if lease.is_finished => self.void.push(lease.task),
            (Some(task), Some(Status::Doing)) => self.push(task, lease, file, is_expired),
            // Another worktree or clone has its own copy of the plan, in which the task is in progress.
            (Some(task), Some(Status::Todo)) if is_elsewhere => self.push(task, lease, file, is_expired),
            // It was finished, given back or deleted in another way than by a tool.
            _ if !is_elsewhere || (is_expired && !file.is_remote) => self.void.push(lease.task),
            _ => {}
        }
    }

    fn push(&mut self, task: usize, lease: Lease, file: &LeaseFile, is_expired: bool) {
        self.by_task.push(Claim {
            task,
            by: lease.holder.clone(),
            since_ms: lease.since_ms,
            last_seen_ms: lease.last_seen_ms(file),
            branch: lease.branch.clone(),
            worktree: lease.worktree.clone(),
            note: lease.note.clone(),
            is_expired,
            is_finished: lease.is_finished,
            is_newly_dead: file.is_dead && lease.dead.is_none() && !is_expired && !lease.is_person,
            lease: Some(lease),
        });
    }

    /// Parents come before their subtasks, so one pass is enough. A task in progress that no lease covers is held from now on.
    fn cover(&mut self, document: &Document) {
        let (text, plan) = (document.text(), document.plan());
        let mut leased = mem::take(&mut self.by_task).into_iter().peekable();
        let mut is_covered: Vec<bool> = Vec::with_capacity(plan.tasks.len());
        for (index, task) in plan.tasks.iter().enumerate() {
            let is_inherited = task.parent.is_some_and(|parent| is_covered[parent]);
            let own = match leased.next_if(|claim| claim.task == index) {
                None if !is_inherited && task.status == Status::Doing => {
                    Some(self.first_seen_now(index, task.value(text, AttributeKey::Assignee)))
                }
                leased => leased,
            };
            is_covered.push(is_inherited || own.as_ref().is_some_and(|claim| !claim.is_expired));
            self.by_task.extend(own);
        }
    }

    fn first_seen_now(&self, task: usize, by: Option<String>) -> Claim {
        Claim {
            task,
            by,
            since_ms: self.now_ms,
            last_seen_ms: self.now_ms,
            branch: None,
            worktree: None,
            note: None,
            is_expired: false,
            is_finished: false,
            lease: None,
            is_newly_dead: false,
        }
    }
}

impl Lease {
    fn last_seen_ms(&self, file: &LeaseFile) -> u64 {
        self.dead.map_or(file.last_seen, |dead| dead.last_seen_ms)
    }

    fn is_expired(&self, file: &LeaseFile, now_ms: u64) -> bool {
        if self.is_person {
            return false;
        }
        let is_dead = match self.dead {
            _ if !file.is_dead => false,
            _ if !self.is_lasting => true,
            Some(Dead { since_ms, .. }) => since_ms + DEAD_MINUTES * MINUTE_MS <= now_ms,
            None => false,
        };
        let minutes = if self.is_finished { FINISHED_MINUTES } else { self.minutes.into() };
        is_dead || self.last_seen_ms(file) + minutes * MINUTE_MS <= now_ms
    }
}
