//! The least automaton, its states in canonical order.

use hashbrown::HashMap;
use smallvec::SmallVec;

use super::automaton::Draft;
use super::budget::{Budget, Halt};
use super::diagram::{Diagram, Ref};
use super::numeration::Numeration;

/// Merges states from which the same words are accepted (Moore 1956), drops what is not reached, numbers what remains.
pub(super) fn minimise(draft: Draft, numeration: Numeration, budget: &Budget) -> Result<Draft, Halt> {
    let digits = numeration.digits();
    let mut class: Vec<u32> = draft.accepting.iter().map(|accepts| u32::from(*accepts)).collect();
    let mut count = 0;
    loop {
        let (quotient, roots) = divide(&draft, &class, digits, budget)?;
        let mut known: HashMap<(u32, Ref), u32> = HashMap::new();
        let mut next = Vec::with_capacity(class.len());
        for (old, root) in class.iter().zip(&roots) {
            let fresh = u32::try_from(known.len()).unwrap_or(u32::MAX);
            next.push(*known.entry((*old, *root)).or_insert(fresh));
        }
        budget.spend(class.len() as u64)?;
        if known.len() == count {
            return Numbering::new(&quotient, &draft, &class, &roots, count).run(digits, budget);
        }
        count = known.len();
        class = next;
    }
}

/// The diagram over classes, and each state's root in it.
fn divide(draft: &Draft, class: &[u32], digits: usize, budget: &Budget) -> Result<(Diagram, Vec<Ref>), Halt> {
    let mut quotient = Diagram::new(digits, budget);
    let mut image: Vec<Ref> = Vec::with_capacity(draft.diagram.len());
    let map = |image: &[Ref], at: Ref| match (at.as_state(), at.as_node()) {
        (Some(state), _) => Ref::state(class[state as usize]),
        (None, Some(node)) => image[node],
        (None, None) => at,
    };
    for node in 0..draft.diagram.len() {
        let children: SmallVec<[Ref; 8]> =
            draft.diagram.children(node).iter().map(|child| map(&image, *child)).collect();
        let track = draft.diagram.track(Ref::node(node)).unwrap_or(0);
        image.push(quotient.join(track, &children, budget)?);
    }
    let roots = draft.roots.iter().map(|root| map(&image, *root)).collect();
    Ok((quotient, roots))
}

/// Numbers classes in the order in which a walk from the initial one meets them.
struct Numbering<'a> {
    quotient: &'a Diagram,
    /// The root of every class, and whether it accepts.
    classes: Vec<(Ref, bool)>,
    number: Vec<Option<u32>>,
    order: Vec<u32>,
    copied: HashMap<usize, Ref>,
}

impl<'a> Numbering<'a> {
    fn new(quotient: &'a Diagram, draft: &Draft, class: &[u32], roots: &[Ref], count: usize) -> Self {
        let mut classes = vec![(Ref::state(0), false); count];
        for ((class, root), accepts) in class.iter().zip(roots).zip(&draft.accepting) {
            classes[*class as usize] = (*root, *accepts);
        }
        let mut number = vec![None; count];
        let first = class.first().copied().unwrap_or(0);
        number[first as usize] = Some(0);
        Self { quotient, classes, number, order: vec![first], copied: HashMap::new() }
    }

    fn run(mut self, digits: usize, budget: &Budget) -> Result<Draft, Halt> {
        let mut diagram = Diagram::new(digits, budget);
        let (mut roots, mut accepting) = (Vec::new(), Vec::new());
        while let Some(class) = self.order.get(roots.len()).copied() {
            let (root, accepts) = self.classes[class as usize];
            roots.push(self.copy(root, &mut diagram, budget)?);
            accepting.push(accepts);
        }
        Ok(Draft { accepting, roots, diagram })
    }

    /// A node with what is below it; as deep as there are tracks.
    fn copy(&mut self, at: Ref, into: &mut Diagram, budget: &Budget) -> Result<Ref, Halt> {
        let Some(node) = at.as_node() else {
            let class = at.as_state().unwrap_or(0) as usize;
            let fresh = u32::try_from(self.order.len()).unwrap_or(u32::MAX);
            let number = *self.number[class].get_or_insert_with(|| {
                self.order.push(u32::try_from(class).unwrap_or(u32::MAX));
                fresh
            });
            return Ok(Ref::state(number));
        };
        if let Some(copy) = self.copied.get(&node) {
            return Ok(*copy);
        }
        let quotient = self.quotient;
        let mut children: SmallVec<[Ref; 8]> = SmallVec::new();
        for child in quotient.children(node) {
            children.push(self.copy(*child, into, budget)?);
        }
        let copy = into.join(quotient.track(at).unwrap_or(0), &children, budget)?;
        self.copied.insert(node, copy);
        Ok(copy)
    }
}
