//! Damage, and what is prevented of it.

use crate::scripts::{BEARS, BOLT, LIVES};
use crate::seat::Do;
use crate::table::Table;

/// CR 615.5: what a prevention effect does besides is not done. Said the other way, as a replacement that prevents, it does not
/// even prevent.
#[test]
fn the_rider_of_a_prevention_is_lost() {
    for (script, dealt) in [(LIVES.to_owned(), 0), (LIVES.replace("| Prevent$ True ", ""), 1)] {
        let mut table = Table::new(&[(&script, 0)], &[(BOLT, 0)], "R");
        table.plan(&[Do::Cast("Bolt")], "p1");
        table.main_phase();
        assert_eq!((table.life(0), table.counters("Lives")), (20 - 3 * dealt, 0));
        let mut table = Table::new(&[(&script, 1), (BEARS, 0)], &[], "");
        table.fight(&["Bears"], &[]);
        assert_eq!(table.counters("Lives"), 0);
    }
}

/// CR 615.12: damage that cannot be prevented is prevented.
#[test]
fn what_cannot_be_prevented_is_prevented() {
    let never = "Name:Never\nManaCost:R\nTypes:Enchantment\nS:Mode$ CantPreventDamage | Description$ Never prevented.";
    let mut table = Table::new(&[(LIVES, 0), (never, 1)], &[(BOLT, 0)], "R");
    table.plan(&[Do::Cast("Bolt")], "p1");
    table.main_phase();
    assert_eq!(table.life(0), 20);
}

/// CR 615.7: a shield that a player has been given prevents nothing.
#[test]
fn the_shield_of_a_player_is_never_used() {
    let mending = "Name:Mending\nManaCost:W\nTypes:Instant\nA:SP$ PreventDamage | ValidTgts$ Any | Amount$ 4";
    let mut table = Table::new(&[], &[(mending, 0), (BOLT, 0)], "WR");
    table.plan(&[Do::Cast("Mending")], "p1");
    table.main_phase();
    table.fill("R");
    table.plan(&[Do::Cast("Bolt")], "p1");
    table.main_phase();
    assert_eq!(table.life(0), 17);
}

/// CR 616.1: which effect a spell's damage meets first, nobody is asked.
#[test]
fn nobody_chooses_what_the_damage_of_a_spell_meets_first() {
    let other = LIVES.replace("Name:Lives", "Name:Others");
    let mut table = Table::new(&[(LIVES, 0), (&other, 0)], &[(BOLT, 0)], "R");
    table.plan(&[Do::Cast("Bolt")], "p1");
    table.main_phase();
    assert_eq!((table.life(0), table.replacements_asked()), (20, 0));
}

/// CR 609.7a: a spell on the stack cannot be chosen as the source.
#[test]
fn only_a_permanent_can_be_the_source() {
    let circle = "Name:Circle\nManaCost:1 W\nTypes:Enchantment\nA:AB$ ChooseSource | Cost$ 1 | Choices$ Card.RedSource";
    let ogre = "Name:Ogre\nManaCost:2 R\nTypes:Creature Ogre\nPT:2/2";
    let mut table = Table::new(&[(circle, 0), (ogre, 1)], &[(BOLT, 1)], "C");
    table.fill_of(1, "R");
    table.plan(&[Do::Look, Do::Ability("Circle", 0), Do::Look], "p1");
    table.reply(&[Do::Cast("Bolt")]);
    table.main_phase();
    assert_eq!(table.zone("Bolt"), "graveyard");
    assert_eq!(table.choices(), ["Ogre"]);
}

/// CR 702.15b, 615.6: damage that is prevented is never dealt; lifelink gains life for it.
#[test]
fn prevented_damage_gains_life() {
    let child = "Name:Child\nManaCost:1 B\nTypes:Creature Vampire\nPT:2/1\nK:Lifelink";
    let mut table = Table::new(&[(child, 0), (LIVES, 1)], &[], "");
    table.fight(&["Child"], &[]);
    assert_eq!((table.life(0), table.life(1)), (22, 20));
}

/// CR 615.6: nor does what triggers on damage trigger on damage that is prevented; in combat it does.
#[test]
fn prevented_damage_triggers() {
    let link = "Name:Link\nManaCost:W\nTypes:Enchantment\n\
        T:Mode$ DamageDone | ValidSource$ Creature | TriggerZones$ Battlefield | Execute$ Gain | TriggerDescription$ Gain.\n\
        SVar:Gain:DB$ GainLife | Defined$ You | LifeAmount$ 1";
    let cat = "Name:Cat\nManaCost:2 W\nTypes:Creature Cat\nPT:0/5\n\
        R:Event$ DamageDone | ActiveZones$ Battlefield | ValidTarget$ Card.Self | Prevent$ True | Description$ Prevented.";
    let mut table = Table::new(&[(BEARS, 0), (link, 0), (cat, 1)], &[], "");
    table.fight(&["Bears"], &[("Cat", "Bears")]);
    assert_eq!(table.game.card(table.card("Cat")).damage, 0);
    assert_eq!(table.life(0), 21);
}

const FIGHT: &str = "Name:Prey\nManaCost:G\nTypes:Sorcery\nA:SP$ Pump | ValidTgts$ Creature.YouCtrl | SubAbility$ Brawl\n\
    SVar:Brawl:DB$ Fight | Defined$ ParentTarget | ValidTgts$ Creature.YouDontCtrl";

/// CR 701.12a, 120.3: the damage of fighting creatures has no source, neither for what prevents it nor for deathtouch.
#[test]
fn fighting_creatures_are_no_sources() {
    let ox = |rest: &str| format!("Name:Ox\nManaCost:2 W\nTypes:Creature Ox\nPT:0/5{rest}");
    let guard = "\nR:Event$ DamageDone | ActiveZones$ Battlefield | ValidSource$ Creature | ValidTarget$ Card.Self | Prevent$ True | \
        Description$ Prevented.";
    let adder = "Name:Adder\nManaCost:B\nTypes:Creature Snake\nPT:1/1\nK:Deathtouch";
    for rest in [guard, ""] {
        let mut table = Table::new(&[(adder, 0), (&ox(rest), 1)], &[(FIGHT, 0)], "G");
        table.plan(&[Do::Cast("Prey")], "Adder Ox");
        table.main_phase();
        assert_eq!((table.zone("Ox").as_str(), table.game.card(table.card("Ox")).damage), ("battlefield", 1));
    }
}

/// CR 702.2b, 615.6: deathtouch destroys what no damage was dealt to.
#[test]
fn prevented_damage_destroys() {
    let adder = "Name:Adder\nManaCost:B\nTypes:Creature Snake\nPT:1/1\nK:Deathtouch";
    let cat = "Name:Cat\nManaCost:2 W\nTypes:Creature Cat\nPT:5/5\n\
        R:Event$ DamageDone | ActiveZones$ Battlefield | ValidTarget$ Card.Self | Prevent$ True | Description$ Prevented.";
    let mut table = Table::new(&[(adder, 0), (cat, 1)], &[], "");
    table.fight(&["Adder"], &[("Cat", "Adder")]);
    assert_eq!((table.zone("Adder").as_str(), table.zone("Cat").as_str()), ("graveyard", "graveyard"));
}
