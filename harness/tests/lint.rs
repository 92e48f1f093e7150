//! What `headjudge lint` finds: each check on the rulings of this repository with one thing wrong, and the place it tells.

use std::path::Path;
use std::sync::OnceLock;

use headjudge::fault::Style;
use headjudge::library::Library;
use headjudge::lint::{self, Findings, played};

/// The files of the repository's library.
fn files() -> Vec<(String, String)> {
    static FILES: OnceLock<Vec<(String, String)>> = OnceLock::new();
    let read = || {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../rulings");
        Library::files(&folder).unwrap_or_else(|faults| panic!("{}", faults.render(Style::Plain)))
    };
    FILES.get_or_init(read).clone()
}

/// The files with one of them changed: the first of each `from` becomes `to`.
fn changed(path: &str, changes: &[(&str, &str)]) -> Vec<(String, String)> {
    let mut files = files();
    let (_, text) = files.iter_mut().find(|(name, _)| name == path).unwrap_or_else(|| panic!("{path} is gone"));
    for (from, to) in changes {
        assert!(text.contains(from), "{from:?} is not in {path} any more: choose another");
        *text = text.replacen(from, to, 1);
    }
    files
}

fn read(files: &[(String, String)]) -> Library {
    Library::read(files.to_vec()).unwrap_or_else(|faults| panic!("{}", faults.render(Style::Plain)))
}

fn check(files: &[(String, String)]) -> Findings {
    lint::check(&read(files), files)
}

/// Checks that a change makes exactly one fault, in that file, with these words.
#[track_caller]
fn one_fault(path: &str, changes: &[(&str, &str)], wanted: &str) {
    let faults = check(&changed(path, changes)).faults;
    let text = faults.render(Style::Plain);
    assert_eq!(faults.len(), 1, "{changes:?}: {text}");
    assert!(text.starts_with(&format!("{path}:")) && text.contains(wanted), "{wanted}: {text}");
    let fault = &faults.as_slice()[0];
    assert!(fault.help.is_some(), "it says what to do: {text}");
    assert!(fault.span.len > 0 && fault.line_column().0 > 1, "it says where: {text}");
}

const RULING: &str = "nine-lives/each-source.yaml";

#[test]
fn a_draw_or_a_value_that_nothing_reads_is_found() {
    one_fault(RULING, &[("forall:\n", "forall:\n  idle: {int: 0..=8}\n")], "nothing reads the draw `idle`");
    let idle = "let:\n  idle: before + 1\n";
    one_fault(RULING, &[("let:\n", idle)], "nothing reads the computed value `idle`");
    // What only a value reads that nothing reads is not read either: two faults.
    let both = changed(RULING, &[("let:\n", "let:\n  idle: before + 1\n  more: idle + 1\n")]);
    assert_eq!(check(&both).faults.len(), 2);
    let label = &[("forall:\n", "forall:\n  idle: {int: 0..=8}\n"), ("labels:\n", "labels:\n  odd: idle % 2 == 1\n")];
    one_fault(RULING, label, "neither board, script nor answers depend on the draw `idle`");
}

#[test]
fn a_condition_that_never_changes_is_found() {
    let label = |condition: &str| format!("labels:\n  ours: {condition}\n");
    for (condition, wanted) in [
        ("before >= 0", "the label `ours` always holds"),
        ("before > 8", "the label `ours` never holds"),
        ("hits >= 0 || hits == hits", "the label `ours` always holds"),
        ("1 == 2", "the label `ours` never holds"),
    ] {
        one_fault(RULING, &[("labels:\n", &label(condition))], wanted);
    }
    assert!(check(&changed(RULING, &[("labels:\n", &label("\"true\""))])).faults.is_empty(), "said in so many words");
    let then = |condition: &str| format!("then:\n  - {condition}\n");
    for (condition, wanted) in [
        ("after.p1.life == after.p1.life", "expectation 1 always holds"),
        ("attackers.size() >= 0", "expectation 1 always holds"),
        ("before + hits < 99", "expectation 1 looks at no state"),
    ] {
        one_fault(RULING, &[("then:\n", &then(condition))], wanted);
    }
    let always = "where:\n  - before < 9\ngiven:\n";
    one_fault(RULING, &[("given:\n", always)], "this condition always holds");
}

#[test]
fn what_stands_there_twice_is_found() {
    let label = "labels:\n  ours: after.p1.life > 3\n  theirs: after.p1.life>3\n";
    one_fault(RULING, &[("labels:\n", label)], "the label `theirs` says the same as the label `ours`");
    let then = "then:\n  - after.p1.life==start.p1.life\n";
    one_fault(RULING, &[("then:\n", then)], "says the same as expectation 1");
    one_fault(RULING, &[("kills: [", "kills: [zero-damage-counts, ")], "stands here twice");
    let mut twice = files();
    let (_, text) = twice.iter().find(|(path, _)| path == RULING).expect("the ruling");
    let text = text.replace("  before:", "  before:  ");
    twice.push(("nine-lives/zz-again.yaml".to_owned(), text));
    let text = check(&twice).faults.render(Style::Plain);
    assert!(text.contains("`nine-lives/each-source` says the same"), "{text}");
    assert!(text.contains("`nine-lives/each-source` has the same board, script and expectations"), "{text}");
}

#[test]
fn a_variable_that_hides_a_name_is_found() {
    let hides = "labels:\n  ours: attackers.exists(before, before.power > 2)\n";
    one_fault(RULING, &[("labels:\n", hides)], "the variable `before` hides");
}

#[test]
fn an_expression_inside_braces_is_found_where_it_stands() {
    let unquoted = "{id: lives, damage: = f(x), card: Nine Lives";
    let files = vec![("a.yaml".to_owned(), format!("- {unquoted}}}\n"))];
    // The file means nothing, and is found before anything is made of it.
    let empty = read(&self::files());
    let text = lint::check(&empty, &files).faults.render(Style::Plain);
    assert!(text.contains("a.yaml:1:23: an expression inside braces stands without quotes"), "{text}");
    assert!(text.contains("quote it: \"= f(x)\""), "{text}");
}

#[test]
fn gaps_of_the_clauses_are_found() {
    const CLAUSES: &str = "clauses.yaml";
    let trap = "    traps:\n      - a trap of ours\n";
    one_fault(CLAUSES, &[("    traps:\n", trap)], "is named `a trap of ours`");
    let fault = "    faults:\n      - a-mutant-of-ours\n";
    one_fault(CLAUSES, &[("    faults:\n", fault)], "there is no mutant `a-mutant-of-ours`");
    one_fault(
        CLAUSES,
        &[("    faults:\n", "    faults:\n      - x-enters-zero\n")],
        "names the mutant `x-enters-zero`",
    );
    one_fault(CLAUSES, &[("paragraphs: 13}", "paragraphs: 14}")], "no clause is from these paragraphs of D0: 14");
    let clause = "clauses:\n  - id: mana.ours\n    topic: mana\n    from: [{document: D0, paragraph: 1}]\n    \
        rules: [\"106.5\"]\n    says: Ours.\n    traps: []\n    faults: []\n";
    one_fault(CLAUSES, &[("clauses:\n", clause)], "no ruling that certifies encodes the clause `mana.ours`");
}

#[test]
fn cards_that_nothing_uses_are_advice() {
    let card = "- {name: Card of Ours, types: [artifact]}\n- {name: Another, types: [artifact], omitted: all of it}\n";
    let mut files = files();
    let (_, text) = files.iter_mut().find(|(path, _)| path == "cards/x.yaml").expect("the cards");
    text.push_str(card);
    let findings = check(&files);
    assert!(findings.faults.is_empty(), "{}", findings.faults.render(Style::Plain));
    let advice: Vec<String> = findings.advice.as_slice().iter().map(ToString::to_string).collect();
    let ours = |part: &str| advice.iter().any(|line| line.starts_with("cards/x.yaml:") && line.contains(part));
    assert!(ours("uses") && ours("Card of Ours, Another"), "{advice:#?}");
    assert!(ours("leave") && ours("Another"), "{advice:#?}");
    assert!(!advice.iter().any(|line| line.contains("Rat Token") || line.contains("uses Hungry Lynx")), "{advice:#?}");
}

#[test]
fn playing_shows_what_reading_does_not() {
    let changes = [
        ("labels:\n", "labels:\n  ours: after.p1.life > 1000000\n"),
        ("then:\n", "then:\n  - after.p2.life < 1000000\n"),
        ("forall:\n", "forall:\n  idle: {int: 0..=8}\n"),
        // To do nothing so often makes no difference.
        ("when:\n", "when:\n  - repeat: {times: $idle, do: []}\n"),
    ];
    let files = changed(RULING, &changes);
    let library = read(&files);
    let ruling = library.find("nine-lives/each-source").expect("the ruling");
    let findings = played::play(&library, &files, &[ruling], (1993, 120), &|_| {});
    let faults = findings.faults.render(Style::Plain);
    assert!(findings.faults.len() == 1 && faults.contains("none of 120 cases reaches the label `ours`"), "{faults}");
    let advice = findings.advice.render(Style::Plain);
    assert!(advice.contains("the draw `idle` came out otherwise"), "{advice}");
    assert!(!advice.contains("`before`") && !advice.contains("`attackers`"), "{advice}");
    assert!(advice.contains("expectations, 1\n") || advice.contains("expectations, 1, "), "{advice}");
    let again = played::play(&library, &files, &[ruling], (1993, 120), &|_| {});
    assert_eq!(again, findings, "the same every time");
}

#[test]
fn a_garbled_file_makes_no_panic() {
    let library = read(&files());
    for text in ["", "{", "a: [", "- - -", "labels: 3\n", "\u{feff}", "forall: {x: {int: 0..=1}}\nlet: []\nthen: {}\n"]
    {
        for path in [RULING, "clauses.yaml", "cards/x.yaml", "groups.yaml"] {
            let mut files = files();
            files.iter_mut().filter(|(name, _)| name == path).for_each(|(_, old)| text.clone_into(old));
            // Whatever comes of it, it ends.
            let _ = lint::check(&library, &files);
        }
    }
}
