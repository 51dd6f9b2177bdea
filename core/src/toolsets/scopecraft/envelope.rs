//! The envelope of every reply.

use schemars::JsonSchema;
use serde::Serialize;
use serde_with::skip_serializing_none;

use crate::text::iso_time;
use crate::toolkit::{Context, LONGEST_UNREADABLE, truncate_names};
use crate::views::to_u32;

use super::plan_set::PlanSet;

/// Version of the envelope in the specification.
const VERSION: &str = "2.0";

#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Metadata {
    /// The time of the call.
    pub(super) timestamp: String,
    pub(super) version: String,
    /// Number of all that match.
    pub(super) count: Option<u32>,
    /// Whether there is another page.
    pub(super) has_more: Option<bool>,
    /// Where the next page starts.
    pub(super) next_cursor: Option<String>,
    /// Plans that could not be read, or only in part, and why.
    pub(super) unreadable: Option<Vec<String>>,
}

impl Metadata {
    pub(super) fn of(context: &Context<'_>, set: &PlanSet<'_>) -> Self {
        Self {
            timestamp: iso_time(context.call.now_ms),
            version: VERSION.to_owned(),
            count: None,
            has_more: None,
            next_cursor: None,
            unreadable: Some(truncate_names(&set.unreadable, LONGEST_UNREADABLE)).filter(|reasons| !reasons.is_empty()),
        }
    }

    /// Adds the total, and where the next page starts.
    pub(super) fn with_page(self, total: usize, next_cursor: Option<String>) -> Self {
        Self { count: Some(to_u32(total)), has_more: Some(next_cursor.is_some()), next_cursor, ..self }
    }
}

#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub(super) struct Envelope<T> {
    success: bool,
    data: Option<T>,
    error: Option<String>,
    message: String,
    metadata: Metadata,
}

impl<T> Envelope<T> {
    pub(super) fn new(data: T, message: String, metadata: Metadata) -> Self {
        Self { success: true, data: Some(data), error: None, message, metadata }
    }
}
