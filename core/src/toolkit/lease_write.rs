//! Leases as files to write.

use crate::claims::{LeaseChange, lease_path};
use crate::files::{Content, Expected, Write};

impl LeaseChange {
    /// The write that makes this change of a claim on the plan.
    pub(crate) fn to_write(&self, plan_id: &str) -> Write {
        let content = self.lease.as_ref().map_or(Content::Nothing, |lease| Content::Text(lease.to_text()));
        Write::new(lease_path(plan_id, &self.task_id), content, Expected::Anything)
    }
}
