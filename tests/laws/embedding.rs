//! The library without the program: the example of `docs/embedding.md`, and sessions beside each other.

use sgi::base::Limits;
use sgi::driver::{Event, Exit, Input, Options, Session};

/// The example as it stands in the manual, but for its `use`.
#[test]
fn the_example_of_the_manual() {
    const RULES: &str = "
game Sub(n) { move take(k in 1..3) if k <= n -> Sub(n - k) }
claim period(n in 0..): sg(Sub(n)) == n % 4
claim wrong(n in 0..50): sg(Sub(n)) < 3
";

    let input = Input { name: "sub.game".to_owned(), text: RULES.into(), folder: None };
    let mut verdicts = Vec::new();
    let mut observer = |event: Event<'_>| {
        if let Event::Claim(claim) = event {
            verdicts.push(format!("{}: {:?}", claim.name, claim.verdict));
        }
    };
    let mut session = Session::open(&input, Options::default(), &mut observer);
    session.run();
    let (report, exit) = session.finish();
    assert_eq!(verdicts, ["period: Proved", "wrong: Refuted"]);
    assert_eq!(report.claims[1].counterexample.as_ref().map(|found| found.bindings[0].1.text.as_str()), Some("3"));
    assert_eq!(exit, Exit::Refuted);

    // Expressions in the file's scope.
    let mut ignore = |_: Event<'_>| {};
    let mut session = Session::open(&input, Options::default(), &mut ignore);
    session.evaluate(&["sg(Sub(10**30))".to_owned()]);
    assert_eq!(session.finish().0.prints[0].values[0].text, "0");

    // It is the manual's own.
    let example =
        include_str!("../../docs/embedding.md").split("```rust\n").nth(1).and_then(|text| text.split("```").next());
    let own = include_str!("embedding.rs").split("fn the_example_of_the_manual() {\n").nth(1);
    let own = own.and_then(|text| text.split("\n    // It is the manual's own.").next()).expect("the test");
    let plain =
        |text: &str| text.lines().map(str::trim).filter(|line| !line.is_empty()).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(plain(example.expect("an example"))[1..], plain(own));
}

#[test]
fn sessions_in_one_thread_know_nothing_of_each_other() {
    let input = |text: &str| Input { name: "a.game".to_owned(), text: text.into(), folder: None };
    let hot =
        input("game Hot(n) { left move l if n > 0 -> Hot(n - 1) + Hot(n - 1)  right move r(k in 0..<n) -> Hot(k) }");
    let few =
        Options { limits: Limits { max_states: 3, max_memory: 1 << 20, timeout: None, jobs: 1 }, ..Options::default() };
    let (mut first_told, mut second_told) = (|_: Event<'_>| {}, |_: Event<'_>| {});
    let mut first = Session::open(&hot, few, &mut first_told);
    let mut second = Session::open(&hot, Options::default(), &mut second_told);
    let asked = ["value(Hot(4))".to_owned()];
    first.evaluate(&asked);
    second.evaluate(&asked);
    let (second, exit) = second.finish();
    assert_eq!((second.prints.len(), exit), (1, Exit::Success));
    let (first, exit) = first.finish();
    assert_eq!((first.prints.len(), exit), (0, Exit::Undecided));
    assert!(second.stats.states == 5 && first.stats.states <= 4, "{} {}", second.stats.states, first.stats.states);
}
