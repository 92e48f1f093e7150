//! One report for one library, seed and engine: whatever the threads, and however it is stored.

use std::sync::OnceLock;

use headjudge::report::{self, Format, Report};
use headjudge::verdict::Counts;

use crate::library::{real, run_named};

fn with_threads(threads: usize, engine: &str) -> Report {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
    pool.install(|| run_named(real(), "", 120, engine))
}

/// A run of everything with failures, played once for all tests.
fn failing() -> &'static Report {
    static REPORT: OnceLock<Report> = OnceLock::new();
    REPORT.get_or_init(|| with_threads(2, "mutant:zero-damage-counts"))
}

#[test]
fn counts_add_up_from_failures_to_the_whole() {
    let report = failing();
    let mut sum = Counts::default();
    for ruling in &report.rulings {
        assert_eq!(ruling.counts.cases(), report.cases, "{}", ruling.id);
        let failed: u64 = ruling.failures.iter().map(|failure| failure.cases).sum();
        let faulty: u64 = ruling.faults.iter().map(|fault| fault.cases).sum();
        let passed = ruling.counts.of(headjudge::verdict::Kind::Pass);
        assert_eq!(passed + failed + faulty, report.cases, "{}", ruling.id);
        sum.merge(&ruling.counts);
    }
    assert_eq!(sum, report.counts);
    assert!(report.rulings.iter().any(|ruling| !ruling.failures.is_empty()), "the mutant was caught");
}

#[test]
fn a_report_reads_back_as_it_was_written_and_replaces_the_file_whole() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("report.json");
    std::fs::write(&path, "an older report").expect("a file");
    let report = failing();
    report::write(report, Format::Json, &path).expect("written");
    assert_eq!(report::read(&path).expect("a report"), *report);
    let text = std::fs::read_to_string(&path).expect("text");
    assert!(text.ends_with("}\n"));
    let left: Vec<_> = std::fs::read_dir(folder.path()).expect("the folder").collect();
    assert_eq!(left.len(), 1, "nothing but the report is left");
    let missing = folder.path().join("no/such/folder/report.json");
    assert!(report::write(report, Format::Json, &missing).is_err());
}

#[test]
fn a_case_is_the_same_whatever_else_is_run() {
    let whole = failing();
    let alone = run_named(real(), "nine-lives/each-source", 120, "mutant:zero-damage-counts");
    let part = whole.rulings.iter().find(|ruling| ruling.id == "nine-lives/each-source");
    assert_eq!(part, alone.rulings.first());
}
