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
    let first = given_position(statement, running, options.play)?;
    let mut following = Following {
        index: HashMap::from([((*first).clone(), 0)]),
        found: vec![first],
        graph: PositionGraph { positions: Vec::new(), arrows: Vec::new() },
    };
    match following.all(running) {
        Ok(()) => Ok(following.graph),
        Err(stop) => {
            if running.machine.meter().is_over() {
                // Taking millions of positions apart would keep whoever has ended the run waiting.
                std::mem::forget(following);
            }
            Err(stop)
        }
    }
}

/// A graph in the making.
struct Following {
    found: Vec<Rc<Position>>,
    /// The place of each position among those found.
    index: HashMap<Position, usize>,
    graph: PositionGraph,
}

impl Following {
    /// Follows all moves.
    fn all(&mut self, running: &mut Running) -> Result<(), Stop> {
        let mut next = 0;
        while next < self.found.len() {
            running.machine.meter().check()?;
            let position = Rc::clone(&self.found[next]);
            let (value, outcome) = summary(&position, running)?;
            let losing = outcome == "P";
            self.graph.positions.push(PositionNode { position: position.to_string(), value, outcome, losing });
            for m in running.engine.moves(&position)? {
                let to = Rc::new((*m.to).clone().with_play(position.play));
                let at = *self.index.entry((*to).clone()).or_insert_with(|| {
                    self.found.push(to);
                    self.found.len() - 1
                });
                self.graph.arrows.push(Arrow { from: next, to: at, label: m.label.to_string(), side: m.side.word() });
            }
            next += 1;
        }
        Ok(())
    }
}
