//! X (CR 107.3): in every cost, in what a permanent does as it enters, in copies of spells; and spells cast for free.

use crate::common::check;

#[test]
fn kicker_asks_for_x_only_where_it_is_paid() {
    // 702.33a, 702.33d, 107.3m: the X of a kicker is the X of the spell.
    check(
        "pool p1 CCCCCCGG
         p1 hand: verdeloth = Verdeloth the Ancient; bear = Grizzly Bears",
        "p1: cast bear kicked -> refused 702.33a
         p1: cast verdeloth x 2 -> refused 107.3
         p1: cast verdeloth kicked x 3 -> refused 601.2h
         p1: cast verdeloth kicked x 2
         ? verdeloth.mv = 6, p1.pool = none
         resolve
         ? stack = verdeloth
         resolve
         ? n Saproling Token = 2, Saproling Token.1.pt = 2/2",
    );
    // 603.4: not kicked, no trigger; kicked with X of 0, a trigger that does nothing.
    check(
        "pool p1 CCCCGGCCCCGG
         p1 hand: verdeloth = Verdeloth the Ancient; golem = Emblazoned Golem",
        "p1: cast verdeloth
         resolve
         ? stack = none, p1.pool = GGCCCC
         p1: cast golem kicked x 3
         resolve
         ? golem.pt = 4/5, golem.mv = 2",
    );
}

#[test]
fn an_additional_cost_has_to_be_paid() {
    // 118.8, 107.3a: X is announced for the additional cost.
    check(
        "pool p1 CB
         p1 hand: dreams = Sickening Dreams; 2 page = Forest
         p2 battlefield: bear = Grizzly Bears; ogre = Gray Ogre (damage 1); turtle = Horned Turtle",
        "p1: cast dreams x 3 -> refused 601.2h
         p1: cast dreams x 2
         ? p1.hand = 0, p1.graveyard = 2
         resolve
         ? p1.life = 18, p2.life = 18, bear.zone = graveyard, ogre.zone = graveyard, turtle.zone = battlefield",
    );
}

#[test]
fn casting_without_paying_needs_leave_and_an_x_of_zero() {
    // 118.9, 107.3b: also where the pool could pay for more.
    check(
        "pool p1 CCC
         p1 battlefield: omniscience = Omniscience
         p1 hand: endless = Endless One; goose = The Goose Mother; verdeloth = Verdeloth the Ancient",
        "p1: cast endless free x 1 -> refused 107.3b
         p1: cast endless free
         resolve
         ? endless.zone = graveyard, p1.pool = CCC
         p1: cast goose free
         resolve all
         ? goose.pt = 2/2, n Food Token = 0
         p1: cast verdeloth free kicked x 3
         resolve all
         ? n Saproling Token = 3, p1.pool = none",
    );
    check(
        "p1 hand: bear = Grizzly Bears \n p2 battlefield: omniscience = Omniscience",
        "p1: cast bear free -> refused 118.9",
    );
    // 601.2g, 605.3a: no mana is paid, so that no mana ability can be activated meanwhile; a kicker's mana is a payment.
    check(
        "pool p1 C
         p1 battlefield: omniscience = Omniscience; forest = Forest
         p1 hand: bear = Grizzly Bears; verdeloth = Verdeloth the Ancient",
        "p1: cast bear free paying forest 0 -> refused 117.1a
         ? forest.tapped = false, bear.zone = hand
         p1: cast verdeloth free kicked x 2 paying forest 0
         resolve all
         ? forest.tapped = true, n Saproling Token = 2, p1.pool = none",
    );
}

#[test]
fn enters_triggers_remember_x() {
    // 107.3m, 608.2h: half of 5, rounded up, although the permanent is gone.
    check(
        "pool p1 CCCCCGU \n pool p2 U
         p1 hand: goose = The Goose Mother
         p2 hand: unsummon = Unsummon",
        "p1: cast goose x 5
         resolve
         ? goose.pt = 7/7, stack = goose
         p2: cast unsummon at goose
         resolve all
         ? goose.zone = hand, n Food Token = 3",
    );
    // 107.3m: the X of the permanent itself is 0: put there again, it has none.
    check(
        "pool p1 CCCCCGUW
         p1 hand: goose = The Goose Mother; shift = Cloudshift",
        "p1: cast goose x 5
         resolve all
         p1: cast shift at goose
         resolve all
         ? goose.pt = 2/2, n Food Token = 3",
    );
}

#[test]
fn a_spell_triggers_as_it_is_cast() {
    // 601.2i, 113.6k; 608.2h: the trigger knows the X of a spell that is gone. 3 of 7, rounded down.
    check(
        "pool p1 CCCCCCCGU \n pool p2 UU
         p1 hand: krasis = Hydroid Krasis
         p1 library: 5 book = Forest
         p2 hand: counterspell = Counterspell",
        "p1: cast krasis x 7
         ? stack = krasis krasis
         p2: cast counterspell at krasis
         resolve
         ? krasis.zone = graveyard, stack = krasis
         resolve
         ? p1.life = 23, p1.hand = 3",
    );
}

#[test]
fn a_spell_can_say_that_it_cannot_be_countered() {
    // 113.6g: its ability functions on the stack, and only for itself.
    check(
        "pool p1 CCGC \n pool p2 UUUU
         p1 hand: hydra = Mistcutter Hydra; endless = Endless One
         p2 hand: 2 no = Counterspell",
        "p1: cast hydra x 2
         p2: cast no.1 at hydra
         resolve
         ? hydra.zone = stack, no.1.zone = graveyard
         resolve
         ? hydra.pt = 2/2
         p1: cast endless x 1
         p2: cast no.2 at endless
         resolve
         ? endless.zone = graveyard",
    );
}

#[test]
fn the_copy_of_a_permanent_spell_becomes_a_token() {
    // 707.10, 608.3b: with the X of the spell.
    check(
        "pool p1 CCCGU
         p1 hand: endless = Endless One; major = Double Major",
        "p1: cast endless x 3
         p1: cast major at endless
         resolve
         ? stack = Endless One endless
         resolve
         ? n Endless One = 1, Endless One.1.pt = 3/3, endless.zone = stack
         resolve
         ? endless.pt = 3/3, Endless One.1.pt = 3/3",
    );
    // 111.11: Doubling Season sees no token created; it does see the counters (614.16).
    check(
        "pool p1 CCCGU
         p1 battlefield: season = Doubling Season
         p1 hand: endless = Endless One; major = Double Major",
        "p1: cast endless x 3
         p1: cast major at endless
         resolve all
         ? n Endless One = 2, Endless One.1.pt = 6/6, endless.pt = 6/6",
    );
    // 707.10a: countered, the copy ceases to exist.
    check(
        "pool p1 CCCGU \n pool p2 UU
         p1 hand: endless = Endless One; major = Double Major
         p2 hand: counterspell = Counterspell",
        "p1: cast endless x 3
         p1: cast major at endless
         resolve
         p2: cast counterspell at stack.1
         resolve
         ? stack = endless
         resolve
         ? n Endless One = 1, endless.pt = 3/3",
    );
}

#[test]
fn a_copy_can_be_not_legendary() {
    // 707.9, 704.5j: no legend rule, not for a copy of that copy either.
    check(
        "pool p1 CCCCCCGUGUU
         p1 hand: goose = The Goose Mother; major = Double Major; clone = Clone",
        "p1: cast goose x 3
         p1: cast major at goose
         resolve all
         ? n The Goose Mother = 2, n Food Token = 4, asked = p1 payment
         answer copy: The Goose Mother.1
         p1: cast clone
         resolve all
         ? n The Goose Mother = 3, clone.pt = 2/2, asked = p1 copy",
    );
    // A copy of the original is legendary, as that is.
    check(
        "pool p1 CCCCCCGUGUU
         p1 hand: goose = The Goose Mother; major = Double Major; clone = Clone",
        "p1: cast goose x 3
         p1: cast major at goose
         resolve all
         ? asked = p1 payment
         answer copy: goose
         answer legend rule: goose
         p1: cast clone
         resolve all
         ? n The Goose Mother = 2, clone.zone = graveyard, asked = p1 copy; p1 legend rule",
    );
}

#[test]
fn a_copy_is_not_cast_and_keeps_the_kick() {
    // 707.10: what was chosen is copied, kicker included; nothing triggers on casting it.
    check(
        "pool p1 CCCCCCGGGU
         p1 hand: verdeloth = Verdeloth the Ancient; major = Double Major",
        "p1: cast verdeloth kicked x 2
         p1: cast major at verdeloth
         resolve all
         ? n Verdeloth the Ancient = 2, n Saproling Token = 4, Saproling Token.1.pt = 3/3, verdeloth.pt = 5/8",
    );
    check(
        "pool p1 CCCCGUGU
         p1 hand: krasis = Hydroid Krasis; major = Double Major
         p1 library: 5 book = Forest",
        "p1: cast krasis x 4
         p1: cast major at krasis
         resolve all
         ? p1.life = 22, p1.hand = 2, n Hydroid Krasis = 2",
    );
}

#[test]
fn x_of_a_spell_can_be_doubled() {
    // 107.3i: from then on every X of it is the new number.
    check(
        "pool p1 CCCCCC
         p1 battlefield: flourishing = Unbound Flourishing
         p1 hand: ballista = Walking Ballista",
        "p1: cast ballista x 3
         ? stack = flourishing ballista, ballista.mv = 6
         resolve
         ? ballista.mv = 12
         resolve
         ? ballista.pt = 6/6, ballista.mv = 0",
    );
}

#[test]
fn cards_are_put_from_the_hand_by_choice() {
    // 608.2d, 107.3m: one card or none; it was not cast.
    check(
        "pool p1 CCCCCCCC
         p1 battlefield: 2 amulet = Quicksilver Amulet
         p1 hand: goose = The Goose Mother; ring = Sol Ring",
        "p1: activate amulet.1 0
         answer card: no
         resolve
         ? goose.zone = hand, asked = p1 card
         p1: activate amulet.2 0
         answer card: goose
         resolve all
         ? goose.pt = 2/2, n Food Token = 0, ring.zone = hand",
    );
}

#[test]
fn cards_are_found_by_a_mana_value_of_x() {
    // 107.3g: in a graveyard X counts as 0; what returns has no X of its own (107.3m).
    check(
        "pool p1 CCBBB
         p1 hand: servitude = Immortal Servitude
         p1 graveyard: goose = The Goose Mother; bear = Grizzly Bears; ogre = Gray Ogre; ring = Sol Ring
         p2 graveyard: theirs = Grizzly Bears",
        "p1: cast servitude x 2
         resolve all
         ? goose.pt = 2/2, n Food Token = 0, bear.zone = battlefield, ogre.zone = graveyard, theirs.zone = graveyard
         ? servitude.zone = graveyard, ring.zone = graveyard",
    );
}

#[test]
fn x_defined_by_text_is_counted_once() {
    // 107.3c, 608.2h: as the ability resolves; what comes later changes nothing.
    check(
        "pool p1 CCCCCGGGWCWC
         p1 battlefield: bear = Grizzly Bears
         p1 hand: hoof = Craterhoof Behemoth; 2 alarm = Raise the Alarm
         p2 battlefield: ogre = Gray Ogre",
        "p1: cast hoof
         resolve
         p1: cast alarm.1
         resolve
         resolve
         ? hoof.pt = 9/9, bear.pt = 6/6, bear.trample = true, Soldier Token.1.pt = 5/5, ogre.pt = 2/2
         p1: cast alarm.2
         resolve
         ? hoof.pt = 9/9, Soldier Token.3.pt = 1/1",
    );
    // 704.5f: −X/−X kills by toughness.
    check(
        "pool p1 BBCC
         p1 battlefield: bear = Grizzly Bears
         p1 hand: massacre = The Meathook Massacre
         p2 battlefield: ogre = Gray Ogre; turtle = Horned Turtle",
        "p1: cast massacre x 2
         resolve all
         ? bear.zone = graveyard, ogre.zone = graveyard, turtle.pt = -1/2, p1.life = 21, p2.life = 19",
    );
}
