//! Where the boxes and arrows of a drawn graph lie: layers by height, few crossings, no arrow behind a box.
//!
//! A layered drawing after Sugiyama, Tagawa and Toda (1981): cycles are opened, an arrow over several layers gets a
//! place of its own in each, layers are ordered by the means of their neighbours, and places are the best ones (least
//! squares) that keep the order.

/// The least space between two boxes, and between layers.
const BESIDE: f64 = 22.0;
const BELOW: f64 = 64.0;
/// The width that an arrow takes of a layer that it passes.
const PASSING: f64 = 14.0;
const SWEEPS: usize = 12;

/// A drawing of a graph.
#[derive(Debug)]
pub(super) struct Layout {
    pub width: f64,
    pub height: f64,
    /// The middle of each box.
    pub places: Vec<(f64, f64)>,
    /// Where each arrow goes, from the box where it starts to that where it ends: pairs of points, straight through a layer,
    /// with the space between two layers between the pairs. Empty for one that returns to its own box.
    pub routes: Vec<Vec<(f64, f64)>>,
}

/// A box, or a place where an arrow passes a layer.
#[derive(Clone, Copy)]
struct Place {
    layer: usize,
    width: f64,
    x: f64,
}

struct Draft {
    /// Boxes first.
    places: Vec<Place>,
    boxes: usize,
    layers: Vec<Vec<usize>>,
    /// Neighbours above and below.
    above: Vec<Vec<usize>>,
    below: Vec<Vec<usize>>,
    /// The places of each arrow from top to bottom.
    chains: Vec<Vec<usize>>,
}

/// Lays boxes of these sizes and the arrows between them out.
pub(super) fn layout(sizes: &[(f64, f64)], arrows: &[(usize, usize)]) -> Layout {
    let back = returning(sizes.len(), arrows);
    let mut draft = Draft::new(sizes, arrows, &back);
    draft.order();
    draft.settle();
    draft.finish(sizes, arrows, &back)
}

/// Which arrows lead back to where a walk came from: without them no cycle is left.
fn returning(boxes: usize, arrows: &[(usize, usize)]) -> Vec<bool> {
    let mut out = vec![Vec::new(); boxes];
    for (i, &(from, _)) in arrows.iter().enumerate() {
        out[from].push(i);
    }
    let mut back = vec![false; arrows.len()];
    let (mut entered, mut left) = (vec![false; boxes], vec![false; boxes]);
    for root in 0..boxes {
        let mut path: Vec<(usize, usize)> = if entered[root] { Vec::new() } else { vec![(root, 0)] };
        while let Some((at, next)) = path.last_mut() {
            entered[*at] = true;
            let Some(&arrow) = out[*at].get(*next) else {
                left[*at] = true;
                path.pop();
                continue;
            };
            *next += 1;
            let to = arrows[arrow].1;
            back[arrow] = entered[to] && !left[to];
            if !entered[to] {
                path.push((to, 0));
            }
        }
    }
    back
}

/// The length of the longest walk from each box, without the arrows that return.
fn heights(boxes: usize, arrows: &[(usize, usize)], back: &[bool]) -> Vec<usize> {
    let forward = || arrows.iter().zip(back).filter(|(_, back)| !**back).map(|(arrow, _)| *arrow);
    let (mut waits, mut before) = (vec![0usize; boxes], vec![Vec::new(); boxes]);
    for (from, to) in forward() {
        waits[from] += 1;
        before[to].push(from);
    }
    let mut height = vec![0; boxes];
    let mut ready: Vec<usize> = (0..boxes).filter(|&at| waits[at] == 0).collect();
    while let Some(at) = ready.pop() {
        for &from in &before[at] {
            height[from] = height[from].max(height[at] + 1);
            waits[from] -= 1;
            if waits[from] == 0 {
                ready.push(from);
            }
        }
    }
    height
}

impl Draft {
    fn new(sizes: &[(f64, f64)], arrows: &[(usize, usize)], back: &[bool]) -> Self {
        let height = heights(sizes.len(), arrows, back);
        let top = height.iter().copied().max().unwrap_or(0);
        let place = |(&(width, _), height): (&(f64, f64), &usize)| Place { layer: top - height, width, x: 0.0 };
        let places: Vec<Place> = sizes.iter().zip(&height).map(place).collect();
        let mut layers = vec![Vec::new(); top + 1];
        for (i, place) in places.iter().enumerate() {
            layers[place.layer].push(i);
        }
        let (above, below) = (vec![Vec::new(); places.len()], vec![Vec::new(); places.len()]);
        let mut draft = Self { places, boxes: sizes.len(), layers, above, below, chains: Vec::new() };
        for (&(from, to), &back) in arrows.iter().zip(back) {
            let chain = match (from == to, back) {
                (true, _) => Vec::new(),
                (false, true) => draft.chain(to, from),
                (false, false) => draft.chain(from, to),
            };
            draft.chains.push(chain);
        }
        draft
    }

    /// The places of an arrow from a box to one in a lower layer.
    fn chain(&mut self, from: usize, to: usize) -> Vec<usize> {
        let mut chain = vec![from];
        for layer in self.places[from].layer + 1..self.places[to].layer {
            let place = self.places.len();
            self.places.push(Place { layer, width: PASSING, x: 0.0 });
            self.above.push(Vec::new());
            self.below.push(Vec::new());
            self.layers[layer].push(place);
            chain.push(place);
        }
        chain.push(to);
        for pair in chain.windows(2) {
            self.below[pair[0]].push(pair[1]);
            self.above[pair[1]].push(pair[0]);
        }
        chain
    }

    /// Orders the layers so that few arrows cross.
    fn order(&mut self) {
        let (mut best, mut fewest) = (self.layers.clone(), self.crossings());
        for sweep in 0..SWEEPS {
            let downwards = sweep % 2 == 0;
            let count = self.layers.len();
            for i in 1..count {
                let (fixed, moving) = if downwards { (i - 1, i) } else { (count - i, count - 1 - i) };
                let rank = self.ranks(fixed);
                let neighbours = if downwards { &self.above } else { &self.below };
                let mean = |place: usize, own: usize| match neighbours[place].len() {
                    0 => as_f64(own),
                    n => neighbours[place].iter().map(|&other| as_f64(rank[other])).sum::<f64>() / as_f64(n),
                };
                let mut order: Vec<(f64, usize)> =
                    self.layers[moving].iter().enumerate().map(|(own, &place)| (mean(place, own), place)).collect();
                order.sort_by(|a, b| a.0.total_cmp(&b.0));
                self.layers[moving] = order.into_iter().map(|(_, place)| place).collect();
            }
            let crossings = self.crossings();
            if crossings < fewest {
                (best, fewest) = (self.layers.clone(), crossings);
            }
        }
        self.layers = best;
    }

    /// The rank in its layer of every place of a layer.
    fn ranks(&self, layer: usize) -> Vec<usize> {
        let mut rank = vec![0; self.places.len()];
        for (at, &place) in self.layers[layer].iter().enumerate() {
            rank[place] = at;
        }
        rank
    }

    /// How many pairs of arrows cross.
    fn crossings(&self) -> usize {
        let mut total = 0;
        for (i, layer) in self.layers.iter().enumerate().take(self.layers.len().saturating_sub(1)) {
            let rank = self.ranks(i + 1);
            // Ends below in the order of the starts above: each inversion is a crossing.
            let mut passed = vec![0usize; self.layers[i + 1].len() + 1];
            for &place in layer {
                let mut ends: Vec<usize> = self.below[place].iter().map(|&to| rank[to]).collect();
                ends.sort_unstable();
                for &end in &ends {
                    total += later(&passed, end);
                }
                ends.iter().for_each(|&end| note(&mut passed, end));
            }
        }
        total
    }

    /// Finds where everything stands in its layer.
    fn settle(&mut self) {
        for layer in &self.layers {
            let mut x = 0.0;
            for &place in layer {
                self.places[place].x = x + self.places[place].width / 2.0;
                x += self.places[place].width + BESIDE;
            }
        }
        let count = self.layers.len();
        for sweep in 0..2 * SWEEPS {
            for i in 0..count {
                let layer = if sweep % 2 == 0 { i } else { count - 1 - i };
                self.settle_layer(layer, sweep + 4 >= 2 * SWEEPS, sweep % 2 == 0);
            }
        }
    }

    /// Moves a layer to where its neighbours want it: those on both sides, or on one.
    fn settle_layer(&mut self, layer: usize, both: bool, downwards: bool) {
        let mut blocks: Vec<(f64, f64, usize)> = Vec::new();
        let (mut offset, mut offsets, mut before) = (0.0, Vec::new(), None);
        for &place in &self.layers[layer] {
            let own = self.places[place];
            offset += before.map_or(0.0, |before: f64| f64::midpoint(before, own.width) + BESIDE);
            before = Some(own.width);
            offsets.push(offset);
            let (mut sum, mut weight) = (own.x * 1e-3, 1e-3);
            let above = self.above[place].iter().filter(|_| both || downwards);
            let below = self.below[place].iter().filter(|_| both || !downwards);
            for &other in above.chain(below) {
                // Long arrows are to be straight.
                let w = if place >= self.boxes && other >= self.boxes { 8.0 } else { 1.0 };
                sum += w * self.places[other].x;
                weight += w;
            }
            // Blocks of places that touch: weight, mean of what they want, how many.
            let mut block = (weight, sum / weight - offset, 1);
            while let Some(&(w, mean, n)) = blocks.last()
                && mean > block.1
            {
                blocks.pop();
                block = (w + block.0, (w * mean + block.0 * block.1) / (w + block.0), n + block.2);
            }
            blocks.push(block);
        }
        let wanted = blocks.iter().flat_map(|&(_, mean, n)| std::iter::repeat_n(mean, n));
        for ((&place, offset), mean) in self.layers[layer].iter().zip(offsets).zip(wanted) {
            self.places[place].x = mean + offset;
        }
    }

    fn finish(self, sizes: &[(f64, f64)], arrows: &[(usize, usize)], back: &[bool]) -> Layout {
        let left = self.places.iter().map(|p| p.x - p.width / 2.0).fold(f64::INFINITY, f64::min);
        let right = self.places.iter().map(|p| p.x + p.width / 2.0).fold(f64::NEG_INFINITY, f64::max);
        // The top and the bottom of each layer.
        let (mut bands, mut y) = (Vec::new(), 0.0);
        for layer in &self.layers {
            let tallest = layer.iter().filter_map(|&p| sizes.get(p)).map(|size| size.1).fold(0.0, f64::max);
            bands.push((y, y + tallest));
            y += tallest + BELOW;
        }
        let x = |place: usize| self.places[place].x - left;
        let middle = |place: usize| {
            let (top, bottom) = bands[self.places[place].layer];
            f64::midpoint(top, bottom)
        };
        let places: Vec<(f64, f64)> = (0..self.boxes).map(|place| (x(place), middle(place))).collect();
        let ports = Ports::new(&self);
        let route = |(i, chain): (usize, &Vec<usize>)| {
            let mut points = Vec::new();
            for (at, &place) in chain.iter().enumerate() {
                let band = bands[self.places[place].layer];
                let half = sizes.get(place).map_or(0.0, |size| size.1 / 2.0);
                let (first, last) = (at == 0, at + 1 == chain.len());
                let x = x(place) + if first || last { ports.shift(place, i, first) } else { 0.0 };
                points.push((x, if first { middle(place) + half } else { band.0 }));
                points.push((x, if last { middle(place) - half } else { band.1 }));
            }
            if back[i] {
                points.reverse();
            }
            points
        };
        let routes: Vec<Vec<(f64, f64)>> = self.chains.iter().enumerate().map(route).collect();
        debug_assert_eq!(routes.len(), arrows.len(), "an arrow each");
        Layout { width: (right - left).max(0.0), height: (y - BELOW).max(0.0), places, routes }
    }
}

/// Where arrows meet the edges of their boxes.
struct Ports {
    shifts: std::collections::HashMap<(usize, usize, bool), f64>,
}

impl Ports {
    /// Arrows that meet one edge of a box stand beside each other, in the order of where they go.
    fn new(draft: &Draft) -> Self {
        let mut ends: std::collections::HashMap<(usize, bool), Vec<(f64, usize)>> = std::collections::HashMap::new();
        for (i, chain) in draft.chains.iter().enumerate() {
            if let [first, second, ..] = chain[..] {
                let (last, before) = (chain[chain.len() - 1], chain[chain.len() - 2]);
                ends.entry((first, true)).or_default().push((draft.places[second].x, i));
                ends.entry((last, false)).or_default().push((draft.places[before].x, i));
            }
        }
        let mut shifts = std::collections::HashMap::new();
        for ((place, lower), mut list) in ends {
            list.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
            let room = draft.places[place].width - 20.0;
            let step = (room / as_f64(list.len())).min(PASSING);
            for (at, (_, arrow)) in list.iter().enumerate() {
                let shift = (as_f64(at) - (as_f64(list.len()) - 1.0) / 2.0) * step;
                shifts.insert((place, *arrow, lower), shift);
            }
        }
        Self { shifts }
    }

    fn shift(&self, place: usize, arrow: usize, lower: bool) -> f64 {
        self.shifts.get(&(place, arrow, lower)).copied().unwrap_or(0.0)
    }
}

/// How many of the numbers that were noted are greater than `end`: a binary indexed tree over the places from the end.
fn later(passed: &[usize], end: usize) -> usize {
    let mut at = passed.len() - 1 - end - 1;
    let mut total = 0;
    while at > 0 {
        total += passed[at];
        at &= at - 1;
    }
    total
}

fn note(passed: &mut [usize], end: usize) {
    let mut at = passed.len() - 1 - end;
    while at < passed.len() {
        passed[at] += 1;
        at += at & at.wrapping_neg();
    }
}

#[expect(clippy::cast_precision_loss, reason = "a drawing has few boxes")]
fn as_f64(n: usize) -> f64 {
    n as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Boxes of one size with every arrow from a later to an earlier one, and back arrows.
    fn examples() -> Vec<(usize, Vec<(usize, usize)>)> {
        let complete = |n: usize| (0..n).flat_map(|a| (a + 1..n).map(move |b| (a, b))).collect::<Vec<_>>();
        let tree = (1..15).map(|n| ((n - 1) / 2, n)).collect();
        let grid = (0..16).flat_map(|n| [(n, n + 4), (n, n + 1)]).filter(|&(a, b)| b < 16 && (b == a + 4 || b % 4 > 0));
        vec![
            (0, vec![]),
            (1, vec![(0, 0)]),
            (7, complete(7)),
            (15, tree),
            (16, grid.collect()),
            (4, vec![(0, 1), (1, 2), (2, 0), (2, 3), (3, 3), (1, 0)]),
            (3, vec![(0, 1), (0, 1), (1, 0)]),
        ]
    }

    #[test]
    fn no_box_touches_another_and_no_arrow_runs_behind_one() {
        for (n, arrows) in examples() {
            let sizes: Vec<(f64, f64)> = (0..n).map(|i| (40.0 + 17.0 * as_f64(i % 5), 30.0 + as_f64(i % 3))).collect();
            let drawn = layout(&sizes, &arrows);
            let inside = |(x, y): (f64, f64), i: usize, slack: f64| {
                let ((cx, cy), (w, h)) = (drawn.places[i], sizes[i]);
                (x - cx).abs() < w / 2.0 + slack && (y - cy).abs() < h / 2.0 + slack
            };
            for i in 0..n {
                let ((x, y), (w, h)) = (drawn.places[i], sizes[i]);
                assert!(x - w / 2.0 > -0.01 && x + w / 2.0 < drawn.width + 0.01, "{n}: {i} at {x}");
                assert!(y - h / 2.0 > -0.01 && y + h / 2.0 < drawn.height + 0.01);
                for (j, &(w2, h2)) in sizes.iter().enumerate().take(i) {
                    let (x2, y2) = drawn.places[j];
                    let apart = (x - x2).abs() > f64::midpoint(w, w2) + 1.0 || (y - y2).abs() > f64::midpoint(h, h2);
                    assert!(apart, "{n}: {i} and {j}");
                }
            }
            for (route, &(from, to)) in drawn.routes.iter().zip(&arrows) {
                assert_eq!(route.is_empty(), from == to);
                assert!(route.iter().all(|&point| (0..n).all(|i| !inside(point, i, -0.01))), "{n}: {from} to {to}");
                // It begins and ends at its boxes.
                let ends = route.first().zip(route.last());
                assert!(ends.is_none_or(|(a, b)| inside(*a, from, 0.01) && inside(*b, to, 0.01)));
            }
        }
    }

    #[test]
    fn a_tree_and_a_grid_are_drawn_without_crossings_and_moves_lead_down() {
        for (n, arrows) in examples() {
            let sizes = vec![(40.0, 30.0); n];
            let back = returning(n, &arrows);
            let mut draft = Draft::new(&sizes, &arrows, &back);
            draft.order();
            if n == 15 || n == 16 {
                assert_eq!(draft.crossings(), 0, "{n}");
            }
            for (&(from, to), &back) in arrows.iter().zip(&back) {
                assert!(back || draft.places[from].layer < draft.places[to].layer);
            }
        }
    }
}
