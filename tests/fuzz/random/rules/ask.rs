//! The questions that rules are asked, and what is wanted of the answers.

use std::fmt::Write;

use super::super::draw::Draw;
use super::super::run::{self, Answer, Asked};

use super::build::{Case, case};
use super::plain::{Found, Stop, Value};
use super::play::{End, Play, Spot};
use super::tree::{Joined, MEMBERS, Rules, Side};
use super::truth::{Equations, equations};

/// Steps that the plain evaluator may go for one case.
const STEPS: u64 = 300_000;

/// Rules from these choices, asked: whether all answers agree, or nothing can be said; or what is wrong, with the file.
pub fn agree(bytes: &[u8]) -> Result<&'static str, String> {
    let mut draw = Draw::new(bytes);
    let case = case(&mut draw);
    let text = case.rules.to_string();
    let asking = match Asking::new(&case, text.clone()) {
        Ok(asking) => asking,
        Err(Stop::Unknown) => return Ok("too much for the plain evaluator"),
        Err(Stop::Fault) => return Ok("a constant at fault"),
    };
    asking.all(&mut draw).map_err(|why| format!("{text}\n{why}"))
}

/// What is asked about a position.
#[derive(Clone, Copy, PartialEq, Eq)]
enum What {
    Sg,
    Outcome,
    Misere,
}

struct Asking<'a> {
    case: &'a Case,
    text: String,
    play: Play<'a>,
    cells: Vec<Spot>,
    equations: Equations,
    main: What,
}

fn written(value: &Value) -> String {
    let all = |list: &[Value]| list.iter().map(written).collect::<Vec<_>>();
    match value {
        Value::Int(n) => n.to_string(),
        Value::Truth(b) => b.to_string(),
        Value::Member(i) => MEMBERS[*i].to_owned(),
        Value::Text(text) => format!("\"{text}\""),
        Value::Tuple(list) => format!("({})", Joined(&all(list), ", ")),
        Value::List(list) => format!("[{}]", Joined(&all(list), ", ")),
        Value::Set(set) => format!("{{{}}}", Joined(&all(&set.iter().cloned().collect::<Vec<_>>()), ", ")),
    }
}

/// A position, with these texts for its parameter and its fields.
fn position(rules: &Rules, parts: &[String]) -> String {
    let game = &rules.games[0];
    match parts.split_first().filter(|_| game.parameter.is_some()) {
        Some((parameter, fields)) => format!("{}[{parameter}]({})", game.name, Joined(fields, ", ")),
        None => format!("{}({})", game.name, Joined(parts, ", ")),
    }
}

fn ints(axis: &[Value]) -> Option<Vec<i128>> {
    axis.iter().map(|v| if let Value::Int(n) = v { Some(*n) } else { None }).collect()
}

/// `a in 0..9, b in [...]`.
fn binders(axes: &[Vec<Value>]) -> String {
    let one = |(i, axis): (usize, &Vec<Value>)| {
        let list = ints(axis);
        let domain = match &list {
            Some(list) if list.windows(2).all(|w| w[1] == w[0] + 1) => format!("{}..{}", list[0], list[list.len() - 1]),
            _ => written(&Value::List(axis.clone())),
        };
        format!("{} in {domain}", AXES[i])
    };
    axes.iter().enumerate().map(one).collect::<Vec<_>>().join(", ")
}

const AXES: [&str; 5] = ["i1", "i2", "i3", "i4", "i5"];

fn product(axes: &[Vec<Value>]) -> Vec<Vec<Value>> {
    let mut list = vec![Vec::new()];
    for axis in axes {
        list = list
            .iter()
            .flat_map(|l: &Vec<Value>| axis.iter().map(|v| [&l[..], std::slice::from_ref(v)].concat()))
            .collect();
    }
    list
}

impl<'a> Asking<'a> {
    fn new(case: &'a Case, text: String) -> Found<Self> {
        let play = Play::new(&case.rules, STEPS)?;
        let spots = product(&case.axes).into_iter().map(|values| play.spot(0, values));
        let cells: Vec<Spot> = spots.collect::<Found<_>>()?;
        let has = |of: &dyn Fn(&super::tree::Game) -> bool| case.rules.games.iter().any(of);
        let main = if play.is_partizan() || has(&|g| g.loopy || !g.wins.is_empty()) { What::Outcome } else { What::Sg };
        let mut asking = Self { case, text, play, cells, equations: Equations::True, main };
        if asking.play.is_partizan() && !has(&|g| g.loopy) && asking.play.repeats(&asking.cells)? {
            // An error, even where players who move by turns come to an end.
            return Err(Stop::Unknown);
        }
        if has(&|g| !g.equations.is_empty()) {
            let sound = asking.cells.clone();
            let followers = asking.play.followers(&sound);
            asking.equations = match followers.and_then(|list| equations(&mut asking.play, &list)) {
                Err(Stop::Fault) => Equations::Doubtful,
                other => other?,
            };
        }
        // Enough work for the values themselves, at least.
        let spots = asking.cells.clone();
        for spot in &spots {
            if asking.wanted(std::slice::from_ref(spot), main) == Err(Stop::Unknown) {
                return Err(Stop::Unknown);
            }
        }
        Ok(asking)
    }

    /// What a question about a sum should answer.
    fn wanted(&mut self, sum: &[Spot], what: What) -> Found<String> {
        if what == What::Sg {
            return self.play.value(sum).map(|n| n.to_string());
        }
        let loopy = self.case.rules.games[0].loopy;
        let mut end = |mover| match loopy {
            true => self.play.end_of_loopy(sum, mover, what == What::Misere),
            false => self.play.end(sum, mover, what == What::Misere),
        };
        let (left, right) = (end(Side::Left)?, end(Side::Right)?);
        let first = |end, own, other| match end {
            End::Win => own,
            End::Loss => other,
            End::Draw => "D",
        };
        Ok(match (first(left, "L", "R"), first(right, "R", "L")) {
            ("L", "R") => "\"N\"".to_owned(),
            ("R", "L") => "\"P\"".to_owned(),
            (a, b) if a == b => format!("\"{a}\""),
            (a, b) => format!("\"{a}{b}\""),
        })
    }

    fn question(what: What, position: &str) -> String {
        match what {
            What::Sg => format!("sg({position})"),
            What::Outcome => format!("outcome({position})"),
            What::Misere => format!("outcome(misere {position})"),
        }
    }

    /// Whether a number in the file has more than 64 bits, or almost as many.
    fn is_wide(&self) -> bool {
        let numbers = self.text.split(|c: char| !c.is_ascii_digit()).filter_map(|digits| digits.parse::<i128>().ok());
        numbers.max().is_some_and(|greatest| greatest > i128::from(i64::MAX) - 10_000)
    }

    fn has_equations(&self) -> bool {
        self.case.rules.games.iter().any(|game| !game.equations.is_empty())
    }

    fn evaluate(&self, expressions: &[String], jobs: u16) -> Answer {
        run::evaluated(&self.text, expressions, jobs)
    }

    /// Answers that are to be these; `None` for an error.
    fn compare(&self, expressions: &[String], wanted: Option<&[String]>, jobs: u16) -> Result<usize, String> {
        let answer = self.evaluate(expressions, jobs);
        let said = || format!("asked (jobs {jobs}): {}\nsaid: {}\n", expressions.join("\n       "), answer.told());
        match (&answer.asked, wanted) {
            (Asked::Panicked(_) | Asked::Defect, _) => Err(said()),
            (Asked::Limit, _) => Ok(0),
            // An equation may lead back to what it defines, however true it is.
            (Asked::Fault, _) if self.has_equations() && answer.is_all("E0508") => Ok(0),
            // Ranges and domains are of 64 bits.
            (Asked::Fault, _) if answer.is_all("E0507") && self.is_wide() => Ok(0),
            _ if self.equations == Equations::Doubtful => Ok(0),
            (Asked::Well, Some(wanted)) if answer.values == wanted => Ok(wanted.len()),
            (Asked::Fault, None) => Ok(1),
            (_, wanted) => Err(format!("{}wanted: {wanted:?}", said())),
        }
    }

    /// The whole box, by columns.
    fn columns(&mut self, axes: &[Vec<Value>], what: What, jobs: u16) -> Result<usize, String> {
        let Some(wanted) = self.list(axes, what) else { return Ok(0) };
        let names: Vec<String> = AXES[..axes.len()].iter().map(|&name| name.to_owned()).collect();
        let asked = Self::question(what, &position(&self.case.rules, &names));
        let list = format!("[{asked} for {}]", binders(axes));
        let wanted_list = wanted.as_ref().map(|list| vec![format!("[{}]", list.join(", "))]);
        let mut done = self.compare(&[list], wanted_list.as_deref(), jobs)?;
        let (sum, total) = match what {
            What::Sg => {
                let numbers = wanted.iter().flatten().map(|n| n.parse::<i128>().unwrap_or(0));
                (format!("sum({asked} for {})", binders(axes)), numbers.sum::<i128>().to_string())
            }
            _ => {
                let lost = wanted.iter().flatten().filter(|end| *end == "\"P\"").count();
                (format!("count({asked} == \"P\" for {})", binders(axes)), lost.to_string())
            }
        };
        done += self.compare(&[sum], wanted.as_ref().map(|_| vec![total]).as_deref(), jobs)?;
        Ok(done)
    }

    /// What is wanted of a box: `None` when it is not known, `Some(None)` when something in it is at fault.
    fn list(&mut self, axes: &[Vec<Value>], what: What) -> Option<Option<Vec<String>>> {
        let mut list = Vec::new();
        let mut fault = false;
        for values in product(axes) {
            let spot = self.play.spot(0, values).ok()?;
            match self.wanted(&[spot], what) {
                Ok(text) => list.push(text),
                Err(Stop::Fault) => fault = true,
                Err(Stop::Unknown) => return None,
            }
        }
        // An outcome may be found without the option at fault.
        match (fault, what) {
            (true, What::Sg) => Some(None),
            (true, _) => None,
            (false, _) => Some(Some(list)),
        }
    }

    /// Some positions, and sums of two, one by one in one run.
    fn singly(&mut self, draw: &mut Draw<'_>, jobs: u16) -> Result<usize, String> {
        let (mut expressions, mut wanted, mut done) = (Vec::new(), Vec::new(), 0);
        let plain = self.case.rules.games[0].wins.is_empty() && !self.case.rules.games[0].loopy;
        for _ in 0..10 {
            let spot = draw.pick(&self.cells);
            let other = (plain && draw.once_in(4)).then(|| draw.pick(&self.cells));
            let what = if draw.once_in(3) { draw.pick(&[What::Outcome, What::Misere]) } else { self.main };
            let mut sum: Vec<Spot> = std::iter::once(spot).chain(other).collect();
            sum.sort();
            let text = |spot: &Spot| position(&self.case.rules, &spot.1.iter().map(written).collect::<Vec<_>>());
            let asked = Self::question(what, &sum.iter().map(text).collect::<Vec<_>>().join(" + "));
            // An outcome may be found with or without the option at fault.
            if what != What::Sg && self.play.followers(&sum).is_err() {
                continue;
            }
            match self.wanted(&sum, what) {
                Ok(text) => {
                    expressions.push(asked);
                    wanted.push(text.trim_matches('"').to_owned());
                }
                Err(Stop::Fault) if what == What::Sg => done += self.compare(&[asked], None, jobs)?,
                Err(_) => {}
            }
        }
        Ok(done + self.compare(&expressions, Some(&wanted), jobs)?)
    }

    /// The box as a table, and claims about it, one of them false.
    fn table(&mut self, draw: &mut Draw<'_>, jobs: u16) -> Result<usize, String> {
        let axes = self.case.axes.clone();
        let Some(Some(wanted)) = self.list(&axes, self.main) else { return Ok(0) };
        let names: Vec<String> = AXES[..axes.len()].iter().map(|&name| name.to_owned()).collect();
        let asked = Self::question(self.main, &position(&self.case.rules, &names));
        let mut text = format!("{}table t({}): {asked} as \"it\"\n", self.text, binders(&axes));
        let wrong = draw.below(wanted.len());
        let index = axes.iter().zip(&names).map(|(axis, name)| {
            let low = written(&axis[0]);
            ints(axis).map(|list| (format!("({name} - ({low}))"), list.len()))
        });
        let claims = match index.collect::<Option<Vec<_>>>() {
            Some(index) if wanted.len() < 2000 => {
                let index = index.into_iter().fold("0".to_owned(), |sum, (e, size)| format!("({sum} * {size} + {e})"));
                let other = if self.main == What::Sg { "999999" } else { "\"X\"" };
                let mut list = wanted.clone();
                for (name, word) in [("W", "claim"), ("V", "refute")] {
                    let _ = writeln!(text, "let {name} = [{}]", list.join(", "));
                    let _ = writeln!(text, "{word} {word}1({}): {asked} == {name}[{index}]", binders(&axes));
                    list[wrong] = other.to_owned();
                }
                true
            }
            _ => false,
        };
        let found = run::ran(&text, jobs);
        let said = || format!("{text}\nsaid: {}\n", found.told());
        match &found.asked {
            Asked::Panicked(_) | Asked::Defect => return Err(said()),
            Asked::Limit => return Ok(0),
            Asked::Fault if self.has_equations() && found.is_all("E0508") => return Ok(0),
            Asked::Fault if found.is_all("E0507") && self.is_wide() => return Ok(0),
            _ if self.equations == Equations::Doubtful => return Ok(0),
            Asked::Well if found.values.iter().eq(wanted.iter().map(|text| text.trim_matches('"'))) => {}
            _ => return Err(format!("{}wanted: {wanted:?}", said())),
        }
        let counterexample: Vec<String> = product(&axes)[wrong].iter().map(written).collect();
        let verdicts = ["holds".to_owned(), format!("refuted {}", counterexample.join(" "))];
        if claims && found.verdicts != verdicts {
            return Err(format!("{}wanted: {verdicts:?}", said()));
        }
        Ok(3)
    }

    /// Everything, in an order that is drawn.
    fn all(mut self, draw: &mut Draw<'_>) -> Result<&'static str, String> {
        let mut done = 0;
        let axes = self.case.axes.clone();
        // A corner of the box, for what may go far.
        let corner: Vec<Vec<Value>> = axes.iter().map(|axis| axis[..axis.len().min(5)].to_vec()).collect();
        let jobs = if draw.once_in(4) { 2 } else { 1 };
        done += self.columns(&axes, self.main, jobs)?;
        self.play.refresh(STEPS / 4);
        done += self.singly(draw, jobs)?;
        self.play.refresh(STEPS / 4);
        done += self.columns(&corner, What::Misere, jobs)?;
        if draw.once_in(2) {
            done += self.columns(&axes, What::Outcome, jobs)?;
            done += self.table(draw, jobs)?;
        }
        if done == 0 && self.equations == Equations::Doubtful {
            return Ok("an equation that is not true");
        }
        Ok("agrees")
    }
}
