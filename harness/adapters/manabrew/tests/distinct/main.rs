//! What the engine does wrong, by its own calls and without the adapter: each test pins one of the failures that are listed in
//! `harness/adapters/README.md`. Where one fails, the engine has been mended: strike it off the list.
//!
//! `table` is a board, `seat` the two players, `scripts` what more than one test plays with.

mod combat;
mod control;
mod damage;
mod layers;
mod mana;
mod scripts;
mod seat;
mod spells;
mod table;
mod triggers;
