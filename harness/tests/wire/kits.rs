//! The adapter kits: whatever the language, the same small toy gives the golden replies of `harness/protocol/transcripts`.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitCode, Stdio};
use std::time::Duration;

use headjudge_protocol::adapter;
use headjudge_protocol::lines::LONGEST;
use headjudge_protocol::message::{Reply, Request};
use libtest_mimic::Failed;

use crate::Test;
use crate::tally::Tally;

/// The tests of this file.
pub(crate) const TESTS: &[Test] = &[
    ("golden lines are read and written unchanged", unchanged),
    ("the kit for Rust gives the golden replies", || check(&["rust"])),
    ("the kit for Python gives the golden replies", || check(&["python3"])),
    ("the kit for Node gives the golden replies", || check(&["node"])),
    ("the kit for Java gives the golden replies", || check(&["java", "javac"])),
];

/// The toy in Rust.
pub(crate) fn toy() -> ExitCode {
    adapter::stdio(&Tally).map_or(ExitCode::FAILURE, |()| ExitCode::SUCCESS)
}

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

/// A request and the reply to it, if there is one.
struct Exchange {
    place: String,
    request: String,
    reply: Option<String>,
}

/// The transcripts, file by file.
fn transcripts() -> Result<Vec<Vec<Exchange>>, Failed> {
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder("protocol/transcripts"))?
        .map(|entry| Ok(entry?.path()))
        .collect::<Result<_, Failed>>()?;
    paths.sort();
    assert!(paths.len() >= 9, "{paths:?}");
    paths.iter().map(|path| transcript(path)).collect()
}

fn transcript(path: &Path) -> Result<Vec<Exchange>, Failed> {
    let mut all: Vec<Exchange> = Vec::new();
    for (at, line) in std::fs::read_to_string(path)?.lines().enumerate() {
        let place = format!("{}:{}", path.display(), at + 1);
        if let Some(request) = line.strip_prefix("→ ") {
            all.push(Exchange { place, request: request.to_owned(), reply: None });
        } else if let Some(reply) = line.strip_prefix("← ") {
            let last = all.last_mut().filter(|last| last.reply.is_none());
            last.ok_or_else(|| format!("{place}: a reply without a request"))?.reply = Some(reply.to_owned());
        } else if !line.starts_with("# ") {
            return Err(format!("{place}: neither a request nor a reply nor a comment").into());
        }
    }
    Ok(all)
}

fn unchanged() -> Result<(), Failed> {
    let (mut requests, mut replies) = (0, 0);
    for exchange in transcripts()?.iter().flatten() {
        let Exchange { place, request, reply } = exchange;
        let reply: Option<(Reply, &String)> = match reply {
            Some(text) => Some((serde_json::from_str(text).map_err(|why| format!("{place}: {why}"))?, text)),
            None => None,
        };
        if let Some((reply, text)) = &reply {
            replies += 1;
            assert_eq!(&serde_json::to_string(reply)?, *text, "{place}");
        }
        match serde_json::from_str::<Request>(request) {
            Ok(read) => {
                requests += 1;
                assert_eq!(&serde_json::to_string(&read)?, request, "{place}");
            }
            Err(why) => assert!(matches!(reply, Some((Reply::Error { .. }, _))), "{place}: {why}"),
        }
    }
    assert!(requests >= 30 && replies >= 30, "{requests} requests, {replies} replies");
    Ok(())
}

/// What is the same in two languages: the messages of errors are for people.
fn compared(reply: &str) -> Result<Reply, Failed> {
    Ok(match serde_json::from_str(reply).map_err(|why| format!("{why}: {reply}"))? {
        Reply::Error { id, message } => {
            assert!(!message.is_empty(), "{reply}");
            Reply::Error { id, message: String::new() }
        }
        other => other,
    })
}

/// Whether the programs of a language are all there; if not, that is said.
pub(crate) fn is_there(programs: &[&str]) -> bool {
    let starts = |program: &str| {
        let version = if program.starts_with("java") { "-version" } else { "--version" };
        Command::new(program).arg(version).output().is_ok_and(|output| output.status.success())
    };
    let missing = programs.iter().find(|program| **program != "rust" && !starts(program));
    if let Some(missing) = missing {
        eprintln!("the adapter kit for {} is not tried: there is no {missing} here", programs[0]);
    }
    missing.is_none()
}

/// The command that starts the toy in a language; `classes` is where Java finds it.
fn command(language: &str, classes: &Path) -> Result<Command, Failed> {
    let toy = |name: &str| folder("adapters/toy").join(name);
    let mut command = Command::new(language);
    match language {
        "python3" => command.arg(toy("tally.py")),
        "node" => command.arg(toy("tally.mjs")),
        "java" => {
            let sources = [folder("adapters/java").join("HeadjudgeAdapter.java"), toy("Tally.java")];
            let made =
                Command::new("javac").args(["-Xlint:all", "-Werror", "-d"]).arg(classes).args(sources).output()?;
            assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
            command.args(["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp"]).arg(classes).arg("Tally")
        }
        _ => {
            command = Command::new(std::env::current_exe()?);
            command.arg("toy")
        }
    };
    Ok(command)
}

/// A toy that is running. It is ended with the test.
struct Toy {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Drop for Toy {
    fn drop(&mut self) {
        // It may well have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Toy {
    fn start(command: &mut Command) -> Result<Toy, Failed> {
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn()?;
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take().ok_or("no output")?);
        Ok(Toy { child, input, output })
    }

    fn send(&mut self, bytes: &[u8]) -> Result<(), Failed> {
        let input = self.input.as_mut().ok_or("the input is closed")?;
        input.write_all(bytes)?;
        Ok(input.flush()?)
    }

    /// The next line, without its end.
    fn line(&mut self) -> Result<String, Failed> {
        let mut line = String::new();
        self.output.read_line(&mut line)?;
        Ok(line.trim_end_matches('\n').to_owned())
    }

    /// Whatever it still says when its input has ended; it has to end well.
    fn rest(mut self) -> Result<String, Failed> {
        drop(self.input.take());
        let mut rest = String::new();
        self.output.read_to_string(&mut rest)?;
        assert!(self.child.wait()?.success(), "{rest}");
        Ok(rest)
    }
}

fn check(programs: &[&str]) -> Result<(), Failed> {
    if !is_there(programs) {
        return Ok(());
    }
    let classes = tempfile::tempdir()?;
    let mut command = command(programs[0], classes.path())?;
    golden(&mut command)?;
    cut(&mut command)?;
    bounded(&mut command)
}

/// All requests at once, then one by one: a kit may not keep a reply back when there is nothing more to read.
fn golden(command: &mut Command) -> Result<(), Failed> {
    // Starting takes some languages longer than all of this, so the transcripts are played in one session.
    let all: Vec<Exchange> = transcripts()?.into_iter().flatten().collect();
    let asked = || all.iter().filter_map(|exchange| Some((exchange, exchange.reply.as_ref()?)));
    let requests: String = asked().map(|(exchange, _)| format!("{}\n", exchange.request)).collect();
    let mut toy = Toy::start(command)?;
    // What follows `bye` is not answered.
    toy.send(format!("{requests}{BYE}\n{CASE}\n").as_bytes())?;
    let said = toy.rest()?;
    let mut lines = said.lines();
    for (Exchange { place, .. }, golden) in asked() {
        let line = lines.next().ok_or_else(|| format!("{place}: there is no reply"))?;
        assert_eq!(compared(line)?, compared(golden)?, "{place}");
    }
    assert_eq!(lines.next(), None);
    let mut toy = Toy::start(command)?;
    for (Exchange { place, request, .. }, golden) in asked() {
        toy.send(format!("{request}\n").as_bytes())?;
        assert_eq!(compared(&toy.line()?)?, compared(golden)?, "{place}");
    }
    assert_eq!(toy.rest()?, "");
    Ok(())
}

const BYE: &str = r#"{"ask":"bye"}"#;

const CASE: &str = r#"{"ask":"case","id":9007199254740991,"scenario":{"board":{"players":[{"life":20},{"life":20}],"active":"p1","step":"main","objects":[{"id":"é→🐾","card":"Forest","owner":"p1","zone":"battlefield"}]},"script":[],"answers":[]}}"#;

/// A request that arrives in pieces, cut within characters.
fn cut(command: &mut Command) -> Result<(), Failed> {
    let mut toy = Toy::start(command)?;
    let bytes = format!("{CASE}\n");
    let start = CASE.find('é').ok_or("a character of several bytes")?;
    let mut before = 0;
    for at in [start + 1, start + 3, start + 4, start + 7, bytes.len()] {
        toy.send(&bytes.as_bytes()[before..at])?;
        before = at;
        std::thread::sleep(Duration::from_millis(15));
    }
    let Reply::Outcome { id, outcome } = serde_json::from_str(&toy.line()?)? else {
        return Err("no outcome".into());
    };
    assert_eq!(id, 9_007_199_254_740_991);
    assert_eq!(&*outcome.snapshots[0].objects[0].id, "é→🐾");
    assert_eq!(toy.rest()?, "");
    Ok(())
}

/// Lines that are too long, or half, are the end; a reply that would be too long is an error.
fn bounded(command: &mut Command) -> Result<(), Failed> {
    let mut ends = |bytes: &[u8]| -> Result<Vec<Reply>, Failed> {
        let mut toy = Toy::start(command)?;
        // It need not read on once the line is too long.
        let _ = toy.send(bytes);
        let said = toy.rest()?;
        said.lines().map(|line| Ok(serde_json::from_str(line)?)).collect()
    };
    let error = |replies: &[Reply], number: u64| matches!(replies, [Reply::Error { id, .. }] if *id == number);
    let long = vec![b' '; LONGEST + 1];
    let replies = ends(&long)?;
    assert!(error(&replies, 0), "{replies:?}");
    let half = ends(b"{\"ask\":")?;
    assert!(error(&half, 0), "{half:?}");
    let just = format!("{}{CASE}\n", " ".repeat(LONGEST - CASE.len()));
    let replies = ends(just.as_bytes())?;
    assert!(matches!(replies[..], [Reply::Outcome { .. }]), "{replies:?}");
    // Each state repeats the name of the object.
    let name = "x".repeat(LONGEST / 3);
    let notes: Vec<String> = (0..3).map(|n| format!("{{\"note\":\"{n}\"}}")).collect();
    let large = CASE.replace("é→🐾", &name).replace("\"script\":[]", &format!("\"script\":[{}]", notes.join(",")));
    let replies = ends(format!("{large}\n").as_bytes())?;
    assert!(error(&replies, 9_007_199_254_740_991), "{} replies", replies.len());
    let deep = format!("{}\n{CASE}\n", "[".repeat(200_000));
    let replies = ends(deep.as_bytes())?;
    assert!(matches!(replies[..], [Reply::Error { id: 0, .. }, Reply::Outcome { .. }]), "{replies:?}");
    Ok(())
}
