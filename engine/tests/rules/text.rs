//! Text-changing effects (CR 612): what becomes of the words that say what a token is.

use crate::common::check;

#[test]
fn the_words_for_a_token_are_replaced_too() {
    // 612.2a, 111.4: the creature type and the name with it; the rest of what is said of the token stays.
    check(
        "pool p1 U
         p1 battlefield: lynx = Hungry Lynx; mountain = Mountain
         p1 hand: evolution = Artificial Evolution; shock = Shock",
        "p1: cast evolution at lynx
         answer creature type: Rat
         answer creature type: Elf
         resolve
         to end step
         resolve
         ? Rat Token.1.name = Elf Token, Rat Token.1.subtypes = Elf, Rat Token.1.deathtouch = true, n Rat Token = 0
         p1: cast shock at Rat Token.1 paying mountain 0
         resolve all
         ? lynx.+1/+1 = 1",
    );
    // 612.2: two changes, one after the other, each of the words as they are by then.
    check(
        "pool p1 UU
         p1 battlefield: lynx = Hungry Lynx
         p1 hand: 2 evolution = Artificial Evolution",
        "p1: cast evolution.1 at lynx
         answer creature type: Rat
         answer creature type: Elf
         resolve
         p1: cast evolution.2 at lynx
         answer creature type: Elf
         answer creature type: Cat
         resolve
         to end step
         resolve
         ? n Cat Token = 1, Rat Token.1.subtypes = Cat, Rat Token.1.pt = 1/1",
    );
}

#[test]
fn a_spell_says_what_it_says_by_now() {
    // 612.2a: on the stack, it is changed like any object; two tokens, and both are Elves.
    check(
        "pool p1 UCW
         p1 hand: evolution = Artificial Evolution; alarm = Raise the Alarm",
        "p1: cast alarm
         p1: cast evolution at alarm
         answer creature type: Soldier
         answer creature type: Elf
         resolve all
         ? n Elf Token = 2, n Soldier Token = 0, Soldier Token.2.subtypes = Elf",
    );
}

#[test]
fn the_words_are_copied_with_the_token() {
    // 707.2, 612.4: what the effect that created it said is a copiable value, name included.
    check(
        "pool p1 UCWCUUCCCU
         p1 hand: evolution = Artificial Evolution; alarm = Raise the Alarm; counterpart = Cackling Counterpart; clone = Clone",
        "p1: cast alarm
         p1: cast evolution at alarm
         answer creature type: Soldier
         answer creature type: Elf
         resolve all
         p1: cast counterpart at Soldier Token.1
         resolve
         answer copy: Soldier Token.1
         p1: cast clone
         resolve
         ? n Elf Token = 4, Soldier Token.3.subtypes = Elf, clone.name = Elf Token, clone.subtypes = Elf, clone.pt = 1/1",
    );
}

#[test]
fn a_token_keeps_its_name_and_its_text_for_copies() {
    // 111.4, 612.2: what changes the text of a token in play changes no name; 707.2: nor is the change copied.
    check(
        "pool p1 UCWCUU
         p1 hand: evolution = Artificial Evolution; alarm = Raise the Alarm; counterpart = Cackling Counterpart",
        "p1: cast alarm
         resolve
         p1: cast evolution at Soldier Token.1
         answer creature type: Soldier
         answer creature type: Elf
         resolve
         ? Soldier Token.1.subtypes = Elf, Soldier Token.2.subtypes = Soldier, n Soldier Token = 2
         p1: cast counterpart at Soldier Token.1
         resolve
         ? Soldier Token.3.subtypes = Soldier, n Soldier Token = 3",
    );
}
