//! Whether an outcome is one of its scenario: states, objects, players and tried steps that are there, and no others. What an
//! engine made of them is not judged here.

use std::sync::Arc;

use headjudge_protocol::{ChoiceKind, Outcome, PlayerName, Scenario, Snapshot, Step};

/// Whether an outcome can be one of the scenario, whatever the rules are; else why not.
///
/// # Errors
/// The first thing that cannot be, in words.
pub(crate) fn fits(outcome: &Outcome, scenario: &Scenario) -> Result<(), String> {
    let ended = outcome.unsettled || outcome.refused.is_some();
    if let Some(refused) = &outcome.refused
        && refused.step >= scenario.script.len()
    {
        let (step, many) = (refused.step, scenario.script.len());
        return Err(format!("it refuses step {step}, and the script has {many}, counted from 0"));
    }
    let start = Arc::from("start");
    let after = Arc::from("after");
    let notes = scenario.script.iter().filter_map(|step| if let Step::Note(name) = step { Some(name) } else { None });
    let wanted = std::iter::once(&start).chain(notes).chain([&after]);
    let states = outcome.snapshots.iter().map(|state| &state.name);
    listed("state", states, wanted, ended)?;
    let tries = scenario.script.iter().filter_map(|step| match step {
        Step::Try { name, .. } => Some(name),
        _ => None,
    });
    listed("tried step", outcome.tried.iter().map(|tried| &tried.name), tries, ended)?;
    outcome.asked.iter().try_for_each(|asked| offered(asked.kind, &asked.options))?;
    outcome.snapshots.iter().try_for_each(|state| {
        self::state(state, scenario).map_err(|why| format!("in the state `{}`, {why}", state.name))
    })
}

/// Whether what a question offers can be offered by one of its kind, where the protocol says so by words of its own.
///
/// # Errors
/// The first option that cannot be, in words.
pub(crate) fn offered(kind: ChoiceKind, options: &[Arc<str>]) -> Result<(), String> {
    let wanted = match kind {
        ChoiceKind::May => "`accept` and `decline`",
        ChoiceKind::Mana => "letters of WUBRGC",
        ChoiceKind::Color => "letters of WUBRG",
        ChoiceKind::DamageAssignment | ChoiceKind::Prevented | ChoiceKind::Restricted => "numbers",
        _ => return Ok(()),
    };
    let fits = |option: &str| match kind {
        ChoiceKind::May => matches!(option, "accept" | "decline"),
        ChoiceKind::Mana => option.len() == 1 && "WUBRGC".contains(option),
        ChoiceKind::Color => option.len() == 1 && "WUBRG".contains(option),
        _ => !option.is_empty() && option.bytes().all(|byte| byte.is_ascii_digit()),
    };
    match options.iter().find(|option| !fits(option)) {
        Some(odd) => Err(format!("a question about `{kind}` offers `{odd}`, expected {wanted}")),
        None => Ok(()),
    }
}

/// Whether these are the wanted names in their order; of a run that ended early some may be missing.
fn listed<'n>(
    what: &str,
    names: impl Iterator<Item = &'n Arc<str>>,
    wanted: impl Iterator<Item = &'n Arc<str>>,
    some: bool,
) -> Result<(), String> {
    let mut wanted = wanted.peekable();
    for name in names {
        let found = if some { wanted.any(|next| next == name) } else { wanted.next_if_eq(&name).is_some() };
        if !found {
            return Err(match wanted.peek() {
                Some(next) => format!("the {what} `{next}` is missing, and `{name}` is there"),
                None => format!("there is a {what} `{name}` too many"),
            });
        }
    }
    match wanted.next() {
        Some(next) if !some => Err(format!("the {what} `{next}` is missing")),
        _ => Ok(()),
    }
}

fn state(state: &Snapshot, scenario: &Scenario) -> Result<(), String> {
    let (players, placed) = (scenario.board.players.len(), &scenario.board.objects);
    if state.players.len() != players {
        return Err(format!("there are {} players, expected {players}", state.players.len()));
    }
    for (seat, player) in state.players.iter().enumerate() {
        if player.restricted.iter().zip(player.pool).any(|(restricted, pool)| *restricted > pool) {
            return Err(format!("p{} has more restricted mana than mana", seat + 1));
        }
    }
    for (at, object) in state.objects.iter().enumerate() {
        let fits = match placed.get(at) {
            Some(wanted) => wanted.id == object.id,
            None => object.id.strip_prefix("token.").is_some_and(|n| n == (at + 1 - placed.len()).to_string()),
        };
        if !fits {
            let wanted = match placed.get(at) {
                Some(wanted) => wanted.id.to_string(),
                None => format!("token.{}", at + 1 - placed.len()),
            };
            return Err(format!("object {} is `{}`, expected `{wanted}`", at + 1, object.id));
        }
        let there = |player: PlayerName| player.seat() < players;
        if !there(object.owner) || !there(object.controller) {
            return Err(format!("`{}` belongs to a player who does not play", object.id));
        }
        if let Some(host) = &object.attached
            && !PlayerName::from_word(host).is_some_and(there)
            && !state.objects.iter().any(|other| other.id == *host)
        {
            return Err(format!("`{}` is attached to `{host}`, which is not there", object.id));
        }
    }
    match placed.get(state.objects.len()) {
        Some(missing) => Err(format!("the object `{}` is missing", missing.id)),
        None => Ok(()),
    }
}
