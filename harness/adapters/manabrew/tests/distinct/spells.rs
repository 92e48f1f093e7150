//! Casting.

use forge_foundation::ZoneType;

use crate::scripts::BEARS;
use crate::seat::Do;
use crate::table::Table;

/// CR 601.2b: nobody chooses X; it is as great as can be paid for.
#[test]
fn x_is_the_greatest() {
    let blaze =
        "Name:Blaze\nManaCost:X R\nTypes:Sorcery\nA:SP$ DealDamage | ValidTgts$ Any | NumDmg$ X\nSVar:X:Count$xPaid";
    let mut table = Table::new(&[], &[(blaze, 0)], "RRRR");
    table.plan(&[Do::Cast("Blaze")], "p2");
    table.main_phase();
    assert_eq!((table.life(1), table.numbers_asked()), (17, 0));
}

/// CR 107.3m: the X of a spell is lost to what triggers as it enters.
#[test]
fn what_triggers_on_entering_does_not_know_x() {
    let wizard = "Name:Wizard\nManaCost:X U\nTypes:Creature Wizard\nPT:3/3\n\
        T:Mode$ ChangesZone | Origin$ Any | Destination$ Battlefield | ValidCard$ Card.Self | Execute$ Gain | TriggerDescription$ Gain.\n\
        SVar:Gain:DB$ GainLife | Defined$ You | LifeAmount$ X\n\
        SVar:X:Count$xPaid";
    let mut table = Table::new(&[], &[(wizard, 0)], "UUU");
    table.plan(&[Do::Cast("Wizard")], "p1");
    table.main_phase();
    assert_eq!((table.zone("Wizard").as_str(), table.life(0)), ("battlefield", 20));
}

/// CR 702.51a: a coloured creature does not pay for mana of its colour.
#[test]
fn convoke_pays_generic_mana_only() {
    let stoke = "Name:Stoke\nManaCost:R R\nTypes:Instant\nK:Convoke\nA:SP$ DealDamage | ValidTgts$ Any | NumDmg$ 4";
    let goblin = |name: &str| format!("Name:{name}\nManaCost:R\nTypes:Creature Goblin\nPT:1/1");
    let (one, two) = (goblin("One"), goblin("Two"));
    let generic = stoke.replace("R R", "2").replace("Stoke", "Other");
    let mut table = Table::new(&[(&one, 0), (&two, 0)], &[(stoke, 0), (&generic, 0)], "");
    table.plan(&[Do::Look], "p2");
    table.main_phase();
    assert_eq!((table.offered("cast Stoke"), table.offered("cast Other")), (false, true));
}

/// CR 303.4f: an Aura that an effect puts onto the battlefield stays where it is.
#[test]
fn an_aura_comes_only_as_a_spell() {
    let strength = "Name:Strength\nManaCost:W\nTypes:Enchantment Aura\nK:Enchant:Creature\nA:SP$ Attach | ValidTgts$ Creature\n\
        S:Mode$ Continuous | Affected$ Creature.EnchantedBy | AddPower$ 1 | Description$ Stronger.";
    let replenish = "Name:Replenish\nManaCost:W\nTypes:Sorcery\n\
        A:SP$ ChangeZoneAll | ChangeType$ Enchantment | Defined$ You | Origin$ Graveyard | Destination$ Battlefield";
    let mut table = Table::new(&[(BEARS, 0)], &[(replenish, 0)], "W");
    table.put(strength, 0, ZoneType::Graveyard);
    table.plan(&[Do::Cast("Replenish")], "p1");
    table.main_phase();
    assert_eq!((table.zone("Strength").as_str(), table.power("Bears")), ("graveyard", 2));
}

/// CR 118.9: what may be cast for nothing is offered only if its cost could be paid, and then costs nothing.
#[test]
fn for_nothing_is_for_those_who_could_pay() {
    let omniscience = "Name:Omniscience\nManaCost:7 U U U\nTypes:Enchantment\n\
        S:Mode$ Continuous | Affected$ Card.nonLand+YouOwn | AffectedZone$ Hand | MayPlay$ True | MayPlayWithoutManaCost$ True | \
        MayPlayDontGrantZonePermissions$ True | Description$ For nothing.";
    let mut table = Table::new(&[(omniscience, 0)], &[(BEARS, 0)], "");
    table.plan(&[Do::Look], "p1");
    table.main_phase();
    assert!(!table.offered("cast Bears"));
    table.fill("GG");
    table.plan(&[Do::Look, Do::Cast("Bears")], "p1");
    table.main_phase();
    assert!(table.offered("cast Bears"));
    table.plan(&[Do::Cast("Bears")], "p1");
    table.main_phase();
    assert_eq!((table.zone("Bears").as_str(), table.pool(0).as_str()), ("battlefield", "GG"));
}

/// CR 400.7, 702.33d: what was cast kicked, and comes back to hand, is kicked when it is cast again.
#[test]
fn a_card_stays_kicked() {
    let goblin = "Name:Goblin\nManaCost:R\nTypes:Creature Goblin\nPT:1/1\nK:Kicker:R\n\
        T:Mode$ ChangesZone | Origin$ Any | Destination$ Battlefield | ValidCard$ Card.Self+kicked | Execute$ Gain | TriggerDescription$ Gain.\n\
        SVar:Gain:DB$ GainLife | Defined$ You | LifeAmount$ 1";
    let mut table = Table::new(&[], &[(goblin, 0)], "RR");
    table.plan(&[Do::Cast("Goblin")], "kick");
    table.main_phase();
    assert_eq!((table.zone("Goblin").as_str(), table.life(0)), ("battlefield", 21));
    let card = table.card("Goblin");
    table.game.move_card(card, ZoneType::Hand, manabrew_engine::ids::PlayerId(0));
    table.fill("R");
    table.plan(&[Do::Cast("Goblin")], "p1");
    table.main_phase();
    assert_eq!((table.zone("Goblin").as_str(), table.life(0)), ("battlefield", 22));
}

/// CR 608.2c: of two targets one gets what the spell does.
#[test]
fn a_second_target_gets_nothing() {
    let blades = "Name:Blades\nManaCost:R\nTypes:Instant\n\
        A:SP$ Pump | ValidTgts$ Creature | TargetMin$ 2 | TargetMax$ 2 | NumAtt$ +2";
    let wolf = BEARS.replace("Name:Bears", "Name:Wolf");
    let mut table = Table::new(&[(BEARS, 0), (&wolf, 0)], &[(blades, 0)], "R");
    table.plan(&[Do::Cast("Blades")], "Bears Wolf");
    table.main_phase();
    assert_eq!(table.zone("Blades"), "graveyard");
    assert_eq!((table.power("Bears"), table.power("Wolf")), (4, 2));
}
