//! Which functions may come back to themselves: through each other, through `let`s, or through the rules of games.

use super::model::{Expr, ExprKind, InstanceExpr, Model};
use super::visit;

/// Marks every function that lies on a circle of references.
pub(super) fn mark(model: &mut Model) {
    let graph = Graph::of(model);
    let circular = circular(&graph.edges);
    for (function, on_circle) in model.functions.iter_mut().zip(circular) {
        function.recursive = on_circle;
    }
}

/// Functions come first, then games, globals, instances, and one node for "the rules of any game".
struct Graph {
    edges: Vec<Vec<usize>>,
    functions: usize,
    games: usize,
    globals: usize,
}

impl Graph {
    fn of(model: &Model) -> Self {
        let (functions, games, globals) = (model.functions.len(), model.games.len(), model.globals.len());
        let count = functions + games + globals + model.instances.len() + 1;
        let mut graph = Self { edges: vec![Vec::new(); count], functions, games, globals };
        for (i, function) in model.functions.iter().enumerate() {
            visit::in_fields(&function.params, &mut |e| graph.references(i, e));
            graph.references(i, &function.body);
        }
        for (i, game) in model.games.iter().enumerate() {
            let node = functions + i;
            visit::in_game(game, &mut |e| graph.references(node, e));
            graph.edges[count - 1].push(node);
        }
        for (i, global) in model.globals.iter().enumerate() {
            let node = functions + games + i;
            global.param.iter().for_each(|ty| visit::in_type(ty, &mut |e| graph.references(node, e)));
            graph.references(node, &global.value);
        }
        for (i, instance) in model.instances.iter().enumerate() {
            let node = functions + games + globals + i;
            graph.edges[node].push(functions + instance.game as usize);
            instance.args.iter().for_each(|e| graph.references(node, e));
        }
        for list in &mut graph.edges {
            list.sort_unstable();
            list.dedup();
        }
        graph
    }

    fn references(&mut self, node: usize, expr: &Expr) {
        let any_game = self.edges.len() - 1;
        let (games, globals) = (self.functions, self.functions + self.games);
        let instances = globals + self.globals;
        let list = &mut self.edges[node];
        visit::walk(expr, &mut |e| match &e.kind {
            ExprKind::Call { function, .. } => list.push(*function as usize),
            ExprKind::Global { index, .. } => list.push(globals + *index as usize),
            ExprKind::Position { instance: InstanceExpr::Static(i), .. } => list.push(instances + *i as usize),
            ExprKind::Position { instance: InstanceExpr::Dynamic { game, .. }, .. } => {
                list.push(games + *game as usize);
            }
            // A question may be asked about a position that came from anywhere.
            ExprKind::Query { .. } => list.push(any_game),
            _ => {}
        });
    }
}

/// For each node, whether it lies on a circle: Tarjan's algorithm with an explicit stack.
fn circular(edges: &[Vec<usize>]) -> Vec<bool> {
    const NEW: usize = usize::MAX;
    let n = edges.len();
    let (mut number, mut low, mut on_stack) = (vec![NEW; n], vec![0; n], vec![false; n]);
    let (mut stack, mut result, mut count) = (Vec::new(), vec![false; n], 0);
    for root in 0..n {
        if number[root] != NEW {
            continue;
        }
        let mut path = vec![(root, 0)];
        while let Some(&mut (node, ref mut at)) = path.last_mut() {
            if *at == 0 && number[node] == NEW {
                (number[node], low[node]) = (count, count);
                count += 1;
                stack.push(node);
                on_stack[node] = true;
            }
            if let Some(&next) = edges[node].get(*at) {
                *at += 1;
                if number[next] == NEW {
                    path.push((next, 0));
                } else if on_stack[next] {
                    low[node] = low[node].min(number[next]);
                }
                continue;
            }
            path.pop();
            if let Some(&(parent, _)) = path.last() {
                low[parent] = low[parent].min(low[node]);
            }
            if low[node] == number[node] {
                let start = stack.iter().rposition(|&x| x == node).unwrap_or(0);
                let part = stack.split_off(start);
                let circle = part.len() > 1 || edges[node].binary_search(&node).is_ok();
                for x in part {
                    on_stack[x] = false;
                    result[x] = circle;
                }
            }
        }
    }
    result
}

#[cfg(test)]
mod tests {
    use super::circular;

    #[test]
    fn circles_are_found() {
        // 0 -> 1 -> 2 -> 1, 3 -> 3, 4 -> 0
        let edges = vec![vec![1], vec![2], vec![1], vec![3], vec![0]];
        assert_eq!(circular(&edges), [false, true, true, true, false]);
        let chain: Vec<Vec<usize>> = (0..100_000).map(|i| vec![(i + 1) % 100_000]).collect();
        assert!(circular(&chain).into_iter().all(|b| b));
    }
}
