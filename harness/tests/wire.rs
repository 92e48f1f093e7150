//! Engines that are programs of their own: everything that can go wrong with them, and that nothing else does.
//!
//! The bad engines are this very program, called with `bad-engine MODE`, so that nothing but Rust is needed.

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
#[path = "wire/left.rs"]
mod left;
#[path = "wire/playing.rs"]
mod playing;
#[path = "wire/shapes.rs"]
mod shapes;
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
    if let [first, mutant] = &words[..]
        && first == "serve-mutant"
    {
        return playing::serve_mutant(mutant);
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
    ]
    .concat();
    let trials = tests.into_iter().map(|(name, test)| Trial::test(name, test)).collect();
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}
