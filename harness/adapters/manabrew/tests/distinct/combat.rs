//! Blocks.

use manabrew_engine::combat::{DefenderId, combat_util};
use manabrew_engine::ids::PlayerId;

use crate::scripts::BEARS;
use crate::table::Table;

/// Whether the engine objects to one creature blocking another.
fn objects(attacker: &str) -> bool {
    let mut table = Table::new(&[(attacker, 0), (BEARS, 1)], &[], "");
    let (attacker, blocker) = (table.card("Attacker"), table.card("Bears"));
    let at = |table: &Table, card| table.game.card(card).zone_timestamp;
    let (first, second) = (at(&table, attacker), at(&table, blocker));
    table.run.combat.declare_attacker(attacker, DefenderId::Player(PlayerId(1)), first);
    table.run.combat.declare_blocker(blocker, attacker, second);
    let able = combat_util::can_creature_block(&table.game, blocker, attacker);
    !able || !combat_util::validate_blocks(&table.game, &table.run.combat).is_empty()
}

/// CR 702.111b: one creature blocks a creature with menace.
#[test]
fn menace_is_blocked_by_one() {
    assert!(!objects("Name:Attacker\nManaCost:2 B\nTypes:Creature Rogue\nPT:2/3\nK:Menace"));
    assert!(objects("Name:Attacker\nManaCost:2 B\nTypes:Creature Rogue\nPT:2/3\nK:Flying"));
}

/// CR 509.1b: so it does where a static ability asks for three.
#[test]
fn who_cannot_be_blocked_by_fewer_is_blocked_by_one() {
    assert!(!objects(
        "Name:Attacker\nManaCost:3 U\nTypes:Creature Elemental\nPT:6/6\n\
        S:Mode$ MinMaxBlocker | ValidCard$ Creature.Self | Min$ 3 | Description$ Three or more creatures are needed."
    ));
}
