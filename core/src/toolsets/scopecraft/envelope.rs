//! What stands around the data of every answer.

use crate::contract::output;
use crate::text::iso_time;
use crate::toolsets::Context;
use crate::toolsets::access::count;
use crate::toolsets::budget::names_of;

use super::plan_set::Source;

/// Version of the specification's answers.
const VERSION: &str = "2.0";
/// Most that is said about plans which could not be read.
const LONGEST_UNREADABLE: usize = 1_500;

output! {
    /// About the answer.
    pub(super) struct Metadata {
        /// When it was given.
        "timestamp" timestamp: String,
        /// Version of its form.
        "version" version: String,
        /// Number of all that match.
        "count" count: Option<u32>,
        /// Whether there are more than shown.
        "hasMore" has_more: Option<bool>,
        /// Where the next page starts.
        "nextCursor" next_cursor: Option<String>,
        /// Plans that could not be read, or not wholly, and why.
        "unreadable" unreadable: Option<Vec<String>>,
    }
}

impl Metadata {
    /// About an answer from these plans.
    pub(super) fn of(context: &Context<'_>, source: &Source<'_>) -> Self {
        Self {
            timestamp: iso_time(context.call.now_ms),
            version: VERSION.to_owned(),
            count: None,
            has_more: None,
            next_cursor: None,
            unreadable: Some(names_of(&source.unreadable, LONGEST_UNREADABLE)).filter(|reasons| !reasons.is_empty()),
        }
    }

    /// The same with how many there are, and where the others start.
    pub(super) fn with_page(self, total: usize, next_cursor: Option<String>) -> Self {
        Self { count: Some(count(total)), has_more: Some(next_cursor.is_some()), next_cursor, ..self }
    }
}

/// Declares the answer of a module: the specification's envelope around this kind of data.
macro_rules! envelope {
    ($data:ty) => {
        $crate::contract::output! {
            /// Answer.
            pub(super) struct Output {
                /// Whether the call succeeded.
                "success" success: bool,
                /// What was asked for.
                "data" data: Option<$data>,
                /// The kind of failure.
                "error" error: Option<String>,
                /// What came of it, in words.
                "message" message: String,
                /// About the answer.
                "metadata" metadata: super::envelope::Metadata,
            }
        }

        impl Output {
            fn of(data: $data, message: String, metadata: super::envelope::Metadata) -> Self {
                Self { success: true, data: Some(data), error: None, message, metadata }
            }
        }
    };
}

pub(super) use envelope;
