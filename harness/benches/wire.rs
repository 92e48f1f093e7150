//! What a kit costs: cases a second over the wire, as a share of what a process reaches that does nothing but read lines and
//! write the very replies that the adapter gave. `cargo bench -p headjudge --bench wire`.
//!
//! Both are driven by the harness as in a run, in turns, and the best of the rounds counts. Starting is left out, and so are the
//! first cases, in which some languages are still being compiled. Python reads and writes JSON slower than the harness does all
//! of its work, so that there an echo that does no more than that is measured as well.

#[path = "../adapters/toy/tally.rs"]
mod tally;

use std::error::Error;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use headjudge::engines::{Engine as _, Job, Limits, Process, Reply};
use headjudge_protocol::lines::{Line, read_line};
use headjudge_protocol::message::Request;
use headjudge_protocol::{
    ActivateStep, Answer, Board, ChoiceKind, PhaseStep, PlacedObject, PlayerBoard, PlayerName, Scenario, Step, VERSION,
    ZoneName, adapter,
};

/// Cases that are played before it counts, and those that count.
const CASES: (usize, usize) = (2_000, 4_000);

const ROUNDS: usize = 5;

type Fallible<T> = Result<T, Box<dyn Error>>;

fn main() -> Fallible<()> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["echo", file] => echo(Path::new(file)),
        ["toy"] => Ok(adapter::stdio(&tally::Tally)?),
        _ => bench(),
    }
}

/// Reads a line, writes a line, until the input ends.
fn echo(file: &Path) -> Fallible<()> {
    let text = std::fs::read(file)?;
    let mut replies = text.split_inclusive(|byte| *byte == b'\n');
    let mut input = BufReader::with_capacity(1 << 16, std::io::stdin().lock());
    let mut output = std::io::BufWriter::with_capacity(1 << 16, std::io::stdout().lock());
    let mut line = Vec::new();
    while read_line(&mut input, &mut line)? == Line::Whole
        && let Some(reply) = replies.next()
    {
        output.write_all(reply)?;
        if !input.buffer().contains(&b'\n') {
            output.flush()?;
        }
    }
    Ok(output.flush()?)
}

fn bench() -> Fallible<()> {
    let scenarios: Vec<Scenario> = (0..CASES.0 + CASES.1).map(scenario).collect();
    let folder = tempfile::tempdir()?;
    let program = std::env::current_exe()?.display().to_string();
    println!("{:16} {:>14} {:>14} {:>7}   bytes a case, there and back", "", "adapter", "bare echo", "share");
    for language in ["rust", "python", "node", "java"] {
        let Some(command) = command(language, &program, folder.path())? else {
            println!("{language:16} is not here");
            continue;
        };
        let replies = folder.path().join(language);
        let (sent, received) = record(&command, &scenarios, &replies)?;
        let replies = replies.display().to_string();
        let echo = shlex::try_join([program.as_str(), "echo", &replies])?;
        let mut commands = vec![echo, command];
        if language == "python" {
            let script = concat!(env!("CARGO_MANIFEST_DIR"), "/benches/wire.py");
            for what in ["json", "kit"] {
                commands.push(shlex::try_join(["python3", script, what, &replies])?);
            }
        }
        let mut best = vec![0.0_f64; commands.len()];
        for _ in 0..ROUNDS {
            for (best, command) in best.iter_mut().zip(&commands) {
                *best = best.max(cases_a_second(command, &scenarios)?);
            }
        }
        let line = |name: &str, ours: f64, bare: f64, rest: &str| {
            println!("{name:16} {ours:>12.0}/s {bare:>12.0}/s {:>6.0}%   {rest}", 100.0 * ours / bare);
        };
        line(language, best[1], best[0], &format!("{sent}, {received}"));
        if let [_, toy, json, kit] = best[..] {
            line("  of mere JSON", toy, json, "an echo in Python that reads and writes the same JSON");
            line("  without a game", kit, json, "the kit, with states that are ready");
        }
    }
    Ok(())
}

/// The command that starts the toy in a language; nothing if that is not here.
fn command(language: &str, program: &str, folder: &Path) -> Fallible<Option<String>> {
    let adapters = Path::new(env!("CARGO_MANIFEST_DIR")).join("adapters");
    let path = |path: PathBuf| path.display().to_string();
    let toy = |name: &str| path(adapters.join("toy").join(name));
    let runs = |words: &[&str]| Command::new(words[0]).args(&words[1..]).output().is_ok_and(|o| o.status.success());
    let words = match language {
        "rust" => vec![program.to_owned(), "toy".to_owned()],
        "python" if runs(&["python3", "--version"]) => vec!["python3".to_owned(), toy("tally.py")],
        "node" if runs(&["node", "--version"]) => vec!["node".to_owned(), toy("tally.mjs")],
        "java" => {
            let (kit, classes) = (path(adapters.join("java/HeadjudgeAdapter.java")), path(folder.join("classes")));
            if !runs(&["javac", "-d", &classes, &kit, &toy("Tally.java")]) {
                return Ok(None);
            }
            ["java", "-cp", &classes, "Tally"].map(str::to_owned).to_vec()
        }
        _ => return Ok(None),
    };
    Ok(Some(shlex::try_join(words.iter().map(String::as_str))?))
}

/// A board of eight objects, three steps, three states.
fn scenario(n: usize) -> Scenario {
    let card = |at: usize| {
        let (owner, name) = (PlayerName::ALL[at % 2], if at < 4 { "Manalith" } else { "Forest" });
        let zone = if at == 7 { ZoneName::Hand } else { ZoneName::Battlefield };
        PlacedObject::new(&format!("object.{at}"), name, owner, zone)
    };
    let activate = |at: usize| {
        let (by, object) = (PlayerName::P1, format!("object.{at}").into());
        Step::Activate(ActivateStep { by, object, ability: 1, x: 0, targets: Vec::new(), pay: Vec::new() })
    };
    let answer = |kind, picks: &[&str]| {
        let picks = picks.iter().map(|pick| (*pick).into()).collect();
        Answer { player: PlayerName::P1, kind, about: None, picks }
    };
    let color = ["W", "U", "B", "R", "G"][n % 5];
    Scenario {
        board: Board {
            players: vec![PlayerBoard { life: 20, pool: String::new(), poison: 0 }; 2],
            active: PlayerName::P1,
            step: PhaseStep::Main,
            objects: (0..8).map(card).collect(),
        },
        script: vec![activate(0), activate(4), Step::Note("tapped".into()), Step::Resolve],
        answers: vec![answer(ChoiceKind::Mana, &[color]), answer(ChoiceKind::TriggerOrder, &["object.0", "object.0"])],
    }
}

/// Plays all cases once and keeps the replies: how many bytes a case is, there and back.
fn record(command: &str, scenarios: &[Scenario], file: &Path) -> Fallible<(usize, usize)> {
    let mut requests = line(&Request::Hello { from: VERSION, to: VERSION })?;
    for (id, scenario) in (1..).zip(scenarios) {
        requests.extend(line(&Request::Case { id, scenario: Box::new(scenario.clone()) })?);
    }
    let sent = requests.len() / scenarios.len();
    let words = shlex::split(command).ok_or("a quotation mark is missing")?;
    let mut child = Command::new(&words[0])
        .args(&words[1..])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()?;
    let mut input = child.stdin.take().ok_or("no input")?;
    let writer = std::thread::spawn(move || input.write_all(&requests));
    let mut replies = Vec::new();
    let mut output = BufReader::new(child.stdout.take().ok_or("no output")?);
    while output.read_until(b'\n', &mut replies)? > 0 {}
    writer.join().map_err(|_| "the requests were not written")??;
    child.wait()?;
    std::fs::write(file, &replies)?;
    Ok((sent, replies.len() / scenarios.len()))
}

fn line(request: &Request) -> Fallible<Vec<u8>> {
    let mut line = serde_json::to_vec(request)?;
    line.push(b'\n');
    Ok(line)
}

fn cases_a_second(command: &str, scenarios: &[Scenario]) -> Fallible<f64> {
    let process = Process::new(command, Limits { start: Duration::from_secs(30), case: Duration::from_secs(30) })?;
    let mut session = process.session()?;
    let mut jobs: Vec<Job<'_>> = scenarios.iter().map(|scenario| Job { scenario, any: None }).collect();
    let (first, rest) = jobs.split_at_mut(CASES.0);
    let mut all = session.play_all(first);
    let start = Instant::now();
    all.extend(session.play_all(rest));
    let time = start.elapsed();
    match all.iter().find(|reply| !matches!(reply, Reply::Outcome(_))) {
        None => Ok(rest.len() as f64 / time.as_secs_f64()),
        Some(other) => Err(format!("{command}: {other:?}").into()),
    }
}
