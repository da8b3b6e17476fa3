//! Finite sets.

use std::rc::Rc;

use super::Value;

/// A finite set of values. Two sets are equal when they have the same elements, however they are stored.
#[derive(Clone, Debug)]
pub struct Set {
    elements: Rc<[Value]>,
}
