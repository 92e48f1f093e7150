//! The schemas that are published are those of what is written, and tell it from what is not.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use headjudge::case::{self, AnswerStream, Laws};
use headjudge::engines;
use headjudge::library::Library;
use headjudge::run::{DEFAULT_SEED, Plan, Unwatched, run};
use headjudge::schema::Subject;
use headjudge_protocol::message::{Hello, Limits, Missing, Question, Reply, Request};
use headjudge_protocol::{ChoiceKind, Feature, Outcome, PlayerName, Scenario};
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
        features: Some(vec![Feature::Pay]),
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
