//! From an instruction to the events it asks for (CR 608.2, 609): pure but for the choices it makes on the way.
//!
//! Each instruction becomes sets of events, in order; the events of one set are simultaneous.

mod alter;
mod mana;
mod moving;
mod possible;
mod shields;

pub use mana::mana_types;
pub(crate) use possible::possible;

use crate::choices::{Choice, Choices, Form, Question, QuestionKind, Stop, ask, ask_one, choose_color};
use crate::derived::Derived;
use crate::effect::{Amount, Change, Condition, Effect, Objects, Players, Recipients};
use crate::event::{Begun, Cause, Enters, Event, EventInfo, MOST_AT_ONCE, Recipient};
use crate::filter::Filter;
use crate::game::Game;
use crate::id::{ObjectId, PlayerId};
use crate::matching::{View, mana_value, row_of};
use crate::mutant::Mutant;
use crate::object::Link;
use crate::zone::Zone;

/// Everything that instructions may refer to while a spell or ability resolves.
#[derive(Debug, Clone)]
pub struct Frame {
    /// The object whose ability or spell it is.
    pub source: ObjectId,
    /// Who controls the spell or ability.
    pub controller: PlayerId,
    /// Its targets; those that have become illegal are gone (CR 608.2b).
    pub targets: Vec<Option<Recipient>>,
    /// With which of its object's abilities it can be linked (CR 607.1).
    pub link: Link,
    /// The value of X.
    pub x: u32,
    /// The event that it answers.
    pub event: EventInfo,
    /// The permanent being tapped for mana, and by whom (CR 106.12).
    pub tapped_for: Option<(ObjectId, PlayerId)>,
}

/// The sets of events that one instruction asks for now.
///
/// # Errors
/// Whatever the answerer says.
pub(crate) fn events(
    game: &Game,
    derived: &Derived,
    frame: &Frame,
    effect: &Effect,
    choices: &mut dyn Choices,
) -> Result<Vec<Vec<Event>>, Stop> {
    let cx = Context { game, derived, frame };
    let each = |objects: &Objects, event: &dyn Fn(ObjectId) -> Event| {
        vec![cx.objects(objects).into_iter().map(event).collect::<Vec<_>>()]
    };
    let to_zone = |objects: &Objects, to: Zone, cause: Cause| {
        each(objects, &|object| Event::Move { object, to, cause, enters: Enters::default() })
    };
    Ok(match effect {
        Effect::DealDamage { amount, to, from } => {
            let amount = cx.amount(amount);
            let sources = from.as_ref().map_or_else(|| vec![frame.source], |objects| cx.objects(objects));
            let damage = |source, to| Event::Damage { source, to, amount, combat: false };
            let each = |source| cx.recipients(to, source).into_iter().map(move |to| damage(source, to));
            vec![sources.into_iter().flat_map(each).collect()]
        }
        Effect::Fight(a, b) => vec![cx.fight(a, b)],
        Effect::GainLife(who, n) => vec![cx.each_player(who, |p| Event::GainLife(p, cx.amount(n)))],
        Effect::LoseLife(who, n) => {
            vec![cx.each_player(who, |p| Event::LoseLife(p, cx.amount(n), false))]
        }
        Effect::LoseGame(who) => {
            vec![cx.each_player(who, |p| Event::LoseGame(p, crate::player::LossReason::Effect))]
        }
        Effect::AddMana { mana, amount, to, only } => vec![cx.mana(mana, amount, to, only.as_ref(), choices)?],
        Effect::Destroy(objects) => each(objects, &|id| Event::Destroy(id, true)),
        Effect::Exile(objects) => to_zone(objects, Zone::Exile, Cause::Effect),
        Effect::ReturnToHand(objects) => to_zone(objects, Zone::Hand, Cause::Effect),
        Effect::PutIntoGraveyard(objects) => to_zone(objects, Zone::Graveyard, Cause::Effect),
        Effect::PutFromHand(who, what) => vec![cx.put_from_hand(who, what, choices)?],
        Effect::Sacrifice(objects) => vec![cx.sacrifices(objects)],
        Effect::PutOntoBattlefield(objects) => {
            let mut enters = Enters { controller: Some(frame.controller), ..Enters::default() };
            if game.deviates(Mutant::XOfMovingEffect) {
                enters.announced.get_or_insert_default().x = frame.x;
            }
            let (to, cause) = (Zone::Battlefield, Cause::Effect);
            each(objects, &|object| Event::Move { object, to, cause, enters: enters.clone() })
        }
        Effect::ShuffleIntoLibrary(objects) => cx.shuffle_in(objects),
        Effect::Imprint(filter) => vec![cx.imprint(filter, choices)?],
        Effect::Counter(objects) => each(objects, &|id| cx.counter(id)),
        Effect::CopySpell { spell, not_legendary } => {
            let (controller, not_legendary) = (frame.controller, *not_legendary);
            each(spell, &|spell| Event::CopySpell { spell, controller, not_legendary })
        }
        Effect::DoubleX(objects) => each(objects, &|spell| {
            let x = game.object(spell).map_or(0, crate::object::Object::x);
            Event::SetX { spell, x: x.saturating_mul(2) }
        }),
        Effect::Tap(objects) => each(objects, &Event::Tap),
        Effect::Untap(objects) => each(objects, &Event::Untap),
        Effect::SkipNextUntap(objects) => each(objects, &Event::SkipNextUntap),
        Effect::PutCounters { kind, amount, on } => {
            let (kind, n) = (*kind, cx.amount(amount));
            each(on, &|on| Event::PutCounters { on, kind, n, cost: false })
        }
        Effect::RemoveCounters { kind, amount, on } => {
            let (kind, n) = (*kind, cx.amount(amount));
            each(on, &|on| Event::RemoveCounters { on, kind, n })
        }
        Effect::RemoveAllCounters(objects) => vec![cx.every_counter(objects)],
        // 121.2: cards are drawn one at a time.
        Effect::Draw(who, n) => cx.one_at_a_time(who, n, Event::Draw)?,
        Effect::Mill(who, n) => vec![cx.mill(who, n)],
        Effect::Discard(who, n) => cx.discard(who, n, choices)?,
        Effect::CreateToken { token, amount, by, words } => match cx.token(token, words) {
            Some(token) if game.deviates(Mutant::TokenOwnedBySourceController) => {
                vec![cx.tokens_of_controller(&token, cx.amount(amount), by)]
            }
            Some(token) => {
                let (n, enters) = (cx.amount(amount), Enters::default);
                let create = |player| Event::CreateTokens { player, token: token.clone(), n, enters: enters() };
                vec![cx.each_player(by, create)]
            }
            None => Vec::new(),
        },
        Effect::CopyToken { of, by } => vec![cx.copy_tokens(of, by)],
        Effect::Manifest(who) => vec![cx.manifest(who)],
        Effect::Continuous { to, changes, duration } => vec![vec![Event::BeginEffect {
            effect: cx.changes(to, changes),
            controller: frame.controller,
            duration: *duration,
        }]],
        Effect::ModifyBy { to, power, toughness, times, duration } => {
            let chosen = game.deviates(Mutant::XByTextIsChosen);
            let n = if chosen { frame.x } else { cx.amount(times) };
            let n = i32::try_from(n).unwrap_or(i32::MAX);
            let change = Change::Modify(power.saturating_mul(n), toughness.saturating_mul(n));
            vec![vec![Event::BeginEffect {
                effect: Begun::Changes(cx.objects(to), vec![change]),
                controller: frame.controller,
                duration: *duration,
            }]]
        }
        // 613.1b, 800.4a: "you control it" is said of the player who gets it, not of the one whose effect it is.
        Effect::GiveControl { of, to, duration } => {
            let objects = cx.objects(of);
            vec![cx.each_player(to, |controller| Event::BeginEffect {
                effect: Begun::Changes(objects.clone(), vec![Change::Control]),
                controller,
                duration: *duration,
            })]
        }
        Effect::Rule { rule, duration } => vec![vec![Event::BeginEffect {
            effect: Begun::Rule(rule.clone()),
            controller: frame.controller,
            duration: *duration,
        }]],
        Effect::Watch { ability, duration, color } => {
            let who = color.as_ref().and_then(|players| cx.players(players).first().copied());
            let color = match who {
                Some(player) => choose_color(game, player, frame.source, "608.2d", choices)?,
                None => None,
            };
            vec![vec![Event::BeginEffect {
                effect: Begun::Watch(frame.source, ability.clone(), color),
                controller: frame.controller,
                duration: *duration,
            }]]
        }
        Effect::Shield(shielding) => vec![cx.shields(shielding, choices)?],
        Effect::Attach(what, to) => vec![cx.attach(what, to)],
        Effect::ReplaceCreatureType { of, never, duration } => {
            vec![cx.replace_creature_type(of, never, *duration, choices)?]
        }
        // Whoever follows the instructions decides whether those inside are.
        Effect::If(..) | Effect::May(_) => Vec::new(),
    })
}

/// Whether a condition of an instruction holds now.
pub(crate) fn holds(game: &Game, derived: &Derived, frame: &Frame, condition: &Condition) -> bool {
    Context { game, derived, frame }.view().holds(condition)
}

struct Context<'a> {
    game: &'a Game,
    derived: &'a Derived,
    frame: &'a Frame,
}

impl Context<'_> {
    fn view(&self) -> View<'_> {
        let frame = self.frame;
        View { link: frame.link, ..View::new(self.game, self.derived, frame.source, frame.controller) }
    }

    fn target(&self, n: u8) -> Option<Recipient> {
        self.frame.targets.get(usize::from(n)).copied().flatten()
    }

    fn amount(&self, amount: &Amount) -> u32 {
        let targets: Vec<Recipient> =
            self.frame.targets.iter().map(|t| t.unwrap_or(Recipient::Object(ObjectId(u32::MAX)))).collect();
        View { targets: &targets, ..self.view() }.amount(amount, self.frame.x, &self.frame.event)
    }

    /// The objects that are meant, as they are named now; those that have moved on are not followed (CR 400.7).
    fn objects(&self, objects: &Objects) -> Vec<ObjectId> {
        match objects {
            Objects::This => vec![self.frame.source],
            Objects::Target(n) => match self.target(*n) {
                Some(Recipient::Object(id)) => vec![id],
                _ => Vec::new(),
            },
            Objects::Each(filter) => {
                let mut all = self.view().each(filter);
                if self.game.deviates(Mutant::EachLeavesOutSource) {
                    all.retain(|id| *id != self.frame.source);
                }
                if self.game.deviates(Mutant::ProtectionStopsUntargeted) {
                    all.retain(|id| !self.derived.row(*id).is_some_and(|row| self.is_protected(row)));
                }
                all
            }
            Objects::EachSharingColor(filter, n) => self.sharing_color(filter, *n),
            Objects::EachIn(zone, filter) => self.view().each_in(*zone, filter),
            Objects::EachInOfValue(zone, filter, amount) => {
                let n = self.amount(amount);
                let value = |id| {
                    let object = self.game.object(id)?;
                    Some(mana_value(self.game, object, row_of(self.game, self.derived, id)?.as_ref()))
                };
                self.view().each_in(*zone, filter).into_iter().filter(|id| value(*id) == Some(n)).collect()
            }
            Objects::Moved(n) => match self.target(*n) {
                Some(Recipient::Object(id)) => {
                    let became = self.game.last_known(id).and_then(|known| known.became);
                    became.filter(|id| self.game.object(*id).is_some_and(|o| o.zone.is_public())).into_iter().collect()
                }
                _ => Vec::new(),
            },
            // 400.7d: an ability that triggers on a move can find what moved where it went.
            Objects::EventObject => self.frame.event.became.or(self.frame.event.object).into_iter().collect(),
            Objects::Attached => match self.view().host() {
                Some(Recipient::Object(id)) => vec![id],
                _ => Vec::new(),
            },
        }
    }

    fn players(&self, players: &Players) -> Vec<PlayerId> {
        let known = |id: ObjectId| row_of(self.game, self.derived, id);
        match players {
            Players::You => vec![self.frame.controller],
            Players::EachOpponent => self.game.opponents(self.frame.controller).collect(),
            Players::EachPlayer => self.game.apnap().collect(),
            Players::Target(n) => match self.target(*n) {
                Some(Recipient::Player(player)) => vec![player],
                _ => Vec::new(),
            },
            Players::ControllerOf(objects) => {
                self.objects(objects).into_iter().filter_map(|id| known(id).map(|row| row.controller)).collect()
            }
            Players::OwnerOf(objects) => self.owners(objects),
            Players::EventPlayer => self.frame.event.player.into_iter().collect(),
        }
    }

    fn owners(&self, objects: &Objects) -> Vec<PlayerId> {
        let mut owners: Vec<PlayerId> = self
            .objects(objects)
            .into_iter()
            .filter_map(|id| self.game.object_or_last_known(id).map(|o| o.owner))
            .collect();
        owners.sort_unstable();
        owners.dedup();
        owners
    }

    fn each_player(&self, players: &Players, event: impl Fn(PlayerId) -> Event) -> Vec<Event> {
        self.players(players).into_iter().map(event).collect()
    }

    fn one_at_a_time(
        &self,
        players: &Players,
        n: &Amount,
        event: impl Fn(PlayerId) -> Event,
    ) -> Result<Vec<Vec<Event>>, Stop> {
        let n = self.amount(n);
        if n > MOST_AT_ONCE {
            return Err(Stop::Unsettled("one instruction wants more events than are worked out"));
        }
        Ok(self.players(players).into_iter().flat_map(|p| (0..n).map(move |_| p)).map(|p| vec![event(p)]).collect())
    }

    fn recipients(&self, to: &Recipients, source: ObjectId) -> Vec<Recipient> {
        match to {
            Recipients::Players(players) => self.players(players).into_iter().map(Recipient::Player).collect(),
            Recipients::Objects(objects) => self.objects(objects).into_iter().map(Recipient::Object).collect(),
            Recipients::Target(n) => self.target(*n).into_iter().collect(),
            Recipients::SourceController => row_of(self.game, self.derived, source)
                .map(|row| Recipient::Player(row.controller))
                .into_iter()
                .collect(),
            Recipients::SourceHost => {
                self.game.object_or_last_known(source).and_then(|o| o.attached).into_iter().collect()
            }
            Recipients::All(all) => all.iter().flat_map(|r| self.recipients(r, source)).collect(),
        }
    }

    /// The removal of every counter on the objects, of each kind an event.
    fn every_counter(&self, objects: &Objects) -> Vec<Event> {
        let objects = self.objects(objects).into_iter().filter_map(|id| self.game.permanent(id));
        objects.flat_map(|o| o.counters.iter().map(|(kind, n)| Event::RemoveCounters { on: o.id, kind, n })).collect()
    }

    /// 701.12b: if either is no creature on the battlefield any more, neither deals damage.
    fn fight(&self, a: &Objects, b: &Objects) -> Vec<Event> {
        let power = |id: ObjectId| self.derived.row(id).and_then(|row| row.power);
        let (Some(a), Some(b)) = (self.objects(a).first().copied(), self.objects(b).first().copied()) else {
            return Vec::new();
        };
        let (Some(from_a), Some(from_b)) = (power(a), power(b)) else {
            return Vec::new();
        };
        let damage = |source, to, n: i32| Event::Damage {
            source,
            to: Recipient::Object(to),
            amount: u32::try_from(n).unwrap_or(0),
            combat: false,
        };
        vec![damage(a, b, from_a), damage(b, a, from_b)]
    }

    /// 701.5a: a countered spell goes to its owner's graveyard; a countered ability is gone.
    fn counter(&self, id: ObjectId) -> Event {
        match self.game.object(id) {
            Some(object) if object.stack_ability().is_none() => Event::Counter(id),
            _ => Event::Cease(id),
        }
    }

    /// 607.2a: the card is exiled "with" the object whose ability this is; the player may decline.
    fn imprint(&self, filter: &Filter, choices: &mut dyn Choices) -> Result<Vec<Event>, Stop> {
        let player = self.frame.controller;
        let hand = self.game.player(player).hand.iter().copied();
        let mut options: Vec<Choice> =
            hand.filter(|id| self.view().matches_id(filter, *id)).map(Choice::Object).collect();
        options.push(Choice::Decline);
        let about = Some(self.frame.source);
        let question = Question { player, kind: QuestionKind::Card, rule: "608.2d", about, options, form: Form::One };
        let Some(Choice::Object(object)) = ask_one(self.game, choices, question)? else {
            return Ok(Vec::new());
        };
        let exiled_with = Some((self.frame.source, self.frame.link));
        let enters = Enters { exiled_with, ..Enters::default() };
        Ok(vec![Event::Move { object, to: Zone::Exile, cause: Cause::Effect, enters }])
    }

    fn mill(&self, who: &Players, n: &Amount) -> Vec<Event> {
        let n = self.amount(n) as usize;
        let top = |p: PlayerId| self.game.player(p).library.iter().rev().take(n).copied().collect::<Vec<_>>();
        let (to, cause) = (Zone::Graveyard, Cause::Milled);
        self.players(who)
            .into_iter()
            .flat_map(top)
            .map(|object| Event::Move { object, to, cause, enters: Enters::default() })
            .collect()
    }

    fn discard(&self, who: &Players, n: &Amount, choices: &mut dyn Choices) -> Result<Vec<Vec<Event>>, Stop> {
        let n = self.amount(n);
        let mut all = Vec::new();
        for player in self.players(who) {
            all.extend(discard(self.game, player, n, "701.8", choices)?);
        }
        Ok(vec![all])
    }

    /// Cards that players put onto the battlefield from their hands, as they choose (CR 608.2d).
    fn put_from_hand(&self, who: &Players, what: &Filter, choices: &mut dyn Choices) -> Result<Vec<Event>, Stop> {
        let mut all = Vec::new();
        for player in self.players(who) {
            let own = |id: &ObjectId| self.game.object(*id).is_some_and(|o| o.owner == player);
            let cards = self.view().each_in(Zone::Hand, what).into_iter().filter(own);
            let question = Question {
                player,
                kind: QuestionKind::Card,
                rule: "608.2d",
                about: Some(self.frame.source),
                options: cards.map(Choice::Object).chain([Choice::Decline]).collect(),
                form: Form::One,
            };
            if let Some(Choice::Object(object)) = ask_one(self.game, choices, question)? {
                let enters = Enters { controller: Some(player), ..Enters::default() };
                all.push(Event::Move { object, to: Zone::Battlefield, cause: Cause::Effect, enters });
            }
        }
        Ok(all)
    }
}

/// The discards of one player, who chooses which (CR 701.8b).
pub(crate) fn discard(
    game: &Game,
    player: PlayerId,
    n: u32,
    rule: &'static str,
    choices: &mut dyn Choices,
) -> Result<Vec<Event>, Stop> {
    let hand = game.player(player).hand.clone();
    let n = u16::try_from(hand.len().min(n as usize)).unwrap_or(u16::MAX);
    let question = Question {
        player,
        kind: QuestionKind::Discard,
        rule,
        about: None,
        options: hand.iter().copied().map(Choice::Object).collect(),
        form: Form::Some { min: n, max: n },
    };
    let (to, cause) = (Zone::Graveyard, Cause::Discarded);
    Ok(ask(game, choices, question)?
        .into_iter()
        .map(|at| Event::Move { object: hand[at], to, cause, enters: Enters::default() })
        .collect())
}
