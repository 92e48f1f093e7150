//! Reads the script of a ruling (`when`) and its answers.

use std::sync::Arc;

use headjudge_protocol::{ChoiceKind, PhaseStep, PlayerName};

use super::lower::expression;
use super::terms::{self, int};
use super::{ActivateT, AnswerT, AnswersT, BoolT, CastT, IntT, PlayerT, StepT, WordT};
use crate::expr::{Env, Type};
use crate::fault::{Faults, listed, suggestion};
use crate::yaml::{Node, Value};

/// What steps can refer to, and the names they bring.
pub(super) struct Steps<'a> {
    pub(super) env: &'a Env,
    pub(super) entries: &'a [(Arc<str>, bool)],
    pub(super) notes: Vec<Arc<str>>,
    pub(super) tries: Vec<Arc<str>>,
}

/// The steps that are a word.
const WORDS: [&str; 3] = ["pass", "resolve", "resolve all"];
/// The steps that have something to say.
const KEYS: [&str; 10] = ["cast", "activate", "play land", "attack", "block", "to", "try", "note", "repeat", "if"];

impl Steps<'_> {
    pub(super) fn step(&mut self, node: &Node, faults: &mut Faults) -> Option<StepT> {
        if let Value::Str(text) = &node.value {
            return match text.as_str() {
                "pass" => Some(StepT::Pass),
                "resolve" => Some(StepT::Resolve),
                "resolve all" => Some(StepT::ResolveAll),
                _ => {
                    let all = || WORDS.into_iter().chain(KEYS);
                    let message = format!("\"{text}\" is no step; the steps are {}", listed(all()));
                    faults.push(node.fault(message).with_help(suggestion(text, all())));
                    None
                }
            };
        }
        let (key, value) = node.only_entry("step", faults)?;
        match key.name.as_str() {
            "cast" => self.cast(value, faults).map(StepT::Cast),
            "activate" => self.activate(value, faults).map(StepT::Activate),
            "play land" => self.play_land(value, faults),
            "attack" => self.attack(value, faults),
            "block" => self.block(value, faults),
            "to" => {
                let steps: Vec<&str> = PhaseStep::ALL.iter().map(|s| s.word()).collect();
                value.word(&steps, faults).and_then(PhaseStep::from_word).map(StepT::To)
            }
            "try" => self.attempt(value, faults),
            "note" => self.note(value, faults),
            "repeat" => self.repeat(value, faults),
            "if" => self.conditional(value, faults),
            other => {
                let message =
                    format!("\"{other}\" is no step; the steps are {}", listed(WORDS.into_iter().chain(KEYS)));
                faults.push(node.key_fault(key, message).with_help(suggestion(other, WORDS.into_iter().chain(KEYS))));
                None
            }
        }
    }

    fn id(&self, node: &Node, faults: &mut Faults) -> Option<WordT> {
        terms::id(node, self.env, self.entries, faults)
    }

    /// A list of ids, or one without brackets.
    fn ids(&self, node: &Node, faults: &mut Faults) -> Option<Vec<WordT>> {
        match &node.value {
            Value::List(_) => node.list_of(faults, |n, f| self.id(n, f)),
            _ => self.id(node, faults).map(|id| vec![id]),
        }
    }

    fn by(&self, node: &Node, faults: &mut Faults) -> Option<PlayerT> {
        terms::player(node, self.env, faults)
    }

    fn cast(&self, node: &Node, faults: &mut Faults) -> Option<CastT> {
        let mut fields = node.reader(faults)?;
        let by = fields.optional("by", faults, |n, f| self.by(n, f));
        let card = fields.required("card", faults, |n, f| self.id(n, f));
        let x = fields.optional("x", faults, |n, f| int(n, self.env, f));
        let kicked = fields.optional("kicked", faults, |n, f| terms::bool(n, self.env, f));
        let free = fields.optional("free", faults, |n, f| terms::bool(n, self.env, f));
        let targets = fields.optional("targets", faults, |n, f| self.ids(n, f));
        let pay = fields.optional("pay", faults, |n, f| n.list_of(f, |n, f| self.activate(n, f)));
        fields.finish(faults);
        Some(CastT {
            by: by.unwrap_or(PlayerT::Is(PlayerName::P1)),
            card: card?,
            x: x.unwrap_or(IntT::Is(0)),
            kicked: kicked.unwrap_or(BoolT::Is(false)),
            free: free.unwrap_or(BoolT::Is(false)),
            targets: targets.unwrap_or_default(),
            pay: pay.unwrap_or_default(),
        })
    }

    fn activate(&self, node: &Node, faults: &mut Faults) -> Option<ActivateT> {
        let mut fields = node.reader(faults)?;
        let by = fields.optional("by", faults, |n, f| self.by(n, f));
        let object = fields.required("object", faults, |n, f| self.id(n, f));
        let ability = fields.optional("ability", faults, |n, f| int(n, self.env, f));
        let x = fields.optional("x", faults, |n, f| int(n, self.env, f));
        let targets = fields.optional("targets", faults, |n, f| self.ids(n, f));
        let pay = fields.optional("pay", faults, |n, f| n.list_of(f, |n, f| self.activate(n, f)));
        fields.finish(faults);
        Some(ActivateT {
            by: by.unwrap_or(PlayerT::Is(PlayerName::P1)),
            object: object?,
            ability: ability.unwrap_or(IntT::Is(1)),
            x: x.unwrap_or(IntT::Is(0)),
            targets: targets.unwrap_or_default(),
            pay: pay.unwrap_or_default(),
        })
    }

    fn play_land(&self, node: &Node, faults: &mut Faults) -> Option<StepT> {
        let mut fields = node.reader(faults)?;
        let by = fields.optional("by", faults, |n, f| self.by(n, f));
        let card = fields.required("card", faults, |n, f| self.id(n, f));
        fields.finish(faults);
        Some(StepT::PlayLand(by.unwrap_or(PlayerT::Is(PlayerName::P1)), card?))
    }

    fn attack(&self, node: &Node, faults: &mut Faults) -> Option<StepT> {
        let mut fields = node.reader(faults)?;
        let by = fields.required("by", faults, |n, f| self.by(n, f));
        let with = fields.required("with", faults, |n, f| self.ids(n, f));
        let whom = fields.required("whom", faults, |n, f| self.id(n, f));
        fields.finish(faults);
        Some(StepT::Attack { by: by?, with: with?, whom: whom? })
    }

    fn block(&self, node: &Node, faults: &mut Faults) -> Option<StepT> {
        let mut fields = node.reader(faults)?;
        let by = fields.required("by", faults, |n, f| self.by(n, f));
        let pairs = fields.required("pairs", faults, |n, f| {
            n.list_of(f, |n, f| {
                let mut fields = n.reader(f)?;
                let blocker = fields.required("blocker", f, |n, f| self.id(n, f));
                let attacker = fields.required("attacker", f, |n, f| self.id(n, f));
                fields.finish(f);
                Some((blocker?, attacker?))
            })
        });
        fields.finish(faults);
        Some(StepT::Block { by: by?, pairs: pairs? })
    }

    fn attempt(&mut self, node: &Node, faults: &mut Faults) -> Option<StepT> {
        let mut fields = node.reader(faults)?;
        let name = fields.required("as", faults, name);
        let step = fields.required("do", faults, |n, f| self.step(n, f));
        fields.finish(faults);
        let name = name?;
        if !self.tries.contains(&name) {
            self.tries.push(Arc::clone(&name));
        }
        Some(StepT::Try(name, Box::new(step?)))
    }

    fn note(&mut self, node: &Node, faults: &mut Faults) -> Option<StepT> {
        let name = name(node, faults)?;
        let taken = ["start", "after", "tried", "asked", "it"].contains(&&*name) || self.notes.contains(&name);
        if taken || self.env.position(&name).is_some() {
            faults.push(node.fault(format!("the name `{name}` is taken")));
            return None;
        }
        self.notes.push(Arc::clone(&name));
        Some(StepT::Note(name))
    }

    fn repeat(&mut self, node: &Node, faults: &mut Faults) -> Option<StepT> {
        let mut fields = node.reader(faults)?;
        let times = fields.required("times", faults, |n, f| int(n, self.env, f));
        let inner = self.env.clone().with("it", Type::Int);
        let mut within = Steps {
            env: &inner,
            entries: self.entries,
            notes: std::mem::take(&mut self.notes),
            tries: std::mem::take(&mut self.tries),
        };
        let steps = fields.required("do", faults, |n, f| n.list_of(f, |n, f| within.step(n, f)));
        let Steps { notes, tries, .. } = within;
        self.notes = notes;
        self.tries = tries;
        fields.finish(faults);
        Some(StepT::Repeat(times?, steps?))
    }

    fn conditional(&mut self, node: &Node, faults: &mut Faults) -> Option<StepT> {
        let mut fields = node.reader(faults)?;
        let that = fields.required("that", faults, |n, f| expression(n, self.env, &Type::Bool, f));
        let steps = fields.required("do", faults, |n, f| n.list_of(f, |n, f| self.step(n, f)));
        fields.finish(faults);
        Some(StepT::If(that?, steps?))
    }

    pub(super) fn answers(&self, node: &Node, faults: &mut Faults) -> Option<AnswersT> {
        if let Value::Str(text) = &node.value
            && text == "any"
        {
            return Some(AnswersT::Any);
        }
        node.list_of(faults, |n, f| self.answer(n, f)).map(AnswersT::Pinned)
    }

    fn answer(&self, node: &Node, faults: &mut Faults) -> Option<AnswerT> {
        let mut fields = node.reader(faults)?;
        let by = fields.required("by", faults, |n, f| self.by(n, f));
        let kinds: Vec<&str> = ChoiceKind::ALL.iter().map(|kind| kind.word()).collect();
        let kind = fields.required("choose", faults, |n, f| n.word(&kinds, f).and_then(ChoiceKind::from_word));
        let about = fields.optional("about", faults, |n, f| self.id(n, f));
        let picks = fields.required("pick", faults, |n, f| match &n.value {
            Value::List(_) => n.list_of(f, |n, f| terms::pick(n, self.env, self.entries, f)),
            _ => terms::pick(n, self.env, self.entries, f).map(|pick| vec![pick]),
        });
        let only_if = fields.optional("if", faults, |n, f| expression(n, self.env, &Type::Bool, f));
        fields.finish(faults);
        Some(AnswerT { by: by?, kind: kind?, about, picks: picks?, only_if })
    }
}

/// A name for a noted state or a tried step.
fn name(node: &Node, faults: &mut Faults) -> Option<Arc<str>> {
    let text = node.filled_str(faults)?;
    let mut chars = text.chars();
    let good = chars.next().is_some_and(|c| c.is_ascii_lowercase())
        && chars.all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_');
    if !good {
        faults.push(node.fault("a name is lower-case letters, digits and _"));
        return None;
    }
    Some(text.into())
}
