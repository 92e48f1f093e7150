//! Mana: what is made, and what it may be spent on.

use crate::scripts::{CRADLE, FOREST, GROWTH, PLAINS, POOL};
use crate::seat::Do;
use crate::table::Table;

/// CR 106.12a: what adds one mana of the type that was made adds a colourless one.
#[test]
fn one_more_of_the_type_that_was_made_is_colourless() {
    let flare = "Name:Flare\nManaCost:2 R\nTypes:Enchantment\n\
        T:Mode$ TapsForMana | ValidCard$ Land | TriggerZones$ Battlefield | Execute$ More | Static$ True | TriggerDescription$ More.\n\
        SVar:More:DB$ ManaReflected | ColorOrType$ Type | ReflectProperty$ Produced";
    let mut table = Table::new(&[(FOREST, 0), (flare, 0)], &[], "");
    table.plan(&[Do::Mana("Forest")], "p1");
    table.main_phase();
    assert_eq!(table.pool(0), "GC");
}

/// CR 106.12a: what triggers on colourless mana does not, as nothing tells it which mana was made.
#[test]
fn which_mana_was_made_is_told_to_no_trigger() {
    let monument = "Name:Monument\nManaCost:5\nTypes:Artifact\n\
        T:Mode$ TapsForMana | ValidCard$ Permanent | Activator$ You | Produced$ C | TriggerZones$ Battlefield | Execute$ More | \
        Static$ True | TriggerDescription$ More.\n\
        SVar:More:DB$ Mana | Produced$ C";
    let wastes = "Name:Wastes\nManaCost:no cost\nTypes:Basic Land\nA:AB$ Mana | Cost$ T | Produced$ C";
    let mut table = Table::new(&[(wastes, 0), (monument, 0)], &[], "");
    table.plan(&[Do::Mana("Wastes")], "p1");
    table.main_phase();
    assert_eq!(table.pool(0), "C");
}

/// CR 106.12: a mana ability without the tap symbol is tapping for mana, too.
#[test]
fn mana_for_life_is_tapping_for_it() {
    let leyline = "Name:Leyline\nManaCost:2 G G\nTypes:Enchantment\n\
        T:Mode$ TapsForMana | ValidCard$ Artifact | Activator$ You | TriggerZones$ Battlefield | Execute$ More | Static$ True | TriggerDescription$ More.\n\
        SVar:More:DB$ Mana | Produced$ G";
    let pala = "Name:Pala\nManaCost:2\nTypes:Artifact\nA:AB$ Mana | Cost$ PayLife<1> | Produced$ R";
    let mut table = Table::new(&[(pala, 0), (leyline, 0)], &[], "");
    table.plan(&[Do::Mana("Pala")], "p1");
    table.main_phase();
    assert_eq!((table.pool(0).as_str(), table.game.card(table.card("Pala")).tapped), ("RG", false));
}

/// CR 601.2g: an untap symbol could be paid once a mana ability has tapped the permanent; the engine asks before.
#[test]
fn an_untap_symbol_is_asked_for_too_early() {
    let pala = "Name:Pala\nManaCost:2\nTypes:Artifact Creature\nPT:1/1\nA:AB$ Mana | Cost$ 1 Q | Produced$ R";
    let drum = "Name:Drum\nManaCost:1\nTypes:Artifact\nA:AB$ Mana | Cost$ T tapXType<1/Creature> | Produced$ G";
    for (tapped, offered) in [(false, false), (true, true)] {
        let mut table = Table::new(&[(pala, 0), (drum, 0)], &[], "C");
        let card = table.card("Pala");
        table.game.card_mut(card).tapped = tapped;
        table.plan(&[Do::Look], "p1");
        table.main_phase();
        assert_eq!(table.offered("mana Pala"), offered);
    }
}

/// CR 106.12a: a land that makes no mana is tapped for mana all the same.
#[test]
fn where_no_mana_is_made_something_triggers() {
    let mut table = Table::new(&[(CRADLE, 0), (GROWTH, 0)], &[], "");
    let (growth, cradle) = (table.card("Growth"), table.card("Cradle"));
    table.game.attach_to(growth, cradle);
    table.plan(&[Do::Mana("Cradle")], "p1");
    table.main_phase();
    assert_eq!(table.pool(0), "G");
}

/// CR 605.1b, 603.3: a trigger that makes no mana resolves at once, without the stack.
#[test]
fn whatever_triggers_on_tapping_for_mana_skips_the_stack() {
    let city = "Name:City\nManaCost:no cost\nTypes:Land\nA:AB$ Mana | Cost$ T | Produced$ R\n\
        T:Mode$ Taps | ValidCard$ Card.Self | TriggerZones$ Battlefield | Execute$ Pain | TriggerDescription$ Pain.\n\
        SVar:Pain:DB$ DealDamage | NumDmg$ 1 | Defined$ You";
    let mut table = Table::new(&[(city, 0)], &[], "");
    table.plan(&[Do::Mana("City"), Do::Look], "p1");
    table.main_phase();
    assert_eq!(table.looked(), (19, 0));
}

/// CR 605.1b: what triggers on the mana of such a land is put on the stack, though it makes mana.
#[test]
fn a_mana_ability_waits_on_the_stack() {
    let orchard = "Name:Orchard\nManaCost:no cost\nTypes:Land\n\
        A:AB$ ManaReflected | Cost$ T | Valid$ Land.OppCtrl | ColorOrType$ Color | ReflectProperty$ Produce";
    let mut table = Table::new(&[(orchard, 0), (GROWTH, 0), (PLAINS, 1)], &[], "");
    let (growth, land) = (table.card("Growth"), table.card("Orchard"));
    table.game.attach_to(growth, land);
    table.plan(&[Do::Mana("Orchard"), Do::Look], "p1");
    table.main_phase();
    assert_eq!(table.looked(), (20, 1));
}

/// CR 106.7: a land that could make mana of any type that my lands could also makes colourless mana, alone even.
#[test]
fn any_type_is_colourless_where_there_is_none() {
    let mut table = Table::new(&[(POOL, 0)], &[], "");
    table.plan(&[Do::Mana("Pool")], "p1");
    table.main_phase();
    assert_eq!(table.pool(0), "C");
}

/// CR 106.7: what a land that counts could not make is offered.
#[test]
fn a_land_that_could_make_nothing_counts() {
    let mut table = Table::new(&[(POOL, 0), (PLAINS, 0), (CRADLE, 0)], &[], "");
    table.plan(&[Do::Mana("Pool")], "p1");
    table.main_phase();
    assert_eq!(table.colours(), ["White", "Green", "Colorless"]);
}

/// CR 106.7: which types a land could make leaves out what would replace its mana.
#[test]
fn what_replaces_mana_is_left_out_of_what_could_be_made() {
    let black = "Name:Black\nManaCost:2 B\nTypes:Enchantment\n\
        R:Event$ ProduceMana | ActiveZones$ Battlefield | ValidCard$ Land | ReplaceWith$ One | ReplaceMana$ B | Description$ Black.\n\
        SVar:One:DB$ ReplaceMana | ReplaceMana$ B";
    let stone = "Name:Stone\nManaCost:2\nTypes:Artifact\n\
        A:AB$ ManaReflected | Cost$ T | Valid$ Land.OppCtrl | ColorOrType$ Color | ReflectProperty$ Produce";
    let mut table = Table::new(&[(stone, 0), (black, 0), (PLAINS, 1)], &[], "");
    table.plan(&[Do::Mana("Stone")], "p1");
    table.main_phase();
    assert_eq!(table.pool(0), "W");
}

const RESERVOIR: &str = "Name:Reservoir\nManaCost:3\nTypes:Artifact\n\
    A:AB$ Mana | Cost$ T | Produced$ C | Amount$ 2 | RestrictValid$ Spell.Myr,Activated.Myr";

/// CR 106.6, 702.73a: a spell with changeling is no Myr.
#[test]
fn changeling_is_no_type_to_a_restriction() {
    let spell = |name: &str, rest: &str| format!("Name:{name}\nManaCost:2\nTypes:Artifact Creature {rest}\nPT:1/1");
    let (myr, changeling) = (spell("Propagator", "Myr"), spell("Automaton", "Shapeshifter") + "\nK:Changeling");
    for (script, name, zone) in [(&myr, "Propagator", "battlefield"), (&changeling, "Automaton", "hand")] {
        let mut table = Table::new(&[(RESERVOIR, 0)], &[(script, 0)], "");
        table.plan(&[Do::Mana("Reservoir"), Do::Cast(name)], "p1");
        table.main_phase();
        assert_eq!(table.zone(name), zone);
    }
}

/// CR 106.6: mana for Myr pays for the ability of something else.
#[test]
fn restricted_mana_pays_for_every_ability() {
    let icy = "Name:Icy\nManaCost:4\nTypes:Artifact\nA:AB$ Tap | Cost$ 2 T | ValidTgts$ Creature";
    let bears = "Name:Bears\nManaCost:1 G\nTypes:Creature Bear\nPT:2/2";
    let mut table = Table::new(&[(RESERVOIR, 0), (icy, 0), (bears, 1)], &[], "");
    table.plan(&[Do::Mana("Reservoir"), Do::Ability("Icy", 0)], "Bears");
    table.main_phase();
    assert!(table.game.card(table.card("Bears")).tapped);
}
