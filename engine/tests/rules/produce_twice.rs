//! What permanents could produce, worked out a second time by other means, and compared on random boards.
//!
//! The engine grows all answers together until nothing more follows. Here each answer is a search backwards: can this
//! type come from this permanent, by way of which other, and so on; replacement effects are tried in every permutation.
//! `HEADJUDGE_BOARDS` sets the number of boards.

use headjudge_engine::characteristics::CardType;
use headjudge_engine::effect::{Amount, Effect, ManaMade, Replacement};
use headjudge_engine::event::EventInfo;
use headjudge_engine::filter::Whose;
use headjudge_engine::layers::derive;
use headjudge_engine::mana::ManaTypes;
use headjudge_engine::matching::View;
use headjudge_engine::produce::could_produce_now;
use headjudge_engine::setup::AttachedTo;
use headjudge_engine::{
    Ability, CardId, CounterKind, Derived, Game, ManaType, Mutant, ObjectId, ObjectSetup, PlayerId, Rules, Setup,
    StaticAbility, Zone,
};

use crate::common::cards;
use crate::random::Chance;

/// How many boards there are if nobody says.
const BOARDS: u64 = 3_000;

/// Lands, and what looks at lands.
const LANDS: [&str; 33] = [
    "Reflecting Pool",
    "Exotic Orchard",
    "Reflecting Pool",
    "Exotic Orchard",
    "Reflecting Pool",
    "Exotic Orchard",
    "Plains",
    "Island",
    "Swamp",
    "Mountain",
    "Forest",
    "Wastes",
    "Dryad Arbor",
    "Gaea's Cradle",
    "Ancient Tomb",
    "Karplusan Forest",
    "Adarkar Wastes",
    "City of Brass",
    "Mana Confluence",
    "Temple of the False God",
    "Meteor Crater",
    "Gemstone Mine",
    "Vivid Grove",
    "Wooded Bastion",
    "Sunken Ruins",
    "Cascading Cataracts",
    "Tinder Farm",
    "Savannah",
    "Crumbling Vestige",
    "Azorius Chancery",
    "Urborg, Tomb of Yawgmoth",
    "Fellwar Stone",
    "Star Compass",
];

/// What changes lands or their mana, and creatures.
const OTHERS: [&str; 11] = [
    "Contamination",
    "Ritual of Subdual",
    "Damping Sphere",
    "Mana Reflection",
    "Nyxbloom Ancient",
    "Chromatic Lantern",
    "Blood Moon",
    "Memnite",
    "Grizzly Bears",
    "Sylvok Explorer",
    "Nature's Revolt",
];

/// An amount of each type, in the order of [`ManaType::ALL`].
type Mana = [u32; 6];

fn alone(t: ManaType, n: u32) -> Mana {
    let mut mana = Mana::default();
    mana[t as usize] = n;
    mana
}

fn total(mana: Mana) -> u32 {
    mana.iter().sum()
}

/// Every way to add up `n` mana of these types.
fn mixtures(types: &[ManaType], n: u32) -> Vec<Mana> {
    let Some((first, rest)) = types.split_first() else {
        return if n == 0 { vec![Mana::default()] } else { Vec::new() };
    };
    let with = |k: u32| {
        mixtures(rest, n - k).into_iter().map(move |mut mana| {
            mana[*first as usize] += k;
            mana
        })
    };
    (0..=n).flat_map(with).collect()
}

fn permutations(n: usize) -> Vec<Vec<usize>> {
    if n == 0 {
        return vec![Vec::new()];
    }
    let insert = |shorter: Vec<usize>| {
        (0..n).map(move |at| {
            let mut longer = shorter.clone();
            longer.insert(at, n - 1);
            longer
        })
    };
    permutations(n - 1).into_iter().flat_map(insert).collect()
}

/// A second opinion on one game.
struct Second<'a> {
    game: &'a Game,
    derived: &'a Derived,
    /// Effects on the mana of permanents tapped for it, each with its object and its controller.
    effects: Vec<(&'a Replacement, ObjectId, PlayerId)>,
}

impl<'a> Second<'a> {
    fn of(game: &'a Game, derived: &'a Derived) -> Second<'a> {
        let mut effects = Vec::new();
        for row in derived.rows() {
            for (_, ability) in row.abilities(game.cards()) {
                if let Ability::Static(StaticAbility::Replacement(
                    replacement @ (Replacement::MultiplyMana { .. }
                    | Replacement::ManaBecomes { .. }
                    | Replacement::ManaTypeBecomes { .. }),
                )) = ability
                {
                    effects.push((replacement, row.id, row.controller));
                }
            }
        }
        Second { game, derived, effects }
    }

    fn view(&self, id: ObjectId) -> View<'_> {
        let controller = self.derived.row(id).map_or(PlayerId(0), |row| row.controller);
        View::new(self.game, self.derived, id, controller)
    }

    /// What a replacement effect makes of mana of a permanent tapped for it; nothing where it does not apply.
    fn once(&self, effect: usize, of: ObjectId, mana: Mana) -> Option<Mana> {
        let (replacement, source, controller) = self.effects[effect];
        let view = View::new(self.game, self.derived, source, controller);
        let (tapper, all) = (self.view(of).you, total(mana));
        match replacement {
            Replacement::MultiplyMana { of: filter, whose, by } => {
                let whose = match whose {
                    Whose::You => tapper == controller,
                    Whose::Opponent => tapper != controller,
                    Whose::Anyone => true,
                };
                (whose && all > 0 && view.matches_id(filter, of)).then(|| mana.map(|n| n * by))
            }
            Replacement::ManaBecomes { of: filter, mana: new, at_least } => {
                let applies = all > 0 && all >= *at_least && view.matches_id(filter, of);
                applies.then(|| {
                    let mut mana = Mana::default();
                    new.iter().for_each(|t| mana[*t as usize] += 1);
                    mana
                })
            }
            Replacement::ManaTypeBecomes { of: filter, mana: new } => {
                (all > 0 && view.matches_id(filter, of)).then(|| alone(*new, all))
            }
            _ => None,
        }
    }

    /// The types that are left, for each order in which the players could prefer the effects.
    fn replaced(&self, of: ObjectId, taps: bool, mana: Mana) -> ManaTypes {
        let mut found = ManaTypes::NONE;
        let orders = if taps { permutations(self.effects.len()) } else { vec![Vec::new()] };
        for order in orders {
            let (mut mana, mut left) = (mana, order);
            while let Some((at, next)) =
                left.iter().enumerate().find_map(|(at, effect)| Some((at, self.once(*effect, of, mana)?)))
            {
                left.remove(at);
                mana = next;
            }
            found = ManaType::ALL.into_iter().filter(|t| mana[*t as usize] > 0).chain(found.iter()).collect();
        }
        found
    }

    /// Whether the type can come from the permanent, not by way of what has been looked at already.
    fn can(&self, id: ObjectId, wanted: ManaType, seen: &mut Vec<(ObjectId, ManaType)>) -> bool {
        if seen.contains(&(id, wanted)) {
            return false;
        }
        seen.push((id, wanted));
        let Some(row) = self.derived.row(id) else { return false };
        row.abilities(self.game.cards()).any(|(_, ability)| {
            let (effects, taps) = match ability {
                Ability::Activated(a) => (&a.effects, a.has_tap_symbol()),
                Ability::Triggered(t) => (&t.effects, false),
                _ => return false,
            };
            effects.iter().any(|effect| match effect {
                Effect::AddMana { mana, amount, .. } => self.makes(id, wanted, mana, amount, taps, seen),
                _ => false,
            })
        })
    }

    fn makes(
        &self,
        id: ObjectId,
        wanted: ManaType,
        mana: &ManaMade,
        amount: &Amount,
        taps: bool,
        seen: &mut Vec<(ObjectId, ManaType)>,
    ) -> bool {
        let view = self.view(id);
        let n = view.amount(amount, 1, &EventInfo::default());
        let becomes = |mana: Mana| self.replaced(id, taps, mana).contains(wanted);
        let colors = &ManaType::ALL[..5];
        match mana {
            ManaMade::These(types) => {
                let mut mana = Mana::default();
                types.iter().for_each(|t| mana[*t as usize] += n);
                becomes(mana)
            }
            ManaMade::AnyColor => colors.iter().any(|t| becomes(alone(*t, n))),
            ManaMade::OneOf(types) => types.iter().any(|t| becomes(alone(*t, n))),
            ManaMade::Combination(types) => mixtures(types, n).into_iter().any(becomes),
            ManaMade::ColorAmong(filter) => {
                let has = |t: ManaType, id: ObjectId| {
                    let colors = self.derived.row(id).map(|row| row.colors);
                    colors.zip(t.color()).is_some_and(|(colors, color)| colors.contains(color))
                };
                let among = view.each(filter);
                colors.iter().any(|t| among.iter().any(|id| has(*t, *id)) && becomes(alone(*t, n)))
            }
            ManaMade::CouldProduce { by, colors_only } => {
                let asked = if *colors_only { colors } else { &ManaType::ALL[..] };
                let others = view.each(by);
                let from = |t: &ManaType| becomes(alone(*t, n)).then_some(*t);
                let useful: Vec<ManaType> = asked.iter().filter_map(from).collect();
                useful.iter().any(|t| others.iter().any(|other| self.can(*other, *t, seen)))
            }
            ManaMade::ColorAmongIn(..)
            | ManaMade::SacrificedCouldProduce
            | ManaMade::EventType
            | ManaMade::ChosenColor => false,
        }
    }

    fn types(&self, id: ObjectId) -> ManaTypes {
        ManaType::ALL.into_iter().filter(|t| self.can(id, *t, &mut Vec::new())).collect()
    }
}

fn permanent(card: CardId, owner: PlayerId, chance: &mut Chance) -> ObjectSetup {
    let mut counters = Vec::new();
    if chance.one_in(3) {
        counters.push(([CounterKind::Mining, CounterKind::Charge][chance.below(2)], 1 + chance.small(2)));
    }
    ObjectSetup {
        card,
        owner,
        controller: owner,
        zone: Zone::Battlefield,
        tapped: chance.one_in(2),
        fresh: chance.one_in(3),
        counters,
        damage: 0,
        attached: None,
        copy_of: None,
        tag: None,
    }
}

/// A small board: a few lands of each player, at most four effects on them, some Lignify.
fn board(seed: u64) -> Setup {
    let chance = &mut Chance(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(1));
    let table = cards();
    let find = |name: &str| table.find(name).unwrap_or_else(|| panic!("no card `{name}`"));
    let players = 2 + chance.below(2);
    let mut setup = Setup::new(players);
    let owner = |chance: &mut Chance| PlayerId(u8::try_from(chance.below(players)).expect("a seat"));
    for player in &mut setup.players {
        player.life = i32::try_from(chance.small(3)).expect("a small number");
    }
    for _ in 0..1 + chance.below(7) {
        let (name, owner) = (LANDS[chance.below(LANDS.len())], owner(chance));
        setup.objects.push(permanent(find(name), owner, chance));
    }
    for _ in 0..chance.below(5) {
        let (name, owner) = (OTHERS[chance.below(OTHERS.len())], owner(chance));
        let (at, object) = (chance.below(setup.objects.len() + 1), permanent(find(name), owner, chance));
        setup.objects.insert(at, object);
    }
    let creature = |object: &ObjectSetup| table.card(object.card).types.contains(CardType::Creature);
    if let Some(at) = setup.objects.iter().position(creature).filter(|_| chance.one_in(2)) {
        let owner = owner(chance);
        let bark = ObjectSetup { attached: Some(AttachedTo::Object(at)), ..permanent(find("Lignify"), owner, chance) };
        setup.objects.push(bark);
    }
    setup
}

fn start(setup: &Setup, rules: Rules) -> Game {
    setup.start(cards(), rules).unwrap_or_else(|fault| panic!("{fault}"))
}

/// The first permanent on which the two differ, with what each says.
fn difference(game: &Game, second: &Second<'_>) -> Option<(ObjectId, ManaTypes, ManaTypes)> {
    game.permanents().find_map(|object| {
        let (one, two) = (could_produce_now(game, object.id), second.types(object.id));
        (one != two).then_some((object.id, one, two))
    })
}

#[test]
fn two_ways_to_work_it_out_agree() {
    let boards = std::env::var("HEADJUDGE_BOARDS").map_or(BOARDS, |n| n.parse().expect("a number of boards"));
    let (mut replaced, mut circles, mut circles_grounded, mut empty) = (0, 0, 0, 0);
    for seed in 0..boards {
        let setup = board(seed);
        let game = start(&setup, Rules::default());
        let derived = derive(&game);
        let second = Second::of(&game, &derived);
        let differs = difference(&game, &second);
        assert!(differs.is_none(), "board {seed}: (permanent, engine, second opinion) {differs:?}\n{setup:?}");
        replaced += u64::from(second.effects.len() > 1);
        let asks_in_circles = |object: &&headjudge_engine::object::Object| {
            let name = &game.cards().card(object.card).name;
            name == "Reflecting Pool" || name == "Exotic Orchard"
        };
        let asking: Vec<ObjectId> = game.permanents().filter(asks_in_circles).map(|object| object.id).collect();
        if asking.len() > 1 {
            circles += 1;
            let any = asking.iter().any(|id| !second.types(*id).is_empty());
            circles_grounded += u64::from(any);
            empty += u64::from(!any);
        }
    }
    println!(
        "{boards} boards: {replaced} with several effects, {circles} with circles, {circles_grounded} grounded, {empty} empty"
    );
    for reached in [replaced, circles, circles_grounded, empty] {
        assert!(reached * 100 >= boards, "a kind of board is hardly ever drawn");
    }
}

#[test]
fn a_wrong_rule_is_seen_on_some_board() {
    for mutant in [
        Mutant::CouldProducePrinted,
        Mutant::CouldProduceCountsZero,
        Mutant::CouldProduceSkipsTapped,
        Mutant::CouldProduceSkipsUnpayable,
        Mutant::CouldProduceIgnoresReplacement,
        Mutant::CouldProduceOneOrder,
        Mutant::ColorlessIsAColor,
        Mutant::CouldProduceCircleAnyColor,
        Mutant::CouldProduceCircleByOrder,
    ] {
        let seen = (0..BOARDS).any(|seed| {
            let game = start(&board(seed), Rules { mutant: Some(mutant) });
            let derived = derive(&game);
            difference(&game, &Second::of(&game, &derived)).is_some()
        });
        assert!(seen, "{mutant} is never seen");
    }
}

#[test]
fn permutations_are_all_there() {
    let mut four = permutations(4);
    four.sort();
    four.dedup();
    assert_eq!(four.len(), 24);
    assert_eq!(mixtures(&ManaType::ALL[..5], 5).len(), 126);
}
