//! Choices: the one thing that somebody else decides.
//!
//! The engine asks, and never suspends: an implementor answers from a script, from a tape, by trying everything, or by
//! replaying. A list of one is never asked. A stopped run has no outcome.

use core::fmt;

use crate::event::{EffectKey, Recipient};
use crate::game::Game;
use crate::id::{ObjectId, PlayerId};
use crate::mana::{Color, ManaPool, ManaType};
use crate::refusal::Refusal;
use crate::subtype::Subtype;

/// What a question is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum QuestionKind {
    /// Which replacement or prevention effect to apply first (CR 616.1).
    Replacement,
    /// In which order a player's waiting triggers go on the stack (CR 603.3b); the first chosen goes first.
    TriggerOrder,
    /// A target of a triggered ability (CR 603.3d).
    Target,
    /// Which type of mana (CR 106.3).
    ManaType,
    /// Which mana to spend, where payments differ (CR 601.2h).
    Payment,
    /// How much of the mana spent is restricted in one way, of one type (CR 106.6).
    Restricted,
    /// What to sacrifice (CR 701.17).
    Sacrifice,
    /// What to discard (CR 701.8).
    Discard,
    /// What to tap for a cost.
    TapForCost,
    /// What to copy (CR 707.9).
    CopyOf,
    /// Which legendary permanent to keep (CR 704.5j).
    LegendRule,
    /// The order of an attacker's blockers for damage (CR 509.2).
    BlockerOrder,
    /// How much damage to assign to the creature in the options' place (CR 510.1c).
    DamageAssignment,
    /// Which creatures attack (CR 508.1a).
    Attackers,
    /// Which creatures block (CR 509.1a).
    Blockers,
    /// Which colour is chosen as something enters (CR 614.1c).
    Color,
    /// Whether to do what an effect allows (CR 608.2d).
    May,
    /// Which card is drawn: libraries have no order that a shuffle leaves known (CR 701.20a).
    DrawnCard,
    /// Which card an effect lets a player choose (CR 608.2d), or which permanent an Aura that was not cast will enchant
    /// (CR 303.4f).
    Card,
    /// Which creature type (CR 205.3e).
    CreatureType,
    /// Which source of damage an effect speaks of (CR 609.7a).
    Source,
    /// How much of the damage from the source in question a shield prevents (CR 615.7).
    Prevented,
}

impl QuestionKind {
    /// Every kind.
    pub const ALL: [QuestionKind; 22] = [
        QuestionKind::Replacement,
        QuestionKind::TriggerOrder,
        QuestionKind::Target,
        QuestionKind::ManaType,
        QuestionKind::Payment,
        QuestionKind::Restricted,
        QuestionKind::Sacrifice,
        QuestionKind::Discard,
        QuestionKind::TapForCost,
        QuestionKind::CopyOf,
        QuestionKind::LegendRule,
        QuestionKind::BlockerOrder,
        QuestionKind::DamageAssignment,
        QuestionKind::Attackers,
        QuestionKind::Blockers,
        QuestionKind::Color,
        QuestionKind::May,
        QuestionKind::DrawnCard,
        QuestionKind::Card,
        QuestionKind::CreatureType,
        QuestionKind::Source,
        QuestionKind::Prevented,
    ];

    /// Its name in scenarios.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            QuestionKind::Replacement => "replacement",
            QuestionKind::TriggerOrder => "trigger order",
            QuestionKind::Target => "target",
            QuestionKind::ManaType => "mana",
            QuestionKind::Payment => "payment",
            QuestionKind::Restricted => "restricted mana",
            QuestionKind::Sacrifice => "sacrifice",
            QuestionKind::Discard => "discard",
            QuestionKind::TapForCost => "tap for cost",
            QuestionKind::CopyOf => "copy",
            QuestionKind::LegendRule => "legend rule",
            QuestionKind::BlockerOrder => "blocker order",
            QuestionKind::DamageAssignment => "damage assignment",
            QuestionKind::Attackers => "attackers",
            QuestionKind::Blockers => "blockers",
            QuestionKind::Color => "color",
            QuestionKind::May => "may",
            QuestionKind::DrawnCard => "drawn card",
            QuestionKind::Card => "card",
            QuestionKind::CreatureType => "creature type",
            QuestionKind::Source => "source",
            QuestionKind::Prevented => "prevented",
        }
    }
}

/// One option of a question, as a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Choice {
    /// An object.
    Object(ObjectId),
    /// A player or an object.
    Recipient(Recipient),
    /// A number.
    Number(u32),
    /// A type of mana.
    Mana(ManaType),
    /// Mana to spend.
    Pay(ManaPool),
    /// A subtype.
    Subtype(Subtype),
    /// A replacement or prevention effect.
    Effect(EffectKey),
    /// A waiting trigger, by its source and its place in waiting order.
    Trigger(ObjectId, u16),
    /// A creature attacking something.
    Attack(ObjectId, Recipient),
    /// A creature blocking an attacker.
    Block(ObjectId, ObjectId),
    /// Doing it.
    Accept,
    /// Not doing it.
    Decline,
}

/// How many options are to be picked, and whether their order counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Form {
    /// Exactly one.
    One,
    /// All, in an order.
    Order,
    /// Between so many and so many, without order.
    Some {
        /// At least.
        min: u16,
        /// At most.
        max: u16,
    },
}

/// A question to a player.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Question {
    /// Who decides.
    pub player: PlayerId,
    /// What about.
    pub kind: QuestionKind,
    /// The rule that asks.
    pub rule: &'static str,
    /// The object concerned, if one is.
    pub about: Option<ObjectId>,
    /// What can be chosen; at least two, all different.
    pub options: Vec<Choice>,
    /// How many.
    pub form: Form,
}

/// The positions picked from a question's options, in order.
pub type Answer = Vec<usize>;

/// Why a run ended without an outcome.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Stop {
    /// A question that the answerer has no answer for.
    Unanswered(Box<Question>),
    /// An answer that does not fit its question.
    BadAnswer(Box<Question>, Answer),
    /// A declaration that is not legal; [`mod@crate::act`] takes the action back that led to it.
    Illegal(Refusal),
    /// State-based actions, triggers or results did not come to rest within the limit (CR 104.4b, 732).
    Unsettled(&'static str),
    /// A run that the answerer ended on purpose.
    Cut,
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stop::Unanswered(q) => {
                write!(f, "no answer for {} about {} (CR {})", q.player, q.kind.name(), q.rule)
            }
            Stop::BadAnswer(q, answer) => {
                write!(f, "answer {answer:?} does not fit the question of {} about {}", q.player, q.kind.name())
            }
            Stop::Illegal(refusal) => write!(f, "{} (CR {})", refusal.says(), refusal.rule()),
            Stop::Unsettled(what) => write!(f, "did not come to rest: {what}"),
            Stop::Cut => write!(f, "the run was cut short"),
        }
    }
}

impl core::error::Error for Stop {}

/// Whoever answers the engine's questions.
pub trait Choices {
    /// Answers a question with positions among its options; the game is as it is while the question is asked.
    ///
    /// # Errors
    /// Ends the run: it has no answer, or wants none given.
    fn choose(&mut self, game: &Game, question: &Question) -> Result<Answer, Stop>;
}

/// Asks, unless there is nothing to ask, and checks the answer's form.
///
/// # Errors
/// Whatever the answerer says, or [`Stop::BadAnswer`].
pub fn ask(game: &Game, choices: &mut dyn Choices, question: Question) -> Result<Answer, Stop> {
    let n = question.options.len();
    match question.form {
        Form::One | Form::Order if n <= 1 => return Ok((0..n).collect()),
        Form::Some { min, .. } if usize::from(min) >= n => return Ok((0..n).collect()),
        Form::Some { max: 0, .. } => return Ok(Vec::new()),
        _ => {}
    }
    let answer = choices.choose(game, &question)?;
    let mut seen = vec![false; n];
    let distinct = answer.iter().all(|at| *at < n && !core::mem::replace(&mut seen[*at], true));
    let fits = distinct
        && match question.form {
            Form::One => answer.len() == 1,
            Form::Order => answer.len() == n,
            Form::Some { min, max } => (usize::from(min)..=usize::from(max)).contains(&answer.len()),
        };
    if fits { Ok(answer) } else { Err(Stop::BadAnswer(Box::new(question), answer)) }
}

/// The colour that a player chooses for an object or an effect of it (CR 608.2d, 614.1c).
pub(crate) fn choose_color(
    game: &Game,
    player: PlayerId,
    about: ObjectId,
    rule: &'static str,
    choices: &mut dyn Choices,
) -> Result<Option<Color>, Stop> {
    let options = Color::ALL.into_iter().map(|color| Choice::Mana(color.into())).collect();
    let kind = QuestionKind::Color;
    let question = Question { player, kind, rule, about: Some(about), options, form: Form::One };
    let answer = ask_one(game, choices, question)?;
    Ok(Color::ALL.into_iter().find(|color| answer == Some(Choice::Mana((*color).into()))))
}

/// Asks for one of the options and returns it; the only one is taken without asking.
///
/// # Errors
/// As [`ask`].
pub fn ask_one(game: &Game, choices: &mut dyn Choices, question: Question) -> Result<Option<Choice>, Stop> {
    let options = question.options.clone();
    Ok(ask(game, choices, question)?.first().map(|at| options[*at]))
}

/// Takes the first option, the given order and as few as allowed: for positions in which nothing is left to choose.
#[derive(Debug, Clone, Copy, Default)]
pub struct FirstOption;

impl Choices for FirstOption {
    fn choose(&mut self, _game: &Game, question: &Question) -> Result<Answer, Stop> {
        Ok(match question.form {
            Form::One => vec![0],
            Form::Order => (0..question.options.len()).collect(),
            Form::Some { min, .. } => (0..usize::from(min)).collect(),
        })
    }
}
