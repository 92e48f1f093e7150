//! Headjudge: a property-based conformance harness for Magic: The Gathering rules engines.

pub mod case;
pub mod cases;
pub mod clauses;
pub mod cli;
pub mod diagnose;
mod digest;
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
pub mod skeleton;
pub mod tape;
pub mod values;
pub mod verdict;
pub mod view;
pub mod yaml;
