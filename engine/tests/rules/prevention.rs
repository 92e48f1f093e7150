//! Prevention (CR 615): Nine Lives with one and many sources, damage that cannot be prevented, several preventions.

use crate::common::check;

#[test]
fn every_source_adds_a_counter() {
    // 615.5, 510.2: three creatures deal damage at once; each is a source of its own, whatever its power.
    check(
        "active p2
         p1 battlefield: lives = Nine Lives
         p2 battlefield: bears = Grizzly Bears; wurm = Craw Wurm; ox = Yoked Ox; baloth = Enormous Baloth",
        "attack bears > p1, wurm > p1, ox > p1, baloth > p1
         to combat damage
         ? p1.life = 20, lives.incarnation = 3",
    );
}

#[test]
fn counters_pass_nine() {
    // 615.1a: the effect goes on preventing while counters come at the same time; then 603.8.
    check(
        "active p2
         p1 battlefield: lives = Nine Lives (incarnation 8)
         p2 battlefield: 4 bear = Grizzly Bears",
        "attack bear.1 > p1, bear.2 > p1, bear.3 > p1, bear.4 > p1
         to combat damage
         ? p1.life = 20, lives.incarnation = 12, stack = lives
         resolve
         ? lives.zone = exile, stack = lives, p1.lost = no
         resolve
         ? p1.lost = Effect, over = true",
    );
}

#[test]
fn double_strike_counts_twice() {
    // 702.4b: two combat damage steps, two damage events.
    check(
        "active p2
         p1 battlefield: lives = Nine Lives
         p2 battlefield: ace = Fencing Ace; knight = Youthful Knight; bears = Grizzly Bears",
        "attack ace > p1, knight > p1, bears > p1
         to first combat damage
         ? lives.incarnation = 2
         to combat damage
         ? lives.incarnation = 4, p1.life = 20",
    );
}

#[test]
fn only_damage_to_its_controller() {
    // Paying life is no damage (119.4); damage to creatures or to others counts for nothing.
    check(
        "pool p1 RRRR
         p1 battlefield: lives = Nine Lives; giant = Hill Giant; confluence = Mana Confluence
         p1 hand: a = Shock; b = Shock; c = Shock",
        "p1: activate confluence 0
         p1: cast a at giant
         resolve
         p1: cast b at p2
         resolve
         ? p1.life = 19, p2.life = 18, lives.incarnation = 0
         p1: cast c at p1
         resolve
         ? p1.life = 19, lives.incarnation = 1",
    );
}

#[test]
fn an_enchantment_that_damages_its_controller_is_a_source() {
    // Aura Barbs makes Nine Lives itself one of several simultaneous sources.
    check(
        "pool p1 CCR
         p1 hand: barbs = Aura Barbs
         p1 battlefield: lives = Nine Lives; anthem = Glorious Anthem; flare = Mana Flare",
        "p1: cast barbs
         resolve
         ? p1.life = 20, lives.incarnation = 3",
    );
}

#[test]
fn unpreventable_damage_is_dealt_and_counted() {
    // 615.12: prevention applies without preventing, and its additional effect takes place.
    check(
        "pool p1 R
         p1 hand: bolt = Lightning Bolt
         p1 battlefield: leyline = Leyline of Punishment
         p2 battlefield: lives = Nine Lives",
        "p1: cast bolt at p2
         resolve
         ? p2.life = 17, lives.incarnation = 1",
    );
    // The same from a resolution, for the rest of the turn only (611.2a, 514.2).
    check(
        "pool p1 RRR
         p1 hand: crack = Skullcrack; a = Shock; b = Shock
         p1 battlefield: mountain = Mountain
         p2 battlefield: lives = Nine Lives",
        "p1: cast crack at p2
         resolve
         ? p2.life = 17, lives.incarnation = 1
         p1: cast a at p2
         resolve
         ? p2.life = 15, lives.incarnation = 2
         next turn
         p1: cast b at p2 paying mountain 0
         resolve
         ? p2.life = 15, lives.incarnation = 3",
    );
}

#[test]
fn lethal_unpreventable_damage() {
    // 704.5a: the counter comes, and the player loses all the same.
    check(
        "life p2 3
         pool p1 R
         p1 hand: bolt = Lightning Bolt
         p1 battlefield: leyline = Leyline of Punishment
         p2 battlefield: lives = Nine Lives",
        "p1: cast bolt at p2
         resolve
         ? p2.lost = Life, lives.incarnation = 1",
    );
}

#[test]
fn two_nine_lives_share_what_can_be_prevented() {
    // 616.1: the damaged player chooses which applies; then nothing is left for the other (614.5, 615).
    check(
        "pool p1 RR
         p1 hand: bolt = Lightning Bolt; shock = Shock
         p2 battlefield: one = Nine Lives; two = Nine Lives",
        "answer replacement: two
         p1: cast bolt at p2
         resolve
         ? one.incarnation = 0, two.incarnation = 1, p2.life = 20
         answer replacement: one
         p1: cast shock at p2
         resolve
         ? one.incarnation = 1, two.incarnation = 1, asked = p2 replacement; p2 replacement",
    );
    // 615.12a: what cannot be prevented is met by both, once each.
    check(
        "pool p1 R
         p1 hand: bolt = Lightning Bolt
         p1 battlefield: leyline = Leyline of Punishment
         p2 battlefield: one = Nine Lives; two = Nine Lives",
        "p1: cast bolt at p2
         resolve
         ? one.incarnation = 1, two.incarnation = 1, p2.life = 17",
    );
}

#[test]
fn purity_or_nine_lives() {
    // 616.1: exactly one of them applies to preventable noncombat damage.
    let board = "pool p1 R
         p1 hand: bolt = Lightning Bolt
         p2 battlefield: lives = Nine Lives; purity = Purity";
    check(
        board,
        "answer replacement: purity
         p1: cast bolt at p2
         resolve
         ? lives.incarnation = 0, p2.life = 23",
    );
    check(
        board,
        "answer replacement: lives
         p1: cast bolt at p2
         resolve
         ? lives.incarnation = 1, p2.life = 20",
    );
    // Purity does nothing about combat damage.
    check(
        "active p1
         p1 battlefield: bears = Grizzly Bears
         p2 battlefield: purity = Purity",
        "attack bears > p2
         to combat damage
         ? p2.life = 18",
    );
}

#[test]
fn vigor_and_hostility() {
    // 615.5: the additional effect uses the amount prevented, one damage event at a time.
    check(
        "pool p1 CR
         p1 hand: fire = Pyroclasm
         p1 battlefield: vigor = Vigor; bears = Grizzly Bears; giant = Hill Giant
         p2 battlefield: ogre = Gray Ogre",
        "p1: cast fire
         resolve
         ? bears.pt = 4/4, giant.pt = 5/5, vigor.damage = 2, ogre.zone = graveyard",
    );
    check(
        "pool p1 R
         p1 hand: bolt = Lightning Bolt
         p1 battlefield: hostility = Hostility",
        "p1: cast bolt at p2
         resolve
         ? p2.life = 20, n Elemental Shaman Token = 3",
    );
    // 615.12: none of the damage is prevented, so no token comes.
    check(
        "pool p1 R
         p1 hand: bolt = Lightning Bolt
         p1 battlefield: hostility = Hostility; leyline = Leyline of Punishment",
        "p1: cast bolt at p2
         resolve
         ? p2.life = 17, n Elemental Shaman Token = 0",
    );
    // A creature is no spell.
    check(
        "p1 battlefield: hostility = Hostility; bears = Grizzly Bears",
        "attack bears > p2
         to combat damage
         ? p2.life = 18, n Elemental Shaman Token = 0",
    );
}

#[test]
fn protection_prevents_damage() {
    // 702.16e, and 702.16b–f for targets and blocks.
    check(
        "pool p1 C
         p1 battlefield: lynx = Hungry Lynx; lion = Silvercoat Lion; bears = Grizzly Bears
         p2 battlefield: rats = Typhoid Rats; changeling = Woodland Changeling; more = Muck Rats
         active p2",
        "attack rats > p1, changeling > p1, more > p1
         block lion > rats, lynx > changeling, bears > more
         to combat damage
         ? lion.zone = battlefield, lion.damage = 0, rats.zone = graveyard
         ? lynx.damage = 0, changeling.zone = graveyard, bears.damage = 1, more.zone = graveyard",
    );
    // 615.12: protection prevents nothing where damage cannot be prevented.
    check(
        "active p2
         p1 battlefield: lynx = Hungry Lynx; lion = Silvercoat Lion
         p2 battlefield: rats = Typhoid Rats; leyline = Leyline of Punishment",
        "attack rats > p1
         block lion > rats
         to combat damage
         ? lion.zone = graveyard, rats.zone = graveyard",
    );
}

#[test]
fn protection_from_blocks_and_targets() {
    // 702.16f: a black creature cannot block the Knight; 702.16b: a black spell cannot target it, a red one can.
    check(
        "pool p2 BBBRRR
         p1 battlefield: knight = White Knight
         p2 battlefield: zombies = Scathe Zombies
         p2 hand: murder = Murder; bolt = Lightning Bolt",
        "p2: cast murder at knight -> refused 702.16b
         p2: cast bolt at knight
         ? stack = bolt",
    );
    check(
        "p1 battlefield: knight = White Knight
         p2 battlefield: zombies = Scathe Zombies",
        "attack knight > p2
         to combat damage
         ? asked = p1 attackers, p2.life = 18",
    );
}
