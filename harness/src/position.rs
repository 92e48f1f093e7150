//! Positions whose trees of decisions are counted and kept: what a change of the engine moves shows as the first branch that
//! differs.
//!
//! A position is a file: what it `says`, its `board` as in scenarios, what somebody found `by-hand` (each decision at the
//! start, and how many there are after it), and what was `counted` by the engine, a line for each decision.

use std::fmt;

use headjudge_protocol::Board;
use serde::Deserialize;

use crate::fault::Fault;
use crate::reference::perft::Branch;
use crate::yaml;

/// A file of a position.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Position {
    /// What is there to see, for people.
    #[serde(default)]
    pub says: String,
    /// The board.
    pub board: Board,
    /// What follows from the rules without the engine: the first two levels of the tree.
    #[serde(default)]
    pub by_hand: Vec<ByHand>,
    /// What the engine counted when the file was written, in the form of [`counted`].
    #[serde(default)]
    pub counted: String,
}

/// A decision at the start, and how many lines of play go on from it.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ByHand {
    /// The decision, in the words of [`Branch::decision`].
    pub decision: String,
    /// How many decisions the next player to have priority has then.
    pub next: u64,
    /// How many lines of three decisions, of four, and so on, begin with it, as far as somebody followed them.
    #[serde(default)]
    pub later: Vec<u64>,
}

/// The first place where a tree is not what a file says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// The decision.
    pub decision: String,
    /// What the file says of it; none if the file does not know it.
    pub expected: Option<String>,
    /// What was found; none if there is no such decision.
    pub found: Option<String>,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let told = |text: &Option<String>| text.clone().unwrap_or_else(|| "no such decision".to_owned());
        write!(f, "`{}`\n  expected: {}\n  found:    {}", self.decision, told(&self.expected), told(&self.found))
    }
}

impl Position {
    /// Reads a file.
    ///
    /// # Errors
    /// Text that is no position, with the place of the fault.
    pub fn parse(name: &str, bytes: &[u8]) -> Result<Position, Fault> {
        yaml::parse_bytes(name, bytes)?.deserialize()
    }

    /// The depth of what was counted.
    #[must_use]
    pub fn depth(&self) -> Option<u32> {
        let line = self.counted.lines().next()?;
        u32::try_from(line.split(" | ").nth(1)?.split(' ').count()).ok()
    }

    /// The first branch that is not what was found by hand, as deep as both go. Needs a tree of at least two levels, and says
    /// nothing of another.
    #[must_use]
    pub fn differs_from_hand(&self, branches: &[Branch]) -> Option<Difference> {
        if self.by_hand.is_empty() || branches.iter().any(|branch| branch.lines.len() < 2) {
            return None;
        }
        let told = |lines: &mut dyn Iterator<Item = u64>| {
            let lines: Vec<String> = lines.map(|n| n.to_string()).collect();
            format!("lines of two decisions and more: {}", lines.join(" "))
        };
        let levels = |hand: &ByHand, branch: Option<&Branch>| {
            let known = 1 + hand.later.len();
            branch.map_or(known, |branch| known.min(branch.lines.len() - 1))
        };
        let of = |decision: &str| branches.iter().find(|branch| branch.decision == decision);
        let by_hand = |decision: &str| self.by_hand.iter().find(|hand| hand.decision == decision);
        let expected = self.by_hand.iter().map(|hand| {
            let lines = [hand.next].into_iter().chain(hand.later.iter().copied());
            (hand.decision.clone(), told(&mut lines.take(levels(hand, of(&hand.decision)))))
        });
        let found = branches.iter().map(|branch| {
            let levels = by_hand(&branch.decision).map_or(1, |hand| levels(hand, Some(branch)));
            (branch.decision.clone(), told(&mut branch.lines[1..].iter().copied().take(levels)))
        });
        first_difference(expected.collect(), found.collect())
    }

    /// The first branch that is not what was counted before. Needs the same depth.
    #[must_use]
    pub fn differs_from_count(&self, branches: &[Branch]) -> Option<Difference> {
        let split = |text: &str| -> Vec<(String, String)> {
            let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
            lines.map(|line| line.split_once(" | ").unwrap_or((line, ""))).map(|(a, b)| (a.into(), b.into())).collect()
        };
        first_difference(split(&self.counted), split(&counted(branches)))
    }
}

/// The branches as a file keeps them: decision, lines of play by their number of decisions, digest.
#[must_use]
pub fn counted(branches: &[Branch]) -> String {
    let line = |branch: &Branch| {
        let lines: Vec<String> = branch.lines.iter().map(u64::to_string).collect();
        format!("{} | {} | {:016x}\n", branch.decision, lines.join(" "), branch.digest)
    };
    branches.iter().map(line).collect()
}

/// The first pair that only one side has, or that has another text on each. Both sides may name a decision more than once.
fn first_difference(mut expected: Vec<(String, String)>, mut found: Vec<(String, String)>) -> Option<Difference> {
    expected.sort();
    found.sort();
    let (mut left, mut right) = (expected.into_iter().peekable(), found.into_iter().peekable());
    loop {
        match (left.peek(), right.peek()) {
            (None, None) => return None,
            (Some(a), Some(b)) if a == b => {
                left.next();
                right.next();
            }
            (Some(a), Some(b)) if a.0 == b.0 => {
                let (decision, expected) = a.clone();
                return Some(Difference { decision, expected: Some(expected), found: Some(b.1.clone()) });
            }
            (Some((decision, text)), other) if other.is_none_or(|(b, _)| decision < b) => {
                let (decision, expected) = (decision.clone(), Some(text.clone()));
                return Some(Difference { decision, expected, found: None });
            }
            (_, other) => {
                let (decision, text) = other.cloned()?;
                return Some(Difference { decision, expected: None, found: Some(text) });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn branch(decision: &str, lines: &[u64], digest: u64) -> Branch {
        Branch { decision: decision.to_owned(), lines: lines.to_vec(), digest }
    }

    #[test]
    fn the_first_branch_that_differs_is_named() {
        let text = "board: {players: [{life: 20}, {life: 20}], active: p1, step: main, objects: []}\n\
                    by-hand:\n- {decision: p1 passes, next: 1}\n- {decision: p1 plays island, next: 2}\n\
                    counted: |\n  p1 passes | 1 1 | 0000000000000007\n  p1 plays island | 1 2 | 0000000000000008\n";
        let position = Position::parse("a file", text.as_bytes()).unwrap_or_else(|fault| panic!("{fault:?}"));
        assert_eq!(position.depth(), Some(2));
        let same = [branch("p1 passes", &[1, 1], 7), branch("p1 plays island", &[1, 2], 8)];
        assert_eq!((position.differs_from_hand(&same), position.differs_from_count(&same)), (None, None));

        let moved = [branch("p1 passes", &[1, 1], 9), branch("p1 plays island", &[1, 3], 8)];
        let hand = position.differs_from_hand(&moved).expect("a difference");
        assert_eq!(
            hand.to_string(),
            "`p1 plays island`\n  expected: lines of two decisions and more: 2\n  found:    lines of two decisions and more: 3"
        );
        let count = position.differs_from_count(&moved).expect("a difference");
        assert_eq!((&*count.decision, count.found.as_deref()), ("p1 passes", Some("1 1 | 0000000000000009")));

        let gone = position.differs_from_count(&same[1..]).expect("a difference");
        assert_eq!((&*gone.decision, gone.found), ("p1 passes", None));
        let more = [same[0].clone(), same[1].clone(), branch("p1 plays plains", &[1, 1], 1)];
        let more = position.differs_from_count(&more).expect("a difference");
        assert_eq!((&*more.decision, more.expected), ("p1 plays plains", None));
    }
}
