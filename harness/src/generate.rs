//! From a ruling and a source of choices to a scenario: values are drawn, the board is built, the script is filled in.

mod board;
mod change;
mod script;
mod terms;

use std::borrow::Cow;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::sync::Arc;

use headjudge_engine::{CardId, CardTable};
use headjudge_protocol::{Outcome, Scenario};

use crate::expr::{EvalError, Value};
use crate::ruling::{DrawKind, Ruling};
use crate::tape::{Draw as _, Source};
use crate::values::{CardViews, DrawnList, DrawnValue};

pub use change::{Change, Names};

/// What a ruling's cases are drawn from.
#[derive(Debug, Clone)]
pub struct Pool {
    /// Every card.
    pub cards: Arc<CardTable>,
    /// The same, as expressions see them.
    pub views: CardViews,
    /// Cards that may be put around, because they rarely matter.
    pub inert: Vec<CardId>,
}

/// One case of a ruling before anything is played.
#[derive(Debug, Clone)]
pub struct Drawn {
    /// The drawn and the computed values, in the order of the ruling's names.
    pub values: Vec<DrawnValue>,
    /// The scenario, in the form in which it is played.
    pub scenario: Scenario,
    /// How that form differs from what the ruling says.
    pub change: Change,
    /// A hash of what makes the scenario this one: all of it but what was merely put around and how it was changed. The same
    /// for every run of one build, and compared with nothing but hashes of the same run.
    pub identity: u64,
    /// How many objects, at the front of the board's list, are mere surroundings.
    pub around: usize,
    /// For each entry of the board, the places of its objects among the board's, and whether the entry is a group.
    pub groups: Vec<Group>,
}

/// Where the objects of one entry are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Group {
    /// The id, or the name of the group.
    pub id: Arc<str>,
    /// The place of the first.
    pub first: usize,
    /// How many there are.
    pub len: usize,
    /// Whether it was written as one object.
    pub single: bool,
}

/// Why no case came of a draw.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoCase {
    /// A `where` of the ruling does not hold.
    #[error("`{0}` does not hold for what was drawn")]
    Discarded(String),
    /// An expression has no value for what was drawn.
    #[error("`{source_text}` has no value for what was drawn: {error}")]
    Undefined {
        /// The expression.
        source_text: String,
        /// Why.
        error: EvalError,
    },
    /// A value that does not fit where it is used.
    #[error("{0}")]
    Unfit(String),
}

/// Of so many cases, one is played with other names and one with other seats.
const CHANGED_IN: u64 = 32;

/// The most objects that are put around.
const AROUND: usize = 8;

impl Ruling {
    /// Draws a case.
    ///
    /// # Errors
    /// [`NoCase::Discarded`] is counted; the others are faults of the ruling.
    pub fn generate(&self, pool: &Pool, source: &mut dyn Source) -> Result<Drawn, NoCase> {
        let mut values: Vec<DrawnValue> = Vec::with_capacity(self.draws.len() + self.lets.len());
        for draw in &self.draws {
            let value = source.group(|s| self.draw(&draw.kind, pool, &values, s))?;
            values.push(value);
        }
        for computed in &self.lets {
            let value = {
                let roots: Vec<Value<'_>> = values.iter().map(DrawnValue::to_value).collect();
                let value = computed.program.eval(&roots).map_err(|error| undefined(&computed.program, error))?;
                DrawnValue::from_value(&value)
            };
            values.push(value.ok_or_else(|| NoCase::Unfit(format!("`{}` is no plain value", computed.name)))?);
        }
        let roots: Vec<Value<'_>> = values.iter().map(DrawnValue::to_value).collect();
        for condition in &self.wheres {
            if !condition.holds(&roots).map_err(|error| undefined(condition, error))? {
                return Err(NoCase::Discarded(condition.source().to_owned()));
            }
        }
        let cx = terms::Context { pool, roots: &roots, it: None };
        let (board, groups, around) = board::build(self, &cx, source)?;
        let (script, answers) = script::fill(self, &cx, &groups)?;
        let scenario = Scenario { board, script, answers };
        drop(roots);
        let identity = identity(&scenario, around);
        let drawn = Drawn { values, scenario, change: Change::None, identity, around, groups };
        Ok(match source.below(CHANGED_IN - 1) {
            30 => drawn.renamed(),
            31 => drawn.reseated(),
            _ => drawn,
        })
    }

    fn draw(
        &self,
        kind: &DrawKind,
        pool: &Pool,
        values: &[DrawnValue],
        source: &mut dyn Source,
    ) -> Result<DrawnValue, NoCase> {
        let bound = |term: &crate::ruling::IntT| {
            let roots: Vec<Value<'_>> = values.iter().map(DrawnValue::to_value).collect();
            terms::Context { pool, roots: &roots, it: None }.int(term)
        };
        Ok(match kind {
            DrawKind::Int(low, high) => DrawnValue::Int(source.range(bound(low)?..=bound(high)?)),
            DrawKind::Bool(percent) => DrawnValue::Bool(source.flip(u32::from(*percent))),
            DrawKind::Card(cards) => {
                let card = source.pick(cards).ok_or_else(|| NoCase::Unfit("no card fits a draw".to_owned()))?;
                DrawnValue::Card(pool.views.get(*card))
            }
            DrawKind::Word(words) => {
                let word = source.pick(words).ok_or_else(|| NoCase::Unfit("no word to draw from".to_owned()))?;
                DrawnValue::Word(Arc::clone(word))
            }
            DrawKind::Number(numbers) => {
                let n = source.pick(numbers).ok_or_else(|| NoCase::Unfit("no number to draw from".to_owned()))?;
                DrawnValue::Int(*n)
            }
            DrawKind::List(of, least, most) => {
                let size = |n: i64| usize::try_from(n).unwrap_or(0);
                let (least, most) = (size(bound(least)?), size(bound(most)?));
                let mut fault = None;
                let items = source.list(least..=most.max(least), |s| match self.draw(of, pool, values, s) {
                    Ok(value) => value,
                    Err(error) => {
                        fault = Some(error);
                        DrawnValue::Bool(false)
                    }
                });
                match fault {
                    Some(error) => return Err(error),
                    None => DrawnValue::List(DrawnList(items)),
                }
            }
        })
    }
}

fn identity(scenario: &Scenario, around: usize) -> u64 {
    let mut hasher = DefaultHasher::new();
    let board = &scenario.board;
    (&board.players, board.active, board.step, board.objects.get(around..)).hash(&mut hasher);
    (&scenario.script, &scenario.answers).hash(&mut hasher);
    hasher.finish()
}

pub(crate) fn undefined(program: &crate::expr::Program, error: EvalError) -> NoCase {
    NoCase::Undefined { source_text: program.source().to_owned(), error }
}

impl Drawn {
    /// The same case with other names, and with hands and exile in another order; it must not have been changed before.
    #[must_use]
    pub fn renamed(mut self) -> Drawn {
        self.change = Change::names(&mut self.scenario);
        self
    }

    /// The same case with every player one seat later; it must not have been changed before.
    #[must_use]
    pub fn reseated(mut self) -> Drawn {
        self.change = Change::seats(&mut self.scenario);
        self
    }

    /// An outcome of the scenario as the ruling's expectations look at it.
    #[must_use]
    pub fn seen<'o>(&self, outcome: &'o Outcome) -> Cow<'o, Outcome> {
        self.change.undo(outcome)
    }

    /// The same case without those surroundings, by place, that turned out to matter.
    #[must_use]
    pub fn without(&self, places: &[usize]) -> Drawn {
        let mut less = self.clone();
        let gone = |at: usize| at < self.around && places.contains(&at);
        let mut at = 0;
        less.scenario.board.objects.retain(|_| {
            at += 1;
            !gone(at - 1)
        });
        let removed = (0..self.around).filter(|at| gone(*at)).count();
        less.around -= removed;
        for group in &mut less.groups {
            group.first -= removed;
        }
        less
    }
}
