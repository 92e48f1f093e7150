//! A thousand damaged libraries: loading ends with a library or with faults, drawing from it with a case or a reason, and
//! nothing panics.

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use headjudge::case;
use headjudge::fault::Style;
use headjudge::library::Library;
use headjudge::run::DEFAULT_SEED;
use headjudge::tape::{Source as _, SplitMix64};
use rayon::prelude::*;

/// How many damaged libraries are read.
const DAMAGED: u64 = 1000;

/// How many cases of each ruling are drawn from one that still loads.
const CASES: u64 = 2;

/// How many faults of a library are drawn.
const DRAWN: usize = 3;

/// The rulings that are damaged, each in a library of its own: between them they use all of the format.
const RULINGS: [&str; 5] = [
    "nine-lives/each-source.yaml",
    "nine-lives/trigger-once.yaml",
    "tap-symbol/sick.yaml",
    "hungry-lynx/counter-each-cat.yaml",
    "incarnation/lost-ability.yaml",
];

type Files = Vec<(String, String)>;

/// The whole library but for the rulings and the cases that became some, and one ruling.
fn small(all: &Files, ruling: &str) -> Files {
    let shared = |path: &str| !path.contains('/') && path != "cases.yaml";
    let keep = |path: &str| path == ruling || path.starts_with("cards/") || shared(path);
    all.iter().filter(|(path, _)| keep(path)).cloned().collect()
}

fn collect(root: &Path, folder: &Path, files: &mut Files) {
    for entry in fs::read_dir(folder).expect("the folder is there").flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(root, &path, files);
        } else if path.extension().is_some_and(|e| e == "yaml" || e == "lock") {
            let name = path.strip_prefix(root).expect("below the root").to_string_lossy().replace('\\', "/");
            files.push((name, fs::read_to_string(&path).expect("a text")));
        }
    }
}

/// Every file of the library.
fn all() -> Files {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../rulings");
    let mut files = Files::new();
    collect(&root, &root, &mut files);
    files.sort();
    files
}

/// What becomes of a damaged library.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Fate {
    /// It is refused, with faults that have a place.
    Refused,
    /// It loads, and cases are drawn or refused.
    Loads,
}

#[test]
fn no_damage_to_a_file_makes_the_loader_panic() {
    let all = all();
    let libraries: Vec<Files> = RULINGS.iter().map(|ruling| small(&all, ruling)).collect();
    for (library, ruling) in libraries.iter().zip(RULINGS) {
        let fate = fate(library.clone());
        assert_eq!(fate, Fate::Loads, "{ruling} before any damage");
    }
    let fates: Vec<Result<Fate, String>> = (0..DAMAGED)
        .into_par_iter()
        .map(|n| {
            let (what, files) = damaged(n, &libraries);
            catch_unwind(AssertUnwindSafe(|| fate(files))).map_err(|_| format!("damage {n}: {what}"))
        })
        .collect();
    let panics: Vec<&str> = fates.iter().filter_map(|fate| fate.as_ref().err()).map(String::as_str).collect();
    assert!(panics.is_empty(), "\n{}", panics.join("\n"));
    // Damage that is always seen, or hardly ever, would try only half of what is to be tried.
    let loads = fates.iter().filter(|fate| **fate == Ok(Fate::Loads)).count() as u64;
    assert!((DAMAGED / 20..DAMAGED * 19 / 20).contains(&loads), "{loads} of {DAMAGED} load");
}

/// Reads a library and draws from it.
fn fate(files: Files) -> Fate {
    let library = match Library::read(files) {
        Ok(library) => library,
        Err(faults) => {
            assert!(!faults.is_empty(), "refused without a fault");
            // Drawing takes long, and a damaged card is missed in many places.
            for fault in faults.as_slice().iter().take(DRAWN) {
                assert!(!fault.render(Style::Unicode).trim().is_empty());
            }
            for fault in faults.as_slice() {
                let (line, column) = fault.line_column();
                assert!(line > 0 && column > 0 && !fault.message.is_empty());
            }
            return Fate::Refused;
        }
    };
    for ruling in &library.rulings {
        for n in 0..CASES {
            // A case or a reason: either will do.
            let _ = case::draw(ruling, &library.pool, DEFAULT_SEED, n);
        }
    }
    Fate::Loads
}

/// Library number `n` with one to three kinds of damage to one of its files, and what was damaged.
fn damaged(n: u64, libraries: &[Files]) -> (String, Files) {
    let mut source = SplitMix64::new(n);
    let mut pick = |many: usize| source.below(many as u64 - 1) as usize;
    let mut files = libraries[pick(libraries.len())].clone();
    // Half of the damage to the ruling: the other files are more, and of simpler shapes.
    let is_ruling = |path: &str| path.contains('/') && !path.starts_with("cards/");
    let ruling = files.iter().position(|(path, _)| is_ruling(path)).expect("one ruling");
    let at = if pick(2) == 0 { ruling } else { pick(files.len()) };
    let mut bytes = files[at].1.clone().into_bytes();
    let mut what = files[at].0.clone();
    for _ in 0..=pick(3) {
        let damage = DAMAGES[pick(DAMAGES.len())];
        what.push_str(&format!(", {}", damage.0));
        damage.1(&mut bytes, &mut pick);
    }
    // What is not UTF-8 is refused before anything else; a replacement character goes further.
    files[at].1 = String::from_utf8_lossy(&bytes).into_owned();
    (what, files)
}

type Pick<'p> = &'p mut dyn FnMut(usize) -> usize;

/// A name, and what it does to the bytes of a file.
type Damage = (&'static str, fn(&mut Vec<u8>, Pick<'_>));

const DAMAGES: [Damage; 9] = [
    ("a bit flipped", |bytes, pick| {
        if !bytes.is_empty() {
            let at = pick(bytes.len());
            bytes[at] ^= 1 << pick(8);
        }
    }),
    ("a byte replaced", |bytes, pick| {
        const BYTES: &[u8] = b"{}[]:,-#&*!|>'\"%@`$=?.0 \n\t\0\xff";
        if !bytes.is_empty() {
            let at = pick(bytes.len());
            bytes[at] = BYTES[pick(BYTES.len())];
        }
    }),
    ("some bytes deleted", |bytes, pick| {
        let from = pick(bytes.len() + 1);
        let to = (from + pick(30)).min(bytes.len());
        bytes.drain(from..to);
    }),
    ("a number changed", |bytes, pick| {
        const NUMBERS: [&str; 7] = ["0", "-1", "99999999999999999999", "9223372036854775807", "1e400", "65536", "0x7f"];
        let digits: Vec<usize> = (0..bytes.len()).filter(|at| bytes[*at].is_ascii_digit()).collect();
        if !digits.is_empty() {
            let at = digits[pick(digits.len())];
            bytes.splice(at..=at, NUMBERS[pick(NUMBERS.len())].bytes());
        }
    }),
    ("a line twice", |bytes, pick| {
        lines(bytes, |lines| {
            let at = pick(lines.len());
            lines.insert(at, lines[at].clone());
        });
    }),
    ("two lines swapped", |bytes, pick| {
        lines(bytes, |lines| {
            let (a, b) = (pick(lines.len()), pick(lines.len()));
            lines.swap(a, b);
        });
    }),
    ("a line gone", |bytes, pick| {
        lines(bytes, |lines| {
            lines.remove(pick(lines.len()));
        });
    }),
    ("a line shifted", |bytes, pick| {
        lines(bytes, |lines| {
            let at = pick(lines.len());
            match pick(3) {
                0 => lines[at].insert(0, b' '),
                1 => drop(lines[at].splice(0..0, *b"  ")),
                _ => {
                    let blanks = lines[at].iter().take(2).take_while(|b| **b == b' ').count();
                    lines[at].drain(..blanks);
                }
            }
        });
    }),
    ("the rest cut off", |bytes, pick| bytes.truncate(pick(bytes.len() + 1))),
];

/// Changes the lines of a text, of which there is at least one.
fn lines(bytes: &mut Vec<u8>, change: impl FnOnce(&mut Vec<Vec<u8>>)) {
    let mut lines: Vec<Vec<u8>> = bytes.split(|b| *b == b'\n').map(<[u8]>::to_vec).collect();
    change(&mut lines);
    *bytes = lines.join(&b'\n');
}
