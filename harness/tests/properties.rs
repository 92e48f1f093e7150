//! Every property that a fuzzer runs, on a fixed set of inputs: pseudo-random bytes, and the seeds in `fuzz/corpus`.

use std::fs;
use std::path::Path;

use headjudge::property::produce::agree;
use headjudge::property::{ALL, BROKEN, events, find};
use headjudge::tape::Source as _;
use headjudge::tape::SplitMix64;
use headjudge_engine::{Mutant, Rules};

/// Bytes of a seed; lengths vary.
fn bytes(seed: u64) -> Vec<u8> {
    let mut random = SplitMix64::new(seed);
    let len = random.below(700);
    (0..len).map(|_| u8::try_from(random.below(255)).unwrap_or(0)).collect()
}

fn holds_on_many(name: &str, inputs: u64) {
    let property = find(name).expect("the property exists");
    for seed in 0..inputs {
        if let Err(broken) = (property.check)(&bytes(seed)) {
            panic!("{name}, seed {seed}: {broken}");
        }
    }
}

#[test]
fn event_pipeline() {
    holds_on_many("event_pipeline", 3_000);
}

#[test]
fn whole_game() {
    holds_on_many("whole_game", 300);
}

#[test]
fn scenario() {
    holds_on_many("scenario", 2_000);
}

#[test]
fn ruling() {
    holds_on_many("ruling", 2_000);
}

#[test]
fn wire() {
    holds_on_many("wire", 2_000);
}

/// Boards on which two ways of working out what lands could produce are compared. `HEADJUDGE_BOARDS` sets how many.
#[test]
fn differential_produce() {
    const BOARDS: u64 = 3_000;
    let boards = std::env::var("HEADJUDGE_BOARDS").map_or(BOARDS, |n| n.parse().expect("a number of boards"));
    let (mut replaced, mut circles, mut empty) = (0, 0, 0);
    for seed in 0..boards {
        let agreed = agree(&bytes_of_a_board(seed), Rules::default());
        let agreed = agreed.unwrap_or_else(|differ| panic!("board {seed}: {differ}"));
        replaced += u64::from(agreed.effects > 1);
        circles += u64::from(agreed.asking > 1);
        empty += u64::from(agreed.asking > 1 && !agreed.grounded);
    }
    println!("{boards} boards: {replaced} with several effects, {circles} with circles, {empty} of them empty");
    for reached in [replaced, circles - empty, empty] {
        assert!(reached * 100 >= boards, "a kind of board is hardly ever drawn");
    }
    for mutant in [
        Mutant::CouldProducePrinted,
        Mutant::CouldProduceCountsZero,
        Mutant::CouldProduceSkipsTapped,
        Mutant::CouldProduceSkipsUnpayable,
        Mutant::CouldProduceIgnoresReplacement,
        Mutant::CouldProduceOneOrder,
        Mutant::ColorlessIsAColor,
        Mutant::CouldProduceCircleAnyColor,
        Mutant::CouldProduceCircleByOrder,
    ] {
        let seen = (0..BOARDS).any(|seed| agree(&bytes_of_a_board(seed), Rules { mutant: Some(mutant) }).is_err());
        assert!(seen, "{mutant} is never seen");
    }
}

fn bytes_of_a_board(seed: u64) -> Vec<u8> {
    let mut random = SplitMix64::new(seed);
    (0..160).map(|_| u8::try_from(random.below(255)).unwrap_or(0)).collect()
}

#[test]
fn the_canary_can_be_found() {
    // 3 and 17, then three elements of the list: "one more" and a value, and at last no more.
    let canary = find("canary").expect("the property exists");
    let found = (0..=u8::MAX).any(|more| {
        let input = [3, 17, more, 6, more, 6, more, 6, 0];
        (canary.check)(&input).is_err()
    });
    assert!(found, "no input shows the law that is broken on purpose");
}

#[test]
fn a_planted_breach_is_found() {
    let planted = find("planted").expect("the property exists");
    let first = (0..3_000).find_map(|seed| (planted.check)(&bytes(seed)).err());
    let said = first.expect("3,000 inputs show that tokens go on existing");
    assert!(said.contains("tokens-on-battlefield") && said.contains("111.7"), "{said}");
}

/// The quartiles of the events of each input.
fn quartiles(mut counts: Vec<usize>) -> [usize; 3] {
    counts.sort_unstable();
    let n = counts.len();
    [counts[n / 4], counts[n / 2], counts[3 * n / 4]]
}

/// A search in which little happens finds little. `HEADJUDGE_INPUTS=FOLDER` counts in what a fuzzer has collected.
#[test]
fn much_happens_in_an_input() {
    let of_full_length = |seed| {
        let mut random = SplitMix64::new(seed);
        (0..800).map(|_| u8::try_from(random.below(255)).unwrap_or(0)).collect::<Vec<u8>>()
    };
    let drawn = quartiles((0..1_000).map(|seed| events(&of_full_length(seed))).collect());
    println!("events in drawn inputs: quartiles {drawn:?}");
    assert!(drawn[1] >= 10, "quartiles {drawn:?}");
    if let Some(folder) = std::env::var_os("HEADJUDGE_INPUTS") {
        let entries = fs::read_dir(folder).expect("HEADJUDGE_INPUTS names a folder");
        let files = entries.flatten().map(|entry| entry.path()).filter(|path| path.is_file());
        let counts: Vec<usize> = files.map(|path| events(&fs::read(path).expect("an input can be read"))).collect();
        println!("events in {} collected inputs: quartiles {:?}", counts.len(), quartiles(counts.clone()));
    }
}

#[test]
fn the_corpus_is_clean() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz/corpus");
    for property in ALL.iter().filter(|property| !BROKEN.contains(&property.name)) {
        let folder = root.join(property.name);
        let entries = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
        let mut files = 0;
        for entry in entries.flatten() {
            files += 1;
            let input = fs::read(entry.path()).expect("a seed can be read");
            if let Err(broken) = (property.check)(&input) {
                panic!("{}: {broken}", entry.path().display());
            }
        }
        assert!(files > 0, "{} holds no seed", folder.display());
    }
}
