//! Random inputs of four kinds, made of bytes, and what has to hold of each.

mod certificates;
pub mod draw;
mod rules;
mod run;
pub mod shrink;
mod texts;

/// A kind of input.
#[derive(Clone, Copy)]
pub struct Target {
    pub name: &'static str,
    /// So many bytes one input is made of, at most.
    pub bytes: usize,
    /// So many inputs each run of the tests tries.
    pub usual: u64,
    /// A word for the statistics, or what is wrong.
    pub holds: fn(&[u8]) -> Result<&'static str, String>,
}

const ENDED: &str = "ended";

/// All kinds.
pub const TARGETS: [Target; 4] = [
    Target { name: "text", bytes: 80, usual: 100, holds: |bytes| texts::text(bytes).map(|()| ENDED) },
    Target { name: "words", bytes: 200, usual: 60, holds: |bytes| texts::words(bytes).map(|()| ENDED) },
    Target { name: "rules", bytes: 700, usual: 8, holds: rules::agree },
    Target {
        name: "certificates",
        bytes: 200,
        usual: 60,
        holds: |bytes| certificates::certificates(bytes).map(|()| ENDED),
    },
];

/// For cargo-fuzz: panics where something is wrong.
#[allow(dead_code, reason = "only cargo-fuzz asks")]
pub fn check(name: &str, bytes: &[u8]) {
    let target = TARGETS.iter().find(|target| target.name == name).expect("a target");
    if let Err(why) = (target.holds)(bytes) {
        panic!("{why}");
    }
}
