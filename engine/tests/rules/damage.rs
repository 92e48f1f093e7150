//! Damage (CR 120): to players, to creatures, by sources with lifelink and deathtouch, and none at all.

use crate::common::check;

#[test]
fn damage_to_a_player_is_loss_of_life() {
    // 120.3a.
    check(
        "pool p1 R
         p1 hand: bolt = Lightning Bolt",
        "p1: cast bolt at p2
         ? p2.life = 20, stack = bolt
         resolve
         ? p2.life = 17, bolt.zone = graveyard",
    );
}

#[test]
fn damage_is_marked_until_cleanup() {
    // 120.3e, 514.2: marks add up within a turn (704.5g) and wear off at its end.
    check(
        "pool p1 RR
         p1 hand: a = Shock; b = Shock
         p2 battlefield: giant = Hill Giant",
        "p1: cast a at giant
         resolve
         ? giant.damage = 2, giant.zone = battlefield
         next turn
         ? giant.damage = 0",
    );
    check(
        "pool p1 RR
         p1 hand: a = Shock; b = Shock
         p2 battlefield: giant = Hill Giant",
        "p1: cast a at giant
         resolve
         p1: cast b at giant
         resolve
         ? giant.zone = graveyard",
    );
}

#[test]
fn lifelink_gains_what_was_dealt() {
    // 120.3f: with the damage, whatever receives it. Both Vampires die.
    check(
        "active p1
         p1 battlefield: mine = Child of Night
         p2 battlefield: theirs = Child of Night",
        "attack mine > p2
         block theirs > mine
         to combat damage
         ? p1.life = 22, p2.life = 22, mine.zone = graveyard, theirs.zone = graveyard",
    );
    // 119.3, 101.2: no life is gained where an effect says so; the damage is dealt all the same.
    check(
        "p1 battlefield: vampire = Child of Night; leyline = Leyline of Punishment",
        "attack vampire > p2
         to combat damage
         ? p1.life = 20, p2.life = 18",
    );
}

#[test]
fn deathtouch_destroys_whatever_the_amount() {
    // 704.5h; indestructible keeps what cannot be destroyed (702.12b).
    check(
        "p1 battlefield: wurm = Craw Wurm; myr = Darksteel Myr
         p2 battlefield: rats = Typhoid Rats; recluse = Deadly Recluse",
        "attack wurm > p2, myr > p2
         block rats > wurm, recluse > myr
         to combat damage
         ? wurm.zone = graveyard, rats.zone = graveyard, myr.zone = battlefield, myr.damage = 1",
    );
}

#[test]
fn no_damage_is_no_event() {
    // 120.8: a source that would deal 0 damage deals none, so nothing is prevented and nothing counted.
    check(
        "p1 battlefield: ox = Yoked Ox
         p2 battlefield: lives = Nine Lives",
        "attack ox > p2
         to combat damage
         ? lives.incarnation = 0, p2.life = 20",
    );
    check(
        "pool p1 R
         p1 hand: blaze = Blaze
         p2 battlefield: lives = Nine Lives",
        "p1: cast blaze x 0 at p2
         resolve
         ? lives.incarnation = 0",
    );
}

#[test]
fn toughness_zero_is_not_destruction() {
    // 704.5f: indestructible does not help.
    check("p1 battlefield: myr = Darksteel Myr (-1/-1 1)", "? myr.zone = graveyard");
}

#[test]
fn damage_to_several_at_once() {
    // 120.3, 608.2: one instruction damages every creature and every player at the same time.
    check(
        "pool p1 RRR
         p1 hand: quake = Earthquake
         p1 battlefield: bears = Grizzly Bears; drake = Wind Drake
         p2 battlefield: giant = Hill Giant",
        "p1: cast quake x 2
         resolve
         ? p1.life = 18, p2.life = 18, bears.zone = graveyard, drake.damage = 0, giant.damage = 2",
    );
}

#[test]
fn each_source_damages_its_own() {
    // Aura Barbs: first every enchantment damages its controller, then every Aura the creature it is on.
    check(
        "pool p1 RRR
         p1 hand: barbs = Aura Barbs
         p1 battlefield: anthem = Glorious Anthem; bears = Grizzly Bears
         p2 battlefield: strength = Holy Strength (on bears); flare = Mana Flare",
        "p1: cast barbs
         resolve
         ? p1.life = 18, p2.life = 16, bears.damage = 2, bears.zone = battlefield, bears.pt = 4/5",
    );
}

#[test]
fn a_source_that_left_is_as_it_last_was() {
    // 113.7a, 608.2h: the Pyromancer is sacrificed in response; its damage is dealt all the same.
    check(
        "pool p1 C
         p1 battlefield: pinger = Prodigal Pyromancer; claws = Claws of Gix
         p2 battlefield: knight = White Knight",
        "p1: activate pinger 0 at knight
         answer sacrifice: pinger
         p1: activate claws 0
         resolve
         ? p1.life = 21, pinger.zone = graveyard
         resolve
         ? knight.damage = 1",
    );
}
