//! Floor 0: places in the text, and limits on the work. It knows nothing of games.

pub(crate) mod charged;
mod limits;
pub mod memory;
mod pace;
mod source;
mod span;
mod visible;

pub use limits::{Exceeded, Interruption, Limits, Meter};
pub use pace::Pace;
pub use source::{FileId, SourceFile, SourceMap};
pub use span::Span;
pub use visible::{is_hidden, painted, shown, visible, visible_json, visible_line};
