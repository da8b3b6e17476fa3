//! Where forms live that are no sum of a number, ups and a nimber; sums and negatives, remembered.

use std::cell::RefCell;
use std::cmp::Ordering;
use std::hash::{BuildHasher, BuildHasherDefault, Hasher};
use std::marker::PhantomData;
use std::rc::Rc;

use hashbrown::{HashMap, HashTable};

use crate::base::Meter;
use crate::cgt::Player;

use super::dyadic::Dyadic;
use super::{Form, FormError, NodeId, Repr};

/// The deepest options within options that are built.
pub(super) const DEEPEST: u32 = 10_000;

/// The most forms that are built; their negatives come on top.
const MOST: usize = 1 << 30;

/// Each memory of comparisons, sums and negatives is emptied when it has grown to this.
const REMEMBERED: usize = 1 << 21;

thread_local! {
    static ARENA: RefCell<Arena> = RefCell::default();
}

/// Reads the thread's arena.
pub(super) fn with<T>(read: impl FnOnce(&Arena) -> T) -> T {
    ARENA.with_borrow(read)
}

/// Works on the thread's arena.
pub(super) fn with_mut<T>(work: impl FnOnce(&mut Arena) -> T) -> T {
    ARENA.with_borrow_mut(work)
}

/// Runs a step of a recursion, on a new piece of stack when this one runs out.
pub(super) fn deeper<T>(step: impl FnOnce() -> T) -> T {
    stacker::maybe_grow(64 << 10, 1 << 20, step)
}

/// A hasher for keys made of a few words: one folded multiplication each.
#[derive(Clone, Copy, Default)]
pub(super) struct Folded(u64);

impl Hasher for Folded {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    fn write_u64(&mut self, word: u64) {
        let product = u128::from(self.0 ^ word ^ 0x243F_6A88_85A3_08D3) * 0x9E37_79B9_7F4A_7C15;
        let folded = (product ^ product >> 64) & u128::from(u64::MAX);
        self.0 = u64::try_from(folded).unwrap_or(0).rotate_left(23);
    }

    fn write_u8(&mut self, n: u8) {
        self.write_u64(n.into());
    }

    fn write_u32(&mut self, n: u32) {
        self.write_u64(n.into());
    }

    fn write_i32(&mut self, n: i32) {
        self.write_u64(u64::from(n.cast_unsigned()));
    }

    fn write_i64(&mut self, n: i64) {
        self.write_u64(n.cast_unsigned());
    }

    fn write_usize(&mut self, n: usize) {
        self.write_u64(n as u64);
    }

    fn write_isize(&mut self, n: isize) {
        self.write_u64(n.cast_unsigned() as u64);
    }
}

pub(super) type FoldedHash = BuildHasherDefault<Folded>;

/// A canonical form that is no number and no other simple sum: both lists have options, ascending.
#[derive(Debug)]
pub(super) struct Node {
    pub left: Rc<[Form]>,
    pub right: Rc<[Form]>,
    pub left_stop: Dyadic,
    pub right_stop: Dyadic,
    pub depth: u32,
    pub birthday: u64,
}

/// All forms of a thread, with what is known of them.
#[derive(Debug, Default)]
pub(super) struct Arena {
    nodes: Vec<Node>,
    ids: HashTable<u32>,
    options: usize,
    pub at_most: HashMap<(Form, Form), bool, FoldedHash>,
    sums: HashMap<(Form, Form), Form, FoldedHash>,
    negatives: HashMap<Form, Form, FoldedHash>,
    pub meter: Option<Meter>,
    steps: u64,
}

fn hash(left: &[Form], right: &[Form]) -> u64 {
    FoldedHash::default().hash_one((left, right))
}

impl Arena {
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize]
    }

    /// Looks at the clock now and then.
    pub fn tick(&mut self) -> Result<(), FormError> {
        self.steps += 1;
        match &self.meter {
            Some(meter) if self.steps.is_multiple_of(256) => meter.check().map_err(FormError::Limit),
            _ => Ok(()),
        }
    }

    fn find(&self, left: &[Form], right: &[Form]) -> Option<Form> {
        let same = |&id: &u32| {
            let node = &self.nodes[id as usize];
            *node.left == *left && *node.right == *right
        };
        self.ids.find(hash(left, right), same).map(|&id| Form(Repr::Node(NodeId(id, PhantomData))))
    }

    /// The node with exactly these options, which must be canonical and sorted.
    pub fn intern(&mut self, left: Vec<Form>, right: Vec<Form>) -> Result<Form, FormError> {
        if let Some(known) = self.find(&left, &right) {
            return Ok(known);
        }
        let depth = left.iter().chain(&right).map(|&g| self.depth(g)).max().unwrap_or(0);
        if depth >= DEEPEST {
            return Err(FormError::TooDeep);
        }
        if self.nodes.len() >= MOST {
            return Err(FormError::TooLarge);
        }
        if let Some(meter) = &self.meter {
            let bytes = size_of::<Node>() + (left.len() + right.len()) * size_of::<Form>();
            meter.add_bytes(bytes as u64).map_err(FormError::Limit)?;
        }
        Ok(self.insert(left, right))
    }

    fn insert(&mut self, left: Vec<Form>, right: Vec<Form>) -> Form {
        let all = || left.iter().chain(&right);
        // twice MOST fits: forms are counted when they are built, and each has one negative
        let id = u32::try_from(self.nodes.len()).unwrap_or(u32::MAX);
        let node = Node {
            left_stop: left.iter().map(|&g| self.stops(g).1).max().unwrap_or(Dyadic::ZERO),
            right_stop: right.iter().map(|&g| self.stops(g).0).min().unwrap_or(Dyadic::ZERO),
            depth: all().map(|&g| self.depth(g)).max().unwrap_or(0) + 1,
            birthday: all().map(|&g| self.birthday(g)).max().unwrap_or(0).saturating_add(1),
            left: left.into(),
            right: right.into(),
        };
        self.options += node.left.len() + node.right.len();
        let key = hash(&node.left, &node.right);
        self.nodes.push(node);
        let nodes = &self.nodes;
        self.ids.insert_unique(key, id, |&id| hash(&nodes[id as usize].left, &nodes[id as usize].right));
        Form(Repr::Node(NodeId(id, PhantomData)))
    }

    pub fn options(&self, form: Form, player: Player) -> Result<Rc<[Form]>, FormError> {
        match form.0 {
            Repr::Simple(simple) => Ok(simple.options(player)?.into_iter().map(Form::simple).collect()),
            Repr::Node(id) => Ok(match player {
                Player::Left => self.node(id).left.clone(),
                Player::Right => self.node(id).right.clone(),
            }),
        }
    }

    /// (left stop, right stop).
    pub fn stops(&self, form: Form) -> (Dyadic, Dyadic) {
        match form.0 {
            Repr::Simple(simple) => (simple.number, simple.number),
            Repr::Node(id) => (self.node(id).left_stop, self.node(id).right_stop),
        }
    }

    pub fn birthday(&self, form: Form) -> u64 {
        match form.0 {
            Repr::Simple(simple) => simple.birthday(),
            Repr::Node(id) => self.node(id).birthday,
        }
    }

    pub fn depth(&self, form: Form) -> u32 {
        match form.0 {
            Repr::Simple(simple) => simple.depth(),
            Repr::Node(id) => self.node(id).depth,
        }
    }

    /// Refuses what a recursion over options could not walk through.
    pub fn shallow(&self, form: Form) -> Result<(), FormError> {
        if self.depth(form) > DEEPEST { Err(FormError::TooDeep) } else { Ok(()) }
    }

    /// The sum of `n` copies, by doubling.
    pub fn copies(&mut self, form: Form, n: u64) -> Result<Form, FormError> {
        let (mut total, mut power, mut rest) = (Form::ZERO, form, n);
        while rest > 0 {
            if rest & 1 == 1 {
                total = self.sum(total, power)?;
            }
            rest >>= 1;
            if rest > 0 {
                power = self.sum(power, power)?;
            }
        }
        Ok(total)
    }

    /// The order for listing: the first differing options decide, so it walks down one line only.
    pub fn order(&self, mut a: Form, mut b: Form) -> Ordering {
        loop {
            let (x, y) = match (a.0, b.0) {
                (Repr::Simple(x), Repr::Simple(y)) => return x.cmp(&y),
                (Repr::Simple(_), Repr::Node(_)) => return Ordering::Less,
                (Repr::Node(_), Repr::Simple(_)) => return Ordering::Greater,
                (Repr::Node(x), Repr::Node(y)) if x == y => return Ordering::Equal,
                (Repr::Node(x), Repr::Node(y)) => (self.node(x), self.node(y)),
            };
            let sizes = (x.depth, x.left.len(), x.right.len()).cmp(&(y.depth, y.left.len(), y.right.len()));
            if sizes != Ordering::Equal {
                return sizes;
            }
            let mut pairs = x.left.iter().zip(&*y.left).chain(x.right.iter().zip(&*y.right));
            let Some((&next_a, &next_b)) = pairs.find(|(g, h)| g != h) else { return Ordering::Equal };
            (a, b) = (next_a, next_b);
        }
    }

    pub fn negative(&mut self, form: Form) -> Form {
        let id = match form.0 {
            Repr::Simple(simple) => return Form::simple(simple.negated()),
            Repr::Node(id) => id,
        };
        if let Some(&known) = self.negatives.get(&form) {
            return known;
        }
        let (left, right) = (self.node(id).left.clone(), self.node(id).right.clone());
        let mut exchange = |list: &[Form]| -> Vec<Form> {
            let mut negatives: Vec<Form> = list.iter().map(|&g| deeper(|| self.negative(g))).collect();
            negatives.sort_by(|&a, &b| self.order(a, b));
            negatives
        };
        let (new_left, new_right) = (exchange(&right), exchange(&left));
        let negative = self.find(&new_left, &new_right).unwrap_or_else(|| self.insert(new_left, new_right));
        room(&mut self.negatives);
        self.negatives.insert(form, negative);
        self.negatives.insert(negative, form);
        negative
    }

    pub fn sum(&mut self, g: Form, h: Form) -> Result<Form, FormError> {
        if let (Repr::Simple(a), Repr::Simple(b)) = (g.0, h.0) {
            return a.plus(b).map(Form::simple);
        }
        let (g, h) = if self.order(g, h) == Ordering::Greater { (h, g) } else { (g, h) };
        if g == Form::ZERO {
            return Ok(h);
        }
        if let Some(&known) = self.sums.get(&(g, h)) {
            return Ok(known);
        }
        let total = if g.as_number().is_some() {
            // number translation: a canonical form that is no number, plus a number, is canonical option by option
            let (left, right) = (self.moved(h, Player::Left, g)?, self.moved(h, Player::Right, g)?);
            self.intern(left, right)?
        } else {
            let mut left = self.moved(g, Player::Left, h)?;
            left.extend(self.moved(h, Player::Left, g)?);
            let mut right = self.moved(g, Player::Right, h)?;
            right.extend(self.moved(h, Player::Right, g)?);
            self.canonical(left, right)?
        };
        room(&mut self.sums);
        self.sums.insert((g, h), total);
        Ok(total)
    }

    /// The options of `g`, each plus `h`, ascending.
    fn moved(&mut self, g: Form, player: Player, h: Form) -> Result<Vec<Form>, FormError> {
        let options = self.options(g, player)?;
        let mut sums = options.iter().map(|&o| deeper(|| self.sum(o, h))).collect::<Result<Vec<_>, _>>()?;
        sums.sort_by(|&a, &b| self.order(a, b));
        Ok(sums)
    }
}

/// Empties a memory that has grown too large.
pub(super) fn room<K, V>(memory: &mut HashMap<K, V, FoldedHash>) {
    if memory.len() >= REMEMBERED {
        memory.clear();
    }
}
