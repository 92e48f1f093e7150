//! From the text of a baseline to its entries, or to every fault of it with its place.

use std::collections::BTreeMap;
use std::str::FromStr;

use super::{Baseline, Date, Entry, FORMAT, Key, Places, Saved};
use crate::fault::{Fault, Faults, Span, did_you_mean};
use crate::yaml::{self, Node, Value};

impl Baseline {
    /// Reads a text; `name` is what faults call it.
    ///
    /// # Errors
    /// Every fault of it.
    pub fn parse(name: &str, bytes: &[u8]) -> Result<Baseline, Faults> {
        let mut faults = Faults::new();
        let read = faults.take(yaml::parse_bytes(name, bytes)).and_then(|node| {
            // What was cut off must not pass for a file that expects nothing.
            if matches!(node.value, Value::Null) {
                let what = "nothing is in this file, expected `baseline: 1` and `failures`, which may be an empty list: \
                            `failures: []`";
                let fault = Fault::new(node.source(), Span::default(), what);
                faults.push(fault.with_help("`headjudge baseline update` writes a file that is not there".to_owned()));
                return None;
            }
            baseline(&node, &mut faults)
        });
        faults.sort();
        faults.into_result(read)
    }
}

fn baseline(node: &Node, faults: &mut Faults) -> Option<Baseline> {
    let mut fields = node.reader(faults)?;
    let version = fields.required("baseline", faults, |node, faults| Some((node.int(faults)?, node)));
    if let Some((version, node)) = version.filter(|(version, _)| *version != FORMAT) {
        // Of another version the rest may look like anything.
        let what = format!("version {version} of baselines is not known: this program reads version {FORMAT}");
        faults.push(node.fault(what));
        return None;
    }
    let entries = fields.required("failures", faults, |node, faults| match node.value {
        Value::Null => Some(Vec::new()),
        _ => node.list_of(faults, entry),
    });
    fields.finish(faults);
    let entries = entries?;
    let mut seen: BTreeMap<&Key, usize> = BTreeMap::new();
    for entry in &entries {
        if let Some(line) = seen.insert(&entry.key, entry.line) {
            let span = entry.places.signature;
            let fault = Fault::new(node.source(), span, format!("{} is expected twice", entry.key));
            faults.push(fault.with_help(format!("the other entry begins on line {line}")));
        }
    }
    Some(Baseline { source: node.source().clone(), entries })
}

fn entry(node: &Node, faults: &mut Faults) -> Option<Entry> {
    let text = |node: &Node, faults: &mut Faults| Some((node.filled_str(faults)?.trim().to_owned(), node.span));
    let mut fields = node.reader(faults)?;
    let ruling = fields.required("ruling", faults, text);
    let check = fields.required("check", faults, text);
    let signature = fields.required("signature", faults, text);
    let reason = fields.required("reason", faults, text);
    let link = fields.optional("link", faults, text);
    let expires = fields.optional("expires", faults, parsed::<Date>);
    let case = fields.optional("case", faults, |node, faults| {
        let saved = parsed::<Saved>(node, faults)?;
        let other = ruling.as_ref().filter(|(ruling, _)| *ruling != saved.ruling);
        if let Some((ruling, at)) = other {
            let what = format!("the saved case is one of `{}`, expected one of `{ruling}`", saved.ruling);
            let line = node.source().line_column(at.offset).0;
            // Which of the two is mistyped only whoever wrote them can tell.
            let help =
                format!("`ruling` and `case` name the same ruling: did you mean `{}` on line {line}?", saved.ruling);
            let near = did_you_mean(ruling, [saved.ruling.as_str()]).is_some();
            faults.push(node.fault(what).with_help(near.then_some(help)));
        }
        Some((saved, node.span))
    });
    fields.finish(faults);
    let ((ruling, ruling_at), (check, check_at), (signature, signature_at)) = (ruling?, check?, signature?);
    let places = Places {
        ruling: ruling_at,
        check: check_at,
        signature: signature_at,
        case: case.as_ref().map(|(_, span)| *span),
    };
    Some(Entry {
        key: Key { ruling, check, signature },
        reason: reason?.0,
        link: link.map(|(link, _)| link),
        expires,
        case: case.map(|(case, _)| case),
        line: node.source().line_column(node.span.offset).0,
        places,
    })
}

fn parsed<T: FromStr>(node: &Node, faults: &mut Faults) -> Option<T>
where
    T::Err: std::fmt::Display,
{
    let parsed = node.str(faults)?.trim().parse::<T>();
    parsed.map_err(|error| faults.push(node.fault(error.to_string()))).ok()
}
