//! The slots of a frame while it is being laid out, and the local names that stand for them.

use std::collections::HashMap;
use std::rc::Rc;

use super::model::Slot;
use crate::base::Span;

/// A local name.
#[derive(Clone, Debug)]
pub(super) struct Local {
    pub(super) name: Rc<str>,
    pub(super) span: Span,
    pub(super) slot: Slot,
    /// A per-position `let`, by its index.
    pub(super) lazy: Option<u32>,
}

/// The layout of a frame. Slots are handed out like a stack: those of a comprehension are free again after it.
#[derive(Debug, Default)]
pub(super) struct Frame {
    locals: Vec<Local>,
    /// Where the locals of each name stand in `locals`, innermost last.
    places: HashMap<Rc<str>, Vec<usize>>,
    next: Slot,
    max: Slot,
}

/// A state of a [`Frame`] to come back to.
#[derive(Clone, Copy)]
pub(super) struct Mark {
    locals: usize,
    next: Slot,
}

impl Frame {
    /// Hands out a slot for a name.
    pub(super) fn bind(&mut self, name: Rc<str>, span: Span) -> Slot {
        let slot = self.next;
        self.places.entry(name.clone()).or_default().push(self.locals.len());
        self.locals.push(Local { name, span, slot, lazy: None });
        self.reserve(slot + 1);
        slot
    }

    /// Hands out a slot for a name that the `let` of this index fills.
    pub(super) fn bind_lazy(&mut self, name: Rc<str>, span: Span, index: u32) -> Slot {
        let slot = self.bind(name, span);
        if let Some(local) = self.locals.last_mut() {
            local.lazy = Some(index);
        }
        slot
    }

    /// Leaves every slot below `slot` alone from now on.
    pub(super) fn reserve(&mut self, slot: Slot) {
        self.next = self.next.max(slot);
        self.max = self.max.max(slot);
    }

    /// The innermost local of this name.
    pub(super) fn lookup(&self, name: &str) -> Option<&Local> {
        self.locals.get(*self.places.get(name)?.last()?)
    }

    /// Names in scope, outermost first.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.locals.iter().map(|l| &*l.name)
    }

    /// The local of this name that was bound since `mark`.
    pub(super) fn since(&self, mark: Mark, name: &str) -> Option<&Local> {
        let place = *self.places.get(name)?.last()?;
        self.locals.get(place).filter(|_| place >= mark.locals)
    }

    pub(super) fn mark(&self) -> Mark {
        Mark { locals: self.locals.len(), next: self.next }
    }

    /// Forgets the names bound since `mark` and frees their slots.
    pub(super) fn release(&mut self, mark: Mark) {
        for local in self.locals.drain(mark.locals..) {
            if let Some(places) = self.places.get_mut(&local.name) {
                places.pop();
            }
        }
        self.next = mark.next;
    }

    /// The next slot to be handed out.
    pub(super) fn next(&self) -> Slot {
        self.next
    }

    /// How many slots were ever in use.
    pub(super) fn size(&self) -> Slot {
        self.max
    }

    /// Measures anew from here; give the result back to [`Frame::widen`].
    pub(super) fn measure(&mut self) -> Slot {
        std::mem::replace(&mut self.max, self.next)
    }

    /// Says that at least `size` slots are in use.
    pub(super) fn widen(&mut self, size: Slot) {
        self.max = self.max.max(size);
    }
}
