//! Engines that are bad on purpose, one way each. Apart from that they answer every case, by an outcome in which nothing has
//! happened. [`shapes`](crate::shapes) are those whose outcomes cannot be, [`playing`](crate::playing) those that play.

use std::io::{BufRead as _, Write as _};
use std::process::{Command, ExitCode, Stdio};
use std::time::Duration;

use headjudge_protocol::message::{Hello, Missing, Question, Reply, Request};
use headjudge_protocol::outcome::Asked;
use headjudge_protocol::{
    ChoiceKind, ObjectView, Outcome, PlayerName, PlayerView, Scenario, Snapshot, Step, Tried, VERSION,
};

use crate::shapes;

/// In which case, counted from 1 since the start of the process, those are bad that are so in one case.
pub(crate) const BAD: u64 = 3;

/// Whether a scenario is one in which those are bad that are so in certain cases: its first player has an odd life total.
pub(crate) fn is_odd(request: &Request) -> bool {
    match request {
        Request::Case { scenario, .. } => scenario.board.players[0].life % 2 != 0,
        _ => false,
    }
}

/// Plays the bad engine. `file` marks, for some, that they have been bad before.
pub(crate) fn main(mode: &str, file: &str) -> ExitCode {
    match mode {
        "sleep" => {
            std::thread::sleep(Duration::from_secs(600));
            return ExitCode::SUCCESS;
        }
        "no hello" => {
            // Leaves a mark for each start.
            let mark = std::fs::OpenOptions::new().create(true).append(true).open(file);
            mark.and_then(|mut mark| mark.write_all(b"x")).expect("the mark can be written");
            eprintln!("I do not want to");
            return ExitCode::from(4);
        }
        "silent from the start" => std::thread::sleep(Duration::from_secs(600)),
        _ if mode.starts_with("plays") => return crate::playing::main(mode),
        _ => {}
    }
    let mut engine = Bad {
        mode: mode.to_owned(),
        file: file.to_owned(),
        cases: 0,
        more: false,
        kept: Vec::new(),
        children: Vec::new(),
    };
    let mut input = std::io::BufReader::with_capacity(1 << 20, std::io::stdin());
    let mut line = String::new();
    while input.read_line(&mut line).is_ok_and(|many| many > 0) {
        engine.more = input.buffer().contains(&b'\n');
        if engine.answer(line.trim_end()).is_none() {
            break;
        }
        line.clear();
    }
    if mode == "does not end" {
        std::thread::sleep(Duration::from_secs(600));
    }
    ExitCode::from(3)
}

struct Bad {
    mode: String,
    file: String,
    cases: u64,
    /// Whether another request is waiting.
    more: bool,
    kept: Vec<u8>,
    /// Never waited for.
    children: Vec<std::process::Child>,
}

fn say(bytes: &[u8]) -> Option<()> {
    let mut output = std::io::stdout().lock();
    output.write_all(bytes).and_then(|()| output.flush()).ok()
}

fn line(reply: &Reply) -> Vec<u8> {
    let mut line = serde_json::to_vec(reply).expect("a reply");
    line.push(b'\n');
    line
}

fn good_hello() -> Vec<u8> {
    good(&Request::Hello { from: VERSION, to: VERSION })
}

/// An outcome of the scenario in which nothing happens: in every state that is wanted, the board is as it was.
fn nothing_happens(scenario: &Scenario) -> Outcome {
    let state = |name: &std::sync::Arc<str>| Snapshot {
        name: name.clone(),
        players: scenario.board.players.iter().map(|player| bare(player.life)).collect(),
        objects: scenario
            .board
            .objects
            .iter()
            .map(|placed| ObjectView {
                id: placed.id.clone(),
                name: placed.card.clone(),
                zone: placed.zone,
                owner: placed.owner,
                controller: placed.controller.unwrap_or(placed.owner),
                token: false,
                tapped: placed.tapped,
                damage: placed.damage,
                power: 0,
                toughness: 0,
                mana_value: 0,
                counters: placed.counters.clone(),
                attached: placed.attached.clone(),
            })
            .collect(),
        stack: Vec::new(),
    };
    let mut outcome = Outcome { snapshots: vec![state(&"start".into())], ..Outcome::default() };
    for step in &scenario.script {
        match step {
            Step::Note(name) => outcome.snapshots.push(state(name)),
            Step::Try { name, .. } => outcome.tried.push(Tried { name: name.clone(), legal: true }),
            _ => {}
        }
    }
    outcome.snapshots.push(state(&"after".into()));
    outcome
}

fn bare(life: i32) -> PlayerView {
    let ((poison, hand, library, graveyard), (pool, restricted, lost)) = Default::default();
    PlayerView { life, poison, hand, library, graveyard, pool, restricted, lost }
}

/// What an engine says that is not bad; nothing to `bye`.
fn good(request: &Request) -> Vec<u8> {
    match request {
        Request::Hello { .. } => {
            let engine = "bad".to_owned();
            let (build, features, choices, cards, limits) = Default::default();
            line(&Reply::Hello(Box::new(Hello { version: VERSION, engine, build, features, choices, cards, limits })))
        }
        Request::Case { id, scenario } => {
            line(&Reply::Outcome { id: *id, outcome: Box::new(nothing_happens(scenario)) })
        }
        Request::Bye => Vec::new(),
    }
}

impl Bad {
    /// Nothing if the process is to end.
    fn answer(&mut self, text: &str) -> Option<()> {
        let request: Request = serde_json::from_str(text).expect("a request");
        let good = good(&request);
        let id = match &request {
            Request::Case { id, .. } => *id,
            Request::Hello { .. } => return self.hello(&good),
            Request::Bye => return None,
        };
        self.cases += 1;
        let now = self.cases == BAD;
        let reply = |reply: &Reply| say(&line(reply));
        let with_id = |id: u64| {
            String::from_utf8_lossy(&good).replacen(&format!("\"id\":{}", id_of(&good)), &format!("\"id\":{id}"), 1)
        };
        let question = |options: &[&str]| Question {
            player: PlayerName::P1,
            kind: ChoiceKind::Mana,
            options: options.iter().map(|option| (*option).into()).collect(),
            min: 1,
            max: 1,
            rule: String::new(),
            pick: None,
        };
        let with = |from: &str, to: &str| {
            let said = String::from_utf8_lossy(&good).replacen(from, to, 1);
            assert!(said.as_bytes() != good, "there is no {from}");
            say(said.as_bytes())
        };
        match self.mode.as_str() {
            "claims an aura" if text.contains("Holy Strength") => {
                reply(&Reply::Unsupported { id, what: Missing::Card, name: "Holy Strength".into() })
            }
            mode if now && shapes::find(mode).is_some() => {
                let (Request::Case { scenario, .. }, Some(spoil)) = (&request, shapes::find(mode)) else { return None };
                let mut outcome = nothing_happens(scenario);
                spoil(&mut outcome);
                reply(&Reply::Outcome { id, outcome: Box::new(outcome) })
            }
            "negative number" if now => with("\"id\":", "\"id\":-"),
            "number as text" if now => with(&format!("\"id\":{id}"), &format!("\"id\":\"{id}\"")),
            "number twice" if now => with("\"id\":", &format!("\"id\":{id},\"id\":")),
            "not a number" if now => with("\"life\":", "\"life\":NaN,\"x\":"),
            "endless number" if now => with("\"life\":", "\"life\":1e999,\"x\":"),
            "number of 40 digits" if now => with("\"life\":", &format!("\"life\":{},\"x\":", "9".repeat(40))),
            "counters twice" if now => with("\"zone\":", "\"counters\":{\"a\":1,\"a\":2},\"zone\":"),
            "drips" if now => loop {
                say(b"x")?;
                std::thread::sleep(Duration::from_millis(20));
            },
            "closes its output if odd" if is_odd(&request) => closed(1),
            "closes its input" if now => {
                say(&good)?;
                closed(0)
            }
            "early" if now => say(&[&good[..], with_id(id + 1).as_bytes()].concat()),
            "good, then a flood" if now => {
                say(&good)?;
                let chunk = vec![b'x'; 1 << 20];
                (0..64).try_for_each(|_| say(&chunk))
            }
            "huge outcome" if now => reply(&huge(&request, 1 << 18)),
            "flood of outcomes" => reply(&huge(&request, (1 << 18) - 1024)),
            "flood of letters" => crate::flood::letters(),
            "flood of lines" => crate::flood::lines(),
            "flood on the side" => {
                if let Ok(mut mark) = std::fs::File::create_new(&self.file) {
                    crate::flood::aside();
                    mark.write_all(b"all of it").expect("the mark can be written");
                }
                say(&good)
            }
            "garbage" if now => say(b"no JSON at all\n"),
            "not UTF-8" if now => say(b"{\"reply\":\"error\",\"id\":1,\"message\":\"\xff\xfe\"}\n"),
            "deep" if now => say(format!("{}\n", "[".repeat(100_000)).as_bytes()),
            "wrong number" if now => say(with_id(id + 1).as_bytes()),
            "number of before" if now => say(with_id(id - 1).as_bytes()),
            "twice" if now => say(&[good.clone(), good].concat()),
            "hello again" if now => say(&good_hello()),
            "unknown field" if now => {
                say(String::from_utf8_lossy(&good).replacen("\"id\"", "\"x\":1,\"id\"", 1).as_bytes())
            }
            "half a line" if now => {
                say(&good[..good.len() / 2])?;
                std::process::exit(0)
            }
            "huge line" if now => {
                let chunk = vec![b'x'; 1 << 20];
                (0..64).try_for_each(|_| say(&chunk))
            }
            "flood" if now => loop {
                say(&good)?;
            },
            "silent" if now => {
                std::thread::sleep(Duration::from_secs(600));
                None
            }
            "always silent" => {
                std::thread::sleep(Duration::from_secs(600));
                None
            }
            "deaf" if now => loop {
                std::thread::park();
            },
            "crash by count" if now => std::process::exit(7),
            "crash if odd" if is_odd(&request) => std::process::exit(7),
            "crash if odd, buffered" => {
                if is_odd(&request) {
                    eprintln!("out of cards");
                    std::process::exit(7);
                }
                // Says nothing as long as there is more to read.
                self.kept.extend_from_slice(&good);
                if self.more { Some(()) } else { say(&std::mem::take(&mut self.kept)) }
            }
            "crash once" if now && std::fs::File::create_new(&self.file).is_ok() => std::process::exit(7),
            "always crash" => std::process::exit(7),
            "leaves a child" => {
                if self.cases == 1 {
                    let mut child = Command::new(std::env::current_exe().expect("this program"));
                    // Holds the streams of this process open.
                    child.args(["bad-engine", "sleep", &self.file]).stdin(Stdio::null());
                    self.children.push(child.spawn().expect("another process"));
                }
                if now { std::process::exit(7) } else { say(&good) }
            }
            "noise on the side" => {
                eprint!("{}", "noise ".repeat(200_000));
                say(&good)
            }
            "always in a shape of its own" => {
                let shape = format!(
                    "{{\"reply\":\"outcome\",\"id\":{id},\"outcome\":{{\"snapshots\":[{{\"name\":\"start\",\"players\":[{{\"life\":\"20\"}}]}}]}}}}\n"
                );
                say(shape.as_bytes())
            }
            "unsupported" if now => reply(&Reply::Unsupported { id, what: Missing::Action, name: "cast".into() }),
            "error" if now => reply(&Reply::Error { id, message: "I am confused".into() }),
            "asks for ever" if now || self.cases > BAD => {
                let Request::Case { scenario, .. } = &request else { return None };
                let asked = scenario.answers.iter().map(|answer| Asked {
                    player: answer.player,
                    kind: answer.kind,
                    options: vec!["W".into(), "U".into()],
                    picked: answer.picks.clone(),
                });
                reply(&Reply::Needs { id, question: Box::new(question(&["W", "U"])), asked: asked.collect() })
            }
            "asks something else" => {
                let option = if self.cases.is_multiple_of(2) { "W" } else { "U" };
                reply(&Reply::Needs { id, question: Box::new(question(&[option, "G"])), asked: Vec::new() })
            }
            "asks nonsense" if now => {
                let question = Question { min: 3, ..question(&["W"]) };
                reply(&Reply::Needs { id, question: Box::new(question), asked: Vec::new() })
            }
            _ => say(&good),
        }
    }
}

impl Bad {
    /// What it says to hello.
    fn hello(&self, good: &[u8]) -> Option<()> {
        let with = |more: &str| {
            let said = String::from_utf8_lossy(good).replacen("\"version\":1", &format!("\"version\":1,{more}"), 1);
            say(said.as_bytes())
        };
        match self.mode.as_str() {
            "other version" => say(b"{\"reply\":\"hello\",\"version\":2,\"engine\":\"bad\"}\n"),
            "banner" => say(b"Welcome to this engine\n"),
            "hello of a gibibyte" => {
                say(b"{\"reply\":\"hello\",\"version\":1,\"engine\":\"")?;
                let chunk = vec![b'x'; 1 << 20];
                (0..1024).try_for_each(|_| say(&chunk))
            }
            "drips hello" => loop {
                say(b"x")?;
                std::thread::sleep(Duration::from_millis(20));
            },
            "hello twice" => say(&[good, good].concat()),
            "no window" => with("\"limits\":{\"window\":0}"),
            "negative window" => with("\"limits\":{\"window\":-1}"),
            "window of a million" => with("\"limits\":{\"window\":1000000}"),
            "claims an aura" => with("\"cards\":[\"Holy Strength\"]"),
            "early" => with("\"limits\":{\"window\":1}"),
            "unknown feature" => with("\"features\":[\"telepathy\"]"),
            "unknown choice" => with("\"choices\":[\"everything\"]"),
            _ => say(good),
        }
    }
}

/// An outcome of so many bytes, of as many small parts as there can be: tokens.
fn huge(request: &Request, bytes: usize) -> Reply {
    let Request::Case { id, scenario } = request else { panic!("a case") };
    let mut outcome = nothing_happens(scenario);
    let mut whole = serde_json::to_vec(&outcome).expect("data").len();
    let last = outcome.snapshots.len() - 1;
    let objects = &mut outcome.snapshots[last].objects;
    let mut token = objects[0].clone();
    (token.name, token.counters, token.attached) = ("".into(), Default::default(), None);
    for n in 1.. {
        token.id = format!("token.{n}").into();
        objects.push(token.clone());
        whole += serde_json::to_vec(&token).expect("data").len() + 1;
        if whole >= bytes {
            break;
        }
    }
    Reply::Outcome { id: *id, outcome: Box::new(outcome) }
}

/// Lives on without one of its streams.
#[cfg(unix)]
fn closed(stream: i32) -> Option<()> {
    nix::unistd::close(stream).expect("it is open");
    std::thread::sleep(Duration::from_secs(600));
    None
}

#[cfg(not(unix))]
fn closed(_stream: i32) -> Option<()> {
    std::thread::sleep(Duration::from_secs(600));
    None
}

fn id_of(reply: &[u8]) -> u64 {
    serde_json::from_slice::<Reply>(reply).ok().and_then(|reply| reply.id()).unwrap_or(0)
}
