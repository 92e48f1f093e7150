//! One walk over all of a ruling: every expression with where it is used, every card and every word that it can draw.

use headjudge_engine::CardId;

use super::{ActivateT, AnswersT, BoolT, CardT, DrawKind, EntryT, IntT, Many, PlayerT, PoolT, Ruling, StepT, WordT};
use crate::expr::Program;
use crate::generate::Pool;

/// What an expression of a ruling is for. Positions count from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Use {
    /// A bound of this draw.
    Draw(usize),
    /// This computed value.
    Let(usize),
    /// A condition on what was drawn.
    Where,
    /// The board.
    Given,
    /// The script.
    Script,
    /// The answers.
    Answers,
    /// This expectation.
    Then(usize),
    /// This label.
    Label(usize),
}

/// What a ruling is made of.
#[derive(Debug, Default)]
pub struct Parts<'r> {
    /// Every expression.
    pub programs: Vec<(Use, &'r Program)>,
    /// Every card that is written or in a group that is drawn from, in order of first use; each may occur again.
    pub cards: Vec<CardId>,
    /// Every word that a draw can come to.
    pub words: Vec<&'r str>,
}

impl Ruling {
    /// Its expressions, cards and words.
    #[must_use]
    pub fn parts(&self) -> Parts<'_> {
        let mut walk = Walk { at: Use::Where, parts: Parts::default() };
        for (at, draw) in self.draws.iter().enumerate() {
            walk.at = Use::Draw(at);
            walk.draw(&draw.kind);
        }
        for (at, computed) in self.lets.iter().enumerate() {
            walk.at = Use::Let(at);
            walk.program(&computed.program);
        }
        walk.at = Use::Where;
        self.wheres.iter().for_each(|program| walk.program(program));
        walk.at = Use::Given;
        walk.player(&self.given.active);
        for seat in &self.given.players {
            seat.life.iter().for_each(|life| walk.int(life));
            walk.int(&seat.poison);
            for pool in &seat.pool {
                match pool {
                    PoolT::Mana(_, many) => walk.int(many),
                    PoolT::Pays(card, x) => {
                        walk.card(card);
                        walk.int(x);
                    }
                }
            }
        }
        self.given.entries.iter().for_each(|entry| walk.entry(entry));
        walk.at = Use::Script;
        walk.steps(&self.script);
        walk.at = Use::Answers;
        if let AnswersT::Pinned(answers) = &self.answers {
            for answer in answers {
                walk.player(&answer.by);
                walk.words(answer.about.as_ref().into_iter().chain(&answer.picks));
                answer.only_if.iter().for_each(|program| walk.program(program));
            }
        }
        for (at, expectation) in self.then.iter().enumerate() {
            walk.at = Use::Then(at);
            walk.program(&expectation.program);
        }
        for (at, label) in self.labels.iter().enumerate() {
            walk.at = Use::Label(at);
            walk.program(&label.program);
        }
        walk.parts
    }

    /// The cards that its boards can have, surroundings aside: those that it writes, draws, or names in a word or an
    /// expression. Sorted, each once.
    #[must_use]
    pub fn cards(&self, pool: &Pool) -> Vec<CardId> {
        let Parts { programs, mut cards, words } = self.parts();
        // Only what makes boards: an expectation may name a card that is not there.
        let makes = |at: &Use| matches!(at, Use::Let(_) | Use::Given | Use::Script);
        let texts = programs.iter().filter(|(at, _)| makes(at)).flat_map(|(_, program)| program.strings());
        cards.extend(texts.chain(words).filter_map(|word| pool.cards.find(word)));
        cards.sort_unstable();
        cards.dedup();
        cards
    }
}

struct Walk<'r> {
    at: Use,
    parts: Parts<'r>,
}

impl<'r> Walk<'r> {
    fn program(&mut self, program: &'r Program) {
        self.parts.programs.push((self.at, program));
    }

    fn int(&mut self, term: &'r IntT) {
        if let IntT::Expr(program) = term {
            self.program(program);
        }
    }

    fn bool(&mut self, term: &'r BoolT) {
        if let BoolT::Expr(program) = term {
            self.program(program);
        }
    }

    fn player(&mut self, term: &'r PlayerT) {
        if let PlayerT::Expr(program) = term {
            self.program(program);
        }
    }

    fn card(&mut self, term: &'r CardT) {
        match term {
            CardT::Is(card) => self.parts.cards.push(*card),
            CardT::Expr(program) => self.program(program),
        }
    }

    fn words(&mut self, terms: impl IntoIterator<Item = &'r WordT>) {
        for term in terms {
            match term {
                WordT::Is(_) | WordT::Group(_) => {}
                WordT::Member(_, at) => self.int(at),
                WordT::Expr(program) => self.program(program),
            }
        }
    }

    fn draw(&mut self, kind: &'r DrawKind) {
        match kind {
            DrawKind::Int(low, high) => {
                self.int(low);
                self.int(high);
            }
            DrawKind::Bool(_) | DrawKind::Number(_) => {}
            DrawKind::Card(cards) => self.parts.cards.extend(cards),
            DrawKind::Word(words) => self.parts.words.extend(words.iter().map(|word| &**word)),
            DrawKind::List(of, least, most) => {
                self.draw(of);
                self.int(least);
                self.int(most);
            }
        }
    }

    fn entry(&mut self, entry: &'r EntryT) {
        let EntryT {
            id: _,
            many,
            card,
            seat: _,
            owner,
            zone: _,
            tapped,
            fresh,
            counters,
            damage,
            attached,
            copy_of,
            only_if,
        } = entry;
        match many {
            Many::One => {}
            Many::Each(program) => self.program(program),
            Many::Times(times) => self.int(times),
        }
        self.card(card);
        owner.iter().for_each(|owner| self.player(owner));
        self.bool(tapped);
        self.bool(fresh);
        counters.iter().for_each(|(_, many)| self.int(many));
        self.int(damage);
        self.words(attached);
        copy_of.iter().for_each(|card| self.card(card));
        only_if.iter().for_each(|program| self.program(program));
    }

    fn steps(&mut self, steps: &'r [StepT]) {
        steps.iter().for_each(|step| self.step(step));
    }

    fn step(&mut self, step: &'r StepT) {
        match step {
            StepT::Cast(cast) => {
                self.player(&cast.by);
                self.words([&cast.card]);
                self.int(&cast.x);
                self.bool(&cast.kicked);
                self.bool(&cast.free);
                self.words(&cast.targets);
                cast.pay.iter().for_each(|ability| self.activate(ability));
            }
            StepT::Activate(ability) => self.activate(ability),
            StepT::PlayLand(by, card) => {
                self.player(by);
                self.words([card]);
            }
            StepT::Attack { by, with, whom } => {
                self.player(by);
                self.words(with.iter().chain([whom]));
            }
            StepT::Block { by, pairs } => {
                self.player(by);
                self.words(pairs.iter().flat_map(|(blocker, attacker)| [blocker, attacker]));
            }
            StepT::Pass | StepT::Resolve | StepT::ResolveAll | StepT::To(_) | StepT::Note(_) => {}
            StepT::Try(_, step) => self.step(step),
            StepT::Repeat(times, steps) => {
                self.int(times);
                self.steps(steps);
            }
            StepT::If(condition, steps) => {
                self.program(condition);
                self.steps(steps);
            }
        }
    }

    fn activate(&mut self, ability: &'r ActivateT) {
        self.player(&ability.by);
        self.words([&ability.object]);
        self.int(&ability.ability);
        self.int(&ability.x);
        self.words(&ability.targets);
        ability.pay.iter().for_each(|ability| self.activate(ability));
    }
}
