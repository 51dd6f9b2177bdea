//! Moments in arguments.

use crate::contract::{Contract, Json, Mismatch, Read, Schema};
use crate::text::{parse_iso_time, shortened};

/// A moment in milliseconds since 1970, given as ISO 8601.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Moment(pub(super) u64);

impl Contract for Moment {
    const SCHEMA: Schema = Schema::Text;
}

impl Read for Moment {
    fn read(value: &Json) -> Result<Self, Mismatch> {
        let moment = value.as_str().and_then(parse_iso_time);
        moment.map(Self).ok_or_else(|| {
            let given = value.to_string();
            let given = shortened(&given, 60);
            Mismatch::new(format!("must be a time as 2025-12-10T00:00:00Z or a date as 2025-12-10, not {given}"))
        })
    }
}
