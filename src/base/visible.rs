//! The one escaper of texts for people. Texts, labels and names come from rules that somebody else may have written; what
//! would move the cursor, colour the terminal, reorder its neighbours or leave no mark at all is written out.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::hash::{BuildHasher, RandomState};
use std::sync::LazyLock;

use unicode_properties::{GeneralCategory, UnicodeGeneralCategory};

/// Whether a character would not be seen as what it is: controls, format characters such as those that turn the direction
/// of writing, characters without a width, tags, and what Unicode has not assigned.
#[must_use]
pub fn is_hidden(c: char) -> bool {
    if c.is_ascii() {
        return c.is_ascii_control();
    }
    // Letters and marks that are to be ignored by default (`Default_Ignorable_Code_Point` in DerivedCoreProperties.txt of
    // Unicode 17): fillers and variation selectors.
    let ignored = matches!(c, '\u{34f}' | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}' | '\u{180b}'..='\u{180f}'
        | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{ffa0}' | '\u{e0100}'..='\u{e01ef}');
    ignored
        || matches!(
            c.general_category(),
            GeneralCategory::Control
                | GeneralCategory::Format
                | GeneralCategory::LineSeparator
                | GeneralCategory::ParagraphSeparator
                | GeneralCategory::PrivateUse
                | GeneralCategory::Surrogate
                | GeneralCategory::Unassigned
        )
}

/// A text with every hidden character but line ends as `\u{202e}`.
#[must_use]
pub fn visible(text: &str) -> Cow<'_, str> {
    escaped(
        text,
        |c| c != '\n' && is_hidden(c),
        |c, out| {
            let _ = write!(out, "{}", c.escape_unicode());
        },
    )
}

/// A text in one line: [`visible`], and line ends as `\u{a}`.
#[must_use]
pub fn visible_line(text: &str) -> Cow<'_, str> {
    escaped(text, is_hidden, |c, out| {
        let _ = write!(out, "{}", c.escape_unicode());
    })
}

/// A JSON document with every hidden character but line ends as JSON escapes it: it means the same.
#[must_use]
pub fn visible_json(text: &str) -> Cow<'_, str> {
    escaped(
        text,
        |c| c != '\n' && is_hidden(c),
        |c, out| {
            for unit in c.encode_utf16(&mut [0; 2]) {
                let _ = write!(out, "\\u{unit:04x}");
            }
        },
    )
}

fn escaped(text: &str, is: impl Fn(char) -> bool, write: impl Fn(char, &mut String)) -> Cow<'_, str> {
    let Some(first) = text.find(&is) else { return Cow::Borrowed(text) };
    let (plain, rest) = text.split_at(first);
    let mut out = String::with_capacity(text.len() + 16);
    out.push_str(plain);
    for c in rest.chars() {
        if is(c) { write(c, &mut out) } else { out.push(c) }
    }
    Cow::Owned(out)
}

/// What begins a colour of ours in a text that is still to be shown. It is drawn anew by each process, so that no text from
/// outside can hold it.
static MARK: LazyLock<String> = LazyLock::new(|| format!("\x1b{:016x}[", RandomState::new().hash_one(())));

/// A text between ANSI codes such as `1;32`, as [`shown`] understands them.
#[must_use]
pub fn painted(codes: &str, text: &str) -> String {
    format!("{mark}{codes}m{text}{mark}0m", mark = *MARK)
}

/// A text as a person is to see it: [`visible`], with the colours of [`painted`].
#[must_use]
pub fn shown(text: &str) -> Cow<'_, str> {
    let mut pieces = text.split(MARK.as_str());
    let first = pieces.next().unwrap_or("");
    if first.len() == text.len() {
        return visible(text);
    }
    let mut out = visible(first).into_owned();
    for piece in pieces {
        let (codes, rest) = piece.split_once('m').unwrap_or(("0", piece));
        let _ = write!(out, "\x1b[{codes}m{}", visible(rest));
    }
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_hides_is_written_out_and_nothing_else() {
        for c in "\0\u{7}\t\u{1b}\u{7f}\u{80}\u{9b}\u{ad}\u{34f}\u{61c}\u{180e}\u{200b}\u{200d}\u{200e}\u{2028}\u{202e}\
                  \u{2060}\u{2066}\u{3164}\u{fe0f}\u{feff}\u{fff9}\u{ffff}\u{e0001}\u{e0041}\u{e0100}"
            .chars()
        {
            let text = format!("a{c}b");
            assert_eq!(visible(&text), format!("a\\u{{{:x}}}b", u32::from(c)));
            assert!(visible(&text).chars().all(|c| !is_hidden(c)));
        }
        let plain = "größe e\u{301} ⊕ 中文 שלום 🂡 ½ \u{a0}x\n";
        assert!(matches!(visible(plain), Cow::Borrowed(same) if same == plain));
        assert_eq!(visible_line("a\nb"), "a\\u{a}b");
    }

    #[test]
    fn json_means_the_same() {
        let text = "a\u{202e}\u{e0041}\u{9b}b";
        let json = serde_json::to_string(text).expect("json");
        let shown = visible_json(&json);
        assert_eq!(shown, "\"a\\u202e\\udb40\\udc41\\u009bb\"");
        assert_eq!(serde_json::from_str::<String>(&shown).expect("json"), text);
    }

    #[test]
    fn colours_are_ours_alone() {
        let text = format!("{} \x1b[31mred\x1b[0m", painted("1", "bold\x1b[2J"));
        assert_eq!(shown(&text), "\x1b[1mbold\\u{1b}[2J\x1b[0m \\u{1b}[31mred\\u{1b}[0m");
    }
}
