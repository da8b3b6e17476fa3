//! Codes of take-and-break games, as written: `0.137`.

use std::fmt;

/// What is wrong with a code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CodeError {
    /// No digit stands before the point.
    NoFirstDigit,
    /// After the first digit comes something that is not a point, or nothing.
    NoPoint,
    /// No digit stands after the point.
    NothingAfterPoint,
    /// The digit before the point is neither 0 nor 4: nothing can be left of a heap, or be one heap, when nothing is taken.
    FirstDigit(char),
    /// Not an octal digit, and its place counted from 0 in characters.
    NotADigit(char, usize),
}

impl fmt::Display for CodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoFirstDigit => f.write_str("an octal code starts with the digit before its point, as in \"0.137\""),
            Self::NoPoint => f.write_str("an octal code has a point after its first digit, as in \"0.137\""),
            Self::NothingAfterPoint => {
                f.write_str("an octal code has at least one digit after its point, as in \"0.137\"")
            }
            Self::FirstDigit(c) => {
                write!(
                    f,
                    "the digit before the point is {c}, but it must be 0 or 4: it says what may be done without taking"
                )
            }
            Self::NotADigit(c, at) => write!(f, "`{c}` at index {at} is not a digit from 0 to 7"),
        }
    }
}

impl std::error::Error for CodeError {}

/// The digits of an octal code, the one before the point first: `"0.137"` is `[0, 1, 3, 7]`.
///
/// # Errors
/// Anything but one of the digits 0 and 4, a point and at least one digit from 0 to 7.
pub fn octal_digits(code: &str) -> Result<Vec<u8>, CodeError> {
    let mut digits = Vec::new();
    for (at, c) in code.chars().enumerate() {
        match (at, c) {
            (0, '.') => return Err(CodeError::NoFirstDigit),
            (1, '.') => {}
            (1, '0'..='9') => return Err(CodeError::NoPoint),
            (_, '0'..='7') => digits.push(u8::try_from(c as u32 - '0' as u32).unwrap_or(0)),
            _ => return Err(CodeError::NotADigit(c, at)),
        }
    }
    match (digits.len(), digits.first()) {
        (0, _) => Err(CodeError::NoFirstDigit),
        (1, _) if code.ends_with('.') => Err(CodeError::NothingAfterPoint),
        (1, _) => Err(CodeError::NoPoint),
        (_, Some(0 | 4)) => Ok(digits),
        _ => Err(CodeError::FirstDigit(code.chars().next().unwrap_or('?'))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_of_codes() {
        assert_eq!(octal_digits("0.137"), Ok(vec![0, 1, 3, 7]));
        assert_eq!(octal_digits("4.0"), Ok(vec![4, 0]));
    }

    #[test]
    fn every_error_is_its_own() {
        assert_eq!(octal_digits(""), Err(CodeError::NoFirstDigit));
        assert_eq!(octal_digits(".7"), Err(CodeError::NoFirstDigit));
        assert_eq!(octal_digits("0"), Err(CodeError::NoPoint));
        assert_eq!(octal_digits("077"), Err(CodeError::NoPoint));
        assert_eq!(octal_digits("0."), Err(CodeError::NothingAfterPoint));
        assert_eq!(octal_digits("0.18"), Err(CodeError::NotADigit('8', 3)));
        assert_eq!(octal_digits("0.1.2"), Err(CodeError::NotADigit('.', 3)));
        assert_eq!(octal_digits("é.1"), Err(CodeError::NotADigit('é', 0)));
        assert_eq!(octal_digits("1.5"), Err(CodeError::FirstDigit('1')));
    }
}
