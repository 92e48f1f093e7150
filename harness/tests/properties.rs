//! Every property that a fuzzer runs, on a fixed set of inputs: pseudo-random bytes, and the seeds in `fuzz/corpus`.

use std::fs;
use std::path::Path;

use headjudge::property::{ALL, find};
use headjudge::tape::Source as _;
use headjudge::tape::SplitMix64;

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
fn the_corpus_is_clean() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz/corpus");
    for property in ALL.iter().filter(|property| property.name != "canary") {
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
