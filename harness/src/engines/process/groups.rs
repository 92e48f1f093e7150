//! The process groups that run now, so that an interrupted run ends them before it ends itself.

use std::io::{self, Write as _};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::channel;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// The groups, by the number of the process that leads each.
static RUNNING: Mutex<Vec<u32>> = Mutex::new(Vec::new());

/// The exit code of a program that was interrupted, as shells give it: 128 and the number of the signal.
pub const INTERRUPTED: u8 = 130;

/// How long a run that was told to end may take to say what is known.
const GRACE: Duration = Duration::from_secs(10);

/// Whether somebody asks [`interrupted`], so that the first signal is a request.
static LISTENING: AtomicBool = AtomicBool::new(false);

/// Whether there was a signal.
static SIGNALLED: AtomicBool = AtomicBool::new(false);

/// From now on the first signal only makes [`interrupted`] true; the second, or ten seconds, end everything.
pub fn listen_for_signals() {
    LISTENING.store(true, Ordering::SeqCst);
}

/// Whether the run was told to end.
#[must_use]
pub fn interrupted() -> bool {
    SIGNALLED.load(Ordering::Relaxed)
}

/// A group that runs; as long as this value lives, it is ended with the run.
#[derive(Debug)]
pub(super) struct Group(u32);

impl Group {
    pub(super) fn new(leader: u32) -> Group {
        RUNNING.lock().unwrap_or_else(PoisonError::into_inner).push(leader);
        Group(leader)
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        let mut running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(at) = running.iter().position(|leader| *leader == self.0) {
            running.swap_remove(at);
        }
    }
}

/// From now on an interrupt, a hang-up or a request to end ends every engine first. To be called once, by a program.
///
/// # Errors
/// If the system does not let signals be handled.
pub fn end_on_signals() -> io::Result<()> {
    ctrlc::set_handler(|| {
        if LISTENING.load(Ordering::SeqCst) && !SIGNALLED.swap(true, Ordering::SeqCst) {
            std::thread::spawn(|| {
                std::thread::sleep(GRACE);
                end_all();
            });
        } else {
            end_all();
        }
    })
    .map_err(io::Error::other)
}

fn end_all() {
    // The lock is kept: whoever starts another engine now waits for an end that comes first.
    let running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
    for leader in running.iter() {
        end(*leader);
    }
    if LISTENING.load(Ordering::SeqCst) {
        say_so();
    }
    std::process::exit(i32::from(INTERRUPTED));
}

/// Says that a run ends which was to say what is known and has not come to it. Nobody may be reading.
fn say_so() {
    const PATIENCE: Duration = Duration::from_millis(200);
    let (said, wait) = channel();
    std::thread::spawn(move || {
        let written = writeln!(io::stderr(), "error: ended by a signal before there was a report");
        said.send(written.is_ok())
    });
    let _nobody = wait.recv_timeout(PATIENCE);
}

#[cfg(unix)]
fn end(leader: u32) {
    use nix::sys::signal::{Signal, killpg};
    use nix::unistd::Pid;
    if let Ok(leader) = i32::try_from(leader) {
        // An error means that nobody is left.
        let _nobody = killpg(Pid::from_raw(leader), Signal::SIGKILL);
    }
}

#[cfg(not(unix))]
fn end(_leader: u32) {}
