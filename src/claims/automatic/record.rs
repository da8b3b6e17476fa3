//! What a proof by automata rests on: formulas that have no instance, among them that each table is what it was made from.

use std::collections::HashSet;
use std::rc::Rc;

use crate::automata::{Automaton, Budget, Formula, Halt, Numeration, Track, Writer};

/// A table is made from a formula: its tracks are these variables.
pub(super) struct Definition {
    pub table: Rc<Automaton>,
    pub of: Vec<Track>,
    pub formula: Formula,
}

/// What is noted while something is proved.
#[derive(Default)]
pub(super) struct Record {
    /// Formulas that have no instance.
    pub obligations: Vec<Formula>,
    pub definitions: Vec<Definition>,
}

/// A proof by automata, to be checked again. The theorem's conditions are the obligations; what no definition is given for are
/// the relations that it is about: the lost positions or the values of a family, and where they are known.
pub struct Evidence {
    numeration: Numeration,
    formulas: Vec<Formula>,
    /// Formulas that have no instance, as text.
    pub obligations: Vec<String>,
    /// The tables in them, as text, by number.
    pub tables: Vec<String>,
    /// The tables that are not defined by an obligation.
    pub given: Vec<usize>,
}

/// What a proof rests on, before it is written out.
pub struct Grounds {
    pub(super) record: Record,
    pub(super) numeration: Numeration,
}

impl std::fmt::Debug for Grounds {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Grounds({} obligations)", self.record.obligations.len())
    }
}

impl Grounds {
    /// The obligations, each once, and the definitions of all tables that they speak of.
    #[must_use]
    pub fn evidence(&self) -> Evidence {
        let Self { record, numeration } = self;
        let numeration = *numeration;
        let mut writer = Writer::default();
        let mut found = Evidence { numeration, formulas: vec![], obligations: vec![], tables: vec![], given: vec![] };
        let mut seen = HashSet::new();
        let mut add = |formula: &Formula, writer: &mut Writer, found: &mut Evidence| {
            let text = writer.formula(formula);
            if formula.as_truth() != Some(false) && seen.insert(text.clone()) {
                found.formulas.push(formula.clone());
                found.obligations.push(text);
            }
        };
        for formula in &record.obligations {
            add(formula, &mut writer, &mut found);
        }
        // What reads no variable stands in no formula as a table: it was taken for the truth.
        for definition in record.definitions.iter().filter(|definition| definition.table.tracks().is_empty()) {
            let truth = Formula::truth(!definition.table.is_empty());
            add(&definition.formula.iff(&truth).not(), &mut writer, &mut found);
        }
        let mut next = 0;
        while next < writer.tables.len() {
            let table = Rc::clone(&writer.tables[next]);
            let definitions = record.definitions.iter().filter(|definition| Rc::ptr_eq(&definition.table, &table));
            let mut defined = false;
            for Definition { of, formula, .. } in definitions {
                let of: Option<Vec<Track>> = table.tracks().iter().map(|at| of.get(*at as usize).copied()).collect();
                let Some(of) = of else { continue };
                let said = Formula::table(Rc::clone(&table), of);
                add(&said.iff(formula).not(), &mut writer, &mut found);
                defined = true;
            }
            if !defined {
                found.given.push(next);
            }
            next += 1;
        }
        found.tables = writer.tables.iter().map(|table| table.text()).collect();
        found
    }
}

impl Evidence {
    /// How numbers are written: `base 2`, `metallic 1`.
    #[must_use]
    pub fn numeration(&self) -> String {
        match self.numeration {
            Numeration::Base(b) => format!("base {b}"),
            Numeration::Metallic(r) => format!("metallic {r}"),
        }
    }

    /// Checks every obligation by the second procedure; the text of the first that has an instance.
    ///
    /// # Errors
    /// Those of the budget.
    pub fn refuted(&self, budget: &Budget) -> Result<Result<(), &str>, Halt> {
        for (formula, text) in self.formulas.iter().zip(&self.obligations) {
            if !formula.is_refuted(self.numeration, budget)? {
                return Ok(Err(text));
            }
        }
        Ok(Ok(()))
    }
}
