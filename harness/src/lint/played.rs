//! What only playing shows: labels that no case reaches, expectations that no mutant fails, draws that change nothing.

use headjudge_engine::Mutant;
use rayon::prelude::*;

use super::{Findings, Shelf, entries, items};
use crate::case::{self, AnswerStream, First, Laws, answers_any, differ, judge};
use crate::engines::{Engine as _, Local, Reply};
use crate::generate::{Drawn, Pool};
use crate::library::Library;
use crate::ruling::Ruling;
use crate::tape::{Mark, Playback, Source, SplitMix64, record};
use crate::verdict::{Case, FailKind};
use crate::view::Seen;
use crate::yaml;

/// How often a draw has to come out otherwise, without any change to an outcome, before it is said to change none.
const TRIED: u64 = 10;

/// What some cases of a ruling have shown.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Shown {
    /// Which labels applied to some case.
    reached: Vec<bool>,
    /// Which expectations some mutant failed.
    failed: Vec<bool>,
    /// For each draw, how often it came out otherwise, and whether that changed what happened.
    draws: Vec<(u64, bool)>,
    /// Why a case came to nothing, and which.
    fault: Option<(u64, String)>,
}

/// Plays so many cases of each of the rulings, by the rules and by each mutant that it names.
#[must_use]
pub fn play(
    library: &Library,
    files: &[(String, String)],
    rulings: &[&Ruling],
    (seed, cases): (u64, u64),
    done: &(dyn Fn(u64) + Sync),
) -> Findings {
    let yaml = files.iter().filter(|(path, _)| path.ends_with(".yaml"));
    let nodes = yaml.filter_map(|(path, text)| Some((path.clone(), yaml::parse(path, text).ok()?))).collect();
    let shelf = Shelf { library, nodes };
    let all: Vec<Shown> = rulings
        .par_iter()
        .map(|ruling| {
            let shown = show(ruling, &library.pool, seed, cases);
            done(1);
            shown
        })
        .collect();
    let mut findings = Findings::default();
    for (ruling, shown) in rulings.iter().zip(all) {
        tell(&shelf, ruling, &shown, cases, &mut findings);
    }
    findings.faults.sort();
    findings.advice.sort();
    findings
}

fn show(ruling: &Ruling, pool: &Pool, seed: u64, cases: u64) -> Shown {
    let mut shown = Shown {
        reached: vec![false; ruling.labels.len()],
        failed: vec![false; ruling.then.len()],
        draws: vec![(0, false); ruling.draws.len()],
        fault: None,
    };
    for n in 0..cases {
        let result = case::draw(ruling, pool, seed, n).and_then(|first| one(ruling, pool, first, &mut shown));
        if let Err(fault) = result {
            shown.fault.get_or_insert((n, fault.to_string()));
        }
    }
    shown
}

fn one(ruling: &Ruling, pool: &Pool, first: First, shown: &mut Shown) -> Result<(), case::CaseFault> {
    let (answers, mut source) = (first.after.clone(), first.after);
    let mut stream = AnswerStream::new(&mut source);
    let prepared = case::prepare(ruling, pool, first.drawn, &mut stream, Laws::Trusted)?;
    shown.reached.iter_mut().zip(&prepared.labels).for_each(|(reached, applies)| *reached |= applies);
    for mutant in &ruling.kills {
        if shown.failed.iter().all(|failed| *failed) {
            break;
        }
        fail(ruling, pool, &prepared.drawn, answers.clone(), *mutant, shown);
    }
    swap(ruling, pool, first.before, &answers, shown);
    Ok(())
}

/// Marks the expectations that a mutant fails in this case.
fn fail(ruling: &Ruling, pool: &Pool, drawn: &Drawn, mut answers: SplitMix64, mutant: Mutant, shown: &mut Shown) {
    let engine = Local::mutant(&pool.cards, mutant);
    let Ok(mut session) = engine.session() else { return };
    let mut stream = AnswerStream::new(&mut answers);
    let mut reader = stream.reader();
    let any = answers_any(ruling).then_some(&mut reader as &mut dyn Source);
    let reply = session.play(&drawn.scenario, any);
    let verdict = judge(ruling, drawn, &reply, false);
    let Reply::Outcome(outcome) = &reply else { return };
    // Only the first that fails is the verdict; others may fail with it.
    if !matches!(verdict, Ok(Case::Fail(FailKind::Expectation { .. }))) {
        return;
    }
    let outcome = drawn.seen(outcome);
    let seen = Seen::new(ruling, drawn, &outcome);
    let roots = seen.roots();
    for (failed, expectation) in shown.failed.iter_mut().zip(&ruling.then) {
        *failed |= expectation.program.holds(&roots) != Ok(true);
    }
}

/// Draws each value of a case anew, and nothing else, to see whether anything comes of it.
fn swap(ruling: &Ruling, pool: &Pool, before: SplitMix64, answers: &SplitMix64, shown: &mut Shown) {
    let open: Vec<usize> = (0..ruling.draws.len()).filter(|at| !shown.draws[*at].1).collect();
    if open.is_empty() {
        return;
    }
    let (drawn, tape) = record(before, |source| ruling.generate(pool, source));
    let Some((drawn, base)) = drawn.ok().and_then(|drawn| settled(ruling, pool, drawn, answers)) else { return };
    let fresh = SplitMix64::new(answers.clone().below(u64::MAX));
    for at in open {
        let mut source = Swapped { tape: Playback::new(&tape), fresh: fresh.clone(), at, next: 0, depth: 0 };
        let Ok(other) = ruling.generate(pool, &mut source) else { continue };
        if other.values.get(at) == drawn.values.get(at) {
            continue;
        }
        shown.draws[at].0 += 1;
        // A board that cannot be played is another one.
        let same = settled(ruling, pool, other, answers).is_some_and(|(_, outcome)| !differ(&outcome, &base));
        shown.draws[at].1 |= !same;
    }
}

/// The case without its surroundings, and what happens in it.
fn settled(
    ruling: &Ruling,
    pool: &Pool,
    drawn: Drawn,
    answers: &SplitMix64,
) -> Option<(Drawn, headjudge_protocol::Outcome)> {
    let around: Vec<usize> = (0..drawn.around).collect();
    let mut answers = answers.clone();
    let mut stream = AnswerStream::new(&mut answers);
    let prepared = case::prepare(ruling, pool, drawn.without(&around), &mut stream, Laws::Trusted).ok()?;
    Some((prepared.drawn, prepared.outcome))
}

/// A tape with one of its outermost stretches, that of a draw, made anew.
struct Swapped<'t> {
    tape: Playback<'t>,
    fresh: SplitMix64,
    at: usize,
    next: usize,
    depth: usize,
}

impl Swapped<'_> {
    fn inside(&self) -> bool {
        self.depth > 0 && self.next == self.at + 1
    }
}

impl Source for Swapped<'_> {
    fn below(&mut self, max: u64) -> u64 {
        if self.inside() { self.fresh.below(max) } else { self.tape.below(max) }
    }

    fn weighted(&mut self, weights: &[u64]) -> usize {
        if self.inside() { self.fresh.weighted(weights) } else { self.tape.weighted(weights) }
    }

    fn begin(&mut self, mark: Mark) {
        self.next += usize::from(self.depth == 0);
        self.depth += 1;
        self.tape.begin(mark);
    }

    fn end(&mut self) {
        self.depth = self.depth.saturating_sub(1);
        self.tape.end();
    }
}

fn tell(shelf: &Shelf<'_>, ruling: &Ruling, shown: &Shown, cases: u64, findings: &mut Findings) {
    let Some(file) = shelf.ruling(&ruling.id) else { return };
    if let Some((n, why)) = &shown.fault {
        let help = format!("look at it: headjudge show '{}#{n}'", ruling.id);
        findings.faults.push(file.fault(format!("case {n} comes to nothing: {why}")).with_help(help));
    }
    for (label, _) in ruling.labels.iter().zip(&shown.reached).filter(|(_, reached)| !**reached) {
        let place = entries(Some(file), "labels").iter().find(|(key, _)| key.name == label.name);
        let place = place.map_or(file, |(_, node)| node);
        let help = "draw boards that meet it more often, or take it out".to_owned();
        let message = format!("none of {cases} cases reaches the label `{}`", label.name);
        findings.faults.push(place.fault(message).with_help(help));
    }
    let mut unfailed = shown.failed.iter().enumerate().filter(|(_, failed)| !**failed).map(|(at, _)| at).peekable();
    if let Some(first) = unfailed.peek().copied() {
        let place = items(Some(file), "then").get(first).unwrap_or(file);
        let numbers: Vec<String> = unfailed.map(|at| (at + 1).to_string()).collect();
        let which = format!("of {} expectations, {}", shown.failed.len(), numbers.join(", "));
        let message = format!("none of the mutants in `kills` fails these in {cases} cases: {which}");
        let help = "name a mutant that does, or take out what no wrong rule can break".to_owned();
        findings.advice.push(place.fault(message).with_help(help));
    }
    for (draw, (tried, _)) in ruling.draws.iter().zip(&shown.draws).filter(|(_, (n, changes))| *n >= TRIED && !changes)
    {
        let Some(node) = file.get("forall") else { continue };
        let entry = entries(Some(file), "forall").iter().find(|(key, _)| key.name == draw.name);
        let message = format!("the draw `{}` came out otherwise {tried} times and changed no outcome", draw.name);
        let help = "build more of the board or the script from it, or take it out".to_owned();
        findings.advice.extend(entry.map(|(key, _)| node.key_fault(key, message).with_help(help)));
    }
}
