//! Functions that `sgi export` writes: compiled, run, and compared with `sgi eval`. Languages that are not installed are
//! passed over with a note.

use std::fmt::Write as _;
use std::process::{Command, Stdio};

use crate::support::{Folder, sgi};

const RULES: &str = "use kayles: Kayles
param S: set of 1..20 = {1, 3, 4}
game Sub(n) { move take(k in S) if k <= n -> Sub(n - k) }
game Many(n) { move take(k in 1..n) if k not in {2, 3, 7} -> Many(n - k) }
game Three(n) { move any(a in 0..n, b in a..n, c = n - 2 - a - b if c >= b) -> Three(a) + Three(b) + Three(c) }
";

/// A function to write: the expression as a template for `{}`, where its range begins, and `n` around its preperiod.
struct Case {
    expression: &'static str,
    first: i64,
    near: &'static [i64],
    more: &'static [&'static str],
}

const CASES: [Case; 7] = [
    Case { expression: "sg(Kayles(n))", first: 0, near: &[0, 1, 57, 58, 69, 70, 71, 72, 82, 83, 84, 166], more: &[] },
    Case { expression: "sg(Sub(n))", first: 0, near: &[0, 1, 2, 6, 7, 8], more: &[] },
    Case { expression: "sg(Sub(n))", first: 0, near: &[0, 1, 2, 9, 10, 11, 12], more: &["-D", "S={2, 5, 9}"] },
    Case { expression: "sg(Many(n))", first: 0, near: &[0, 1, 5, 10, 11, 12, 13, 14, 30], more: &[] },
    Case { expression: "sg(Many(n + 3)) + sg(Sub(2*n))", first: 5, near: &[5, 6, 7, 12, 13, 14, 30], more: &[] },
    Case { expression: "loses(Kayles(n) + Sub(n))", first: 0, near: &[0, 3, 12, 70, 71, 72, 155], more: &[] },
    Case { expression: "2*sg(Sub(max(n, 0))) - n // 3", first: -4, near: &[-4, -3, -1, 0, 1, 20, 21, 22], more: &[] },
];

fn installed(program: &str) -> bool {
    let found = Command::new(program).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    found.is_ok_and(|status| status.success())
}

fn export(case: &Case, to: &str, name: &str, folder: &Folder) -> String {
    let asked = format!("{} for n in {}..", case.expression, case.first);
    let mut line = vec!["export", "rules.game", &asked, "--to", to, "--name", name];
    line.extend(case.more);
    let done = sgi(&line).within(folder).exit(0);
    done.stdout()
}

/// The values by `sgi eval`, truth values as 0 and 1.
fn values(case: &Case, places: &[String], folder: &Folder) -> Vec<String> {
    let asked: Vec<String> = places.iter().map(|n| format!("[{} for n in [{n}]][0]", case.expression)).collect();
    let mut line = vec!["eval", "rules.game"];
    line.extend(asked.iter().map(String::as_str));
    line.extend(case.more);
    let done = sgi(&line).within(folder).exit(0);
    done.stdout().lines().map(|l| l.replace("false", "0").replace("true", "1")).collect()
}

fn places(case: &Case, huge: &[&str]) -> Vec<String> {
    case.near.iter().map(i64::to_string).chain(huge.iter().map(|h| (*h).to_owned())).collect()
}

#[test]
fn cpp_functions_give_the_values() {
    let Some(compiler) = ["c++", "g++", "clang++"].into_iter().find(|program| installed(program)) else {
        println!("skipped: no C++ compiler is installed");
        return;
    };
    let folder = Folder::new("export_cpp").with("rules.game", RULES);
    let huge = ["1000000000000000000", "1000000000000000007"];
    let (mut text, mut main, mut wanted) = (String::from("#include <cstdio>\n"), String::new(), Vec::new());
    for (i, case) in CASES.iter().enumerate() {
        text.push_str(&export(case, "cpp", &format!("f{i}"), &folder));
        for n in places(case, &huge) {
            let _ = writeln!(main, "    std::printf(\"%lld\\n\", static_cast<long long>(f{i}({n})));");
        }
        wanted.extend(values(case, &places(case, &huge), &folder));
    }
    // The greatest argument whose value fits 64 bits, and the next.
    let growing = Case { expression: "sg(Many(3*n))", first: 0, near: &[], more: &[] };
    let function = export(&growing, "cpp", "most", &folder);
    let last: u64 = function
        .split_once("n > ")
        .and_then(|(_, rest)| rest.split_once("u)"))
        .and_then(|(last, _)| last.parse().ok())
        .expect("a bound");
    text.push_str(&function);
    let _ = writeln!(main, "    std::printf(\"%llu\\n\", static_cast<unsigned long long>(most({last}u)));");
    let _ = writeln!(
        main,
        "    try {{ most({}u); }} catch (const std::out_of_range&) {{ std::puts(\"refused\"); }}",
        last + 1
    );
    wanted.extend(values(&growing, &[last.to_string()], &folder));
    wanted.push("refused".to_owned());
    // It can be evaluated while it is compiled.
    let _ = writeln!(text, "static_assert(f1(7) == f1(0));\nint main() {{\n{main}}}");
    let folder = folder.with("all.cpp", &text);
    let built = Command::new(compiler)
        .args(["-std=c++17", "-Wall", "-Wextra", "-Werror", "-o", "all", "all.cpp"])
        .current_dir(&folder.path)
        .output()
        .expect("the compiler starts");
    assert!(built.status.success(), "{}\n{text}", String::from_utf8_lossy(&built.stderr));
    let ran = Command::new(folder.path.join("all")).output().expect("the program starts");
    let found: Vec<String> = String::from_utf8_lossy(&ran.stdout).lines().map(str::to_owned).collect();
    assert_eq!(found, wanted);
}

#[test]
fn python_functions_give_the_values() {
    if !installed("python3") {
        println!("skipped: python3 is not installed");
        return;
    }
    let folder = Folder::new("export_python").with("rules.game", RULES);
    let (power, next) = (format!("1{}", "0".repeat(18)), format!("1{}", "0".repeat(15)));
    let beyond = format!("1{}3", "0".repeat(29));
    let (mut text, mut wanted) = (String::new(), Vec::new());
    for (i, case) in CASES.iter().enumerate() {
        text.push_str(&export(case, "python", &format!("f{i}"), &folder));
        // Values that grow are evaluated up to 64 bits by `sgi eval`.
        let grows = case.expression.contains("Many");
        let huge: Vec<&str> = if grows { vec![&power, &next] } else { vec![&power, &next, &beyond] };
        for n in places(case, &huge) {
            let _ = writeln!(text, "print(int(f{i}({n})))");
        }
        wanted.extend(values(case, &places(case, &huge), &folder));
    }
    text.push_str("try:\n    f0(-1)\nexcept ValueError:\n    print(\"refused\")\n");
    // Growth at 10^30, by the period alone.
    text.push_str("print(f3(10**30 + 14) - f3(10**30) == f3(34) - f3(20))\n");
    let folder = folder.with("all.py", &text);
    let ran = Command::new("python3").arg("all.py").current_dir(&folder.path).output().expect("python3 starts");
    assert!(ran.status.success(), "{}\n{text}", String::from_utf8_lossy(&ran.stderr));
    let found: Vec<String> = String::from_utf8_lossy(&ran.stdout).lines().map(str::to_owned).collect();
    wanted.push("refused".to_owned());
    assert_eq!(found[..found.len() - 1], wanted);
}

#[test]
fn what_is_written_says_where_it_comes_from() {
    let folder = Folder::new("export_words").with("rules.game", RULES);
    let line = ["export", "rules.game", "sg(Sub(n)) for n in 0..", "-D", "S={2, 3}", "--to", "cpp"];
    let done = sgi(&line).within(&folder).exit(0);
    done.out("sg(Sub(n)) for n in 0.., from rules.game with S = {2, 3};")
        .out("finite subtraction sets: subtract {2, 3} is periodic with period 5 from 0")
        .out("grundy(n + 5) == grundy(n) for every n >= 0")
        .out("constexpr std::uint64_t grundy(std::uint64_t n)")
        .out("Exact for every n from 0 to 2^64 - 1.");
    let done = sgi(&["export", "kayles", "sg(Kayles(n)) for n in 0.."]).exit(0);
    done.out("# Exceptions before: 0, 3, 6, 9, 11, 15, 18, 21, 22, 28, 34, 39, 57, 70.").out("def grundy(n):");
    // Where a number would not fit, the function refuses.
    let done = sgi(&["export", "rules.game", "sg(Many(3*n)) for n in 0..", "--to", "cpp"]).within(&folder).exit(0);
    done.out("throw std::out_of_range");
}

#[test]
fn nothing_is_exported_without_a_proof() {
    let folder = Folder::new("export_nothing").with("rules.game", RULES);
    let done = sgi(&["export", "rules.game", "sg(Three(n)) for n in 0.."]).within(&folder).exit(4);
    let done = done.out_is("").err("E0809").err("no period of `Three` is proved").err("--format csv");
    done.err("no theorem here proves growth");
    for asked in ["sg(Sub(n)) for n in 0..9", "sg(Sub(n)) for n in 0.., m in 0..", "sg(Sub(n)) for n in 0.. if n > 2"] {
        sgi(&["export", "rules.game", asked]).within(&folder).exit(2).err("E0809").out_is("");
    }
    let done = sgi(&["export", "rules.game", "sg(Sub(n)) for n in 0..", "--name", "a b"]).within(&folder).exit(2);
    done.err("a name of letters, digits and `_`");
}
