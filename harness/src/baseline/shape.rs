//! The shape of the file for programs that check it: what `file` reads, as a schema. YAML is checked as the JSON that it means.

use schemars::JsonSchema;

use super::FORMAT;

/// Failures that are expected.
#[derive(JsonSchema)]
#[schemars(rename = "Baseline", deny_unknown_fields)]
#[expect(dead_code, reason = "only its schema is asked for")]
pub(crate) struct File {
    /// The version of the file's shape.
    #[schemars(extend("const" = FORMAT))]
    baseline: i64,
    /// The failures; none of an empty list, or of nothing at all.
    failures: Option<Vec<Expected>>,
}

/// One expected failure.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
#[expect(dead_code, reason = "only its schema is asked for")]
struct Expected {
    /// The ruling.
    #[schemars(regex(pattern = r"\S"))]
    ruling: String,
    /// Its check that fails, such as `expectation 2`, `crash` or `unsupported card`.
    #[schemars(regex(pattern = r"\S"))]
    check: String,
    /// The signature of the failure, as a report says it.
    #[schemars(regex(pattern = r"\S"))]
    signature: String,
    /// Why it is expected.
    #[schemars(regex(pattern = r"\S"))]
    reason: String,
    /// Where there is more about it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[schemars(regex(pattern = r"\S"))]
    link: String,
    /// The last day on which it is expected.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[schemars(regex(pattern = r"^\s*[0-9]{4}-[0-9]{2}-[0-9]{2}\s*$"))]
    expires: String,
    /// A case that fails so, `RULING#N@TAPE`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[schemars(regex(pattern = r"^\s*[^#@]+#[0-9]+@t[0-9]+:([0-9]+(,[0-9]+)*)?\s*$"))]
    case: String,
}
