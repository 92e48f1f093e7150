//! Near names, for advice.

use std::fmt::Write as _;

/// The candidate that was probably meant: the nearest by letters inserted, removed, replaced or exchanged with their
/// neighbour, if that is at most a third of the word. The first of equally near ones; capitals do not count.
pub fn did_you_mean<'c>(word: &str, candidates: impl IntoIterator<Item = &'c str>) -> Option<&'c str> {
    let lower = |text: &str| text.chars().flat_map(char::to_lowercase).collect::<Vec<_>>();
    let word = lower(word);
    // Beyond names' lengths the answer is useless and the work quadratic.
    if word.len() > 64 {
        return None;
    }
    let near = candidates.into_iter().filter_map(|candidate| {
        let letters = lower(candidate);
        let most = word.len().max(letters.len()).div_ceil(3);
        let distance = (word.len().abs_diff(letters.len()) <= most).then(|| edit_distance(&word, &letters))?;
        (distance <= most).then_some((distance, candidate))
    });
    let nearest = near.min_by_key(|(distance, _)| *distance);
    nearest.map(|(_, candidate)| candidate)
}

/// The advice `did you mean "…"?`, if there is a near candidate.
pub fn suggestion<'c>(word: &str, candidates: impl IntoIterator<Item = &'c str>) -> Option<String> {
    did_you_mean(word, candidates).map(|near| format!("did you mean \"{near}\"?"))
}

/// `"a", "b" and "c"`, for the list of what is allowed.
#[must_use]
pub fn listed<'c>(items: impl IntoIterator<Item = &'c str>) -> String {
    let items: Vec<&str> = items.into_iter().collect();
    let mut text = String::new();
    for (index, item) in items.iter().enumerate() {
        let join = match index {
            0 => "",
            _ if index + 1 == items.len() => " and ",
            _ => ", ",
        };
        // Writing to a string cannot fail.
        let _ = write!(text, "{join}\"{item}\"");
    }
    text
}

/// Optimal string alignment distance.
fn edit_distance(a: &[char], b: &[char]) -> usize {
    let mut before_last: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, y) in b.iter().enumerate() {
            let mut least = (last[j] + usize::from(x != y)).min(last[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && *x == b[j - 1] && a[i - 1] == *y {
                least = least.min(before_last[j - 1] + 1);
            }
            row.push(least);
        }
        before_last = std::mem::replace(&mut last, row);
    }
    last.last().copied().unwrap_or(0)
}
