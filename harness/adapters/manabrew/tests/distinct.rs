//! What the engine does wrong, by its own calls and without the adapter: each test pins one of the failures that are listed in
//! `harness/adapters/README.md`. Where one fails, the engine has been mended: strike it off the list.

mod table;

use manabrew_engine::combat::combat_util;
use table::{Do, Table};

const FOREST: &str = "Name:Forest\nManaCost:no cost\nTypes:Basic Land Forest";
const BEARS: &str = "Name:Bears\nManaCost:1 G\nTypes:Creature Bear\nPT:2/2";
const BOLT: &str = "Name:Bolt\nManaCost:R\nTypes:Instant\nA:SP$ DealDamage | ValidTgts$ Any | NumDmg$ 3";
const MURDER: &str = "Name:Murder\nManaCost:1 B B\nTypes:Instant\nA:SP$ Destroy | ValidTgts$ Creature";
const REFLECTION: &str = "Name:Reflection\nManaCost:4 G G\nTypes:Enchantment\n\
    R:Event$ ProduceMana | ActiveZones$ Battlefield | ValidActivator$ You | ValidCard$ Permanent | \
    ValidAbility$ Activated.hasTapCost | ReplaceWith$ ProduceTwice | Description$ Doubles mana.\n\
    SVar:ProduceTwice:DB$ ReplaceMana | ReplaceAmount$ 2";
const LIVES: &str = "Name:Lives\nManaCost:1 W W\nTypes:Enchantment\n\
    R:Event$ DamageDone | ActiveZones$ Battlefield | ValidTarget$ You | Prevent$ True | ReplaceWith$ Count | \
    PreventionEffect$ True | Description$ Prevents damage and counts it.\n\
    SVar:Count:DB$ PutCounter | Defined$ Self | CounterType$ CHARGE | CounterNum$ 1";

/// CR 615.5: what a prevention effect does besides is not done.
#[test]
fn the_rider_of_a_prevention_is_lost() {
    let mut table = Table::new(&[(LIVES, 0)], &[(BOLT, 0)], "R");
    table.plan(&[Do::Cast("Bolt")], "p1");
    table.main_phase();
    assert_eq!(table.life(0), 20);
    assert_eq!(table.counters("Lives"), 0);
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

/// CR 106.12a: mana that nothing was tapped for is doubled all the same.
#[test]
fn mana_of_a_spell_is_mana_of_a_permanent_tapped_for_it() {
    let ritual = "Name:Ritual\nManaCost:B\nTypes:Instant\nA:SP$ Mana | Produced$ B | Amount$ 3";
    let mut table = Table::new(&[(REFLECTION, 0)], &[(ritual, 0)], "B");
    table.plan(&[Do::Cast("Ritual")], "p1");
    table.main_phase();
    assert_eq!(table.pool(0), "BBBBBB");
}

/// CR 106.12a: what adds one mana of the type that was made adds a colourless one, to whoever controls it.
#[test]
fn one_more_of_the_type_that_was_made_is_colourless() {
    let flare = "Name:Flare\nManaCost:2 R\nTypes:Enchantment\n\
        T:Mode$ TapsForMana | ValidCard$ Land | TriggerZones$ Battlefield | Execute$ More | Static$ True | TriggerDescription$ More.\n\
        SVar:More:DB$ ManaReflected | ColorOrType$ Type | ReflectProperty$ Produced | Defined$ TriggeredActivator";
    let mut table = Table::new(&[(FOREST, 0), (flare, 1)], &[], "");
    table.plan(&[Do::Mana("Forest")], "p1");
    table.main_phase();
    assert_eq!((table.pool(0), table.pool(1)), ("G".into(), "C".into()));
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

/// CR 106.7: a land that could make mana of any type that my lands could also makes colourless mana, alone even.
#[test]
fn any_type_is_colourless_where_there_is_none() {
    let pool = "Name:Pool\nManaCost:no cost\nTypes:Land\n\
        A:AB$ ManaReflected | Cost$ T | Valid$ Land.YouCtrl | ColorOrType$ Type | ReflectProperty$ Produce";
    let mut table = Table::new(&[(pool, 0)], &[], "");
    table.plan(&[Do::Mana("Pool")], "p1");
    table.main_phase();
    assert_eq!(table.pool(0), "C");
}

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

/// CR 305.7: static abilities know only some words for what they apply to; `nonBasic` is not among them.
#[test]
fn a_land_that_is_set_to_a_basic_type_stays_what_it_is() {
    let moon = "Name:Moon\nManaCost:2 R\nTypes:Enchantment\n\
        S:Mode$ Continuous | Affected$ Land.nonBasic | AddType$ Mountain | RemoveLandTypes$ True | Description$ Mountains.";
    let tomb = "Name:Tomb\nManaCost:no cost\nTypes:Land\nA:AB$ Mana | Cost$ T | Produced$ C | Amount$ 2";
    let mut table = Table::new(&[(moon, 1), (tomb, 0)], &[], "");
    table.plan(&[Do::Mana("Tomb")], "p1");
    table.main_phase();
    assert_eq!(table.pool(0), "CC");
}

/// CR 603.6c: an ability that triggers wherever its card is put into a graveyard from does not trigger as it dies.
#[test]
fn put_into_a_graveyard_from_anywhere_is_not_from_the_battlefield() {
    let spirit = "Name:Spirit\nManaCost:W\nTypes:Creature Spirit\nPT:6/6\n\
        T:Mode$ ChangesZone | Origin$ Any | Destination$ Graveyard | ValidCard$ Card.Self | Execute$ Gain | TriggerDescription$ Gain.\n\
        SVar:Gain:DB$ GainLife | Defined$ You | LifeAmount$ 1";
    let mut table = Table::new(&[(spirit, 0)], &[(MURDER, 0)], "BBB");
    table.plan(&[Do::Cast("Murder")], "Spirit");
    table.main_phase();
    assert_eq!(table.zone("Spirit"), "graveyard");
    assert_eq!(table.life(0), 20);
}

/// CR 702.111b: one creature blocks a creature with menace.
#[test]
fn menace_is_blocked_by_one() {
    let strangler = "Name:Strangler\nManaCost:2 B\nTypes:Creature Rogue\nPT:2/3\nK:Menace";
    let mut table = Table::new(&[(strangler, 0), (BEARS, 1)], &[], "");
    let (attacker, blocker) = (table.card("Strangler"), table.card("Bears"));
    let at = |table: &Table, card| table.game.card(card).zone_timestamp;
    let whom = manabrew_engine::combat::DefenderId::Player(manabrew_engine::ids::PlayerId(1));
    let (first, second) = (at(&table, attacker), at(&table, blocker));
    table.run.combat.declare_attacker(attacker, whom, first);
    table.run.combat.declare_blocker(blocker, attacker, second);
    assert!(table.game.card(attacker).has_menace());
    assert!(combat_util::validate_blocks(&table.game, &table.run.combat).is_empty());
}

/// CR 702.16f: protection from a creature type stops no blocker.
#[test]
fn protection_from_a_creature_type_is_none() {
    let lynx = "Name:Lynx\nManaCost:1 G\nTypes:Creature Cat\nPT:2/2\nK:Protection:Rat";
    let rat = "Name:Rat\nManaCost:B\nTypes:Creature Rat\nPT:1/1";
    let table = Table::new(&[(lynx, 0), (rat, 1)], &[], "");
    assert!(combat_util::can_creature_block(&table.game, table.card("Rat"), table.card("Lynx")));
}

/// CR 704.5k: two world permanents stay.
#[test]
fn two_worlds_stay() {
    let world = |name: &str| format!("Name:{name}\nManaCost:G\nTypes:World Enchantment");
    let (old, new) = (world("Old"), world("New"));
    let mut table = Table::new(&[(&old, 0), (&new, 0)], &[], "");
    table.game.check_state_based_actions();
    assert_eq!((table.zone("Old"), table.zone("New")), ("battlefield".into(), "battlefield".into()));
}

/// CR 701.3: an effect that attaches another object than its source attaches nothing.
#[test]
fn only_the_source_of_an_effect_is_attached() {
    let axe = "Name:Axe\nManaCost:3\nTypes:Artifact Equipment\nK:Equip:3";
    let theft = "Name:Theft\nManaCost:R\nTypes:Instant\nA:SP$ Attach | ValidTgts$ Creature | Object$ Valid Equipment";
    let mut table = Table::new(&[(axe, 0), (BEARS, 0)], &[(theft, 0)], "R");
    table.plan(&[Do::Cast("Theft")], "Bears");
    table.main_phase();
    assert_eq!(table.zone("Theft"), "graveyard");
    assert!(table.game.card(table.card("Axe")).attached_to.is_none());
}

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

/// CR 613.1b: control ends with the Aura that gave it; here it does not.
#[test]
fn control_outlasts_the_aura() {
    let magic = "Name:Magic\nManaCost:2 U U\nTypes:Enchantment Aura\nK:Enchant:Creature\nA:SP$ Attach | ValidTgts$ Creature\n\
        S:Mode$ Continuous | Affected$ Card.EnchantedBy | GainControl$ You | Description$ Control.";
    let naturalize = "Name:Naturalize\nManaCost:1 G\nTypes:Instant\nA:SP$ Destroy | ValidTgts$ Enchantment";
    let mut table = Table::new(&[(BEARS, 1)], &[(magic, 0), (naturalize, 0)], "UUUUGG");
    table.plan(&[Do::Cast("Magic")], "Bears");
    table.main_phase();
    assert_eq!(table.controller("Bears"), 0);
    table.fill("GG");
    table.plan(&[Do::Cast("Naturalize")], "Magic");
    table.main_phase();
    assert_eq!(table.zone("Magic"), "graveyard");
    assert_eq!(table.controller("Bears"), 0);
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

/// CR 302.6: a creature that has come under control this turn can be tapped at once.
#[test]
fn a_creature_that_changes_sides_is_not_sick() {
    let elves = "Name:Elves\nManaCost:G\nTypes:Creature Elf\nPT:1/1\nA:AB$ Mana | Cost$ T | Produced$ G";
    let treason = "Name:Magic\nManaCost:2 U U\nTypes:Enchantment Aura\nK:Enchant:Creature\nA:SP$ Attach | ValidTgts$ Creature\n\
        S:Mode$ Continuous | Affected$ Card.EnchantedBy | GainControl$ You | Description$ Control.";
    let mut table = Table::new(&[(elves, 1)], &[(treason, 0)], "UUUU");
    table.plan(&[Do::Cast("Magic")], "Elves");
    table.main_phase();
    table.plan(&[Do::Mana("Elves")], "p1");
    table.main_phase();
    assert_eq!(table.pool(0), "G");
}
