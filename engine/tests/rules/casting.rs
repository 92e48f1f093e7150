//! Casting and activating (CR 601, 602): X, targets, timing, {T} and {Q}.

use crate::common::check;

#[test]
fn x_goes_into_counters() {
    // 107.3m, also with {X}{X}: the value is X.
    check(
        "pool p1 CCCCCCC
         p1 hand: endless = Endless One; ballista = Walking Ballista; walker = Hangarback Walker",
        "p1: cast endless x 3
         ? endless.mv = 3
         resolve
         ? endless.pt = 3/3, endless.mv = 0
         p1: cast ballista x 2
         ? ballista.mv = 4
         resolve
         ? ballista.pt = 2/2, ballista.mv = 0, p1.pool = none
         p1: cast walker x 0
         ? walker.mv = 0
         resolve
         ? walker.zone = graveyard",
    );
    // X that the mana does not reach; X where there is none (107.3).
    check(
        "pool p1 CCC \n p1 hand: ballista = Walking Ballista; ring = Sol Ring",
        "p1: cast ballista x 2 -> refused 601.2h
         p1: cast ring x 1 -> refused 107.3
         ? p1.pool = CCC, ballista.zone = hand",
    );
}

#[test]
fn not_cast_means_no_x() {
    // 107.3m: put onto the battlefield without being cast.
    check(
        "pool p1 BCCC
         p1 hand: zombify = Zombify
         p1 graveyard: endless = Endless One",
        "p1: cast zombify at endless
         resolve
         ? endless.zone = graveyard, zombify.zone = graveyard",
    );
}

#[test]
fn chalice_counts_mana_value_with_x() {
    // 202.3e: on the stack X is what was chosen.
    check(
        "pool p1 CCCCR
         p1 hand: endless = Endless One; bolt = Lightning Bolt; ballista = Walking Ballista
         p2 battlefield: chalice = Chalice of the Void (charge 2)",
        "p1: cast ballista x 1
         ? stack = chalice ballista
         resolve
         ? ballista.zone = graveyard
         p1: cast endless x 1
         ? stack = endless
         resolve
         p1: cast bolt at p2
         ? stack = bolt",
    );
}

#[test]
fn targets_are_checked_twice() {
    // 601.2c.
    check(
        "pool p1 UBBC
         p1 hand: murder = Murder; unsummon = Unsummon
         p2 battlefield: ring = Sol Ring; bears = Grizzly Bears; lives = Nine Lives",
        "p1: cast murder at ring -> refused 601.2c
         p1: cast murder -> refused 601.2c
         p1: cast murder at bears
         p1: cast unsummon at bears
         resolve
         ? bears.zone = hand
         resolve
         ? murder.zone = graveyard, bears.zone = hand",
    );
    // 702.11b: hexproof against opponents only.
    check(
        "pool p1 UU
         pool p2 UU
         p1 hand: mine = Boomerang
         p2 hand: theirs = Boomerang
         p2 battlefield: lives = Nine Lives",
        "p1: cast mine at lives -> refused 601.2c
         p2: cast theirs at lives
         ? stack = theirs",
    );
    // 608.2b: one of two targets left: the rest happens, the illegal one is not affected and does nothing.
    check(
        "pool p1 GU
         p1 hand: prey = Prey Upon; unsummon = Unsummon
         p1 battlefield: wurm = Craw Wurm
         p2 battlefield: bears = Grizzly Bears",
        "p1: cast prey at wurm, bears
         p1: cast unsummon at wurm
         resolve
         resolve
         ? bears.damage = 0, prey.zone = graveyard",
    );
}

#[test]
fn timing() {
    // 307.1, 305.2, 117.1a.
    check(
        "pool p2 BBCC
         p1 hand: one = Forest; two = Forest
         p2 hand: rot = Mind Rot; bears = Grizzly Bears; island = Island",
        "p2: cast rot at p1 -> refused 117.1a
         p2: land island -> refused 117.1a
         p1: land one -> refused 117.1a",
    );
    check(
        "p1 hand: one = Forest; two = Forest
         p1 library: card = Forest
         p2 library: other = Forest",
        "p1: land one
         ? one.zone = battlefield, stack = none
         p1: land two -> refused 117.1a
         next turn
         ? step = upkeep of p2
         next turn
         p1: land two -> refused 117.1a
         to main
         p1: land two
         ? two.zone = battlefield",
    );
}

#[test]
fn countering() {
    // 701.5a: the spell goes to its owner's graveyard; what was paid is spent (701.5b).
    check(
        "pool p1 GC
         pool p2 UU
         p1 hand: bears = Grizzly Bears
         p2 hand: no = Counterspell",
        "p1: cast bears
         p2: cast no at bears
         ? stack = no bears
         resolve
         ? bears.zone = graveyard, no.zone = graveyard, p1.pool = none",
    );
    // Stifle counters an ability and no spell.
    check(
        "pool p1 R
         pool p2 U
         p1 battlefield: pinger = Prodigal Pyromancer
         p1 hand: bolt = Lightning Bolt
         p2 hand: stifle = Stifle",
        "p1: cast bolt at p2
         p2: cast stifle at bolt -> refused 601.2c",
    );
    check(
        "pool p2 U
         p1 battlefield: pinger = Prodigal Pyromancer
         p2 hand: stifle = Stifle",
        "p1: activate pinger 0 at p2
         p2: cast stifle at stack.1
         resolve
         ? stack = none, p2.life = 20",
    );
}

#[test]
fn the_tap_symbol() {
    // 107.5: not while tapped, whatever it is.
    check(
        "p1 battlefield: ring = Sol Ring (tapped); elf = Llanowar Elves (tapped); forest = Forest (tapped)",
        "p1: activate ring 0 -> refused 107.5
         p1: activate elf 0 -> refused 107.5
         p1: activate forest 0 -> refused 107.5",
    );
}

#[test]
fn summoning_sickness() {
    // 302.6: creatures only, abilities with the symbol only, not with haste (702.10c).
    check(
        "pool p1 CR
         p1 battlefield: elf = Llanowar Elves (fresh); ring = Sol Ring (fresh); land = Forest (fresh); arbor = Dryad Arbor (fresh)
         p1 battlefield: dragon = Shivan Dragon (fresh); pinger = Prodigal Pyromancer (fresh)",
        "p1: activate elf 0 -> refused 302.6
         p1: activate arbor 0 -> refused 302.6
         p1: activate pinger 0 at p2 -> refused 302.6
         p1: activate ring 0
         p1: activate land 0
         p1: activate dragon 0
         resolve
         ? dragon.pt = 6/5",
    );
    check(
        "p1 battlefield: elf = Llanowar Elves (fresh); fervor = Fervor",
        "p1: activate elf 0
         ? p1.pool = G",
    );
    // Since that player's most recent turn began: on an opponent's turn it is still so; next own turn it is over.
    check(
        "p1 battlefield: elf = Llanowar Elves (fresh)
         p2 library: card = Forest",
        "next turn
         p1: activate elf 0 -> refused 302.6
         next turn
         p1: activate elf 0
         ? p1.pool = G",
    );
}

#[test]
fn sickness_starts_anew_with_control() {
    // 302.6: Act of Treason brings haste; given back, its owner has not controlled it since their turn began.
    check(
        "pool p1 CCR
         p1 hand: act = Act of Treason
         p2 battlefield: elf = Llanowar Elves (tapped)",
        "p1: cast act at elf
         resolve
         ? elf.controller = p1, elf.tapped = false
         p1: activate elf 0
         ? p1.pool = G, elf.tapped = true
         next turn
         ? elf.controller = p2, step = upkeep of p2
         p2: activate elf 0
         ? p2.pool = G",
    );
    check(
        "pool p1 CCUU
         p1 hand: magic = Control Magic
         p2 library: card = Forest
         p2 battlefield: elf = Llanowar Elves",
        "p1: cast magic at elf
         resolve
         ? elf.controller = p1
         p1: activate elf 0 -> refused 302.6
         p2: activate elf 0 -> refused 602.2
         next turn
         p1: activate elf 0 -> refused 302.6
         next turn
         p1: activate elf 0",
    );
}

#[test]
fn a_permanent_that_becomes_a_creature() {
    // 302.6: judged by when control began, as soon as it is a creature.
    check(
        "p1 battlefield: march = March of the Machines; old = Sol Ring; new = Sol Ring (fresh); revolt = Nature's Revolt
         p1 battlefield: forest = Forest (fresh)
         p1 hand: plains = Plains",
        "? old.pt = 1/1, forest.pt = 2/2
         p1: activate old 0
         p1: activate new 0 -> refused 302.6
         p1: activate forest 0 -> refused 302.6
         p1: land plains
         p1: activate plains 0 -> refused 302.6",
    );
}

#[test]
fn only_the_symbol_matters() {
    // 107.5: Springleaf Drum taps a fresh creature in words; as a creature itself it is bound by its own symbol.
    check(
        "p1 battlefield: drum = Springleaf Drum (fresh); bears = Grizzly Bears (fresh)",
        "answer mana: U
         p1: activate drum 0
         ? bears.tapped = true, drum.tapped = true, p1.pool = U",
    );
    check(
        "p1 battlefield: drum = Springleaf Drum (fresh); bears = Grizzly Bears; march = March of the Machines",
        "p1: activate drum 0 -> refused 302.6",
    );
    check(
        "p1 battlefield: drum = Springleaf Drum; bears = Grizzly Bears (tapped)",
        "p1: activate drum 0 -> refused 601.2h
         ? drum.tapped = false",
    );
    // Both parts must be paid: an animated Drum cannot be the creature that it taps (118.3).
    check(
        "p1 battlefield: drum = Springleaf Drum; march = March of the Machines",
        "p1: activate drum 0 -> refused 601.2h",
    );
}

#[test]
fn the_untap_symbol() {
    // 107.6, 302.6.
    check(
        "pool p1 CCCC
         p1 battlefield: pala = Pili-Pala",
        "p1: activate pala 0 -> refused 107.6",
    );
    check(
        "pool p1 CCCC
         p1 battlefield: pala = Pili-Pala (tapped)",
        "answer mana: B
         p1: activate pala 0
         ? pala.tapped = false, p1.pool = BCC
         p1: activate pala 0 -> refused 107.6",
    );
    check(
        "pool p1 CCCC
         p1 battlefield: pala = Pili-Pala (tapped, fresh)",
        "p1: activate pala 0 -> refused 302.6",
    );
    check(
        "pool p1 CCCC
         p1 battlefield: pala = Pili-Pala (tapped, fresh); fervor = Fervor",
        "p1: activate pala 0
         ? pala.tapped = false",
    );
    // 601.2g, 602.2b: a Drum taps it while the mana is being made.
    check(
        "p1 battlefield: pala = Pili-Pala; drum = Springleaf Drum; island = Island",
        "answer mana: U
         answer mana: G
         p1: activate pala 0 paying drum 0, island 0
         ? pala.tapped = false, p1.pool = G",
    );
}

#[test]
fn an_activation_needs_its_cost() {
    // 118.3.
    check(
        "p1 battlefield: ballista = Walking Ballista (+1/+1 1); altar = Ashnod's Altar; claws = Claws of Gix",
        "p1: activate claws 0 -> refused 601.2h
         p1: activate ballista 2 at p2
         ? ballista.zone = graveyard, stack = ballista
         p1: activate altar 0 -> refused 601.2h
         resolve
         ? p2.life = 19",
    );
    // 602.5: a restriction on activating.
    check(
        "p1 battlefield: temple = Temple of the False God; 3 forest = Forest",
        "p1: activate temple 0 -> refused 602.5",
    );
    check(
        "p1 battlefield: temple = Temple of the False God; 4 forest = Forest",
        "p1: activate temple 0
         ? p1.pool = CC",
    );
    // 119.4: life that is there can be paid, down to 0 (704.5a).
    check(
        "life p1 1
         p1 battlefield: one = Mana Confluence; two = Mana Confluence; angel = Platinum Angel",
        "answer mana: G
         p1: activate one 0
         ? p1.life = 0, p1.pool = G
         p1: activate two 0 -> refused 601.2h",
    );
}

#[test]
fn auras_are_cast_at_something() {
    // 303.4a, 608.3c: the target is what it will enchant; if that is gone, the Aura does not enter.
    check(
        "pool p1 WU
         p1 hand: strength = Holy Strength; unsummon = Unsummon
         p1 battlefield: bears = Grizzly Bears; ring = Sol Ring",
        "p1: cast strength at ring -> refused 601.2c
         p1: cast strength at bears
         resolve
         ? strength.host = bears, bears.pt = 3/4",
    );
    check(
        "pool p1 WU
         p1 hand: strength = Holy Strength; unsummon = Unsummon
         p1 battlefield: bears = Grizzly Bears",
        "p1: cast strength at bears
         p1: cast unsummon at bears
         resolve all
         ? strength.zone = graveyard",
    );
}

#[test]
fn controlled_from_the_start_through_an_aura() {
    // 302.6: control by an effect that has been there for turns is continuous control.
    check(
        "p2 battlefield: elf = Llanowar Elves
         p1 battlefield: magic = Control Magic (on elf)",
        "? elf.controller = p1
         p1: activate elf 0
         ? p1.pool = G",
    );
}
