//! Values of options: numbers, names, sizes, times.

use std::time::Duration;

use crate::report::taken;

/// `1000`, `1_000`.
pub(super) fn count(text: &str) -> Result<u64, String> {
    text.replace('_', "").parse().map_err(|_| "a natural number is wanted, for example 1000000".to_owned())
}

/// A name that C++ and Python accept.
pub(super) fn name(text: &str) -> Result<String, String> {
    let mut letters = text.chars();
    let fits = letters.next().is_some_and(|c| c.is_ascii_alphabetic() || c == '_')
        && letters.all(|c| c.is_ascii_alphanumeric() || c == '_');
    if !fits {
        return Err("a name of letters, digits and `_` is wanted".to_owned());
    }
    match taken(text) {
        Some(why) => Err(format!("{why}, so no function can be called so")),
        None => Ok(text.to_owned()),
    }
}

/// `1048576`, `512K`, `512M`, `2G`; binary.
pub(super) fn size(text: &str) -> Result<u64, String> {
    let wrong = || "a size is wanted, for example `512M` or `2G`".to_owned();
    let lower = text.trim().to_ascii_lowercase();
    let digits = lower.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let shift = match &lower[digits.len()..] {
        "" | "b" => 0,
        "k" | "kb" | "kib" => 10,
        "m" | "mb" | "mib" => 20,
        "g" | "gb" | "gib" => 30,
        "t" | "tb" | "tib" => 40,
        _ => return Err(wrong()),
    };
    let number: u64 = digits.parse().map_err(|_| wrong())?;
    number.checked_mul(1 << shift).ok_or_else(wrong)
}

/// `500ms`, `10s`, `1.5s`, `2m`, `1h`; a bare number counts seconds.
pub(super) fn duration(text: &str) -> Result<Duration, String> {
    let wrong = || "a time is wanted, for example `500ms`, `10s` or `2m`".to_owned();
    let text = text.trim();
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let unit = match &text[digits.len()..] {
        "ms" => 1e-3,
        "" | "s" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return Err(wrong()),
    };
    let number: f64 = digits.parse().map_err(|_| wrong())?;
    Duration::try_from_secs_f64(number * unit).map_err(|_| wrong())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_and_times() {
        assert_eq!(size("512M"), Ok(512 << 20));
        assert_eq!(size("2G"), Ok(2 << 30));
        assert_eq!(size("77"), Ok(77));
        assert!(size("").is_err() && size("2X").is_err() && size("-1").is_err() && size("99999999T").is_err());
        assert_eq!(duration("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(duration("2m"), Ok(Duration::from_mins(2)));
        assert_eq!(duration("1.5s"), Ok(Duration::from_millis(1500)));
        assert!(duration("x").is_err() && duration("-1s").is_err() && duration("1e999s").is_err());
    }
}
