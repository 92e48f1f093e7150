//! Certificates: made of whole runs, refused when anything is altered, and checked by playing a sample again.

use std::sync::LazyLock;

use headjudge::certificate::verify::VerifyError;
use headjudge::certificate::{Certificate, CertificateError, Marks, verify};
use headjudge::engines::{Engine, named};
use headjudge::library::Library;
use headjudge::report::Report;
use headjudge::ruling::Ruling;
use headjudge::run::{Note, Plan, Watch, run};
use headjudge::verdict::Kind;
use serde_json::Value;
use sha2::{Digest as _, Sha256};

const FAILING: &str = "mutant:zero-damage-counts";

fn library() -> &'static Library {
    static LIBRARY: LazyLock<Library> = LazyLock::new(|| Library::embedded().expect("no faults"));
    &LIBRARY
}

fn engine(name: &str) -> Box<dyn Engine> {
    named(name, &library().pool.cards).expect("an engine")
}

#[derive(Default)]
struct Marking(Marks);

impl Watch for Marking {
    fn noted(&self, ruling: &Ruling, n: u64, note: &Note) {
        self.0.add(&ruling.id, n, note);
    }

    fn wants_marks(&self) -> bool {
        true
    }
}

/// A run of some rulings, one of which is contested.
fn ran(name: &str, cases: u64) -> (Report, Marks) {
    let ids = ["nine-lives/each-source", "nine-lives/each-source-phantom", "tap-symbol/tapped"];
    let rulings = ids.iter().map(|id| library().find(id).expect("a ruling")).collect();
    let marking = Marking::default();
    let report = run(&Plan { rulings, cases, ..Plan::new(library()) }, &*engine(name), &marking).expect("it starts");
    (report, marking.0)
}

fn certified(name: &str, cases: u64) -> Certificate {
    let (report, marks) = ran(name, cases);
    let about = engine(name).about().expect("it says who it is");
    Certificate::new(&report, about, library(), &marks).expect("a certificate")
}

#[test]
fn a_certificate_says_what_was_found_and_reads_back() {
    let good = certified("reference", 20);
    assert_eq!(Certificate::parse(&good.text()).expect("a certificate"), good);
    assert!(good.says[0].contains("obeyed every ruling that was run. 2 of 2 rulings passed"), "{:?}", good.says);
    assert_eq!(good.counts.cases(), 40, "what is contested does not count");
    let bad = certified(FAILING, 20);
    assert!(bad.says[0].contains("DID NOT CONFORM: it broke 1 of the rulings"), "{:?}", bad.says);
    assert!(bad.counts.of(Kind::Fail) > 0);
    let ruling = &bad.rulings[0];
    assert_eq!(ruling.marks.matches('f').count() >= 1, ruling.counts.of(Kind::Fail) > 0);
    assert_eq!(certified(FAILING, 20).text(), bad.text(), "another certificate the second time");
}

#[test]
fn no_byte_can_be_altered_and_none_be_missing() {
    let text = certified("reference", 2).text();
    for at in 0..text.len() {
        let mut bytes = text.clone().into_bytes();
        for other in [bytes[at] ^ 1, bytes[at] ^ 0x20, b'0', b' '] {
            let was = std::mem::replace(&mut bytes[at], other);
            if let Ok(altered) = std::str::from_utf8(&bytes)
                && altered != text
            {
                assert!(Certificate::parse(altered).is_err(), "byte {at} can be {:?}", char::from(other));
            }
            bytes[at] = was;
        }
        assert!(Certificate::parse(&text[..at]).is_err(), "{at} bytes are enough");
        let without = format!("{}{}", &text[..at], &text[at + 1..]);
        assert!(Certificate::parse(&without).is_err(), "byte {at} can be missing");
    }
    assert!(Certificate::parse(&format!("{text}\n")).is_err());
    let dense = serde_json::to_string(&serde_json::from_str::<Value>(&text).expect("JSON")).expect("JSON");
    assert!(Certificate::parse(&dense).is_err());
}

/// The text of a certificate that somebody has altered who knows how to compute the checksum.
fn forged(certificate: &Certificate, alter: impl FnOnce(&mut Certificate)) -> String {
    let mut forged = certificate.clone();
    alter(&mut forged);
    forged.checksum = String::new();
    let sum = Sha256::digest(forged.text().as_bytes());
    forged.checksum = sum.iter().map(|byte| format!("{byte:02x}")).collect();
    forged.text()
}

#[test]
fn a_new_checksum_does_not_make_a_lie_fit() {
    let bad = certified(FAILING, 20);
    assert!(Certificate::parse(&forged(&bad, |_| {})).is_ok(), "the checksum is the one that anybody can compute");
    let good = certified("reference", 20);
    let refused = |alter: fn(&mut Certificate, &Certificate)| {
        let error = Certificate::parse(&forged(&bad, |forged| alter(forged, &good))).expect_err("a lie");
        assert!(matches!(error, CertificateError::Altered(_)), "{error}");
    };
    refused(|forged, good| forged.verdict = good.verdict);
    refused(|forged, good| forged.counts = good.counts);
    refused(|forged, good| forged.says.clone_from(&good.says));
    refused(|forged, good| forged.rulings[0].verdict = good.rulings[0].verdict);
    refused(|forged, good| forged.rulings[0].counts = good.rulings[0].counts);
    refused(|forged, good| forged.rulings[0].marks.clone_from(&good.rulings[0].marks));
    refused(|forged, _| forged.rulings[0].marks.truncate(80));
    refused(|forged, _| forged.rulings[0].marks.replace_range(0..1, "?"));
    refused(|forged, _| forged.rulings.truncate(1));
    refused(|forged, _| forged.cases = 19);
    refused(|forged, _| forged.seed = "+1993".to_owned());
    refused(|forged, _| forged.engine.called = "another".to_owned());
    let later = Certificate::parse(&forged(&bad, |forged| forged.certificate = 2)).expect_err("of a later version");
    assert!(matches!(later, CertificateError::Version(2)), "{later}");
}

#[test]
fn a_sample_shows_whether_it_is_true() {
    let bad = certified(FAILING, 20);
    let on = |certificate: &Certificate, name: &str, sample| {
        verify(certificate, library(), &*engine(name), sample, 5).expect("it can be checked")
    };
    let fine = on(&bad, FAILING, 30);
    assert_eq!((fine.played, fine.of, fine.differ.len(), fine.engine.len()), (30, 60, 0, 0));
    // A whole certificate that somebody made up on another engine.
    let lie = on(&bad, "reference", 1000);
    assert_eq!(lie.played, 60);
    let broken: Vec<_> = lie.differ.iter().filter(|differs| differs.was == Kind::Fail).collect();
    let all: u64 = bad.rulings.iter().map(|ruling| ruling.counts.of(Kind::Fail)).sum();
    assert!(all > 0 && broken.len() as u64 == all, "every failure is missed: {:?}", lie.differ);
    assert!(lie.differ.iter().all(|differs| differs.now == Kind::Pass));
    assert!(lie.engine[0].contains("the engine's name is \"reference\""), "{:?}", lie.engine);
    // One mark of another outcome with the same verdict.
    let text = forged(&certified("reference", 20), |forged| {
        let digit = if forged.rulings[1].marks[15..16] == *"0" { "1" } else { "0" };
        forged.rulings[1].marks.replace_range(15..16, digit);
    });
    let one = on(&Certificate::parse(&text).expect("nothing in it shows that"), "reference", 1000);
    assert_eq!(one.differ.len(), 1);
    assert_eq!((one.differ[0].case, one.differ[0].was, one.differ[0].now), (1, Kind::Pass, Kind::Pass));
}

#[test]
fn what_is_not_of_this_program_and_library_is_refused_with_the_reason() {
    let good = certified("reference", 2);
    let text = forged(&good, |forged| {
        forged.library = "0".repeat(16);
        forged.headjudge = "9.9.9".to_owned();
        forged.rulings[0].id = "nine-lives/unheard-of".to_owned();
    });
    let other = Certificate::parse(&text).expect("it fits together");
    let error = verify(&other, library(), &*engine("reference"), 1, 1).expect_err("another library");
    assert!(matches!(error, VerifyError::Certificate(CertificateError::Other(_))));
    for part in
        ["the library is 0000000000000000 in", "headjudge is 9.9.9 in", "no ruling `nine-lives/unheard-of` here"]
    {
        assert!(error.to_string().contains(part), "{error}");
    }
}

#[test]
fn a_run_that_is_not_whole_has_none() {
    let (report, marks) = ran("reference", 5);
    let about = || engine("reference").about().expect("it says who it is");
    let none = |report: &Report, marks: &Marks| {
        Certificate::new(report, about(), library(), marks).expect_err("no certificate").to_string()
    };
    let mut cut = report.clone();
    cut.rulings[0].counts.add(Kind::NotRun);
    assert!(none(&cut, &marks).contains("did not come to its end"));
    assert!(none(&report, &Marks::default()).contains("not every case has its mark"));
    let mut part = report.clone();
    part.part = Some(headjudge::report::PartReport { number: 1, of: 2, rulings: 6, whole: String::new() });
    assert!(none(&part, &marks).contains("a part of another"));
}
