//! `headjudge show`: the board of a case, as it is drawn.

use std::path::Path;
use std::str::FromStr;

use clap::Args;

use super::{Common, Exit, Failed, say};
use crate::case;
use crate::fault::{did_you_mean, near_file, suggestion};
use crate::library::Library;
use crate::report::describe;
use crate::ruling::Ruling;
use crate::run::DEFAULT_SEED;
use crate::tape::Tape;

/// The arguments of `show`.
#[derive(Debug, Args)]
pub(super) struct ShowArgs {
    /// The case: the id of a ruling, `#` and the number of the case, such as `nine-lives/each-source#17`
    #[arg(value_name = "RULING#N")]
    case: CaseName,
    /// The seed of the run
    #[arg(long, value_name = "S", default_value_t = DEFAULT_SEED, value_parser = super::seed, allow_negative_numbers = true)]
    seed: u64,
    /// Print the scenario as JSON, as every engine receives it
    #[arg(long)]
    json: bool,
}

/// The name of a case: `RULING#N`, or `RULING#N@TAPE`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct CaseName {
    pub(super) ruling: String,
    pub(super) n: u64,
    pub(super) tape: Option<Tape>,
}

impl FromStr for CaseName {
    type Err = String;

    fn from_str(text: &str) -> Result<CaseName, String> {
        let (name, tape) = match text.split_once('@') {
            Some((name, tape)) => (name, Some(tape.parse::<Tape>().map_err(|error| error.to_string())?)),
            None => (text, None),
        };
        let (ruling, n) = name.split_once('#').ok_or("expected RULING#N, such as nine-lives/each-source#17")?;
        let n = n.parse().map_err(|_| format!("`{n}` is no number of a case, expected a whole number from 0"))?;
        Ok(CaseName { ruling: ruling.to_owned(), n, tape })
    }
}

impl CaseName {
    /// The ruling of that id.
    pub(super) fn find<'l>(&self, library: &'l Library) -> Result<&'l Ruling, Failed> {
        let none = |why| Failed::Call(format!("{why}; `headjudge list` shows them all"));
        find(&self.ruling, library).map_err(none)
    }
}

/// The ruling of that id, or that there is none, with the nearest.
pub(super) fn find<'l>(id: &str, library: &'l Library) -> Result<&'l Ruling, String> {
    library.find(id).ok_or_else(|| {
        let ids = library.rulings.iter().map(|ruling| ruling.id.as_str());
        let hint = suggestion(id, ids).map_or_else(String::new, |text| format!(" ({text})"));
        format!("there is no ruling `{id}`{hint}")
    })
}

/// Why a word names nothing that a command can take: it is no case, and there is no file of that name either.
pub(super) fn neither(what: &str, file: &str, why: &str, library: &Library) -> Failed {
    let id = what.split('#').next().unwrap_or(what);
    let ids = library.rulings.iter().map(|ruling| ruling.id.as_str());
    let near = did_you_mean(id, ids).map(|id| format!("{id}#0")).or_else(|| near_file(Path::new(what)));
    let near = near.map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
    Failed::Call(format!("`{what}` is neither a case nor a file: {why}, or {file}{near}"))
}

pub(super) fn show(args: &ShowArgs, common: &Common) -> Result<Exit, Failed> {
    let library = common.library()?;
    let ruling = args.case.find(&library)?;
    let drawn = match &args.case.tape {
        Some(tape) => {
            let mut playback = crate::tape::Playback::new(tape);
            ruling.generate(&library.pool, &mut playback).map_err(|error| Failed::Call(error.to_string()))?
        }
        None => {
            let first = case::draw(ruling, &library.pool, args.seed, args.case.n);
            first.map_err(|error| Failed::Call(error.to_string()))?.drawn
        }
    };
    if args.json {
        super::print_json(&drawn.scenario)?;
        return Ok(Exit::Fine);
    }
    say!("{}#{}: {}", ruling.id, args.case.n, ruling.says.trim());
    let values = describe::values(ruling, &drawn);
    if !values.is_empty() {
        let values: Vec<String> = values.iter().map(|v| format!("{} = {}", v.name, v.value)).collect();
        say!("{}", values.join(", "));
    }
    say!();
    for line in describe::scenario(&drawn.scenario) {
        say!("{line}");
    }
    say!();
    for expectation in &ruling.then {
        say!("Then {}", expectation.program.source());
    }
    Ok(Exit::Fine)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_case_is_named_by_ruling_number_and_tape() {
        let plain: CaseName = "nine-lives/each-source#17".parse().expect("a name");
        assert_eq!((plain.ruling.as_str(), plain.n, plain.tape), ("nine-lives/each-source", 17, None));
        let taped: CaseName = "x/y#0@t1:3,1".parse().expect("a name");
        assert_eq!(taped.tape.map(|tape| tape.values()), Some(vec![3, 1]));
        for wrong in ["nine-lives/each-source", "a/b#", "a/b#x", "a/b#-1", "a/b#1@3,1"] {
            assert!(wrong.parse::<CaseName>().is_err(), "{wrong}");
        }
    }
}
