//! placeholder

pub mod expr;
