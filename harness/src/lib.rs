//! Headjudge: a property-based conformance harness for Magic: The Gathering rules engines.

pub mod expr;
pub mod reference;
pub mod tape;
