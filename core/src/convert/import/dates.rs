//! Dates and times as other tools write them.

use crate::text::parse_iso_time;

/// A date or time in milliseconds since 1970.
pub(crate) fn milliseconds(written: &str) -> Option<u64> {
    parse_iso_time(written.trim())
}

/// The date of a time that starts with `YYYY-MM-DD`.
pub(crate) fn day(written: &str) -> Option<&str> {
    let (date, _) = written.split_at_checked("YYYY-MM-DD".len())?;
    parse_iso_time(date).map(|_| date)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_of_other_tools_are_read() {
        assert_eq!(milliseconds("2026-01-01 23:37"), Some(1_767_310_620_000));
        assert_eq!(milliseconds("2025-11-05T14:30:00.123456789-08:00"), Some(1_762_381_800_123));
        assert_eq!(milliseconds("01-02-25"), None);
        assert_eq!(day("2026-01-01T23:37:05Z"), Some("2026-01-01"));
        assert_eq!(day("01.01.2026"), None);
    }
}
