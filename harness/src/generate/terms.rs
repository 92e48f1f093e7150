//! Works out the values of a ruling's terms for one case.

use std::sync::Arc;

use headjudge_engine::CardId;
use headjudge_protocol::PlayerName;

use super::{Group, NoCase, Pool, undefined};
use crate::expr::{Program, Value};
use crate::ruling::{BoolT, CardT, IntT, PlayerT, WordT};

/// What terms are worked out from.
#[derive(Clone)]
pub(super) struct Context<'a> {
    pub(super) pool: &'a Pool,
    /// Drawn and computed values.
    pub(super) roots: &'a [Value<'a>],
    /// The element at hand.
    pub(super) it: Option<Value<'a>>,
}

impl<'a> Context<'a> {
    pub(super) fn with(&self, it: Value<'a>) -> Context<'a> {
        Context { pool: self.pool, roots: self.roots, it: Some(it) }
    }

    /// Evaluates an expression over the values and, behind them, `it`.
    pub(super) fn eval(&self, program: &'a Program) -> Result<Value<'a>, NoCase> {
        let value = match &self.it {
            None => program.eval(self.roots),
            Some(it) => {
                let mut roots = self.roots.to_vec();
                roots.push(it.clone());
                program.eval(&roots)
            }
        };
        value.map_err(|error| undefined(program, error))
    }

    pub(super) fn int(&self, term: &'a IntT) -> Result<i64, NoCase> {
        match term {
            IntT::Is(n) => Ok(*n),
            IntT::Expr(program) => self.eval(program)?.as_int().ok_or_else(|| unfit(program, "a number")),
        }
    }

    /// A number that counts something.
    pub(super) fn count(&self, term: &'a IntT) -> Result<u32, NoCase> {
        let n = self.int(term)?;
        u32::try_from(n).map_err(|_| NoCase::Unfit(format!("{n} cannot be a number of things")))
    }

    pub(super) fn bool(&self, term: &'a BoolT) -> Result<bool, NoCase> {
        match term {
            BoolT::Is(b) => Ok(*b),
            BoolT::Expr(program) => self.holds(program),
        }
    }

    pub(super) fn holds(&self, program: &'a Program) -> Result<bool, NoCase> {
        self.eval(program)?.as_bool().ok_or_else(|| unfit(program, "true or false"))
    }

    pub(super) fn card(&self, term: &'a CardT) -> Result<CardId, NoCase> {
        match term {
            CardT::Is(card) => Ok(*card),
            CardT::Expr(program) => {
                // A card is recognised by its name, which is its first field.
                let value = self.eval(program)?;
                let name = match &value {
                    Value::Record(record) => record.field(0),
                    other => other.clone(),
                };
                name.as_str().and_then(|name| self.pool.cards.find(name)).ok_or_else(|| unfit(program, "a card"))
            }
        }
    }

    pub(super) fn card_name(&self, term: &'a CardT) -> Result<Arc<str>, NoCase> {
        Ok(self.pool.cards.card(self.card(term)?).name.as_str().into())
    }

    pub(super) fn player(&self, term: &'a PlayerT) -> Result<PlayerName, NoCase> {
        match term {
            PlayerT::Is(player) => Ok(*player),
            PlayerT::Expr(program) => {
                self.eval(program)?.as_str().and_then(PlayerName::from_word).ok_or_else(|| unfit(program, "a player"))
            }
        }
    }

    /// The words that a term means: several for a group.
    pub(super) fn words(&self, term: &'a WordT, groups: &[Group]) -> Result<Vec<Arc<str>>, NoCase> {
        Ok(match term {
            WordT::Is(word) => vec![Arc::clone(word)],
            WordT::Group(id) => match groups.iter().find(|g| g.id == *id) {
                Some(group) if group.single => vec![Arc::clone(id)],
                Some(group) => (1..=group.len).map(|n| member(id, n)).collect(),
                None => Vec::new(),
            },
            WordT::Member(id, n) => vec![member(id, self.count(n)? as usize)],
            WordT::Expr(program) => {
                let value = self.eval(program)?;
                let one = |value: &Value<'_>| -> Option<Arc<str>> {
                    value.as_str().map(Into::into).or_else(|| value.as_int().map(|n| n.to_string().into()))
                };
                match value.list_len() {
                    Some(len) => (0..len)
                        .map(|at| one(&value.item(at)).ok_or_else(|| unfit(program, "words or numbers")))
                        .collect::<Result<_, _>>()?,
                    None => vec![one(&value).ok_or_else(|| unfit(program, "a word or a number"))?],
                }
            }
        })
    }

    /// The one word that a term means.
    pub(super) fn word(&self, term: &'a WordT, groups: &[Group]) -> Result<Arc<str>, NoCase> {
        let words = self.words(term, groups)?;
        match <[Arc<str>; 1]>::try_from(words) {
            Ok([word]) => Ok(word),
            Err(words) => Err(NoCase::Unfit(format!("one name is wanted here, and there are {}", words.len()))),
        }
    }

    /// The words of several terms, one after the other.
    pub(super) fn all_words(&self, terms: &'a [WordT], groups: &[Group]) -> Result<Vec<Arc<str>>, NoCase> {
        let mut all = Vec::with_capacity(terms.len());
        for term in terms {
            all.extend(self.words(term, groups)?);
        }
        Ok(all)
    }
}

/// The id of the nth member of a group, from 1.
pub(super) fn member(group: &str, n: usize) -> Arc<str> {
    format!("{group}.{n}").into()
}

fn unfit(program: &Program, wanted: &str) -> NoCase {
    NoCase::Unfit(format!("`{}` is not {wanted}", program.source()))
}
