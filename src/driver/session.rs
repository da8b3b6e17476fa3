//! One run: what was read, the machine, the engine, and the report so far.

use std::rc::Rc;
use std::time::Instant;

use super::load::Loaded;
use super::say::Said;
use super::{Event, Exit, Input, Ledger, Observer, Options};
use crate::analysis::model::{Model, Statement};
use crate::analysis::{self, Override};
use crate::base::{Meter, SourceMap, Span};
use crate::cgt::{Charging, Form};
use crate::diagnostics::{Diagnostic, Diagnostics, Severity, codes};
use crate::engine::Engine;
use crate::eval::{Machine, Stop};
use crate::report::{Notice, Param, ParamSource, PeriodProof, Report, Shown, Source};
use crate::syntax;

/// The name of what is typed to a session that lasts.
pub(super) const TYPED: &str = "<typed>";

/// More messages than this are counted, not told.
const MESSAGES: usize = 1000;

/// One run of one file.
///
/// [`Session::open`] reads and analyses; expressions of the command line are added; [`Session::begin`] makes the machine
/// and settles the parameters. After an error in one of these steps there is nothing to run.
pub struct Session<'o> {
    pub(super) map: SourceMap,
    /// `None` once there is nothing to run.
    model: Option<Rc<Model>>,
    /// Names set by `-D`, with the place of the value.
    defined: Vec<(String, Span)>,
    pub(super) options: Options,
    pub(super) observer: &'o mut dyn Observer,
    pub(super) ledger: Ledger,
    pub(super) said: Said,
    pub(super) meter: Meter,
    /// Ranges that are always empty and guards that never hold, as was told.
    pub(super) never: Vec<Span>,
    /// Messages that were too many to be told.
    omitted: usize,
    started: Instant,
    /// A handle on the engine, to ask it at the end what it did.
    engine: Option<Engine>,
    /// Whether what was found out is kept for what is asked later.
    lasting: bool,
    /// The machine with its model, of a session that lasts.
    kept: Option<(Rc<Model>, Rc<Machine>)>,
}

/// A file with what it uses, read and analysed.
pub(super) struct Read {
    map: SourceMap,
    model: Model,
    said: Vec<Diagnostic>,
}

impl Read {
    pub fn has_errors(&self) -> bool {
        self.said.iter().any(|said| said.severity == Severity::Error)
    }

    /// Leaves out what is said of the file, for that was told.
    pub fn tell_only_of_typed(&mut self) {
        let map = &self.map;
        self.said.retain(|said| map.place(said.primary.span).is_some_and(|(name, ..)| name == TYPED));
    }
}

/// What can be run: made by [`Session::begin`].
pub(super) struct Running {
    pub model: Rc<Model>,
    pub machine: Rc<Machine>,
    pub engine: Engine,
    /// Forms are charged to the session's meter as long as it runs.
    _forms: Charging,
}

impl<'o> Session<'o> {
    /// Reads and analyses a file with what it uses, applies `-D`, and tells the observer what is wrong.
    pub fn open(input: &Input, options: Options, observer: &'o mut dyn Observer) -> Self {
        let meter = Meter::new(options.limits.clone(), options.interrupted.clone());
        Self::metered(input, options, meter, observer)
    }

    /// The same as part of other work, which began to count before.
    pub(super) fn metered(input: &Input, options: Options, meter: Meter, observer: &'o mut dyn Observer) -> Self {
        let ledger = opened(&options, &input.name, Exit::Success);
        let mut session = Self::empty(options, ledger, meter, observer);
        let read = session.read_all(input, &[]);
        session.take(read);
        session
    }

    /// A session that has read nothing.
    fn empty(options: Options, ledger: Ledger, meter: Meter, observer: &'o mut dyn Observer) -> Self {
        Self {
            map: SourceMap::default(),
            model: None,
            defined: Vec::new(),
            options,
            observer,
            ledger,
            said: Said::default(),
            meter,
            never: Vec::new(),
            omitted: 0,
            started: Instant::now(),
            engine: None,
            lasting: false,
            kept: None,
        }
    }

    /// Reads and analyses a file, with `more` declarations that are written apart from it.
    pub(super) fn read_all(&self, input: &Input, more: &[Rc<str>]) -> Read {
        let mut out = Diagnostics::default();
        let (memory, overlay) = (self.options.limits.max_memory, self.options.overlay.clone());
        let Loaded { map, units, .. } = Loaded::new(input, more, memory, overlay, &mut out);
        let model = analysis::analyse(&units, &map, &mut out);
        Read { map, model, said: out.into_list() }
    }

    /// Takes what was read instead of what was there, tells what is wrong with it, and applies `-D`. After an error there is
    /// nothing to run.
    pub(super) fn take(&mut self, read: Read) {
        self.restart();
        let faulty = read.has_errors();
        (self.map, self.model) = (read.map, Some(Rc::new(read.model)));
        (self.defined, self.never) = (Vec::new(), Vec::new());
        self.tell(&read.said);
        if read.said.iter().any(|said| said.code == codes::TOO_MUCH_MEMORY) {
            self.fail(Exit::Undecided);
        } else if faulty {
            self.fail(Exit::Fault);
        } else {
            self.define();
        }
    }

    /// Tells what is wrong with what was read, and goes on with what was there.
    pub(super) fn refuse(&mut self, read: Read) {
        let before = std::mem::replace(&mut self.map, read.map);
        self.tell(&read.said);
        self.map = before;
        self.ends(Exit::Usage);
    }

    /// From now on what was found out is kept for what is asked later, until the session is restarted.
    pub(super) fn last(mut self) -> Self {
        self.lasting = true;
        self
    }

    /// Whether what was found out is kept for what is asked later.
    pub(super) fn lasts(&self) -> bool {
        self.lasting
    }

    /// Begins to count anew what is told and how it ends. What was found out is kept, unless a limit was reached: then it is
    /// let go, with what it was charged.
    pub(super) fn renew(&mut self) {
        let (limited, name) = (self.said.met_a_limit(), self.ledger.note(|report| report.file.clone()));
        self.ledger.open(&name, Exit::Success);
        (self.said, self.omitted) = (Said::default(), 0);
        if limited || self.options.limits.timeout.is_some() {
            self.restart();
            self.meter = Meter::new(self.options.limits.clone(), self.options.interrupted.clone());
        }
    }

    /// A session that ends with one message, for a file that could not be read.
    pub fn failed(name: &str, said: &Diagnostic, options: Options, observer: &'o mut dyn Observer) -> Self {
        let meter = Meter::new(options.limits.clone(), options.interrupted.clone());
        let ledger = opened(&options, name, if said.code == codes::NOT_UTF8 { Exit::Fault } else { Exit::Io });
        let mut session = Self::empty(options, ledger, meter, observer);
        session.tell(std::slice::from_ref(said));
        session
    }

    /// Reads a file and opens it.
    pub fn read(path: &str, options: Options, observer: &'o mut dyn Observer) -> Self {
        match Input::read(path) {
            Ok(input) => Self::open(&input, options, observer),
            Err(said) => Self::failed(path, &said, options, observer),
        }
    }

    /// The meter of this run, for a progress line.
    #[must_use]
    pub fn meter(&self) -> &Meter {
        &self.meter
    }

    /// The texts that were read.
    #[must_use]
    pub fn sources(&self) -> &SourceMap {
        &self.map
    }

    /// Whether nothing has gone wrong so far, so that there is something to run.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        self.model.is_some()
    }

    /// The engine, once something was run.
    pub(super) fn engine(&self) -> Option<&Engine> {
        self.engine.as_ref()
    }

    /// Which engine answered for each game that was asked about, and why.
    pub(super) fn plan(&self) -> Vec<(String, String)> {
        self.engine.as_ref().map(|engine| engine.plan_with(&|span| self.map.mention(span))).unwrap_or_default()
    }

    /// Ends the run: the report, and how it ended.
    #[must_use]
    pub fn finish(self) -> (Report, Exit) {
        let (mut report, exit) = self.ledger.close(|| self.meter.end());
        if self.omitted > 0 {
            self.observer.event(Event::Omitted(self.omitted as u64));
        }
        report.stats.states = self.meter.states();
        report.stats.bytes = self.meter.peak();
        report.stats.plan = self.plan();
        let proofs = self.engine.as_ref().map(Engine::certificates).unwrap_or_default();
        report.proofs =
            proofs.iter().map(|(name, game, certificate)| PeriodProof::of(name, game, certificate)).collect();
        if self.options.certify {
            let definitions = self.options.definitions.clone();
            report.source = self.whole_text().map(|text| Source { text: text.to_owned(), definitions });
        }
        report.stats.seconds = self.started.elapsed().as_secs_f64();
        (report, exit)
    }

    /// Tells messages to the observer and keeps them for the report; after many, only errors, and after many of these
    /// none.
    pub(super) fn tell(&mut self, list: &[Diagnostic]) {
        let never = list.iter().filter(|d| [codes::NEVER_HOLDS, codes::EMPTY_RANGE].contains(&d.code));
        self.never.extend(never.map(|d| d.primary.span));
        let room = MESSAGES - self.ledger.note(|report| report.diagnostics.len()).min(MESSAGES);
        let told: Vec<Diagnostic>;
        let list = if list.len() <= room {
            list
        } else {
            let errors = list.iter().filter(|d| d.severity == Severity::Error);
            told = errors.take(room).cloned().collect();
            self.omitted += list.len() - told.len();
            &told
        };
        if list.is_empty() {
            return;
        }
        self.ledger.note(|report| report.diagnostics.extend(list.iter().map(|d| Notice::of(d, &self.map))));
        self.observer.event(Event::Diagnostics(list, &self.map));
    }

    /// How it ends so far.
    pub(super) fn ended(&self) -> Exit {
        self.ledger.exit()
    }

    /// Notes how the run will end at best.
    pub(super) fn ends(&mut self, exit: Exit) {
        self.ledger.ends(exit);
    }

    /// After this there is nothing to run.
    fn fail(&mut self, exit: Exit) {
        self.ends(exit);
        self.model = None;
    }

    /// Tells why an evaluation ended without a value, and notes the exit; a limit is told once.
    pub(super) fn stopped(&mut self, stop: &Stop, statement: Option<&Statement>) {
        self.ends(super::say::exit_of(stop));
        let Some(model) = self.model.clone() else { return };
        if let Some(mut said) = self.said.stop(stop, statement, &self.options.limits, &model, &self.map) {
            if let (Stop::Limit(_), Some(growth)) = (stop, self.engine.as_ref().and_then(Engine::growth)) {
                said = said.note(growth);
            }
            self.tell(&[said]);
        }
    }

    /// Applies `-D`.
    fn define(&mut self) {
        for text in &self.options.definitions.clone() {
            self.define_one(text);
        }
    }

    fn define_one(&mut self, text: &str) {
        let Some(model) = self.model.as_mut().and_then(Rc::get_mut) else { return };
        let mut out = Diagnostics::default();
        let Some(id) = self.map.add("<command line>", text) else { return self.fail(Exit::Usage) };
        let start = self.map.file(id).start;
        let Some((name, value)) = text.split_once('=').filter(|(name, _)| !name.trim().is_empty()) else {
            let span = Span::new(start, start + length(text));
            let said = Diagnostic::error(codes::BAD_DEFINITION, span, "a definition has the form NAME=EXPR")
                .help("for example `-D m=5`, or with quotes `-D 'S={1, 2}'`");
            self.tell(&[said]);
            return self.fail(Exit::Usage);
        };
        let name_span = Span::new(start, start + length(name));
        let offset = start + length(name) + 1;
        let expr = syntax::parse_expression(value, offset, &mut out);
        let name = name.trim();
        if !out.has_errors() {
            match analysis::set_param(model, &self.map, name, &expr, &mut out) {
                Override::Set => self.defined.push((name.to_owned(), Span::new(offset, offset + length(value)))),
                Override::Faulty => {}
                Override::Unknown(near) => out.push(super::say::unknown_param(name, name_span, near.as_deref(), model)),
            }
        }
        let faulty = out.has_errors();
        self.tell(out.list());
        if faulty {
            self.fail(Exit::Usage);
        }
    }

    /// Adds an expression of the command line, with `for` binders where `binders` allows them; `None` after an error,
    /// which is wrong usage.
    pub fn expression(&mut self, text: &str, binders: bool) -> Option<Statement> {
        let parse = if binders { syntax::parse_generator } else { without_binders };
        self.added(text, parse, |model, map, parsed, out| {
            analysis::add_expression(model, map, &parsed.body, &parsed.binders, out)
        })
    }

    /// The same for an expression whose `for` binders may be without an end.
    pub(super) fn formula(&mut self, text: &str) -> Option<Statement> {
        self.added(text, syntax::parse_generator, |model, map, parsed, out| {
            analysis::add_formula(model, map, &parsed.body, &parsed.binders, out)
        })
    }

    /// Adds a position of the command line, which may be misère; `None` after an error, which is wrong usage.
    pub(super) fn position(&mut self, text: &str) -> Option<Statement> {
        self.added(text, without_binders, |model, map, parsed, out| {
            analysis::add_position(model, map, &parsed.body, out)
        })
    }

    /// Statements that are written apart from the file; `None` after an error.
    pub(super) fn items(&mut self, text: &str) -> Option<Vec<Statement>> {
        self.added(text, syntax::parse_file, |model, map, file, out| {
            file.items.iter().filter_map(|item| analysis::add_item(model, map, item, out)).collect()
        })
    }

    fn added<P, S>(
        &mut self,
        text: &str,
        parse: impl FnOnce(&str, u32, &mut Diagnostics) -> P,
        add: impl FnOnce(&mut Model, &SourceMap, &P, &mut Diagnostics) -> S,
    ) -> Option<S> {
        if self.model.as_mut().is_some_and(|model| Rc::get_mut(model).is_none()) {
            // A machine runs it: what was asked before is forgotten.
            self.restart();
        }
        let model = self.model.as_mut().and_then(Rc::get_mut)?;
        let mut out = Diagnostics::default();
        let Some(id) = self.map.add(if self.lasting { TYPED } else { "<command line>" }, text) else {
            self.fail(Exit::Usage);
            return None;
        };
        let start = self.map.file(id).start;
        let parsed = parse(text, start, &mut out);
        let added = (!out.has_errors()).then(|| add(model, &self.map, &parsed, &mut out));
        let faulty = out.has_errors();
        self.tell(out.list());
        if faulty {
            self.ends(Exit::Usage);
            return None;
        }
        added
    }

    /// The program, while there is something to run.
    pub(super) fn model(&self) -> Option<Rc<Model>> {
        self.model.clone()
    }

    /// The program, to add to it, with the texts; `None` while a machine runs it.
    pub(super) fn model_and_map(&mut self) -> Option<(&mut Model, &SourceMap)> {
        Some((self.model.as_mut().and_then(Rc::get_mut)?, &self.map))
    }

    /// Forgets the machine and the engine, so that statements can be added and [`Session::begin`] called again.
    pub(super) fn restart(&mut self) {
        self.engine = None;
        self.kept = None;
        self.ledger.note(|report| report.params.clear());
    }

    /// Makes the machine and the engine and settles the parameters: wrong `-D` values are wrong usage, wrong defaults
    /// errors of the file. `None` when there is nothing to run.
    pub(super) fn begin(&mut self) -> Option<Running> {
        if self.ledger.exit() != Exit::Success {
            return None;
        }
        let forms = Form::charged_to(&self.meter);
        if let (Some((model, machine)), Some(engine)) = (&self.kept, &self.engine) {
            let (model, machine) = (Rc::clone(model), Rc::clone(machine));
            return Some(Running { model, machine, engine: engine.clone(), _forms: forms });
        }
        let mut model = self.model.clone()?;
        if self.lasting {
            drop(model);
            model = Rc::new(Rc::get_mut(self.model.as_mut()?)?.sealed_copy());
        }
        let machine = Rc::new(Machine::new(Rc::clone(&model), self.meter.clone()));
        let engine = Engine::new(Rc::clone(&machine));
        self.engine = Some(engine.clone());
        let mut running = Running { model, machine, engine, _forms: forms };
        let sound = self.settle(&mut running);
        if sound && self.lasting {
            self.kept = Some((Rc::clone(&running.model), Rc::clone(&running.machine)));
        }
        sound.then_some(running)
    }

    /// Evaluates every parameter of the main file, and those of used files that it depends on.
    fn settle(&mut self, running: &mut Running) -> bool {
        let (mut sound, mut params) = (true, Vec::new());
        let reached = analysis::reach::reached_globals(&running.model, &self.map);
        for (index, global) in (0u32..).zip(&running.model.globals) {
            if global.param.is_none() || !global.settable && !reached.contains(&index) {
                continue;
            }
            let defined = global.settable && self.defined.iter().any(|(name, _)| **name == *global.name);
            let source = match (defined, global.settable) {
                (true, _) => ParamSource::CommandLine,
                (false, true) => ParamSource::Default,
                (false, false) => ParamSource::Used,
            };
            let file = (source == ParamSource::Used).then(|| self.map.place(global.span)).flatten();
            let file = file.map(|(file, _, _)| file.to_owned());
            match running.machine.global(index, &mut running.engine) {
                Ok(value) => {
                    let name = global.name.to_string();
                    params.push(Param { name, value: Shown::of(&value), source, file });
                }
                Err(stop) => {
                    let usage = source == ParamSource::CommandLine && matches!(stop, Stop::Fault(_));
                    self.stopped(&stop, None);
                    if usage {
                        self.ledger.ends(Exit::Usage);
                    }
                    sound = false;
                }
            }
        }
        if sound {
            self.observer.event(Event::Params(&params));
        }
        self.ledger.note(|report| report.params = params);
        sound
    }
}

fn without_binders(text: &str, start: u32, out: &mut Diagnostics) -> syntax::Generator {
    syntax::Generator { body: syntax::parse_expression(text, start, out), binders: Vec::new() }
}

/// Texts are shorter than 2 GiB: the source map refuses longer ones.
fn length(text: &str) -> u32 {
    u32::try_from(text.len()).unwrap_or(u32::MAX)
}

/// The ledger of a run that begins.
fn opened(options: &Options, file: &str, exit: Exit) -> Ledger {
    let ledger = options.ledger.clone();
    ledger.open(file, exit);
    ledger
}
