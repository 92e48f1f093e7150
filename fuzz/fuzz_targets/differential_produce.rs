//! Glue: see `headjudge::property`.
#![cfg_attr(fuzzing, no_main)]

#[cfg(fuzzing)]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| headjudge::property::check("differential_produce", bytes));

#[cfg(not(fuzzing))]
fn main() {
    headjudge_fuzz::replay("differential_produce");
}
