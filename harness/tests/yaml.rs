//! Strict YAML: every kind of fault with its exact place, the nodes of good text, and no panic on bad text.

#[path = "yaml/corruption.rs"]
mod corruption;
#[path = "yaml/parsing.rs"]
mod parsing;
#[path = "yaml/reading.rs"]
mod reading;
#[path = "yaml/rendering.rs"]
mod rendering;
#[path = "yaml/serde_types.rs"]
mod serde_types;

/// A ruling of the documented shape, for tests that want a text of some size.
const RULING: &str = r#"# A ruling, as people write it.
clauses: [nine-lives.each-source]
cite: {document: D0, paragraph: 9, rules: ["615.1a", "615.5"]}
says: >
  Every source that deals damage at once
  adds a counter, even past nine.
forall:
  before:    {int: 0..=8}
  attackers: {list: {card: {plain creature: true}}, len: 1..=12}
given:
  active: p2
  p1: {life: any, battlefield: [{id: lives, card: Nine Lives, counters: {incarnation: $before}}]}
  p2: {battlefield: [{each: $attackers, id: attacker}]}
  around: any
when:
  - attack: {by: p2, with: $attackers, whom: p1}
  - to: combat damage
then:
  - after.p1.life == start.p1.life
  - 'after.lives.counters.incarnation == before + attackers.filter(a, a.power > 0).size()'
labels:
  passes nine: "before + attackers.size() > 9"
reach: {passes nine: 20%, harmless attacker: 5%}
kills: [one-counter-per-event, zero-damage-counts]
"#;
