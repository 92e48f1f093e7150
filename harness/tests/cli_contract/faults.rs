//! Files that are wrong: exit code 2, every fault with its place, what was probably meant.

use std::fs;
use std::path::Path;

use super::{ended, program, run, text};

/// A ruling with five faults of different kinds, and the lines that they stand in.
const FAULTY: &str = r#"clauses: [nine-lives.each-sorce]
cite: {document: D0, paragraph: 9, rules: ["615.99"]}
says: Five things are wrong here.
given:
  p1:
    battlefield:
      - {id: lives, card: Nine Live}
when:
  - pass
then:
  - after.p1.life == "twenty"
kills: [zero-damage-count, one-counter-per-event]
"#;

const FAULTY_LINES: [usize; 5] = [1, 2, 7, 11, 12];

#[test]
fn every_fault_of_a_file_is_told_with_its_place() {
    let folder = tempfile::tempdir().expect("a folder");
    copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../rulings"), folder.path());
    fs::write(folder.path().join("nine-lives/faulty.yaml"), FAULTY).expect("the file is written");
    let arguments = ["lint", "--rulings", text(folder.path())];
    let ended = run(2, &arguments);
    let faults: Vec<(usize, usize)> = ended.err.lines().filter_map(place).collect();
    assert_eq!(faults.iter().map(|(line, _)| *line).collect::<Vec<_>>(), FAULTY_LINES, "{}", ended.err);
    assert!(faults.iter().all(|(_, column)| *column > 1), "{}", ended.err);
    for wanted in ["5 faults", "nine-lives.each-source", "615.99", "Nine Lives", "zero-damage-counts"] {
        assert!(ended.err.contains(wanted), "no {wanted} in\n{}", ended.err);
    }
    let mut plain = program(&arguments);
    plain.env("NO_COLOR", "1").env("CLICOLOR_FORCE", "1");
    assert!(!self::ended(plain).err.contains('\u{1b}'), "colours although they are refused");
    // Nothing runs while a file is faulty.
    let certify = run(2, &["certify", "--cases", "1", "--rulings", text(folder.path())]);
    assert!(certify.out.is_empty(), "{}", certify.out);
}

#[test]
fn of_thousands_of_faults_the_first_are_shown_and_the_rest_is_counted() {
    let folder = tempfile::tempdir().expect("a folder");
    let rulings = Path::new(env!("CARGO_MANIFEST_DIR")).join("../rulings");
    copy(&rulings, folder.path());
    // The whole library once more, one level too deep: nothing in it is where it belongs.
    copy(&rulings, &folder.path().join("rulings"));
    let ended = run(2, &["lint", "--rulings", text(folder.path())]);
    let shown = ended.err.lines().filter(|line| line.contains("×")).count();
    assert_eq!(shown, 60, "{}", ended.err);
    assert!(ended.err.contains("… and ") && ended.err.contains(" faults in the library"), "{}", ended.err);
}

/// Line and column of a fault of the faulty file: `nine-lives/faulty.yaml:7:25`.
fn place(line: &str) -> Option<(usize, usize)> {
    let rest = line.split("nine-lives/faulty.yaml:").nth(1)?;
    let mut numbers = rest.split(|c: char| !c.is_ascii_digit());
    Some((numbers.next()?.parse().ok()?, numbers.next()?.parse().ok()?))
}

pub(super) fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("the folder is there").flatten() {
        let (path, target) = (entry.path(), to.join(entry.file_name()));
        if path.is_dir() {
            copy(&path, &target);
        } else {
            fs::copy(&path, &target).expect("the file is copied");
        }
    }
}
