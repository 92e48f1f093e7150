//! Random legal play on random boards: no panic, every invariant after every step, refusals that change nothing, and the
//! same game again from the same seed.

use headjudge_engine::act::{ActError, Activate, Cast};
use headjudge_engine::choices::Answer;
use headjudge_engine::counter::CounterKind;
use headjudge_engine::offers::legal_actions;
use headjudge_engine::settle::settle;
use headjudge_engine::setup::AttachedTo;
use headjudge_engine::{
    Action, CardId, Choice, Choices, Form, Game, ManaType, ObjectId, ObjectSetup, PlayerId, Question, QuestionKind,
    Recipient, Rules, Setup, Step, Stop, Zone, act, invariant,
};

use crate::common::cards;

const GAMES: u64 = 2_000;
const STEPS: u32 = 40;

/// A linear congruential generator: the same numbers on every machine.
#[derive(Debug, Clone)]
struct Chance(u64);

impl Chance {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % n.max(1)
    }

    fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    fn small(&mut self, n: usize) -> u32 {
        u32::try_from(self.below(n)).expect("a small number")
    }
}

impl Choices for Chance {
    fn choose(&mut self, _game: &Game, question: &Question) -> Result<Answer, Stop> {
        let n = question.options.len();
        let mut order: Vec<usize> = (0..n).collect();
        (1..n).for_each(|at| order.swap(at, self.below(at + 1)));
        let many = match question.form {
            Form::One => 1,
            Form::Order => n,
            Form::Some { min, max } => usize::from(min) + self.below(usize::from(max - min) + 1),
        };
        if matches!(question.kind, QuestionKind::Attackers | QuestionKind::Blockers) {
            // No creature twice.
            let who = |at: &usize| match question.options[*at] {
                Choice::Attack(id, _) | Choice::Block(id, _) => id,
                _ => ObjectId(u32::MAX),
            };
            let mut seen = Vec::new();
            order.retain(|at| {
                !seen.contains(&who(at)) && {
                    seen.push(who(at));
                    true
                }
            });
        }
        order.truncate(many);
        Ok(order)
    }
}

fn board(chance: &mut Chance) -> Setup {
    let table = cards();
    let cards: Vec<(CardId, bool, bool)> =
        table.iter().map(|(id, card)| (id, card.is_permanent(), card.token)).collect();
    let n = 2 + chance.below(3);
    let mut setup = Setup::new(n);
    setup.active = PlayerId(u8::try_from(chance.below(n)).expect("a seat"));
    setup.step = [Step::Main, Step::Main, Step::Upkeep, Step::SecondMain, Step::End][chance.below(5)];
    for seat in 0..n {
        let player = &mut setup.players[seat];
        player.life = 1 + i32::try_from(chance.below(20)).expect("a small number");
        player.poison = chance.small(11);
        (0..chance.below(7)).for_each(|_| player.pool.add(ManaType::ALL[chance.below(6)], 1));
        for (zone, most) in [(Zone::Battlefield, 7), (Zone::Hand, 5), (Zone::Library, 8), (Zone::Graveyard, 3)] {
            for _ in 0..chance.below(most + 1) {
                let battlefield = zone == Zone::Battlefield;
                let (card, permanent, token) = cards[chance.below(cards.len())];
                if (battlefield && !permanent) || (!battlefield && token) {
                    continue;
                }
                let owner = PlayerId(u8::try_from(seat).expect("a seat"));
                let object = object(chance, owner, card, zone, &setup, n);
                setup.objects.push(object);
            }
        }
    }
    setup
}

fn object(chance: &mut Chance, owner: PlayerId, card: CardId, zone: Zone, setup: &Setup, n: usize) -> ObjectSetup {
    let table = cards();
    let mut object = ObjectSetup {
        card,
        owner,
        controller: owner,
        zone,
        tapped: false,
        fresh: false,
        counters: Vec::new(),
        damage: 0,
        attached: None,
        copy_of: None,
        tag: None,
    };
    if zone != Zone::Battlefield {
        return object;
    }
    if chance.one_in(8) {
        object.controller = PlayerId(u8::try_from(chance.below(n)).expect("a seat"));
    }
    object.tapped = chance.one_in(4);
    object.fresh = chance.one_in(3);
    while chance.one_in(3) {
        object.counters.push((CounterKind::ALL[chance.below(7)], 1 + chance.small(9)));
    }
    let printed = table.card(card);
    if printed.types.contains(headjudge_engine::characteristics::CardType::Creature) {
        object.damage = chance.small(3);
    }
    if printed.subtypes.iter().any(|s| s.name() == "Aura") {
        let hosts = setup.objects.iter().enumerate().filter(|(_, host)| host.zone == Zone::Battlefield);
        let hosts: Vec<usize> = hosts.map(|(at, _)| at).collect();
        object.attached = match hosts.is_empty() {
            true => Some(AttachedTo::Player(owner)),
            false => Some(AttachedTo::Object(hosts[chance.below(hosts.len())])),
        };
    }
    object
}

/// An action that nobody offered: usually refused, and never anything worse.
fn nonsense(chance: &mut Chance, game: &Game) -> Action {
    let object = ObjectId(chance.small(game.objects().len() + 3));
    let targets = match chance.below(3) {
        0 => vec![Recipient::Player(PlayerId(u8::try_from(chance.below(5)).expect("a seat")))],
        1 => vec![Recipient::Object(ObjectId(chance.small(40)))],
        _ => Vec::new(),
    };
    let (ability, x) = (chance.below(4), chance.small(3));
    let pay =
        vec![Activate { object: ObjectId(chance.small(40)), ability: 0, x: 0, targets: Vec::new(), pay: Vec::new() }];
    match chance.below(3) {
        0 => Action::PlayLand(object),
        1 => Action::Cast(Cast { object, x, kicked: chance.one_in(2), free: chance.one_in(2), targets, pay }),
        _ => Action::Activate(Activate { object, ability, x, targets, pay }),
    }
}

/// Plays one game and says how it ended, with the number of steps.
fn play(seed: u64) -> (Game, u32) {
    let mut chance = Chance(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15));
    let setup = board(&mut chance);
    let mut game = setup.start(cards(), Rules::default()).unwrap_or_else(|fault| panic!("seed {seed}: {fault}"));
    settle(&mut game, &mut chance).unwrap_or_else(|stop| panic!("seed {seed}: {stop}"));
    for step in 0..STEPS {
        let broken = invariant::broken(&game);
        assert!(broken.is_none(), "seed {seed}, step {step}: {broken:?}");
        let Some(player) = game.turn().priority.filter(|_| !game.is_over()) else {
            return (game, step);
        };
        let action = if chance.one_in(4) {
            nonsense(&mut chance, &game)
        } else {
            let offers = legal_actions(&game);
            offers[if chance.one_in(3) { 0 } else { chance.below(offers.len()) }].clone()
        };
        let before = game.clone();
        match act(&mut game, player, &action, &mut chance) {
            Ok(()) => {}
            Err(ActError::Refused(_)) => assert!(game == before, "seed {seed}: a refusal changed the game: {action:?}"),
            Err(ActError::Stop(stop)) => panic!("seed {seed}, step {step}: {action:?}: {stop}"),
        }
    }
    (game, STEPS)
}

#[test]
fn random_games_obey_every_invariant() {
    let mut steps = 0;
    let mut over = 0;
    for seed in 0..GAMES {
        let (game, played) = play(seed);
        steps += played;
        over += u64::from(game.is_over());
    }
    println!("{GAMES} games, {steps} steps, {over} games over");
    // The games go somewhere: neither all of them end at once, nor does none ever end.
    assert!(steps > 20 * u32::try_from(GAMES).expect("a small number"), "{steps} steps");
    assert!(over > GAMES / 20, "{over} games ended");
}

#[test]
fn the_same_seed_is_the_same_game() {
    for seed in 0..50 {
        let (one, two) = (play(seed).0, play(seed).0);
        assert!(one == two && one.digest() == two.digest(), "seed {seed}");
    }
}
