//! Reading, printing and serialising numbers.

use std::fmt::{self, Display, Formatter};

use dashu_int::IBig;

use super::integer::{absolute, signum};
use super::order::{Canonical, canonical};
use super::surd::Surd;
use super::{Kind, MAX_BITS, Number};

impl Number {
    /// Reads decimal digits, `_` between them allowed, with an optional `-`; `None` for anything else and for what is
    /// too large.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let digits = text.strip_prefix('-').unwrap_or(text);
        let well_formed = digits.starts_with(|c: char| c.is_ascii_digit())
            && digits.ends_with(|c: char| c.is_ascii_digit())
            && digits.bytes().all(|b| b.is_ascii_digit() || b == b'_');
        // A decimal digit carries more than 3.3 bits.
        if !well_formed || digits.len() as u64 > MAX_BITS / 3 {
            return None;
        }
        let clean: String = text.chars().filter(|c| *c != '_').collect();
        if let Ok(small) = clean.parse::<i64>() {
            return Some(Self::Small(small));
        }
        Self::checked(IBig::from_str_radix(&clean, 10).ok()?).ok()
    }

    /// Appends bytes that no other number has, and of which none is the beginning of another's.
    pub fn encode(&self, out: &mut Vec<u8>) {
        match self.kind() {
            None => {
                out.push(0);
                out.extend_from_slice(&self.to_i64().unwrap_or_default().to_le_bytes());
            }
            Some(Kind::Int(n)) => {
                out.push(1);
                encode_int(n, out);
            }
            Some(Kind::Ratio(r)) => {
                out.push(2);
                encode_int(&r.num, out);
                encode_int(&r.den, out);
            }
            Some(Kind::Surd(s)) => {
                let Canonical { rational, sign, square } = canonical(s);
                out.push(if sign < 0 { 3 } else { 4 });
                for part in [&rational.num, &rational.den, &square.num, &square.den] {
                    encode_int(part, out);
                }
            }
        }
    }
}

fn encode_int(n: &IBig, out: &mut Vec<u8>) {
    let bytes = n.to_le_bytes();
    out.extend_from_slice(&(bytes.len() as u64).to_le_bytes());
    out.extend_from_slice(&bytes);
}

impl Display for Number {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Small(n) => Display::fmt(n, f),
            Self::Large(large) => match &large.0 {
                Kind::Int(n) => Display::fmt(n, f),
                Kind::Ratio(r) => write!(f, "{}/{}", r.num, r.den),
                Kind::Surd(s) => write_surd(s, f),
            },
        }
    }
}

/// `(1 + sqrt(5))/2`, `-sqrt(2)/3`, `2*sqrt(2)`.
fn write_surd(s: &Surd, f: &mut Formatter<'_>) -> fmt::Result {
    let whole = s.c.is_one();
    let both = !s.a.is_zero();
    if both && !whole {
        f.write_str("(")?;
    }
    if both {
        write!(f, "{} {} ", s.a, if signum(&s.b) < 0 { '-' } else { '+' })?;
    } else if signum(&s.b) < 0 {
        f.write_str("-")?;
    }
    let factor = absolute(&s.b);
    if !factor.is_one() {
        write!(f, "{factor}*")?;
    }
    write!(f, "sqrt({})", s.d)?;
    if both && !whole {
        f.write_str(")")?;
    }
    if whole { Ok(()) } else { write!(f, "/{}", s.c) }
}

impl std::str::FromStr for Number {
    type Err = super::NumberError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::parse(text).ok_or(super::NumberError::NotInteger)
    }
}
