//! Bags with rays: the same amount leaves every heap of a choice of heaps.
//!
//! Where the rules treat all heaps alike, a bag is a position of a symmetric game on lists, and a ray of that game, up to
//! the order of heaps, is known by how many heaps it touches. The options along it are all bags on a line: heaps that
//! move together, seen from the least of them, and heaps that stay.

use super::program::Program;
use super::rays::{Ray, read};

/// Fewest and most heaps.
const HEAPS: std::ops::RangeInclusive<usize> = 2..=6;

/// Rules on one bag of numbers: from any choice of so many heaps, the same amount leaves each of them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BagRays {
    /// How many heaps there are.
    pub heaps: usize,
    /// How many heaps a move may touch, ascending.
    pub sizes: Vec<usize>,
}

/// Reads a program as rays of a bag.
///
/// # Errors
/// Why it is none, in words.
pub fn bag_rays(program: &Program) -> Result<BagRays, &'static str> {
    let heaps = program.components.len();
    let whole = |bag: Option<(u32, u32)>| bag.is_some_and(|(start, len)| start == 0 && len as usize == heaps);
    if !HEAPS.contains(&heaps) || !program.components.iter().all(|c| whole(c.bag)) {
        return Err("positions are not one bag of a few numbers");
    }
    // Any number of heaps, in any way that the rules may be written.
    let rays = read(program, true, 4 << heaps)?;
    if rays.ends.is_some() || !rays.steps.is_empty() {
        return Err("some moves or endings of a bag are no rays");
    }
    let mut touched: Vec<u32> = rays.rays.iter().map(heaps_of).collect::<Result<_, _>>()?;
    touched.sort_unstable();
    touched.dedup();
    let ways = |size: usize| touched.iter().filter(|choice| choice.count_ones() as usize == size).count();
    let sizes: Vec<usize> = (1..=heaps).filter(|&size| ways(size) > 0).collect();
    // What one choice of heaps allows, every other of as many must allow.
    if sizes.iter().any(|&size| ways(size) != choices(heaps, size)) {
        return Err("the heaps of a bag are not all alike");
    }
    Ok(BagRays { heaps, sizes })
}

/// The heaps that a ray touches, as a mask.
fn heaps_of(ray: &Ray) -> Result<u32, &'static str> {
    let plain = ray.first == 1 && ray.eager && ray.source.is_none() && ray.joins.is_none() && ray.leaves.is_none();
    if !plain || ray.most.is_some() {
        return Err("rays of a bag with conditions");
    }
    if ray.step.iter().any(|&d| d > 1) {
        return Err("rays of a bag that take different amounts");
    }
    Ok((0..).zip(&ray.step).map(|(i, &d)| u32::from(d > 0) << i).sum())
}

/// How many choices of `size` out of `all` there are.
fn choices(all: usize, size: usize) -> usize {
    (0..size).fold(1, |ways, i| ways * (all - i) / (i + 1))
}
