//! The verdict in the shape that shields.io reads from an endpoint.

use serde::Serialize;

use super::Report;
use crate::verdict::{EngineVerdict, RulingVerdict};

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Badge {
    schema_version: u32,
    label: &'static str,
    message: String,
    color: &'static str,
}

pub(super) fn text(report: &Report) -> Result<String, serde_json::Error> {
    let passed = report.rulings.iter().filter(|ruling| ruling.verdict.passed()).count();
    let expected = report.baseline.as_ref().map(|baseline| baseline.as_expected);
    let color = match report.verdict {
        _ if expected == Some(false) => "red",
        EngineVerdict::Fails(_) if expected == Some(true) => "yellowgreen",
        EngineVerdict::Conforms => "brightgreen",
        EngineVerdict::Overclaim => "red",
        EngineVerdict::Fails(RulingVerdict::Faulty) => "lightgrey",
        EngineVerdict::Fails(worst) if worst.went_wrong() => "red",
        EngineVerdict::Fails(_) => "yellow",
    };
    let as_expected = match expected {
        Some(true) => ", as expected",
        Some(false) => ", not as expected",
        None => "",
    };
    let message = format!("{passed} of {} rulings{as_expected}", report.rulings.len());
    let mut text = serde_json::to_string_pretty(&Badge { schema_version: 1, label: "Headjudge", message, color })?;
    text.push('\n');
    Ok(text)
}
