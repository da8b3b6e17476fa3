//! `sgi play FILE [POSITION]`.

use std::io::{BufRead, Read};

use super::args::PlayArgs;
use super::output::Output;
use super::watch::LastWords;
use super::{machine, run};
use crate::driver::{Choice, Ending, Event, Exit, Opponent, Seats};
use crate::report::Move;

/// So many moves are listed; the others can be typed all the same.
const LISTED: usize = 40;

pub(super) fn play(args: &PlayArgs, output: &mut Output) -> Exit {
    if args.file.file == "-" {
        output.message("sgi: `play` reads your moves from standard input, so the game must be a file\n");
        return Exit::Usage;
    }
    let seats = Seats { second: args.second, right: args.right };
    let mut person = Person::default();
    let mut write = |event: Event<'_>, output: &Output| {
        if let Event::Diagnostics(..) | Event::Omitted(_) = event {
            run::write(&event, true, output);
        }
    };
    let options = machine::options(&args.file, LastWords::None);
    output.quiet = true;
    let plain = Output::plain(output);
    person.output = Some(plain);
    let (_, exit) = run::observed(&args.file, options, output, &mut write, |session| {
        session.play(args.position.as_deref(), seats, &mut person);
    });
    exit
}

/// A line of so many bytes is typed by nobody: it ends the play.
const LONGEST: u64 = 4096;

/// Whoever types.
#[derive(Default)]
struct Person {
    output: Option<Output>,
}

impl Person {
    fn say(&self, text: &str) {
        if let Some(output) = &self.output {
            output.result(text);
        }
    }
}

impl Opponent for Person {
    fn choose(&mut self, position: &str, moves: &[Move]) -> Choice {
        self.say(&format!("\n{position}\n"));
        for (i, m) in moves.iter().take(LISTED).enumerate() {
            self.say(&format!("  {:>3}  {}  to {}\n", i + 1, m.named(), m.to));
        }
        if moves.len() > LISTED {
            self.say(&format!("  and {} more, by number or name\n", moves.len() - LISTED));
        }
        loop {
            self.say("your move (a number or a name; h: hint, u: undo, q: quit): ");
            let mut line = String::new();
            let read = std::io::stdin().lock().take(LONGEST).read_line(&mut line);
            if !matches!(read, Ok(1..)) || line.len() as u64 == LONGEST {
                self.say("\n");
                return Choice::Quit;
            }
            match line.trim() {
                "q" | "quit" => return Choice::Quit,
                "h" | "hint" => return Choice::Hint,
                "u" | "undo" => return Choice::Undo,
                word => {
                    let number = word.parse::<usize>().ok().filter(|n| (1..=moves.len()).contains(n));
                    let named = || moves.iter().position(|m| m.label.replace(' ', "") == word.replace(' ', ""));
                    if let Some(index) = number.map(|n| n - 1).or_else(named) {
                        return Choice::Move(index);
                    }
                    self.say(&format!("there is no move `{word}`: type 1 to {}\n", moves.len()));
                }
            }
        }
    }

    fn hint(&mut self, moves: &[Move], winning: &[(usize, Option<String>)]) {
        if winning.is_empty() {
            self.say("no move wins: hope for a mistake\n");
        }
        for (i, why) in winning.iter().take(LISTED) {
            let why = why.as_ref().map_or_else(String::new, |why| format!(": it {why}"));
            self.say(&format!("  {:>3}  {} wins{why}\n", i + 1, moves[*i].named()));
        }
    }

    fn reply(&mut self, answer: &Move) {
        self.say(&format!("I play {}: {}\n", answer.named(), answer.to));
    }

    fn ended(&mut self, position: &str, ending: Ending) {
        let words = match ending {
            Ending::Won => "you have won",
            Ending::Lost => "you have lost",
        };
        self.say(&format!("{position}: {words}\n"));
    }
}
