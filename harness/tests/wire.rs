//! Engines that are programs of their own: everything that can go wrong with them, and that nothing else does.
//!
//! The bad engines are this very program, called with `bad-engine MODE`, and the toy and
//! the new adapter in Rust with `toy` and `template`, so that nothing but Rust is needed.

#[path = "wire/adapters.rs"]
mod adapters;
#[path = "wire/bad.rs"]
mod bad;
#[path = "wire/equal.rs"]
mod equal;
#[path = "wire/garbage.rs"]
mod garbage;
#[path = "wire/kits.rs"]
mod kits;
#[path = "../adapters/toy/tally.rs"]
mod tally;
#[path = "wire/template.rs"]
mod template;
#[path = "wire/verdicts.rs"]
mod verdicts;

use std::process::ExitCode;

use libtest_mimic::{Arguments, Failed, Trial};

/// A named test.
type Test = (&'static str, fn() -> Result<(), Failed>);

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    if let [first, mode, rest @ ..] = &words[..]
        && first == "bad-engine"
    {
        return bad::main(mode, rest.first().map_or("", String::as_str));
    }
    match words.first().map(String::as_str) {
        Some("toy") => return kits::toy(),
        Some("template") => return template::main(),
        _ => {}
    }
    let tests = [verdicts::TESTS, equal::TESTS, garbage::TESTS, adapters::TESTS, kits::TESTS, template::TESTS].concat();
    let trials = tests.into_iter().map(|(name, test)| Trial::test(name, test)).collect();
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}
