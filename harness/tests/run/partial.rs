//! What people read of an engine that plays a part of the game: what it lacks, and why clauses are not certified.

use std::sync::OnceLock;

use headjudge::report::{BaselineReport, Detail, Finding, Format, Report, ShortOf, State, summary, write};

use crate::bad::{Bad, Way};
use crate::library::{real, run_named, run_on};

fn plain(report: &Report, detail: Detail) -> String {
    anstream::adapter::strip_str(&summary(report, detail)).to_string()
}

fn lacking() -> &'static Report {
    static REPORT: OnceLock<Report> = OnceLock::new();
    REPORT.get_or_init(|| run_on(real(), "nine-lives", 5, &Bad::new(&real().pool.cards, Way::LacksACard)))
}

#[test]
fn what_is_merely_unsupported_is_counted_and_what_is_lacking_is_named() {
    let report = lacking();
    let rulings = report.rulings.len();
    let usual = plain(report, Detail::Usual);
    assert!(usual.contains(&format!("    {rulings} rulings unsupported (--verbose tells which)\n")), "{usual}");
    assert!(!usual.contains("unsupported  nine-lives/each-source:"), "{usual}");
    let lack = format!(
        "What the engine lacks: 1 thing; a case names the first that it comes to.\n  {} cases  card Nine Lives  ({rulings} rulings)\n",
        rulings * 5
    );
    assert!(usual.contains(&lack), "{usual}");
    let verbose = plain(report, Detail::Everything);
    assert!(verbose.contains("unsupported  nine-lives/each-source: 5 unsupported"), "{verbose}");
    assert!(!verbose.contains("--verbose"), "{verbose}");
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("report.md");
    write(report, Format::Markdown, &path).expect("written");
    let page = std::fs::read_to_string(&path).expect("a page");
    assert!(page.contains(&format!("| card Nine Lives | {} | {rulings} |", rulings * 5)), "{page}");
    assert!(!page.contains("### Not passed"), "{page}");
}

#[test]
fn a_clause_that_is_not_certified_says_what_it_is_short_of() {
    let of = |report: &Report, clause: &str| {
        let short = report.topics.iter().flat_map(|topic| &topic.short).find(|short| short.clause == clause);
        short.map(|short| (short.of, short.rulings.clone()))
    };
    let each = "nine-lives.each-source";
    let (short, blamed) = of(lacking(), each).expect("it is not certified");
    assert_eq!(short, ShortOf::Support);
    assert!(blamed.iter().any(|id| id == "nine-lives/each-source"), "{blamed:?}");

    let few = run_named(real(), "nine-lives", 1, "reference");
    assert_eq!(of(&few, each), Some((ShortOf::Cases, Vec::new())));
    let alone = run_named(real(), "nine-lives/each-source", 100, "reference");
    assert_eq!(of(&alone, each).map(|(of, _)| of), Some(ShortOf::Run));
    let wrong = run_named(real(), "nine-lives", 30, "mutant:zero-damage-counts");
    let (short, blamed) = of(&wrong, each).expect("it is not certified");
    assert_eq!(short, ShortOf::Pass);
    assert!(blamed.iter().any(|id| id == "nine-lives/each-source"), "{blamed:?}");
    let text = plain(&wrong, Detail::Everything);
    assert!(text.contains("not certified  nine-lives.each-source with a ruling that went wrong: "), "{text}");
    let whole = run_named(real(), "nine-lives", 100, "reference");
    assert_eq!((of(&whole, each), whole.topics[0].certified), (None, whole.topics[0].clauses));
}

#[test]
fn of_outcomes_that_differ_and_pass_the_first_is_named() {
    let report = run_on(real(), "nine-lives/each-source", 5, &Bad::new(&real().pool.cards, Way::DrawsOnTheSide));
    assert!(report.rulings[0].verdict.passed(), "{report:?}");
    let told = "5 outcomes differ from the reference's; that alone decides nothing. The first of them that passes is \
                nine-lives/each-source#0.\n";
    let text = plain(&report, Detail::Usual);
    assert!(text.contains(told), "{text}");
    // Failures are told anyway.
    let report = run_named(real(), "nine-lives/each-source", 20, "mutant:zero-damage-counts");
    let text = plain(&report, Detail::Usual);
    assert!(text.contains("that alone decides nothing.\n"), "{text}");
}

#[test]
fn expectations_that_hold_are_counted_where_they_are_many() {
    let finding = |state: State, check: usize| Finding {
        state,
        ruling: "nine-lives/each-source".to_owned(),
        check: format!("expectation {check}"),
        signature: "zero-damage-counts".to_owned(),
        now: None,
        cases: 1,
        reason: None,
        link: None,
        expires: None,
        expired: false,
        line: None,
        note: String::new(),
    };
    let told = |expected: usize, detail: Detail| {
        let mut findings: Vec<Finding> = (1..=expected).map(|at| finding(State::Expected, at)).collect();
        findings.extend([finding(State::Rare, 8), finding(State::Unknown, 9)]);
        let baseline = BaselineReport { as_expected: false, today: None, incomplete: 0, findings };
        let report = Report { baseline: Some(baseline), ..lacking().clone() };
        let text = plain(&report, detail);
        let lines = text.lines().filter(|line| line.starts_with(['•', '✗']) && line.contains(", expectation "));
        lines.map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(told(3, Detail::Usual).len(), 5);
    let many = told(4, Detail::Usual);
    assert_eq!(many.len(), 2, "{many:?}");
    assert!(
        many[0].starts_with("• expected; only its saved case fails") && many[1].starts_with("✗ unknown failure"),
        "{many:?}"
    );
    assert_eq!(told(4, Detail::Everything).len(), 6);
}
