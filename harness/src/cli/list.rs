//! `headjudge list`.

use clap::Args;
use owo_colors::OwoColorize as _;
use serde::Serialize;

use super::{Common, Exit, Failed, print_json, say};
use crate::generate::Pool;
use crate::ruling::{Ruling, Status};
use crate::run::{FILTER_HELP, select};

/// The arguments of `list`.
#[derive(Debug, Args)]
#[command(after_help = FILTER_HELP)]
pub(super) struct ListArgs {
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Tell what each says, rests on and kills; not with --json, which tells all of that
    #[arg(long, conflicts_with = "json")]
    long: bool,
    /// Which rulings, as told below; all if there is none
    #[arg(value_name = "FILTER")]
    filters: Vec<String>,
}

#[derive(Serialize)]
struct Listed<'l> {
    id: &'l str,
    says: &'l str,
    clauses: &'l [String],
    document: &'l str,
    paragraph: u32,
    rules: &'l [String],
    report: Option<u32>,
    contested: Option<&'l str>,
    labels: Vec<&'l str>,
    kills: Vec<&'static str>,
    /// Which its boards can have, surroundings aside.
    cards: Vec<&'l str>,
}

impl<'l> Listed<'l> {
    fn new(ruling: &'l Ruling, pool: &'l Pool) -> Listed<'l> {
        Listed {
            id: &ruling.id,
            says: ruling.says.trim(),
            clauses: &ruling.clauses,
            document: &ruling.cite.document,
            paragraph: ruling.cite.paragraph,
            rules: &ruling.cite.rules,
            report: ruling.cite.report,
            contested: match &ruling.status {
                Status::Certifies => None,
                Status::Contested(why) => Some(why),
            },
            labels: ruling.labels.iter().map(|label| label.name.as_str()).collect(),
            kills: ruling.kills.iter().map(|mutant| mutant.name()).collect(),
            cards: ruling.cards(pool).into_iter().map(|card| pool.cards.card(card).name.as_str()).collect(),
        }
    }
}

pub(super) fn list(args: &ListArgs, common: &Common) -> Result<Exit, Failed> {
    let library = common.library()?;
    let rulings = select(&library, &args.filters)?;
    let listed: Vec<Listed<'_>> = rulings.into_iter().map(|ruling| Listed::new(ruling, &library.pool)).collect();
    if args.json {
        #[derive(Serialize)]
        struct All<'l> {
            rulings: Vec<Listed<'l>>,
        }
        print_json(&All { rulings: listed })?;
        return Ok(Exit::Fine);
    }
    if !args.long {
        let width = listed.iter().map(|ruling| ruling.id.len()).max().unwrap_or(0);
        for ruling in listed {
            let contested =
                if ruling.contested.is_some() { format!(" {}", "contested".yellow()) } else { String::new() };
            say!("{:width$}  {}{contested}", ruling.id.bold(), ruling.clauses.join(", "));
        }
        return Ok(Exit::Fine);
    }
    for ruling in listed {
        let contested = if ruling.contested.is_some() { " (contested)" } else { "" };
        say!("{}{contested}", ruling.id.bold());
        say!("  {}", ruling.says);
        let source = format!("{} paragraph {}, CR {}", ruling.document, ruling.paragraph, ruling.rules.join(", "));
        say!("  encodes {} ({source})", ruling.clauses.join(", "));
        if !ruling.kills.is_empty() {
            say!("  kills {}", ruling.kills.join(", "));
        }
    }
    Ok(Exit::Fine)
}
