//! The order in which cases are sent to a process: many in flight, and who is blamed when it ends in the middle of them.
//!
//! Replies come in the order of the cases, so the first case in flight is the one that an end or a silence is about,
//! unless the process keeps replies in a buffer. So when others were in flight as well, all of them are played again one by
//! one, that case first and in a new process. The one that the process ends in again is to blame; if it does not end in any
//! of them, it is the first after all: an end is never forgotten.
//!
//! A case that ends a process which had played others is played once more, alone in a new one. If it lives there, and the
//! same cases one after the other end a process again, it is they that leave something behind: a leak of state.

use std::collections::VecDeque;
use std::time::Instant;

use headjudge_protocol::Scenario;
use headjudge_protocol::message::{Hello, Reply as Said, Request};

use super::Process;
use super::again::{Fate, again};
use super::child::{Child, Silence, line};
use super::groups::interrupted;
use super::needs::Asking;
use super::trace::Tap;
use crate::engines::{Job, Reply, Session};
use crate::tape::Source;

/// How many cases are in flight at most.
pub(super) const WINDOW: usize = 32;

/// How many of the cases that a process has been sent are remembered, to be played again if it ends.
const REMEMBERED: usize = 256;

/// A session with a process, which is started again whenever it has ended.
#[derive(Debug)]
pub(super) struct Windowed<'e> {
    engine: &'e Process,
    tap: Tap,
    child: Option<Child>,
    window: usize,
    /// The number of the next case.
    next: u64,
    /// What the process has been sent, the last of it.
    sent: VecDeque<Box<Scenario>>,
}

impl<'e> Windowed<'e> {
    pub(super) fn new(engine: &'e Process, tap: Tap, child: Child, hello: &Hello) -> Windowed<'e> {
        Windowed { engine, tap, child: Some(child), window: window(hello), next: 1, sent: VecDeque::new() }
    }

    /// The running process; nothing if the engine is given up.
    fn child(&mut self) -> Option<&mut Child> {
        if self.child.is_none() {
            let (child, hello) = self.engine.start(&self.tap).ok()?;
            self.window = window(&hello);
            self.child = Some(child);
            self.sent.clear();
        }
        self.child.as_mut()
    }

    fn remember(&mut self, scenario: Box<Scenario>) {
        if self.sent.len() == REMEMBERED {
            self.sent.pop_front();
        }
        self.sent.push_back(scenario);
    }
}

fn window(hello: &Hello) -> usize {
    let wanted = hello.limits.and_then(|limits| limits.window).and_then(|n| usize::try_from(n).ok());
    wanted.unwrap_or(WINDOW).clamp(1, WINDOW)
}

impl Session for Windowed<'_> {
    fn play(&mut self, scenario: &Scenario, any: Option<&mut dyn Source>) -> Reply {
        let any = any.map(|source| source as &mut dyn Source);
        self.play_all(&mut [Job { scenario, any }]).pop().unwrap_or(Reply::NotRun)
    }

    fn play_all(&mut self, jobs: &mut [Job<'_>]) -> Vec<Reply> {
        let mut round = Round {
            waiting: (0..jobs.len()).collect(),
            replies: jobs.iter().map(|_| None).collect(),
            cases: jobs.iter_mut().map(Asking::new).collect(),
            flight: VecDeque::new(),
            heard: Instant::now(),
            suspects: None,
            session: self,
        };
        round.run();
        round.replies.into_iter().map(|reply| reply.unwrap_or(Reply::NotRun)).collect()
    }

    fn takes_many(&self) -> bool {
        true
    }
}

/// Cases that are being played.
struct Round<'r, 'a, 'j, 'e> {
    session: &'r mut Windowed<'e>,
    cases: Vec<Asking<'a, 'j>>,
    replies: Vec<Option<Reply>>,
    /// Cases to be sent, in order.
    waiting: VecDeque<usize>,
    /// Cases that were sent.
    flight: VecDeque<Flying>,
    /// When the process was last heard, or was first sent something after a pause.
    heard: Instant,
    suspects: Option<Suspects>,
}

/// A case that was sent.
#[derive(Clone, Copy)]
struct Flying {
    id: u64,
    at: usize,
    when: Instant,
}

/// The cases in one of which the process ended.
struct Suspects {
    /// How many have not been played again yet.
    left: usize,
    /// The first of them.
    first: usize,
    /// What is said of it, if it was none of them.
    reply: Reply,
    /// What the process had been sent.
    sent: VecDeque<Box<Scenario>>,
}

impl Round<'_, '_, '_, '_> {
    fn run(&mut self) {
        while !self.waiting.is_empty() || !self.flight.is_empty() {
            if interrupted() {
                // What is in flight comes to nothing; replies to it must not be taken for those to something else.
                self.session.child = None;
                return;
            }
            if !self.send() {
                return;
            }
            let deadline = self.heard + self.session.engine.limits.case;
            let Some(child) = self.session.child.as_mut() else { return };
            match child.reply(deadline) {
                Ok((said, when)) => self.said(said, when),
                Err(silence) => self.silence(silence),
            }
        }
    }

    /// Sends cases if there is much room; false if the engine is given up.
    fn send(&mut self) -> bool {
        if self.session.child().is_none() {
            return false;
        }
        let room = if self.suspects.is_some() { 1 } else { self.session.window };
        if self.waiting.is_empty() || self.flight.len() > room / 2 {
            return true;
        }
        if self.flight.is_empty() {
            self.heard = Instant::now();
        }
        let (mut lines, when) = (Vec::new(), Instant::now());
        while self.flight.len() < room
            && let Some(at) = self.waiting.pop_front()
        {
            let id = self.session.next;
            self.session.next += 1;
            let request = Request::Case { id, scenario: Box::new(self.cases[at].scenario().clone()) };
            match line(&request) {
                Ok(line) => lines.push((Some(id), line)),
                Err(why) => {
                    self.done(at, Reply::Protocol(why));
                    continue;
                }
            }
            if let Request::Case { scenario, .. } = request {
                self.session.remember(scenario);
            }
            self.flight.push_back(Flying { id, at, when });
        }
        if let Some(child) = self.session.child() {
            child.send(&lines);
        }
        true
    }

    /// A reply that came at that time.
    fn said(&mut self, said: Said, heard: Instant) {
        let Some(Flying { id, at, when }) = self.flight.front().copied() else { return };
        if said.id() != Some(id) {
            let what = said.id().map_or_else(|| "hello".to_owned(), |said| format!("a reply to case {said}"));
            return self.silence(Silence::Nonsense(format!("it said {what} where case {id} was next")));
        }
        if heard < when {
            return self
                .silence(Silence::Nonsense(format!("it said a reply to case {id} before it was sent that case")));
        }
        self.flight.pop_front();
        self.heard = Instant::now();
        self.session.engine.answered();
        let case = &mut self.cases[at];
        let reply = match said {
            Said::Outcome { outcome, .. } => case.outcome(*outcome),
            Said::Needs { question, asked, .. } => match case.needs(&question, &asked) {
                None => return self.waiting.push_front(at),
                Some(reply) => reply,
            },
            Said::Unsupported { what, name, .. } => Reply::Unsupported { what, name },
            Said::Error { message, .. } => Reply::Error(message),
            // Has no number, and so is none of this case.
            Said::Hello(_) => return,
        };
        self.done(at, reply);
    }

    /// No reply to the first case in flight: the process is ended, and the others are sent to another.
    fn silence(&mut self, silence: Silence) {
        let Some(mut child) = self.session.child.take() else { return };
        let Some(Flying { at: first, .. }) = self.flight.pop_front() else { return };
        let exact = self.flight.is_empty() || matches!(silence, Silence::Nonsense(_));
        let reply = match silence {
            Silence::Ended => Reply::Crash(format!("{}{}", child.ended("answering"), child.last_words())),
            Silence::Nonsense(why) => Reply::Protocol(why),
            Silence::Interrupted => Reply::NotRun,
            Silence::TooLong => {
                self.session.engine.late();
                Reply::Timeout
            }
        };
        // One that ends may do so for some cards only; what it says of others is worth a start.
        if let Reply::Protocol(why) = &reply {
            self.session.engine.unreadable(why);
        }
        drop(child);
        let left = self.flight.len() + 1;
        while let Some(Flying { at, .. }) = self.flight.pop_back() {
            self.waiting.push_front(at);
        }
        let sent = std::mem::take(&mut self.session.sent);
        if exact {
            // Whatever was looked for is found.
            self.suspects = None;
            let alone = sent.len() > 1 && matches!(reply, Reply::Crash(_)) && self.lives_alone(first);
            self.done(first, if alone { self.leaked(&sent, reply) } else { reply });
        } else {
            self.waiting.push_front(first);
            self.suspects = Some(Suspects { left, first, reply, sent });
        }
    }

    fn done(&mut self, at: usize, reply: Reply) {
        self.replies[at] = Some(reply);
        if let Some(suspects) = &mut self.suspects {
            suspects.left -= 1;
        }
        if let Some(suspects) = self.suspects.take_if(|suspects| suspects.left == 0) {
            let reply = match suspects.reply {
                crash @ Reply::Crash(_) => self.leaked(&suspects.sent, crash),
                other => other,
            };
            self.replies[suspects.first] = Some(reply);
        }
    }

    /// Whether a case that ended a process is answered by one that has played nothing else.
    fn lives_alone(&self, at: usize) -> bool {
        let Windowed { engine, tap, .. } = &self.session;
        again(engine, tap, std::iter::once(self.cases[at].scenario())) == Fate::Lives
    }

    /// What is said of a case that ended a process and does not do so alone: that others lead to it, if these cases end a process
    /// again.
    fn leaked(&self, sent: &VecDeque<Box<Scenario>>, crash: Reply) -> Reply {
        let Windowed { engine, tap, .. } = &self.session;
        let Reply::Crash(why) = crash else { return crash };
        let many = sent.len() - 1;
        match again(engine, tap, sent.iter().map(|scenario| &**scenario)) {
            Fate::Ends => Reply::StateLeak(format!(
                "{why}; alone in a new process it is answered, and after up to {many} others a process ends again"
            )),
            Fate::Lives | Fate::Unknown => {
                Reply::Crash(format!("{why}; when it was played again, that did not come back"))
            }
        }
    }
}
