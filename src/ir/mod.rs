//! Floor 6: the rules of one game as straight-line code over machine integers.
//!
//! [`lower`] turns the moves of a game, for fixed rule arguments and parameters, into a [`Program`]: loops, tests and
//! emissions over 64-bit registers. Lists have a fixed length and are unrolled, sets are masks over a fixed universe,
//! anything of one or two elements is tabulated. What does not fit is [`Unsupported`]: the reference engine runs it.

mod affine;
mod amounts;
mod bags;
mod bound;
mod fold;
mod function;
mod heap;
mod linear;
mod lower;
mod measure;
mod mirror;
mod nested;
mod program;
mod rays;
mod relax;
mod start;
mod stride;
mod table;
mod tighten;
mod trend;
mod unroll;

pub use amounts::{Families, families};
pub use bags::{BagRays, bag_rays};
pub use fold::eval;
pub use function::Function;

pub use heap::{HeapShape, heap_shape};
pub use linear::Linear;
pub use lower::{Constants, Obstacle, Shape, Unsupported, WIDE, grid, is_frozen, lower};
pub use nested::nested;
pub use program::{
    ComponentSpec, Expr, ExprKind, Image, Interval, Op, Program, Reg, Stmt, mover_word, rounds, words_of,
};
pub use rays::{Ray, Rays, rays};
pub use start::start;
pub use stride::stride;
pub use table::{Entries, Table};
pub use unroll::{Rounds, most_options, unrolled, unrolled_bits};
