//! `headjudge mutants --shrink`: how small the failures of mutants become, and whether they are recognised.

use headjudge_engine::Mutant;
use rayon::prelude::*;
use serde::Serialize;

use super::MutantsArgs;
use crate::cli::{Exit, Failed, print_json, progress, say};
use crate::library::Library;
use crate::report::thousands;
use crate::ruling::Ruling;
use crate::run::matrix::killers;
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

/// Each mutant with the first of the rulings that name it and kill it.
pub(super) fn shrink(library: &Library, rulings: &[&Ruling], args: &MutantsArgs) -> Result<Exit, Failed> {
    let run = (args.seed, args.cases);
    let bar = progress(Mutant::ALL.len() as u64);
    let killers = killers(&library.pool, rulings, run, Mutant::ALL, &|n| bar.inc(n));
    bar.finish_and_clear();
    let bar = progress(killers.len() as u64);
    let measured = |(mutant, killer): &(Mutant, Option<&Ruling>)| {
        let measured = killer.and_then(|ruling| measured(library, ruling, *mutant, run));
        bar.inc(1);
        measured.ok_or(*mutant)
    };
    let tried: Vec<Result<Measured, Mutant>> = killers.par_iter().map(measured).collect();
    bar.finish_and_clear();
    let mut survive = Vec::new();
    let all: Vec<Measured> =
        tried.into_iter().filter_map(|of| of.map_err(|mutant| survive.push(mutant)).ok()).collect();
    let replays = all.iter().filter(|of| of.replays).count();
    if args.json {
        #[derive(Serialize)]
        struct Told<'m> {
            mutants: Vec<Row<'m>>,
            /// Those that no ruling kills which names them.
            survive: Vec<&'static str>,
        }
        let survive = survive.iter().map(|mutant| mutant.name()).collect();
        print_json(&Told { mutants: all.iter().map(Row::new).collect(), survive })?;
    } else {
        told(&all, replays, args);
        survive.iter().for_each(|mutant| say!("    {mutant}: no ruling that names it kills it"));
    }
    Ok(if replays == all.len() && survive.is_empty() { Exit::Fine } else { Exit::NotConforming })
}

fn told(all: &[Measured], replays: usize, args: &MutantsArgs) {
    let many = all.len();
    say!(
        "{many} mutants, each with the first ruling that names it and kills it; {} cases, seed {}",
        thousands(args.cases),
        args.seed
    );
    const SHARES: [(&str, usize); 6] =
        [("10 %", 10), ("25 %", 25), ("median", 50), ("75 %", 75), ("90 %", 90), ("max", 100)];
    say!("  {:<12}{}", "", SHARES.map(|(name, _)| format!("{name:>8}")).concat());
    let row = |name: &str, of: &dyn Fn(&Measured) -> u64| {
        let at = |(_, percent)| format!("{:>8}", percentile(all.iter().map(of), percent).unwrap_or(0));
        say!("  {name:<12}{}", SHARES.map(at).concat());
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
