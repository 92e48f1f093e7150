//! `headjudge mutants --shrink`: how small the failures of mutants become, and whether they are recognised.

use headjudge_engine::Mutant;
use rayon::prelude::*;
use serde::Serialize;

use super::MutantsArgs;
use crate::cli::{Exit, Failed, print_json, progress, say};
use crate::library::Library;
use crate::report::thousands;
use crate::ruling::Ruling;
use crate::run::matrix::matrix;
use crate::run::shrinking::{Diagnosed, Measured, measured, percentile};

#[derive(Serialize)]
struct Row<'m> {
    mutant: &'static str,
    ruling: &'m str,
    check: &'m str,
    permanents: usize,
    actions: usize,
    executions: u32,
    replays: bool,
    /// `first`, `equal`, `other` or `nobody`.
    diagnosis: &'static str,
    /// Who is named, if it is somebody else.
    #[serde(skip_serializing_if = "Option::is_none")]
    named: Option<&'m str>,
}

impl<'m> Row<'m> {
    fn new(of: &'m Measured) -> Row<'m> {
        let (diagnosis, named) = match &of.named {
            Diagnosed::First => ("first", None),
            Diagnosed::Equal(name) => ("equal", Some(name.as_str())),
            Diagnosed::Other(name) => ("other", Some(name.as_str())),
            Diagnosed::Nobody => ("nobody", None),
        };
        let (mutant, ruling, check) = (of.mutant.name(), of.ruling.as_str(), of.check.as_str());
        let Measured { permanents, actions, executions, replays, .. } = *of;
        Row { mutant, ruling, check, permanents, actions, executions, replays, diagnosis, named }
    }
}

/// Each mutant with the first of the rulings that kills it.
pub(super) fn shrink(library: &Library, rulings: &[&Ruling], args: &MutantsArgs) -> Result<Exit, Failed> {
    let run = (args.seed, args.cases);
    let bar = progress(rulings.len() as u64);
    let kills = matrix(&library.pool, rulings, run, |_| Mutant::ALL.to_vec(), &|n| bar.inc(n));
    bar.finish_and_clear();
    let killer = |mutant: &Mutant| {
        let all = rulings.iter().zip(&kills);
        all.clone()
            .find(|(_, kills)| kills.iter().any(|kill| kill.mutant == *mutant))
            .map(|(ruling, _)| (*mutant, *ruling))
    };
    let pairs: Vec<(Mutant, &Ruling)> = Mutant::ALL.iter().filter_map(killer).collect();
    let bar = progress(pairs.len() as u64);
    let all: Vec<Measured> = pairs
        .par_iter()
        .filter_map(|(mutant, ruling)| {
            let measured = measured(library, ruling, *mutant, run);
            bar.inc(1);
            measured
        })
        .collect();
    bar.finish_and_clear();
    let replays = all.iter().filter(|of| of.replays).count();
    if args.json {
        #[derive(Serialize)]
        struct Told<'m> {
            mutants: Vec<Row<'m>>,
        }
        print_json(&Told { mutants: all.iter().map(Row::new).collect() })?;
    } else {
        told(&all, replays, args);
    }
    Ok(if replays == all.len() { Exit::Fine } else { Exit::NotConforming })
}

fn told(all: &[Measured], replays: usize, args: &MutantsArgs) {
    let many = all.len();
    say!(
        "{many} mutants, each with the first ruling that kills it; {} cases, seed {}",
        thousands(args.cases),
        args.seed
    );
    say!("                median    90 %     max");
    let row = |name: &str, of: &dyn Fn(&Measured) -> u64| {
        let at = |percent| percentile(all.iter().map(of), percent).unwrap_or(0);
        say!("  {name:<12}{:>8}{:>8}{:>8}", at(50), at(90), at(100));
    };
    row("permanents", &|of| of.permanents as u64);
    row("actions", &|of| of.actions as u64);
    row("executions", &|of| u64::from(of.executions));
    say!("  replays     {replays:>8} of {many}");
    let count = |wanted: &str| all.iter().filter(|of| Row::new(of).diagnosis == wanted).count();
    let [first, equal, other, nobody] = ["first", "equal", "other", "nobody"].map(count);
    say!("  named first {first:>8} of {many}, {equal} more by the name of one that does the same in every case");
    if other + nobody > 0 {
        say!("  not named   {:>8}", other + nobody);
    }
    for of in all.iter().filter(|of| of.named != Diagnosed::First || !of.replays) {
        let named = match &of.named {
            Diagnosed::First => "named first".to_owned(),
            Diagnosed::Equal(name) => format!("{name} is named, which does the same in every case"),
            Diagnosed::Other(name) => format!("{name} is named"),
            Diagnosed::Nobody => "nobody is named".to_owned(),
        };
        let replays = if of.replays { "" } else { "; does not replay" };
        say!("    {} by {}: {named}{replays}", of.mutant, of.ruling);
    }
}
