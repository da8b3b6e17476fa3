//! The gallery's games against values found by brute force; `golden/README.md` says where these come from.

#[path = "golden/ask.rs"]
mod ask;
#[path = "golden/coins.rs"]
mod coins;
#[path = "golden/graphs.rs"]
mod graphs;
#[path = "golden/hackenbush.rs"]
mod hackenbush;
#[path = "golden/heaps.rs"]
mod heaps;
#[path = "golden/rows.rs"]
mod rows;
