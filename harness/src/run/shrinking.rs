//! How good the program is at showing a fault: every mutant is certified by a ruling that kills it, as a stranger's engine
//! would be, and what is told of it is measured.

use std::sync::{Mutex, PoisonError};

use headjudge_engine::Mutant;
use headjudge_protocol::{Step, ZoneName};

use super::{Failed, Plan, Watch, one, record, replay_tape, run};
use crate::case::differ;
use crate::engines::{Engine as _, Local, Reply};
use crate::library::Library;
use crate::replay::Record;
use crate::ruling::Ruling;

/// What is told of one mutant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Measured {
    /// Which.
    pub mutant: Mutant,
    /// The ruling that kills it.
    pub ruling: String,
    /// The check that fails.
    pub check: String,
    /// Permanents of the simplest case.
    pub permanents: usize,
    /// Its steps, states that are noted aside.
    pub actions: usize,
    /// How many candidates were played to find it.
    pub executions: u32,
    /// Whether its replay file, once read, plays the same again.
    pub replays: bool,
    /// Whom the diagnosis names.
    pub named: Diagnosed,
}

/// Whom the diagnosis of a mutant names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Diagnosed {
    /// The mutant itself.
    First,
    /// Another one, which does just the same in every case that was run.
    Equal(String),
    /// Another one.
    Other(String),
    /// Nobody.
    Nobody,
}

/// Keeps what a run would write down.
#[derive(Default)]
struct Kept<'p> {
    plan: Option<&'p Plan<'p>>,
    engine: String,
    records: Mutex<Vec<Record>>,
}

impl Watch for Kept<'_> {
    fn failed(&self, ruling: &Ruling, failed: &Failed<'_>) {
        let record = self.plan.and_then(|plan| record(plan, ruling, &self.engine, failed));
        self.records.lock().unwrap_or_else(PoisonError::into_inner).extend(record);
    }
}

/// Certifies a mutant by a ruling and measures the first failure that kills it; nothing if there is none.
#[must_use]
pub fn measured(library: &Library, ruling: &Ruling, mutant: Mutant, (seed, cases): (u64, u64)) -> Option<Measured> {
    let engine = Local::mutant(&library.pool.cards, mutant);
    let plan = Plan { rulings: vec![ruling], seed, ..Plan::new(library) }.with_cases(Some(cases));
    let kept = Kept { plan: Some(&plan), engine: engine.name(), records: Mutex::default() };
    let report = run(&plan, &engine, &kept).ok()?;
    let records = kept.records.into_inner().unwrap_or_else(PoisonError::into_inner);
    let record = records.iter().find(|record| record.verdict.kills())?;
    let check = record.verdict.check();
    let failure = report.all().flat_map(|ruling| &ruling.failures).find(|failure| failure.check == check)?;
    let scenario = failure.scenario.as_ref()?;
    let in_play = scenario.board.objects.iter().filter(|object| object.zone == ZoneName::Battlefield);
    let named = match &failure.nearest {
        None => Diagnosed::Nobody,
        Some(nearest) if nearest.mutant == mutant.name() => Diagnosed::First,
        Some(nearest) => match Mutant::from_name(&nearest.mutant) {
            Some(other) if alike(library, ruling, (mutant, other), (seed, cases)) => {
                Diagnosed::Equal(nearest.mutant.clone())
            }
            _ => Diagnosed::Other(nearest.mutant.clone()),
        },
    };
    Some(Measured {
        mutant,
        ruling: ruling.id.clone(),
        permanents: in_play.count(),
        actions: scenario.script.iter().filter(|step| !matches!(step, Step::Note(_))).count(),
        executions: failure.executions,
        replays: replays(library, ruling, record, &engine),
        check,
        named,
    })
}

/// Whether a failure, written down and read again, is the same failure.
fn replays(library: &Library, ruling: &Ruling, record: &Record, engine: &Local) -> bool {
    let read = record.to_text().ok().and_then(|text| Record::parse(text.as_bytes()).ok());
    let Some(read) = read.filter(|read| read == record) else { return false };
    let Ok(mut session) = engine.session() else { return false };
    let Ok((judged, _)) = replay_tape(ruling, &library.pool, &read.tape, Some(&mut *session)) else { return false };
    let same = match (&judged.reply, &read.reply) {
        (Reply::Outcome(now), Some(Reply::Outcome(then))) => !differ(now, then),
        (now, then) => Some(now) == then.as_ref(),
    };
    same && judged.case == read.verdict && judged.prepared.drawn.scenario == read.scenario
}

/// Whether two mutants do the same in every case of a run.
fn alike(library: &Library, ruling: &Ruling, (a, b): (Mutant, Mutant), (seed, cases): (u64, u64)) -> bool {
    let (a, b) = (Local::mutant(&library.pool.cards, a), Local::mutant(&library.pool.cards, b));
    let (Ok(mut a), Ok(mut b)) = (a.session(), b.session()) else { return false };
    let mut reply = |n: u64, second: bool| {
        let session = if second { &mut *b } else { &mut *a };
        one(ruling, &library.pool, seed, n, Some(session)).ok().map(|(judged, _)| judged.reply)
    };
    (0..cases).all(|n| match (reply(n, false), reply(n, true)) {
        (Some(Reply::Outcome(a)), Some(Reply::Outcome(b))) => !differ(&a, &b),
        (a, b) => a == b,
    })
}

/// The least value that is not below this share, in percent, of all; nothing of nothing.
#[must_use]
pub fn percentile<T: Ord + Copy>(values: impl IntoIterator<Item = T>, percent: usize) -> Option<T> {
    let mut values: Vec<T> = values.into_iter().collect();
    values.sort();
    let rank = (values.len() * percent).div_ceil(100).max(1);
    values.get(rank - 1).copied()
}

#[cfg(test)]
mod tests {
    use super::percentile;

    #[test]
    fn percentiles_are_values_that_there_are() {
        assert_eq!(percentile(Vec::<u32>::new(), 50), None);
        assert_eq!([50, 90, 100].map(|percent| percentile(1..=10, percent)), [Some(5), Some(9), Some(10)]);
        assert_eq!(percentile([7], 50), Some(7));
    }
}
