//! The schemas that are published are those of what is written, and tell it from what is not.

use std::fs;
use std::path::Path;
use std::sync::{Arc, Mutex};

use headjudge::baseline::update::update;
use headjudge::baseline::{Baseline, Sources};
use headjudge::case::{self, AnswerStream, Laws};
use headjudge::certificate::{Certificate, Marks};
use headjudge::engines;
use headjudge::library::Library;
use headjudge::replay::Record;
use headjudge::ruling::Ruling;
use headjudge::run::{DEFAULT_SEED, Failed, Note, Plan, Unwatched, Watch, record, run};
use headjudge::schema::Subject;
use headjudge_protocol::message::{Hello, Limits, Missing, Question, Reply, Request};
use headjudge_protocol::{ChoiceKind, Outcome, PlayerName, Scenario};
use jsonschema::Validator;
use serde_json::{Value, json};

fn library() -> Library {
    Library::embedded().unwrap_or_else(|faults| panic!("{} faults", faults.len()))
}

fn validator(subject: Subject) -> Validator {
    jsonschema::validator_for(subject.schema().as_value()).expect("a schema")
}

/// Fails with everything that is wrong.
fn valid(validator: &Validator, value: &Value) {
    let errors: Vec<String> =
        validator.iter_errors(value).map(|error| format!("{}: {error}", error.instance_path())).collect();
    assert!(errors.is_empty(), "{errors:#?}");
}

/// Every report that the rulings of a topic make: passes, failures, what an engine lacks.
fn reports() -> Vec<Value> {
    let library = library();
    let rulings = library.rulings.iter().filter(|ruling| ruling.topic() == "nine-lives").collect();
    let plan = Plan { rulings, cases: 30, ..Plan::new(&library) };
    let report = |name: &&str| {
        let engine = engines::named(name, &library.pool.cards).expect("an engine");
        let report = run(&plan, &*engine, &Unwatched).expect("it starts");
        serde_json::from_str(&report.to_json().expect("a report is data")).expect("it is JSON")
    };
    ["reference", "mutant:zero-damage-counts", "mutant:prevention-stops-at-nine"].iter().map(report).collect()
}

/// A scenario and what came of it.
fn case() -> (Scenario, Outcome) {
    let library = library();
    let ruling = library.find("nine-lives/two-copies").expect("a ruling");
    let mut first = case::draw(ruling, &library.pool, DEFAULT_SEED, 3).expect("a case");
    let mut answers = AnswerStream::new(&mut first.after);
    let prepared =
        case::prepare(ruling, &library.pool, first.drawn, &mut answers, Laws::Trusted).expect("it is played");
    (prepared.drawn.scenario, prepared.outcome)
}

/// What follows if one thing is taken away, added, or made of another type, anywhere.
fn spoilt(value: &Value) -> Vec<Value> {
    let mut all = Vec::new();
    match value {
        Value::Object(fields) => {
            let mut more = fields.clone();
            more.insert("surplus".to_owned(), json!(1));
            all.push(Value::Object(more));
            for (name, field) in fields {
                let with = |field: Value| {
                    let mut fields = fields.clone();
                    fields.insert(name.clone(), field);
                    Value::Object(fields)
                };
                all.push(with(json!([[]])));
                if name != "counters" {
                    all.extend(spoilt(field).into_iter().take(8).map(with));
                }
            }
        }
        Value::Array(items) => {
            for (at, item) in items.iter().enumerate().take(2) {
                all.extend(spoilt(item).into_iter().take(8).map(|item| {
                    let mut items = items.clone();
                    items[at] = item;
                    Value::Array(items)
                }));
            }
        }
        _ => {}
    }
    all
}

#[test]
fn what_is_published_is_what_is_written() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("schemas");
    for subject in Subject::ALL {
        let path = folder.join(format!("{}.json", subject.name()));
        let text = subject.to_text().expect("a schema is data");
        if std::env::var_os("HEADJUDGE_WRITE_SCHEMAS").is_some() {
            fs::write(&path, &text).expect("the folder is there");
        }
        let published = fs::read_to_string(&path).expect("it is published");
        assert!(published == text, "{} is out of date: HEADJUDGE_WRITE_SCHEMAS=1 writes it", path.display());
    }
}

#[test]
fn reports_fit_their_schema_and_what_is_spoilt_does_not() {
    let schema = validator(Subject::Report);
    for report in reports() {
        valid(&schema, &report);
        let spoilt = spoilt(&report);
        assert!(spoilt.len() > 20, "{}", spoilt.len());
        assert!(spoilt.iter().all(|report| !schema.is_valid(report)));
    }
}

#[test]
fn messages_fit_their_schema_and_what_is_spoilt_does_not() {
    let (scenario, outcome) = case();
    valid(&validator(Subject::Scenario), &json!(scenario));
    valid(&validator(Subject::Outcome), &json!(outcome));
    let question = Question {
        player: PlayerName::P1,
        kind: ChoiceKind::Replacement,
        options: vec!["lives".into(), "lives#2".into()],
        min: 1,
        max: 1,
        rule: "616.1".to_owned(),
        pick: Some(Arc::from("lynx")),
    };
    let hello = Hello {
        version: 1,
        engine: "mine".to_owned(),
        build: "1".to_owned(),
        features: Some(vec!["pay".to_owned()]),
        choices: Some(ChoiceKind::ALL.to_vec()),
        cards: Some(vec!["Forest".to_owned()]),
        limits: Some(Limits { window: Some(3) }),
    };
    let requests =
        [Request::Hello { from: 1, to: 1 }, Request::Case { id: 7, scenario: Box::new(scenario) }, Request::Bye];
    let replies = [
        Reply::Hello(Box::new(hello)),
        Reply::Outcome { id: 7, outcome: Box::new(outcome.clone()) },
        Reply::Unsupported { id: 7, what: Missing::Card, name: "Guile".to_owned() },
        Reply::Needs { id: 7, question: Box::new(question), asked: outcome.asked },
        Reply::Error { id: 0, message: "no".to_owned() },
    ];
    let schema = validator(Subject::Protocol);
    let requests = requests.iter().map(|request| json!(request));
    for message in requests.chain(replies.iter().map(|reply| json!(reply))) {
        valid(&schema, &message);
        let spoilt = spoilt(&message);
        let wrong: Vec<&Value> = spoilt.iter().filter(|message| schema.is_valid(message)).collect();
        assert!(wrong.is_empty(), "these fit: {wrong:#?}");
    }
}

/// Keeps the marks of cases, and the failures as files.
struct Kept<'p> {
    marks: Marks,
    plan: &'p Plan<'p>,
    engine: String,
    records: Mutex<Vec<Record>>,
}

impl Watch for Kept<'_> {
    fn noted(&self, ruling: &Ruling, n: u64, note: &Note) {
        self.marks.add(&ruling.id, n, note);
    }

    fn wants_marks(&self) -> bool {
        true
    }

    fn failed(&self, ruling: &Ruling, failed: &Failed<'_>) {
        let record = record(self.plan, ruling, &self.engine, failed);
        self.records.lock().expect("no panic").extend(record);
    }
}

#[test]
fn certificates_replay_files_and_baselines_fit_their_schemas_and_what_is_spoilt_does_not() {
    let library = library();
    let rulings = library.rulings.iter().filter(|ruling| ruling.topic() == "nine-lives").collect();
    let plan = Plan { rulings, cases: 30, ..Plan::new(&library) };
    let engine = engines::named("mutant:zero-damage-counts", &library.pool.cards).expect("an engine");
    let kept = Kept { marks: Marks::default(), plan: &plan, engine: engine.name(), records: Mutex::default() };
    let report = run(&plan, &*engine, &kept).expect("it starts");
    let fits = |subject: Subject, value: &Value| {
        let schema = validator(subject);
        valid(&schema, value);
        let spoilt = spoilt(value);
        let wrong: Vec<&Value> = spoilt.iter().filter(|value| schema.is_valid(value)).collect();
        assert!(!spoilt.is_empty() && wrong.is_empty(), "{}: these fit: {wrong:#?}", subject.name());
        spoilt.len()
    };
    let certificate = Certificate::new(&report, engine.about().expect("a name"), &library, &kept.marks);
    let text = certificate.expect("a certificate").text();
    let mut certificate: Value = serde_json::from_str(&text).expect("JSON");
    assert!(fits(Subject::Certificate, &certificate) > 20);
    certificate["certificate"] = json!(2);
    assert!(!validator(Subject::Certificate).is_valid(&certificate), "a later version fits");

    let records = kept.records.into_inner().expect("no panic");
    assert!(!records.is_empty());
    for record in &records {
        let text = record.to_text().expect("a record is data");
        assert_eq!(text.lines().count(), 7);
        for line in text.lines() {
            fits(Subject::Replay, &serde_json::from_str(line).expect("JSON"));
        }
    }

    let text = update(&Baseline::empty("b.yaml"), &report, &library, &Sources::default()).text;
    let written: Value = as_json(&text);
    assert!(fits(Subject::Baseline, &written) > 5);
    let schema = validator(Subject::Baseline);
    for (of, fits) in [
        (json!({"baseline": 1, "failures": []}), true),
        (json!({"baseline": 1, "failures": null}), true),
        (json!({"baseline": 1}), false),
        (json!({"baseline": 2, "failures": []}), false),
        (json!(null), false),
    ] {
        assert_eq!(schema.is_valid(&of), fits, "{of}");
        assert_eq!(Baseline::parse("b.yaml", of.to_string().as_bytes()).is_ok(), fits, "{of}");
    }
    let entry = |field: &str, value: &str| {
        let mut written = written.clone();
        written["failures"][0][field] = json!(value);
        written
    };
    for (of, fits) in [
        (entry("link", "https://example.org/7"), true),
        (entry("expires", "2026-12-31"), true),
        (entry("expires", "soon"), false),
        (entry("case", "nine-lives/each-source#1"), false),
        (entry("reason", " "), false),
    ] {
        assert_eq!(schema.is_valid(&of), fits, "{of}");
        assert_eq!(Baseline::parse("b.yaml", of.to_string().as_bytes()).is_ok(), fits, "{of}");
    }
}

/// What a baseline's YAML means as JSON.
fn as_json(text: &str) -> Value {
    serde_yaml::from_str(text).expect("YAML")
}
