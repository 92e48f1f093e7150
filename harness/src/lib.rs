//! Headjudge: a property-based conformance harness for Magic: The Gathering rules engines.

pub mod case;
pub mod engines;
pub mod clauses;
pub mod expr;
pub mod fault;
pub mod generate;
pub mod library;
pub mod reference;
pub mod ruling;
pub mod tape;
pub mod values;
pub mod verdict;
pub mod view;
pub mod yaml;
