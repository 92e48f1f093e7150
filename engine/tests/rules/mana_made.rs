//! Tapped for mana, and what watches for mana or changes it (CR 106.12, 106.12a–b, 605): the cards that look at its edges.

use crate::common::check;

#[test]
fn tapped_for_mana_needs_the_symbol_and_a_mana_ability() {
    // 106.12, 605.1a: a worded cost, an ability without {T}, one that makes no mana.
    check(
        "p1 battlefield: arbor = Dryad Arbor; leyline = Leyline of Abundance; altar = Ashnod's Altar; drum = Springleaf Drum
         p1 battlefield: pinger = Prodigal Pyromancer; monument = Forsaken Monument",
        "answer tap for cost: arbor
         answer mana: R
         p1: activate drum 0
         ? arbor.tapped = true, p1.pool = R, stack = none
         answer sacrifice: arbor
         p1: activate altar 0
         ? p1.pool = RCC
         p1: activate pinger 0 at p2
         ? p1.pool = RCC, stack = pinger",
    );
    check(
        "p1 battlefield: arbor = Dryad Arbor; leyline = Leyline of Abundance",
        "p1: activate arbor 0 \n ? p1.pool = GG, stack = none",
    );
}

#[test]
fn a_target_makes_it_no_mana_ability() {
    // 605.5a.
    check(
        "p1 battlefield: shaman = Deathrite Shaman; leyline = Leyline of Abundance
         p2 graveyard: plains = Plains",
        "p1: activate shaman 0 at plains
         ? stack = shaman, p1.pool = none
         answer mana: B
         resolve
         ? p1.pool = B",
    );
}

#[test]
fn a_type_is_compared_with_what_was_made() {
    // 106.12a: after replacement.
    let board = "p1 battlefield: monument = Forsaken Monument; forest = Forest; wastes = Wastes; ring = Sol Ring";
    check(
        &format!("{board}\n p2 battlefield: contamination = Contamination"),
        "p1: activate forest 0
         p1: activate wastes 0
         ? p1.pool = BB
         p1: activate ring 0
         ? p1.pool = BBCCC",
    );
    check(&format!("{board}\n p2 battlefield: ritual = Ritual of Subdual"), "p1: activate forest 0 \n ? p1.pool = CC");
}

#[test]
fn the_colour_chosen_on_entering() {
    // 614.1c, 106.12a: whoever taps a basic land; its controller gets the mana.
    check(
        "pool p1 CCCCC
         p1 hand: gauntlet = Gauntlet of Power
         p1 battlefield: forest = Forest; arbor = Dryad Arbor
         p2 battlefield: theirs = Forest; swamp = Swamp",
        "answer color: G
         p1: cast gauntlet
         resolve
         p1: activate forest 0
         p1: activate arbor 0
         ? p1.pool = GGG, arbor.pt = 2/2
         p2: activate theirs 0
         p2: activate swamp 0
         ? p2.pool = BGG",
    );
}

#[test]
fn any_ability_of_a_land_that_adds_mana() {
    // 605.1b: Caged Sun sees abilities without the symbol, and no spells.
    check(
        "pool p1 CCCCCCBB
         p1 hand: sun = Caged Sun; filth = Rain of Filth; ritual = Dark Ritual
         p1 battlefield: forest = Forest; swamp = Swamp",
        "answer color: B
         p1: cast sun
         resolve
         p1: cast ritual
         resolve
         ? p1.pool = BBBB
         p1: cast filth
         resolve
         p1: activate forest 1
         ? p1.pool = BBBBB, forest.zone = graveyard, stack = none
         p1: activate swamp 0
         ? p1.pool = BBBBBBB",
    );
}

#[test]
fn ordinary_triggers_wait_for_the_end_of_the_casting() {
    // 603.3, 605.5a: above the spell, before it resolves.
    check(
        "p1 battlefield: flare = Mana Flare; barbs = Manabarbs; mountain = Mountain
         p1 hand: hit = Skullcrack",
        "p1: cast hit at p2 paying mountain 0
         ? stack = barbs hit, p1.life = 20
         resolve
         ? stack = hit, p1.life = 19",
    );
}

#[test]
fn triggers_that_add_mana_on_the_stack() {
    // 605.5a: set off by an attack or a phase; 608.2d: "may".
    check(
        "step upkeep
         p1 battlefield: magus = Magus of the Vineyard; radha = Radha, Heir to Keld
         p1 library: 2 a = Forest",
        "to main
         ? stack = magus, p1.pool = none
         resolve
         ? p1.pool = GG
         attack radha > p2
         ? stack = radha, p1.pool = none
         answer may: yes
         resolve
         ? p1.pool = RR",
    );
}

#[test]
fn a_land_that_looks_at_the_turn() {
    // 106.12a, 603.2c: one production, one trigger, whichever of its halves made it.
    check(
        "p1 battlefield: flare = Mana Flare; river = River of Tears; other = River of Tears
         p1 hand: forest = Forest",
        "p1: activate river 0
         ? p1.pool = UU
         p1: land forest
         p1: activate other 0
         ? p1.pool = UUBB",
    );
}

#[test]
fn a_targeted_trigger_uses_the_stack() {
    // 605.5a, 603.3d: once, however much mana; the target creates the token and so owns it.
    check(
        "p1 battlefield: orchard = Forbidden Orchard; reflection = Mana Reflection
         p1 hand: bears = Grizzly Bears",
        "answer mana: G
         p1: cast bears paying orchard 0
         ? stack = orchard bears
         resolve
         ? Spirit Token.1.controller = p2, stack = bears",
    );
}

#[test]
fn a_triggered_ability_that_a_spell_creates() {
    // 603.7: for the turn, for every player, once for each High Tide, whatever type the Island makes.
    check(
        "pool p1 UU
         p1 hand: a = High Tide; b = High Tide
         p1 battlefield: dual = Tropical Island; forest = Forest
         p1 library: 2 x = Forest
         p2 battlefield: island = Island; later = Island
         p2 library: 2 y = Forest",
        "p1: cast a
         resolve
         p1: cast b
         resolve
         p1: activate dual 1
         p1: activate forest 0
         ? p1.pool = UUGG, stack = none
         p2: activate island 0
         ? p2.pool = UUU
         next turn
         p2: activate later 0
         ? p2.pool = U",
    );
}

#[test]
fn colours_are_replaced_and_colourless_is_not() {
    // 106.1b, 106.12b: for the turn, in the colour that the player whose turn it is has chosen.
    check(
        "active p2
         step end step
         p1 battlefield: hall = Hall of Gemstone; forest = Forest; wastes = Wastes; elves = Llanowar Elves; stone = Fellwar Stone
         p1 library: 2 x = Forest
         p2 battlefield: swamp = Swamp",
        "answer color: U
         next turn
         resolve
         ? swamp.could = U, wastes.could = C
         to main
         p1: activate forest 0
         p1: activate wastes 0
         p1: activate elves 0
         p1: activate stone 0
         ? p1.pool = UUGC",
    );
}
