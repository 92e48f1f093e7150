//! The `headjudge` program.

fn main() -> std::process::ExitCode {
    headjudge::cli::main()
}
