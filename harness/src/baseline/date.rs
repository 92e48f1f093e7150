//! A day, as people write it in files: `2026-12-31`. Days are compared and never counted; there is no clock here.

use std::fmt;
use std::str::FromStr;

/// A day of the calendar.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Date {
    year: u16,
    month: u8,
    day: u8,
}

/// What is no day.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("expected a day written YYYY-MM-DD, such as 2026-12-31, not `{0}`")]
pub struct DateError(String);

impl FromStr for Date {
    type Err = DateError;

    fn from_str(text: &str) -> Result<Date, DateError> {
        let wrong = || DateError(text.chars().take(40).collect());
        let shape = |(at, byte): (usize, u8)| if matches!(at, 4 | 7) { byte == b'-' } else { byte.is_ascii_digit() };
        if text.len() != 10 || !text.bytes().enumerate().all(shape) {
            return Err(wrong());
        }
        let mut parts = text.split('-');
        let mut part = || parts.next().and_then(|part| part.parse::<u16>().ok()).ok_or_else(wrong);
        let (year, month, day) = (part()?, part()?, part()?);
        let leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
        let days = match month {
            2 if leap => 29,
            2 => 28,
            4 | 6 | 9 | 11 => 30,
            1..=12 => 31,
            _ => return Err(wrong()),
        };
        if !(1..=days).contains(&day) {
            return Err(wrong());
        }
        let small = |n: u16| u8::try_from(n).map_err(|_| wrong());
        Ok(Date { year, month: small(month)?, day: small(day)? })
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_of_the_calendar_are_days_and_nothing_else_is() {
        for text in ["2026-12-31", "2024-02-29", "2000-02-29", "0001-01-01"] {
            assert_eq!(text.parse::<Date>().map(|day| day.to_string()), Ok(text.to_owned()));
        }
        for text in
            ["2026-13-01", "2026-00-10", "2026-02-29", "1900-02-29", "2026-04-31", "26-01-01", "2026/01/01", "", "x"]
        {
            assert!(text.parse::<Date>().is_err(), "{text}");
        }
        let day = |text: &str| text.parse::<Date>().expect("a day");
        assert!(day("2026-09-30") < day("2026-10-01") && day("2025-12-31") < day("2026-01-01"));
    }
}
