//! Runs from the first case to the report: counts, determinism, shrinking, diagnosis, and what makes a ruling worthless.

#[path = "run/bad.rs"]
mod bad;
#[path = "run/change.rs"]
mod change;
#[path = "run/engines.rs"]
mod engines;
#[path = "run/failures.rs"]
mod failures;
#[path = "run/library.rs"]
mod library;
#[path = "run/partial.rs"]
mod partial;
#[path = "run/reports.rs"]
mod reports;
#[path = "run/signature.rs"]
mod signature;
#[path = "run/worth.rs"]
mod worth;
