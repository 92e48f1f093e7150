//! A toy board of the shape that real cases have, with planted bugs whose smallest failing board is known.

use headjudge::tape::{Draw, Source};

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Permanent {
    pub(crate) card: i64,
    pub(crate) controller: i64,
    pub(crate) tapped: bool,
    pub(crate) power: i64,
    pub(crate) toughness: i64,
    pub(crate) damage: i64,
    pub(crate) counters: i64,
}

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct StackItem {
    pub(crate) card: i64,
    /// Index of a permanent.
    pub(crate) target: usize,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Board {
    pub(crate) life: [i64; 2],
    pub(crate) permanents: Vec<Permanent>,
    pub(crate) hand: Vec<i64>,
    pub(crate) stack: Vec<StackItem>,
}

impl Default for Board {
    fn default() -> Self {
        Self { life: [20, 20], permanents: Vec::new(), hand: Vec::new(), stack: Vec::new() }
    }
}

const CARDS: i64 = 2_000;

pub(crate) fn draw_board(s: &mut dyn Source) -> Board {
    let life = [s.near(20, -5..=40), s.near(20, -5..=40)];
    let permanents = s.list(0..=12, |s| Permanent {
        card: s.range(0..=CARDS),
        controller: s.range(0..=1),
        tapped: s.flip(30),
        power: s.range(0..=12),
        toughness: s.range(0..=12),
        damage: s.range(0..=12),
        counters: s.range(0..=9),
    });
    let hand = s.list(0..=7, |s| s.range(0..=CARDS));
    let most = if permanents.is_empty() { 0 } else { 4 };
    let stack = s.list(0..=most, |s| StackItem { card: s.range(0..=CARDS), target: s.index(permanents.len()) });
    Board { life, permanents, hand, stack }
}

/// A planted bug: when it shows, and the smallest board that shows it.
pub(crate) struct Bug {
    pub(crate) name: &'static str,
    pub(crate) shows: fn(&Board) -> bool,
    pub(crate) smallest: fn() -> Board,
}

/// How likely a bug is varies: the last fields of a board and pairs that must agree are the hard ones.
pub(crate) const BUGS: [Bug; 8] = [
    Bug {
        name: "a stack item targets a tapped permanent of power 3 or more",
        shows: |b| {
            b.stack.iter().any(|item| {
                let target = b.permanents.get(item.target);
                target.is_some_and(|p| p.tapped && p.power >= 3)
            })
        },
        smallest: || Board {
            permanents: vec![Permanent { tapped: true, power: 3, ..Permanent::default() }],
            stack: vec![StackItem::default()],
            ..Board::default()
        },
    },
    Bug {
        name: "two permanents of one card under different controllers",
        // Cards in classes of 50, so that random boards show it at all; smallest is class 0.
        shows: |b| {
            let mut pairs = pairs(&b.permanents);
            pairs.any(|(p, q)| p.card / 50 == q.card / 50 && p.controller != q.controller)
        },
        smallest: || Board {
            permanents: vec![Permanent::default(), Permanent { controller: 1, ..Permanent::default() }],
            ..Board::default()
        },
    },
    Bug {
        name: "three permanents of total power 20 and no life",
        shows: |b| {
            let power: i64 = b.permanents.iter().map(|p| p.power).sum();
            b.permanents.len() >= 3 && power >= 20 && b.life[0] <= 0
        },
        smallest: || Board {
            life: [0, 20],
            permanents: [0, 8, 12].map(|power| Permanent { power, ..Permanent::default() }).to_vec(),
            ..Board::default()
        },
    },
    Bug {
        name: "two stack items target one permanent of index 2 or more",
        shows: |b| pairs(&b.stack).any(|(p, q)| p.target == q.target && p.target >= 2),
        smallest: || Board {
            permanents: vec![Permanent::default(); 3],
            stack: vec![StackItem { card: 0, target: 2 }; 2],
            ..Board::default()
        },
    },
    Bug {
        name: "stack items target both a big untapped and a damaged tapped permanent",
        // The targets differ, so cutting a permanent between them must renumber one of them.
        shows: |b| {
            let targets = || b.stack.iter().filter_map(|item| b.permanents.get(item.target));
            targets().any(|p| !p.tapped && p.power >= 7) && targets().any(|p| p.tapped && p.damage > 4)
        },
        smallest: || Board {
            permanents: vec![
                Permanent { power: 7, ..Permanent::default() },
                Permanent { tapped: true, damage: 5, ..Permanent::default() },
            ],
            stack: vec![StackItem::default(), StackItem { card: 0, target: 1 }],
            ..Board::default()
        },
    },
    Bug {
        name: "a hand of three or more above a card of the stack",
        shows: |b| {
            let top = b.stack.iter().map(|item| item.card).max();
            top.is_some_and(|card| b.hand.iter().filter(|c| **c > card).count() >= 3)
        },
        smallest: || Board {
            permanents: vec![Permanent::default()],
            hand: vec![1, 1, 1],
            stack: vec![StackItem::default()],
            ..Board::default()
        },
    },
    Bug {
        name: "as many counters as damage, and both at least two, on an untapped permanent",
        shows: |b| {
            let mut all = b.permanents.iter();
            all.any(|p| p.counters == p.damage && p.damage >= 2 && !p.tapped)
        },
        smallest: || Board {
            permanents: vec![Permanent { damage: 2, counters: 2, ..Permanent::default() }],
            ..Board::default()
        },
    },
    Bug {
        name: "life totals five apart",
        shows: |b| b.life[1].abs_diff(b.life[0]) == 5,
        smallest: || Board { life: [20, 25], ..Board::default() },
    },
];

fn pairs<T>(items: &[T]) -> impl Iterator<Item = (&T, &T)> {
    let each = items.iter().enumerate();
    each.flat_map(|(index, first)| items[index + 1..].iter().map(move |second| (first, second)))
}

/// The first seeds, from `start` on, whose boards show the bug.
pub(crate) fn failing_seeds(bug: &Bug, start: u64) -> impl Iterator<Item = u64> {
    let shows = bug.shows;
    (start..).filter(move |seed| {
        let mut source = headjudge::tape::SplitMix64::new(*seed);
        shows(&draw_board(&mut source))
    })
}
