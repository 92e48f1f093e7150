//! What comes of bad engines: exactly the cases in which they are bad are told, and nothing is left of them.

use std::time::Duration;

use headjudge::case::{AnswerStream, Laws, draw, prepare};
use headjudge::engines::{Engine as _, EngineError, Job, Limits, Process, Reply};
use headjudge::library::Library;
use headjudge::tape::Source;
use headjudge_protocol::Scenario;
use libtest_mimic::Failed;

use crate::Test;
use crate::bad::BAD;

/// The tests of this file.
pub(crate) const TESTS: &[Test] = &[
    ("bad engines get exactly their verdict", each_verdict),
    ("what is blamed on a case is said", reasons),
    ("a crash is blamed on the case that crashes", crash_by_scenario),
    ("a crash that does not come back is not forgotten", crash_once),
    ("an engine that always crashes still gets every case", always_crash),
    ("an engine that is never in time is given up", given_up),
    ("three failed starts and it is given up", three_starts),
    ("what does not say hello is no engine", no_hello),
    ("questions without end, and other ones", questions),
    ("nothing is left of an engine's children", nothing_left),
    ("a command that cannot be split or found", commands),
];

/// How many cases are sent.
const CASES: u64 = 40;

fn limits() -> Limits {
    Limits { start: Duration::from_secs(20), case: Duration::from_millis(400) }
}

fn command(mode: &str, file: &str) -> String {
    let program = std::env::current_exe().expect("this program").display().to_string();
    shlex::try_join([program.as_str(), "bad-engine", mode, file]).expect("no zero bytes")
}

fn library() -> &'static Library {
    static LIBRARY: std::sync::OnceLock<Library> = std::sync::OnceLock::new();
    LIBRARY.get_or_init(|| Library::embedded().expect("no faults"))
}

/// Scenarios of a ruling.
fn scenarios(ruling: &str) -> Vec<Scenario> {
    let library = library();
    let ruling = library.find(ruling).expect("a ruling");
    let one = |n| {
        let mut first = draw(ruling, &library.pool, 1, n).expect("a case");
        let mut answers = AnswerStream::new(&mut first.after);
        prepare(ruling, &library.pool, first.drawn, &mut answers, Laws::Trusted).expect("a case").drawn.scenario
    };
    (0..CASES).map(one).collect()
}

const PINNED: &str = "nine-lives/each-source";

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
        Reply::NotRun => "not run",
    }
}

/// Runs of equal replies: `2 played, 1 crash, 37 played`.
fn summary(replies: &[Reply]) -> String {
    let runs = replies.chunk_by(|a, b| word(a) == word(b));
    runs.map(|run| format!("{} {}", run.len(), word(&run[0]))).collect::<Vec<_>>().join(", ")
}

/// Eight cases, so that an engine that is bad in every third is so twice.
fn eight(mode: &str) -> Vec<Reply> {
    let engine = Process::new(&command(mode, ""), limits()).expect("a command");
    play(&engine, &scenarios(PINNED)[..8], false)
}

#[expect(clippy::unnecessary_wraps, reason = "tests have one type")]
fn each_verdict() -> Result<(), Failed> {
    assert_eq!(BAD, 3, "the summaries below are written for that");
    // After a restart the count of cases starts again.
    let restarted = |word: &str| format!("2 played, 1 {word}, 2 played, 1 {word}, 2 played");
    let once = |word: &str| format!("2 played, 1 {word}, 5 played");
    for (mode, wanted) in [
        ("good", "8 played".to_owned()),
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
        ("unknown field", "unknown field `x`"),
    ] {
        match &eight(mode)[2] {
            Reply::Protocol(why) => assert!(why.contains(wanted), "{mode}: {why}"),
            other => panic!("{mode}: {other:?}"),
        }
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
    Ok(())
}

#[expect(clippy::unnecessary_wraps, reason = "tests have one type")]
fn always_crash() -> Result<(), Failed> {
    assert_eq!(summary(&eight("always crash")), "8 crash");
    // Every third case of a process: which one that is depends on how the cases before it were sent.
    assert_eq!(summary(&eight("crash by count")), "4 played, 1 crash, 2 played, 1 crash");
    Ok(())
}

fn given_up() -> Result<(), Failed> {
    assert_eq!(summary(&eight("silent")), "4 played, 1 timeout, 2 played, 1 timeout");
    assert_eq!(summary(&eight("deaf")), "4 played, 1 timeout, 2 played, 1 timeout");
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
    assert!(error.contains("the last it wrote: I do not want to"), "{error}");
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

fn nothing_left() -> Result<(), Failed> {
    // Found by a word on its command line that no other process has.
    let folder = tempfile::tempdir()?;
    let token = folder.path().display().to_string();
    let left = || running(&token);
    {
        let engine = Process::new(&command("leaves a child", &token), limits())?;
        let mut session = engine.session()?;
        let scenarios = scenarios(PINNED);
        let mut jobs: Vec<Job<'_>> = scenarios[..2].iter().map(|scenario| Job { scenario, any: None }).collect();
        assert_eq!(summary(&session.play_all(&mut jobs)), "2 played");
        if cfg!(target_os = "linux") {
            // A process that is just starting has no command line yet.
            assert!(soon(|| left() == 2), "the engine and its child are {} processes", left());
        }
        // It crashes while its child holds its streams: that is no reason to wait for the child.
        let mut jobs: Vec<Job<'_>> = scenarios[2..5].iter().map(|scenario| Job { scenario, any: None }).collect();
        let replies = session.play_all(&mut jobs);
        assert_eq!(summary(&replies), "2 played, 1 crash");
    }
    assert!(soon(|| left() == 0), "{} of its processes are left", left());
    Ok(())
}

/// Whether it comes to be so within a few seconds.
fn soon(is_so: impl Fn() -> bool) -> bool {
    (0..500).any(|_| {
        std::thread::sleep(Duration::from_millis(10));
        is_so()
    })
}

/// How many processes have the word on their command line; none where that cannot be found out.
fn running(token: &str) -> usize {
    let Ok(processes) = std::fs::read_dir("/proc") else { return 0 };
    let lines = processes.filter_map(|process| std::fs::read(process.ok()?.path().join("cmdline")).ok());
    lines.filter(|line| String::from_utf8_lossy(line).contains(token)).count()
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
    assert!(said("/no/such/engine").contains("No such file"), "{}", said("/no/such/engine"));
    Ok(())
}
