//! Builds whole files of rules. Most plays end, because with every move some field falls and those before it stay; most
//! moves stay in their domains, because a guard or a clamp says so.

use std::collections::BTreeSet;

use super::super::draw::Draw;

use super::make::{Kind, Maker, above, call, int, op, var};
use super::plain::Value;
use super::tree::{Binder, Equation, Expr, Function, Game, Move, Name, Rules, Side, Type};

/// A field with the values that it is asked about with.
#[derive(Clone)]
pub struct Field {
    pub name: Name,
    kind: Type,
    known: Kind,
    pub values: Vec<Value>,
}

/// Rules, and the box of positions of the first game that is asked about.
pub struct Case {
    pub rules: Rules,
    /// The parameter's values, if there is one, then each field's.
    pub axes: Vec<Vec<Value>>,
}

/// What sort of rules are made.
struct Style {
    large: bool,
    partizan: bool,
    loopy: bool,
    wins: bool,
    /// Guards and clamps may be left out.
    careless: bool,
    /// Sums are reached.
    sums: bool,
    /// Each move speaks of one field only.
    apart: bool,
    /// The first two fields may be exchanged.
    mirrored: bool,
    /// There is another game.
    second: bool,
}

const FIELDS: [Name; 4] = ["x", "y", "z", "w"];

/// The number of a position's game that is the second one.
const SECOND: usize = 1;

/// Rules with the positions to ask about.
pub fn case(draw: &mut Draw<'_>) -> Case {
    let style = Style {
        large: draw.once_in(5),
        partizan: draw.once_in(8),
        loopy: draw.once_in(12),
        wins: draw.once_in(12),
        careless: draw.once_in(8),
        sums: draw.once_in(4),
        apart: draw.once_in(10),
        mirrored: draw.once_in(8),
        second: draw.once_in(4),
    };
    let mut rules = Rules::default();
    let mut maker = Maker::new(draw);
    maker.borders = maker.draw.once_in(4);
    surroundings(&mut maker, &mut rules);
    let fields = fields(&mut maker, &mut rules, &style);
    let game = game(&mut maker, &fields, &style);
    let parameter = game.parameter;
    rules.games.push(game);
    if style.second || style.sums {
        rules.games.push(heap(&mut maker, &style));
    }
    let mut axes: Vec<Vec<Value>> = fields.iter().map(|field| field.values.clone()).collect();
    if let Some((_, most)) = parameter {
        axes.insert(0, (0..=most).map(Value::Int).collect());
    }
    Case { rules, axes }
}

/// Constants, a parameter, functions.
fn surroundings(maker: &mut Maker<'_, '_>, rules: &mut Rules) {
    if maker.draw.once_in(3) {
        let list: Vec<i128> = (0..=maker.draw.below(8)).map(|_| maker.draw.between(0, 9)).collect();
        maker.known.push(("T", Kind::List(0, 9, list.len())));
        rules.constants.push(("T", Expr::List(list.into_iter().map(int).collect())));
    }
    if maker.draw.once_in(6) {
        let list: BTreeSet<i128> = (0..=maker.draw.below(4)).map(|_| maker.draw.between(1, 9)).collect();
        maker.known.push(("S", Kind::Set(1, 9)));
        rules.constants.push(("S", Expr::Set(list.into_iter().map(int).collect())));
    }
    if maker.borders && maker.draw.once_in(2) {
        let n = maker.border();
        maker.known.push(("C", Kind::Int(n, n)));
        rules.constants.push(("C", int(n)));
    }
    if maker.draw.once_in(6) {
        let value = maker.draw.between(0, 6);
        maker.known.push(("m", Kind::Int(0, 6)));
        rules.parameter = Some(("m", 6, value));
    }
    if maker.draw.once_in(6) {
        let outside = std::mem::take(&mut maker.known);
        maker.known = vec![("s", Kind::Int(0, 9)), ("t", Kind::Int(0, 9))];
        let body = maker.int(2);
        rules.functions.push(Function { name: "f", arguments: vec!["s", "t"], body });
        maker.functions.push(("f", 2));
        maker.known = outside;
    }
}

fn ints(low: i128, high: i128) -> Vec<Value> {
    (low..=high).map(Value::Int).collect()
}

fn fields(maker: &mut Maker<'_, '_>, rules: &mut Rules, style: &Style) -> Vec<Field> {
    let count = [1, 2, 2, 2, 3, 3, 4][maker.draw.below(7)];
    let count = if style.mirrored { count.max(2) } else { count };
    let room: usize = if style.large { 1 << maker.draw.between(10, 13) } else { 300 };
    let each = (room as f64).powf(1.0 / count as f64) as usize;
    let mut list: Vec<Field> = Vec::new();
    for name in FIELDS.into_iter().take(count) {
        let mut field = match list.first() {
            Some(first) if style.mirrored && list.len() == 1 => Field { name, ..first.clone() },
            _ => field(maker, rules, name, each, style.mirrored || style.large),
        };
        if maker.draw.once_in(5) && !style.mirrored {
            // Fewer values, so that others may have more.
            field.values.truncate(3.max(field.values.len() / 4));
        }
        list.push(field);
    }
    list
}

fn field(maker: &mut Maker<'_, '_>, rules: &mut Rules, name: Name, room: usize, numbers: bool) -> Field {
    let top = room as i128 - 1;
    let other = usize::from(!numbers);
    let few = (room.min(6) as i128 - 1).max(1);
    let border = usize::from(maker.borders) * 8;
    let drawn = maker.draw.weighted(&[8, 6, 2, 1, border, other, other, other, other, other, other, 2 * other, other]);
    let (kind, known, values) = match drawn {
        0 => (Type::Nat, Kind::Int(0, top), ints(0, top)),
        1 => (Type::Range(0, top), Kind::Int(0, top), ints(0, top)),
        2 => {
            let low = maker.draw.between(-9, 3);
            (Type::Range(low, low + top), Kind::Int(low, low + top), ints(low, low + top))
        }
        3 => (Type::Int, Kind::Int(0, top), ints(0, top)),
        4 => {
            let low = maker.low_border(top);
            (Type::Range(low, low + top), Kind::Int(low, low + top), ints(low, low + top))
        }
        5 => (Type::Bool, Kind::Truth, vec![Value::Truth(false), Value::Truth(true)]),
        6 => {
            // One enumeration serves all fields.
            if rules.members == 0 {
                rules.members = maker.draw.below(2) + 2;
                maker.members = rules.members;
            }
            (Type::Member, Kind::Member, (0..rules.members).map(Value::Member).collect())
        }
        7 => {
            let size = maker.draw.below(3) + 1;
            let word = |maker: &mut Maker<'_, '_>| Value::Text((0..size).map(|_| maker.letter()).collect());
            let values: BTreeSet<Value> = (0..room.min(8)).map(|_| word(maker)).collect();
            (Type::Text, Kind::Text(size), values.into_iter().collect())
        }
        8 => {
            let ends = [(0, few / 2), (-1, 1)];
            let pair = |a: i128| ints(-1, 1).into_iter().map(move |b| Value::Tuple(vec![Value::Int(a), b]));
            (Type::Pair(ends), Kind::Pair, (0..=few / 2).flat_map(pair).collect())
        }
        9 | 10 => {
            let (size, high) = (maker.draw.below(3) + 1, maker.draw.between(1, 4));
            let mut lists: Vec<Vec<Value>> = vec![Vec::new()];
            for _ in 0..size {
                lists = lists
                    .into_iter()
                    .flat_map(|l| ints(0, high).into_iter().map(move |v| [&l[..], &[v]].concat()))
                    .collect();
            }
            let kind = if drawn == 9 { Type::List(0, high) } else { Type::Bag(0, high) };
            let values = lists.into_iter().take(room.max(2)).map(Value::List).collect();
            (kind, Kind::List(0, high, size), values)
        }
        11 => {
            let low = maker.draw.between(-1, 2);
            let size = [5, 9, 60, 61, 62, 63, 64, 65, 66][maker.draw.below(9)];
            let there: Vec<i128> = (0..4).map(|_| maker.draw.between(low, low + size - 1)).collect();
            let subset = |mask: u32| {
                let chosen = there.iter().enumerate().filter(|(i, _)| mask >> i & 1 == 1);
                Value::Set(chosen.map(|(_, n)| Value::Int(*n)).collect())
            };
            let values: BTreeSet<Value> = (0..16).map(subset).collect();
            let values = values.into_iter().take(room.max(4)).collect();
            (Type::Set(low, low + size - 1), Kind::Set(low, low + size - 1), values)
        }
        _ => {
            let arcs = maker.draw.once_in(2);
            let edges = &mut rules.graph.get_or_insert_with(|| (arcs, Vec::new())).1;
            if edges.is_empty() {
                let arcs = (0..5i128).flat_map(|a| (a + 1..6).map(move |b| (a, b)));
                *edges = arcs.filter(|e| e.1 == e.0 + 1 || maker.draw.once_in(3)).collect();
            }
            maker.arcs = rules.graph.as_ref().map(|g| g.0);
            (Type::Vertex, Kind::Vertex, ints(0, 5))
        }
    };
    Field { name, kind, known, values }
}

/// The new fields of an option.
struct Step {
    binders: Vec<Binder>,
    guard: Vec<Expr>,
    fields: Vec<Expr>,
}

fn game(maker: &mut Maker<'_, '_>, fields: &[Field], style: &Style) -> Game {
    let outside = maker.known.len();
    let mut game = Game { name: "G", loopy: style.loopy, ..Game::default() };
    if maker.draw.once_in(12) {
        game.parameter = Some(("p", 3));
        maker.known.push(("p", Kind::Int(0, 3)));
    }
    game.fields = fields.iter().map(|field| (field.name, field.kind.clone())).collect();
    let globals = maker.known.clone();
    maker.known.extend(fields.iter().map(|field| (field.name, field.known.clone())));
    if maker.draw.once_in(6) && !style.apart {
        game.lets.push(("l", maker.int(2)));
    }
    for name in ["l"].into_iter().filter(|_| !game.lets.is_empty()) {
        maker.known.push((name, Kind::Int(0, 9)));
    }
    if maker.draw.once_in(8) {
        game.ends.push(maker.truth(1));
    }
    if style.wins {
        game.wins.push(maker.truth(1));
        game.wins_first = maker.draw.once_in(2);
    }
    let count = [2, 2, 1, 3, 3, 4][maker.draw.below(6)];
    for at in 0..count {
        let falls = (at + maker.draw.below(fields.len())) % fields.len();
        let scope = maker.known.len();
        let saved = maker.known.clone();
        if style.apart {
            maker.known.clone_from(&globals);
            maker.known.push((fields[falls].name, fields[falls].known.clone()));
        }
        let clause = clause(maker, fields, falls, at, style);
        maker.known = saved;
        maker.known.truncate(scope);
        if style.mirrored {
            game.moves.push(exchanged(&clause));
        }
        game.moves.push(clause);
    }
    equations(maker, fields, &mut game, style);
    maker.known.truncate(outside);
    game
}

fn clause(maker: &mut Maker<'_, '_>, fields: &[Field], falls: usize, at: usize, style: &Style) -> Move {
    let mut step =
        Step { binders: Vec::new(), guard: Vec::new(), fields: fields.iter().map(|f| var(f.name)).collect() };
    fall(maker, &fields[falls], falls, &mut step, style);
    for (i, field) in fields.iter().enumerate().skip(falls + 1) {
        let kept = style.apart || style.mirrored && i < 2 || !maker.draw.once_in(3);
        if !kept {
            step.fields[i] = anew(maker, field, &mut step.guard, style);
        }
    }
    if maker.draw.once_in(6) {
        step.binders.push(Binder::Is("e", maker.int(2)));
        maker.known.push(("e", Kind::Int(0, 9)));
    }
    for _ in 0..maker.draw.weighted(&[4, 4, 1]) {
        let place = maker.draw.below(step.guard.len() + 1);
        let part = maker.truth(2);
        step.guard.insert(place, part);
    }
    let label = ["a", "b", "c", "d"][at].to_owned();
    let side = if style.partizan { maker.draw.pick(&[Side::Left, Side::Right, Side::Both]) } else { Side::Both };
    let mut target = vec![(0, step.fields.clone())];
    if style.sums && !style.wins && !style.loopy && maker.draw.once_in(2) {
        let more = maker.draw.below(3);
        match more {
            0 => target = vec![],
            1 => target.push((SECOND, vec![call("abs", &[maker.leaf()])])),
            _ if style.large => {}
            _ => target.push((0, step.fields.clone())),
        }
    } else if (style.second || style.sums) && !style.wins && !style.loopy && maker.draw.once_in(3) {
        target = vec![(SECOND, vec![call("min", &[maker.natural(1), int(9)])])];
    }
    Move { side, label, binders: step.binders, guard: step.guard, target }
}

/// Makes a field fall.
fn fall(maker: &mut Maker<'_, '_>, field: &Field, place: usize, step: &mut Step, style: &Style) {
    let careless = style.careless && maker.draw.once_in(4);
    let x = var(field.name);
    let mut guard = Vec::new();
    let mut bind = |maker: &mut Maker<'_, '_>, name: Name, domain: Expr, kind: Kind| {
        step.binders.push(Binder::In(name, domain));
        maker.known.push((name, kind));
        var(name)
    };
    let one = |maker: &mut Maker<'_, '_>| int(maker.draw.between(0, 2));
    step.fields[place] = match field.known.clone() {
        Kind::Int(low, high) => {
            let (to, binders, parts) = fall_number(maker, (field.name, low, high));
            step.binders.extend(binders);
            guard.extend(parts);
            if style.loopy && maker.draw.once_in(2) { clamped(op("+", to, int(2)), low, high) } else { to }
        }
        Kind::Truth => {
            guard.push(x);
            Expr::Truth(false)
        }
        Kind::Member => {
            let more = maker.draw.below(maker.members - 1) + 1;
            guard.push(op("==", x, Expr::Member(more)));
            Expr::Member(maker.draw.below(more))
        }
        Kind::Text(size) => {
            let i = bind(maker, "i", call("indices", std::slice::from_ref(&x)), Kind::Int(0, size as i128));
            let i = if maker.draw.once_in(3) { int(size as i128 - 1) } else { i };
            let letter = Expr::Index(Box::new(x.clone()), Box::new(i.clone()));
            guard.push(op("!=", letter, Expr::Text(".".to_owned())));
            Expr::With(Box::new(x), Box::new(i), Box::new(Expr::Text(".".to_owned())))
        }
        Kind::Pair => {
            let part = Expr::Index(Box::new(x.clone()), Box::new(int(0)));
            guard.push(op(">", part, int(0)));
            op("-", x, Expr::Tuple(vec![int(1), int(0)]))
        }
        Kind::List(..) if maker.draw.once_in(4) => {
            guard.push(op(">", call("len", std::slice::from_ref(&x)), one(maker)));
            match maker.draw.below(2) {
                0 => call("drop", &[x, int(1)]),
                _ => call("without", &[x, int(0)]),
            }
        }
        Kind::List(_, high, size) => {
            let i = bind(maker, "i", call("indices", std::slice::from_ref(&x)), Kind::Int(0, size as i128));
            let entry = Expr::Index(Box::new(x.clone()), Box::new(i.clone()));
            let k = bind(maker, "k", op("..", int(1), entry.clone()), Kind::Int(1, high));
            Expr::With(Box::new(x), Box::new(i), Box::new(op("-", entry, k)))
        }
        Kind::Set(low, high) => {
            let k = bind(maker, "k", x.clone(), Kind::Int(low, high));
            let mut gone = vec![k.clone()];
            if maker.draw.once_in(3) {
                gone.push(op("+", k, one(maker)));
            }
            op("-", x, Expr::Set(gone))
        }
        Kind::Vertex => {
            let way = if maker.arcs == Some(false) { "adj" } else { "succ" };
            let k = bind(maker, "k", call(way, &[var("streets"), x.clone()]), Kind::Vertex);
            if maker.arcs == Some(false) {
                guard.push(op("<", x, k.clone()));
            }
            k
        }
    };
    if !careless {
        step.guard.extend(guard);
    }
}

type Fallen = (Expr, Vec<Binder>, Vec<Expr>);

/// A lesser number, with the variables and conditions that make it one.
fn fall_number(maker: &mut Maker<'_, '_>, (name, low, high): (Name, i128, i128)) -> Fallen {
    let (x, room) = (var(name), above(var(name), low));
    let mut binders = Vec::new();
    let mut bind = |maker: &mut Maker<'_, '_>, name: Name, domain: Expr, kind: Kind| {
        binders.push(Binder::In(name, domain));
        maker.known.push((name, kind));
        var(name)
    };
    let span = high - low;
    let few = maker.draw.between(1, 4);
    let (to, guard) = match maker.draw.weighted(&[10, 4, 3, 2, 3, 3, 4, 2, 2, 2 * usize::from(maker.borders)]) {
        0 => {
            let k = bind(maker, "k", op("..", int(1), room), Kind::Int(1, span));
            (op("-", x, k), vec![])
        }
        1 => (op("-", x, int(few)), vec![op(">=", room, int(few))]),
        2 => {
            let dots =
                if maker.draw.once_in(2) { op("..", int(low), op("-", x, int(1))) } else { op("..<", int(low), x) };
            (bind(maker, "k", dots, Kind::Int(low, high)), vec![])
        }
        3 => (op("+", int(low), op("//", room.clone(), int(few + 1))), vec![op(">", room, int(0))]),
        4 => {
            let list = (0..few).map(|i| int(i + maker.draw.between(1, 3))).collect();
            let k = bind(maker, "k", Expr::Set(list), Kind::Int(1, 7));
            (op("-", x, k.clone()), vec![op("<=", k, room)])
        }
        5 => {
            let most = maker.int(2);
            let most = call("min", &[most, room]);
            let k = bind(maker, "k", op("..", int(1), most), Kind::Int(1, span));
            (op("-", x, k), vec![])
        }
        6 => {
            let k = bind(maker, "k", op("..", int(1), room), Kind::Int(1, span));
            let end = call("min", &[k.clone(), int(few)]);
            let j = bind(maker, "j", op("..", int(0), end), Kind::Int(0, few));
            let less = if maker.draw.once_in(2) { op("-", k.clone(), j) } else { k };
            (op("-", x.clone(), call("max", &[less, int(1)])), vec![])
        }
        7 => {
            let k = bind(maker, "k", op("..", int(1), room.clone()), Kind::Int(1, span));
            let all = op("*", k.clone(), if maker.draw.once_in(2) { k } else { int(few) });
            (op("-", x, all.clone()), vec![op("<=", all, room)])
        }
        8 => {
            let to = op("xor", room.clone(), int(few));
            let less = op("<", to.clone(), room);
            (op("+", int(low), to), vec![less])
        }
        _ => {
            let border = maker.low_border(few);
            let end = op("+", int(border), call("min", &[room, int(few)]));
            let k = bind(maker, "k", op("..", int(border + 1), end), Kind::Int(border + 1, border + few));
            (op("-", x, op("-", k, int(border))), vec![])
        }
    };
    (to, binders, guard)
}

fn clamped(e: Expr, low: i128, high: i128) -> Expr {
    call("min", &[call("max", &[e, int(low)]), int(high)])
}

/// Another value of a field.
fn anew(maker: &mut Maker<'_, '_>, field: &Field, guard: &mut Vec<Expr>, style: &Style) -> Expr {
    let x = var(field.name);
    match field.known.clone() {
        Kind::Int(low, high) => {
            let e = maker.int(2);
            match maker.draw.weighted(&[6, 3, 3, usize::from(style.careless)]) {
                0 => clamped(e, low, high),
                1 => op("+", int(low), op("%", e, int(high - low + 1))),
                2 => {
                    guard.push(op("in", e.clone(), op("..", int(low), int(high))));
                    e
                }
                _ => e,
            }
        }
        Kind::Truth => maker.truth(2),
        Kind::Member => {
            let [a, b] = [(); 2].map(|()| Expr::Member(maker.draw.below(maker.members)));
            Expr::If(Box::new(maker.truth(1)), Box::new(a), Box::new(b))
        }
        Kind::Text(size) => {
            let (i, letter) = (maker.draw.below(size), maker.letter());
            Expr::With(Box::new(x), Box::new(int(i as i128)), Box::new(Expr::Text(letter)))
        }
        Kind::Pair => {
            let Type::Pair([a, b]) = field.kind else { return x };
            let part = |i| Expr::Index(Box::new(x.clone()), Box::new(int(i)));
            let more = op("+", part(0), maker.leaf());
            Expr::Tuple(vec![clamped(more, a.0, a.1), clamped(op("-", part(1), maker.leaf()), b.0, b.1)])
        }
        Kind::List(low, high, size) => match maker.draw.below(3) {
            0 => call("sorted", &[x]),
            _ => {
                let i = op("%", maker.natural(0), int(size as i128));
                guard.push(op(">=", call("len", std::slice::from_ref(&x)), int(size as i128)));
                Expr::With(Box::new(x), Box::new(i), Box::new(clamped(maker.int(1), low, high)))
            }
        },
        Kind::Set(low, high) => {
            let (sign, other) = (maker.draw.pick(&["-", "&", "|", "xor"]), maker.set_of(low, high));
            let wide = matches!(other, Expr::Op(..)) && high - low > 9;
            op(if wide { "-" } else { sign }, x, other)
        }
        Kind::Vertex => int(maker.draw.between(0, 5)),
    }
}

/// One heap, to be a component beside the first game.
fn heap(maker: &mut Maker<'_, '_>, style: &Style) -> Game {
    let before = maker.known.len();
    maker.known.push(("n", Kind::Int(0, 12)));
    let mut moves = Vec::new();
    for at in 0..=maker.draw.below(2) {
        let (to, binders, mut guard) = fall_number(maker, ("n", 0, 12));
        guard.extend((0..maker.draw.below(2)).map(|_| maker.truth(1)).collect::<Vec<_>>());
        let side = if style.partizan { maker.draw.pick(&[Side::Left, Side::Right, Side::Both]) } else { Side::Both };
        let label = ["a", "b"][at].to_owned();
        moves.push(Move { side, label, binders, guard, target: vec![(SECOND, vec![to])] });
        maker.known.truncate(before + 1);
    }
    maker.known.truncate(before);
    Game { name: "H", fields: vec![("n", Type::Nat)], moves, ..Game::default() }
}

fn equations(maker: &mut Maker<'_, '_>, fields: &[Field], game: &mut Game, style: &Style) {
    if style.loopy {
        return;
    }
    let own: Vec<Expr> = fields.iter().map(|f| var(f.name)).collect();
    let mut add = |same: bool, guard: Option<Expr>, image| game.equations.push(Equation { same, guard, image });
    if style.mirrored {
        let mut image = own.clone();
        image.swap(0, 1);
        add(true, None, vec![(0, image)]);
    }
    if style.apart && fields.len() > 1 && !style.wins && !style.partizan {
        // What one field is worth where the others are at their least says the rest.
        let alone = |i: usize| {
            let value = |f: &Field| if let Some(Value::Int(n)) = f.values.first() { int(*n) } else { var(f.name) };
            (0, fields.iter().enumerate().map(|(j, f)| if i == j { var(f.name) } else { value(f) }).collect())
        };
        add(false, None, (0..fields.len()).map(alone).collect());
    }
    if maker.draw.once_in(10) {
        let mut image = own;
        let at = maker.draw.below(fields.len());
        let guard = (!maker.draw.once_in(2)).then(|| maker.truth(1));
        if let Kind::Int(low, high) = fields[at].known {
            image[at] = if maker.draw.once_in(2) {
                call("min", &[var(fields[at].name), clamped(maker.int(1), low, high)])
            } else {
                clamped(maker.int(1), low, high)
            };
            let same = style.wins || maker.draw.once_in(2);
            add(same, guard, vec![(0, image)]);
        }
    }
}

/// A move with the first two fields exchanged.
fn exchanged(clause: &Move) -> Move {
    let e = |e: &Expr| renamed(e);
    let binder = |b: &Binder| match b {
        Binder::In(name, d) => Binder::In(name, e(d)),
        Binder::Is(name, d) => Binder::Is(name, e(d)),
        Binder::If(c) => Binder::If(e(c)),
    };
    let part = |(game, fields): &(usize, Vec<Expr>)| {
        let mut fields: Vec<Expr> = fields.iter().map(e).collect();
        if *game == 0 {
            fields.swap(0, 1);
        }
        (*game, fields)
    };
    Move {
        side: clause.side,
        label: format!("{}2", clause.label),
        binders: clause.binders.iter().map(binder).collect(),
        guard: clause.guard.iter().map(e).collect(),
        target: clause.target.iter().map(part).collect(),
    }
}

fn renamed(e: &Expr) -> Expr {
    let one = |e: &Expr| Box::new(renamed(e));
    let all = |list: &[Expr]| list.iter().map(renamed).collect();
    match e {
        Expr::Var(name) => Expr::Var(match *name {
            "x" => "y",
            "y" => "x",
            other => other,
        }),
        Expr::Int(_) | Expr::Truth(_) | Expr::Member(_) | Expr::Text(_) => e.clone(),
        Expr::Op(sign, a, b) => Expr::Op(sign, one(a), one(b)),
        Expr::Not(a) => Expr::Not(one(a)),
        Expr::Negative(a) => Expr::Negative(one(a)),
        Expr::If(a, b, c) => Expr::If(one(a), one(b), one(c)),
        Expr::Call(name, list) => Expr::Call(name, all(list)),
        Expr::Index(a, b) => Expr::Index(one(a), one(b)),
        Expr::With(a, b, c) => Expr::With(one(a), one(b), one(c)),
        Expr::List(list) => Expr::List(all(list)),
        Expr::Set(list) => Expr::Set(all(list)),
        Expr::Tuple(list) => Expr::Tuple(all(list)),
        Expr::Fold(kind, body, binders) => {
            let binder = |b: &Binder| match b {
                Binder::In(name, e) => Binder::In(name, renamed(e)),
                Binder::Is(name, e) => Binder::Is(name, renamed(e)),
                Binder::If(e) => Binder::If(renamed(e)),
            };
            Expr::Fold(kind, one(body), binders.iter().map(binder).collect())
        }
    }
}
