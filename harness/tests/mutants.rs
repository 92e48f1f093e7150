//! The worth of the rulings: every wrong rule is caught, by the rulings that claim it, and each is wrong about one thing.
//!
//! A kill is an expectation that does not hold, or a game that never rests; a mutant that is refused, asks what no answer
//! is pinned for, or merely differs from the reference is not killed.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::sync::{Arc, OnceLock};

use headjudge::case::{self, AnswerStream, Laws, answers_any, judge};
use headjudge::engines::{Engine as _, Local, Reply};
use headjudge::fault::Style;
use headjudge::library::Library;
use headjudge::ruling::Ruling;
use headjudge::run::DEFAULT_SEED;
use headjudge::run::matrix::{MATRIX_CASES, matrix};
use headjudge::tape::Source;
use headjudge::verdict::Case;
use headjudge_engine::Mutant;
use headjudge_engine::game::Consulted;
use rayon::prelude::*;

/// Cases of each ruling in which a mutant that should not matter to it is looked at. A gross one shows in the first few.
const GLANCE: u64 = 20;

/// Cases of each ruling in which the reference, as an engine under test, must not be killed.
const UNMUTATED: u64 = 60;

/// Cases of each ruling in which mutants are played that should be no different from the reference.
const UNCONSULTED: u64 = 2;

/// How many mutants a ruling has to name: one that catches a single wrong rule may catch it by accident.
const LEAST_NAMED: usize = 2;

fn library() -> &'static Library {
    static LIBRARY: OnceLock<Library> = OnceLock::new();
    LIBRARY.get_or_init(|| Library::embedded().unwrap_or_else(|faults| panic!("{}", faults.render(Style::Plain))))
}

fn rulings() -> Vec<&'static Ruling> {
    library().rulings.iter().collect()
}

/// The mutants that the clauses of a ruling name.
fn faults(ruling: &Ruling) -> Vec<Mutant> {
    let clauses = ruling.clauses.iter().filter_map(|id| library().clauses.find(id));
    clauses.flat_map(|clause| &clause.faults).filter_map(|name| Mutant::from_name(name)).collect()
}

/// For each ruling, what it kills of what it names and of what its clauses name.
fn killed() -> &'static [BTreeSet<Mutant>] {
    static KILLED: OnceLock<Vec<BTreeSet<Mutant>>> = OnceLock::new();
    KILLED.get_or_init(|| {
        let wanted = |ruling: &Ruling| {
            let all: BTreeSet<Mutant> = ruling.kills.iter().copied().chain(faults(ruling)).collect();
            all.into_iter().collect()
        };
        let kills = matrix(&library().pool, &rulings(), (DEFAULT_SEED, MATRIX_CASES), wanted, &|_| {});
        kills.into_iter().map(|kills| kills.into_iter().map(|kill| kill.mutant).collect()).collect()
    })
}

/// Fails with all complaints at once.
fn none(complaints: &[String]) {
    assert!(complaints.is_empty(), "\n{}", complaints.join("\n"));
}

#[test]
fn every_ruling_kills_what_it_names() {
    let survivors = rulings().into_iter().zip(killed()).flat_map(|(ruling, killed)| {
        let alive = ruling.kills.iter().filter(|mutant| !killed.contains(mutant));
        alive.map(|mutant| format!("{} claims to kill {mutant}, which survives", ruling.id))
    });
    none(&survivors.collect::<Vec<_>>());
}

#[test]
fn every_ruling_names_at_least_two_mutants() {
    let few = rulings().into_iter().filter(|ruling| ruling.kills.iter().collect::<BTreeSet<_>>().len() < LEAST_NAMED);
    none(&few.map(|ruling| format!("{} names fewer than {LEAST_NAMED} mutants", ruling.id)).collect::<Vec<_>>());
}

#[test]
fn every_mutant_is_killed_by_some_ruling() {
    let killed: BTreeSet<Mutant> = killed().iter().flatten().copied().collect();
    let left: Vec<Mutant> = Mutant::ALL.iter().copied().filter(|mutant| !killed.contains(mutant)).collect();
    // What no ruling names, some ruling may still kill.
    let kills = matrix(&library().pool, &rulings(), (DEFAULT_SEED, MATRIX_CASES), |_| left.clone(), &|_| {});
    let others: BTreeSet<Mutant> = kills.iter().flatten().map(|kill| kill.mutant).collect();
    let alive = left.iter().filter(|mutant| !others.contains(mutant));
    none(&alive.map(|mutant| format!("no ruling kills {mutant}: {}", mutant.says())).collect::<Vec<_>>());
}

/// A fault that is no mutant yet is a gap that `coverage` shows; one that is a mutant has to be caught where it belongs.
#[test]
fn every_fault_of_an_encoded_clause_is_killed_by_a_ruling_of_that_clause() {
    let rulings = rulings();
    let mut complaints = Vec::new();
    for clause in &library().clauses.clauses {
        let own: Vec<usize> = (0..rulings.len()).filter(|at| rulings[*at].clauses.contains(&clause.id)).collect();
        if own.is_empty() {
            continue;
        }
        for mutant in clause.faults.iter().filter_map(|name| Mutant::from_name(name)) {
            if !own.iter().any(|at| killed()[*at].contains(&mutant)) {
                let own: Vec<&str> = own.iter().map(|at| rulings[*at].id.as_str()).collect();
                complaints.push(format!("{}: {mutant} survives {}", clause.id, own.join(", ")));
            }
        }
    }
    none(&complaints);
}

#[test]
fn the_reference_as_an_engine_under_test_passes_every_case() {
    let engine = Local::reference(&library().pool.cards);
    let complaints = rulings().into_par_iter().flat_map_iter(|ruling| {
        let mut wrong = Vec::new();
        each_case(ruling, UNMUTATED, |n, sample| {
            let case = sample.judge(ruling, engine.clone());
            if case != Case::Pass {
                wrong.push(format!("{}#{n}: {}", ruling.id, case.check()));
            }
        });
        wrong
    });
    none(&complaints.collect::<Vec<_>>());
}

/// A deviation that the rules never consult in a case makes no difference to it: that is why such a mutant need not be played.
#[test]
fn a_mutant_that_is_not_consulted_is_the_reference() {
    let cards = &library().pool.cards;
    let complaints = rulings().into_par_iter().flat_map_iter(|ruling| {
        let mut wrong = Vec::new();
        each_case(ruling, UNCONSULTED, |n, sample| {
            let play = |engine: Local| sample.play(ruling, &mut *engine.session().expect("it starts"));
            let reference = play(Local::reference(cards));
            for mutant in Mutant::ALL.iter().filter(|mutant| !sample.consulted.has(**mutant)) {
                if play(Local::mutant(cards, *mutant)) != reference {
                    wrong.push(format!("{}#{n}: {mutant} makes a difference, and is not consulted", ruling.id));
                }
            }
        });
        wrong
    });
    none(&complaints.collect::<Vec<_>>());
}

/// A mutant is wrong about one thing: it passes most rulings that are not about that.
#[test]
fn no_mutant_is_gross() {
    let rulings = rulings();
    let broken: Vec<BTreeSet<Mutant>> = rulings.par_iter().map(|ruling| broken(ruling)).collect();
    let mut complaints = Vec::new();
    for mutant in Mutant::ALL {
        let foreign = rulings.iter().zip(&broken).filter(|(ruling, _)| is_foreign(ruling, *mutant));
        let (mut all, mut breaks) = (0, Vec::new());
        for (ruling, broken) in foreign {
            all += 1;
            if broken.contains(mutant) {
                breaks.push(ruling.id.as_str());
            }
        }
        // One in five, and one where there are few.
        if breaks.len() > (all / 5).max(1) {
            complaints.push(format!(
                "{mutant} breaks {} of {all} rulings of others: {}",
                breaks.len(),
                breaks.join(", ")
            ));
        }
    }
    none(&complaints);
}

/// Whether neither the ruling nor one of its clauses names the mutant.
fn is_foreign(ruling: &Ruling, mutant: Mutant) -> bool {
    !ruling.kills.contains(&mutant) && !faults(ruling).contains(&mutant)
}

/// The mutants that do anything but pass in a ruling that does not name them.
fn broken(ruling: &Ruling) -> BTreeSet<Mutant> {
    let cards = &library().pool.cards;
    let mut alive: Vec<Mutant> = Mutant::ALL.iter().copied().filter(|m| is_foreign(ruling, *m)).collect();
    let mut broken = BTreeSet::new();
    each_case(ruling, GLANCE, |_, sample| {
        let reference = sample.judge(ruling, Local::reference(cards)) == Case::Pass;
        alive.retain(|mutant| {
            let same = !sample.consulted.has(*mutant);
            let passes =
                if same { reference } else { sample.judge(ruling, Local::mutant(cards, *mutant)) == Case::Pass };
            if !passes {
                broken.insert(*mutant);
            }
            passes
        });
    });
    broken
}

/// A prepared case, and where its answers come from.
struct Sample {
    prepared: case::Prepared,
    answers: headjudge::tape::SplitMix64,
    /// The deviations that the rules consulted.
    consulted: Arc<Consulted>,
}

impl Sample {
    fn judge(&self, ruling: &Ruling, engine: Local) -> Case {
        let mut session = engine.session().expect("it starts");
        let reply = self.play(ruling, &mut *session);
        judge(ruling, &self.prepared.drawn, &reply, false).unwrap_or_else(|fault| panic!("{}: {fault}", ruling.id))
    }

    fn play(&self, ruling: &Ruling, session: &mut (dyn headjudge::engines::Session + '_)) -> Reply {
        let mut answers = self.answers.clone();
        let mut stream = AnswerStream::new(&mut answers);
        let mut reader = stream.reader();
        let any = answers_any(ruling).then_some(&mut reader as &mut dyn Source);
        session.play(&self.prepared.drawn.scenario, any)
    }
}

/// Draws and prepares the first cases of a ruling.
fn each_case(ruling: &Ruling, cases: u64, mut act: impl FnMut(u64, &Sample)) {
    for n in 0..cases {
        let fault = |fault: case::CaseFault| -> ! { panic!("{}#{n}: {fault}", ruling.id) };
        let first = case::draw(ruling, &library().pool, DEFAULT_SEED, n).unwrap_or_else(|e| fault(e));
        let (answers, mut source) = (first.after.clone(), first.after);
        let mut stream = AnswerStream::new(&mut source);
        let (pool, consulted) = (&library().pool, Arc::new(Consulted::default()));
        let prepared = case::prepare_noting(ruling, pool, first.drawn, &mut stream, Laws::Trusted, Some(&consulted));
        act(n, &Sample { prepared: prepared.unwrap_or_else(|e| fault(e)), answers, consulted });
    }
}

/// A mutant that two places ask for is two mutants, and one that none asks for is none.
#[test]
fn every_mutant_is_asked_for_at_one_site() {
    let mut code = String::new();
    read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../engine/src"), &mut code);
    let complaints = Mutant::ALL.iter().filter_map(|mutant| {
        let path = format!("Mutant::{mutant:?}");
        let sites = code.match_indices(&path);
        let sites = sites.filter(|(at, _)| {
            let rest = &code[at + path.len()..];
            !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_')
        });
        let many = sites.count();
        (many != 1).then(|| format!("{path} stands at {many} sites of the engine"))
    });
    none(&complaints.collect::<Vec<_>>());
}

/// All code below a folder but the table of mutants itself.
fn read(folder: &Path, code: &mut String) {
    for entry in fs::read_dir(folder).expect("the folder is there").flatten() {
        let path = entry.path();
        if path.is_dir() {
            read(&path, code);
        } else if path.file_name().is_some_and(|name| name != "mutant.rs") {
            code.push_str(&fs::read_to_string(&path).expect("a text"));
        }
    }
}
