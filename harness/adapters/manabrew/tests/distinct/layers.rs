//! Continuous effects.

use crate::scripts::FOREST;
use crate::table::Table;

/// CR 613.1: which objects an effect applies to is settled before any layer is applied.
#[test]
fn what_becomes_a_creature_gets_nothing_that_creatures_get() {
    let revolt = "Name:Revolt\nManaCost:G\nTypes:Enchantment\n\
        S:Mode$ Continuous | Affected$ Land | AddType$ Creature | SetPower$ 2 | SetToughness$ 2 | Description$ Lands.";
    let anthem = "Name:Anthem\nManaCost:W\nTypes:Enchantment\n\
        S:Mode$ Continuous | Affected$ Creature.YouCtrl | AddPower$ 1 | AddToughness$ 1 | Description$ Creatures.";
    let mut table = Table::new(&[(FOREST, 0), (revolt, 0), (anthem, 0)], &[], "");
    manabrew_engine::staticability::layer::apply_continuous_effects(&mut table.game);
    let forest = table.game.card(table.card("Forest"));
    assert!(forest.is_creature());
    assert_eq!(forest.power(), 2);
}
