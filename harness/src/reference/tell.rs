//! Tells a transcript: one line for each thing that happened, with its rule number.

use headjudge_engine::choices::Form;
use headjudge_engine::event::{Begun, Cause, EffectKey, Event, Recipient};
use headjudge_engine::zone::Zone;
use headjudge_engine::{Choice, Entry, Game, ObjectId, PlayerId};
use headjudge_protocol::Scenario;

use super::{kind_of, observe};

/// The whole transcript of a game, a line each.
#[must_use]
pub fn told(game: &Game, scenario: &Scenario) -> Vec<String> {
    game.transcript().entries().iter().filter_map(|entry| tell(game, scenario, entry)).collect()
}

/// One line of the transcript; nothing for what a reader need not know.
#[must_use]
pub fn tell(game: &Game, scenario: &Scenario, entry: &Entry) -> Option<String> {
    let teller = Teller { game, scenario };
    let line = match entry {
        Entry::Action(_) | Entry::Happened(Event::EmptyPool(_), _) => return None,
        Entry::Replaced { before, after, by, .. } => teller.replaced(before, after.as_ref(), by),
        Entry::Happened(event, _) => teller.event(event)?,
        Entry::Triggered { source, controller, .. } => {
            format!("an ability of {} triggers for {controller}", teller.name(*source))
        }
        Entry::Chosen(question, answer) => {
            let picked: Vec<String> =
                answer.iter().filter_map(|at| question.options.get(*at)).map(|c| teller.choice(c)).collect();
            let order = if question.form == Form::Order { "orders" } else { "chooses" };
            format!("{} {order} {}: {}", question.player, kind_of(question.kind), picked.join(", "))
        }
        Entry::Rule(_, says) => says.clone(),
    };
    Some(match entry.rule() {
        Some(rule) => format!("{line} ({rule})"),
        None => line,
    })
}

struct Teller<'a> {
    game: &'a Game,
    scenario: &'a Scenario,
}

impl Teller<'_> {
    fn name(&self, id: ObjectId) -> String {
        observe::id_of(self.game, self.scenario, id).to_string()
    }

    fn recipient(&self, to: &Recipient) -> String {
        match to {
            Recipient::Player(player) => player.to_string(),
            Recipient::Object(id) => self.name(*id),
        }
    }

    fn replaced(&self, before: &Event, after: Option<&Event>, by: &EffectKey) -> String {
        let was = self.event(before).unwrap_or_else(|| "something".to_owned());
        match after {
            None => format!("instead of: {was} – nothing, by {}", self.name(by.source)),
            Some(after) if after == before => {
                format!("{} applies to: {was}, and changes nothing", self.name(by.source))
            }
            Some(after) => {
                let now = self.event(after).unwrap_or_else(|| "something else".to_owned());
                format!("instead of: {was} – {now}, by {}", self.name(by.source))
            }
        }
    }

    fn choice(&self, choice: &Choice) -> String {
        match choice {
            Choice::Object(id) | Choice::Trigger(id, _) => self.name(*id),
            Choice::Recipient(to) => self.recipient(to),
            Choice::Number(n) => n.to_string(),
            Choice::Mana(t) => format!("{{{}}}", t.letter()),
            Choice::Subtype(subtype) => subtype.name().to_owned(),
            Choice::Pay(pool) => pool.to_string(),
            Choice::Effect(key) => self.name(key.source),
            Choice::Attack(a, to) => format!("{} at {}", self.name(*a), self.recipient(to)),
            Choice::Block(b, a) => format!("{} before {}", self.name(*b), self.name(*a)),
            Choice::Accept => "to do it".to_owned(),
            Choice::Decline => "none".to_owned(),
        }
    }

    fn event(&self, event: &Event) -> Option<String> {
        Some(match event {
            Event::Damage { source, to, amount, combat } => {
                let combat = if *combat { "combat " } else { "" };
                format!("{} deals {amount} {combat}damage to {}", self.name(*source), self.recipient(to))
            }
            Event::GainLife(player, n) => format!("{player} gains {n} life"),
            Event::LoseLife(player, n, _) => format!("{player} loses {n} life"),
            Event::PutCounters { on, kind, n, .. } => {
                format!("{n} {} on {}", counters(kind.name(), *n), self.name(*on))
            }
            Event::RemoveCounters { on, kind, n } => {
                format!("{n} {} off {}", counters(kind.name(), *n), self.name(*on))
            }
            Event::AddMana { player, mana, source, .. } if mana.total() == 0 => {
                format!("{} makes no mana for {player}", self.name(*source))
            }
            Event::AddMana { player, mana, source, only, .. } => {
                let restricted = if only.is_some() { ", for some things only" } else { "" };
                format!("{player} adds {mana} from {}{restricted}", self.name(*source))
            }
            Event::SpendMana(player, mana, restricted) if restricted.is_empty() => format!("{player} spends {mana}"),
            Event::SpendMana(player, mana, restricted) => {
                let and = if mana.total() > 0 { " and " } else { "" };
                format!("{player} spends {mana}{and}{} of restricted mana", restricted.mana())
            }
            Event::EmptyPool(player) => format!("the pool of {player} empties"),
            Event::Tap(id) => format!("{} becomes tapped", self.name(*id)),
            Event::Untap(id) => format!("{} becomes untapped", self.name(*id)),
            Event::SkipNextUntap(id) => format!("{} will not untap in the next untap step", self.name(*id)),
            Event::UntapStepSkipped(id) => format!("{} does not untap", self.name(*id)),
            Event::LeaveCombat(id) => format!("{} leaves combat", self.name(*id)),
            Event::Destroy(id, _) => format!("{} is destroyed", self.name(*id)),
            Event::Counter(id) => format!("{} is countered", self.name(*id)),
            Event::Move { object, to: to @ Zone::Graveyard, cause: Cause::Destroyed, .. } => {
                format!("{} is destroyed and goes to {}", self.name(*object), self.place(*object, *to))
            }
            Event::Move { object, to, .. } => format!("{} goes to {}", self.name(*object), self.place(*object, *to)),
            Event::CreateTokens { player, token, n, .. } => {
                format!("{player} creates {n} × {}", token.name(self.game.cards()))
            }
            Event::CreateToken { player, token, .. } => {
                format!("{} enters for {player}", token.name(self.game.cards()))
            }
            Event::Cease(id) => format!("{} ceases to exist", self.name(*id)),
            Event::LeaveGame(id) => format!("{} leaves the game", self.name(*id)),
            Event::Draw(player) => format!("{player} draws a card"),
            Event::Shuffle(player) => format!("{player} shuffles their library"),
            Event::Cast(id) => format!("{} has been cast", self.name(*id)),
            Event::CopySpell { spell, controller, .. } => format!("{controller} copies {}", self.name(*spell)),
            Event::SetX { spell, x } => format!("X of {} is {x} now", self.name(*spell)),
            Event::PutOnStack { controller, ability, .. } => {
                format!("an ability of {} goes on the stack for {controller}", self.name(ability.source))
            }
            Event::LoseGame(player, _) => format!("{player} loses the game"),
            Event::StepBegins(step) => format!("— {} —", step.name()),
            Event::WearOff => return None,
            Event::Attack(attacker) => {
                format!("{} attacks {}", self.name(attacker.object), self.defender(&attacker.defender))
            }
            Event::Block { blocker, attacker } => format!("{} blocks {}", self.name(*blocker), self.name(*attacker)),
            Event::OrderBlockers { attacker, blockers } => {
                let names: Vec<String> = blockers.iter().map(|id| self.name(*id)).collect();
                format!("the blockers of {} are ordered: {}", self.name(*attacker), names.join(", "))
            }
            Event::BeginEffect { effect: Begun::Changes(to, _), .. } => {
                let names: Vec<String> = to.iter().map(|id| self.name(*id)).collect();
                format!("an effect begins to apply to {}", names.join(", "))
            }
            Event::BeginEffect { effect: Begun::Rule(_), .. } => "a rule changes".to_owned(),
            Event::BeginEffect { effect: Begun::Watch(source, ..), .. } => {
                format!("what {} has created begins to watch", self.name(*source))
            }
            Event::BeginEffect { effect: Begun::Shield(shield), .. } => {
                format!("a shield of {} begins to protect {}", self.name(shield.by), self.recipient(&shield.to))
            }
            Event::UseShield(_, n) => format!("a shield is used for {n} damage"),
            Event::Attach(id, Some(to)) => format!("{} is attached to {}", self.name(*id), self.recipient(to)),
            Event::Attach(id, None) => format!("{} becomes unattached", self.name(*id)),
            Event::ControlChanged { object, to } => format!("{to} gains control of {}", self.name(*object)),
        })
    }

    fn defender(&self, defender: &headjudge_engine::turn::Defender) -> String {
        use headjudge_engine::turn::Defender;
        match defender {
            Defender::Player(player) => player.to_string(),
            Defender::Planeswalker(id) => self.name(*id),
            Defender::Nothing => "nothing".to_owned(),
        }
    }

    fn place(&self, object: ObjectId, to: Zone) -> String {
        let owner: Option<PlayerId> = self.game.object_or_last_known(object).map(|o| o.owner);
        match (to.is_owned(), owner) {
            (true, Some(owner)) => format!("the {} of {owner}", to.name()),
            _ if to == Zone::Exile || to == Zone::Hand => to.name().to_owned(),
            _ => format!("the {}", to.name()),
        }
    }
}

fn counters(kind: &str, n: u32) -> String {
    if n == 1 { format!("{kind} counter") } else { format!("{kind} counters") }
}
