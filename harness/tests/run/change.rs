//! Changes that must not matter do not matter to the reference, and are undone in what is read back.

use headjudge::case::{answers_any, differ, draw};
use headjudge::generate::{Change, Drawn, Pool};
use headjudge::library::Library;
use headjudge::reference::{PlayOptions, play};
use headjudge::ruling::Ruling;
use headjudge_engine::Rules;
use headjudge_protocol::Outcome;

fn library() -> Library {
    Library::embedded().expect("the embedded library loads")
}

/// What the reference makes of a case, in the ruling's own names.
fn outcome(pool: &Pool, drawn: &Drawn) -> Outcome {
    let played = play(&pool.cards, Rules::default(), &drawn.scenario, PlayOptions::default());
    let outcome = played.result.unwrap_or_else(|fault| panic!("{fault}: {:?}", drawn.scenario));
    drawn.seen(&outcome).into_owned()
}

/// Cases of a ruling that are not changed as drawn.
fn plain<'l>(ruling: &'l Ruling, library: &'l Library) -> impl Iterator<Item = Drawn> + 'l {
    let drawn = (0..24).map(|n| draw(ruling, &library.pool, 7, n).expect("a case").drawn);
    // Surroundings may matter here, where nobody has looked yet whether they do.
    let bare = |drawn: Drawn| drawn.without(&(0..drawn.around).collect::<Vec<_>>());
    drawn.filter(|drawn| drawn.change == Change::None).map(bare)
}

#[test]
fn names_and_seats_do_not_matter_to_the_reference() {
    let library = library();
    let mut compared = 0;
    for ruling in library.rulings.iter().filter(|ruling| !answers_any(ruling)) {
        for drawn in plain(ruling, &library) {
            let as_drawn = outcome(&library.pool, &drawn);
            for changed in [drawn.clone().renamed(), drawn.clone().reseated()] {
                assert_ne!(changed.scenario, drawn.scenario, "{}: nothing was changed", ruling.id);
                let read_back = outcome(&library.pool, &changed);
                let what = changed.change.says().expect("it was changed");
                assert!(!differ(&as_drawn, &read_back), "{}: {what}\n{as_drawn:#?}\n{read_back:#?}", ruling.id);
                compared += 1;
            }
        }
    }
    assert!(compared > 100, "only {compared} cases were compared");
}

#[test]
fn one_case_in_sixteen_is_changed() {
    let library = library();
    for ruling in &library.rulings {
        let changed = (0..320).map(|n| draw(ruling, &library.pool, 7, n).expect("a case").drawn.change);
        let changed = changed.filter(|change| *change != Change::None).count();
        assert!((5..=45).contains(&changed), "{}: {changed} of 320 cases are changed", ruling.id);
    }
}
