//! A new ruling's file, as far as a program can write it: what belongs to its topic, and the board and script of a case.
//!
//! What only a person can say is marked with [`MARK`]; `headjudge lint` tells what is left of it.

mod scenario;

use std::fmt::Write as _;

use crate::clauses::{Clause, Clauses};
use crate::expr::Value;
use crate::fault::Faults;
use crate::generate::{Drawn, Pool};
use crate::library::Library;
use crate::ruling::groups::Groups;
use crate::ruling::lower::{self, Shelf};
use crate::ruling::{AnswersT, Ruling};
use crate::tape::{Playback, Source, Tape, record};
use crate::yaml;

/// What stands where something is left to be written.
pub const MARK: &str = "FILL IN";

/// A ruling with a small board of its own, which loads and is to be rewritten.
#[must_use]
pub fn fresh(library: &Library, id: &str) -> String {
    let mut text = heading(id, None);
    let topic = id.split('/').next().unwrap_or_default();
    text.push_str(&clause(&library.clauses, topic));
    text.push_str(
        "forall:                                           # FILL IN what is drawn anew for every case\n  \
           life: {int: 3..=40}\n\
         given:                                            # FILL IN the board\n  \
           active: p1\n  \
           p1:\n    \
             life: any\n    \
             battlefield:\n      \
               - {id: bear, card: Grizzly Bears}\n  \
           p2:\n    \
             life: $life\n  \
           around: any                                     # other permanents that cannot matter\n\
         when:                                             # FILL IN what is done\n  \
           - attack: {by: p1, with: bear, whom: p2}\n  \
           - to: combat damage\n\
         then:                                             # FILL IN what has to be true, from what was drawn\n  \
           - after.p2.life == life - 2\n\
         labels:                                           # FILL IN boundary conditions: the traps of the clause\n  \
           little is left: life < 10\n",
    );
    text.push_str(&kills(&library.clauses, topic, None));
    text
}

/// A ruling whose board and script are those of a case of another, with those expectations of it that still mean
/// something once the values of the case stand in for its draws.
///
/// # Errors
/// If the tape gives no case of that ruling.
pub fn of_case(library: &Library, id: &str, from: &Ruling, tape: &Tape) -> Result<String, String> {
    let pool = &library.pool;
    let drawn = plain(from, pool, tape)?;
    let topic = id.split('/').next().unwrap_or_default();
    let mut text = heading(id, Some(&from.id));
    if from.topic() == topic {
        let rules: Vec<String> = from.cite.rules.iter().map(|rule| format!("{rule:?}")).collect();
        let report = from.cite.report.map_or_else(String::new, |n| format!("    # that ruling cites public case {n}"));
        let _ = writeln!(text, "clauses: [{}]", from.clauses.join(", "));
        let (document, paragraph) = (&from.cite.document, from.cite.paragraph);
        let _ = writeln!(
            text,
            "cite: {{document: {document}, paragraph: {paragraph}, rules: [{}]}}{report}",
            rules.join(", ")
        );
        text.push_str(SAYS);
    } else {
        text.push_str(&clause(&library.clauses, topic));
    }
    text.push_str(&scenario::given(&drawn));
    text.push_str(&scenario::when(&drawn));
    match &from.answers {
        AnswersT::Any => text.push_str("answers: any\n"),
        AnswersT::Pinned(_) => text.push_str(&scenario::answers(&drawn)),
    }
    let end = kills(&library.clauses, topic, (from.topic() == topic).then_some(from));
    let (kept, others) = expectations(library, id, from, &drawn, (&text, &end));
    text.push_str("then:\n");
    let life = drawn.scenario.board.players.first().map_or(20, |player| player.life);
    match kept.is_empty() {
        true => _ = writeln!(text, "  - start.p1.life == {life}    # {MARK} what has to be true"),
        false => kept.iter().for_each(|line| _ = writeln!(text, "  - {line}")),
    }
    for source in others {
        let _ = writeln!(text, "  # {MARK}, or take out: {}", one_line(&source));
    }
    Ok(text + &end)
}

/// The case of a tape as its ruling says it, without other names and seats.
fn plain(ruling: &Ruling, pool: &Pool, tape: &Tape) -> Result<Drawn, String> {
    let none = |error: crate::generate::NoCase| error.to_string();
    let (drawn, tape) = record(Playback::new(tape), |source: &mut dyn Source| ruling.generate(pool, source));
    drawn.map_err(none)?;
    let mut values = tape.values();
    // How a case is changed is its last choice, and the simplest is not at all.
    if let Some(last) = values.last_mut() {
        *last = 0;
    }
    ruling.generate(pool, &mut Playback::new(&Tape::from_values(values))).map_err(none)
}

fn heading(id: &str, from: Option<&str>) -> String {
    let from = from.map_or_else(String::new, |from| format!(", begun with a case of {from}"));
    format!(
        "# {id}{from}. The format: rulings/README.md.\n\
         # Wherever it says so, {MARK}; `headjudge lint --rulings DIR` tells what is left. Then look at boards\n\
         # (`show {id}#1`), play it (`certify {id}`) and see what it is worth (`mutants {id}`), each with --rulings DIR.\n"
    )
}

const SAYS: &str = "says: >\n  FILL IN the statement, in a sentence or two of your own.\n";

/// The clause of a topic that is there for the taking, and what the topic has else.
fn clause(clauses: &Clauses, topic: &str) -> String {
    let of_topic: Vec<&Clause> = clauses.clauses.iter().filter(|clause| clause.topic == topic).collect();
    let mut text = format!("# {MARK} which statement this encodes. The topic has:\n");
    for clause in &of_topic {
        let _ = writeln!(text, "#   {}", clause.id);
    }
    let Some(first) = of_topic.first() else { return text };
    let _ = writeln!(text, "clauses: [{}]", first.id);
    let (document, paragraph) = first.from.first().map_or(("D0", 1), |place| (&*place.document, place.paragraph));
    let rules: Vec<String> = first.rules.iter().map(|rule| format!("{rule:?}")).collect();
    let _ = writeln!(text, "cite: {{document: {document}, paragraph: {paragraph}, rules: [{}]}}", rules.join(", "));
    text + SAYS
}

/// The mutants that a ruling could kill, by the clause; of another ruling it is only told what that one names, for nobody has
/// seen yet that this one kills any of them.
fn kills(clauses: &Clauses, topic: &str, from: Option<&Ruling>) -> String {
    let wanted = format!("# {MARK} those that `headjudge mutants` shows it to kill, two at least");
    if let Some(from) = from {
        let names: Vec<&str> = from.kills.iter().map(|mutant| mutant.name()).collect();
        return format!("kills: []    {wanted}; {} names {}\n", from.id, names.join(", "));
    }
    let clause = clauses.clauses.iter().find(|clause| clause.topic == topic);
    let named = clause.into_iter().flat_map(|clause| &clause.faults).map(String::as_str);
    let names: Vec<&str> = named.filter(|name| headjudge_engine::Mutant::from_name(name).is_some()).collect();
    format!("kills: [{}]    {wanted}\n", names.join(", "))
}

/// The expectations of a ruling with the values of a case, as items of a list; and the sources of those that mean nothing
/// on its board alone.
fn expectations(
    library: &Library,
    id: &str,
    from: &Ruling,
    drawn: &Drawn,
    (head, end): (&str, &str),
) -> (Vec<String>, Vec<String>) {
    let roots: Vec<Value<'_>> = drawn.values.iter().map(crate::values::DrawnValue::to_value).collect();
    let (mut kept, mut others): (Vec<String>, Vec<String>) = (Vec::new(), Vec::new());
    for expectation in &from.then {
        let program = &expectation.program;
        let line = program.filled(&roots, roots.len()).map(|text| scenario::quoted(&one_line(&text)));
        let good = line.filter(|line| {
            let text = format!("{head}then:\n  - {line}\n{end}");
            loads(library, id, &text).is_some_and(|ruling| {
                let programs = ruling.then.iter().map(|expectation| &expectation.program);
                // On this board it may have become true of everything.
                programs.into_iter().all(|program| program.constant(&[]).is_none() && !program.roots().roots.is_empty())
            })
        });
        match good {
            Some(line) => kept.push(line),
            None => others.push(program.source().to_owned()),
        }
    }
    (kept, others)
}

/// An expression without line breaks.
fn one_line(source: &str) -> String {
    let lines: Vec<&str> = source.lines().map(str::trim).collect();
    lines.join(" ")
}

/// The ruling of a text, if it has no faults. It knows no group of cards.
#[must_use]
pub fn loads(library: &Library, id: &str, text: &str) -> Option<Ruling> {
    let path = format!("{id}.yaml");
    let node = yaml::parse(&path, text).ok()?;
    let (groups, mut faults) = (Groups::new(), Faults::new());
    let Library { pool, clauses, citations, .. } = library;
    lower::ruling(&path, &node, &Shelf { pool, groups: &groups, clauses, citations }, &mut faults)
}
