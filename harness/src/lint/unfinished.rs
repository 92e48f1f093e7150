//! What `headjudge new ruling` leaves to be written, and nobody has.

use super::Findings;
use crate::fault::{Fault, Source, Span};
use crate::skeleton::MARK;

pub(super) fn check(files: &[(String, String)], findings: &mut Findings) {
    for (path, text) in files.iter().filter(|(path, _)| path.ends_with(".yaml")) {
        let source = Source::new(path, text);
        // The first lines of a new file tell what the mark means.
        let heading = text.lines().take_while(|line| line.starts_with("# ")).map(|line| line.len() + 1).sum();
        for (at, _) in text.match_indices(MARK) {
            let told = at < heading && text[..at].ends_with("says so, ");
            if !told {
                let fault = Fault::new(&source, Span::new(at, MARK.len()), "this is still to be written");
                let help = format!("write it, and take out \"{MARK}\"");
                findings.faults.push(fault.with_help(help));
            }
        }
    }
}
