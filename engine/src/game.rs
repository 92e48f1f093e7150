//! The state of a game as one value: private fields, read-only questions. Only the child modules change it, and they do
//! so only by making things happen.

mod board;
#[cfg(test)]
mod breach;
mod combat;
mod consulted;
mod damage;
mod happen;
mod zones;

use std::cell::Cell;
use std::sync::Arc;

use crate::ability::Ability;
use crate::card::CardTable;
use crate::counter::Counters;
use crate::derived::{Derived, Row};
use crate::effect::{Duration, Permission};
use crate::event::{Begun, EventInfo, Proposal};
use crate::id::{ObjectId, PlayerId, Timestamp};
use crate::mutant::{Mutant, Rules};
use crate::object::{AbilityRef, Object, ObjectKind};
use crate::player::Player;
use crate::setup::{ObjectSetup, Setup, attachment};
use crate::text::{Text, Words};
use crate::transcript::{Entry, Transcript};
use crate::turn::{Combat, Step, Turn};
use crate::zone::Zone;

use board::Board;
pub use consulted::Consulted;
pub use happen::Happened;

/// A continuous effect that a resolution began (CR 611.2).
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Floating {
    /// What it does.
    pub effect: Begun,
    /// Whose it is.
    pub controller: PlayerId,
    /// Until when.
    pub duration: Duration,
    /// When it began (CR 613.7b).
    pub timestamp: Timestamp,
}

/// A triggered ability that waits to be put on the stack (CR 603.3).
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Waiting {
    /// Who will control it (CR 603.3a).
    pub controller: PlayerId,
    /// The object whose ability triggered.
    pub source: ObjectId,
    /// Which ability.
    pub ability: AbilityRef,
    /// What it answers.
    pub event: EventInfo,
}

/// What an object was just before it left a zone (CR 608.2h).
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct LastKnown {
    /// The object with its status.
    pub object: Object,
    /// Its derived characteristics.
    pub row: Row,
    /// What it became, if it moved (CR 400.7d).
    pub became: Option<ObjectId>,
}

/// A whole game.
#[derive(Debug, Clone)]
pub struct Game {
    cards: Arc<CardTable>,
    rules: Rules,
    players: Vec<Player>,
    board: Board,
    stack: Vec<ObjectId>,
    turn: Turn,
    next_object: u32,
    clock: u32,
    /// When the set of events began that happens now: what enters in it enters at the same time.
    moment: Timestamp,
    /// What is about to leave in the set of events that happens now, as it was before any of them.
    leaving: Vec<Object>,
    waiting: Vec<Waiting>,
    spent_state_triggers: Vec<(ObjectId, AbilityRef)>,
    tokens: Vec<(Text, PlayerId)>,
    transcript: Transcript,
    touched: Cell<u64>,
    consulted: Option<Arc<Consulted>>,
}

impl PartialEq for Game {
    /// Two games are equal when they are the same position; what was recorded about them does not count.
    fn eq(&self, other: &Game) -> bool {
        self.rules == other.rules
            && self.players == other.players
            && self.board.objects == other.board.objects
            && self.board.battlefield == other.board.battlefield
            && self.stack == other.stack
            && self.turn == other.turn
            && self.board.combat == other.board.combat
            && self.waiting == other.waiting
            && self.board.floating == other.board.floating
    }
}

impl Eq for Game {}

impl core::hash::Hash for Game {
    fn hash<H: core::hash::Hasher>(&self, state: &mut H) {
        self.players.hash(state);
        self.board.objects.hash(state);
        self.stack.hash(state);
        self.turn.hash(state);
        self.board.combat.hash(state);
        self.waiting.hash(state);
        self.board.floating.hash(state);
    }
}

impl Game {
    pub(crate) fn from_setup(
        setup: &Setup,
        cards: Arc<CardTable>,
        rules: Rules,
        consulted: Option<Arc<Consulted>>,
    ) -> Game {
        // First the things that were there all along, in the order of the setup. Then each player's most recent turn
        // begins, the active player's last. Right after it: that player's fresh things, in order.
        let n = setup.players.len();
        let span = as_u32(setup.objects.len()) + 2;
        let seats_back = |seat: usize| (setup.active.index() + n - seat) % n;
        let players = (0..n)
            .map(|seat| Player {
                life: setup.players[seat].life,
                poison: setup.players[seat].poison,
                pool: setup.players[seat].pool,
                restricted: crate::restriction::RestrictedPool::default(),
                library: Vec::new(),
                shuffled: false,
                hand: Vec::new(),
                graveyard: Vec::new(),
                turn_began: Timestamp(span * as_u32(n - seats_back(seat))),
                drew_from_empty: false,
                lost: None,
                shuffles: 0,
            })
            .collect();
        let mut game = Game {
            cards,
            rules,
            players,
            board: Board::default(),
            stack: Vec::new(),
            turn: Turn {
                number: 1,
                active: setup.active,
                step: setup.step,
                priority: Some(setup.active),
                passed: 0,
                lands_played: 0,
            },
            next_object: 0,
            clock: span * (as_u32(n) + 1),
            moment: Timestamp(0),
            leaving: Vec::new(),
            waiting: Vec::new(),
            spent_state_triggers: Vec::new(),
            tokens: Vec::new(),
            transcript: Transcript::default(),
            touched: Cell::new(0),
            consulted,
        };
        game.board.change().objects.reserve(setup.objects.len() + 8);
        for (at, object) in (0..).zip(&setup.objects) {
            let since = since(object.fresh, game.player(object.controller).turn_began, at);
            let timestamp = game.tick();
            let id = ObjectId(game.next_object);
            game.next_object += 1;
            game.board.change().objects.push(Object {
                id,
                card: object.card,
                words: Words::default(),
                kind: if game.cards.card(object.card).token { ObjectKind::Token } else { ObjectKind::Card },
                owner: object.owner,
                controller: object.controller,
                zone: object.zone,
                tapped: object.tapped,
                skips_untap: false,
                damage: object.damage,
                deathtouched: false,
                counters: object.counters.iter().copied().collect::<Counters>(),
                attached: object.attached.map(|to| attachment(to, 0)),
                timestamp,
                controlled: (object.controller, since),
                entered: since,
                copy_of: object.copy_of.map(Text::from),
                not_legendary: false,
                chosen: None,
                announced: None,
                exiled_with: None,
                tag: object.tag,
            });
            if let Some(list) = game.list_mut(object.zone, object.owner) {
                list.push(id);
            }
        }
        for player in &mut game.players {
            // The first listed is on top, and the top is last.
            player.library.reverse();
            player.graveyard.reverse();
        }
        game
    }

    /// Who controls each permanent of the setup as effects have it, and since when.
    pub(crate) fn control_from_the_start(&mut self, derived: &Derived, setup: &[ObjectSetup]) {
        let objects = (0..).zip(self.board.objects.iter().zip(setup));
        let controlled = objects.filter_map(|(at, (object, setup))| {
            let to = derived.row(object.id)?.controller;
            // Most are controlled by whom the setup says.
            (to != object.controller).then(|| (object.id, (to, since(setup.fresh, self.player(to).turn_began, at))))
        });
        for (id, by) in controlled.collect::<Vec<_>>() {
            self.object_mut(id).into_iter().for_each(|object| object.controlled = by);
        }
    }

    /// Every card of the game.
    #[must_use]
    pub fn cards(&self) -> &CardTable {
        &self.cards
    }

    /// The card table, shared.
    #[must_use]
    pub fn shared_cards(&self) -> Arc<CardTable> {
        Arc::clone(&self.cards)
    }

    /// The rules it is played by.
    #[must_use]
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// Whether a rule is wrong on purpose.
    #[must_use]
    pub fn deviates(&self, mutant: Mutant) -> bool {
        if let Some(consulted) = &self.consulted {
            consulted.note(mutant);
        }
        self.rules.deviates(mutant)
    }

    /// Every player of the game in turn order, those who lost too.
    #[must_use]
    pub fn players(&self) -> &[Player] {
        &self.players
    }

    /// One player.
    #[must_use]
    pub fn player(&self, id: PlayerId) -> &Player {
        &self.players[id.index()]
    }

    /// The players still in the game, the active player first, then in turn order (APNAP, CR 101.4).
    pub fn apnap(&self) -> impl Iterator<Item = PlayerId> + '_ {
        let n = self.players.len();
        (0..n)
            .map(move |k| PlayerId(as_u8((self.turn.active.index() + k) % n)))
            .filter(|p| self.player(*p).lost.is_none())
    }

    /// The opponents of a player still in the game, in turn order from that player.
    pub fn opponents(&self, of: PlayerId) -> impl Iterator<Item = PlayerId> + '_ {
        let n = self.players.len();
        (1..n).map(move |k| PlayerId(as_u8((of.index() + k) % n))).filter(|p| self.player(*p).lost.is_none())
    }

    /// Whether the game has ended: at most one player is left (CR 104.2a).
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.players.iter().filter(|p| p.lost.is_none()).count() <= 1
    }

    /// All objects in id order.
    #[must_use]
    pub fn objects(&self) -> &[Object] {
        &self.board.objects
    }

    /// An object that exists now.
    #[must_use]
    pub fn object(&self, id: ObjectId) -> Option<&Object> {
        self.place_of(id).map(|at| &self.board.objects[at])
    }

    /// Where an object is in the list. Ids are counted up and never used again, so that it is no further to the left of
    /// its own number than objects have gone.
    fn place_of(&self, id: ObjectId) -> Option<usize> {
        let number = usize::try_from(id.0).ok()?;
        let gone = usize::try_from(self.next_object).ok()?.saturating_sub(self.board.objects.len());
        let from = number.saturating_sub(gone).min(self.board.objects.len());
        let window = self.board.objects.get(from..self.board.objects.len().min(number.saturating_add(1)))?;
        window.binary_search_by_key(&id, |o| o.id).ok().map(|at| from + at)
    }

    /// An object on the battlefield.
    #[must_use]
    pub fn permanent(&self, id: ObjectId) -> Option<&Object> {
        self.object(id).filter(|o| o.zone == Zone::Battlefield)
    }

    /// The permanents, in the order in which they came.
    pub fn permanents(&self) -> impl Iterator<Item = &Object> + '_ {
        self.board.battlefield.iter().filter_map(|id| self.object(*id))
    }

    /// The rows of the permanents, in id order: what an effect changes elsewhere has a row as well.
    pub fn permanent_rows<'d>(&'d self, derived: &'d Derived) -> impl Iterator<Item = &'d Row> + Clone {
        derived.rows().iter().filter(|row| self.permanent(row.id).is_some())
    }

    /// The ids of the permanents, in the order in which they came.
    #[must_use]
    pub fn permanent_ids(&self) -> &[ObjectId] {
        &self.board.battlefield
    }

    /// The stack, the top last (CR 405.2).
    #[must_use]
    pub fn stack(&self) -> &[ObjectId] {
        &self.stack
    }

    /// What an object was just before it left where it was.
    #[must_use]
    pub fn last_known(&self, id: ObjectId) -> Option<&LastKnown> {
        self.board.last_known.iter().rev().find(|known| known.object.id == id)
    }

    /// What an object has become by now, wherever it went: only a mutant may follow it so far.
    pub(crate) fn latest(&self, id: ObjectId) -> ObjectId {
        let mut now = id;
        while let Some(next) = self.last_known(now).and_then(|known| known.became) {
            now = next;
        }
        now
    }

    /// An object as it is, or as it last was.
    #[must_use]
    pub fn object_or_last_known(&self, id: ObjectId) -> Option<&Object> {
        self.object(id).or_else(|| self.last_known(id).map(|known| &known.object))
    }

    /// The turn.
    #[must_use]
    pub fn turn(&self) -> &Turn {
        &self.turn
    }

    /// The combat phase in progress, from the declaration of attackers to the end of combat.
    #[must_use]
    pub fn combat(&self) -> &Combat {
        &self.board.combat
    }

    /// The triggered abilities that wait to be put on the stack.
    #[must_use]
    pub fn waiting(&self) -> &[Waiting] {
        &self.waiting
    }

    /// The continuous effects of resolutions.
    #[must_use]
    pub fn floating(&self) -> &[Floating] {
        &self.board.floating
    }

    /// Every token that was made in play, in order: its description and its owner. The nth of them, from 0, is tagged
    /// [`Game::TOKEN_TAG`] + n.
    #[must_use]
    pub fn tokens_made(&self) -> &[(Text, PlayerId)] {
        &self.tokens
    }

    /// The tag of the first token made in play.
    pub const TOKEN_TAG: u16 = 0x8000;

    /// Whether a state trigger has triggered before at all; only a mutant asks.
    #[must_use]
    pub fn state_trigger_spent(&self, source: ObjectId, ability: &AbilityRef) -> bool {
        self.spent_state_triggers.iter().any(|(s, a)| *s == source && a == ability)
    }

    /// What has been recorded.
    #[must_use]
    pub fn transcript(&self) -> &Transcript {
        &self.transcript
    }

    /// Starts recording.
    pub fn record(&mut self) {
        self.transcript = Transcript::recording();
    }

    /// Records that a rule decided something that is no event.
    pub fn note_rule(&mut self, rule: &'static str, says: impl FnOnce() -> String) {
        self.transcript.note(|| Entry::Rule(rule, says()));
    }

    /// Records any line.
    pub(crate) fn note(&mut self, entry: impl FnOnce() -> Entry) {
        self.transcript.note(entry);
    }

    /// Notes that a filter, a count or a cost read an object with this tag, if the tag is below 64.
    pub(crate) fn touch(&self, object: &Object) {
        if let Some(tag @ 0..64) = object.tag {
            self.touched.set(self.touched.get() | (1 << tag));
        }
    }

    /// Notes whatever another course of this game has noted: what was looked at was looked at, whether or not it is taken back.
    pub fn touch_as(&self, other: &Game) {
        self.touched.set(self.touched.get() | other.touched.get());
    }

    /// The tags below 64 of the objects that a filter, a count or a cost matched so far, as a bit set.
    #[must_use]
    pub fn touched(&self) -> u64 {
        self.touched.get()
    }

    /// A digest of the position: equal for equal games, on every machine.
    #[must_use]
    pub fn digest(&self) -> u64 {
        let mut hasher = Fnv(0xcbf2_9ce4_8422_2325);
        core::hash::Hash::hash(self, &mut hasher);
        hasher.0
    }

    /// Whether damage can be prevented now, as far as effects of resolutions say (CR 615.12).
    pub fn floating_rules(&self) -> impl Iterator<Item = (&Permission, PlayerId)> + '_ {
        self.board.floating.iter().filter_map(|f| match &f.effect {
            Begun::Rule(rule) => Some((rule, f.controller)),
            Begun::Changes(..) | Begun::Watch(..) | Begun::Shield(_) => None,
        })
    }

    /// What objects are: as layers last said, if nothing has changed since that they look at, or as they say now.
    pub(crate) fn derived(&self, work_out: impl FnOnce() -> Derived) -> Arc<Derived> {
        self.board.derived(work_out)
    }

    /// The ability that a waiting or stacked ability refers to.
    #[must_use]
    pub fn ability<'a>(&'a self, ability: &'a AbilityRef) -> &'a Ability {
        ability.get(&self.cards)
    }

    /// Whether players get priority in the step as it stands (CR 117.3a, 502.4, 514.3).
    #[must_use]
    pub fn step_has_priority(step: Step) -> bool {
        !matches!(step, Step::Untap | Step::Cleanup)
    }

    /// A set of simultaneous events begins to happen. 603.10a, 704.8: what leaves in it will be known as it is now, and not as
    /// what else happens in the set has made it by the time that its turn comes.
    pub(crate) fn begin_set(&mut self, events: &[Proposal]) {
        self.moment = Timestamp(self.clock);
        self.leaving.clear();
        if events.len() > 1 {
            let leaving = events.iter().filter_map(|proposal| proposal.event.removes());
            self.leaving = leaving.filter_map(|id| self.object(id).cloned()).collect();
        }
    }

    fn tick(&mut self) -> Timestamp {
        self.clock += 1;
        Timestamp(self.clock)
    }

    fn object_mut(&mut self, id: ObjectId) -> Option<&mut Object> {
        self.place_of(id).map(|at| &mut self.board.change().objects[at])
    }

    fn permanent_mut(&mut self, id: ObjectId) -> Option<&mut Object> {
        self.object_mut(id).filter(|o| o.zone == Zone::Battlefield)
    }

    fn list_mut(&mut self, zone: Zone, owner: PlayerId) -> Option<&mut Vec<ObjectId>> {
        let player = &mut self.players[owner.index()];
        match zone {
            Zone::Library => Some(&mut player.library),
            Zone::Hand => Some(&mut player.hand),
            Zone::Graveyard => Some(&mut player.graveyard),
            Zone::Battlefield => Some(&mut self.board.change().battlefield),
            Zone::Stack => Some(&mut self.stack),
            // Exile and the command zone have no order, and each object knows that it is there.
            Zone::Exile | Zone::Command => None,
        }
    }
}

/// FNV-1a over little-endian words, so that digests do not depend on the machine.
struct Fnv(u64);

impl core::hash::Hasher for Fnv {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    fn write_u16(&mut self, n: u16) {
        self.write(&n.to_le_bytes());
    }

    fn write_u32(&mut self, n: u32) {
        self.write(&n.to_le_bytes());
    }

    fn write_u64(&mut self, n: u64) {
        self.write(&n.to_le_bytes());
    }

    fn write_usize(&mut self, n: usize) {
        self.write_u64(n as u64);
    }

    fn write_isize(&mut self, n: isize) {
        self.write_u64(n as u64);
    }
}

/// Since when the nth object of a setup has been there: all along, or since just after a turn began (CR 302.6).
fn since(fresh: bool, began: Timestamp, at: u32) -> Timestamp {
    if fresh { Timestamp(began.0 + 1 + at) } else { Timestamp(at) }
}

/// Counts in a game are far below this; a count that is not is a fault of this crate.
pub(crate) fn as_u32(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

fn as_u8(n: usize) -> u8 {
    u8::try_from(n).unwrap_or(u8::MAX)
}
