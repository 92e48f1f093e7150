//! A ruling: one property over generated boards, as it is once its file has been read and checked.
//!
//! `rulings/README.md` teaches the format; [`lower`] turns spanned YAML into these types. Expressions are compiled against
//! positions: first draws, then computed values, then the element at hand (`it`) of a board, or the observed states.

mod board;
mod draws;
pub mod groups;
pub mod lower;
mod script;
mod terms;
pub mod visit;

use std::sync::Arc;

use headjudge_engine::{CardId, CounterKind, Mutant};
use headjudge_protocol::{ChoiceKind, PhaseStep, PlayerName, ZoneName};

use crate::expr::Program;

/// One ruling.
#[derive(Debug)]
pub struct Ruling {
    /// Its path below `rulings/`, without the ending: `nine-lives/each-source`.
    pub id: String,
    /// The clauses that it encodes.
    pub clauses: Vec<String>,
    /// What it rests on.
    pub cite: Cite,
    /// What it says, in a sentence of our own.
    pub says: String,
    /// Whether it certifies.
    pub status: Status,
    /// What is drawn, in order.
    pub draws: Vec<Draw>,
    /// What is computed from that, in order.
    pub lets: Vec<Let>,
    /// What a draw has to satisfy.
    pub wheres: Vec<Program>,
    /// The board.
    pub given: Given,
    /// The script.
    pub script: Vec<StepT>,
    /// Who answers what.
    pub answers: AnswersT,
    /// The expectations; all have to hold.
    pub then: Vec<Expectation>,
    /// Conditions that are counted.
    pub labels: Vec<Label>,
    /// The mutants that it claims to kill.
    pub kills: Vec<Mutant>,
    /// The names that its script notes states under, in order of first use.
    pub notes: Vec<Arc<str>>,
    /// The names of the steps that it tries, in order of first use.
    pub tries: Vec<Arc<str>>,
    /// A digest of its file; cards and groups of cards are not in it.
    pub digest: u64,
}

/// What a ruling rests on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cite {
    /// The source document, `D0` to `D2`.
    pub document: String,
    /// The paragraph, from 1.
    pub paragraph: u32,
    /// Numbers of the Comprehensive Rules.
    pub rules: Vec<String>,
    /// The public case that it comes from, if it does.
    pub report: Option<u32>,
}

/// Whether a ruling certifies.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Status {
    /// It does.
    Certifies,
    /// Rules authorities differ, for this reason: it is run and shown, outside the counts.
    Contested(String),
}

/// A value that is drawn.
#[derive(Debug)]
pub struct Draw {
    /// Its name.
    pub name: String,
    /// What it can be.
    pub kind: DrawKind,
}

/// What can be drawn.
#[derive(Debug)]
pub enum DrawKind {
    /// A whole number between two bounds, both included; the lower one is the simplest.
    Int(IntT, IntT),
    /// True in so many of a hundred cases; false is simpler.
    Bool(u8),
    /// One of these cards, the first being the simplest.
    Card(Vec<CardId>),
    /// One of these words, the first being the simplest.
    Word(Vec<Arc<str>>),
    /// One of these numbers, the first being the simplest.
    Number(Vec<i64>),
    /// A list, with its least and greatest length.
    List(Box<DrawKind>, IntT, IntT),
}

/// A value that is computed.
#[derive(Debug)]
pub struct Let {
    /// Its name.
    pub name: String,
    /// How.
    pub program: Program,
}

/// A number, or how to work it out.
#[derive(Debug)]
pub enum IntT {
    /// This.
    Is(i64),
    /// An expression.
    Expr(Program),
}

/// True or false, or how to work it out.
#[derive(Debug)]
pub enum BoolT {
    /// This.
    Is(bool),
    /// An expression.
    Expr(Program),
}

/// A card, or how to find it.
#[derive(Debug)]
pub enum CardT {
    /// This.
    Is(CardId),
    /// An expression.
    Expr(Program),
}

/// A player, or how to find them.
#[derive(Debug)]
pub enum PlayerT {
    /// This one.
    Is(PlayerName),
    /// An expression.
    Expr(Program),
}

/// A word such as an id or a pick: given, a whole group of ids, one member of a group, or worked out.
#[derive(Debug)]
pub enum WordT {
    /// This.
    Is(Arc<str>),
    /// Every member of a group of objects, in order.
    Group(Arc<str>),
    /// One member of a group, counted from 1.
    Member(Arc<str>, IntT),
    /// A string or a number that an expression gives.
    Expr(Program),
}

/// The board of a ruling.
#[derive(Debug)]
pub struct Given {
    /// Whose turn it is.
    pub active: PlayerT,
    /// The step.
    pub step: PhaseStep,
    /// The players in turn order.
    pub players: Vec<SeatT>,
    /// The objects, in written order.
    pub entries: Vec<EntryT>,
    /// Whether things that cannot matter are put around.
    pub around: bool,
}

/// A player of a ruling.
#[derive(Debug)]
pub struct SeatT {
    /// Life; `None` is any.
    pub life: Option<IntT>,
    /// Poison counters.
    pub poison: IntT,
    /// Mana that is there.
    pub pool: Vec<PoolT>,
}

/// Some mana of a pool.
#[derive(Debug)]
pub enum PoolT {
    /// So much of a type, by letter.
    Mana(char, IntT),
    /// Exactly what a card costs, with this X.
    Pays(CardT, IntT),
}

/// One entry of a zone: an object, or a group of them.
#[derive(Debug)]
pub struct EntryT {
    /// The id, or the name of the group.
    pub id: Arc<str>,
    /// How many.
    pub many: Many,
    /// Which card.
    pub card: CardT,
    /// Whose zone it stands in: its controller, on the battlefield.
    pub seat: PlayerName,
    /// The owner, where that is somebody else.
    pub owner: Option<PlayerT>,
    /// The zone.
    pub zone: ZoneName,
    /// Tapped.
    pub tapped: BoolT,
    /// Under its controller's control only since after their most recent turn began.
    pub fresh: BoolT,
    /// Counters.
    pub counters: Vec<(CounterKind, IntT)>,
    /// Damage marked on it.
    pub damage: IntT,
    /// What it is attached to.
    pub attached: Option<WordT>,
    /// The card that it is a copy of.
    pub copy_of: Option<CardT>,
    /// Only if this holds.
    pub only_if: Option<Program>,
}

/// How many objects an entry makes.
#[derive(Debug)]
pub enum Many {
    /// One, with the id itself.
    One,
    /// One for each element of a list: `id.1`, `id.2` … The element is `it`.
    Each(Program),
    /// So many, likewise named. The number of each, from 1, is `it`.
    Times(IntT),
}

/// A step of a script before its values are known.
#[derive(Debug)]
pub enum StepT {
    /// See [`headjudge_protocol::Step::Cast`].
    Cast(CastT),
    /// See [`headjudge_protocol::Step::Activate`].
    Activate(ActivateT),
    /// See [`headjudge_protocol::Step::PlayLand`].
    PlayLand(PlayerT, WordT),
    /// See [`headjudge_protocol::Step::Attack`].
    Attack {
        /// Who.
        by: PlayerT,
        /// With what.
        with: Vec<WordT>,
        /// Whom.
        whom: WordT,
    },
    /// See [`headjudge_protocol::Step::Block`].
    Block {
        /// Who.
        by: PlayerT,
        /// Blockers and attackers; two groups of one size are paired in order.
        pairs: Vec<(WordT, WordT)>,
    },
    /// See [`headjudge_protocol::Step::Pass`].
    Pass,
    /// See [`headjudge_protocol::Step::Resolve`].
    Resolve,
    /// See [`headjudge_protocol::Step::ResolveAll`].
    ResolveAll,
    /// See [`headjudge_protocol::Step::To`].
    To(PhaseStep),
    /// See [`headjudge_protocol::Step::Try`].
    Try(Arc<str>, Box<StepT>),
    /// See [`headjudge_protocol::Step::Note`].
    Note(Arc<str>),
    /// The steps so many times; the round, from 1, is `it`.
    Repeat(IntT, Vec<StepT>),
    /// The steps only if this holds.
    If(Program, Vec<StepT>),
}

/// Casting a spell.
#[derive(Debug)]
pub struct CastT {
    /// Who.
    pub by: PlayerT,
    /// Which card.
    pub card: WordT,
    /// X.
    pub x: IntT,
    /// Whether its kicker is paid.
    pub kicked: BoolT,
    /// Whether it is cast without paying its mana cost.
    pub free: BoolT,
    /// Targets in order.
    pub targets: Vec<WordT>,
    /// Mana abilities while paying.
    pub pay: Vec<ActivateT>,
}

/// Activating an ability.
#[derive(Debug)]
pub struct ActivateT {
    /// Who.
    pub by: PlayerT,
    /// Which permanent.
    pub object: WordT,
    /// Which activated ability, from 1.
    pub ability: IntT,
    /// X.
    pub x: IntT,
    /// Targets in order.
    pub targets: Vec<WordT>,
    /// Mana abilities while paying.
    pub pay: Vec<ActivateT>,
}

/// Who answers what.
#[derive(Debug)]
pub enum AnswersT {
    /// Any answer will do: the expectations hold for all.
    Any,
    /// These, and no others.
    Pinned(Vec<AnswerT>),
}

/// A pinned answer.
#[derive(Debug)]
pub struct AnswerT {
    /// Who.
    pub by: PlayerT,
    /// About what.
    pub kind: ChoiceKind,
    /// The object concerned, where only that question is meant.
    pub about: Option<WordT>,
    /// What is picked.
    pub picks: Vec<WordT>,
    /// Only if this holds.
    pub only_if: Option<Program>,
}

/// What has to hold.
#[derive(Debug)]
pub struct Expectation {
    /// The expression; its source is what reports show.
    pub program: Program,
    /// What an engine has to let be observed for it.
    pub level: Level,
}

/// What an expectation looks at, in rising order of how much an engine has to show.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Players and objects.
    State,
    /// What is on the stack.
    Stack,
    /// What was offered to players, or what was legal.
    Offers,
}

/// A condition that is counted over all cases.
#[derive(Debug)]
pub struct Label {
    /// Its name.
    pub name: String,
    /// The condition.
    pub program: Program,
    /// The least share of cases, in percent.
    pub floor: u8,
}

impl Ruling {
    /// The folder it lies in.
    #[must_use]
    pub fn topic(&self) -> &str {
        self.id.split_once('/').map_or("", |(topic, _)| topic)
    }

    /// Whether it counts towards certification.
    #[must_use]
    pub fn certifies(&self) -> bool {
        self.status == Status::Certifies
    }
}
