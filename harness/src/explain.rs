//! A failing case for a person: the table as it would be laid out, and the first place where an engine departs from the rules.
//!
//! Everything here is text of at most [`WIDTH`] columns, without colours.

mod parting;
mod table;

pub use parting::{Parting, apart, parting, probed};
pub use table::table;

/// How wide a line may be, in columns.
pub const WIDTH: usize = 80;

/// Text in lines of [`WIDTH`] columns: the first after `first`, the others after as many spaces as `first` has columns.
#[must_use]
pub fn wrapped(first: &str, text: &str) -> Vec<String> {
    let indent = first.chars().count();
    let room = WIDTH.saturating_sub(indent).max(20);
    let lines = folded(text, room);
    let start = |at: usize| if at == 0 { first.to_owned() } else { " ".repeat(indent) };
    lines.iter().enumerate().map(|(at, line)| format!("{}{line}", start(at)).trim_end().to_owned()).collect()
}

/// Text in lines of so many columns, broken between words, and within a word that is longer.
fn folded(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    let mut used = 0;
    for word in text.split_whitespace() {
        let mut word: Vec<char> = word.chars().collect();
        if used > 0 && used + 1 + word.len() > width {
            lines.push(String::new());
            used = 0;
        }
        while word.len() > width {
            let rest = word.split_off(width);
            lines.last_mut().into_iter().for_each(|line| line.extend(&word));
            lines.push(String::new());
            word = rest;
        }
        if let Some(line) = lines.last_mut() {
            if used > 0 {
                line.push(' ');
                used += 1;
            }
            line.extend(&word);
            used += word.len();
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_broken_between_words_and_no_wider_than_a_terminal() {
        let long = "a ".repeat(100) + &"b".repeat(200);
        for line in wrapped("  1. ", &long) {
            assert!(line.chars().count() <= WIDTH, "{line}");
        }
        assert_eq!(wrapped("- ", "one two"), ["- one two"]);
        assert_eq!(folded("one two three", 7), ["one two", "three"]);
        assert_eq!(wrapped("- ", ""), ["-"]);
    }
}
