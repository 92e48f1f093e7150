//! The `headjudge` program.

/// A case is some seven hundred small allocations; this one hands them out in less time than the system's does.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    headjudge::cli::main()
}
