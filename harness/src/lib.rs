//! Headjudge: a property-based conformance harness for Magic: The Gathering rules engines.
//!
//! Engines are programs behind a wire, or values in this process. For those, certification is one call in a test of their own:
//!
//! ```
//! use headjudge::engines::{Said, from_fn};
//! use headjudge::protocol::Scenario;
//!
//! fn play(scenario: &Scenario) -> Said {
//!     // Set up `scenario.board`, do `scenario.script`, and say what there is to see then.
//!     Said::no_feature(format!("a script of {} steps", scenario.script.len()))
//! }
//!
//! let report = headjudge::certify(&from_fn("mine", play)).cases(50).filter("topic:tap-symbol").run()?;
//! assert!(!report.went_wrong(), "{report}");
//! # Ok::<(), headjudge::CertifyError>(())
//! ```
//!
//! `harness/examples/in_process.rs` is a whole engine of a page. What is documented as `#[non_exhaustive]` grows without notice;
//! everything else changes with the version.

pub mod baseline;
pub mod case;
pub mod cases;
pub mod certificate;
mod certify;
pub mod clauses;
pub mod cli;
pub mod diagnose;
mod digest;
mod endings;
pub mod engines;
pub mod explain;
pub mod expr;
pub mod fault;
pub mod generate;
pub mod library;
pub mod lint;
pub mod position;
pub mod property;
pub mod reference;
pub mod replay;
pub mod report;
pub mod rulebook;
pub mod ruling;
pub mod run;
pub mod schema;
pub mod skeleton;
pub mod tape;
pub mod values;
pub mod verdict;
pub mod view;
pub mod yaml;

pub use certify::{Certify, CertifyError, certify};
pub use headjudge_protocol as protocol;
