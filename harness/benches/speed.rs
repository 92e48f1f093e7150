//! What a run spends its time on: `cargo bench -p headjudge`.

use std::hint::black_box;
use std::sync::Arc;

use divan::Bencher;
use divan::counter::ItemsCount;
use headjudge::engines::named;
use headjudge::library::Library;
use headjudge::run::{Plan, Unwatched, run};
use headjudge_engine::layers::derive;
use headjudge_engine::produce::could_produce_now;
use headjudge_engine::setup::AttachedTo;
use headjudge_engine::{
    Action, Choices, Game, ObjectId, ObjectSetup, PlayerId, Question, Rules, Setup, Stop, Zone, act,
};

fn main() {
    divan::main();
}

/// The first of whatever is asked.
struct First;

impl Choices for First {
    fn choose(&mut self, _: &Game, question: &Question) -> Result<Vec<usize>, Stop> {
        let many = match question.form {
            headjudge_engine::Form::One => 1,
            headjudge_engine::Form::Order => question.options.len(),
            headjudge_engine::Form::Some { min, .. } => usize::from(min),
        };
        Ok((0..many).collect())
    }
}

fn library() -> Library {
    match Library::embedded() {
        Ok(library) => library,
        Err(faults) => panic!("{}", faults.render(headjudge::fault::Style::Plain)),
    }
}

/// Cards in these zones, the players taking turns to own them.
fn game(cards: &[(&str, Zone)]) -> Game {
    let library = library();
    let table = &library.pool.cards;
    let mut setup = Setup::new(2);
    for (n, (name, zone)) in cards.iter().enumerate() {
        let owner = PlayerId(u8::from(n % 2 == 1));
        setup.objects.push(ObjectSetup {
            card: table.find(name).unwrap_or_else(|| panic!("no card is called {name}")),
            owner,
            controller: owner,
            zone: *zone,
            tapped: false,
            fresh: false,
            counters: Vec::new(),
            damage: 0,
            attached: (*name == "Lignify").then_some(AttachedTo::Object(0)),
            copy_of: None,
            tag: None,
        });
    }
    setup.start(Arc::clone(table), Rules::default()).unwrap_or_else(|fault| panic!("{fault}"))
}

const TWELVE: [&str; 12] = [
    "Grizzly Bears",
    "Hill Giant",
    "Forest",
    "Forest",
    "Nine Lives",
    "Hungry Lynx",
    "Llanowar Elves",
    "Muck Rats",
    "Sol Ring",
    "Mana Flare",
    "Craw Wurm",
    "Mountain",
];

fn twelve() -> Game {
    game(&TWELVE.map(|name| (name, Zone::Battlefield)))
}

/// Every ruling, fifty cases each: drawn, played, judged.
#[divan::bench(sample_count = 10)]
fn cases_of_every_ruling(bencher: Bencher<'_, '_>) {
    let library = library();
    let engine = named("reference", &library.pool.cards).unwrap_or_else(|error| panic!("{error}"));
    let plan = Plan { cases: 50, ..Plan::new(&library) };
    let bencher = bencher.counter(ItemsCount::new(plan.total()));
    bencher.bench_local(|| run(&plan, &*engine, &Unwatched).map(|report| report.rulings.len()));
}

/// A step of twelve permanents: everybody passes, and the game comes to rest in the next one.
#[divan::bench]
fn a_settled_step(bencher: Bencher<'_, '_>) {
    let game = twelve();
    bencher.with_inputs(|| game.clone()).bench_local_refs(|game| {
        for _ in 0..2 {
            let player = game.turn().priority.unwrap_or(PlayerId(0));
            act::act(game, player, &Action::Pass, &mut First).unwrap_or_else(|error| panic!("{error}"));
        }
    });
}

#[divan::bench]
fn clone_of_twelve_objects(bencher: Bencher<'_, '_>) {
    let game = twelve();
    bencher.bench_local(|| black_box(&game).clone());
}

#[divan::bench]
fn derive_twelve_permanents(bencher: Bencher<'_, '_>) {
    let game = twelve();
    bencher.bench_local(|| derive(black_box(&game)));
}

/// 106.7: lands that all ask each other, and one Forest at the end of it.
#[divan::bench(args = [20, 200])]
fn lands_that_ask_each_other(bencher: Bencher<'_, '_>, lands: usize) {
    let mut cards: Vec<(&str, Zone)> = (1..lands)
        .map(|n| (if n % 3 == 0 { "Exotic Orchard" } else { "Reflecting Pool" }, Zone::Battlefield))
        .collect();
    cards.push(("Forest", Zone::Battlefield));
    let game = game(&cards);
    bencher.bench_local(|| could_produce_now(black_box(&game), ObjectId(0)));
}

#[divan::bench]
fn the_library(bencher: Bencher<'_, '_>) {
    bencher.bench_local(library);
}
