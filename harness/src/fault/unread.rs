//! What kept a file from being read, in words of our own: what was expected, and what to do.
//!
//! What the system and the reader of JSON say is meant for programmers, and names neither.

use std::io;
use std::path::Path;

use serde_json::error::Category;

use super::{did_you_mean, suggestion};

/// Why a file could not be read that should have been such a thing; where there is no file of that name, with the nearest
/// one beside it.
pub(crate) fn unreadable(path: &Path, error: &io::Error, wanted: &str) -> String {
    let name = path.display();
    match error.kind() {
        io::ErrorKind::NotFound => {
            let near = near_file(path).map_or_else(String::new, |near| format!(" (did you mean `{near}`?)"));
            format!("there is no file `{name}`, expected {wanted}{near}")
        }
        io::ErrorKind::PermissionDenied => {
            format!("`{name}` may not be read, expected {wanted}: look at who owns it and who may read it")
        }
        io::ErrorKind::IsADirectory => format!("`{name}` is a folder, expected {wanted}"),
        io::ErrorKind::InvalidData => format!("`{name}` is no text in UTF-8, expected {wanted}"),
        _ => format!("`{name}` cannot be read: {error}; expected {wanted}"),
    }
}

/// The file of the nearest name in the same folder.
pub(crate) fn near_file(path: &Path) -> Option<String> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let name = path.file_name()?.to_string_lossy();
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut there: Vec<String> = entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    there.sort();
    // What two names have in common at their ends makes no file the one that was meant.
    let stem =
        |name: &str| Path::new(name).file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
    let alike = |other: &&str| did_you_mean(&stem(&name), [stem(other).as_str()]).is_some();
    let found = did_you_mean(&name, there.iter().map(String::as_str).filter(alike))?;
    Some(path.with_file_name(found).display().to_string())
}

/// What is wrong with JSON, and where in it: `line 3, column 7: the field "seed" is missing`.
pub(crate) fn placed(error: &serde_json::Error) -> String {
    format!("line {}, column {}: {}", error.line().max(1), error.column().max(1), json(error))
}

/// What is wrong with a line of JSON, and in which column of it.
pub(crate) fn in_line(error: &serde_json::Error) -> String {
    let column = error.column();
    if column > 0 { format!("{} in column {column}", json(error)) } else { json(error) }
}

/// What is wrong with JSON, without the place.
pub(crate) fn json(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let said = text.rsplit_once(" at line ").map_or(text.as_str(), |(said, _)| said);
    match error.classify() {
        Category::Eof => "the text ends too early: it was cut off".to_owned(),
        Category::Syntax | Category::Io => format!("this is no JSON ({said})"),
        Category::Data => fields(said),
    }
}

/// What the reader says of JSON that does not have the shape.
fn fields(said: &str) -> String {
    let quoted = |text: &str| text.replace('`', "\"");
    if let Some(field) = said.strip_prefix("missing field ") {
        return format!("the field {} is missing", quoted(field));
    }
    if let Some(field) = said.strip_prefix("duplicate field ") {
        return format!("the field {} is there twice", quoted(field));
    }
    if let Some(rest) = said.strip_prefix("unknown field ").or_else(|| said.strip_prefix("unknown variant ")) {
        let mut words = rest.split('`').skip(1).step_by(2);
        let word = words.next().unwrap_or_default();
        let what = if said.starts_with("unknown field") { "there is no field" } else { "nothing is called" };
        let expected = || rest.split_once(", ").map(|(_, expected)| quoted(expected));
        let more = suggestion(word, words).or_else(expected).map_or_else(String::new, |more| format!(", {more}"));
        return format!("{what} \"{word}\" here{more}");
    }
    let rest = said.strip_prefix("invalid type: ").or_else(|| said.strip_prefix("invalid value: "));
    match rest.and_then(|rest| rest.rsplit_once(", expected ")) {
        Some((found, expected)) => format!("expected {expected}, found {found}"),
        None => said.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, serde::Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Wanted {
        #[expect(dead_code, reason = "only its errors are looked at")]
        seed: u8,
        #[expect(dead_code, reason = "only its errors are looked at")]
        way: Way,
    }

    #[derive(Debug, serde::Deserialize)]
    #[serde(rename_all = "lowercase")]
    enum Way {
        Up,
        Down,
    }

    #[test]
    fn the_reader_of_json_speaks_our_words() {
        for (text, words) in [
            ("", "line 1, column 1: the text ends too early: it was cut off"),
            ("{\n \"seed\": 1, \"wa", "line 2, column 15: the text ends too early: it was cut off"),
            ("seed: 1", "line 1, column 1: this is no JSON (expected value)"),
            ("{\"seed\": 1}", "line 1, column 11: the field \"way\" is missing"),
            ("{\"sed\": 1}", "line 1, column 6: there is no field \"sed\" here, did you mean \"seed\"?"),
            ("{\"other\": 1}", "line 1, column 8: there is no field \"other\" here, expected \"seed\" or \"way\""),
            ("{\"seed\": 1, \"seed\"", "line 1, column 18: the field \"seed\" is there twice"),
            ("{\"seed\": -3}", "line 1, column 11: expected u8, found integer `-3`"),
            ("{\"seed\": \"x\"}", "line 1, column 12: expected u8, found string \"x\""),
            (
                "{\"seed\": 1, \"way\": \"upp\"}",
                "line 1, column 24: nothing is called \"upp\" here, did you mean \"up\"?",
            ),
        ] {
            let error = serde_json::from_str::<Wanted>(text).expect_err(text);
            assert_eq!(placed(&error), words, "{text}");
        }
        let ways: Result<Vec<Way>, _> = serde_json::from_str("[\"up\", \"down\"]");
        assert!(matches!(ways.as_deref(), Ok([Way::Up, Way::Down])));
    }

    #[test]
    fn what_cannot_be_read_is_told_with_what_was_expected_and_what_is_near() {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::write(folder.path().join("known.yaml"), "").expect("a file");
        let path = folder.path().join("knwon.yaml");
        let error = std::fs::read(&path).expect_err("no such file");
        let told = unreadable(&path, &error, "a baseline");
        let near = folder.path().join("known.yaml");
        assert_eq!(
            told,
            format!("there is no file `{}`, expected a baseline (did you mean `{}`?)", path.display(), near.display())
        );
        let folder = io::Error::from(io::ErrorKind::IsADirectory);
        assert_eq!(unreadable(Path::new("x"), &folder, "a report"), "`x` is a folder, expected a report");
    }
}
