//! Continuous control (CR 302.6), haste, and costs with {T} and {Q}.

use crate::common::check;

#[test]
fn what_it_is_now_decides() {
    // 302.6: a land that came this turn taps, and does not once it is a creature.
    check(
        "pool p1 CC
         p1 battlefield: new = Mishra's Factory (fresh); old = Mishra's Factory",
        "p1: activate new 1
         resolve
         ? new.types = artifact creature land, new.subtypes = Assembly-Worker, new.pt = 2/2
         p1: activate new 0 -> refused 302.6
         p1: activate old 1
         resolve
         p1: activate old 0
         ? p1.pool = C",
    );
    check(
        "pool p1 G
         p1 hand: arbor = Dryad Arbor; animate = Animate Land
         p1 battlefield: forest = Forest (fresh)",
        "p1: land arbor
         p1: activate arbor 0 -> refused 302.6
         p1: activate forest 0
         p1: cast animate at forest
         resolve
         ? forest.pt = 3/3, forest.tapped = true",
    );
}

#[test]
fn the_clock_runs_for_every_permanent() {
    // 302.6, 613.1b: stolen as a land, and a creature only afterwards.
    check(
        "pool p1 UUCCG
         p1 hand: annex = Annex; animate = Animate Land
         p2 battlefield: wastes = Wastes; other = Wastes",
        "p1: cast annex at wastes
         resolve
         p1: cast animate at wastes
         resolve
         ? wastes.controller = p1
         p1: activate wastes 0 -> refused 302.6",
    );
}

#[test]
fn control_that_ends_with_the_turn() {
    // 514.2, 302.6: p3 has the creature back, and its turn has not begun since.
    check(
        "players 3
         pool p1 RCC
         p1 hand: treason = Act of Treason
         p2 library: 3 plains = Plains
         p3 battlefield: elves = Llanowar Elves
         p3 library: 3 island = Island",
        "p1: cast treason at elves
         resolve
         p1: activate elves 0
         ? elves.controller = p1, p1.pool = G
         next turn
         ? elves.controller = p3, elves.tapped = true
         to main
         next turn
         to main
         p3: activate elves 0
         ? p3.pool = G",
    );
    check(
        "players 3
         pool p1 RCC
         p1 hand: treason = Act of Treason
         p2 library: 3 plains = Plains
         p3 battlefield: elves = Llanowar Elves",
        "p1: cast treason at elves
         resolve
         next turn
         to main
         ? elves.controller = p3, elves.tapped = false
         p3: activate elves 0 -> refused 302.6",
    );
}

#[test]
fn haste() {
    // 702.10c: as long as it has it; also from an opponent's permanent.
    check(
        "p1 battlefield: fires = Fires of Yavimaya; a = Llanowar Elves (fresh); b = Llanowar Elves (fresh)",
        "p1: activate a 0
         p1: activate fires 1 at b
         ? b.haste = false
         p1: activate b 0 -> refused 302.6",
    );
    check(
        "p1 battlefield: a = Llanowar Elves (fresh)
         p2 battlefield: hysteria = Mass Hysteria",
        "p1: activate a 0
         ? p1.pool = G",
    );
}

#[test]
fn as_though_it_had_haste() {
    // 602.5a, 609.4: both symbols, land creatures too; own creatures only; no attack.
    check(
        "pool p1 CC
         p1 battlefield: elixir = Thousand-Year Elixir; pili = Pili-Pala (fresh, tapped); arbor = Dryad Arbor (fresh)
         p2 battlefield: elves = Llanowar Elves (fresh)",
        "p1: activate arbor 0
         p1: activate pili 0
         ? pili.tapped = false, arbor.tapped = true
         p2: activate elves 0 -> refused 302.6",
    );
    check(
        "p1 battlefield: elixir = Thousand-Year Elixir; pili = Pili-Pala (fresh)",
        "to declare attackers
         ? asked = none, step = declare attackers of p1",
    );
}

#[test]
fn mana_abilities_before_costs() {
    // 601.2g–h, 602.2b: the Drum taps Pili-Pala, which can pay {Q} by then.
    check(
        "pool p1 C
         p1 battlefield: pili = Pili-Pala; drum = Springleaf Drum",
        "p1: activate pili 0 paying drum 0
         ? pili.tapped = false, drum.tapped = true, p1.pool = W
         p1: activate pili 0 -> refused 601.2h",
    );
    // The same way {T} becomes impossible.
    check(
        "p1 battlefield: walker = Hangarback Walker (+1/+1 1); drum = Springleaf Drum",
        "p1: activate walker 2 paying drum 0 -> refused 107.5
         ? walker.tapped = false, drum.tapped = false",
    );
    // 605.3a: only where mana has to be paid. 605.3c: not the ability that is being activated.
    check(
        "pool p1 CCCC
         p1 battlefield: forest = Forest; elves = Llanowar Elves; pili = Pili-Pala (tapped)",
        "p1: activate elves 0 paying forest 0 -> refused 117.1a
         p1: activate pili 0 paying pili 0 -> refused 602.1",
    );
}

#[test]
fn crewing() {
    // 702.122a: other untapped creatures with enough power, however short their stay; 301.7b: its printed size.
    check(
        "p1 battlefield: crusher = Irontread Crusher; a = Grizzly Bears (fresh); b = Horned Turtle (fresh); c = Hill Giant (tapped)",
        "p1: activate crusher 0
         resolve
         ? crusher.pt = 6/6, crusher.types = artifact creature, a.tapped = true, b.tapped = true, asked = none
         attack crusher > p2
         to combat damage
         ? p2.life = 14",
    );
    check(
        "p1 battlefield: crusher = Irontread Crusher; a = Grizzly Bears
         p2 battlefield: giant = Hill Giant",
        "? crusher.pt = none
         p1: activate crusher 0 -> refused 601.2h",
    );
    check(
        "p1 battlefield: skiff = Sky Skiff; a = Grizzly Bears; b = Horned Turtle; c = Craw Wurm",
        "answer tap for cost: b
         p1: activate skiff 0
         ? a.tapped = false, b.tapped = true, c.tapped = false, asked = p1 tap for cost
         answer tap for cost: a, c
         p1: activate skiff 0
         ? a.tapped = true, c.tapped = true",
    );
    // 107.5 speaks of the Vehicle too: it may not attack in the turn in which it came.
    check(
        "p1 battlefield: skiff = Sky Skiff (fresh); a = Grizzly Bears",
        "p1: activate skiff 0
         resolve
         to declare attackers
         ? asked = none",
    );
}
