//! Triggered abilities (CR 603): state triggers, looking back, order, targets.

use crate::common::check;

#[test]
fn a_state_trigger_does_not_repeat_on_the_stack() {
    // 603.8: damage in response, from 9 to 11 counters, and still one trigger.
    check(
        "pool p1 RR
         p1 hand: a = Shock; b = Shock
         p2 battlefield: lives = Nine Lives (incarnation 8)",
        "p1: cast a at p2
         resolve
         ? lives.incarnation = 9, stack = lives
         p1: cast b at p2
         resolve
         ? lives.incarnation = 10, stack = lives
         resolve
         ? lives.zone = exile, stack = lives",
    );
}

#[test]
fn a_countered_state_trigger_triggers_again() {
    // 603.8: as soon as it has left the stack, while the state still matches; twice in a row.
    check(
        "pool p2 UU
         p1 battlefield: lives = Nine Lives (incarnation 9)
         p2 hand: a = Stifle; b = Stifle",
        "? stack = lives
         p2: cast a at stack.1
         resolve
         ? stack = lives, a.zone = graveyard, lives.zone = battlefield
         p2: cast b at stack.1
         resolve
         ? stack = lives
         resolve all
         ? p1.lost = Effect",
    );
}

#[test]
fn there_from_the_start() {
    // 603.8: the state matches as the game goes on from the board; it triggers once and exiles (no intervening if, 603.4).
    check(
        "p1 battlefield: lives = Nine Lives (incarnation 12)",
        "? stack = lives
         pass
         pass
         ? lives.zone = exile",
    );
}

#[test]
fn the_loss_trigger_in_every_way_of_leaving() {
    // 603.6c, 603.10a: destroyed, returned, sacrificed, shuffled away.
    let board = "pool p1 GGRRUUUUUUCC
         p1 battlefield: lives = Nine Lives; claws = Claws of Gix
         p1 hand: tranquility = Tranquility; upheaval = Upheaval; warp = Chaos Warp; boomerang = Boomerang";
    check(
        board,
        "p1: cast tranquility
         resolve
         ? lives.zone = graveyard, stack = lives, p1.lost = no
         resolve
         ? p1.lost = Effect",
    );
    check(
        board,
        "p1: cast upheaval
         resolve
         ? lives.zone = hand, stack = lives
         resolve
         ? p1.lost = Effect",
    );
    check(
        board,
        "p1: cast boomerang at lives
         resolve
         ? lives.zone = hand, stack = lives
         resolve
         ? p1.lost = Effect",
    );
    check(
        board,
        "answer sacrifice: lives
         p1: activate claws 0
         ? lives.zone = graveyard, stack = lives claws
         resolve
         ? p1.lost = Effect",
    );
    check(
        board,
        "p1: cast warp at lives
         resolve
         ? lives.zone = library, p1.shuffles = 1, stack = lives
         resolve
         ? p1.lost = Effect",
    );
}

#[test]
fn whoever_controlled_it_loses() {
    // 603.3a: the player who controlled it when it left, not its owner.
    check(
        "pool p1 CCG
         p1 hand: tranquility = Tranquility
         p2 battlefield: lives = Nine Lives (owner p1)",
        "p1: cast tranquility
         resolve all
         ? p2.lost = Effect, p1.lost = no, lives.zone = graveyard, p1.graveyard = 2",
    );
    // 101.2: a player who cannot lose does not; that matters as the trigger resolves.
    check(
        "pool p1 CCG
         p1 hand: tranquility = Tranquility
         p1 battlefield: lives = Nine Lives; angel = Platinum Angel",
        "p1: cast tranquility
         resolve all
         ? p1.lost = no, over = false, lives.zone = graveyard",
    );
}

#[test]
fn in_a_game_of_three_the_others_go_on() {
    // 800.4a: what the loser owned leaves the game.
    check(
        "players 3
         pool p1 CCG
         p1 hand: tranquility = Tranquility
         p2 battlefield: lives = Nine Lives; bears = Grizzly Bears
         p3 battlefield: giant = Hill Giant",
        "p1: cast tranquility
         resolve all
         ? p2.lost = Effect, over = false, bears.zone = nowhere, lives.zone = nowhere, giant.zone = battlefield
         next turn
         ? step = upkeep of p3",
    );
}

#[test]
fn apnap_order() {
    // 603.3b: the active player's triggers go on the stack first, so they resolve last.
    check(
        "pool p2 WC
         active p2
         p1 battlefield: one = Soul Warden
         p2 battlefield: two = Soul Warden
         p2 hand: alarm = Raise the Alarm",
        "p2: cast alarm
         resolve
         ? stack = one one two two, n Soldier Token = 2
         resolve all
         ? p1.life = 22, p2.life = 22",
    );
}

#[test]
fn a_player_orders_their_own_triggers() {
    // 603.3b: the first chosen goes on the stack first.
    check(
        "pool p1 WC
         p1 battlefield: one = Soul Warden; two = Soul Warden
         p1 hand: alarm = Raise the Alarm",
        "p1: cast alarm
         answer trigger order: two, one, one, two
         resolve
         ? stack = two one one two",
    );
}

#[test]
fn looking_back_at_everything_that_died() {
    // 603.10a: leaves-the-battlefield abilities of objects that left at the same time trigger too, and for each of them.
    check(
        "pool p1 WWCC
         p1 hand: wrath = Day of Judgment
         p1 battlefield: artist = Blood Artist; bears = Grizzly Bears
         p2 battlefield: giant = Hill Giant",
        "answer target: p2
         answer target: p2
         answer target: p2
         p1: cast wrath
         resolve
         ? stack = artist artist artist
         resolve all
         ? p1.life = 23, p2.life = 17",
    );
}

#[test]
fn targets_are_chosen_on_the_way_to_the_stack() {
    // 603.3d, and 608.2b when it resolves: in a game of three the opponent is chosen before anybody can respond.
    check(
        "players 3
         pool p1 BC
         p1 hand: rats = Ravenous Rats
         p2 hand: forest = Forest
         p3 hand: island = Island",
        "p1: cast rats
         answer target: p3
         resolve
         ? stack = rats, asked = p1 target
         resolve
         ? p2.hand = 1, island.zone = graveyard",
    );
}

#[test]
fn dying_tokens_trigger() {
    // 111.7, 704.5d: the token is in the graveyard for a moment, then ceases to exist.
    check(
        "p1 battlefield: lynx = Hungry Lynx; altar = Ashnod's Altar; rat = Rat Token",
        "answer sacrifice: rat
         p1: activate altar 0
         ? stack = lynx, rat.zone = nowhere
         resolve
         ? lynx.+1/+1 = 1",
    );
}

#[test]
fn the_lynx_counts_rats() {
    // 603.2c: one trigger for each Rat; on resolution a counter on each Cat of its controller, the Lynx included.
    check(
        "pool p1 CR
         p1 hand: fire = Pyroclasm
         p1 battlefield: lynx = Hungry Lynx (+1/+1 1); dreadmaw = Colossal Dreadmaw; changeling = Woodland Changeling (+1/+1 2)
         p2 battlefield: rat = Rat Token; rats = Muck Rats; lion = Silvercoat Lion (+1/+1 1)",
        "p1: cast fire
         resolve
         ? stack = lynx lynx, rat.zone = nowhere, rats.zone = graveyard
         resolve
         ? lynx.+1/+1 = 2, changeling.+1/+1 = 3, dreadmaw.+1/+1 = 0, lion.+1/+1 = 1
         resolve
         ? lynx.+1/+1 = 3",
    );
}

#[test]
fn the_lynx_dies_with_a_rat() {
    // 603.10a, 608.2h: it triggers; the counter comes too late for whatever died, in time for other Cats.
    check(
        "pool p1 WWCC
         p1 hand: wrath = Day of Judgment
         p1 battlefield: lynx = Hungry Lynx
         p2 battlefield: rats = Muck Rats",
        "p1: cast wrath
         resolve
         ? stack = lynx, lynx.zone = graveyard
         resolve
         ? stack = none, lynx.zone = graveyard",
    );
}

#[test]
fn the_opponent_creates_the_rat() {
    // 111.2: so that player owns and controls it.
    check(
        "p1 battlefield: lynx = Hungry Lynx",
        "to end step
         ? stack = lynx
         resolve
         ? n Rat Token = 1, Rat Token.1.controller = p2, Rat Token.1.deathtouch = true, Rat Token.1.pt = 1/1",
    );
}

#[test]
fn tapped_for_mana_is_not_becoming_tapped() {
    // 106.12: Icy Manipulator taps a land; City of Brass minds (603.2e), Manabarbs does not.
    check(
        "pool p1 C
         p1 battlefield: icy = Icy Manipulator; barbs = Manabarbs
         p2 battlefield: city = City of Brass",
        "p1: activate icy 0 at city
         resolve
         ? stack = city
         resolve
         ? p2.life = 19, stack = none",
    );
}

#[test]
fn manabarbs_waits_for_priority() {
    // 605.5a: it makes no mana, so it goes on the stack, above the spell that was being cast.
    check(
        "p1 battlefield: barbs = Manabarbs; mountain = Mountain
         p1 hand: bolt = Lightning Bolt",
        "p1: cast bolt at p2 paying mountain 0
         ? stack = barbs bolt, p1.life = 20
         resolve
         ? p1.life = 19, stack = bolt",
    );
}

#[test]
fn abilities_function_on_the_battlefield() {
    // 113.6: the Jailer that Lignify silences takes nothing from cards in graveyards, and they do nothing there either.
    check(
        "pool p1 R
         p1 hand: shock = Shock
         p1 graveyard: artist = Blood Artist
         p1 battlefield: jailer = Yixlid Jailer; lignify = Lignify (on jailer); bears = Grizzly Bears",
        "? artist.abilities = 1
         p1: cast shock at bears
         resolve
         ? bears.zone = graveyard, stack = none",
    );
}
