//! Coverage on three levels, for each clause and each rule number: cited by a ruling, exercised by the reference, killed
//! when it is made wrong.

use std::collections::BTreeSet;

use headjudge_engine::{Mutant, Rules};
use rayon::prelude::*;
use serde::Serialize;

use super::matrix::{Kill, MATRIX_CASES, matrix};
use crate::case::{self, AnswerStream, answers_any};
use crate::clauses::Clause;
use crate::generate::Pool;
use crate::library::Library;
use crate::reference::{self, PlayOptions};
use crate::rulebook::{is_part, order};
use crate::ruling::Ruling;
use crate::tape::Source;

/// How many cases of a ruling are told, to see which rules they exercise.
const TOLD: u64 = 40;

/// What is covered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Coverage {
    /// The clauses, in the order of the documents.
    pub clauses: Vec<ClauseCoverage>,
    /// The rule numbers that clauses and rulings cite, in order.
    pub rules: Vec<RuleCoverage>,
}

/// How well a clause is covered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ClauseCoverage {
    /// Its name.
    pub id: String,
    /// Its topic.
    pub topic: String,
    /// Whether a ruling that certifies encodes it.
    pub cited: bool,
    /// Whether the reference applied one of its rules, or another paragraph of one, in a case of those rulings.
    pub exercised: bool,
    /// Whether its wrong rules all are mutants, and those rulings kill each.
    pub killed: bool,
    /// Those rulings.
    pub rulings: Vec<String>,
    /// Its mutants that they do not kill.
    pub survivors: Vec<String>,
    /// Its wrong rules that are no mutants yet.
    pub todo_faults: Vec<String>,
    /// Its boundary conditions that no label of those rulings is named for.
    pub todo_traps: Vec<String>,
}

/// How well a rule number is covered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct RuleCoverage {
    /// The number.
    pub rule: String,
    /// Whether a ruling that certifies cites it.
    pub cited: bool,
    /// Whether the reference applied it in some case.
    pub exercised: bool,
    /// Whether a mutant that breaks it is killed.
    pub killed: bool,
}

/// Measures the coverage of a library.
#[must_use]
pub fn coverage(library: &Library, seed: u64, done: &(dyn Fn(u64) + Sync)) -> Coverage {
    let rulings: Vec<&Ruling> = library.rulings.iter().filter(|ruling| ruling.certifies()).collect();
    let faults = |ruling: &Ruling| {
        let clauses = library.clauses.clauses.iter().filter(|clause| ruling.clauses.contains(&clause.id));
        let names = clauses.flat_map(|clause| &clause.faults).filter_map(|name| Mutant::from_name(name));
        let mut mutants: Vec<Mutant> = names.chain(ruling.kills.iter().copied()).collect();
        mutants.sort();
        mutants.dedup();
        mutants
    };
    let kills = matrix(&library.pool, &rulings, (seed, MATRIX_CASES), faults, done);
    let applied: Vec<BTreeSet<&'static str>> =
        rulings.par_iter().map(|ruling| applied(ruling, &library.pool, seed)).collect();
    let facts: Vec<Facts<'_>> = rulings
        .into_iter()
        .zip(kills)
        .zip(applied)
        .map(|((ruling, kills), applied)| Facts { ruling, kills, applied })
        .collect();
    let clauses = library.clauses.clauses.iter().map(|clause| of_clause(clause, &facts)).collect();
    let cited = library.clauses.clauses.iter().flat_map(|clause| &clause.rules);
    let cited = cited.chain(facts.iter().flat_map(|facts| &facts.ruling.cite.rules));
    let mut numbers: Vec<&String> = cited.collect();
    numbers.sort_by_key(|number| order(number));
    numbers.dedup();
    Coverage { clauses, rules: numbers.into_iter().map(|number| of_rule(number, &facts)).collect() }
}

/// What is known of a ruling.
struct Facts<'l> {
    ruling: &'l Ruling,
    kills: Vec<Kill>,
    applied: BTreeSet<&'static str>,
}

/// The rules that the reference applies in the first cases of a ruling.
fn applied(ruling: &Ruling, pool: &Pool, seed: u64) -> BTreeSet<&'static str> {
    let mut rules = BTreeSet::new();
    for n in 0..TOLD {
        let Ok(first) = case::draw(ruling, pool, seed, n) else { continue };
        let mut source = first.after;
        let mut stream = AnswerStream::new(&mut source);
        let mut reader = stream.reader();
        let any = answers_any(ruling).then_some(&mut reader as &mut dyn Source);
        let options = PlayOptions { any, record: true, invariants: false, lenient: true, consulted: None };
        let played = reference::play(&pool.cards, Rules::default(), &first.drawn.scenario, options);
        rules.extend(played.rules());
    }
    rules
}

fn of_clause(clause: &Clause, facts: &[Facts<'_>]) -> ClauseCoverage {
    let own: Vec<&Facts<'_>> = facts.iter().filter(|facts| facts.ruling.clauses.contains(&clause.id)).collect();
    let killed = |mutant: Mutant| own.iter().any(|facts| facts.kills.iter().any(|kill| kill.mutant == mutant));
    let mutants: Vec<Mutant> = clause.faults.iter().filter_map(|name| Mutant::from_name(name)).collect();
    let survivors: Vec<String> =
        mutants.iter().filter(|mutant| !killed(**mutant)).map(|mutant| mutant.name().to_owned()).collect();
    // The transcript names the rule that acted, and a clause often the paragraph of it that defines a word.
    let exercised =
        |rule: &String| own.iter().any(|facts| facts.applied.iter().any(|number| is_part(number, whole(rule))));
    let todo_faults: Vec<String> =
        clause.faults.iter().filter(|name| Mutant::from_name(name).is_none()).cloned().collect();
    let labelled = |trap: &String| own.iter().any(|facts| facts.ruling.labels.iter().any(|label| label.name == **trap));
    ClauseCoverage {
        id: clause.id.clone(),
        topic: clause.topic.clone(),
        cited: !own.is_empty(),
        exercised: clause.rules.iter().any(exercised),
        killed: !mutants.is_empty() && survivors.is_empty() && todo_faults.is_empty(),
        rulings: own.iter().map(|facts| facts.ruling.id.clone()).collect(),
        survivors,
        todo_faults,
        todo_traps: clause.traps.iter().filter(|trap| !labelled(trap)).cloned().collect(),
    }
}

fn of_rule(number: &str, facts: &[Facts<'_>]) -> RuleCoverage {
    let killed = |facts: &Facts<'_>| facts.kills.iter().any(|kill| is_part(kill.mutant.rule(), number));
    RuleCoverage {
        rule: number.to_owned(),
        cited: facts.iter().any(|facts| facts.ruling.cite.rules.iter().any(|rule| rule == number)),
        exercised: facts.iter().any(|facts| facts.applied.iter().any(|applied| is_part(applied, number))),
        killed: facts.iter().any(killed),
    }
}

/// The number of the whole rule: 603.8 of 603.8a.
fn whole(number: &str) -> &str {
    number.trim_end_matches(|c: char| c.is_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use super::{is_part, whole};

    #[test]
    fn a_letter_is_no_rule_of_its_own() {
        assert_eq!((whole("603.8a"), whole("603.8")), ("603.8", "603.8"));
        assert!(is_part("603.8", whole("603.8a")));
    }
}
