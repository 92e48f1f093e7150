//! What comes of bad engines: exactly the cases in which they are bad are told, and nothing is left of them.

use std::time::Duration;

use headjudge::case::{AnswerStream, Laws, draw, prepare};
use headjudge::engines::{Engine as _, EngineError, Job, Limits, Process, Reply, UNREADABLE};
use headjudge::library::Library;
use headjudge::tape::Source;
use headjudge_protocol::Scenario;
use libtest_mimic::Failed;

use crate::Test;
use crate::bad::BAD;
use crate::left::{running, soon};
use crate::shapes;

/// The tests of this file.
pub(crate) const TESTS: &[Test] = &[
    ("bad engines get exactly their verdict", each_verdict),
    ("what is blamed on a case is said", reasons),
    ("outcomes that cannot be ones of their scenario are nonsense", outcomes),
    ("a crash is blamed on the case that crashes", crash_by_scenario),
    ("a crash that does not come back is not forgotten", crash_once),
    ("an engine that always crashes still gets every case", always_crash),
    ("an engine that is never in time is given up", given_up),
    ("an engine of which nothing can be read is given up", never_readable),
    ("three failed starts and it is given up", three_starts),
    ("what does not say hello is no engine", no_hello),
    ("questions without end, and other ones", questions),
    ("a command that cannot be split or found", commands),
];

/// How many cases are sent.
const CASES: u64 = 40;

pub(crate) fn limits() -> Limits {
    Limits { start: Duration::from_secs(20), case: Duration::from_millis(400) }
}

pub(crate) fn command(mode: &str, file: &str) -> String {
    let program = std::env::current_exe().expect("this program").display().to_string();
    shlex::try_join([program.as_str(), "bad-engine", mode, file]).expect("no zero bytes")
}

fn library() -> &'static Library {
    static LIBRARY: std::sync::OnceLock<Library> = std::sync::OnceLock::new();
    LIBRARY.get_or_init(|| Library::embedded().expect("no faults"))
}

/// Scenarios of a ruling.
pub(crate) fn scenarios(ruling: &str) -> Vec<Scenario> {
    let library = library();
    let ruling = library.find(ruling).expect("a ruling");
    let one = |n| {
        let mut first = draw(ruling, &library.pool, 1, n).expect("a case");
        let mut answers = AnswerStream::new(&mut first.after);
        prepare(ruling, &library.pool, first.drawn, &mut answers, Laws::Trusted).expect("a case").drawn.scenario
    };
    (0..CASES).map(one).collect()
}

pub(crate) const PINNED: &str = "nine-lives/each-source";

/// Always the first option.
struct First;

impl Source for First {
    fn below(&mut self, _: u64) -> u64 {
        0
    }
}

fn play(engine: &Process, scenarios: &[Scenario], any: bool) -> Vec<Reply> {
    let mut session = engine.session().expect("it starts");
    let mut sources: Vec<First> = scenarios.iter().map(|_| First).collect();
    let jobs = scenarios.iter().zip(&mut sources);
    let mut jobs: Vec<Job<'_>> =
        jobs.map(|(scenario, source)| Job { scenario, any: any.then_some(source as &mut dyn Source) }).collect();
    session.play_all(&mut jobs)
}

fn word(reply: &Reply) -> &'static str {
    match reply {
        Reply::Outcome(_) => "played",
        Reply::Unsupported { .. } => "unsupported",
        Reply::Unasked(_) => "unasked",
        Reply::Error(_) => "error",
        Reply::Crash(_) => "crash",
        Reply::Timeout => "timeout",
        Reply::Protocol(_) => "protocol",
        Reply::Nondeterministic(_) => "nondeterministic",
        Reply::StateLeak(_) => "state leak",
        Reply::NotRun => "not run",
    }
}

/// Runs of equal replies: `2 played, 1 crash, 37 played`.
pub(crate) fn summary(replies: &[Reply]) -> String {
    let runs = replies.chunk_by(|a, b| word(a) == word(b));
    runs.map(|run| format!("{} {}", run.len(), word(&run[0]))).collect::<Vec<_>>().join(", ")
}

/// The same; then nothing may be left of the engine.
pub(crate) fn played(command: &str, token: &str, scenarios: &[Scenario]) -> Vec<Reply> {
    let engine = Process::new(command, limits()).expect("a command");
    let replies = play(&engine, scenarios, false);
    assert!(soon(|| running(token) == 0), "{command}: {} of its processes are left", running(token));
    replies
}

/// Eight cases, so that an engine that is bad in every third is so twice.
fn eight(mode: &str) -> Vec<Reply> {
    // Its processes are found by a word on their command lines that no other has.
    let folder = tempfile::tempdir().expect("a folder");
    let token = folder.path().display().to_string();
    played(&command(mode, &token), &token, &scenarios(PINNED)[..8])
}

#[expect(clippy::unnecessary_wraps, reason = "tests have one type")]
fn each_verdict() -> Result<(), Failed> {
    assert_eq!(BAD, 3, "the summaries below are written for that");
    // After a restart the count of cases starts again.
    let restarted = |word: &str| format!("2 played, 1 {word}, 2 played, 1 {word}, 2 played");
    let once = |word: &str| format!("2 played, 1 {word}, 5 played");
    for (mode, wanted) in [
        ("good", "8 played".to_owned()),
        ("window of a million", "8 played".to_owned()),
        ("does not end", "8 played".to_owned()),
        ("negative number", restarted("protocol")),
        ("number as text", restarted("protocol")),
        ("number twice", restarted("protocol")),
        ("not a number", restarted("protocol")),
        ("endless number", restarted("protocol")),
        ("number of 40 digits", restarted("protocol")),
        ("counters twice", restarted("protocol")),
        ("hello twice", "8 protocol".to_owned()),
        ("early", "3 played, 1 protocol, 3 played, 1 protocol".to_owned()),
        ("good, then a flood", "3 played, 1 protocol, 3 played, 1 protocol".to_owned()),
        ("noise on the side", "8 played".to_owned()),
        ("garbage", restarted("protocol")),
        ("not UTF-8", restarted("protocol")),
        ("deep", restarted("protocol")),
        ("wrong number", restarted("protocol")),
        ("number of before", restarted("protocol")),
        ("hello again", restarted("protocol")),
        ("unknown field", restarted("protocol")),
        ("half a line", restarted("protocol")),
        ("huge line", restarted("protocol")),
        ("huge outcome", restarted("protocol")),
        // The reply that is one too many is taken for the next case's.
        ("twice", "3 played, 1 protocol, 3 played, 1 protocol".to_owned()),
        ("flood", "3 played, 1 protocol, 3 played, 1 protocol".to_owned()),
        ("unsupported", once("unsupported")),
        ("error", once("error")),
        ("asks nonsense", once("unasked")),
    ] {
        assert_eq!(summary(&eight(mode)), wanted, "{mode}");
    }
    Ok(())
}

#[expect(clippy::unnecessary_wraps, reason = "tests have one type")]
fn reasons() -> Result<(), Failed> {
    for (mode, wanted) in [
        ("garbage", "it said `no JSON at all`, which is no reply"),
        ("wrong number", "it said a reply to case 4 where case 3 was next"),
        ("hello again", "it said hello where case 3 was next"),
        ("half a line", "it ended in the middle of a line"),
        ("huge line", "it said a line of more than 1048576 bytes"),
        ("huge outcome", "it said an outcome of more than 262144 bytes"),
        ("unknown field", "at `x`, there is no field \"x\" here, expected one of"),
        ("negative number", "expected u64, found integer `-3` in column"),
        ("number twice", "the field \"id\" is there twice"),
        ("not a number", "this is no JSON (expected value) in column"),
        ("endless number", "number out of range"),
        ("counters twice", "the counters `a` are there twice"),
    ] {
        told(mode, &eight(mode)[2], wanted);
    }
    told("early", &eight("early")[3], "it said a reply to case 4 before it was sent that case");
    told("hello twice", &eight("hello twice")[0], "it said hello where case 1 was next");
    Ok(())
}

fn told(mode: &str, reply: &Reply, wanted: &str) {
    match reply {
        Reply::Protocol(why) => assert!(why.contains(wanted), "{mode}: {why}"),
        other => panic!("{mode}: {other:?}"),
    }
}

#[expect(clippy::unnecessary_wraps, reason = "tests have one type")]
fn outcomes() -> Result<(), Failed> {
    for (mode, _, wanted) in shapes::ALL {
        let replies = eight(mode);
        // The process has said what cannot be, and is ended for nothing else: it goes on.
        assert_eq!(summary(&replies), "2 played, 1 protocol, 5 played", "{mode}");
        told(mode, &replies[2], wanted);
    }
    Ok(())
}

/// In which cases the first player's life is odd, and what the engine that crashes there got.
fn odd(mode: &str) -> (Vec<bool>, Vec<Reply>) {
    let scenarios = scenarios(PINNED);
    let odd = scenarios.iter().map(|scenario| scenario.board.players[0].life % 2 != 0).collect();
    let engine = Process::new(&command(mode, ""), limits()).expect("a command");
    (odd, play(&engine, &scenarios, false))
}

fn crash_by_scenario() -> Result<(), Failed> {
    // Also if the replies before it are lost with it.
    for mode in ["crash if odd", "crash if odd, buffered"] {
        let (odd, replies) = odd(mode);
        assert!(odd.contains(&true) && odd.contains(&false));
        for (at, (odd, reply)) in odd.iter().zip(&replies).enumerate() {
            let wanted = if *odd { "crash" } else { "played" };
            if word(reply) != wanted {
                return Err(format!("{mode}, case {at}: {reply:?}, not {wanted}").into());
            }
        }
        let Some(Reply::Crash(why)) = replies.iter().find(|reply| word(reply) == "crash") else {
            return Err("no crash".into());
        };
        assert!(why.contains("ended before answering, with exit status: 7"), "{why}");
        assert_eq!(why.contains("the last it wrote: out of cards"), mode.contains("buffered"), "{why}");
    }
    Ok(())
}

fn crash_once() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let mark = folder.path().join("crashed").display().to_string();
    let engine = Process::new(&command("crash once", &mark), limits())?;
    let replies = play(&engine, &scenarios(PINNED), false);
    assert_eq!(summary(&replies), "2 played, 1 crash, 37 played");
    let Reply::Crash(why) = &replies[2] else { return Err("no crash".into()) };
    assert!(why.contains("when it was played again, that did not come back"), "{why}");
    Ok(())
}

fn always_crash() -> Result<(), Failed> {
    assert_eq!(summary(&eight("always crash")), "8 crash");
    // Every third case of a process: which one that is depends on how the cases before it were sent.
    let replies = eight("crash by count");
    assert_eq!(summary(&replies), "4 played, 1 state leak, 2 played, 1 state leak");
    let Reply::StateLeak(why) = &replies[4] else { return Err("no leak".into()) };
    let wanted = "alone in a new process it is answered, and after up to 2 others a process ends again";
    assert!(why.contains(wanted), "{why}");
    Ok(())
}

fn never_readable() -> Result<(), Failed> {
    let engine = Process::new(&command("always in a shape of its own", ""), limits())?;
    let replies = play(&engine, &scenarios(PINNED), false);
    assert_eq!(summary(&replies), format!("{UNREADABLE} protocol, {} not run", CASES - u64::from(UNREADABLE)));
    let lost = engine.lost().ok_or("it is not given up")?.to_string();
    let wanted = "at `outcome.snapshots[0].players[0].life`, expected i32, found string \"20\" in column";
    assert!(lost.contains(wanted) && lost.contains("`headjudge doctor "), "{lost}");
    Ok(())
}

fn given_up() -> Result<(), Failed> {
    assert_eq!(summary(&eight("silent")), "4 played, 1 timeout, 2 played, 1 timeout");
    assert_eq!(summary(&eight("deaf")), "4 played, 1 timeout, 2 played, 1 timeout");
    assert_eq!(summary(&eight("drips")), "4 played, 1 timeout, 2 played, 1 timeout");
    // It answers the case after which it hears nothing more.
    assert_eq!(summary(&eight("closes its input")), "6 played, 1 timeout, 1 played");
    let engine = Process::new(&command("always silent", ""), limits())?;
    let replies = play(&engine, &scenarios(PINNED), false);
    // Each of them once among others, once alone.
    assert_eq!(summary(&replies), "5 timeout, 35 not run");
    assert!(matches!(engine.lost(), Some(EngineError::Lost { .. })));
    Ok(())
}

fn three_starts() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let mark = folder.path().join("starts");
    let engine = Process::new(&command("no hello", &mark.display().to_string()), limits())?;
    let error = engine.session().err().ok_or("it started")?.to_string();
    assert!(error.contains("ended before saying hello, with exit status: 4"), "{error}");
    assert!(error.ends_with("see what it wrote to its standard error:\n  I do not want to"), "{error}");
    // Nobody tries again.
    assert!(engine.session().is_err());
    assert_eq!(std::fs::read_to_string(&mark)?, "xxx");
    Ok(())
}

fn no_hello() -> Result<(), Failed> {
    let limits = Limits { start: Duration::from_millis(400), ..limits() };
    for (mode, limits, wanted) in [
        ("other version", self::limits(), "it speaks version 2 of the protocol, expected 1"),
        ("banner", self::limits(), "instead of hello, it said `Welcome to this engine`, which is no reply"),
        ("silent from the start", limits, "it did not say hello within 400ms"),
        ("drips hello", limits, "it did not say hello within 400ms"),
        ("hello of a gibibyte", self::limits(), "instead of hello, it said a line of more than 1048576 bytes"),
        ("no window", self::limits(), "it wants 0 cases in flight, expected 1 at least"),
        ("negative window", self::limits(), "expected u32, found integer `-1`"),
        ("unknown feature", self::limits(), "nothing is called \"telepathy\" here, expected one of \"players\""),
        ("unknown choice", self::limits(), "nothing is called \"everything\" here, expected one of \"replacement\""),
    ] {
        let error = Process::new(&command(mode, ""), limits)?.hello().err().ok_or("it started")?.to_string();
        assert!(error.contains(wanted), "{mode}: {error}");
    }
    Ok(())
}

fn questions() -> Result<(), Failed> {
    let scenarios = &scenarios(PINNED)[..8];
    let played = |mode: &str, any: bool| -> Result<Vec<Reply>, Failed> {
        Ok(play(&Process::new(&command(mode, ""), limits())?, scenarios, any))
    };
    // Where answers are pinned, a question is a failure, and nothing is sent again.
    assert_eq!(summary(&played("asks for ever", false)?), "2 played, 6 unasked");
    let replies = played("asks for ever", true)?;
    assert_eq!(summary(&replies), "2 played, 6 protocol");
    assert!(matches!(&replies[2], Reply::Protocol(why) if why.contains("more than 64 questions")), "{:?}", replies[2]);
    assert_eq!(summary(&played("asks something else", true)?), "8 nondeterministic");
    assert_eq!(summary(&played("asks nonsense", true)?), "2 played, 1 protocol, 5 played");
    Ok(())
}

fn commands() -> Result<(), Failed> {
    let error = |command: &str| Process::new(command, limits()).and_then(|process| process.hello()).err();
    let said = |command: &str| error(command).map_or_else(String::new, |error| error.to_string());
    for (command, why) in [
        ("engine 'half", "the closing quotation mark ' is missing, for the one that opens in column 8"),
        ("engine \"it's", "the closing quotation mark \" is missing, for the one that opens in column 8"),
        ("engine 'a' \"b\\\"", "the closing quotation mark \" is missing, for the one that opens in column 12"),
        ("engine \\", "nothing follows the backslash at its end"),
    ] {
        assert_eq!(said(command), format!("`{command}`: {why}"));
    }
    assert!(said("  ").contains("the command is empty"));
    assert!(said("/no/such/engine").contains("there is no program `/no/such/engine`"), "{}", said("/no/such/engine"));
    Ok(())
}
