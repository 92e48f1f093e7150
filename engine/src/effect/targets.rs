//! Which targets an instruction speaks of (CR 115.1).

use super::{Amount, Effect, Objects, Players, Recipients};

impl Effect {
    /// The target numbers that the instruction speaks of.
    #[must_use]
    pub fn targets_used(&self) -> Vec<u8> {
        let mut used = Vec::new();
        match self {
            Effect::DealDamage { amount, to, from } => {
                amount_targets(amount, &mut used);
                recipient_targets(to, &mut used);
                from.iter().for_each(|o| object_targets(o, &mut used));
            }
            Effect::Fight(a, b) | Effect::Attach(a, b) => {
                object_targets(a, &mut used);
                object_targets(b, &mut used);
            }
            Effect::GainLife(who, n)
            | Effect::LoseLife(who, n)
            | Effect::Draw(who, n)
            | Effect::Discard(who, n)
            | Effect::Mill(who, n)
            | Effect::AddMana { to: who, amount: n, .. }
            | Effect::CreateToken { by: who, amount: n, .. } => {
                player_targets(who, &mut used);
                amount_targets(n, &mut used);
            }
            Effect::CopyToken { of, by } => {
                object_targets(of, &mut used);
                player_targets(by, &mut used);
            }
            Effect::LoseGame(who) | Effect::Manifest(who) | Effect::PutFromHand(who, _) => {
                player_targets(who, &mut used);
            }
            Effect::Destroy(o)
            | Effect::Exile(o)
            | Effect::ReturnToHand(o)
            | Effect::PutOntoBattlefield(o)
            | Effect::Sacrifice(o)
            | Effect::PutIntoGraveyard(o)
            | Effect::ShuffleIntoLibrary(o)
            | Effect::Counter(o)
            | Effect::CopySpell { spell: o, .. }
            | Effect::DoubleX(o)
            | Effect::Tap(o)
            | Effect::RemoveAllCounters(o)
            | Effect::Untap(o)
            | Effect::SkipNextUntap(o)
            | Effect::ReplaceCreatureType { of: o, .. }
            | Effect::Continuous { to: o, .. } => object_targets(o, &mut used),
            Effect::PutCounters { amount, on, .. }
            | Effect::RemoveCounters { amount, on, .. }
            | Effect::ModifyBy { times: amount, to: on, .. } => {
                object_targets(on, &mut used);
                amount_targets(amount, &mut used);
            }
            Effect::GiveControl { of, to, .. } => {
                object_targets(of, &mut used);
                player_targets(to, &mut used);
            }
            Effect::If(_, inner) | Effect::May(inner) => used.extend(inner.iter().flat_map(Effect::targets_used)),
            Effect::Watch { color, .. } => color.iter().for_each(|who| player_targets(who, &mut used)),
            Effect::Shield(shield) => {
                recipient_targets(&shield.to, &mut used);
                shield.next.iter().for_each(|n| amount_targets(n, &mut used));
            }
            Effect::Rule { .. } | Effect::Imprint(_) => {}
        }
        used
    }
}

fn object_targets(objects: &Objects, used: &mut Vec<u8>) {
    if let Objects::Target(n) | Objects::Moved(n) | Objects::EachSharingColor(_, n) = objects {
        used.push(*n);
    }
}

fn player_targets(players: &Players, used: &mut Vec<u8>) {
    match players {
        Players::Target(n) => used.push(*n),
        Players::ControllerOf(o) | Players::OwnerOf(o) => object_targets(o, used),
        Players::You | Players::EachOpponent | Players::EachPlayer | Players::EventPlayer => {}
    }
}

fn amount_targets(amount: &Amount, used: &mut Vec<u8>) {
    match amount {
        Amount::HalfUp(inner) | Amount::HalfDown(inner) => amount_targets(inner, used),
        Amount::PowerOf(o) => object_targets(o, used),
        Amount::Is(_) | Amount::X | Amount::Count(_) | Amount::CountersHere(_) | Amount::EventAmount => {}
    }
}

fn recipient_targets(recipients: &Recipients, used: &mut Vec<u8>) {
    match recipients {
        Recipients::Players(p) => player_targets(p, used),
        Recipients::Objects(o) => object_targets(o, used),
        Recipients::Target(n) => used.push(*n),
        Recipients::SourceController | Recipients::SourceHost => {}
        Recipients::All(all) => all.iter().for_each(|r| recipient_targets(r, used)),
    }
}
