//! In which order the positions of a dense table are known: by key, or by a measure that falls with every move.

pub mod measure;
pub mod reachable;
