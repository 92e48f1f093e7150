//! Options that exclude each other say so in their help, and why.

use clap::{Arg, Command, CommandFactory as _};

use super::Cli;

/// What is wrong with the help of one option.
fn complaint(command: &Command, arg: &Arg) -> Option<String> {
    let names = command.get_arg_conflicts_with(arg).into_iter().map(|other| match other.get_long() {
        Some(long) => format!("--{long}"),
        None => "FILTER".to_owned(),
    });
    let names: Vec<String> = names.collect();
    if names.is_empty() {
        return None;
    }
    let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
    let (_, reason) = help.split_once("ot with ").unwrap_or_default();
    let missing: Vec<&String> = names.iter().filter(|name| !reason.contains(name.as_str())).collect();
    let why = [", which ", ", since ", ": "].iter().any(|word| reason.contains(word));
    let what = format!("{} --{}: ", command.get_name(), arg.get_long().unwrap_or("?"));
    match (missing.is_empty(), why) {
        (false, _) => Some(format!("{what}its help does not say that it excludes {missing:?}")),
        (true, false) => Some(format!("{what}its help does not say why")),
        (true, true) => None,
    }
}

fn complaints(command: &Command, all: &mut Vec<String>) -> usize {
    let mut excluding = 0;
    for arg in command.get_arguments() {
        excluding += usize::from(!command.get_arg_conflicts_with(arg).is_empty());
        all.extend(complaint(command, arg));
    }
    excluding + command.get_subcommands().map(|command| complaints(command, all)).sum::<usize>()
}

#[test]
fn the_help_of_options_that_exclude_each_other_says_with_what_and_why() {
    let mut command = Cli::command();
    command.build();
    let mut all = Vec::new();
    let excluding = complaints(&command, &mut all);
    assert!(all.is_empty(), "{all:#?}");
    assert!(excluding >= 6, "only {excluding} options exclude others");
}
