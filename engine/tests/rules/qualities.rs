//! What effects say of an object without giving it an ability (CR 113.12).

use crate::common::{check, check_with};

#[test]
fn what_an_aura_says_outlasts_abilities() {
    // 113.12, 613.11: Humility takes abilities; that it cannot attack is none.
    check(
        "p1 battlefield: bears = Grizzly Bears; bound = Bound in Silence (on bears); humility = Humility",
        "to declare attackers
         ? asked = none",
    );
    // What a creature's own text says is an ability of it (113.3d), and is lost.
    check(
        "p1 battlefield: warrior = Phantom Warrior; humility = Humility
         p2 battlefield: ox = Yoked Ox",
        "attack warrior > p2
         block ox > warrior
         to combat damage
         ? p2.life = 20",
    );
}

#[test]
fn what_a_spell_says_outlasts_abilities() {
    // The same of what an effect says for a turn, whichever came first.
    let own = "
- name: Slip By
  cost: '{0}'
  types: [instant]
  abilities:
    - spell:
        targets: [permanent: any]
        do: [continuous: {to: {target: 0}, changes: [gain-keyword: \"can't be blocked\"], duration: end-of-turn}]
- name: Numb
  cost: '{0}'
  types: [instant]
  abilities:
    - spell:
        targets: [permanent: any]
        do: [continuous: {to: {target: 0}, changes: [lose-all-abilities], duration: end-of-turn}]
";
    for [first, second] in [["slip", "numb"], ["numb", "slip"]] {
        check_with(
            own,
            "p1 hand: slip = Slip By; numb = Numb
             p1 battlefield: bears = Grizzly Bears
             p2 battlefield: ox = Yoked Ox",
            &format!(
                "p1: cast {first} at bears
                 resolve
                 p1: cast {second} at bears
                 resolve
                 attack bears > p2
                 to combat damage
                 ? p2.life = 18, asked = p1 attackers"
            ),
        );
    }
}
