//! What goes over the wire, written down for whoever writes an adapter: a row for each line, both ways.
//!
//! A row is four columns with a tab between them: the worker, the way (`→` to the engine, `←` from it, `·` for what is no
//! line), the number of the case or `-`, and the line as it is. `cut -f4` gives lines that can be sent again.

use std::fs::File;
use std::io::{self, Write as _};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

/// How much of one line is written, in bytes.
const LONGEST: usize = 1 << 16;

/// How much is written in all, in bytes.
const MOST: u64 = 1 << 28;

/// A file to which the traffic with engines is written.
#[derive(Debug)]
pub struct Trace(Mutex<Writing>);

#[derive(Debug)]
struct Writing {
    file: File,
    /// How many bytes there is still room for.
    left: u64,
    failed: Option<io::Error>,
}

/// Which way a row goes.
#[derive(Debug, Clone, Copy)]
pub(super) enum Way {
    To,
    From,
    /// Something that happened to the process.
    About,
}

impl Trace {
    /// Begins a file, in the place of what is there.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn create(path: &Path) -> io::Result<Trace> {
        Trace::bounded(path, MOST)
    }

    fn bounded(path: &Path, most: u64) -> io::Result<Trace> {
        let mut file = File::create(path)?;
        file.write_all(b"worker\tway\tcase\tline\n")?;
        Ok(Trace(Mutex::new(Writing { file, left: most, failed: None })))
    }

    /// Whether everything was written, as far as there was room.
    ///
    /// # Errors
    /// The first reason why not.
    pub fn end(&self) -> io::Result<()> {
        let mut writing = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        writing.failed.take().map_or(Ok(()), Err)
    }

    fn row(&self, worker: u32, way: Way, case: Option<u64>, line: &[u8]) {
        let way = match way {
            Way::To => '→',
            Way::From => '←',
            Way::About => '·',
        };
        let case = case.map_or_else(|| "-".to_owned(), |case| case.to_string());
        let line = line.strip_suffix(b"\n").unwrap_or(line);
        let shown = String::from_utf8_lossy(&line[..line.len().min(LONGEST)]);
        let cut = match line.len().saturating_sub(LONGEST) {
            0 => String::new(),
            more => format!("… ({more} more bytes are not written)"),
        };
        let row = format!("{worker}\t{way}\t{case}\t{}{cut}\n", shown.replace('\r', "␍"));
        let mut writing = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if writing.left == 0 || writing.failed.is_some() {
            return;
        }
        let room = writing.left.checked_sub(row.len() as u64);
        let written = match room {
            Some(_) => writing.file.write_all(row.as_bytes()),
            None => writing.file.write_all("-\t·\t-\tthe file is full: what follows is not written\n".as_bytes()),
        };
        writing.left = room.unwrap_or(0);
        writing.failed = written.err();
    }
}

/// One worker's access to the file.
#[derive(Debug, Clone)]
pub(super) struct Tap {
    trace: Option<Arc<Trace>>,
    worker: u32,
}

impl Tap {
    pub(super) fn new(trace: Option<&Arc<Trace>>, worker: u32) -> Tap {
        Tap { trace: trace.cloned(), worker }
    }

    pub(super) fn row(&self, way: Way, case: Option<u64>, line: &[u8]) {
        if let Some(trace) = &self.trace {
            trace.row(self.worker, way, case, line);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_cut_and_the_file_comes_to_an_end() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("trace");
        let trace = Trace::bounded(&path, 2 * LONGEST as u64).expect("it can be written");
        trace.row(1, Way::To, Some(7), b"{}\n");
        trace.row(2, Way::From, None, &vec![b'x'; LONGEST + 5]);
        trace.row(2, Way::From, None, &vec![b'y'; LONGEST]);
        trace.row(2, Way::From, None, b"later");
        trace.end().expect("everything was written");
        let text = std::fs::read_to_string(&path).expect("a text");
        let rows: Vec<&str> = text.lines().collect();
        assert_eq!(rows[..2], ["worker\tway\tcase\tline", "1\t→\t7\t{}"]);
        assert!(rows[2].starts_with("2\t←\t-\txxx") && rows[2].ends_with("x… (5 more bytes are not written)"));
        assert_eq!(rows[3..], ["-\t·\t-\tthe file is full: what follows is not written"]);
    }
}
