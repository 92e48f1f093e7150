//! Every ruling on the reference: one named test each, so that `cargo test --test rulings lynx` runs those about lynxes.
//!
//! In two hundred cases every law of the rules is looked at in every case instead of in a few. What the cases of a ruling
//! have to reach (labels, different scenarios) takes a thousand, and is a trial of the kind `labels`.
//!
//! With `HEADJUDGE_CASES=N` in the environment the rulings stand alone: N cases of each decide, and nothing else is looked at.
//! That is how `cargo mutants` asks what the rulings notice of the engine (CONTRIBUTING.md).

use std::process::ExitCode;
use std::sync::Arc;

use headjudge::case::{self, AnswerStream, Judged, Laws};
use headjudge::engines::Local;
use headjudge::fault::Style;
use headjudge::library::Library;
use headjudge::ruling::Ruling;
use headjudge::run::{DEFAULT_SEED, Plan, Unwatched, explain, run};
use headjudge::verdict::Case;
use libtest_mimic::{Arguments, Failed, Trial};

/// Cases of each ruling.
const CASES: u64 = 200;

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let alone = std::env::var("HEADJUDGE_CASES").ok();
    let alone = alone.map(|n| n.parse::<u64>().unwrap_or_else(|_| panic!("HEADJUDGE_CASES is no number: {n}")));
    let mut trials = Vec::new();
    match Library::embedded() {
        Ok(library) => {
            let library = Arc::new(library);
            let rulings = library.rulings.len();
            trials
                .push(Trial::test("library loads", move || if rulings > 0 { Ok(()) } else { Err("no ruling".into()) }));
            for at in 0..rulings {
                let shared = Arc::clone(&library);
                if let Some(cases) = alone {
                    let passes = move || passes(&shared, &shared.rulings[at], cases);
                    trials.push(Trial::test(library.rulings[at].id.clone(), passes));
                    continue;
                }
                trials.push(Trial::test(library.rulings[at].id.clone(), move || holds(&shared, &shared.rulings[at])));
                let shared = Arc::clone(&library);
                let labels = move || shows(&shared, &shared.rulings[at]);
                trials.push(Trial::test(library.rulings[at].id.clone(), labels).with_kind("labels"));
            }
        }
        Err(faults) => {
            let text = faults.render(Style::Plain);
            trials.push(Trial::test("library loads", move || Err(text.into())));
        }
    }
    libtest_mimic::run(&arguments, trials).exit_code()
}

/// The reference obeys the ruling, and the ruling is not at fault, in every case.
fn holds(library: &Library, ruling: &Ruling) -> Result<(), Failed> {
    for n in 0..CASES {
        let judged =
            reference(library, ruling, n).map_err(|fault| format!("{}\nheadjudge show '{}#{n}'", fault, ruling.id))?;
        if judged.case != Case::Pass {
            let (expected, observed) = explain(ruling, &judged);
            let observed: Vec<String> = observed.iter().map(|o| format!("  {}  {}", o.name, o.value)).collect();
            let text = format!("{}\nexpected {expected}\n{}", judged.case.check(), observed.join("\n"));
            return Err(format!("{text}\nheadjudge replay '{}#{n}'", ruling.id).into());
        }
    }
    Ok(())
}

/// The cases show what the ruling claims to show.
fn shows(library: &Library, ruling: &Ruling) -> Result<(), Failed> {
    passes(library, ruling, Plan::new(library).cases)
}

/// What `certify` says of the ruling after so many cases.
fn passes(library: &Library, ruling: &Ruling, cases: u64) -> Result<(), Failed> {
    let plan = Plan { rulings: vec![ruling], cases, ..Plan::new(library) };
    let report = run(&plan, &Local::reference(&library.pool.cards), &Unwatched)?;
    match report.all().next() {
        Some(report) if report.verdict.passed() => Ok(()),
        Some(report) => {
            let faults = report.faults.iter().map(|fault| format!("{} (case {})", fault.message, fault.case));
            let reasons: Vec<String> = report.vacuous.iter().cloned().chain(faults).collect();
            Err(format!("{}: {}", report.verdict, reasons.join("\n")).into())
        }
        None => Err("it was not run".into()),
    }
}

fn reference(library: &Library, ruling: &Ruling, n: u64) -> Result<Judged, case::CaseFault> {
    let pool = &library.pool;
    let mut first = case::draw(ruling, pool, DEFAULT_SEED, n)?;
    let mut answers = AnswerStream::new(&mut first.after);
    let prepared = case::prepare(ruling, pool, first.drawn, &mut answers, Laws::Checked)?;
    case::play(ruling, prepared, &mut answers, None)
}
