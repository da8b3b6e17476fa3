//! Random inputs of four kinds, each also a target of cargo-fuzz: a few of each in every run of the tests, and as many as
//! are wanted by one command; see `docs/fuzzing.md`.

#[allow(clippy::pedantic, reason = "casts between the sizes of small numbers, and the like")]
mod random;

use std::collections::BTreeMap;

use random::{TARGETS, draw, shrink};

/// As the program's own, and some for the plain evaluator.
const STACK: usize = 1 << 30;

/// A number from the environment.
fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok().map(|text| text.parse().unwrap_or_else(|_| panic!("{name}: a number")))
}

/// Tries so many inputs of a kind; what fails is made small and told.
fn hunt(name: &'static str, first: u64, count: Option<u64>) {
    let target = TARGETS.into_iter().find(|target| target.name == name).expect("a target");
    let count = count.unwrap_or(target.usual);
    let slow = number("SGI_FUZZ_SLOW").unwrap_or(u64::MAX);
    let work = move || {
        let (mut seen, mut failed): (BTreeMap<&str, u64>, u64) = (BTreeMap::new(), 0);
        for seed in first..first.saturating_add(count) {
            let bytes = draw::bytes(seed, target.bytes);
            let started = std::time::Instant::now();
            let word = (target.holds)(&bytes).unwrap_or_else(|_| {
                let small = shrink::shrunk(bytes, &mut |bytes| (target.holds)(bytes).is_err());
                println!("{name}, seed {seed}, bytes {small:?}:\n{}\n", (target.holds)(&small).expect_err("it fails"));
                failed += 1;
                "failed"
            });
            *seen.entry(word).or_default() += 1;
            if started.elapsed().as_millis() > u128::from(slow) {
                println!("{name}, seed {seed}: {:?}", started.elapsed());
            }
        }
        println!("{name}: {seen:?}");
        assert_eq!(failed, 0, "{name}: cases failed");
    };
    let thread = std::thread::Builder::new().stack_size(STACK).spawn(work).expect("a thread");
    if let Err(what) = thread.join() {
        std::panic::resume_unwind(what);
    }
}

#[test]
fn texts_of_any_bytes() {
    hunt("text", 0, None);
}

#[test]
fn sequences_of_words() {
    hunt("words", 0, None);
}

#[test]
fn typed_rules() {
    hunt("rules", 0, None);
}

#[test]
fn changed_certificates() {
    hunt("certificates", 0, None);
}

/// As many as the environment says, of the kind that it names, from a seed on.
#[test]
#[ignore = "as long as is wanted"]
fn long() {
    let wanted = std::env::var("SGI_FUZZ").unwrap_or_default();
    for target in TARGETS.into_iter().filter(|target| wanted.is_empty() || target.name == wanted) {
        let (seed, count) = (number("SGI_FUZZ_SEED"), number("SGI_FUZZ_COUNT"));
        hunt(target.name, seed.unwrap_or(1_000_000), Some(count.unwrap_or(10_000)));
    }
}
