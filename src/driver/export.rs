//! `sgi export`: a proved formula, to be written as a function of another language.

use super::{Exit, Session};
use crate::analysis::model::{Expr, StatementKind};
use crate::claims::{Formula, prove_formula};
use crate::diagnostics::{Diagnostic, codes};
use crate::report::Export;

impl Session<'_> {
    /// Proves what `EXPR for n in 0..` is for every `n`, and puts it into the report.
    pub fn export(&mut self, text: &str) {
        let Some(statement) = self.formula(text) else { return };
        let StatementKind::Print(exprs) = &statement.kind else { return };
        let [expr] = exprs.as_slice() else { return };
        let [(variable, _, true)] = statement.variables.as_slice() else { return self.no_function(expr) };
        if !matches!(statement.binders.as_slice(), [binder] if binder.is_endless()) {
            return self.no_function(expr);
        }
        let variable = variable.to_string();
        let expression = self.map.snippet(expr.span).split_whitespace().collect::<Vec<_>>().join(" ");
        let Some(mut running) = self.begin() else { return };
        let machine = std::rc::Rc::clone(&running.machine);
        match prove_formula(&statement, expr, &machine, &mut running.engine) {
            Ok(Ok(formula)) => {
                let exceptions = formula.exceptions();
                let Formula { first, preperiod, period, saltus, values, truths, theorem } = formula;
                self.ledger.note(|report| {
                    report.export = Some(Export {
                        file: report.file.clone(),
                        params: report.params.iter().map(|p| (p.name.clone(), p.value.text.clone())).collect(),
                        expression,
                        variable,
                        theorem,
                        first,
                        preperiod,
                        period,
                        saltus,
                        exceptions,
                        values,
                        truths,
                    });
                });
            }
            Ok(Err(reason)) => {
                let what =
                    format!("`{expression}` has no proved formula, so no function can be written for every {variable}");
                let said = Diagnostic::error(codes::NO_FORMULA, expr.span, what).note(reason).help(format!(
                    "`sgi table FILE '{expression} for {variable} in 0..1000' --format csv` writes the values themselves"
                ));
                self.tell(&[said]);
                self.ends(Exit::Undecided);
            }
            Err(stop) => self.stopped(&stop, Some(&statement)),
        }
    }

    fn no_function(&mut self, expr: &Expr) {
        let what = "a function has one variable, over a range without an end";
        let said = Diagnostic::error(codes::NO_FORMULA, expr.span, what)
            .help("for example `sgi export FILE 'sg(G(n)) for n in 0..'`");
        self.tell(&[said]);
        self.ends(Exit::Usage);
    }
}
