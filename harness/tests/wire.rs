//! Engines that are programs of their own: everything that can go wrong with them, and that nothing else does.
//!
//! The bad engines are this very program, called with `bad-engine MODE`, and the toy and
//! the new adapter in Rust with `toy` and `template`, so that nothing but Rust is needed.

#[path = "wire/adapters.rs"]
mod adapters;
#[path = "wire/bad.rs"]
mod bad;
#[path = "wire/claims.rs"]
mod claims;
#[path = "wire/equal.rs"]
mod equal;
#[path = "wire/flood.rs"]
mod flood;
#[path = "wire/garbage.rs"]
mod garbage;
#[path = "wire/kills.rs"]
mod kills;
#[path = "wire/kits.rs"]
mod kits;
#[path = "wire/left.rs"]
mod left;
#[path = "wire/playing.rs"]
mod playing;
#[path = "wire/shapes.rs"]
mod shapes;
#[path = "../adapters/toy/tally.rs"]
mod tally;
#[path = "wire/template.rs"]
mod template;
#[path = "wire/trace.rs"]
mod trace;
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
    match &words[..] {
        [first, mutant] if first == "serve-mutant" => return playing::serve_mutant(mutant),
        [first, ..] if first == "toy" => return kits::toy(),
        [first, ..] if first == "template" => return template::main(),
        _ => {}
    }
    let tests = [
        verdicts::TESTS,
        left::TESTS,
        claims::TESTS,
        kills::TESTS,
        equal::TESTS,
        trace::TESTS,
        flood::TESTS,
        garbage::TESTS,
        adapters::TESTS,
        kits::TESTS,
        template::TESTS,
    ]
    .concat();
    let trials = tests.into_iter().map(|(name, test)| Trial::test(name, test)).collect();
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}
