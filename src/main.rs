//! The `sgi` command.

fn main() {}
