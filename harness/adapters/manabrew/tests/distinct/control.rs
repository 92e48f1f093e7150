//! Control, and what a creature that has just come may do.

use crate::scripts::{BEARS, ELVES, MAGIC};
use crate::seat::Do;
use crate::table::Table;

/// CR 613.1b: control ends with the Aura that gave it; here it does not.
#[test]
fn control_outlasts_the_aura() {
    let naturalize = "Name:Naturalize\nManaCost:1 G\nTypes:Instant\nA:SP$ Destroy | ValidTgts$ Enchantment";
    let mut table = Table::new(&[(BEARS, 1)], &[(MAGIC, 0), (naturalize, 0)], "UUUUGG");
    table.plan(&[Do::Cast("Magic")], "Bears");
    table.main_phase();
    assert_eq!(table.controller("Bears"), 0);
    table.fill("GG");
    table.plan(&[Do::Cast("Naturalize")], "Magic");
    table.main_phase();
    assert_eq!(table.zone("Magic"), "graveyard");
    assert_eq!(table.controller("Bears"), 0);
}

/// CR 302.6: a creature that has come under control this turn can be tapped at once.
#[test]
fn a_creature_that_changes_sides_is_not_sick() {
    let mut table = Table::new(&[(ELVES, 1)], &[(MAGIC, 0)], "UUUU");
    table.plan(&[Do::Cast("Magic")], "Elves");
    table.main_phase();
    table.plan(&[Do::Mana("Elves")], "p1");
    table.main_phase();
    assert_eq!(table.pool(0), "G");
}

/// CR 302.6: an effect that lets abilities be activated as though their creatures had haste lets none.
#[test]
fn as_though_it_had_haste_is_nothing() {
    let elixir = "Name:Elixir\nManaCost:3\nTypes:Artifact\n\
        S:Mode$ ActivateAbilityAsIfHaste | ValidCard$ Creature.YouCtrl | Description$ As though they had haste.";
    for (sick, offered) in [(false, true), (true, false)] {
        let mut table = Table::new(&[(ELVES, 0), (elixir, 0)], &[], "");
        let elves = table.card("Elves");
        table.game.card_mut(elves).summoning_sick = sick;
        table.plan(&[Do::Look], "p1");
        table.main_phase();
        assert_eq!(table.offered("mana Elves"), offered);
    }
}
