//! Days and moments as other tools write them.

/// Milliseconds since 1970 of `YYYY-MM-DD`, alone or with a time after a `T` or a space; seconds, fractions and the zone
/// may be missing, and then are zero and UTC.
///
/// A moment before 1970 has none.
pub(crate) fn milliseconds(written: &str) -> Option<u64> {
    const DAY: i64 = 86_400_000;
    let (date, time) = written.split_at_checked(10)?;
    let days = days_since_1970(date)?;
    let time = time.strip_prefix(['T', 't', ' ']).unwrap_or(time).trim();
    u64::try_from(days * DAY + milliseconds_of_day(time)?).ok()
}

/// The day of a moment, as `YYYY-MM-DD`, if it is written that way.
pub(crate) fn day(written: &str) -> Option<&str> {
    let (date, _) = written.split_at_checked(10)?;
    days_since_1970(date).map(|_| date)
}

/// Days of the proleptic Gregorian calendar, counted in years that start in March, so that a leap day is the last.
fn days_since_1970(date: &str) -> Option<i64> {
    let bytes = date.as_bytes();
    let is_shaped = bytes.len() == 10
        && bytes.iter().enumerate().all(|(at, byte)| match at {
            4 | 7 => *byte == b'-',
            _ => byte.is_ascii_digit(),
        });
    if !is_shaped {
        return None;
    }
    let number = |from: usize, to: usize| date.get(from..to)?.parse::<i64>().ok();
    let (year, month, day) = (number(0, 4)?, number(5, 7)?, number(8, 10)?);
    if !(1..=12).contains(&month) || !(1..=31).contains(&day) {
        return None;
    }
    let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    let days_before_year = year * 365 + year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400);
    let days_before_month = (153 * month + 2) / 5;
    Some(days_before_year + days_before_month + day - 1 - 719_468)
}

/// `HH:MM`, `HH:MM:SS` or `HH:MM:SS.fraction`, with `Z` or an offset; empty is midnight.
fn milliseconds_of_day(time: &str) -> Option<i64> {
    if time.is_empty() {
        return Some(0);
    }
    let zone_at = time.find(['Z', 'z', '+', '-']).unwrap_or(time.len());
    let (clock, zone) = time.split_at(zone_at);
    let mut parts = clock.trim().split(':');
    let hours: i64 = digits(parts.next()?)?;
    let minutes: i64 = digits(parts.next()?)?;
    let (seconds, fraction) = match parts.next() {
        Some(seconds) => seconds.split_once('.').unwrap_or((seconds, "")),
        None => ("0", ""),
    };
    let seconds: i64 = digits(seconds)?;
    if hours > 24 || minutes > 59 || seconds > 60 || parts.next().is_some() {
        return None;
    }
    let thousandths = format!("{fraction:0<3}");
    let thousandths: i64 = digits(thousandths.get(..3)?)?;
    let offset = match zone.split_at_checked(1) {
        Some((sign @ ("+" | "-"), offset)) => {
            let (hours, minutes) =
                offset.split_once(':').or_else(|| offset.split_at_checked(2)).unwrap_or((offset, "0"));
            let minutes = digits(hours)? * 60 + digits(if minutes.is_empty() { "0" } else { minutes })?;
            if sign == "+" { minutes } else { -minutes }
        }
        _ => 0,
    };
    Some(((hours * 60 + minutes - offset) * 60 + seconds) * 1000 + thousandths)
}

/// A number of one to four digits.
fn digits(text: &str) -> Option<i64> {
    let is_number = (1..=4).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| is_number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(written: &str, expected: Option<u64>) {
        assert_eq!(milliseconds(written), expected, "{written}");
    }

    #[test]
    fn moments_are_read_as_other_tools_write_them() {
        check("1970-01-01", Some(0));
        check("2000-03-01", Some(951_868_800_000));
        check("2026-01-01 23:37", Some(1_767_310_620_000));
        check("2026-01-01T23:37:05.5Z", Some(1_767_310_625_500));
        check("2025-11-05T14:30:00.123456789-08:00", Some(1_762_381_800_123));
        check("1969-12-31", None);
        check("2026-13-01", None);
        check("2026-01-01 noon", None);
        check("tomorrow", None);
        check("", None);
    }

    #[test]
    fn a_moment_has_a_day() {
        assert_eq!(day("2026-01-01T23:37:05Z"), Some("2026-01-01"));
        assert_eq!(day("01.01.2026"), None);
    }
}
