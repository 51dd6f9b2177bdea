//! Who works on which task.
//!
//! A claim is a lease in a small file next to the plan, never a time in the plan itself: only `assignee` is visible there. A lease
//! ends when its task is finished or given back, expires when its holder has been silent for too long, and can be lost without
//! losing a task: one that is in progress without a lease counts as held by its assignee, or by someone, from when that is
//! first seen.

mod changes;
mod found;
mod lease;
mod plan_claims;

pub use changes::{LeaseChange, PlanChange};
pub use found::{ClaimFiles, Here, LeaseFile};
pub use lease::Lease;
pub use plan_claims::{Claim, Claims};

/// Prefix of claims: `claims:shop` is all that the host knows of the claims on a plan, [`ClaimFiles`] as JSON; `claims:shop/t_1` is
/// one lease, to be written or deleted.
pub const CLAIMS: &str = "claims:";

/// How long a silent holder keeps a task, unless the settings or the claim say otherwise.
pub const DEFAULT_LEASE_MINUTES: u32 = 30;

/// Where a host provides the claims on a plan.
pub fn claims_path(plan_id: &str) -> String {
    format!("{CLAIMS}{plan_id}")
}

/// Where the lease of a task is written.
pub fn lease_path(plan_id: &str, task_id: &str) -> String {
    format!("{CLAIMS}{plan_id}/{task_id}")
}

/// The plan whose claims a path is about.
pub(crate) fn plan_of_claim(path: &str) -> Option<&str> {
    path.strip_prefix(CLAIMS)?.split('/').next()
}
