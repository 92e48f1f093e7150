//! The choice tape: its laws, and that shrinking ends at the smallest case.

#[path = "tape/board.rs"]
mod board;
#[path = "tape/laws.rs"]
mod laws;
#[path = "tape/shrinking.rs"]
mod shrinking;
