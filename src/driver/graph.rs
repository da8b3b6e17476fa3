//! `sgi graph`: a position's followers and the moves between them.

use std::collections::HashMap;
use std::rc::Rc;

use super::position::{given_position, summary};
use super::session::Running;
use super::{Options, Session};
use crate::analysis::model::Statement;
use crate::eval::{Queries, Stop};
use crate::report::{Arrow, PositionGraph, PositionNode};
use crate::value::Position;

impl Session<'_> {
    /// The graph of a position's followers, itself first (the start position without `text`).
    pub fn graph(&mut self, text: Option<&str>) -> Option<PositionGraph> {
        self.about_position(text, follow)
    }
}

fn follow(statement: &Statement, running: &mut Running, options: &Options) -> Result<PositionGraph, Stop> {
    let first = given_position(statement, running, options.misere)?;
    let mut found: Vec<Rc<Position>> = vec![Rc::clone(&first)];
    let mut index: HashMap<Position, usize> = HashMap::from([((*first).clone(), 0)]);
    let (mut positions, mut arrows) = (Vec::new(), Vec::new());
    let mut next = 0;
    while next < found.len() {
        running.machine.meter().check()?;
        let position = Rc::clone(&found[next]);
        let (value, losing) = summary(&position, running)?;
        positions.push(PositionNode { position: position.to_string(), value, losing });
        for m in running.engine.moves(&position)? {
            let to = Rc::new((*m.to).clone().with_misere(position.misere));
            let at = *index.entry((*to).clone()).or_insert_with(|| {
                found.push(to);
                found.len() - 1
            });
            arrows.push(Arrow { from: next, to: at, label: m.label.to_string() });
        }
        next += 1;
    }
    Ok(PositionGraph { positions, arrows })
}
