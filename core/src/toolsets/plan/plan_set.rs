//! The plans that a call reads: one, or all of them.

use crate::files::{LoadedPlan, ToolResult};
use crate::toolkit::{Context, LONGEST_UNREADABLE, PlanId, display_name, path_of, truncate_names};
use crate::views::DiagnosticView;

/// In place of a plan id.
const EVERY_PLAN: &str = "*";

/// Plans with their problems.
pub(super) struct PlanSet<'w> {
    pub(super) plans: Vec<(PlanId, LoadedPlan<'w>)>,
    /// Whether all plans were asked for.
    pub(super) is_every: bool,
    /// Errors of the only plan.
    pub(super) diagnostics: Option<Vec<DiagnosticView>>,
    /// Why parts of other plans, or all of them, are missing.
    unreadable: Vec<String>,
}

impl<'w> PlanSet<'w> {
    /// The plan with this id, or all for `*`.
    pub(super) fn named(context: &Context<'w>, id: &str) -> ToolResult<Self> {
        if id.trim() == EVERY_PLAN {
            return Self::every(context);
        }
        let id = PlanId::new(id).map_err(|error| error.within("planId"))?;
        let plan = context.plan(&id)?;
        let diagnostics = DiagnosticView::errors_of(plan.document);
        Ok(Self { plans: vec![(id, plan)], is_every: false, diagnostics, unreadable: Vec::new() })
    }

    fn every(context: &Context<'w>) -> ToolResult<Self> {
        let mut set = Self { plans: Vec::new(), is_every: true, diagnostics: None, unreadable: Vec::new() };
        for (id, plan) in context.files.documents(context.plan_ids()?, |id| path_of(id))? {
            match plan {
                Ok(LoadedPlan { document, .. }) if document.plan().is_index => {}
                Ok(plan) => {
                    let error = plan.document.plan().errors().next();
                    set.unreadable.extend(error.map(|error| display_name(&format!("{id}: {}", error.to_line()))));
                    set.plans.push((PlanId(id.to_owned()), plan));
                }
                Err(unreadable) => set.unreadable.push(display_name(&format!("{id}: {}", unreadable.to_line()))),
            }
        }
        Ok(set)
    }

    /// Why parts of plans are missing, as replies show it.
    pub(super) fn unreadable(&self) -> Option<Vec<String>> {
        Some(truncate_names(&self.unreadable, LONGEST_UNREADABLE)).filter(|reasons| !reasons.is_empty())
    }
}
