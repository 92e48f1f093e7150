//! Every mutant over the wire gets the verdicts that it gets in this process, case by case: on cases that kill it, and on
//! others.

use std::time::Duration;

use headjudge::engines::{Engine as _, Limits, Local, Process, Session};
use headjudge::library::Library;
use headjudge::ruling::Ruling;
use headjudge::run::{DEFAULT_SEED, one};
use headjudge_engine::Mutant;
use libtest_mimic::Failed;
use rayon::prelude::*;

use crate::Test;

/// The tests of this file.
pub(crate) const TESTS: &[Test] = &[("every mutant over the wire is killed by the same cases", kills)];

/// How many cases of a ruling are played over the wire, beside one that kills.
const CASES: u64 = 3;

/// Among how many cases one is looked for that kills.
const SEARCHED: u64 = 250;

fn kills() -> Result<(), Failed> {
    let library = Library::embedded().map_err(|faults| format!("{} faults", faults.len()))?;
    let wrong: Vec<String> = Mutant::ALL.par_iter().filter_map(|mutant| other(&library, *mutant).err()).collect();
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n").into()) }
}

/// Nothing if the mutant is killed in both places by the same cases.
fn other(library: &Library, mutant: Mutant) -> Result<(), String> {
    let play = |ruling: &Ruling, n: u64, session: &mut (dyn Session + '_)| {
        let judged = one(ruling, &library.pool, DEFAULT_SEED, n, Some(session));
        judged.map(|(judged, _)| judged).map_err(|fault| format!("{}#{n}: {fault}", ruling.id))
    };
    let local = Local::mutant(&library.pool.cards, mutant);
    let mut here = local.session().map_err(|error| error.to_string())?;
    let mut found = None;
    for ruling in library.rulings.iter().filter(|ruling| ruling.kills.contains(&mutant)) {
        for n in 0..SEARCHED {
            if play(ruling, n, &mut *here)?.case.kills() {
                found = Some((ruling, n));
                break;
            }
        }
        if found.is_some() {
            break;
        }
    }
    let (ruling, killing) = found.ok_or_else(|| format!("no case kills {mutant}"))?;
    let program = std::env::current_exe().map_err(|error| error.to_string())?.display().to_string();
    let command =
        shlex::try_join([program.as_str(), "serve-mutant", mutant.name()]).map_err(|error| error.to_string())?;
    let limits = Limits { start: Duration::from_secs(60), case: Duration::from_secs(60) };
    let process = Process::new(&command, limits).map_err(|error| error.to_string())?;
    let mut there = process.session().map_err(|error| error.to_string())?;
    for n in (0..CASES).chain([killing]) {
        let (mine, theirs) = (play(ruling, n, &mut *here)?, play(ruling, n, &mut *there)?);
        if mine.case != theirs.case || mine.reply != theirs.reply {
            return Err(format!("{mutant}, {}#{n}: {:?} here, {:?} there", ruling.id, mine.case, theirs.case));
        }
    }
    Ok(())
}
