//! A proved formula as a function of C++ or Python: a table of values, and what is added each time round.

use std::fmt::Write as _;

use crate::base::visible;

/// Lines of the texts written are at most about this wide.
const WIDTH: usize = 100;
/// More exceptions than this are counted.
const MOST_EXCEPTIONS: usize = 20;

/// A function of the integers from `first` on: `f(n + period) = f(n) + saltus` for all `n >= preperiod`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Export {
    /// The file that it comes from.
    pub file: String,
    /// The file's parameters with their values.
    pub params: Vec<(String, String)>,
    /// The expression whose values these are.
    pub expression: String,
    /// Its variable.
    pub variable: String,
    /// Why, with what was verified.
    pub theorem: String,
    /// The least argument.
    pub first: i64,
    /// From here on the period holds.
    pub preperiod: i64,
    /// The period, at least 1.
    pub period: i64,
    /// What is added each time round.
    pub saltus: i64,
    /// Arguments before `preperiod` whose values differ from the period continued backwards.
    pub exceptions: Vec<i64>,
    /// The values at `first..preperiod + period`; of truth values, 0 and 1.
    pub values: Vec<i64>,
    /// Whether they are truth values.
    pub truths: bool,
}

/// The types of a C++ function, and where it is exact.
struct Types {
    argument: &'static str,
    result: &'static str,
    element: &'static str,
    /// The greatest argument of the type for which no number overflows.
    last: i128,
    /// Whether that is less than the type has.
    short: bool,
}

impl Export {
    /// `grundy` for the Grundy value of a position, `f` for anything else.
    #[must_use]
    pub fn usual_name(&self) -> &'static str {
        if self.expression.starts_with("sg(") { "grundy" } else { "f" }
    }

    /// A constexpr function in C++17 that needs nothing but the standard library, without a `main`.
    ///
    /// It is exact wherever it returns: arguments for which a 64-bit number would overflow throw `std::out_of_range`.
    #[must_use]
    pub fn cpp(&self, name: &str) -> String {
        let types = self.types();
        let Self { first, preperiod, period, saltus, .. } = *self;
        let checked = types.short || first != 0;
        let domain = if types.short || types.argument == "std::int64_t" {
            format!("to {}", types.last)
        } else {
            "to 2^64 - 1".to_owned()
        };
        let mut out = self.comment("//", name, &format!("Exact for every n from {first} {domain}."));
        out.push_str(if checked { "#include <cstdint>\n#include <stdexcept>\n\n" } else { "#include <cstdint>\n\n" });
        let _ = writeln!(out, "inline constexpr {} {name}_values[] = {{", types.element);
        out.push_str(&self.listed());
        let _ = writeln!(out, "}};\n\nconstexpr {} {name}({} n) {{", types.result, types.argument);
        if checked {
            let mut outside = Vec::new();
            if first != 0 {
                outside.push(format!("n < {first}"));
            }
            if types.short {
                outside.push(format!("n > {}{}", types.last, if types.argument == "std::int64_t" { "" } else { "u" }));
            }
            let _ = writeln!(out, "    if ({}) throw std::out_of_range(\"{name}\");", outside.join(" || "));
        }
        let value = |index: &str| {
            let at = format!("{name}_values[{index}]");
            if self.truths { format!("{at} != 0") } else { at }
        };
        let from_first = minus("n", first);
        if preperiod > first {
            let _ = writeln!(out, "    if (n < {preperiod}) return {};", value(&from_first));
        }
        let _ = writeln!(out, "    const {} beyond = {};", types.argument, minus("n", preperiod));
        let rest = plus(&format!("beyond % {period}"), preperiod - first);
        let more = match saltus {
            0 => String::new(),
            1 => format!(" + beyond / {period}"),
            _ => format!(" + beyond / {period} * {saltus}"),
        };
        let _ = writeln!(out, "    return {}{more};\n}}", value(&rest));
        out
    }

    /// A function in Python 3, exact for integers of any size.
    #[must_use]
    pub fn python(&self, name: &str) -> String {
        let Self { first, preperiod, period, saltus, .. } = *self;
        let mut out = self.comment("#", name, &format!("Exact for every integer n >= {first}, of any size."));
        let table = format!("{}_VALUES", name.to_uppercase());
        let _ = writeln!(out, "{table} = (\n{})\n\n\ndef {name}(n):", self.listed());
        let said = if self.truths { "Whether it holds" } else { "The value" };
        let _ = writeln!(out, "    \"\"\"{said} at the integer n >= {first}.\"\"\"");
        let _ = writeln!(out, "    if n < {first}:\n        raise ValueError(\"n >= {first} is wanted\")");
        let value = |index: &str| {
            let at = format!("{table}[{index}]");
            if self.truths { format!("{at} == 1") } else { at }
        };
        if preperiod > first {
            let _ = writeln!(out, "    if n < {preperiod}:\n        return {}", value(&minus("n", first)));
        }
        let beyond = minus("n", preperiod);
        if saltus == 0 {
            let beyond = if preperiod == 0 { beyond } else { format!("({beyond})") };
            let rest = plus(&format!("{beyond} % {period}"), preperiod - first);
            let _ = writeln!(out, "    return {}", value(&rest));
        } else {
            let rest = plus("rest", preperiod - first);
            let _ = writeln!(out, "    rounds, rest = divmod({beyond}, {period})");
            let _ = writeln!(out, "    return {} + rounds * {saltus}", value(&rest));
        }
        out
    }

    /// What it is, where it comes from, why it is right, and for which arguments.
    fn comment(&self, mark: &str, name: &str, domain: &str) -> String {
        let Self { expression, variable, first, preperiod, period, saltus, .. } = self;
        let version = env!("CARGO_PKG_VERSION");
        let params: Vec<String> = self.params.iter().map(|(name, value)| format!("{name} = {value}")).collect();
        let params = if params.is_empty() { String::new() } else { format!(" with {}", params.join(", ")) };
        let more = match saltus {
            0 => String::new(),
            s if *s < 0 => format!(" - {}", s.unsigned_abs()),
            s => format!(" + {s}"),
        };
        let mut paragraphs = vec![
            format!("{expression} for {variable} in {first}.., from {}{params}; written by sgi {version}.", self.file),
            format!("Proved by {}.", self.theorem),
            format!(
                "So {name}(n + {period}) == {name}(n){more} for every n >= {preperiod}, and for no smaller period or start."
            ),
        ];
        if !self.exceptions.is_empty() {
            let shown: Vec<String> = self.exceptions.iter().take(MOST_EXCEPTIONS).map(i64::to_string).collect();
            let rest = self.exceptions.len() - shown.len();
            let rest = if rest == 0 { String::new() } else { format!(" and {rest} more") };
            paragraphs.push(format!("Exceptions before: {}{rest}.", shown.join(", ")));
        }
        paragraphs.push(domain.to_owned());
        let mut out = String::new();
        for paragraph in paragraphs {
            let mut line = mark.to_owned();
            for word in visible(&paragraph).split_whitespace() {
                if line.len() + word.len() >= WIDTH {
                    let _ = writeln!(out, "{line}");
                    mark.clone_into(&mut line);
                }
                line.push(' ');
                line.push_str(word);
            }
            // A backslash at its end would join the next line to a comment.
            let _ = writeln!(out, "{line}{}", if line.ends_with('\\') { "." } else { "" });
        }
        out.push('\n');
        out
    }

    /// The values in lines.
    fn listed(&self) -> String {
        let mut out = String::new();
        let mut line = String::from("   ");
        for value in &self.values {
            let text = value.to_string();
            if line.len() + text.len() + 2 > WIDTH {
                let _ = writeln!(out, "{line}");
                line = String::from("   ");
            }
            let _ = write!(line, " {text},");
        }
        let _ = writeln!(out, "{line}");
        out
    }

    /// Unsigned numbers where nothing is negative, and how far they reach.
    fn types(&self) -> Types {
        let signed = self.first < 0 || self.saltus < 0 || self.values.iter().any(|v| *v < 0);
        let (number, greatest) =
            if signed { ("std::int64_t", i128::from(i64::MAX)) } else { ("std::uint64_t", i128::from(u64::MAX)) };
        // The distance from a negative preperiod is a number of the same type.
        let mut last = greatest + i128::from(self.preperiod.min(0));
        let step = i128::from(self.saltus.unsigned_abs());
        let start = usize::try_from(self.preperiod - self.first).unwrap_or(0);
        for (i, value) in (0i128..).zip(self.values.iter().skip(start)).filter(|_| step > 0) {
            // The last time round at which |value| + rounds * |saltus| still fits.
            let rounds = (greatest - i128::from(value.unsigned_abs())) / step;
            last = last.min(i128::from(self.preperiod) + i + (rounds + 1) * i128::from(self.period) - 1);
        }
        let (low, high) = self.values.iter().fold((0, 0), |(low, high), v| (low.min(*v), high.max(*v)));
        Types {
            argument: number,
            result: if self.truths { "bool" } else { number },
            element: element(low, high),
            last,
            short: last < greatest,
        }
    }
}

/// The smallest type that holds the values.
fn element(least: i64, greatest: i64) -> &'static str {
    match (least, greatest) {
        (0.., ..=0xFF) => "std::uint8_t",
        (0.., ..=0xFFFF) => "std::uint16_t",
        (0.., ..=0xFFFF_FFFF) => "std::uint32_t",
        (0.., _) => "std::uint64_t",
        (-0x8000_0000.., ..=0x7FFF_FFFF) => "std::int32_t",
        _ => "std::int64_t",
    }
}

/// `n`, `n - 5` or `n + 5`.
fn minus(n: &str, number: i64) -> String {
    match number {
        0 => n.to_owned(),
        number if number < 0 => format!("{n} + {}", number.unsigned_abs()),
        number => format!("{n} - {number}"),
    }
}

/// `rest`, or `5 + rest`.
fn plus(rest: &str, number: i64) -> String {
    if number == 0 { rest.to_owned() } else { format!("{number} + {rest}") }
}
