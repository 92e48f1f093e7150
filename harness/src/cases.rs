//! The cases: public reports of faults in engines and questions to judges, and where each of them went.

use serde::Deserialize;

use crate::fault::Faults;
use crate::ruling::Ruling;
use crate::yaml::{Node, Value};

/// One public case, as `rulings/cases.yaml` lists them.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PublicCase {
    /// Its number, which never changes.
    pub case: u32,
    /// What it is about, in a few words.
    pub about: String,
    /// The rulings that it became, or became part of.
    #[serde(default)]
    pub rulings: Vec<String>,
    /// Why it became none.
    #[serde(default)]
    pub left_out: Option<String>,
}

/// Reads `cases.yaml` and checks it against the rulings, both ways.
pub fn read(node: &Node, rulings: &[Ruling], faults: &mut Faults) -> Vec<PublicCase> {
    let Some(cases) = faults.take(node.deserialize::<Vec<PublicCase>>()) else { return Vec::new() };
    let nodes = match &node.value {
        Value::List(items) => items.as_slice(),
        _ => &[],
    };
    let mut last = 0;
    if !faults.is_empty() {
        // A ruling with a fault is not among the rulings: to miss it here would tell the fault a second time.
        return cases;
    }
    for (at, case) in cases.iter().enumerate() {
        let place = nodes.get(at).unwrap_or(node);
        if case.case <= last {
            faults.push(
                place.fault(format!("case {} stands after case {last}: each has one entry, in order", case.case)),
            );
        }
        last = case.case;
        if case.rulings.is_empty() == case.left_out.is_none() {
            faults.push(place.fault("a case has either `rulings` or the reason why it is `left_out`"));
        }
        for id in &case.rulings {
            if !rulings.iter().any(|ruling| ruling.id == *id) {
                let near = crate::fault::suggestion(id, rulings.iter().map(|ruling| ruling.id.as_str()));
                let near = near.map_or_else(String::new, |near| format!(", {near}"));
                faults.push(place.fault(format!("there is no ruling `{id}`{near}")));
            }
        }
    }
    for ruling in rulings {
        let Some(report) = ruling.cite.report else { continue };
        if !cases.iter().any(|case| case.case == report && case.rulings.contains(&ruling.id)) {
            faults.push(node.fault(format!("`{}` cites case {report}, which does not list it", ruling.id)));
        }
    }
    cases
}
