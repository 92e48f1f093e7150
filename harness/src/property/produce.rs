//! What lands could produce, by the engine and by a second opinion, on boards of lands that look at each other.

use std::sync::Arc;

use headjudge_engine::characteristics::CardType;
use headjudge_engine::layers::derive;
use headjudge_engine::produce::could_produce_now;
use headjudge_engine::setup::AttachedTo;
use headjudge_engine::{CardId, CardTable, CounterKind, ObjectId, ObjectSetup, PlayerId, Rules, Setup, Zone};

use super::library;
use super::second::Second;
use crate::tape::{Bytes, Draw as _, Source};

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

/// What a board on which both agree had to offer.
#[derive(Debug, Clone, Copy)]
pub struct Agreed {
    /// How many effects change what is produced.
    pub effects: usize,
    /// How many permanents ask what others could produce, in a circle perhaps.
    pub asking: usize,
    /// Whether any of those could produce anything.
    pub grounded: bool,
}

/// Compares the two on the board that the bytes mean.
///
/// # Errors
/// The first permanent on which they differ, with what each says, and the board.
pub fn agree(bytes: &[u8], rules: Rules) -> Result<Agreed, String> {
    let cards = &library()?.pool.cards;
    let setup = board(cards, &mut Bytes::new(bytes))?;
    let game = setup.start(Arc::clone(cards), rules).map_err(|fault| format!("{fault}: {setup:?}"))?;
    let derived = derive(&game);
    let second = Second::of(&game, &derived);
    for object in game.permanents() {
        let (one, two) = (could_produce_now(&game, object.id), second.types(object.id));
        if one != two {
            let name = &cards.card(object.card).name;
            return Err(format!(
                "{name} ({:?}): the engine says {one:?}, the second opinion {two:?}\n{setup:?}",
                object.id
            ));
        }
    }
    let asks = |name: &str| matches!(name, "Reflecting Pool" | "Exotic Orchard");
    let asking: Vec<ObjectId> =
        game.permanents().filter(|object| asks(&cards.card(object.card).name)).map(|object| object.id).collect();
    let grounded = asking.iter().any(|id| !second.types(*id).is_empty());
    Ok(Agreed { effects: second.effects.len(), asking: asking.len(), grounded })
}

pub(super) fn check(bytes: &[u8]) -> Result<(), String> {
    agree(bytes, Rules::default()).map(|_| ())
}

fn permanent(card: CardId, owner: PlayerId, source: &mut dyn Source) -> ObjectSetup {
    let mut counters = Vec::new();
    if source.flip(33) {
        let kind = if source.flip(50) { CounterKind::Mining } else { CounterKind::Charge };
        counters.push((kind, small(source, 1, 3)));
    }
    ObjectSetup {
        card,
        owner,
        controller: owner,
        zone: Zone::Battlefield,
        tapped: source.flip(50),
        fresh: source.flip(33),
        counters,
        damage: 0,
        attached: None,
        copy_of: None,
        tag: None,
    }
}

fn small(source: &mut dyn Source, least: u32, most: u32) -> u32 {
    least + u32::try_from(source.below(u64::from(most - least))).unwrap_or(0)
}

/// A small board: a few lands of each player, at most four effects on them, some Lignify.
fn board(cards: &CardTable, source: &mut dyn Source) -> Result<Setup, String> {
    let find = |name: &str| cards.find(name).ok_or_else(|| format!("no card is called `{name}`"));
    let players = 2 + source.index(2);
    let mut setup = Setup::new(players);
    for player in &mut setup.players {
        player.life = i32::try_from(source.below(3)).unwrap_or(0);
    }
    let any = |names: &[&'static str], source: &mut dyn Source| {
        let name = names[source.index(names.len())];
        let owner = PlayerId(u8::try_from(source.index(players)).unwrap_or(0));
        find(name).map(|card| permanent(card, owner, source))
    };
    for _ in 0..=source.index(7) {
        setup.objects.push(any(&LANDS, source)?);
    }
    for _ in 0..source.index(5) {
        let at = source.index(setup.objects.len() + 1);
        setup.objects.insert(at, any(&OTHERS, source)?);
    }
    let creature = |object: &ObjectSetup| cards.card(object.card).types.contains(CardType::Creature);
    if let Some(at) = setup.objects.iter().position(creature).filter(|_| source.flip(50)) {
        let bark = any(&["Lignify"], source)?;
        setup.objects.push(ObjectSetup { attached: Some(AttachedTo::Object(at)), ..bark });
    }
    Ok(setup)
}
