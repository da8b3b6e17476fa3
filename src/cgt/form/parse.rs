//! Forms from text: what [`Form`]'s `Display` writes, and the notation of Siegel's *Combinatorial Game Theory*.
//!
//! ```text
//! sum    = ["-"] term { ("+" | "-" | "+-") term }
//! term   = "+-" signed | "+-{" options "}" | signed
//! signed = ["-"] base [star]
//! base   = number [ups] | ups | "{" options bars options "}" | ("Tiny" | "Miny") "(" sum ")" | "(" sum ")"
//! ups    = ("^" | "v") [count | "[" n "]" | "<" n ">"]
//! star   = "*" [n]
//! ```
//! `±`, `↑`, `↓`, `⇑` and `⇓` are read as well. The longest bar in braces stands outermost: `{2||1|0}` is `{2|{1|0}}`.

use std::str::FromStr;

use super::arena::{DEEPEST, deeper};
use super::dyadic::Dyadic;
use super::uptimal;
use super::{Form, FormError};
use crate::number::Number;

impl FromStr for Form {
    type Err = FormError;

    /// # Errors
    /// [`FormError::NotRead`] where the text is no form; [`FormError::NotDyadic`], [`FormError::TooLarge`],
    /// [`FormError::TooDeep`].
    fn from_str(text: &str) -> Result<Self, FormError> {
        let mut reader = Reader { rest: text, len: text.len(), depth: 0 };
        let form = reader.sum()?;
        if reader.peek().is_some() { Err(reader.unread()) } else { Ok(form) }
    }
}

struct Reader<'a> {
    rest: &'a str,
    len: usize,
    depth: u32,
}

/// What stands in braces: lists with the lengths of the bars between them.
struct Braces {
    lists: Vec<Vec<Form>>,
    bars: Vec<usize>,
}

impl Reader<'_> {
    fn peek(&mut self) -> Option<char> {
        self.rest = self.rest.trim_start();
        self.rest.chars().next()
    }

    /// Takes the first of these that comes next.
    fn takes(&mut self, any: &[&str]) -> bool {
        self.peek();
        let rest = any.iter().find_map(|text| self.rest.strip_prefix(text));
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn wants(&mut self, text: &str) -> Result<(), FormError> {
        if self.takes(&[text]) { Ok(()) } else { Err(self.unread()) }
    }

    fn unread(&mut self) -> FormError {
        self.peek();
        FormError::NotRead { at: self.len - self.rest.len() }
    }

    /// Digits that come next without a space.
    fn digits(&mut self) -> Option<&str> {
        let end = self.rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(self.rest.len());
        let (digits, rest) = self.rest.split_at(end);
        self.rest = rest;
        (end > 0).then_some(digits)
    }

    fn count(&mut self) -> Result<Option<u32>, FormError> {
        self.digits().map(|digits| digits.parse().map_err(|_| FormError::TooLarge)).transpose()
    }

    fn sum(&mut self) -> Result<Form, FormError> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(FormError::TooDeep);
        }
        let mut total = deeper(|| self.term())?;
        loop {
            let either = self.peek() == Some('±') || self.rest.starts_with("+-");
            total = if either || self.takes(&["+"]) {
                total.plus(&self.term()?)?
            } else if self.takes(&["-"]) {
                total.minus(&self.term()?)?
            } else {
                self.depth -= 1;
                return Ok(total);
            };
        }
    }

    fn term(&mut self) -> Result<Form, FormError> {
        if self.takes(&["±", "+-"]) {
            if self.peek() != Some('{') {
                return plus_minus(&[self.signed()?]);
            }
            let braces = self.braces()?;
            if let ([list], []) = (&braces.lists[..], &braces.bars[..]) {
                return plus_minus(list);
            }
            let form = self.resolve(&braces.lists, &braces.bars)?;
            return plus_minus(&[self.star_after(form)?]);
        }
        self.signed()
    }

    /// A sign before a number is the number's alone: `-1^` is -1 + up.
    fn signed(&mut self) -> Result<Form, FormError> {
        if !self.takes(&["-"]) {
            return self.starred();
        }
        match self.peek() {
            Some('0'..='9') => {
                let number = self.number()?.negate();
                let ups = self.ups()?.unwrap_or(Form::ZERO);
                self.star_after(number.plus(&ups)?)
            }
            _ => self.starred().map(|form| form.negate()),
        }
    }

    fn starred(&mut self) -> Result<Form, FormError> {
        let base = match self.peek() {
            Some('{') => {
                let braces = self.braces()?;
                self.resolve(&braces.lists, &braces.bars)?
            }
            Some('(') => {
                self.wants("(")?;
                let form = self.sum()?;
                self.wants(")")?;
                form
            }
            Some('T' | 't' | 'M' | 'm') => self.tiny()?,
            Some('0'..='9') => {
                let number = self.number()?;
                let ups = self.ups()?;
                number.plus(&ups.unwrap_or(Form::ZERO))?
            }
            Some('*') => Form::ZERO,
            _ => match self.ups()? {
                Some(ups) => ups,
                None => return Err(self.unread()),
            },
        };
        self.star_after(base)
    }

    fn star_after(&mut self, base: Form) -> Result<Form, FormError> {
        if !self.rest.starts_with('*') {
            return Ok(base);
        }
        self.rest = &self.rest[1..];
        let star = Form::star(self.count()?.unwrap_or(1).into())?;
        base.plus(&star)
    }

    fn number(&mut self) -> Result<Form, FormError> {
        let end = self.rest.find(|c: char| !c.is_ascii_digit() && c != '/').unwrap_or(self.rest.len());
        let (text, rest) = self.rest.split_at(end);
        let (top, bottom) = text.split_once('/').unwrap_or((text, "1"));
        let number = |digits: &str| digits.parse::<Number>().ok();
        let parts = number(top).zip(number(bottom));
        let number = parts.and_then(|(p, q)| p.div(&q).ok()).ok_or_else(|| self.unread())?;
        let number = Dyadic::try_from(&number)?;
        self.rest = rest;
        Ok(number.into())
    }

    fn ups(&mut self) -> Result<Option<Form>, FormError> {
        let signs = [('^', Form::UP, 1), ('↑', Form::UP, 1), ('⇑', Form::UP, 2)];
        let signs = signs.into_iter().chain([('v', Form::DOWN, 1), ('↓', Form::DOWN, 1), ('⇓', Form::DOWN, 2)]);
        let Some((sign, up, copies)) = signs.into_iter().find(|(sign, ..)| self.rest.starts_with(*sign)) else {
            return Ok(None);
        };
        self.rest = &self.rest[sign.len_utf8()..];
        let bracket = |reader: &mut Self, close: &str| -> Result<u32, FormError> {
            reader.rest = &reader.rest[1..];
            let order = reader.count()?.filter(|n| *n > 0).ok_or_else(|| reader.unread())?;
            reader.wants(close)?;
            Ok(order)
        };
        let form = match self.rest.chars().next() {
            Some('[') => uptimal::up_to(bracket(self, "]")?)?,
            Some('<') => uptimal::up_of_order(bracket(self, ">")?)?,
            _ => return up.times(u64::from(self.count()?.unwrap_or(1)) * copies).map(Some),
        };
        Ok(Some(if up == Form::UP { form } else { form.negate() }))
    }

    /// `Tiny(G)`, which is `{0||0|-G}`, or its negative `Miny(G)`.
    fn tiny(&mut self) -> Result<Form, FormError> {
        let tiny = self.takes(&["Tiny", "tiny"]);
        if !tiny && !self.takes(&["Miny", "miny"]) {
            return Err(self.unread());
        }
        self.wants("(")?;
        let threat = self.sum()?.negate();
        self.wants(")")?;
        let behind = Form::from_options(&[Form::ZERO], &[threat])?;
        let form = Form::from_options(&[Form::ZERO], &[behind])?;
        Ok(if tiny { form } else { form.negate() })
    }

    fn braces(&mut self) -> Result<Braces, FormError> {
        self.wants("{")?;
        let mut braces = Braces { lists: vec![Vec::new()], bars: Vec::new() };
        loop {
            if !matches!(self.peek(), Some('|' | '}')) {
                let form = self.sum()?;
                braces.lists.last_mut().ok_or(FormError::TooLarge)?.push(form);
                if self.takes(&[","]) {
                    if matches!(self.peek(), Some('|' | '}')) {
                        return Err(self.unread());
                    }
                    continue;
                }
            }
            if self.takes(&["}"]) {
                return Ok(braces);
            }
            let bar = self.rest.len() - self.rest.trim_start_matches('|').len();
            if bar == 0 {
                return Err(self.unread());
            }
            self.rest = &self.rest[bar..];
            braces.bars.push(bar);
            braces.lists.push(Vec::new());
        }
    }

    /// The form of what stands in braces: the longest bar, of which there must be one, divides it.
    fn resolve(&mut self, lists: &[Vec<Form>], bars: &[usize]) -> Result<Form, FormError> {
        let longest = bars.iter().max().ok_or_else(|| self.unread())?;
        let mut places = (0..bars.len()).filter(|&i| bars[i] == *longest);
        let (Some(at), None) = (places.next(), places.next()) else { return Err(self.unread()) };
        let mut side = |lists: &[Vec<Form>], bars: &[usize]| match lists {
            [list] => Ok(list.clone()),
            _ => deeper(|| self.resolve(lists, bars)).map(|form| vec![form]),
        };
        let left = side(&lists[..=at], &bars[..at])?;
        let right = side(&lists[at + 1..], &bars[at + 1..])?;
        Form::from_options(&left, &right)
    }
}

fn plus_minus(left: &[Form]) -> Result<Form, FormError> {
    let right: Vec<Form> = left.iter().map(Form::negate).collect();
    Form::from_options(left, &right)
}
