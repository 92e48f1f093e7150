//! Rulebooks of our own invention.

use super::*;
use crate::fault::Faults;

const TEXT: &str = "Rules of a Small Game\nThese rules are effective as of May 3, 2031.\n\nContents\n1. Pebbles\n\
    100. Counting\n101. Throwing\nGlossary\nCredits\n\n1. Pebbles\n\n100. Counting\n\n100.1. Count your pebbles.\n\n\
    100.1a Count the white\n  ones   twice.\n\nExample: Three white ones count six.\n\nMore of the example.\n\n\
    101. Throwing\n\n101.1. Throw one.\n\nGlossary\n\nPebble\nA stone. See 100.1.\n\n100.9. Not a rule.\n\nCredits\n\nUs.\n";

fn book(text: &str) -> Rulebook {
    Rulebook::parse(text).expect("a rulebook")
}

fn known(book: &Rulebook) -> Citations {
    let mut faults = Faults::new();
    let citations =
        Citations::parse("citations.lock", &book.lock("# ours\ndocument D0 1 0123456789abcdef\n"), &mut faults);
    assert!(faults.is_empty(), "{faults:?}");
    citations
}

#[test]
fn numbers_date_and_checksums_are_read() {
    let book = book(TEXT);
    assert_eq!(book.edition, "2031-05-03");
    let numbers: Vec<&str> = book.rules.iter().map(|(number, _)| number.as_str()).collect();
    assert_eq!(numbers, ["100", "100.1", "100.1a", "101", "101.1"]);
    assert_eq!(book.rules[0].1, checksum("Counting"));
    assert_eq!(book.rules[2].1, checksum("Count the white ones twice."), "lines are joined, examples left out");
    // SHA-256 of "abc", known to everybody.
    assert_eq!(checksum(" abc\n"), "ba7816bf8f01cfea");
}

#[test]
fn line_breaks_and_a_byte_order_mark_make_no_difference() {
    let plain = book(TEXT);
    assert_eq!(book(&TEXT.replace('\n', "\r\n")), plain);
    assert_eq!(book(&TEXT.replace('\n', "\r")), plain);
    assert_eq!(book(&format!("\u{feff}{TEXT}")), plain);
}

#[test]
fn what_is_no_rulebook_is_refused() {
    let error = |text: &str| Rulebook::parse(text).expect_err("an error");
    for text in ["", "\u{feff}", "garbage", "\0\0\0", "1234.5 no", "106.", "12.5a b", "{\"a\": 106.7}"] {
        assert_eq!(error(text), RulebookError::Empty, "{text:?}");
    }
    assert_eq!(error("106.7. A rule."), RulebookError::Undated);
    assert_eq!(error("effective as of Smarch 3, 2031\n106.7. A rule."), RulebookError::Undated);
    assert_eq!(error("effective as of May 99, 2031\n106.7. A rule."), RulebookError::Undated);
    let twice = TEXT.replace("101.1. Throw", "100.1. Throw");
    assert_eq!(error(&twice), RulebookError::Twice { number: "100.1".to_owned(), line: 26 });
}

#[test]
fn files_are_bounded_and_told_from_other_things() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("rules.txt");
    let written = |bytes: &[u8]| {
        std::fs::write(&path, bytes).expect("a file");
        Rulebook::read(&path)
    };
    assert_eq!(written(TEXT.as_bytes()), Ok(book(TEXT)));
    assert_eq!(written(b"abc\xff\xfe"), Err(RulebookError::Encoding(4)));
    let huge = TEXT.repeat(1 + usize::try_from(LARGEST).expect("small") / TEXT.len());
    assert_eq!(written(huge.as_bytes()), Err(RulebookError::Large));
    assert!(matches!(Rulebook::read(folder.path()), Err(RulebookError::Read(_))));
    assert!(matches!(Rulebook::read(&folder.path().join("none")), Err(RulebookError::Read(_))));
}

#[test]
fn the_lock_is_the_same_again() {
    let book = book(TEXT);
    let old = "# ours\n#\nedition 2030-01-01\n# not kept\n100 0123456789abcdef\ndocument D0 1 0123456789abcdef\n";
    let lock = book.lock(old);
    assert!(lock.starts_with("# ours\n#\nedition 2031-05-03\n100 "), "{lock}");
    assert!(lock.ends_with("document D0 1 0123456789abcdef\n"), "{lock}");
    assert_eq!(book.lock(&lock), lock);
}

#[test]
fn every_number_is_current_or_changed_or_moved_or_gone_or_new() {
    let old = known(&book(TEXT));
    let compare = |text: &str| Comparison::new(&old, &book(text));
    assert_eq!(compare(TEXT), Comparison { current: 5, changes: vec![] });
    let change = |number: &str, change: Change| (number.to_owned(), change);
    let changed = compare(&TEXT.replace("Throw one.", "Throw two."));
    assert_eq!(changed, Comparison { current: 4, changes: vec![change("101.1", Change::Changed)] });
    let gone = compare(&TEXT.replace("101.1. Throw one.", ""));
    assert_eq!(gone, Comparison { current: 4, changes: vec![change("101.1", Change::Gone)] });
    let to = |number: &str| Change::Moved(number.to_owned());
    let pushed = compare(&TEXT.replace("101.1. Throw one.", "101.1. Aim.\n\n101.2. Throw one."));
    assert_eq!(pushed.changes, [change("101.1", to("101.2")), change("101.2", Change::New)]);
    assert_eq!(pushed.current, 4);
}

#[test]
fn numbers_come_in_the_order_of_the_rules() {
    let mut numbers = ["106.12a", "704.5", "106.5", "106.12"];
    numbers.sort_by_key(|number| order(number));
    assert_eq!(numbers, ["106.5", "106.12", "106.12a", "704.5"]);
}

#[test]
fn a_letter_makes_a_part_and_a_digit_another_rule() {
    assert!(is_part("603.8", "603.8") && is_part("603.8a", "603.8") && is_part("603.8", "603"));
    assert!(!is_part("603.81", "603.8") && !is_part("603.8", "603.8a"));
}
