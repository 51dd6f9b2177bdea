//! ISO 8601 times and dates.

const DAY: u64 = 86_400_000;

/// A time in milliseconds since 1970, as ISO 8601 in UTC.
///
/// ```
/// use long_term_plan_format::text::{iso_time, parse_iso_time};
/// assert_eq!(iso_time(1_765_713_600_000), "2025-12-14T12:00:00.000Z");
/// assert_eq!(parse_iso_time("2025-12-14T13:00:00+01:00"), Some(1_765_713_600_000));
/// ```
pub fn iso_time(ms: u64) -> String {
    let (year, month, day) = date(ms / DAY);
    let part = |unit: u64, modulus: u64| ms / unit % modulus;
    let (hours, minutes, seconds) = (part(3_600_000, 24), part(60_000, 60), part(1000, 60));
    format!("{year:04}-{month:02}-{day:02}T{hours:02}:{minutes:02}:{seconds:02}.{:03}Z", ms % 1000)
}

/// The same to the second, as replies show it.
///
/// ```
/// assert_eq!(long_term_plan_format::text::iso_seconds(1_765_713_600_999), "2025-12-14T12:00:00Z");
/// ```
pub fn iso_seconds(ms: u64) -> String {
    iso_time(ms).split('.').next().unwrap_or_default().to_owned() + "Z"
}

/// The date `more` days after a date written as `YYYY-MM-DD`; `None` if that is no date since 1970.
///
/// ```
/// use long_term_plan_format::text::days_after;
/// assert_eq!(days_after("2027-12-30", 2).as_deref(), Some("2028-01-01"));
/// assert_eq!(days_after("soon", 2), None);
/// ```
pub fn days_after(text: &str, more: u64) -> Option<String> {
    let (year, month, day) = parse_date(text)?;
    let (year, month, day) = date(days(year, month, day)? + more);
    Some(format!("{year:04}-{month:02}-{day:02}"))
}

/// Parses an ISO 8601 date or time to milliseconds since 1970. A date means its midnight, and a time without an offset is UTC.
/// `None` for anything else, and for times before 1970.
pub fn parse_iso_time(text: &str) -> Option<u64> {
    let (date, time) = text.split_once(['T', 't', ' ']).unwrap_or((text, "00:00"));
    let (year, month, day) = parse_date(date)?;
    let days = days(year, month, day)?;
    let (time, offset_minutes) = split_offset(time)?;
    let (time, fraction) = time.split_once(['.', ',']).unwrap_or((time, ""));
    let mut parts = time.splitn(3, ':');
    let (hours, minutes) = (number(parts.next()?, 2)?, number(parts.next()?, 2)?);
    let seconds = parts.next().map_or(Some(0), |seconds| number(seconds, 2))?;
    if hours > 24 || minutes > 59 || seconds > 60 || !fraction.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let millis = fraction.bytes().chain([b'0'; 3]).take(3).fold(0, |sum, digit| sum * 10 + u64::from(digit - b'0'));
    let local = days * DAY + hours * 3_600_000 + minutes * 60_000 + seconds * 1000 + millis;
    local.checked_add_signed(-offset_minutes * 60_000)
}

/// Whether `text` is a day of the calendar, written as `YYYY-MM-DD`.
///
/// ```
/// use long_term_plan_format::text::is_date;
/// assert!(is_date("2028-02-29") && is_date("0001-01-01"));
/// assert!(!is_date("2027-02-29") && !is_date("2027-2-1"));
/// ```
pub fn is_date(text: &str) -> bool {
    parse_date(text).is_some()
}

/// Year, month and day of a date written as `YYYY-MM-DD`.
fn parse_date(text: &str) -> Option<(u64, u64, u64)> {
    let mut parts = text.splitn(3, '-');
    let mut next = |digits: usize| number(parts.next()?, digits);
    let (year, month, day) = (next(4)?, next(2)?, next(2)?);
    (1..=days_in_month(year, month)).contains(&day).then_some((year, month, day))
}

/// 0 if there is no such month.
const fn days_in_month(year: u64, month: u64) -> u64 {
    let is_leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    match month {
        2 if is_leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => 0,
    }
}

/// A time without its offset, and the offset in minutes.
fn split_offset(time: &str) -> Option<(&str, i64)> {
    if let Some(time) = time.strip_suffix(['Z', 'z']) {
        return Some((time, 0));
    }
    let Some(at) = time.rfind(['+', '-']) else { return Some((time, 0)) };
    let (time, offset) = time.split_at(at);
    let (sign, digits) = offset.split_at(1);
    let (hours, minutes) = digits.split_once(':').or_else(|| digits.split_at_checked(2))?;
    let minutes = if minutes.is_empty() { 0 } else { number(minutes, 2)? };
    let offset = i64::try_from(number(hours, 2)? * 60 + minutes).ok()?;
    Some((time, if sign == "-" { -offset } else { offset }))
}

fn number(text: &str, digits: usize) -> Option<u64> {
    if text.len() != digits || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    text.parse().ok()
}

/// Days from 1970 to a date of the Gregorian calendar; `None` for earlier dates. Years are counted from March, so that the
/// leap day is the last day of its year.
fn days(year: u64, month: u64, day: u64) -> Option<u64> {
    let year = if month < 3 { year.checked_sub(1)? } else { year };
    let (era, year_of_era) = (year / 400, year % 400);
    let day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
    (era * 146_097 + day_of_era).checked_sub(719_468)
}

/// Year, month and day of a day counted from 1970; the inverse of [`days`].
fn date(days: u64) -> (u64, u64, u64) {
    let days = days + 719_468;
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted_month + 2) / 5 + 1;
    let month = if shifted_month < 10 { shifted_month + 3 } else { shifted_month - 9 };
    (era * 400 + year_of_era + u64::from(month < 3), month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_day_of_two_centuries_round_trips() {
        let mut expected = (1970, 1, 1);
        for day in 0..73_000 {
            let (year, month, day_of_month) = date(day);
            assert_eq!((year, month, day_of_month), expected);
            assert_eq!(days(year, month, day_of_month), Some(day));
            assert_eq!(parse_iso_time(&iso_time(day * DAY + 1)), Some(day * DAY + 1));
            expected = match (month, day_of_month) {
                (_, day) if day < days_in_month(year, month) => (year, month, day + 1),
                (12, _) => (year + 1, 1, 1),
                _ => (year, month + 1, 1),
            };
        }
    }

    #[test]
    fn what_people_write_is_read() {
        let noon = Some(1_765_713_600_000);
        for text in [
            "2025-12-14T12:00:00Z",
            "2025-12-14T12:00:00.000Z",
            "2025-12-14 12:00",
            "2025-12-14t14:30:00+02:30",
            "2025-12-14T07:00-0500",
            "2025-12-14T13:00:00,0+01",
        ] {
            assert_eq!(parse_iso_time(text), noon, "{text}");
        }
        assert_eq!(parse_iso_time("2025-12-14"), Some(1_765_670_400_000));
        for text in
            ["", "2025", "2025-13-01", "2025-02-30", "yesterday", "2025-12-14T25:00", "2025-12-14T1:00", "1969-12-31"]
        {
            assert_eq!(parse_iso_time(text), None, "{text}");
        }
    }
}
