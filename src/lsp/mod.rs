//! Floor 12: the language server. One thread reads and answers; what is solved for verdicts is solved in another one.
//!
//! ```text
//! server      the protocol: what comes in, and who answers
//! document    an open text: read, checked, its declarations
//! names       what a text declares, where
//! place       offsets and positions, paths and addresses
//! said        diagnostics and quick fixes
//! answers     hover, definition, references, rename, symbols
//! completion  what may be written
//! tokens      colours by meaning
//! verdicts    claims of saved files, decided beside
//! ```

mod answers;
mod completion;
mod document;
mod names;
mod place;
mod said;
mod server;
mod tokens;
mod verdicts;

pub use completion::completions;
pub use server::serve;
