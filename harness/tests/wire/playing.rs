//! Engines that play by the rules, and whose fault shows only over many cases, or in what they claim.

use std::io::{BufRead as _, Write as _};
use std::process::ExitCode;
use std::sync::Arc;

use headjudge::engines::serve;
use headjudge::library::Library;
use headjudge_engine::{CardTable, Mutant};
use headjudge_protocol::message::{Hello, Missing, Reply, Request};
use headjudge_protocol::{ChoiceKind, Feature, Snapshot};

/// After so many cases of a process, those that keep something from case to case go wrong.
pub(crate) const KEPT: u64 = 5;

/// The cards alone: a process that is started often reads no rulings.
fn cards() -> Arc<CardTable> {
    let mut files = Library::embedded_files();
    files.retain(|(path, _)| path.starts_with("cards/") || path == "clauses.yaml" || path == "citations.lock");
    Library::read(files).expect("no faults").pool.cards
}

/// Is a mutant behind the wire.
pub(crate) fn serve_mutant(name: &str) -> ExitCode {
    let mutant = Mutant::from_name(name).expect("a mutant");
    let served = serve(&cards(), Some(mutant), std::io::stdin().lock(), std::io::stdout().lock());
    served.map_or(ExitCode::FAILURE, |()| ExitCode::SUCCESS)
}

/// Plays the engine.
pub(crate) fn main(mode: &str) -> ExitCode {
    let cards = cards();
    let mut cases = 0;
    for line in std::io::stdin().lock().lines().map_while(Result::ok) {
        let mut said = Vec::new();
        let heard = misheard(mode, &line);
        serve(&cards, None, format!("{heard}\n").as_bytes(), &mut said).expect("memory can be written");
        let Ok(mut reply) = serde_json::from_slice::<Reply>(&said) else { break };
        cases += u64::from(!matches!(reply, Reply::Hello(_)));
        let request: Request = serde_json::from_str(&line).expect("a request");
        spoil(mode, &request, cases, &mut reply);
        let mut output = std::io::stdout().lock();
        let mut line = serde_json::to_vec(&reply).expect("a reply");
        line.push(b'\n');
        if output.write_all(&line).and_then(|()| output.flush()).is_err() {
            break;
        }
    }
    ExitCode::SUCCESS
}

/// The request as an engine takes it that calls a choice of mana one of a target.
fn misheard(mode: &str, line: &str) -> String {
    let mut request: Request = serde_json::from_str(line).expect("a request");
    if mode == "plays, and takes mana for targets"
        && let Request::Case { scenario, .. } = &mut request
    {
        scenario.answers.retain(|answer| answer.kind != ChoiceKind::Mana);
        let targets = scenario.answers.iter_mut().filter(|answer| answer.kind == ChoiceKind::Target);
        targets.for_each(|answer| answer.kind = ChoiceKind::Mana);
    }
    serde_json::to_string(&request).expect("a line")
}

fn spoil(mode: &str, request: &Request, cases: u64, reply: &mut Reply) {
    match (mode, &mut *reply) {
        ("plays, and keeps damage", Reply::Outcome { outcome, .. }) if cases > KEPT => hurt(&mut outcome.snapshots, 1),
        ("plays, and wounds at the end", Reply::Outcome { outcome, .. }) if cases > KEPT => {
            let last = outcome.snapshots.len() - 1;
            hurt(&mut outcome.snapshots[last..], 1);
        }
        ("plays, and is never the same", Reply::Outcome { outcome, .. }) => {
            hurt(&mut outcome.snapshots, i32::try_from(std::process::id()).unwrap_or(1));
        }
        ("plays, and takes mana for targets", Reply::Needs { question, .. }) if question.kind == ChoiceKind::Mana => {
            question.kind = ChoiceKind::Target;
        }
        ("plays, and says yes or no", Reply::Needs { question, .. }) if question.kind == ChoiceKind::May => {
            question.options = vec!["yes".into(), "no".into()];
        }
        (_, Reply::Hello(hello)) => claim(mode, hello),
        _ => {}
    }
    let Request::Case { id, scenario } = request else { return };
    let lacks = |what, name: &str| Reply::Unsupported { id: *id, what, name: name.to_owned() };
    let odd = scenario.board.players[0].life % 2 != 0;
    match mode {
        "plays, and claims a card" if odd => *reply = lacks(Missing::Card, "Nine Lives"),
        "plays, and claims a step" if odd => *reply = lacks(Missing::Action, "attack"),
        "plays, and claims a feature" if odd => *reply = lacks(Missing::Feature, "counters"),
        "plays, and claims a choice" if odd => *reply = lacks(Missing::Choice, "mana"),
        "plays, and lacks what it does not claim" if odd => *reply = lacks(Missing::Feature, "counters"),
        _ => {}
    }
}

fn hurt(states: &mut [Snapshot], by: i32) {
    for player in states.iter_mut().flat_map(|state| &mut state.players) {
        player.life -= by;
    }
}

fn claim(mode: &str, hello: &mut Hello) {
    hello.choices = None;
    match mode {
        "plays, and claims a card" => hello.cards = Some(vec!["Nine Lives".to_owned()]),
        "plays, and claims a step" => hello.features = Some(vec![Feature::Attack]),
        "plays, and claims a feature" => hello.features = Some(vec![Feature::Counters]),
        "plays, and claims a choice" => hello.choices = Some(vec![ChoiceKind::Mana]),
        "plays, and claims little" => {
            (hello.cards, hello.choices, hello.features) =
                (Some(Vec::new()), Some(Vec::new()), Some(vec![Feature::To]));
        }
        "plays, and lacks what it does not claim" => hello.features = Some(vec![Feature::Cast]),
        _ => {}
    }
}
