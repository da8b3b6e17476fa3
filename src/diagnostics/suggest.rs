//! "Did you mean": the candidate nearest to a name that is not known.

/// The candidate nearest to `name`, if it is near enough to be a slip of the hand: at most a third of the letters
/// differ (one at least), exchanged neighbours counting once and case not at all. The first of equally near ones wins.
#[must_use]
pub fn closest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let wanted: Vec<char> = name.to_lowercase().chars().take(MAX_LENGTH).collect();
    let allowed = (wanted.len() / 3).max(1);
    let mut best: Option<(usize, &str)> = None;
    for candidate in candidates {
        let letters: Vec<char> = candidate.to_lowercase().chars().take(MAX_LENGTH).collect();
        if candidate == name || wanted.len().abs_diff(letters.len()) > allowed {
            continue;
        }
        let d = distance(&wanted, &letters);
        // One letter is near every short name: that is no suggestion, unless only the case differs.
        if wanted.len() < 2 && d > 0 {
            continue;
        }
        let shared = letters.iter().any(|c| wanted.contains(c));
        if d <= allowed && shared && best.is_none_or(|(b, _)| d < b) {
            best = Some((d, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

/// Longer names are compared by their beginnings, so that the work stays small.
const MAX_LENGTH: usize = 64;

/// How many insertions, deletions, replacements and exchanges of neighbours lead from `a` to `b`.
fn distance(a: &[char], b: &[char]) -> usize {
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for (i, &x) in a.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, &y) in b.iter().enumerate() {
            let mut d = (last[j] + usize::from(x != y)).min(last[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && x == b[j - 1] && a[i - 1] == y {
                d = d.min(before[j - 1] + 1);
            }
            row.push(d);
        }
        before = std::mem::replace(&mut last, row);
    }
    last[b.len()]
}

#[cfg(test)]
mod tests {
    use super::closest;

    #[test]
    fn finds_slips_of_the_hand() {
        let names = ["Nim", "heaps", "winning_moves", "sg", "indices", "phi"];
        assert_eq!(closest("Nmi", names), Some("Nim"));
        assert_eq!(closest("heap", names), Some("heaps"));
        assert_eq!(closest("wining_move", names), Some("winning_moves"));
        assert_eq!(closest("nim", names), Some("Nim"));
        assert_eq!(closest("indexes", names), Some("indices"));
    }

    #[test]
    fn is_silent_when_nothing_is_near() {
        assert_eq!(closest("zz", ["Nim", "sg", "x"]), None);
        assert_eq!(closest("x", ["y", "z"]), None);
        assert_eq!(closest("", ["y", "ab"]), None);
        assert_eq!(closest("Nim", ["Nim"]), None);
    }
}
