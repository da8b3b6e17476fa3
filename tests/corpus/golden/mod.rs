//! The gallery's games against values found by brute force; `tests/golden/README.md` says where these come from.

mod ask;
mod coins;
mod graphs;
mod hackenbush;
mod heaps;
mod rows;
