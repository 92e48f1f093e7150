//! placeholder
pub mod tape;
