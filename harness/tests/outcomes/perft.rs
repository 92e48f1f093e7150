//! The trees of decisions below the positions of `harness/positions`: as found by hand, and as counted before.

use std::path::Path;

use headjudge::library::Library;
use headjudge::position::Position;
use headjudge::reference::perft::{lines, perft};
use headjudge_engine::{Mutant, Rules};

/// Wrong rules that decide what a player may do in one of the positions.
const WRONG: [Mutant; 4] = [
    Mutant::SicknessSkipsUntapSymbol,
    Mutant::SicknessEveryAbility,
    Mutant::ProtectionAllowsTargets,
    Mutant::XOfZeroRefused,
];

fn positions() -> Vec<(String, Position)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("positions");
    let mut files: Vec<_> =
        std::fs::read_dir(&folder).expect("the folder").map(|e| e.expect("a file").path()).collect();
    files.sort();
    let read = |path: &std::path::PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let text = std::fs::read(path).expect("a file that can be read");
        let position = Position::parse(&name, &text).unwrap_or_else(|fault| panic!("{name}: {fault:?}"));
        (name, position)
    };
    files.iter().map(read).collect()
}

#[test]
fn trees_are_as_found_by_hand_and_as_counted() {
    let library = Library::embedded().unwrap_or_else(|faults| panic!("{} faults", faults.len()));
    let positions = positions();
    assert!(positions.len() >= 12, "{} positions", positions.len());
    let mut faults = Vec::new();
    for (name, position) in &positions {
        let depth = position.depth().unwrap_or_else(|| panic!("{name} was never counted"));
        assert!(depth >= 2 && !position.by_hand.is_empty(), "{name} says nothing of two levels");
        let branches = perft(&library.pool.cards, Rules::default(), &position.board, depth);
        let branches = branches.unwrap_or_else(|fault| panic!("{name}: {fault}"));
        let differences = [position.differs_from_hand(&branches), position.differs_from_count(&branches)];
        faults.extend(differences.into_iter().flatten().map(|difference| format!("{name}: {difference}")));
    }
    assert!(faults.is_empty(), "{}\nif the rules want it so: headjudge perft FILE --write", faults.join("\n"));
}

/// A tree notices a rule that is wrong: each of these moves what was found by hand.
#[test]
fn trees_notice_wrong_rules() {
    let library = Library::embedded().unwrap_or_else(|faults| panic!("{} faults", faults.len()));
    let noticed = |mutant: Mutant| {
        positions().iter().any(|(_, position)| {
            let branches = perft(&library.pool.cards, Rules { mutant: Some(mutant) }, &position.board, 2);
            position.differs_from_hand(&branches.expect("a board")).is_some()
        })
    };
    let unnoticed: Vec<_> = WRONG.iter().filter(|mutant| !noticed(**mutant)).collect();
    assert!(unnoticed.is_empty(), "{unnoticed:?}");
}

#[test]
fn a_tree_is_as_deep_as_asked_and_ends_with_the_game() {
    let library = Library::embedded().unwrap_or_else(|faults| panic!("{} faults", faults.len()));
    let (_, position) = positions().swap_remove(0);
    let count = |depth| perft(&library.pool.cards, Rules::default(), &position.board, depth).expect("a board");
    assert!(count(0).is_empty());
    assert_eq!(lines(&count(3)).len(), 3);
    assert_eq!(lines(&count(3))[..2], lines(&count(2))[..]);
    let mut over = position.board.clone();
    over.players[0].life = 0;
    let over = perft(&library.pool.cards, Rules::default(), &over, 2).expect("a board");
    assert!(over.is_empty(), "a game that is over leaves nothing to decide: {over:?}");
}
