//! One case while it is played: everything that the seats share.

use std::any::Any;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::panic::{self, AssertUnwindSafe};
use std::rc::Rc;

use headjudge_protocol::message::{Missing, Reply};
use headjudge_protocol::outcome::{Asked, Outcome};
use headjudge_protocol::scenario::Scenario;
use headjudge_protocol::words::ChoiceKind;
use manabrew_engine::agent::PlayerAgent;
use manabrew_engine::game::GameState;
use manabrew_engine::ids::{CardId, PlayerId};
use manabrew_engine::mana::ManaPool;

use crate::doing::Doing;
use crate::scripts::Scripts;
use crate::seat::Seat;
use crate::stop::Stop;
use crate::{board, error, turn};

/// How often a case is played anew because a step was tried in vain.
const AGAIN: usize = 64;

/// How many questions whether something is done are tried both ways.
const FORCED: usize = 3;

/// What was seen of the game last.
#[derive(Clone)]
pub(crate) struct Seen {
    pub(crate) game: GameState,
    pub(crate) pools: Vec<ManaPool>,
}

/// The case.
pub(crate) struct Table {
    pub(crate) scenario: Rc<Scenario>,
    /// The engine's numbers of the scenario's objects.
    pub(crate) cards: Vec<CardId>,
    pub(crate) seen: Option<Seen>,
    /// Those, by number, that are not supported on the battlefield and the stack.
    pub(crate) lacking: Vec<usize>,
    /// Which step of the script is next.
    pub(crate) next: usize,
    pub(crate) doing: Option<Doing>,
    /// How many players have passed in succession.
    pub(crate) passes: usize,
    /// Which answers are used up.
    pub(crate) used: BTreeSet<usize>,
    /// Steps that were tried in vain, with the answers that they used up.
    pub(crate) vain: BTreeMap<usize, Vec<usize>>,
    /// What is answered to questions whether something is done that the scenario leaves open.
    pub(crate) forced: VecDeque<bool>,
    pub(crate) asked: Vec<Asked>,
    pub(crate) outcome: Outcome,
    pub(crate) started: bool,
}

impl Table {
    fn new(scenario: Rc<Scenario>, vain: BTreeMap<usize, Vec<usize>>, forced: &[bool]) -> Table {
        Table {
            scenario,
            cards: Vec::new(),
            seen: None,
            lacking: Vec::new(),
            next: 0,
            doing: None,
            passes: 0,
            used: BTreeSet::new(),
            vain,
            forced: forced.iter().copied().collect(),
            asked: Vec::new(),
            outcome: Outcome::default(),
            started: false,
        }
    }
}

/// Plays a scenario on a new game.
pub(crate) fn play(scripts: &Scripts, id: u64, scenario: &Scenario) -> Reply {
    open(scripts, id, &Rc::new(scenario.clone()), &[])
}

/// Plays it with these answers to questions whether something is done that the scenario does not answer. The next one is
/// asked only where accepting and declining come out differently: the engine also asks where there is nothing to choose.
fn open(scripts: &Scripts, id: u64, scenario: &Rc<Scenario>, forced: &[bool]) -> Reply {
    let reply = anew(scripts, id, scenario, forced);
    let open_may = match &reply {
        Reply::Needs { question, .. } => question.kind == ChoiceKind::May && question.pick.is_none(),
        _ => false,
    };
    if !open_may || forced.len() == FORCED {
        return reply;
    }
    let either = [false, true].map(|last| open(scripts, id, scenario, &[forced, &[last]].concat()));
    let [declined, accepted] = either;
    if declined == accepted { declined } else { reply }
}

/// Plays it, again and again without the steps that were tried in vain.
fn anew(scripts: &Scripts, id: u64, scenario: &Rc<Scenario>, forced: &[bool]) -> Reply {
    let mut vain = BTreeMap::new();
    for _ in 0..AGAIN {
        let table = Rc::new(RefCell::new(Table::new(Rc::clone(scenario), vain.clone(), forced)));
        let ended = panic::catch_unwind(AssertUnwindSafe(|| once(scripts, &table)));
        let mut table = table.borrow_mut();
        let stop = match ended {
            Ok(()) => Stop::Done,
            Err(why) => match why.downcast::<Stop>() {
                Ok(stop) => *stop,
                Err(panic) => return error(id, format!("the engine panicked: {}", said(panic.as_ref()))),
            },
        };
        let asked = std::mem::take(&mut table.asked);
        let outcome = std::mem::take(&mut table.outcome);
        match stop {
            Stop::Again(step, used) => {
                vain.insert(step, used);
            }
            Stop::Done => return Reply::Outcome { id, outcome: Box::new(Outcome { asked, ..outcome }) },
            Stop::Unsettled => {
                return Reply::Outcome { id, outcome: Box::new(Outcome { asked, unsettled: true, ..outcome }) };
            }
            Stop::Needs(question) => return Reply::Needs { id, question, asked },
            Stop::Unsupported(what, name) => return Reply::Unsupported { id, what, name },
        }
    }
    Reply::Unsupported { id, what: Missing::Feature, name: "so many steps that are tried in vain".to_owned() }
}

/// Sets up, and lets the game go on until the script is carried out.
fn once(scripts: &Scripts, table: &Rc<RefCell<Table>>) {
    let (mut game, mut run) = board::set_up(scripts, &mut table.borrow_mut());
    let step = table.borrow().scenario.board.step;
    let mut agents: Vec<Box<dyn PlayerAgent>> = Vec::new();
    for seat in 0..game.players.len() {
        let player = PlayerId(u32::try_from(seat).unwrap_or(0));
        agents.push(Box::new(Seat { player, table: Rc::clone(table) }));
    }
    turn::run(&mut run, &mut game, &mut agents, step);
    // Only a game that is over comes here.
    let mut table = table.borrow_mut();
    table.see(&game, &run.mana_pools);
    table.finish();
}

fn said(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_default()
}
