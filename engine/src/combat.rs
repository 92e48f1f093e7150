//! Combat (CR 508 to 510): attackers, blockers, damage.

use crate::characteristics::{CardType, Keyword};
use crate::choices::{Choice, Choices, Form, Question, QuestionKind, Stop, ask, ask_one};
use crate::derived::{Derived, Row};
use crate::event::{Event, Recipient};
use crate::game::Game;
use crate::id::{ObjectId, PlayerId};
use crate::layers::derive;
use crate::mana::Color;
use crate::matching::protected;
use crate::mutant::Mutant;
use crate::perform::perform;
use crate::refusal::Refusal;
use crate::sickness::is_summoning_sick;
use crate::turn::{Attacker, Defender};

/// 508.1: the active player chooses which creatures attack whom; all are declared together, and tap (CR 508.1f).
pub(crate) fn declare_attackers(game: &mut Game, choices: &mut dyn Choices) -> Result<(), Stop> {
    let derived = derive(game);
    let active = game.turn().active;
    let defenders: Vec<PlayerId> = game.opponents(active).collect();
    let mut options = Vec::new();
    for row in derived.rows().iter().filter(|row| may_attack(game, &derived, row, active)) {
        options.extend(defenders.iter().map(|p| Choice::Attack(row.id, Recipient::Player(*p))));
        let walkers = game
            .permanent_rows(&derived)
            .filter(|other| other.is(CardType::Planeswalker) && may_be_attacked(game, other, active));
        options.extend(walkers.map(|w| Choice::Attack(row.id, Recipient::Object(w.id))));
    }
    let chosen = some(game, active, QuestionKind::Attackers, "508.1a", options, choices, |choice| match choice {
        Choice::Attack(attacker, _) => Some(*attacker),
        _ => None,
    })?;
    let mut set = Vec::new();
    for choice in chosen {
        let Choice::Attack(object, whom) = choice else {
            continue;
        };
        let (defender, player) = match whom {
            Recipient::Player(player) => (Defender::Player(player), Some(player)),
            Recipient::Object(id) => (Defender::Planeswalker(id), derived.row(id).map(|row| row.controller)),
        };
        let Some(player) = player else {
            continue;
        };
        set.push(Event::Attack(Attacker { object, defender, player, blocked: false, blockers: Vec::new() }));
        if derived.row(object).is_some_and(|row| !row.has(Keyword::Vigilance)) {
            set.push(Event::Tap(object));
        }
    }
    perform(game, set, choices)?;
    Ok(())
}

/// 508.1b: a planeswalker that an opponent controls; only a mutant attacks its own.
fn may_be_attacked(game: &Game, walker: &Row, active: PlayerId) -> bool {
    game.opponents(active).any(|p| p == walker.controller) || game.deviates(Mutant::AttacksAnyPlaneswalker)
}

/// 508.1a, 508.1c, 302.6.
fn may_attack(game: &Game, derived: &Derived, row: &Row, active: PlayerId) -> bool {
    row.controller == active
        && row.is(CardType::Creature)
        && !row.has(Keyword::Defender)
        && !row.has(Keyword::CantAttack)
        && game.permanent(row.id).is_some_and(|o| !o.tapped && !is_summoning_sick(game, derived, o, row))
}

/// 509.1: each defending player in APNAP order chooses which creatures block which attacker.
pub(crate) fn declare_blockers(game: &mut Game, choices: &mut dyn Choices) -> Result<(), Stop> {
    let derived = derive(game);
    let active = game.turn().active;
    let defending: Vec<PlayerId> = game.apnap().filter(|p| *p != active).collect();
    let mut set = Vec::new();
    for player in defending {
        let attackers: Vec<ObjectId> =
            game.combat().attackers.iter().filter(|a| a.player == player).map(|a| a.object).collect();
        note_protected_attackers(game, &derived, &attackers, player);
        let mut options = Vec::new();
        for blocker in derived.rows().iter().filter(|row| row.controller == player) {
            let legal = attackers.iter().filter(|a| may_block(game, &derived, blocker, **a));
            options.extend(legal.map(|a| Choice::Block(blocker.id, *a)));
        }
        let chosen = some(game, player, QuestionKind::Blockers, "509.1a", options, choices, |choice| match choice {
            Choice::Block(blocker, _) => Some(*blocker),
            _ => None,
        })?;
        set.extend(chosen.into_iter().filter_map(|choice| match choice {
            Choice::Block(blocker, attacker) => Some(Event::Block { blocker, attacker }),
            _ => None,
        }));
    }
    check_menace(game, &derived, &set)?;
    perform(game, set, choices)?;
    order_blockers(game, choices)
}

/// By how many creatures the attacker has to be blocked, if it is blocked at all (CR 509.1b, 702.111b).
fn least_blockers(attacker: &Row) -> usize {
    match attacker {
        row if row.has(Keyword::ThreeBlockers) => 3,
        row if row.has(Keyword::Menace) => 2,
        _ => 1,
    }
}

/// 509.1b, 702.111b: a creature with menace is blocked by two or more, or not at all; others say three.
fn check_menace(game: &mut Game, derived: &Derived, blocks: &[Event]) -> Result<(), Stop> {
    let blocked = |wanted: ObjectId| {
        blocks.iter().filter(|event| matches!(event, Event::Block { attacker, .. } if *attacker == wanted)).count()
    };
    let least = |id: ObjectId| derived.row(id).map_or(1, least_blockers);
    let attackers: Vec<ObjectId> = game.combat().attackers.iter().map(|a| a.object).collect();
    let few = attackers.into_iter().any(|id| (1..least(id)).contains(&blocked(id)));
    if few && !game.deviates(Mutant::MenaceIgnored) {
        game.note_rule("702.111b", || "so few creatures cannot block it".to_owned());
        return Err(Stop::Illegal(Refusal::Block));
    }
    Ok(())
}

/// 509.1a–b: untapped, and nothing forbids it (CR 702.9b, 702.16f, 702.36b).
fn may_block(game: &Game, derived: &Derived, blocker: &Row, attacker: ObjectId) -> bool {
    let Some(attacking) = derived.row(attacker) else {
        return false;
    };
    let flies = attacking.has(Keyword::Flying);
    blocker.is(CardType::Creature)
        && !blocker.has(Keyword::CantBlock)
        && game.permanent(blocker.id).is_some_and(|o| !o.tapped)
        && (!attacking.has(Keyword::Unblockable) || blocks_it_all_the_same(game, derived, blocker, attacker))
        && (!flies || blocker.has(Keyword::Flying) || blocker.has(Keyword::Reach))
        && (!attacking.has(Keyword::Fear) || blocker.is(CardType::Artifact) || blocker.colors.contains(Color::Black))
        // 702.16f.
        && (game.deviates(Mutant::ProtectionAllowsBlocks) || !protected(game, derived, attacking, blocker.id))
        && !(game.deviates(Mutant::ProtectionBarsOwnBlocks) && protected(game, derived, blocker, attacker))
}

/// 702.16: protection of the blocker is nothing to the evasion of the attacker; only a mutant thinks so.
fn blocks_it_all_the_same(game: &Game, derived: &Derived, blocker: &Row, attacker: ObjectId) -> bool {
    game.deviates(Mutant::ProtectionBeatsEvasion) && protected(game, derived, blocker, attacker)
}

/// Writes down where protection keeps a creature from blocking.
fn note_protected_attackers(game: &mut Game, derived: &Derived, attackers: &[ObjectId], player: PlayerId) {
    let attacking = attackers.iter().filter_map(|a| derived.row(*a));
    let barred =
        attacking.flat_map(|a| game.permanent_rows(derived).map(move |b| (a, b))).any(|(attacker, blocker)| {
            blocker.controller == player
                && blocker.is(CardType::Creature)
                && protected(game, derived, attacker, blocker.id)
        });
    if barred {
        game.note_rule("702.16f", || "a creature with the quality cannot block what is protected from it".to_owned());
    }
}

/// Asks for a selection in which no object appears twice.
fn some(
    game: &Game,
    player: PlayerId,
    kind: QuestionKind,
    rule: &'static str,
    options: Vec<Choice>,
    choices: &mut dyn Choices,
    who: impl Fn(&Choice) -> Option<ObjectId>,
) -> Result<Vec<Choice>, Stop> {
    let mut objects: Vec<ObjectId> = options.iter().filter_map(&who).collect();
    objects.sort_unstable();
    objects.dedup();
    let max = u16::try_from(objects.len()).unwrap_or(u16::MAX);
    let form = Form::Some { min: 0, max };
    let question = Question { player, kind, rule, about: None, options, form };
    if question.options.is_empty() {
        return Ok(Vec::new());
    }
    let answer = ask(game, choices, question.clone())?;
    let mut chosen: Vec<Choice> = answer.iter().map(|at| question.options[*at]).collect();
    let mut seen: Vec<ObjectId> = chosen.iter().filter_map(&who).collect();
    let n = seen.len();
    seen.sort_unstable();
    seen.dedup();
    if seen.len() < n {
        return Err(Stop::BadAnswer(Box::new(question), answer));
    }
    chosen.sort_unstable();
    Ok(chosen)
}

/// 509.2: the attacking player orders the blockers of each attacker.
fn order_blockers(game: &mut Game, choices: &mut dyn Choices) -> Result<(), Stop> {
    let active = game.turn().active;
    let blocked: Vec<(ObjectId, Vec<ObjectId>)> = game
        .combat()
        .attackers
        .iter()
        .filter(|a| a.blockers.len() > 1)
        .map(|a| (a.object, a.blockers.clone()))
        .collect();
    for (attacker, blockers) in blocked {
        let question = Question {
            player: active,
            kind: QuestionKind::BlockerOrder,
            rule: "509.2",
            about: Some(attacker),
            options: blockers.iter().copied().map(Choice::Object).collect(),
            form: Form::Order,
        };
        let order = ask(game, choices, question)?.into_iter().map(|at| blockers[at]).collect();
        perform(game, vec![Event::OrderBlockers { attacker, blockers: order }], choices)?;
    }
    Ok(())
}

/// 510.4: whether there are two combat damage steps.
pub(crate) fn has_first_strike(game: &Game) -> bool {
    let derived = derive(game);
    let mut creatures = game.combat().creatures();
    creatures
        .any(|id| derived.row(id).is_some_and(|row| row.has(Keyword::FirstStrike) || row.has(Keyword::DoubleStrike)))
        || game.deviates(Mutant::FirstStrikeStepAlways)
}

/// 510.1 and 510.2: damage is assigned, then all of it is dealt at the same time.
pub(crate) fn deal_damage(game: &mut Game, first: bool, choices: &mut dyn Choices) -> Result<(), Stop> {
    let derived = derive(game);
    let creatures = game.combat().creatures();
    let strikers: Vec<ObjectId> = creatures.filter(|id| strikes(game, &derived, *id, first)).collect();
    if first {
        game.note_first_strikers(strikers.clone());
    }
    let attackers = game.combat().attackers.clone();
    let mut damage = Vec::new();
    for attacker in &attackers {
        if strikers.contains(&attacker.object) {
            damage.extend(attacker_damage(game, &derived, attacker, choices)?);
        }
        for blocker in attacker.blockers.iter().filter(|b| strikers.contains(b)) {
            let to = Recipient::Object(attacker.object);
            damage.extend(hit(*blocker, to, power(&derived, *blocker)));
        }
    }
    perform(game, damage, choices)?;
    Ok(())
}

/// 702.4b, 702.7b: who deals damage in this of possibly two steps.
fn strikes(game: &Game, derived: &Derived, id: ObjectId, first: bool) -> bool {
    let Some(row) = derived.row(id) else {
        return false;
    };
    let (fast, double) = (row.has(Keyword::FirstStrike), row.has(Keyword::DoubleStrike));
    if first {
        return fast || double;
    }
    double || !game.combat().first_strikers.contains(&id)
}

fn power(derived: &Derived, id: ObjectId) -> u32 {
    derived.row(id).and_then(|row| row.power).map_or(0, |n| u32::try_from(n).unwrap_or(0))
}

/// 510.1a: a creature that would assign 0 or less assigns none. The 0 is left for CR 120.8 to drop.
fn hit(source: ObjectId, to: Recipient, amount: u32) -> Option<Event> {
    Some(Event::Damage { source, to, amount, combat: true })
}

/// 510.1b–c, 702.19b: to what it attacks if unblocked, else to its blockers in order, with trample the rest beyond.
fn attacker_damage(
    game: &Game,
    derived: &Derived,
    attacker: &Attacker,
    choices: &mut dyn Choices,
) -> Result<Vec<Event>, Stop> {
    let mut left = power(derived, attacker.object);
    // 506.4c, 510.1b, 702.19b: where nothing is attacked any more, there is nothing to assign damage to.
    let whom = match attacker.defender {
        Defender::Player(player) => Some(Recipient::Player(player)),
        Defender::Planeswalker(id) => Some(Recipient::Object(id)),
        Defender::Nothing if game.deviates(Mutant::GoneWalkerHitsPlayer) => Some(Recipient::Player(attacker.player)),
        Defender::Nothing => None,
    };
    // 509.1h: blocked once is blocked for good; only a mutant looks for a blocker.
    let unopposed = attacker.blockers.is_empty() && game.deviates(Mutant::BlockedBecomesUnblocked);
    if !attacker.blocked || unopposed {
        return Ok(whom.and_then(|whom| hit(attacker.object, whom, left)).into_iter().collect());
    }
    let row = derived.row(attacker.object);
    let beyond = whom.filter(|_| row.is_some_and(|row| row.has(Keyword::Trample)));
    let deathtouch = row.is_some_and(|row| row.has(Keyword::Deathtouch));
    let mut events = Vec::new();
    for (at, blocker) in attacker.blockers.iter().enumerate() {
        let last = at + 1 == attacker.blockers.len() && beyond.is_none();
        // 702.2c: any damage with deathtouch is lethal; none is needed where lethal damage is marked already (CR 510.1c).
        let lethal = lethal(game, derived, *blocker, attacker.object).min(if deathtouch { 1 } else { u32::MAX });
        let amount = if last || left <= lethal {
            left
        } else {
            let question = Question {
                player: game.turn().active,
                kind: QuestionKind::DamageAssignment,
                rule: "510.1c",
                about: Some(*blocker),
                options: (lethal..=left).map(Choice::Number).collect(),
                form: Form::One,
            };
            match ask_one(game, choices, question)? {
                Some(Choice::Number(n)) => n,
                _ => left,
            }
        };
        left -= amount;
        if amount > 0 {
            events.extend(hit(attacker.object, Recipient::Object(*blocker), amount));
        }
    }
    if let (Some(whom), 1..) = (beyond, left) {
        events.extend(hit(attacker.object, whom, left));
    }
    Ok(events)
}

/// 510.1c: lethal damage takes account of damage already marked, and of nothing else (CR 702.19b).
fn lethal(game: &Game, derived: &Derived, id: ObjectId, source: ObjectId) -> u32 {
    let spared = |row| crate::matching::protected(game, derived, row, source);
    if game.deviates(Mutant::BlockersUnordered)
        || game.deviates(Mutant::ProtectedNeedsNoDamage) && derived.row(id).is_some_and(spared)
    {
        return 0;
    }
    let toughness = derived.row(id).and_then(|row| row.toughness).unwrap_or(0);
    let marked = game.permanent(id).map_or(0, |o| o.damage);
    u32::try_from(toughness).unwrap_or(0).saturating_sub(marked)
}
