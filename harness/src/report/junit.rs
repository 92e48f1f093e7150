//! JUnit XML: a suite for each topic, a test for each ruling. Times are left out, for a report has none.
//!
//! What the engine lacks is a skipped test, what kept it from answering is an error, a broken ruling is a failure.

use std::io;

use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesText, Event};

use super::baseline::Standing;
use super::{Finding, Report, RulingReport, SavedReport, SavedStatus, State, terminal};
use crate::verdict::{Kind, RulingVerdict};

/// How a test ended, in the words of JUnit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Ended {
    Passed,
    Skipped,
    Error,
    Failure,
}

fn ended(report: &Report, ruling: &RulingReport) -> Ended {
    // A ruling that is at fault says nothing, whatever is expected of it.
    if ruling.verdict != RulingVerdict::Faulty {
        match report.standing(ruling) {
            Standing::Expected(_) => return Ended::Skipped,
            Standing::Off(_) => return Ended::Failure,
            Standing::Alone => {}
        }
    }
    match ruling.verdict {
        RulingVerdict::Worst(Kind::Pass) => Ended::Passed,
        RulingVerdict::Worst(Kind::Unsupported | Kind::NotRun) => Ended::Skipped,
        RulingVerdict::Worst(Kind::Fail | Kind::Nondeterministic | Kind::StateLeak) => Ended::Failure,
        RulingVerdict::Worst(Kind::Error | Kind::Timeout | Kind::Crash | Kind::Protocol)
        | RulingVerdict::Vacuous
        | RulingVerdict::Faulty => Ended::Error,
    }
}

pub(super) fn text(report: &Report) -> io::Result<String> {
    let mut writer = Writer::new_with_indent(Vec::new(), b' ', 2);
    writer.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
    let all: Vec<&RulingReport> = report.rulings.iter().collect();
    let lost = lost(report);
    let of = |rulings: &[&RulingReport]| rulings.iter().map(|ruling| ended(report, ruling)).collect::<Vec<_>>();
    let lost_ended = vec![Ended::Failure; lost.len()];
    let saved_ended: Vec<Ended> = report.saved.iter().map(|saved| saved_ended(report, saved)).collect();
    let every = [&of(&all)[..], &lost_ended, &saved_ended].concat();
    counted(&mut writer, ("testsuites", &report.engine), &every, &mut |writer| {
        for topic in &report.topics {
            let in_it = |ruling: &&&RulingReport| ruling.id.split('/').next() == Some(&*topic.topic);
            let rulings: Vec<&RulingReport> = all.iter().filter(in_it).copied().collect();
            counted(writer, ("testsuite", &topic.topic), &of(&rulings), &mut |writer| {
                rulings.iter().try_for_each(|ruling| test(report, writer, ruling))
            })?;
        }
        if !lost.is_empty() {
            counted(writer, ("testsuite", "baseline"), &lost_ended, &mut |writer| {
                lost.iter().try_for_each(|finding| entry(writer, finding))
            })?;
        }
        if !report.saved.is_empty() {
            counted(writer, ("testsuite", "saved failures"), &saved_ended, &mut |writer| {
                report.saved.iter().zip(&saved_ended).try_for_each(|(saved, ended)| saved_test(writer, saved, *ended))
            })?;
        }
        Ok(())
    })?;
    let mut text = String::from_utf8(writer.into_inner()).map_err(io::Error::other)?;
    text.push('\n');
    Ok(text)
}

type Xml = Writer<Vec<u8>>;
type Inner<'a> = &'a mut dyn FnMut(&mut Xml) -> io::Result<()>;

/// Entries of the baseline that are not as expected and belong to no ruling of the report.
fn lost(report: &Report) -> Vec<&Finding> {
    let findings = report.baseline.iter().flat_map(|baseline| &baseline.findings);
    findings.filter(|f| !f.is_fine() && !report.rulings.iter().any(|ruling| ruling.id == f.ruling)).collect()
}

/// Such an entry as a test that failed.
fn entry(writer: &mut Xml, finding: &Finding) -> io::Result<()> {
    let element = writer.create_element("testcase");
    let element = element.with_attributes([("classname", "baseline"), ("name", &*characters(&finding.ruling))]);
    element.write_inner_content(|writer| {
        let message = characters(&finding.to_string());
        writer.create_element("failure").with_attribute(("message", &*message)).write_empty().map(|_| ())
    })?;
    Ok(())
}

/// An element with the numbers of tests in it.
fn counted(writer: &mut Xml, (element, name): (&str, &str), tests: &[Ended], inner: Inner<'_>) -> io::Result<()> {
    let many = |wanted: Ended| tests.iter().filter(|ended| **ended == wanted).count().to_string();
    let (all, failures) = (tests.len().to_string(), many(Ended::Failure));
    let (errors, skipped) = (many(Ended::Error), many(Ended::Skipped));
    let attributes = [("name", name), ("tests", &*all), ("failures", &*failures), ("errors", &*errors)];
    let element = writer.create_element(element).with_attributes(attributes);
    element.with_attribute(("skipped", &*skipped)).write_inner_content(inner)?;
    Ok(())
}

fn test(report: &Report, writer: &mut Xml, ruling: &RulingReport) -> io::Result<()> {
    let (topic, name) = ruling.id.split_once('/').unwrap_or(("", &ruling.id));
    let element = writer.create_element("testcase").with_attributes([("classname", topic), ("name", name)]);
    let ended = ended(report, ruling);
    let message = match report.standing(ruling) {
        Standing::Alone => terminal::plain_line(ruling),
        Standing::Expected(findings) | Standing::Off(findings) => {
            findings.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
        }
    };
    let inner = match ended {
        Ended::Passed => {
            element.write_empty()?;
            return Ok(());
        }
        Ended::Skipped => "skipped",
        Ended::Error => "error",
        Ended::Failure => "failure",
    };
    element.write_inner_content(|writer| {
        let inner = writer.create_element(inner).with_attribute(("message", &*characters(&message)));
        match ended {
            Ended::Skipped => inner.write_empty()?,
            _ => inner.write_text_content(BytesText::new(&characters(&details(ruling))))?,
        };
        Ok(())
    })?;
    Ok(())
}

/// How a failure that an earlier run had saved counts: as one only where it is news, and its ruling counts.
fn saved_ended(report: &Report, saved: &SavedReport) -> Ended {
    let news = |finding: &Finding| {
        finding.state == State::Unknown && finding.ruling == saved.ruling && finding.check == saved.now
    };
    let expected = report.baseline.as_ref().is_some_and(|baseline| !baseline.findings.iter().any(news));
    let contested = report.contested.iter().any(|ruling| ruling.id == saved.ruling);
    match saved.status {
        SavedStatus::PassesNow => Ended::Passed,
        SavedStatus::StillFails if !expected && !contested => Ended::Failure,
        SavedStatus::StillFails | SavedStatus::NoLongerFits | SavedStatus::NotRun => Ended::Skipped,
    }
}

/// Such a failure as a test.
fn saved_test(writer: &mut Xml, saved: &SavedReport, ended: Ended) -> io::Result<()> {
    let (ruling, file) = (characters(&saved.ruling), characters(&saved.file));
    let test = writer.create_element("testcase").with_attributes([("classname", &*ruling), ("name", &*file)]);
    let inner = match ended {
        Ended::Passed => return test.write_empty().map(|_| ()),
        Ended::Skipped => "skipped",
        Ended::Error | Ended::Failure => "failure",
    };
    let message = characters(&terminal::plain(&terminal::saved_line(saved)));
    test.write_inner_content(|writer| {
        writer.create_element(inner).with_attribute(("message", &*message)).write_empty().map(|_| ())
    })?;
    Ok(())
}

/// What there is to say of a test that did not pass, as the terminal says it.
fn details(ruling: &RulingReport) -> String {
    let faults = ruling.faults.iter().map(|fault| fault.message.clone());
    let failures = ruling.failures.iter().enumerate();
    let failures =
        failures.map(|(at, failure)| terminal::plain(&terminal::failure(ruling, failure, &(at + 1).to_string())));
    let all: Vec<String> = ruling.vacuous.iter().cloned().chain(faults).chain(failures).collect();
    all.join("\n")
}

/// XML has no way to write most control characters, not even escaped; an engine's last words may have them.
fn characters(text: &str) -> String {
    let allowed = |c: char| matches!(c, '\t' | '\n') || (c >= ' ' && c != '\u{fffe}' && c != '\u{ffff}');
    text.chars().map(|c| if allowed(c) { c } else { '\u{fffd}' }).collect()
}
