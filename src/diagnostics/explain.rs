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
    "E0801"
    "E0802"
    "E0803"
    "E0804"
    "E0901"
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

    /// The source of the example under `## Wrong`.
    #[must_use]
    pub fn wrong(&self) -> Option<&'static str> {
        example(self.text, "## Wrong")
    }

    /// The source of the example under `## Right`.
    #[must_use]
    pub fn right(&self) -> Option<&'static str> {
        example(self.text, "## Right")
    }
}

/// The first fenced block below a heading.
fn example(text: &'static str, heading: &str) -> Option<&'static str> {
    let (_, below) = text.split_once(heading)?;
    let below = below.split_once("\n## ").map_or(below, |(own, _)| own);
    let (_, block) = below.split_once("```game\n")?;
    block.split_once("```").map(|(source, _)| source)
}
