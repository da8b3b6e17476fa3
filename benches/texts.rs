//! Reading and checking files.

use divan::counter::BytesCount;
use divan::{Bencher, black_box};

use sgi::diagnostics::Diagnostics;
use sgi::driver::games;
use sgi::syntax;

fn main() {
    divan::main();
}

/// All shipped games, one after the other.
fn shipped() -> String {
    games::SHIPPED.iter().map(games::ShippedGame::source).collect::<Vec<_>>().join("\n")
}

#[divan::bench]
fn parse(bencher: Bencher) {
    let text = shipped();
    bencher.counter(BytesCount::of_str(&text)).bench_local(|| {
        let mut out = Diagnostics::default();
        black_box(syntax::parse_file(&text, 0, &mut out));
    });
}
