//! The pages that `sgi explain CODE` shows, one for each code.

use super::codes::Code;

/// One page: its code and its text in Markdown.
#[derive(Clone, Copy, Debug)]
pub struct Page {
    /// The code.
    pub code: Code,
    /// The text: `# CODE: title`, a paragraph, `## Wrong` and `## Right` with an example each.
    pub text: &'static str,
}

macro_rules! pages {
    ($($code:literal)*) => {
        /// Every page, by code.
        pub const PAGES: &[Page] = &[
            $(Page { code: Code($code), text: include_str!(concat!("pages/", $code, ".md")) }),*
        ];
    };
}

// One line a page; `SGI_BLESS=1 cargo test --lib explain` rewrites the lines between the marks.
// <pages>
pages! {
    "E0101"
    "E0102"
    "E0103"
    "E0104"
    "E0105"
    "E0106"
    "E0107"
    "E0108"
    "E0109"
    "E0110"
    "E0111"
    "E0112"
    "E0113"
    "E0114"
    "E0115"
    "E0116"
    "E0117"
    "E0201"
    "E0202"
    "E0203"
    "E0204"
    "E0205"
    "E0206"
    "E0207"
    "E0208"
    "E0209"
    "E0210"
    "E0211"
    "E0212"
    "E0213"
    "E0301"
    "E0302"
    "E0303"
    "E0304"
    "E0305"
    "E0306"
    "E0307"
    "E0308"
    "E0309"
    "E0310"
    "E0311"
    "E0312"
    "E0313"
    "E0314"
    "E0315"
    "E0316"
    "E0317"
    "E0318"
    "E0401"
    "E0402"
    "E0403"
    "E0404"
    "E0405"
    "E0406"
    "E0407"
    "E0501"
    "E0502"
    "E0503"
    "E0504"
    "E0505"
    "E0506"
    "E0507"
    "E0508"
    "E0509"
    "E0510"
    "E0511"
    "E0512"
    "E0513"
    "E0514"
    "E0515"
    "E0601"
    "E0602"
    "E0603"
    "E0604"
    "E0605"
    "E0606"
    "E0701"
    "E0702"
    "E0703"
    "E0801"
    "E0802"
    "E0803"
    "E0804"
    "E0805"
    "E0806"
    "E0807"
    "E0808"
    "E0809"
    "E0901"
    "W0201"
    "W0301"
    "W0302"
    "W0303"
    "W0401"
    "W0402"
    "W0403"
    "W0404"
    "W0405"
    "W0406"
}
// </pages>

/// The page of a code, written in either case.
#[must_use]
pub fn explain(code: &str) -> Option<&'static Page> {
    PAGES.iter().find(|p| p.code.0.eq_ignore_ascii_case(code.trim()))
}

impl Page {
    /// The title, without the code.
    #[must_use]
    pub fn title(&self) -> &'static str {
        let first = self.text.lines().next().unwrap_or("");
        first.split_once(": ").map_or(first, |(_, title)| title).trim()
    }

    /// The example under `## Wrong`, where it is a game (and not a command for the shell).
    #[must_use]
    pub fn wrong(&self) -> Option<Example> {
        example(self.text, "## Wrong")
    }

    /// The example under `## Right`, where it is a game.
    #[must_use]
    pub fn right(&self) -> Option<Example> {
        example(self.text, "## Right")
    }
}

/// A game in a page: a block opened by three backticks, `game`, and arguments for `sgi run` if it needs any.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Example {
    /// What stands behind `game`: `--max-states 20`, or `check --equations` for another command.
    pub args: &'static str,
    /// The text of the game.
    pub source: &'static str,
}

/// The first fenced game below a heading.
fn example(text: &'static str, heading: &str) -> Option<Example> {
    let (_, below) = text.split_once(heading)?;
    let below = below.split_once("\n## ").map_or(below, |(own, _)| own);
    let (_, block) = below.split_once("```game")?;
    let (args, block) = block.split_once('\n')?;
    let (source, _) = block.split_once("```")?;
    Some(Example { args: args.trim(), source })
}

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};

    use super::*;

    fn root() -> PathBuf {
        PathBuf::from(env!("CARGO_MANIFEST_DIR"))
    }

    fn read(path: &str) -> String {
        std::fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
    }

    /// Whether the tests may rewrite generated text.
    fn bless() -> bool {
        std::env::var_os("SGI_BLESS").is_some()
    }

    /// The codes that have a page, in order.
    fn written() -> Vec<String> {
        let folder = std::fs::read_dir(root().join("src/diagnostics/pages")).expect("the folder");
        let stem = |path: &Path| Some(path.file_stem()?.to_str()?.to_owned());
        let mut codes: Vec<String> = folder.filter_map(|entry| stem(&entry.ok()?.path())).collect();
        codes.sort();
        codes
    }

    #[test]
    fn every_page_is_embedded() {
        let listed: Vec<String> = PAGES.iter().map(|page| page.code.0.to_owned()).collect();
        if bless() && listed != written() {
            let path = "src/diagnostics/explain.rs";
            let text = read(path);
            let (before, rest) = text.split_once("// <pages>\n").expect("the mark");
            let (_, after) = rest.split_once("// </pages>\n").expect("the mark");
            let lines = written().iter().map(|code| format!("    {code:?}")).collect::<Vec<_>>().join("\n");
            let new = format!("{before}// <pages>\npages! {{\n{lines}\n}}\n// </pages>\n{after}");
            std::fs::write(root().join(path), new).expect("written");
            panic!("rewritten: run the test again");
        }
        assert_eq!(listed, written(), "run `SGI_BLESS=1 cargo test --lib explain` twice");
    }

    #[test]
    fn every_code_has_a_page() {
        let constants = read("src/diagnostics/codes.rs");
        let codes = constants.lines().filter_map(|line| {
            let (_, rest) = line.strip_prefix("pub const ")?.split_once("Code(\"")?;
            rest.split_once('"').map(|(code, _)| code.to_owned())
        });
        let codes: Vec<String> = codes.collect();
        let mut sorted = codes.clone();
        sorted.sort();
        sorted.dedup();
        assert_eq!(sorted.len(), codes.len(), "two constants have one code");
        let missing: Vec<&String> = sorted.iter().filter(|code| explain(code).is_none()).collect();
        assert!(missing.is_empty(), "without a page, or listed just now and to be built again: {missing:?}");
        let unused: Vec<&str> = PAGES.iter().map(|p| p.code.0).filter(|c| !sorted.contains(&(*c).to_owned())).collect();
        assert!(unused.is_empty(), "pages without a code: {unused:?}");
    }

    #[test]
    fn every_page_has_its_parts() {
        for page in PAGES {
            let code = page.code.0;
            assert!(page.text.starts_with(&format!("# {code}: ")), "{code}: the first line");
            let (_, below) = page.text.split_once('\n').expect("a line");
            let (why, _) = below.split_once("## Wrong").unwrap_or_else(|| panic!("{code}: no `## Wrong`"));
            assert!(why.trim().len() > 20, "{code}: a paragraph says why");
            assert!(page.text.contains("## Right"), "{code}: no `## Right`");
            assert_eq!(page.text.matches("```").count() % 2, 0, "{code}: an open block");
        }
    }

    #[test]
    fn the_list_of_errors_is_current() {
        let mut text = String::from(
            "# Errors\n\nMade from `src/diagnostics/pages/`; `sgi explain CODE` shows one of them. Each example is run by \
             the tests.\n",
        );
        for page in PAGES {
            text.push('\n');
            // Headings of a page move one level down.
            let mut fenced = false;
            for line in page.text.lines() {
                fenced ^= line.starts_with("```");
                if line.starts_with('#') && !fenced {
                    text.push('#');
                }
                text.push_str(line);
                text.push('\n');
            }
        }
        let path = root().join("docs/errors.md");
        if bless() {
            std::fs::create_dir_all(root().join("docs")).expect("a folder");
            std::fs::write(&path, &text).expect("written");
        }
        assert!(
            std::fs::read_to_string(&path).is_ok_and(|old| old == text),
            "run `SGI_BLESS=1 cargo test --lib explain`"
        );
    }
}
