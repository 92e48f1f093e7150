//! One running process: its three streams, each served by a thread of its own, and its end.
//!
//! Nothing here blocks for longer than it is told to: whatever the process writes or does not read, the session goes on.

use std::collections::VecDeque;
use std::io::{BufReader, ErrorKind, Read, Write};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use headjudge_protocol::VERSION;
use headjudge_protocol::lines::{self, Line};
use headjudge_protocol::message::{Hello, Reply, Request};
#[cfg(unix)]
use process_wrap::std::ProcessGroup;
use process_wrap::std::{ChildWrapper, CommandWrap};

use super::groups::{Group, interrupted};
use super::trace::{Tap, Way};
use crate::fault::json_in_line;

/// The longest line that is an outcome, in bytes: those of many cases are kept until all are judged.
const LONGEST_OUTCOME: usize = 1 << 18;

/// What is said of a line that cannot be read.
pub(crate) const NO_REPLY: &str = "which is no reply";

/// How much of what the process writes to its standard error is kept, in bytes.
const KEPT: usize = 1 << 16;

/// How many lines, or parts of long ones, are read ahead: a flood stops there.
const AHEAD: usize = 64;

/// The longest part of a line that is handed on at once, in bytes, so that lines read ahead are bounded in bytes, too.
const PART: usize = 1 << 15;

/// How long a process that was told to end, or seems to have ended, may take to do so.
const GRACE: Duration = Duration::from_millis(300);

/// How often somebody who waits looks whether the run was told to end.
const LOOK_UP: Duration = Duration::from_millis(50);

/// A running process, and the processes of its group. None of them outlives this value.
#[derive(Debug)]
pub(super) struct Child {
    child: Box<dyn ChildWrapper>,
    to: Option<Sender<Vec<u8>>>,
    from: Receiver<Heard>,
    /// The beginning of a long line.
    begun: Vec<u8>,
    errors: Arc<Mutex<VecDeque<u8>>>,
    tap: Tap,
    _group: Group,
}

/// What came from the process.
#[derive(Debug)]
enum Heard {
    /// A part of a line that goes on.
    Part(Vec<u8>),
    /// A line, or what is left of it, and when its end came.
    Line(Vec<u8>, Instant),
    Half,
    TooLong,
    End,
}

/// Why no reply came.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Silence {
    /// Nothing was said in time.
    TooLong,
    /// The process has ended, or has at least closed its output.
    Ended,
    /// What was said is no reply.
    Nonsense(String),
    /// The run was told to end while it waited.
    Interrupted,
}

impl Child {
    /// Starts the process and waits for its `hello`.
    pub(super) fn start(words: &[String], limit: Duration, tap: &Tap) -> Result<(Child, Hello), String> {
        let (program, arguments) = words.split_first().ok_or("the command is empty")?;
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut command = CommandWrap::from(command);
        #[cfg(unix)]
        command.wrap(ProcessGroup::leader());
        let mut child = command.spawn().map_err(|error| not_run(program, &error))?;
        tap.row(Way::About, None, format!("process {} is started", child.id()).as_bytes());
        let group = Group::new(child.id());
        let (input, output, errors) = (child.stdin().take(), child.stdout().take(), child.stderr().take());
        let (to, requests) = channel();
        let (replies, from) = sync_channel(AHEAD);
        let kept: Arc<Mutex<VecDeque<u8>>> = Arc::default();
        // The threads end with the streams: none is waited for, since a process that has left the group may hold them.
        if let Some(input) = input {
            std::thread::spawn(move || write(input, &requests));
        }
        if let Some(output) = output {
            std::thread::spawn(move || read(output, &replies));
        }
        if let Some(errors) = errors {
            let kept = Arc::clone(&kept);
            std::thread::spawn(move || keep(errors, &kept));
        }
        let (to, tap, begun) = (Some(to), tap.clone(), Vec::new());
        let mut child = Child { child, to, from, begun, errors: kept, tap, _group: group };
        child.send(&[(None, line(&Request::Hello { from: VERSION, to: VERSION })?)]);
        match child.reply(Instant::now() + limit) {
            Ok((Reply::Hello(hello), _)) => sound(&hello).map(|()| (child, *hello)),
            Ok((Reply::Error { message, .. }, _)) => Err(format!("it answered hello with an error: {message}")),
            Ok(_) => Err("it did not answer hello with hello".to_owned()),
            Err(Silence::TooLong) => {
                let hint = "flush every line, or give it longer with --start-timeout";
                Err(child.told(&format!("it did not say hello within {limit:?}: {hint}")))
            }
            Err(Silence::Ended) => {
                let ended = child.ended("saying hello");
                Err(match child.written().is_empty() {
                    true => format!("{ended}, and without a word on its standard error: start it by hand and see why"),
                    false => child.told(&ended),
                })
            }
            Err(Silence::Nonsense(why)) => Err(child.told(&format!("instead of hello, {why}"))),
            Err(Silence::Interrupted) => Err("the run was interrupted".to_owned()),
        }
    }

    /// Sends lines with the numbers of their cases; they are written as the process reads them.
    pub(super) fn send(&mut self, lines: &[(Option<u64>, Vec<u8>)]) {
        let mut bytes = Vec::with_capacity(lines.iter().map(|(_, line)| line.len()).sum());
        for (case, line) in lines {
            self.tap.row(Way::To, *case, line);
            bytes.extend_from_slice(line);
        }
        // If the process has closed its input, there will be no reply either, and that is noticed.
        let _closed = self.to.as_ref().map(|to| to.send(bytes));
    }

    /// The next reply, if it comes before the deadline and before the run is told to end, and when it came.
    pub(super) fn reply(&mut self, deadline: Instant) -> Result<(Reply, Instant), Silence> {
        let silence = loop {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.from.recv_timeout(left.min(LOOK_UP)) {
                Err(RecvTimeoutError::Timeout) if interrupted() => break Silence::Interrupted,
                Err(RecvTimeoutError::Timeout) if left > LOOK_UP => {}
                Ok(Heard::Part(part)) => self.begun.extend_from_slice(&part),
                Ok(Heard::Line(rest, when)) => {
                    let mut line = std::mem::take(&mut self.begun);
                    if line.is_empty() {
                        line = rest
                    } else {
                        line.extend_from_slice(&rest)
                    }
                    return self.understood(&line).map(|reply| (reply, when));
                }
                Ok(Heard::Half) => break Silence::Nonsense("it ended in the middle of a line".to_owned()),
                Ok(Heard::TooLong) => {
                    break Silence::Nonsense(format!("it said a line of more than {} bytes", lines::LONGEST));
                }
                Ok(Heard::End) | Err(RecvTimeoutError::Disconnected) => break Silence::Ended,
                // Its output stays open as long as a child that it has left behind holds it.
                Err(RecvTimeoutError::Timeout) if matches!(self.child.try_wait(), Ok(Some(_))) => break Silence::Ended,
                Err(RecvTimeoutError::Timeout) => break Silence::TooLong,
            }
        };
        let what = match &silence {
            Silence::Ended => "there is no more output",
            Silence::TooLong => "there was no reply in time",
            Silence::Interrupted => "the run was interrupted",
            Silence::Nonsense(why) => why,
        };
        self.tap.row(Way::About, None, what.as_bytes());
        Err(silence)
    }

    /// The reply that a line is.
    fn understood(&self, line: &[u8]) -> Result<Reply, Silence> {
        let reply: Result<Reply, _> = serde_json::from_slice(line);
        self.tap.row(Way::From, reply.as_ref().ok().and_then(Reply::id), line);
        if matches!(reply, Ok(Reply::Outcome { .. })) && line.len() > LONGEST_OUTCOME {
            return Err(Silence::Nonsense(format!("it said an outcome of more than {LONGEST_OUTCOME} bytes")));
        }
        reply.map_err(|error| {
            let why = if serde_json::from_slice::<Request>(line).is_ok() {
                "which is what it was sent: the command gives back what it reads, expected an adapter that answers; \
                 `headjudge new adapter` begins one"
                    .to_owned()
            } else if line.trim_ascii_start().starts_with(b"{") {
                format!("{NO_REPLY}: {}{}", place(line), json_in_line(&error))
            } else {
                format!("{NO_REPLY}, expected a line of JSON: banners and logs belong to standard error")
            };
            Silence::Nonsense(format!("it said `{}`, {why}", shortened(line)))
        })
    }

    /// Why the process cannot be used, with what it wrote to its standard error on lines below.
    fn told(&mut self, why: &str) -> String {
        let written = self.written();
        if written.is_empty() {
            return why.to_owned();
        }
        let lines: Vec<String> = written.lines().map(|line| format!("  {line}")).collect();
        format!("{why}; see what it wrote to its standard error:\n{}", lines.join("\n"))
    }

    /// How the process ended before it did what it should have done, for people.
    pub(super) fn ended(&mut self, before: &str) -> String {
        match self.wait() {
            Some(status) => format!("the engine ended before {before}, with {status}"),
            None => format!("the engine closed its output before {before}"),
        }
    }

    /// The last that the process wrote to its standard error, for people, after other words; empty if that is nothing.
    pub(super) fn last_words(&mut self) -> String {
        let written = self.written();
        if written.is_empty() { written } else { format!("; the last it wrote: {written}") }
    }

    /// The last that the process wrote to its standard error.
    fn written(&mut self) -> String {
        const SHOWN: usize = 2000;
        // What was written before the end may still be on its way.
        if self.wait().is_some() {
            std::thread::sleep(Duration::from_millis(2));
        }
        let kept = self.errors.lock().unwrap_or_else(PoisonError::into_inner);
        let last: Vec<u8> = kept.iter().skip(kept.len().saturating_sub(SHOWN)).copied().collect();
        let text = String::from_utf8_lossy(&last);
        text.trim().to_owned()
    }

    /// Waits a little for the process to end by itself.
    fn wait(&mut self) -> Option<ExitStatus> {
        let until = Instant::now() + GRACE;
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status),
                Ok(None) if Instant::now() < until => std::thread::sleep(Duration::from_millis(1)),
                Ok(None) | Err(_) => return None,
            }
        }
    }
}

impl Drop for Child {
    /// Says goodbye, then ends the group, whatever is left of it.
    fn drop(&mut self) {
        if let Ok(bye) = line(&Request::Bye) {
            self.send(&[(None, bye)]);
        }
        // The writer closes the input when it has written what there is.
        self.to = None;
        self.wait();
        // An error means that nobody is left.
        let _nobody = self.child.start_kill();
        let _reaped = self.child.wait();
        self.tap.row(Way::About, None, b"the process is ended");
    }
}

/// Why a program does not run at all.
fn not_run(program: &str, error: &std::io::Error) -> String {
    match error.kind() {
        ErrorKind::NotFound => format!("there is no program `{program}` here, nor where the system looks for programs"),
        ErrorKind::PermissionDenied => {
            format!(
                "`{program}` may not be run: make it executable, or name the program that runs it, as in `python3 FILE`"
            )
        }
        _ => format!("`{program}` does not run: {error}"),
    }
}

/// Whether what an engine says of itself makes sense.
fn sound(hello: &Hello) -> Result<(), String> {
    if hello.version != VERSION {
        return Err(format!("it speaks version {} of the protocol, expected {VERSION}", hello.version));
    }
    match hello.limits.and_then(|limits| limits.window) {
        Some(0) => Err("it wants 0 cases in flight, expected 1 at least".to_owned()),
        _ => Ok(()),
    }
}

/// A request as a line.
pub(super) fn line(request: &Request) -> Result<Vec<u8>, String> {
    let mut line = serde_json::to_vec(request).map_err(|error| error.to_string())?;
    line.push(b'\n');
    Ok(line)
}

/// Which field of a line is not that of a reply, before other words; empty if it is none of them.
fn place(line: &[u8]) -> String {
    let mut json = serde_json::Deserializer::from_slice(line);
    let found = serde_path_to_error::deserialize::<_, Reply>(&mut json).err().map(|error| error.path().to_string());
    found.filter(|path| path != ".").map_or_else(String::new, |path| format!("at `{path}`, "))
}

fn shortened(line: &[u8]) -> String {
    const SHOWN: usize = 80;
    let text = String::from_utf8_lossy(line);
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.into_owned(),
    }
}

fn write(mut input: impl Write, requests: &Receiver<Vec<u8>>) {
    for lines in requests {
        if input.write_all(&lines).and_then(|()| input.flush()).is_err() {
            return;
        }
    }
}

fn read(output: impl Read, replies: &SyncSender<Heard>) {
    let mut output = BufReader::with_capacity(1 << 16, Stamped { stream: output, last: Instant::now() });
    let mut line = Vec::new();
    loop {
        let heard = match lines::read_line(&mut output, &mut line) {
            Ok(Line::Whole) => {
                let when = output.get_ref().last;
                while line.len() > PART {
                    let rest = line.split_off(PART);
                    if replies.send(Heard::Part(std::mem::replace(&mut line, rest))).is_err() {
                        return;
                    }
                }
                Heard::Line(std::mem::take(&mut line), when)
            }
            Ok(Line::Half) => Heard::Half,
            Ok(Line::TooLong) => Heard::TooLong,
            Ok(Line::End) | Err(_) => Heard::End,
        };
        let last = !matches!(heard, Heard::Line(..));
        // When nobody listens any more, the process is about to be ended.
        if replies.send(heard).is_err() || last {
            return;
        }
    }
}

/// A stream that knows when something last came from it.
struct Stamped<R> {
    stream: R,
    last: Instant,
}

impl<R: Read> Read for Stamped<R> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let many = self.stream.read(buffer)?;
        self.last = Instant::now();
        Ok(many)
    }
}

fn keep(mut errors: impl Read, kept: &Mutex<VecDeque<u8>>) {
    let mut chunk = [0; 4096];
    while let Ok(many @ 1..) = errors.read(&mut chunk) {
        let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.extend(&chunk[..many]);
        let surplus = kept.len().saturating_sub(KEPT);
        kept.drain(..surplus);
    }
}
