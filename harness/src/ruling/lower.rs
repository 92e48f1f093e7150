//! From the nodes of a file to a ruling, with every fault of the file.

use std::sync::Arc;

use headjudge_engine::Mutant;

use super::groups::Groups;
use super::{AnswersT, Cite, Expectation, Label, Level, Ruling, Status};
use super::{board, draws, script};
use crate::clauses::{Citations, Clauses, TOPICS};
use crate::digest::Digest;
use crate::expr::{self, Env, Program, Type};
use crate::fault::{Faults, listed, suggestion};
use crate::generate::Pool;
use crate::view::check_env;
use crate::yaml::{Node, Value};

/// What rulings refer to.
#[derive(Debug, Clone, Copy)]
pub struct Shelf<'a> {
    /// The cards.
    pub pool: &'a Pool,
    /// Groups of cards.
    pub groups: &'a Groups,
    /// The clauses.
    pub clauses: &'a Clauses,
    /// What can be cited.
    pub citations: &'a Citations,
}

/// The least share of cases for a label that names none.
const FLOOR: u32 = 1;

/// Compiles an expression that stands in a node's text from byte `offset` on; its faults become faults of the file.
pub(super) fn compile(
    node: &Node,
    text: &str,
    offset: usize,
    env: &Env,
    expected: Option<&Type>,
    faults: &mut Faults,
) -> Option<Program> {
    match expr::compile(text, env, expected) {
        Ok(program) => Some(program),
        Err(found) => {
            for fault in found {
                let range = fault.span.range();
                let message = fault.to_string();
                faults.push(node.part_fault(offset + range.start, range.len(), message).with_help(fault.help));
            }
            None
        }
    }
}

/// An expression that is the whole text of a node.
pub(super) fn expression(node: &Node, env: &Env, expected: &Type, faults: &mut Faults) -> Option<Program> {
    if matches!(node.value, Value::Map(_) | Value::List(_)) {
        let help =
            "quote the expression: unquoted, a colon before a space or a leading bracket means something to YAML";
        faults
            .push(node.fault(format!("expected an expression, found {}", node.describe())).with_help(help.to_owned()));
        return None;
    }
    let text = node.filled_str(faults)?;
    compile(node, text, 0, env, Some(expected), faults)
}

/// Reads a ruling. `path` is the file's, below `rulings/`.
pub fn ruling(path: &str, node: &Node, shelf: &Shelf<'_>, faults: &mut Faults) -> Option<Ruling> {
    let id = path.strip_suffix(".yaml").unwrap_or(path).to_owned();
    let topic = id.split('/').next().unwrap_or_default();
    if !TOPICS.contains(&topic) || id.matches('/').count() != 1 {
        let message = format!("a ruling lies in one of the folders {}", listed(TOPICS));
        faults.push(node.fault(message).with_help(suggestion(topic, TOPICS)));
    }
    let known = faults.len();
    let mut fields = node.reader(faults)?;
    let clauses = fields.required("clauses", faults, |n, f| n.list_of(f, |n, f| clause(n, topic, shelf, f)));
    let cite = fields.required("cite", faults, |n, f| cite(n, shelf, f));
    let says = fields.required("says", faults, |n, f| n.filled_str(f).map(|s| s.trim().to_owned()));
    let status = status(&mut fields, faults);
    let mut env = Env::new();
    let draws = fields.optional("forall", faults, |n, f| draws::draws(n, shelf, &mut env, f)).unwrap_or_default();
    let lets = fields.optional("let", faults, |n, f| draws::lets(n, &mut env, f)).unwrap_or_default();
    let wheres = fields.optional("where", faults, |n, f| n.list_of(f, |n, f| expression(n, &env, &Type::Bool, f)));
    let given = fields.required("given", faults, |n, f| board::given(n, shelf, &env, f));
    let entries: Vec<(Arc<str>, bool)> = given
        .iter()
        .flat_map(|g| &g.entries)
        .map(|e| (Arc::clone(&e.id), matches!(e.many, super::Many::One)))
        .collect();
    let mut steps = script::Steps { env: &env, entries: &entries, notes: Vec::new(), tries: Vec::new() };
    let script = fields.required("when", faults, |n, f| n.list_of(f, |n, f| steps.step(n, f)));
    let answers = fields.optional("answers", faults, |n, f| steps.answers(n, f));
    let script::Steps { notes, tries, .. } = steps;
    let players = given.as_ref().map_or(2, |g| g.players.len());
    let check = check_env(env.clone(), players, &entries, &notes, &tries);
    let then = fields.required("then", faults, |n, f| {
        let all = n.list_of(f, |n, f| expectation(n, &check, f))?;
        if all.is_empty() {
            f.push(n.fault("a ruling expects at least one thing"));
        }
        Some(all)
    });
    let labels = labels(&mut fields, &check, faults);
    let kills = fields.required("kills", faults, |n, f| n.list_of(f, mutant));
    fields.finish(faults);
    // A ruling with faults is no ruling; whatever was read of it served to find them.
    if faults.len() > known {
        return None;
    }
    let mut digest = Digest::default();
    digest.add(node.source().text());
    Some(Ruling {
        id,
        clauses: clauses?,
        cite: cite?,
        says: says?,
        status: status?,
        draws,
        lets,
        wheres: wheres.unwrap_or_default(),
        given: given?,
        script: script?,
        answers: answers.unwrap_or(AnswersT::Pinned(Vec::new())),
        then: then?,
        labels,
        kills: kills?,
        notes,
        tries,
        digest: digest.0,
    })
}

fn clause(node: &Node, topic: &str, shelf: &Shelf<'_>, faults: &mut Faults) -> Option<String> {
    let id = node.filled_str(faults)?;
    let Some(clause) = shelf.clauses.find(id) else {
        let help = suggestion(id, shelf.clauses.clauses.iter().map(|c| c.id.as_str()));
        faults.push(node.fault(format!("there is no clause \"{id}\"")).with_help(help));
        return None;
    };
    if clause.topic != topic {
        faults.push(node.fault(format!("the clause `{id}` belongs to the topic `{}`", clause.topic)));
    }
    Some(id.to_owned())
}

fn cite(node: &Node, shelf: &Shelf<'_>, faults: &mut Faults) -> Option<Cite> {
    let mut fields = node.reader(faults)?;
    let document = fields.required("document", faults, |n, f| {
        let names: Vec<&str> = shelf.clauses.documents.keys().map(String::as_str).collect();
        n.word(&names, f).map(str::to_owned)
    });
    let last = document.as_ref().and_then(|d| shelf.clauses.documents.get(d)).map_or(1, |d| d.paragraphs);
    let paragraph = fields.required("paragraph", faults, |n, f| n.int_in(1..=i64::from(last), f));
    let rules = fields.required("rules", faults, |n, f| n.list_of(f, |n, f| rule(n, shelf, f)));
    let report = fields.optional("report", faults, |n, f| n.int_in(1..=i64::from(u32::MAX), f));
    fields.finish(faults);
    Some(Cite {
        document: document?,
        paragraph: u32::try_from(paragraph?).ok()?,
        rules: rules?,
        report: report.and_then(|n| u32::try_from(n).ok()),
    })
}

fn rule(node: &Node, shelf: &Shelf<'_>, faults: &mut Faults) -> Option<String> {
    let number = node.filled_str(faults)?;
    if !shelf.citations.has(number) {
        let help = suggestion(number, shelf.citations.numbers());
        let edition = &shelf.citations.edition;
        let message = format!("the rules of {edition} have no number \"{number}\"");
        faults.push(node.fault(message).with_help(help));
        return None;
    }
    Some(number.to_owned())
}

fn status(fields: &mut crate::yaml::Reader<'_>, faults: &mut Faults) -> Option<Status> {
    let contested = fields.optional("status", faults, |n, f| n.word(&["contested"], f).map(|_| n));
    let why = fields.optional("why", faults, |n, f| n.filled_str(f).map(|text| (n, text.trim().to_owned())));
    match (contested, why) {
        (None, None) => Some(Status::Certifies),
        (Some(_), Some((_, why))) => Some(Status::Contested(why)),
        (Some(node), None) => {
            faults.push(node.fault("a contested ruling says why: the field \"why\" is missing"));
            None
        }
        (None, Some((node, _))) => {
            faults.push(
                node.fault("only a contested ruling has a \"why\"").with_help("add status: contested".to_owned()),
            );
            None
        }
    }
}

fn expectation(node: &Node, env: &Env, faults: &mut Faults) -> Option<Expectation> {
    let program = expression(node, env, &Type::Bool, faults)?;
    let level = level(&program);
    Some(Expectation { program, level })
}

/// What an expression looks at, from the paths that it reads.
fn level(program: &Program) -> Level {
    let paths = &program.roots().paths;
    let reads = |wanted: fn(&[String]) -> bool| paths.iter().any(|path| wanted(path));
    if reads(|path| path.first().is_some_and(|root| root == "asked" || root == "tried")) {
        Level::Offers
    } else if reads(|path| path.get(1).is_some_and(|field| field == "stack")) {
        Level::Stack
    } else {
        Level::State
    }
}

fn labels(fields: &mut crate::yaml::Reader<'_>, env: &Env, faults: &mut Faults) -> Vec<Label> {
    let mut labels: Vec<Label> = Vec::new();
    if let Some(node) = fields.field("labels") {
        for (key, value) in node.map(faults).unwrap_or_default() {
            if let Some(program) = expression(value, env, &Type::Bool, faults) {
                labels.push(Label { name: key.name.clone(), program, floor: u8::try_from(FLOOR).unwrap_or(1) });
            }
        }
        if let Some(reach) = fields.field("reach") {
            let names: Vec<String> = match &node.value {
                Value::Map(entries) => entries.iter().map(|(key, _)| key.name.clone()).collect(),
                _ => Vec::new(),
            };
            for (key, value) in reach.map(faults).unwrap_or_default() {
                let percent = value.percent(faults);
                if !names.contains(&key.name) {
                    let help = suggestion(&key.name, names.iter().map(String::as_str));
                    faults.push(reach.key_fault(key, format!("there is no label \"{}\"", key.name)).with_help(help));
                }
                if let (Some(label), Some(percent)) = (labels.iter_mut().find(|l| l.name == key.name), percent) {
                    label.floor = u8::try_from(percent).unwrap_or(100);
                }
            }
        }
    } else if let Some((key, _)) = fields.entry("reach") {
        faults.push(fields.node().key_fault(key, "there are no labels to reach"));
    }
    labels
}

fn mutant(node: &Node, faults: &mut Faults) -> Option<Mutant> {
    let name = node.filled_str(faults)?;
    let found = Mutant::from_name(name);
    if found.is_none() {
        let help = suggestion(name, Mutant::ALL.iter().map(|m| m.name()));
        faults.push(node.fault(format!("there is no mutant \"{name}\"")).with_help(help));
    }
    found
}
