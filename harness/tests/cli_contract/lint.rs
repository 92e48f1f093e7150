//! `lint`, `list` and `new`: what is found, what is selected, what is begun.

use std::fs;
use std::path::Path;

use super::faults::copy;
use super::{run, text};

fn rulings(folder: &Path) {
    copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../rulings"), folder);
}

/// Rules of our own invention, with numbers that rulings cite.
const RULES: &str = "Rules\nThese rules are effective as of May 3, 2031.\nContents\n615. Stopping\nCredits\n\
    615. Stopping\n615.1. Stop it.\n615.1a Stop it now.\nGlossary\nCredits\n";

#[test]
fn what_does_nothing_is_a_fault_and_advice_is_none() {
    let folder = tempfile::tempdir().expect("a folder");
    rulings(folder.path());
    let fine = run(0, &["lint", "--rulings", text(folder.path())]);
    assert!(fine.out.contains("no faults"), "{}", fine.out);
    let path = folder.path().join("nine-lives/each-source.yaml");
    let ruling = fs::read_to_string(&path).expect("the ruling");
    fs::write(&path, ruling.replacen("forall:\n", "forall:\n  idle: {bool: 50%}\n", 1)).expect("the ruling");
    let faulty = run(1, &["lint", "--rulings", text(folder.path())]);
    let place = "nine-lives/each-source.yaml:7:3";
    assert!(faulty.out.contains("nothing reads the draw `idle`") && faulty.out.contains(place), "{}", faulty.out);
    assert!(faulty.out.contains("1 fault"), "{}", faulty.out);
    // The loader has no objection: it can be run.
    run(0, &["certify", "--rulings", text(folder.path()), "--cases", "20", "nine-lives/each-source"]);
}

#[test]
fn an_edition_of_the_rules_is_compared_and_never_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    rulings(folder.path());
    let rules = folder.path().join("rules.txt");
    fs::write(&rules, RULES).expect("the rules");
    let compared = run(1, &["lint", "--rules", text(&rules)]);
    for part in ["615.1a changed", "615.5 is gone", "nine-lives/each-source", "nine-lives.each-source", "2031-05-03"] {
        assert!(compared.out.contains(part), "no {part} in\n{}", compared.out);
    }
    let alone = run(2, &["lint", "--rules", text(&rules), "--write"]);
    assert!(alone.err.contains("--rulings DIR"), "{}", alone.err);
    let lock = folder.path().join("citations.lock");
    let before = fs::read_to_string(&lock).expect("the lock");
    // Written it is, and what cites numbers that are gone does not load any more.
    let written = run(2, &["lint", "--rules", text(&rules), "--write", "--rulings", text(folder.path())]);
    assert!(written.out.contains("3 numbers of 2031-05-03"), "{}", written.out);
    assert!(written.err.contains("there is no rule `106.5`"), "{}", written.err);
    let after = fs::read_to_string(&lock).expect("the lock");
    let kept =
        |text: &str| text.lines().filter(|line| line.starts_with(['#', 'd'])).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(kept(&before), kept(&after));
    assert!(!after.contains("Stop"), "no text of the rules is kept");
    for (bytes, why) in
        [(&b"garbage"[..], "expected the rules as plain text"), (b"", "expected the rules"), (b"\xff", "UTF-8")]
    {
        fs::write(&rules, bytes).expect("a file");
        let refused = run(2, &["lint", "--rules", text(&rules)]);
        assert!(refused.err.contains(why), "{}", refused.err);
    }
    run(2, &["lint", "--rules", "/no/such/rules.txt"]);
}

#[test]
fn filters_select_for_every_command() {
    let lines = |filters: &[&str]| run(0, &[&["list"], filters].concat()).out.lines().count();
    assert_eq!(lines(&["topic:nine-lives"]), lines(&["nine-lives"]));
    assert!(lines(&["card:\"Nine Lives\"+kills:zero-damage-counts"]) < lines(&["kills:zero-damage-counts", "topic:x"]));
    let long = run(0, &["list", "--long", "nine-lives/each-source"]).out;
    assert!(long.contains("encodes nine-lives.each-source") && long.contains("kills "), "{long}");
    let short = run(0, &["list", "nine-lives/each-source"]).out;
    assert_eq!(short, "nine-lives/each-source  nine-lives.each-source\n");
    for command in ["list", "certify", "mutants"] {
        let refused = run(2, &[command, "card:Nine Live"]);
        assert!(refused.err.contains("did you mean \"Nine Lives\"?"), "{command}: {}", refused.err);
        let help = run(0, &[command, "--help"]).out;
        assert!(help.contains("topic:x+rule:107.3"), "{command}: {help}");
    }
    run(0, &["certify", "--cases", "20", "topic:nine-lives+kills:zero-damage-counts"]);
}

#[test]
fn a_ruling_is_begun_and_runs() {
    let folder = tempfile::tempdir().expect("a folder");
    rulings(folder.path());
    let dir = text(folder.path());
    let begun = run(0, &["new", "ruling", "nine-lives/ours", "--rulings", dir]);
    assert!(begun.out.contains("nine-lives/ours.yaml is written"), "{}", begun.out);
    run(0, &["certify", "--rulings", dir, "--cases", "20", "nine-lives/ours"]);
    let left = run(1, &["lint", "--rulings", dir]);
    assert!(
        left.out.contains("this is still to be written") && left.out.contains("nine-lives/ours.yaml:"),
        "{}",
        left.out
    );
    let path = folder.path().join("nine-lives/ours.yaml");
    let before = fs::read_to_string(&path).expect("the ruling");
    let again = run(2, &["new", "ruling", "nine-lives/ours", "--rulings", dir]);
    assert!(again.err.contains("is there already"), "{}", again.err);
    assert_eq!(fs::read_to_string(&path).expect("the ruling"), before);
    // What is left to be filled in, filled in.
    let filled: Vec<String> = before
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| line.replace("FILL IN the statement", "An attack hurts: the statement"))
        .map(|line| line.split("# FILL IN").next().unwrap_or_default().trim_end().to_owned())
        .collect();
    fs::write(&path, filled.join("\n") + "\n").expect("the ruling");
    run(0, &["lint", "--rulings", dir]);
    for (id, why) in [
        ("nine-lifes/ours", "did you mean \"nine-lives\"?"),
        ("ours", "expected TOPIC/NAME"),
        ("mana/../../ours", "expected a name of lower-case letters"),
        ("mana/", "expected a name of lower-case letters"),
    ] {
        let refused = run(2, &["new", "ruling", id, "--rulings", dir]);
        assert!(refused.err.contains(why), "{id}: {}", refused.err);
    }
}

#[test]
fn a_ruling_begins_with_a_case() {
    let folder = tempfile::tempdir().expect("a folder");
    rulings(folder.path());
    let dir = text(folder.path());
    let report = folder.path().join("report.json");
    let write = format!("json={}", text(&report));
    run(
        1,
        &[
            "certify",
            "--engine",
            "mutant:zero-damage-counts",
            "--cases",
            "60",
            "--report",
            &write,
            "nine-lives/each-source",
        ],
    );
    let failure = format!("{}#1", text(&report));
    let froms = ["nine-lives/each-source#17", "nine-lives/each-source#0@t1:3,1", &failure];
    for (at, from) in froms.into_iter().enumerate() {
        let id = format!("nine-lives/ours-{at}");
        run(0, &["new", "ruling", &id, "--from", from, "--rulings", dir]);
        let ruling = fs::read_to_string(folder.path().join(format!("{id}.yaml"))).expect("the ruling");
        for part in [
            "clauses: [nine-lives.each-source]",
            "card: Nine Lives",
            "attack: {by: p2, with: [attacker_1",
            "incarnation ==",
            // Which mutants the new ruling kills nobody knows yet.
            "kills: []    # FILL IN those that `headjudge mutants` shows it to kill, two at least; nine-lives/each-source names ",
        ] {
            assert!(ruling.contains(part), "{from}: no {part} in\n{ruling}");
        }
        run(0, &["certify", "--rulings", dir, "--cases", "20", &id]);
    }
    // A failure of the mutant stays one.
    run(
        1,
        &["certify", "--rulings", dir, "--cases", "20", "--engine", "mutant:zero-damage-counts", "nine-lives/ours-2"],
    );
    for (from, why) in [
        ("nine-lives/each-sorce#1", "did you mean"),
        ("nine-lives/each-source", "neither a case nor a file"),
        (&format!("{}#99", text(&report)), "so none is number 99"),
        (&format!("{}#0", text(&report)), "so none is number 0"),
    ] {
        let refused = run(2, &["new", "ruling", "nine-lives/other", "--from", from, "--rulings", dir]);
        assert!(refused.err.contains(why), "{from}: {}", refused.err);
    }
}

/// Every case of every ruling can be the beginning of another.
#[test]
fn cases_of_all_rulings_can_be_begun_with() {
    use headjudge::library::Library;
    use headjudge::{case, skeleton, tape};

    let library = Library::embedded().expect("the library");
    let mut kept = 0;
    for ruling in &library.rulings {
        let first = case::draw(ruling, &library.pool, 1993, 3).expect("a case");
        let (_, tape) = tape::record(first.before, |source| ruling.generate(&library.pool, source));
        let id = format!("{}/ours", ruling.topic());
        let written = skeleton::of_case(&library, &id, ruling, &tape).expect("a ruling");
        assert!(skeleton::loads(&library, &id, &written).is_some(), "{} does not load:\n{written}", ruling.id);
        kept += written.lines().skip_while(|line| *line != "then:").filter(|line| line.starts_with("  - ")).count();
    }
    assert!(kept > library.rulings.len(), "only {kept} expectations are kept");
    for topic in headjudge::clauses::TOPICS {
        let id = format!("{topic}/ours");
        let written = skeleton::fresh(&library, &id);
        assert!(skeleton::loads(&library, &id, &written).is_some(), "{written}");
    }
}
