#![no_main]

#[path = "../random/mod.rs"]
mod random;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| random::check("rules", bytes));
