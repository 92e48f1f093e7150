//! What holds in every settled game, whatever was played: a table with rule numbers.
//!
//! The harness checks it after every step of every case, so that a fault of the engine shows even where no ruling looks.
//! The laws say what must be, and leave how it came about to the verbs: none of them asks the code that it watches over.

mod combat;
mod permanents;
mod players;
mod zones;

use crate::derived::Derived;
use crate::game::Game;
use crate::layers::{derive, derive_anew};

/// One law.
#[derive(Debug, Clone, Copy)]
pub struct Invariant {
    /// Its name.
    pub name: &'static str,
    /// The rule that it follows from.
    pub rule: &'static str,
    /// Whether a settled game with these derived characteristics obeys it.
    pub holds: fn(&Game, &Derived) -> bool,
    /// Whether it speaks of games that are over, too: in those nothing is put right any more (CR 104.1).
    pub to_the_end: bool,
}

const fn always(name: &'static str, rule: &'static str, holds: fn(&Game, &Derived) -> bool) -> Invariant {
    Invariant { name, rule, holds, to_the_end: true }
}

const fn in_play(name: &'static str, rule: &'static str, holds: fn(&Game, &Derived) -> bool) -> Invariant {
    Invariant { name, rule, holds, to_the_end: false }
}

/// Every law.
pub const ALL: &[Invariant] = &[
    always("one-zone", "400.1", zones::one_zone),
    always("own-zones", "400.3", zones::own_zones),
    always("ids-in-order", "400.7", zones::ids_in_order),
    in_play("tokens-on-battlefield", "111.7", zones::tokens_on_battlefield),
    in_play("copies-on-stack", "704.5e", zones::copies_on_stack),
    always("lands-off-the-stack", "305.9", zones::lands_off_the_stack),
    always("linked-in-exile", "607.2a", zones::linked_in_exile),
    in_play("counters-annihilate", "704.5q", permanents::counters_annihilate),
    in_play("toughness-above-zero", "704.5f", permanents::toughness_above_zero),
    in_play("no-lethal-damage", "704.5g", permanents::no_lethal_damage),
    in_play("no-deadly-touch", "704.5h", permanents::no_deadly_touch),
    in_play("loyalty-above-zero", "704.5i", permanents::loyalty_above_zero),
    in_play("one-of-each-legend", "704.5j", permanents::one_of_each_legend),
    in_play("one-world", "704.5k", permanents::one_world),
    in_play("attached-to-something", "704.5m", permanents::attached_to_something),
    in_play("auras-attached", "704.5m", permanents::auras_attached),
    in_play("equipment-on-creatures", "704.5n", permanents::equipment_on_creatures),
    in_play("creatures-unattached", "704.5p", permanents::creatures_unattached),
    in_play("protected-unattached", "702.16c", permanents::protected_unattached),
    always("permanents-are-permanents", "110.4a", permanents::permanents_are_permanents),
    always("status-on-battlefield", "110.5d", permanents::status_on_battlefield),
    always("size-of-creatures-alone", "208.3", permanents::size_of_creatures_alone),
    in_play("control-is-watched", "302.6", permanents::control_is_watched),
    in_play("life-above-zero", "704.5a", players::life_above_zero),
    in_play("poison-below-ten", "704.5c", players::poison_below_ten),
    always("lost-for-a-reason", "104.3", players::lost_for_a_reason),
    in_play("owners-are-in-the-game", "800.4a", players::owners_are_in_the_game),
    in_play("priority-in-the-game", "800.4j", players::priority_in_the_game),
    in_play("some-have-not-passed", "117.4", players::some_have_not_passed),
    in_play("nothing-waits", "603.3", players::nothing_waits),
    in_play("one-state-trigger", "603.8", players::one_state_trigger),
    in_play("combat-of-creatures", "506.4", combat::combat_of_creatures),
    in_play("combat-in-its-phase", "511.3", combat::in_its_phase),
    in_play("attackers-of-the-active-player", "508.1a", combat::attackers_of_the_active_player),
    in_play("blockers-of-the-defenders", "509.1a", combat::blockers_of_the_defenders),
    in_play("one-part-in-combat", "509.1a", combat::one_part_each),
    // 613.5: what objects are follows from the game as it is at every moment, whatever has been kept of an earlier one.
    always("deterministic-derivation", "613.1", |game, derived| derive_anew(game) == *derived),
];

/// The first law that a settled game breaks.
#[must_use]
pub fn broken(game: &Game) -> Option<&'static Invariant> {
    let derived = derive(game);
    let over = game.is_over();
    ALL.iter().find(|law| (law.to_the_end || !over) && !(law.holds)(game, &derived))
}
