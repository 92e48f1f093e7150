//! Changes that must not matter: names of objects, seats of players, the order of cards in hands and in exile.
//!
//! One case in sixteen is played in a changed form; what comes of it is read back in the ruling's own names, so that the same
//! expectations decide. An engine that goes by names, by who sits first or by the order of a hand fails for that alone.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use headjudge_protocol::outcome::Snapshot;
use headjudge_protocol::{ActivateStep, Outcome, PlayerName, Scenario, Step, ZoneName};

/// How a case was changed before it was played.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Change {
    /// Not at all.
    #[default]
    None,
    /// Other names, and hands and exile in another order.
    Names(Names),
    /// Every player sits one seat later; the turn order stays what it was.
    Seats {
        /// How many players there are.
        players: usize,
    },
}

/// What objects are called, and where they stood.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Names {
    /// From the names that engines see to those of the ruling, with the object's place on the board as drawn.
    old: BTreeMap<Arc<str>, (Arc<str>, usize)>,
}

impl Change {
    /// Renames every object, so that neither names nor their order stay, and turns hands and exile round.
    pub(super) fn names(scenario: &mut Scenario) -> Change {
        let many = scenario.board.objects.len();
        let mut old = BTreeMap::new();
        let mut new: BTreeMap<Arc<str>, Arc<str>> = BTreeMap::new();
        for (at, object) in scenario.board.objects.iter_mut().enumerate() {
            let name: Arc<str> = format!("o{}", many - at).into();
            old.insert(Arc::clone(&name), (Arc::clone(&object.id), at));
            new.insert(std::mem::replace(&mut object.id, Arc::clone(&name)), name);
        }
        let known = |word: &str| new.get(word).map(Arc::clone);
        redirect(scenario, &|word| worded(word, &known), &|player| player);
        for zone in [ZoneName::Hand, ZoneName::Exile] {
            let objects = &mut scenario.board.objects;
            let places: Vec<usize> = (0..objects.len()).filter(|at| objects[*at].zone == zone).collect();
            let (mut from, mut to) = (0, places.len());
            while from + 1 < to {
                to -= 1;
                objects.swap(places[from], places[to]);
                from += 1;
            }
        }
        Change::Names(Names { old })
    }

    /// Seats every player one later.
    pub(super) fn seats(scenario: &mut Scenario) -> Change {
        let players = scenario.board.players.len();
        let on = |player: PlayerName| seat(player, 1, players);
        let known = |word: &str| PlayerName::from_word(word).map(|player| on(player).word().into());
        redirect(scenario, &|word| worded(word, &known), &on);
        let board = &mut scenario.board;
        board.players.rotate_right(1);
        board.active = on(board.active);
        for object in &mut board.objects {
            object.owner = on(object.owner);
            object.controller = object.controller.map(on);
        }
        Change::Seats { players }
    }

    /// What it is, in words.
    #[must_use]
    pub fn says(&self) -> Option<&'static str> {
        match self {
            Change::None => None,
            Change::Names(_) => Some("other names, and hands and exile in another order"),
            Change::Seats { .. } => Some("every player one seat later"),
        }
    }

    /// An outcome of the changed scenario in the names, order and seats of the ruling.
    #[must_use]
    pub fn undo<'o>(&self, outcome: &'o Outcome) -> Cow<'o, Outcome> {
        match self {
            Change::None => Cow::Borrowed(outcome),
            Change::Names(Names { old }) => {
                let mut outcome = outcome.clone();
                let known = |word: &str| old.get(word).map(|(name, _)| Arc::clone(name));
                rewrite(&mut outcome, &|word| worded(word, &known), &|player| player);
                let place: BTreeMap<&Arc<str>, usize> = old.values().map(|(name, at)| (name, *at)).collect();
                for state in &mut outcome.snapshots {
                    // Tokens come last, in their own order: the sort is stable.
                    state.objects.sort_by_key(|object| place.get(&object.id).copied().unwrap_or(usize::MAX));
                }
                Cow::Owned(outcome)
            }
            Change::Seats { players } => {
                let mut outcome = outcome.clone();
                let back = |player: PlayerName| seat(player, players.saturating_sub(1), *players);
                let known = |word: &str| PlayerName::from_word(word).map(|player| back(player).word().into());
                rewrite(&mut outcome, &|word| worded(word, &known), &back);
                for state in &mut outcome.snapshots {
                    if state.players.len() == *players {
                        state.players.rotate_left(1);
                    }
                }
                Cow::Owned(outcome)
            }
        }
    }
}

fn seat(player: PlayerName, later: usize, players: usize) -> PlayerName {
    PlayerName::at((player.seat() + later) % players.max(1)).unwrap_or(player)
}

/// Renames what a word speaks of: `lives`, `ability of lives`, `lives#2`, `bear -> p2`.
fn worded(word: &Arc<str>, known: &dyn Fn(&str) -> Option<Arc<str>>) -> Arc<str> {
    if let Some(found) = known(word) {
        return found;
    }
    if let Some((a, b)) = word.split_once(" -> ") {
        return format!("{} -> {}", worded(&a.into(), known), worded(&b.into(), known)).into();
    }
    if let Some(source) = word.strip_prefix("ability of ") {
        return format!("ability of {}", worded(&source.into(), known)).into();
    }
    match word.split_once('#') {
        Some((name, number)) => format!("{}#{number}", worded(&name.into(), known)).into(),
        None => Arc::clone(word),
    }
}

type Word<'f> = &'f dyn Fn(&Arc<str>) -> Arc<str>;
type Seat<'f> = &'f dyn Fn(PlayerName) -> PlayerName;

/// Applies a renaming to everything that speaks of objects or players, but for the objects' own names and owners.
fn redirect(scenario: &mut Scenario, word: Word<'_>, seat: Seat<'_>) {
    for object in &mut scenario.board.objects {
        object.attached = object.attached.as_ref().map(word);
    }
    for step in &mut scenario.script {
        redirect_step(step, word, seat);
    }
    for answer in &mut scenario.answers {
        answer.player = seat(answer.player);
        answer.about = answer.about.as_ref().map(word);
        all(&mut answer.picks, word);
    }
}

fn all(words: &mut [Arc<str>], word: Word<'_>) {
    words.iter_mut().for_each(|w| *w = word(w));
}

fn redirect_step(step: &mut Step, word: Word<'_>, seat: Seat<'_>) {
    match step {
        Step::Cast(cast) => {
            cast.by = seat(cast.by);
            cast.card = word(&cast.card);
            all(&mut cast.targets, word);
            cast.pay.iter_mut().for_each(|pay| redirect_activation(pay, word, seat));
        }
        Step::Activate(activate) => redirect_activation(activate, word, seat),
        Step::PlayLand { by, card } => {
            *by = seat(*by);
            *card = word(card);
        }
        Step::Attack { by, with, whom } => {
            *by = seat(*by);
            all(with, word);
            *whom = word(whom);
        }
        Step::Block { by, pairs } => {
            *by = seat(*by);
            for (blocker, attacker) in pairs {
                *blocker = word(blocker);
                *attacker = word(attacker);
            }
        }
        Step::Try { step, .. } => redirect_step(step, word, seat),
        Step::Pass | Step::Resolve | Step::ResolveAll | Step::To(_) | Step::Note(_) => {}
    }
}

fn redirect_activation(activate: &mut ActivateStep, word: Word<'_>, seat: Seat<'_>) {
    activate.by = seat(activate.by);
    activate.object = word(&activate.object);
    all(&mut activate.targets, word);
    activate.pay.iter_mut().for_each(|pay| redirect_activation(pay, word, seat));
}

/// Applies a renaming to everything that an outcome reports.
fn rewrite(outcome: &mut Outcome, word: Word<'_>, seat: Seat<'_>) {
    for Snapshot { objects, stack, .. } in &mut outcome.snapshots {
        for object in objects {
            object.id = word(&object.id);
            object.owner = seat(object.owner);
            object.controller = seat(object.controller);
            object.attached = object.attached.as_ref().map(word);
        }
        for item in stack {
            item.controller = seat(item.controller);
            item.source = word(&item.source);
        }
    }
    for asked in &mut outcome.asked {
        asked.player = seat(asked.player);
        all(&mut asked.options, word);
        all(&mut asked.picked, word);
    }
}
