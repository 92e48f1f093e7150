//! Fills in the script and the pinned answers of a case.

use std::sync::Arc;

use headjudge_protocol::{ActivateStep, Answer, CastStep, Step};

use super::terms::Context;
use super::{Group, NoCase};
use crate::expr::Value;
use crate::ruling::{ActivateT, AnswersT, CastT, Ruling, StepT, WordT};

/// A blocker and what it blocks.
type Pair = (Arc<str>, Arc<str>);

/// The most steps that repetitions may come to.
const STEPS: usize = 400;

pub(super) fn fill<'a>(
    ruling: &'a Ruling,
    cx: &Context<'a>,
    groups: &[Group],
) -> Result<(Vec<Step>, Vec<Answer>), NoCase> {
    let mut script = Vec::with_capacity(ruling.script.len());
    steps(&ruling.script, cx, groups, &mut script)?;
    let mut answers = Vec::new();
    if let AnswersT::Pinned(pinned) = &ruling.answers {
        for answer in pinned {
            if let Some(condition) = &answer.only_if
                && !cx.holds(condition)?
            {
                continue;
            }
            answers.push(Answer {
                player: cx.player(&answer.by)?,
                kind: answer.kind,
                about: answer.about.as_ref().map(|about| cx.word(about, groups)).transpose()?,
                picks: cx.all_words(&answer.picks, groups)?,
            });
        }
    }
    Ok((script, answers))
}

fn steps<'a>(templates: &'a [StepT], cx: &Context<'a>, groups: &[Group], out: &mut Vec<Step>) -> Result<(), NoCase> {
    for template in templates {
        match template {
            StepT::Repeat(times, inner) => {
                let rounds = cx.count(times)?;
                if rounds as usize > STEPS {
                    return Err(NoCase::Unfit(format!("steps are repeated more than {STEPS} times")));
                }
                for round in 1..=rounds {
                    steps(inner, &cx.with(Value::Int(i64::from(round))), groups, out)?;
                }
            }
            StepT::If(condition, inner) => {
                if cx.holds(condition)? {
                    steps(inner, cx, groups, out)?;
                }
            }
            single => out.extend(step(single, cx, groups)?),
        }
        if out.len() > STEPS {
            return Err(NoCase::Unfit(format!("the script comes to more than {STEPS} steps")));
        }
    }
    Ok(())
}

/// One step; nothing for an attack or a block of nobody.
fn step<'a>(template: &'a StepT, cx: &Context<'a>, groups: &[Group]) -> Result<Option<Step>, NoCase> {
    Ok(Some(match template {
        StepT::Cast(t) => Step::Cast(cast(t, cx, groups)?),
        StepT::Activate(t) => Step::Activate(activate(t, cx, groups)?),
        StepT::PlayLand(by, card) => Step::PlayLand { by: cx.player(by)?, card: cx.word(card, groups)? },
        StepT::Attack { by, with, whom } => {
            let with = cx.all_words(with, groups)?;
            if with.is_empty() {
                return Ok(None);
            }
            Step::Attack { by: cx.player(by)?, with, whom: cx.word(whom, groups)? }
        }
        StepT::Block { by, pairs } => {
            let pairs = zip(pairs, cx, groups)?;
            if pairs.is_empty() {
                return Ok(None);
            }
            Step::Block { by: cx.player(by)?, pairs }
        }
        StepT::Pass => Step::Pass,
        StepT::Resolve => Step::Resolve,
        StepT::ResolveAll => Step::ResolveAll,
        StepT::To(step) => Step::To(*step),
        StepT::Try(name, inner) => match step(inner, cx, groups)? {
            Some(step) => Step::Try { name: Arc::clone(name), step: Box::new(step) },
            None => return Err(NoCase::Unfit(format!("`{name}` tries an attack or a block of nobody"))),
        },
        StepT::Note(name) => Step::Note(Arc::clone(name)),
        StepT::Repeat(..) | StepT::If(..) => {
            return Err(NoCase::Unfit("a repeated or conditional step cannot be tried".to_owned()));
        }
    }))
}

/// Blockers and attackers in pairs; groups are paired member by member.
fn zip<'a>(pairs: &'a [(WordT, WordT)], cx: &Context<'a>, groups: &[Group]) -> Result<Vec<Pair>, NoCase> {
    let mut all = Vec::new();
    for (blocker, attacker) in pairs {
        let (blockers, attackers) = (cx.words(blocker, groups)?, cx.words(attacker, groups)?);
        // Several blockers may gang up on one attacker.
        let attackers = match attackers.len() {
            1 => vec![Arc::clone(&attackers[0]); blockers.len()],
            _ => attackers,
        };
        if blockers.len() != attackers.len() {
            let (b, a) = (blockers.len(), attackers.len());
            return Err(NoCase::Unfit(format!("{b} blockers cannot be paired with {a} attackers")));
        }
        all.extend(blockers.into_iter().zip(attackers));
    }
    Ok(all)
}

fn cast<'a>(t: &'a CastT, cx: &Context<'a>, groups: &[Group]) -> Result<CastStep, NoCase> {
    Ok(CastStep {
        by: cx.player(&t.by)?,
        card: cx.word(&t.card, groups)?,
        x: cx.count(&t.x)?,
        kicked: cx.bool(&t.kicked)?,
        free: cx.bool(&t.free)?,
        targets: cx.all_words(&t.targets, groups)?,
        pay: t.pay.iter().map(|pay| activate(pay, cx, groups)).collect::<Result<_, _>>()?,
    })
}

fn activate<'a>(t: &'a ActivateT, cx: &Context<'a>, groups: &[Group]) -> Result<ActivateStep, NoCase> {
    Ok(ActivateStep {
        by: cx.player(&t.by)?,
        object: cx.word(&t.object, groups)?,
        ability: cx.count(&t.ability)?,
        x: cx.count(&t.x)?,
        targets: cx.all_words(&t.targets, groups)?,
        pay: t.pay.iter().map(|pay| activate(pay, cx, groups)).collect::<Result<_, _>>()?,
    })
}
