//! Mana (CR 106, 605): what is produced, what triggers on it, what replaces it, and what could be produced.

use crate::common::check;

#[test]
fn paying_while_casting() {
    // 601.2g, 605.3a.
    check(
        "p1 battlefield: elf = Llanowar Elves; mountain = Mountain; wastes = Wastes
         p1 hand: goblin = Raging Goblin; ring = Sol Ring",
        "p1: cast goblin paying elf 0 -> refused 601.2h
         p1: cast goblin paying mountain 0
         ? elf.tapped = false, mountain.tapped = true, stack = goblin
         resolve
         p1: cast ring paying wastes 0
         resolve
         p1: activate ring 0
         ? p1.pool = CC",
    );
}

#[test]
fn pools_empty() {
    // 500.4.
    check(
        "p1 battlefield: ring = Sol Ring",
        "p1: activate ring 0 \n ? p1.pool = CC \n to beginning of combat \n ? p1.pool = none",
    );
}

#[test]
fn undefined_types_are_no_mana() {
    // 106.5, 605.2: it is activated, the cost is paid, nothing comes; 106.12a: and nothing triggers.
    check(
        "p1 battlefield: crater = Meteor Crater; wastes = Wastes
         p2 battlefield: barbs = Manabarbs",
        "p1: activate crater 0
         ? crater.tapped = true, p1.pool = none, stack = none",
    );
    check(
        "p1 battlefield: crater = Meteor Crater; bears = Grizzly Bears; goblin = Raging Goblin",
        "answer mana: R
         p1: activate crater 0
         ? p1.pool = R",
    );
    check(
        "p1 battlefield: stone = Fellwar Stone; orchard = Exotic Orchard; forest = Forest; explorer = Sylvok Explorer
         p2 battlefield: wastes = Wastes",
        "? stone.could = none, orchard.could = none, explorer.could = none
         p1: activate stone 0
         p1: activate orchard 0
         p1: activate explorer 0
         ? stone.tapped = true, explorer.tapped = true, p1.pool = none",
    );
}

#[test]
fn could_produce() {
    // 106.7: present abilities, costs ignored, "type" with colourless and "colour" without.
    check(
        "p1 battlefield: pool = Reflecting Pool; wastes = Wastes; cradle = Gaea's Cradle; plains = Plains (tapped)
         p2 battlefield: orchard = Exotic Orchard; stone = Fellwar Stone; temple = Temple of the False God",
        "? pool.could = WC, cradle.could = none, orchard.could = W, stone.could = W, temple.could = C",
    );
    check(
        "p1 battlefield: pool = Reflecting Pool; cradle = Gaea's Cradle; arbor = Dryad Arbor (fresh)",
        "? pool.could = G, cradle.could = G
         p1: activate pool 0
         ? p1.pool = G",
    );
    check(
        "p1 battlefield: pool = Reflecting Pool; urborg = Urborg, Tomb of Yawgmoth; moon = Blood Moon",
        "? pool.could = R, urborg.could = R",
    );
}

#[test]
fn circles_are_empty_unless_grounded() {
    // 106.7: two Pools, an Orchard on each side, a circle through an opponent.
    check("p1 battlefield: one = Reflecting Pool; two = Reflecting Pool", "? one.could = none, two.could = none");
    check(
        "p1 battlefield: one = Reflecting Pool; two = Reflecting Pool; forest = Forest",
        "? one.could = G, two.could = G
         p1: activate two 0
         ? p1.pool = G",
    );
    check(
        "p1 battlefield: mine = Exotic Orchard; pool = Reflecting Pool
         p2 battlefield: theirs = Exotic Orchard",
        "? mine.could = none, theirs.could = none, pool.could = none
         p1: activate pool 0
         p1: activate mine 0
         ? p1.pool = none",
    );
    check(
        "p1 battlefield: mine = Exotic Orchard; pool = Reflecting Pool
         p2 battlefield: theirs = Exotic Orchard; pool2 = Reflecting Pool; island = Island",
        "? mine.could = U, theirs.could = U, pool.could = U, pool2.could = U",
    );
}

#[test]
fn could_produce_under_replacement() {
    // 106.7: every applicable replacement effect in every order. Damping Sphere leaves a Stone nothing but colourless.
    check(
        "p1 battlefield: stone = Fellwar Stone; contamination = Contamination
         p2 battlefield: forest = Forest",
        "? forest.could = B, stone.could = B
         p1: activate stone 0
         ? p1.pool = B",
    );
    check(
        "p1 battlefield: pool = Reflecting Pool; tomb = Ancient Tomb; sphere = Damping Sphere; forest = Forest",
        "? tomb.could = C, forest.could = G, pool.could = GC",
    );
    check(
        "p1 battlefield: forest = Forest; sphere = Damping Sphere; reflection = Mana Reflection",
        "? forest.could = C",
    );
}

#[test]
fn mana_flare() {
    // 605.4a: at once, without the stack, for whoever tapped; once however much mana (106.12a).
    check(
        "p1 battlefield: flare = Mana Flare; tomb = Ancient Tomb; ring = Sol Ring
         p2 battlefield: forest = Forest",
        "p1: activate tomb 0
         ? p1.pool = CCC, stack = none, p1.life = 18
         p1: activate ring 0
         ? p1.pool = CCCCC
         p2: activate forest 0
         ? p2.pool = GG",
    );
    // In the middle of paying.
    check(
        "p1 battlefield: flare = Mana Flare; mountain = Mountain
         p1 hand: hit = Skullcrack",
        "p1: cast hit at p2 paying mountain 0
         ? stack = hit, p1.pool = none",
    );
    // The type that was made, after replacement.
    check(
        "p1 battlefield: flare = Mana Flare; contamination = Contamination; forest = Forest",
        "p1: activate forest 0
         ? p1.pool = BB",
    );
}

#[test]
fn no_mana_no_trigger() {
    // 106.12a: an empty Cradle triggers nothing; with three creatures, one trigger.
    check(
        "p1 battlefield: cradle = Gaea's Cradle; growth = Wild Growth (on cradle); barbs = Manabarbs",
        "p1: activate cradle 0
         ? cradle.tapped = true, p1.pool = none, stack = none",
    );
    check(
        "p1 battlefield: cradle = Gaea's Cradle; growth = Wild Growth (on cradle); barbs = Manabarbs; 3 bear = Grizzly Bears",
        "p1: activate cradle 0
         ? p1.pool = GGGG, stack = barbs",
    );
}

#[test]
fn doublers_multiply() {
    // 106.12b: 2 × 2 × 3, on each production; triggered mana is not from tapping.
    check(
        "p1 battlefield: a = Mana Reflection; b = Mana Reflection; c = Nyxbloom Ancient; forest = Forest",
        "p1: activate forest 0
         ? p1.pool = GGGGGGGGGGGG",
    );
    check(
        "p1 battlefield: a = Mana Reflection; forest = Forest; growth = Wild Growth (on forest); altar = Ashnod's Altar
         p1 battlefield: token = Soldier Token
         p2 battlefield: theirs = Forest
         pool p1 B
         p1 hand: ritual = Dark Ritual",
        "p1: activate forest 0
         ? p1.pool = BGGG
         p1: activate altar 0
         ? p1.pool = BGGGCC
         p2: activate theirs 0
         ? p2.pool = G
         p1: cast ritual
         resolve
         ? p1.pool = BBBGGGCC",
    );
}

#[test]
fn orders_of_mana_replacement() {
    // 616.1, 614.5: Contamination last leaves one, Mana Reflection last leaves two.
    let board = "p1 battlefield: reflection = Mana Reflection; forest = Forest
                 p2 battlefield: contamination = Contamination";
    check(
        board,
        "answer replacement: contamination
         p1: activate forest 0
         ? p1.pool = BB",
    );
    check(
        board,
        "answer replacement: reflection
         p1: activate forest 0
         ? p1.pool = B",
    );
}

#[test]
fn damping_sphere() {
    // 106.12b: only where two or more would be made, by then.
    check(
        "p1 battlefield: sphere = Damping Sphere; forest = Forest; tomb = Ancient Tomb; growth = Wild Growth (on forest)",
        "p1: activate forest 0
         ? p1.pool = GG
         p1: activate tomb 0
         ? p1.pool = GGC",
    );
    check(
        "p1 battlefield: sphere = Damping Sphere; forest = Forest; reflection = Mana Reflection",
        "p1: activate forest 0
         ? p1.pool = C, asked = none",
    );
    // Ancient Tomb with both: the Sphere first and then doubled, or doubled and then the Sphere.
    let board = "p1 battlefield: sphere = Damping Sphere; tomb = Ancient Tomb; reflection = Mana Reflection";
    check(board, "answer replacement: sphere \n p1: activate tomb 0 \n ? p1.pool = CC");
    check(board, "answer replacement: reflection \n p1: activate tomb 0 \n ? p1.pool = C");
}

#[test]
fn payments_that_differ_are_asked() {
    // 601.2h.
    check(
        "pool p1 RG
         p1 hand: ring = Sol Ring",
        "answer payment: G
         p1: cast ring
         ? p1.pool = R, asked = p1 payment",
    );
}

#[test]
fn an_intrinsic_ability_on_the_battlefield() {
    // 305.6: Urborg makes every land a Swamp as well (305.7 does not apply: "in addition").
    check(
        "p1 battlefield: forest = Forest; urborg = Urborg, Tomb of Yawgmoth
         p2 battlefield: wastes = Wastes",
        "? forest.could = BG, urborg.could = B, wastes.could = BC
         p1: activate forest 1
         ? p1.pool = B",
    );
}

#[test]
fn vorinclex() {
    // 106.12a: an opponent's land that made mana stays tapped through one untap step; an empty Cradle is not touched.
    check(
        "p1 battlefield: vorinclex = Vorinclex, Voice of Hunger; mine = Forest
         p2 battlefield: cradle = Gaea's Cradle; island = Island
         p1 library: 3 a = Forest
         p2 library: 3 b = Forest",
        "p1: activate mine 0
         ? p1.pool = GG, stack = none
         p2: activate cradle 0
         p2: activate island 0
         ? p2.pool = U, stack = vorinclex
         resolve
         next turn
         ? cradle.tapped = false, island.tapped = true
         next turn
         next turn
         ? island.tapped = false",
    );
}
