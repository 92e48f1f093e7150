//! One `check` for all engine tests: a board and a script in a few words, with the expected values in the script.
//!
//! A check plays the script and writes it down again with what came out: `? p1.life = 17` keeps its value if that is the
//! life total, and `p1: cast bolt at p2 -> refused 601.2c` keeps its refusal if that is what happens. The two texts must
//! be equal. After every line the game must obey every invariant of the engine.

mod answers;
mod board;
mod play;
mod show;

use std::path::Path;
use std::sync::{Arc, LazyLock};

use headjudge_engine::{Card, CardTable, Rules};

pub(crate) use board::Board;
pub(crate) use play::Table;

static CARDS: LazyLock<Arc<CardTable>> = LazyLock::new(|| {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../rulings/cards");
    let entries = std::fs::read_dir(&folder).expect("the folder of cards");
    let mut files: Vec<_> = entries.map(|entry| entry.expect("an entry of the folder").path()).collect();
    files.sort();
    let cards = files.iter().flat_map(|file| -> Vec<Card> {
        let text = std::fs::read_to_string(file).expect("a file of cards");
        serde_yaml::from_str(&text).unwrap_or_else(|fault| panic!("{}: {fault}", file.display()))
    });
    Arc::new(CardTable::new(cards.collect()).unwrap_or_else(|faults| panic!("{faults:?}")))
});

/// Every card of `rulings/cards`.
pub(crate) fn cards() -> Arc<CardTable> {
    Arc::clone(&CARDS)
}

/// Plays a script on a board by the rules as they are. The grammar of both is that of [`board`] and [`play`].
#[track_caller]
pub(crate) fn check(board: &str, script: &str) {
    if let Err(fault) = compare(&CARDS, board, script) {
        panic!("{fault}");
    }
}

/// As [`check`], with cards of one's own beside the others, in the format of `rulings/cards`.
#[track_caller]
pub(crate) fn check_with(own: &str, board: &str, script: &str) {
    let own: Vec<Card> = serde_yaml::from_str(own).unwrap_or_else(|fault| panic!("{fault}"));
    let all = CARDS.iter().map(|(_, card)| card).chain(&own).cloned().collect();
    let all = CardTable::new(all).unwrap_or_else(|faults| panic!("{faults:?}"));
    if let Err(fault) = compare(&Arc::new(all), board, script) {
        panic!("{fault}");
    }
}

/// Plays a script on a board with these cards; the error tells both texts.
pub(crate) fn compare(cards: &Arc<CardTable>, board: &str, script: &str) -> Result<(), String> {
    let board = board::Board::parse(board, cards);
    let lines: Vec<&str> = script.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let mut table = play::Table::new(&board, Arc::clone(cards), Rules::default());
    let played: Vec<String> = lines.iter().map(|line| table.line(line)).collect();
    let expected = lines.join("\n");
    let got = played.join("\n");
    if expected != got {
        return Err(format!("expected\n{expected}\n\ngot\n{got}\n\ntranscript\n{}", table.transcript()));
    }
    match table.unused() {
        unused if unused.is_empty() => Ok(()),
        unused => Err(format!("answers that nobody asked for: {unused:?}")),
    }
}
