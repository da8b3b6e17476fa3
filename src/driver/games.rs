//! The games shipped with `sgi`: embedded in the binary, found by `use` and by bare names on the command line.

/// A shipped game.
#[derive(Clone, Copy, Debug)]
pub struct ShippedGame {
    /// Its bare name: the file's stem.
    pub name: &'static str,
    /// Its text.
    pub text: &'static str,
}

macro_rules! games {
    ($($name:literal)*) => {
        /// Every shipped game, by name.
        pub const SHIPPED: &[ShippedGame] = &[
            $(ShippedGame { name: $name, text: include_str!(concat!("../../games/", $name, ".game")) }),*
        ];
    };
}

// One line a file of `games/`; `SGI_BLESS=1 cargo test --lib games` rewrites the lines between the marks.
// <games>
games! {
    "amazons"
    "arc_kayles"
    "bash"
    "beatty"
    "bounded_nim"
    "cat_and_mouse"
    "chomp"
    "clobber"
    "coins"
    "coins_loopy"
    "col_and_snort"
    "coprime_nim"
    "cram"
    "cutcake"
    "dawson"
    "divisor_nim"
    "domineering"
    "euclid"
    "fibonacci"
    "flip_heads"
    "geography"
    "graph_game"
    "grundy"
    "hackenbush"
    "hackenbush_green"
    "kayles"
    "lasker"
    "misere_kayles"
    "moore"
    "nim"
    "nim_pass"
    "node_kayles"
    "northcott"
    "octal"
    "poset"
    "silver_dollar"
    "staircase"
    "subtraction"
    "sums"
    "toads_and_frogs"
    "toppling_dominoes"
    "treblecross"
    "wythoff"
}
// </games>

/// The shipped game of that bare name.
#[must_use]
pub fn shipped(name: &str) -> Option<&'static ShippedGame> {
    SHIPPED.iter().find(|game| game.name == name)
}

impl ShippedGame {
    /// The first line of its first comment.
    #[must_use]
    pub fn summary(&self) -> &'static str {
        let comment = self.text.lines().find_map(|line| line.trim().strip_prefix('#'));
        comment.map_or("", |text| text.trim_start_matches('#').trim())
    }

    /// Where the game and its theorems come from: the text after `# Source:` in its first comment.
    #[must_use]
    pub fn source(&self) -> &'static str {
        self.text.lines().find_map(|line| line.strip_prefix("# Source:")).map_or("", str::trim)
    }

    /// How many `claim`s and `refute`s it has.
    #[must_use]
    pub fn claims(&self) -> usize {
        let opens = |line: &&str| line.starts_with("claim ") || line.starts_with("refute ");
        self.text.lines().filter(opens).count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    /// The stems of the files in `games/`, in order.
    fn stems() -> Vec<String> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("games");
        let mut stems: Vec<String> = std::fs::read_dir(folder)
            .map(|entries| entries.filter_map(Result::ok).map(|e| e.path()).collect::<Vec<_>>())
            .unwrap_or_default()
            .into_iter()
            .filter(|path| path.extension().is_some_and(|e| e == "game"))
            .filter_map(|path| Some(path.file_stem()?.to_str()?.to_owned()))
            .collect();
        stems.sort();
        stems
    }

    #[test]
    fn every_file_of_the_gallery_is_shipped() {
        let listed: Vec<String> = SHIPPED.iter().map(|g| g.name.to_owned()).collect();
        if std::env::var_os("SGI_BLESS").is_some() && listed != stems() {
            let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/driver/games.rs");
            let text = std::fs::read_to_string(&path).expect("this file");
            let (before, rest) = text.split_once("// <games>\n").expect("the mark");
            let (_, after) = rest.split_once("// </games>\n").expect("the mark");
            let lines = stems().iter().map(|s| format!("    {s:?}")).collect::<Vec<_>>().join("\n");
            let new = format!("{before}// <games>\ngames! {{\n{lines}\n}}\n// </games>\n{after}");
            std::fs::write(&path, new).expect("this file");
            panic!("rewritten: run the test again");
        }
        assert_eq!(listed, stems(), "run `SGI_BLESS=1 cargo test --lib games`");
    }

    #[test]
    fn every_shipped_game_says_what_it_is() {
        for game in SHIPPED {
            assert!(game.text.starts_with('#') && !game.summary().is_empty(), "{} begins with a comment", game.name);
            assert!(!game.source().is_empty(), "{} names its source", game.name);
            assert!(game.claims() > 0, "{} claims something", game.name);
        }
    }
}
