//! Shields (CR 615.7–615.12): so much damage, over time and from several sources at once; the next damage of one source; who
//! chooses; damage that cannot be prevented.

use headjudge_engine::Rules;

use crate::common::{Board, Table, cards, check};

#[test]
fn a_shield_counts_damage() {
    // 615.7: neither events nor sources are counted, only damage; 514.2: it is gone with the turn.
    check(
        "pool p1 WWRRRR
         p1 battlefield: mountain = Mountain
         p1 hand: hands = Mending Hands; more = Mending Hands; a = Shock; b = Lightning Bolt; c = Shock; d = Shock; e = Shock",
        "p1: cast hands at p1
         resolve
         p1: cast a at p1
         resolve
         ? p1.life = 20
         p1: cast b at p1
         resolve
         ? p1.life = 19
         p1: cast c at p1
         resolve
         ? p1.life = 17, asked = none
         p1: cast more at p1
         resolve
         p1: cast d at p1
         resolve
         ? p1.life = 17
         next turn
         p1: cast e at p1 paying mountain 0
         resolve
         ? p1.life = 15",
    );
}

#[test]
fn the_damaged_player_chooses_what_is_prevented() {
    // 615.7: of two with lifelink, that which is prevented gives no life; the healer's controller has no say.
    check(
        "active p2
         pool p2 C
         p1 battlefield: healer = Samite Healer
         p2 battlefield: child = Child of Night; striker = Ajani's Sunstriker; other = Samite Healer",
        "p2: activate other 0 at p1
         resolve
         answer prevented: 0
         attack child > p1, striker > p1
         to combat damage
         ? p1.life = 17, p2.life = 23, asked = p2 attackers; p1 blockers; p1 prevented",
    );
    // Any split that uses all of it.
    check(
        "active p2
         pool p1 W
         p1 hand: hands = Mending Hands
         p1 battlefield: lives = Nine Lives
         p2 battlefield: bears = Grizzly Bears; giant = Hill Giant; wurm = Craw Wurm",
        "p1: cast hands at p1
         resolve
         answer replacement: hands
         answer replacement: hands
         answer replacement: hands
         answer prevented: 1
         answer prevented: 3
         attack bears > p1, giant > p1, wurm > p1
         to combat damage
         ? p1.life = 20, lives.incarnation = 2",
    );
}

#[test]
fn nothing_is_asked_where_all_is_prevented() {
    check(
        "active p2
         pool p1 W
         p1 battlefield: mountain = Mountain
         p1 hand: hands = Mending Hands; shock = Shock
         p2 battlefield: cadet = Eager Cadet; bears = Grizzly Bears",
        "p1: cast hands at p1
         resolve
         attack cadet > p1, bears > p1
         to combat damage
         ? p1.life = 20, asked = p2 attackers
         p1: cast shock at p1 paying mountain 0
         resolve
         ? p1.life = 19",
    );
}

#[test]
fn nine_lives_may_come_first() {
    // 616.1: what Nine Lives has prevented is nothing for the shield, which keeps what it does not need.
    check(
        "active p2
         pool p1 W
         p1 hand: hands = Mending Hands; bolt = Lightning Bolt; shock = Shock
         p1 battlefield: lives = Nine Lives; mountain = Mountain; volcano = Mountain
         p2 battlefield: bears = Grizzly Bears; giant = Hill Giant; wurm = Craw Wurm",
        "p1: cast hands at p1
         resolve
         answer replacement: hands
         answer replacement: lives
         answer replacement: lives
         attack bears > p1, giant > p1, wurm > p1
         to combat damage
         ? p1.life = 20, lives.incarnation = 2
         answer replacement: hands
         p1: cast bolt at p1 paying volcano 0
         resolve
         ? p1.life = 20, lives.incarnation = 3
         p1: cast shock at p1 paying mountain 0
         resolve
         ? p1.life = 20, lives.incarnation = 4",
    );
}

#[test]
fn two_shields() {
    // 616.1: each source meets the one that is chosen for it; what is left of it meets the other (614.5).
    check(
        "active p2
         pool p1 WW
         p1 hand: hands = Mending Hands; cure = Bandage
         p1 library: Plains
         p2 battlefield: bears = Grizzly Bears; giant = Hill Giant",
        "p1: cast hands at p1
         resolve
         p1: cast cure at p1
         resolve
         ? p1.hand = 1
         answer replacement: cure
         answer replacement: hands
         attack bears > p1, giant > p1
         to combat damage
         ? p1.life = 20",
    );
}

#[test]
fn what_cannot_be_prevented_leaves_the_shield() {
    // 615.12: the damage is dealt, and the shield is as it was.
    check(
        "active p2
         pool p1 W
         p1 battlefield: mountain = Mountain; volcano = Mountain
         p1 hand: hands = Mending Hands; shock = Shock; bolt = Lightning Bolt
         p2 battlefield: excruciator = Excruciator; bears = Grizzly Bears",
        "p1: cast hands at p1
         resolve
         attack excruciator > p1, bears > p1
         to combat damage
         ? p1.life = 13, asked = p2 attackers
         p1: cast shock at p1 paying mountain 0
         resolve
         ? p1.life = 13
         p1: cast bolt at p1 paying volcano 0
         resolve
         ? p1.life = 10",
    );
    // What the effect does besides, it does: for 0 damage prevented.
    check(
        "pool p1 CWRR
         p1 hand: test = Test of Faith; shock = Shock; crack = Skullcrack
         p1 battlefield: giant = Hill Giant; leyline = Leyline of Punishment",
        "p1: cast test at giant
         resolve
         p1: cast shock at giant
         resolve
         ? giant.damage = 2, giant.+1/+1 = 0",
    );
}

#[test]
fn a_shield_that_makes_counters() {
    // 615.5: once for all that was prevented at the same time; the attacker's controller chooses which damage that is.
    check(
        "pool p1 CWR
         p1 hand: test = Test of Faith; shock = Shock
         p1 battlefield: baloth = Enormous Baloth
         p2 battlefield: child = Child of Night; striker = Ajani's Sunstriker",
        "p1: cast test at baloth
         resolve
         attack baloth > p2
         block child > baloth, striker > baloth
         answer prevented: 2
         to combat damage
         ? baloth.damage = 1, baloth.+1/+1 = 3, p2.life = 21",
    );
    // 107.3i: X shields.
    check(
        "pool p1 CCCCWRR
         p1 hand: temper = Temper; bolt = Lightning Bolt; shock = Shock
         p1 battlefield: ox = Yoked Ox",
        "p1: cast temper x 3 at ox
         resolve
         p1: cast shock at ox
         resolve
         ? ox.damage = 0, ox.pt = 2/6
         p1: cast bolt at ox
         resolve
         ? ox.damage = 2, ox.pt = 3/7",
    );
}

#[test]
fn the_next_damage_of_a_chosen_source() {
    // 615.8, 609.7a: one instance, however much; not that of another source; then no more.
    check(
        "active p2
         pool p1 C
         p1 battlefield: circle = Circle of Protection: Red
         p2 battlefield: giant = Hill Giant; fire = Fire Elemental; wurm = Craw Wurm",
        "answer source: fire
         p1: activate circle 0
         resolve
         ? asked = p1 source
         attack giant > p1, fire > p1, wurm > p1
         to combat damage
         ? p1.life = 11, asked = p2 attackers",
    );
    // 615.9, 609.7b: red no longer, it is not prevented.
    check(
        "active p2
         pool p1 C
         pool p2 U
         p1 battlefield: circle = Circle of Protection: Red
         p2 battlefield: giant = Hill Giant; ogre = Gray Ogre
         p2 library: Plains
         p2 hand: wisps = Cerulean Wisps",
        "answer source: giant
         p1: activate circle 0
         resolve
         p2: cast wisps at giant
         resolve
         attack giant > p1, ogre > p1
         to combat damage
         ? p1.life = 15",
    );
}

#[test]
fn a_spell_that_becomes_a_permanent_stays_the_source() {
    // 400.7b.
    check(
        "active p2
         pool p1 W
         pool p2 CCCR
         p1 hand: grace = Healing Grace
         p2 battlefield: fervor = Fervor; bears = Grizzly Bears
         p2 hand: giant = Hill Giant",
        "p2: cast giant
         answer source: giant
         p1: cast grace at p1
         resolve
         ? p1.life = 23
         resolve
         attack giant > p1, bears > p1
         to combat damage
         ? p1.life = 21",
    );
}

#[test]
fn each_of_several_creatures_has_its_own() {
    // 615.11: those of the target's colours, as the ability resolves; later ones have none.
    check(
        "pool p1 CRCCR
         p1 battlefield: wojek = Wojek Apothecary; giant = Hill Giant; ogre = Gray Ogre; bears = Grizzly Bears
         p1 hand: sweep = Pyroclasm
         p2 battlefield: fire = Fire Elemental",
        "p1: activate wojek 0 at giant
         resolve
         p1: cast sweep
         resolve
         ? giant.damage = 1, ogre.damage = 1, fire.damage = 1, bears.zone = graveyard, wojek.zone = graveyard",
    );
}

#[test]
fn what_is_left_is_part_of_the_position() {
    // The same board and life, and another shield: another game.
    let play = |shocked: &str| {
        let board = Board::parse(
            "life p1 20
             pool p1 WR
             p1 hand: hands = Mending Hands; shock = Shock",
            &cards(),
        );
        let mut table = Table::new(&board, cards(), Rules::default());
        for line in ["p1: cast hands at p1", "resolve", shocked, "resolve"] {
            assert_eq!(table.line(line), line);
        }
        table.game
    };
    let (own, other) = (play("p1: cast shock at p1"), play("p1: cast shock at p1"));
    assert_eq!(own, other);
    assert_eq!(own.digest(), other.digest());
    assert_eq!(own.floating().len(), 1);
    let mut spent = own.clone();
    let life = |game: &headjudge_engine::Game| game.players()[0].life;
    let source = own.objects()[0].id;
    let damage = |amount| {
        let to = headjudge_engine::Recipient::Player(headjudge_engine::PlayerId(0));
        vec![headjudge_engine::Event::Damage { source, to, amount, combat: false }]
    };
    let mut first = headjudge_engine::FirstOption;
    headjudge_engine::perform::perform(&mut spent, damage(1), &mut first).expect("no question");
    assert_eq!(life(&spent), life(&own));
    assert_ne!(spent, own);
    assert_ne!(spent.digest(), own.digest());
    headjudge_engine::perform::perform(&mut spent, damage(1), &mut first).expect("no question");
    assert_eq!((life(&spent), spent.floating().len()), (20, 0), "used up, it is no more");
}
