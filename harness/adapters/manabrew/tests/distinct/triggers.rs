//! Triggered abilities.

use forge_foundation::ZoneType;

use crate::scripts::{BEARS, MURDER};
use crate::seat::Do;
use crate::table::Table;

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

/// CR 603.6c: nor where it is milled.
#[test]
fn put_into_a_graveyard_from_anywhere_is_not_from_a_library() {
    let spirit = "Name:Spirit\nManaCost:W\nTypes:Creature Spirit\nPT:6/6\n\
        T:Mode$ ChangesZone | Origin$ Any | Destination$ Graveyard | ValidCard$ Card.Self | Execute$ Gain | TriggerDescription$ Gain.\n\
        SVar:Gain:DB$ GainLife | Defined$ You | LifeAmount$ 1";
    let scour = "Name:Scour\nManaCost:U\nTypes:Sorcery\nA:SP$ Mill | ValidTgts$ Player | NumCards$ 1";
    let mut table = Table::new(&[], &[(scour, 0)], "U");
    table.put(spirit, 0, ZoneType::Library);
    table.plan(&[Do::Cast("Scour")], "p1");
    table.main_phase();
    assert_eq!(table.zone("Spirit"), "graveyard");
    assert_eq!(table.life(0), 20);
}

/// CR 603.3a: an ability that triggers as a permanent leaves is its owner's, whoever controlled it.
#[test]
fn what_leaves_triggers_for_its_owner() {
    let relic = "Name:Relic\nManaCost:2\nTypes:Artifact\n\
        T:Mode$ ChangesZone | Origin$ Battlefield | Destination$ Any | ValidCard$ Card.Self | Execute$ Gain | TriggerDescription$ Gain.\n\
        SVar:Gain:DB$ GainLife | Defined$ You | LifeAmount$ 1";
    let boomerang = "Name:Boomerang\nManaCost:U U\nTypes:Instant\n\
        A:SP$ ChangeZone | ValidTgts$ Permanent | Origin$ Battlefield | Destination$ Hand";
    let mut table = Table::new(&[(relic, 1)], &[(boomerang, 0)], "UU");
    let card = table.card("Relic");
    table.game.change_controller(card, manabrew_engine::ids::PlayerId(0));
    table.run.trigger_handler.reset_active_triggers(&table.game);
    table.plan(&[Do::Cast("Boomerang"), Do::Look, Do::Look], "Relic");
    table.main_phase();
    assert_eq!(table.zone("Relic"), "hand");
    assert_eq!(table.stack(), [1]);
}

/// CR 603.8: a state trigger is not looked for when its state comes about.
#[test]
fn a_state_trigger_waits_for_the_next_step() {
    let relic = "Name:Relic\nManaCost:2\nTypes:Artifact\n\
        T:Mode$ Always | IsPresent$ Card.Self+counters_GE1_CHARGE | TriggerZones$ Battlefield | Execute$ Gain | TriggerDescription$ Gain.\n\
        SVar:Gain:DB$ GainLife | Defined$ You | LifeAmount$ 1";
    let charge = "Name:Charge\nManaCost:U\nTypes:Instant\n\
        A:SP$ PutCounter | ValidTgts$ Artifact | CounterType$ CHARGE | CounterNum$ 1";
    let mut table = Table::new(&[(relic, 0)], &[(charge, 0)], "U");
    table.plan(&[Do::Cast("Charge")], "Relic");
    table.main_phase();
    assert_eq!((table.counters("Relic"), table.life(0)), (1, 20));
}

/// CR 614.6, 700.4: what is exiled instead of dying has died for what triggers on that.
#[test]
fn what_is_exiled_instead_dies() {
    let peace = "Name:Peace\nManaCost:1 W\nTypes:Enchantment\n\
        R:Event$ Moved | ActiveZones$ Battlefield | Destination$ Graveyard | ValidCard$ Card | ReplaceWith$ Exile | Description$ Exile.";
    let witness = "Name:Witness\nManaCost:W\nTypes:Enchantment\n\
        T:Mode$ ChangesZone | Origin$ Battlefield | Destination$ Graveyard | ValidCard$ Creature | TriggerZones$ Battlefield | \
        Execute$ Gain | TriggerDescription$ Gain.\n\
        SVar:Gain:DB$ GainLife | Defined$ You | LifeAmount$ 1";
    let mut table = Table::new(&[(peace, 0), (witness, 0), (BEARS, 1)], &[(MURDER, 0)], "BBB");
    table.plan(&[Do::Cast("Murder")], "Bears");
    table.main_phase();
    assert_eq!(table.zone("Bears"), "exile");
    assert_eq!(table.life(0), 21);
}

/// CR 109.5: “you” in an ability on the stack is who controls its source by then.
#[test]
fn you_is_who_controls_the_source_now() {
    let lord = "Name:Lord\nManaCost:G\nTypes:Enchantment\n\
        T:Mode$ ChangesZone | Origin$ Battlefield | Destination$ Graveyard | ValidCard$ Creature | TriggerZones$ Battlefield | \
        Execute$ Grow | TriggerDescription$ Grow.\n\
        SVar:Grow:DB$ PutCounterAll | ValidCards$ Artifact.YouCtrl | CounterType$ P1P1 | CounterNum$ 1";
    let artifact = |name: &str| format!("Name:{name}\nManaCost:1\nTypes:Artifact");
    let (mine, theirs) = (artifact("Mine"), artifact("Theirs"));
    let theft = "Name:Theft\nManaCost:R\nTypes:Instant\nA:SP$ GainControl | ValidTgts$ Enchantment";
    let mut table = Table::new(&[(lord, 0), (&mine, 0), (&theirs, 1), (BEARS, 1)], &[(MURDER, 0), (theft, 1)], "BBB");
    table.fill_of(1, "R");
    table.plan(&[Do::Cast("Murder"), Do::Look, Do::Aim("Lord")], "Bears");
    table.reply(&[Do::Look, Do::Cast("Theft")]);
    table.main_phase();
    assert_eq!(table.controller("Lord"), 1);
    assert_eq!((table.counters("Mine"), table.counters("Theirs")), (0, 1));
}

/// CR 603.7: what an effect creates to trigger later never triggers.
#[test]
fn a_trigger_of_an_effect_never_triggers() {
    let island = "Name:Island\nManaCost:no cost\nTypes:Basic Land Island";
    let tide = "Name:Tide\nManaCost:U\nTypes:Instant\nA:SP$ Effect | Triggers$ More\n\
        SVar:More:Mode$ TapsForMana | ValidCard$ Island | TriggerZones$ Command | Execute$ Add | Static$ True | TriggerDescription$ More.\n\
        SVar:Add:DB$ Mana | Produced$ U | Amount$ 1";
    let mut table = Table::new(&[(island, 0)], &[(tide, 0)], "U");
    table.plan(&[Do::Cast("Tide"), Do::Look, Do::Mana("Island")], "p1");
    table.main_phase();
    assert_eq!((table.zone("Tide").as_str(), table.pool(0).as_str()), ("graveyard", "U"));
}

/// CR 400.7: an ability that names its source finds the new object that its source has become.
#[test]
fn an_ability_finds_the_object_that_came_back() {
    let relic = "Name:Relic\nManaCost:2\nTypes:Artifact\n\
        A:AB$ ChangeZone | Cost$ T | Defined$ Self | Origin$ Battlefield | Destination$ Hand";
    let flicker = "Name:Flicker\nManaCost:W\nTypes:Instant\n\
        A:SP$ ChangeZone | ValidTgts$ Artifact | Origin$ Battlefield | Destination$ Exile | RememberChanged$ True | SubAbility$ Back\n\
        SVar:Back:DB$ ChangeZone | Defined$ Remembered | Origin$ Exile | Destination$ Battlefield";
    let mut table = Table::new(&[(relic, 0)], &[(flicker, 0)], "W");
    table.plan(&[Do::Ability("Relic", 0), Do::Cast("Flicker"), Do::Look, Do::Look], "Relic");
    table.main_phase();
    assert_eq!(table.zone("Flicker"), "graveyard");
    assert_eq!(table.zone("Relic"), "hand");
}
