//! placeholder
pub mod fault;
pub mod tape;
pub mod yaml;
