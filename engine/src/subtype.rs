//! Subtypes (CR 205.3): their names, and sets of them.
//!
//! The lists are those of the edition in `rulings/citations.lock`. A set is a bit set, so that a changeling, which has
//! every creature type (CR 702.73a), costs no more than a Bear.

use core::fmt;

use crate::characteristics::{CardType, Types};

/// Creature types (CR 205.3m), also those of kindred spells and permanents (CR 205.3d).
const CREATURE_TYPES: &[&str] = &[
    "Advisor",
    "Aetherborn",
    "Ally",
    "Angel",
    "Antelope",
    "Ape",
    "Archer",
    "Archon",
    "Army",
    "Artificer",
    "Assassin",
    "Assembly-Worker",
    "Atog",
    "Aurochs",
    "Avatar",
    "Azra",
    "Badger",
    "Barbarian",
    "Bard",
    "Basilisk",
    "Bat",
    "Bear",
    "Beast",
    "Beeble",
    "Beholder",
    "Berserker",
    "Bird",
    "Blinkmoth",
    "Boar",
    "Bringer",
    "Brushwagg",
    "Camarid",
    "Camel",
    "Caribou",
    "Carrier",
    "Cat",
    "Centaur",
    "Cephalid",
    "Chimera",
    "Citizen",
    "Cleric",
    "Cockatrice",
    "Construct",
    "Coward",
    "Crab",
    "Crocodile",
    "Cyclops",
    "Dauthi",
    "Demigod",
    "Demon",
    "Deserter",
    "Devil",
    "Dinosaur",
    "Djinn",
    "Dog",
    "Dragon",
    "Drake",
    "Dreadnought",
    "Drone",
    "Druid",
    "Dryad",
    "Dwarf",
    "Efreet",
    "Egg",
    "Elder",
    "Eldrazi",
    "Elemental",
    "Elephant",
    "Elf",
    "Elk",
    "Eye",
    "Faerie",
    "Ferret",
    "Fish",
    "Flagbearer",
    "Fox",
    "Fractal",
    "Frog",
    "Fungus",
    "Gargoyle",
    "Germ",
    "Giant",
    "Gnoll",
    "Gnome",
    "Goat",
    "Goblin",
    "God",
    "Golem",
    "Gorgon",
    "Graveborn",
    "Gremlin",
    "Griffin",
    "Hag",
    "Halfling",
    "Hamster",
    "Harpy",
    "Hellion",
    "Hippo",
    "Hippogriff",
    "Homarid",
    "Homunculus",
    "Horror",
    "Horse",
    "Human",
    "Hydra",
    "Hyena",
    "Illusion",
    "Imp",
    "Incarnation",
    "Inkling",
    "Insect",
    "Jackal",
    "Jellyfish",
    "Juggernaut",
    "Kavu",
    "Kirin",
    "Kithkin",
    "Knight",
    "Kobold",
    "Kor",
    "Kraken",
    "Lamia",
    "Lammasu",
    "Leech",
    "Leviathan",
    "Lhurgoyf",
    "Licid",
    "Lizard",
    "Manticore",
    "Masticore",
    "Mercenary",
    "Merfolk",
    "Metathran",
    "Minion",
    "Minotaur",
    "Mole",
    "Monger",
    "Mongoose",
    "Monk",
    "Monkey",
    "Moonfolk",
    "Mouse",
    "Mutant",
    "Myr",
    "Mystic",
    "Naga",
    "Nautilus",
    "Nephilim",
    "Nightmare",
    "Nightstalker",
    "Ninja",
    "Noble",
    "Noggle",
    "Nomad",
    "Nymph",
    "Octopus",
    "Ogre",
    "Ooze",
    "Orb",
    "Orc",
    "Orgg",
    "Otter",
    "Ouphe",
    "Ox",
    "Oyster",
    "Pangolin",
    "Peasant",
    "Pegasus",
    "Pentavite",
    "Pest",
    "Phelddagrif",
    "Phoenix",
    "Phyrexian",
    "Pilot",
    "Pincher",
    "Pirate",
    "Plant",
    "Praetor",
    "Prism",
    "Processor",
    "Rabbit",
    "Raccoon",
    "Ranger",
    "Rat",
    "Rebel",
    "Reflection",
    "Rhino",
    "Rigger",
    "Rogue",
    "Sable",
    "Salamander",
    "Samurai",
    "Sand",
    "Saproling",
    "Satyr",
    "Scarecrow",
    "Scion",
    "Scorpion",
    "Scout",
    "Sculpture",
    "Serf",
    "Serpent",
    "Servo",
    "Shade",
    "Shaman",
    "Shapeshifter",
    "Shark",
    "Sheep",
    "Siren",
    "Skeleton",
    "Slith",
    "Sliver",
    "Slug",
    "Snake",
    "Soldier",
    "Soltari",
    "Spawn",
    "Specter",
    "Spellshaper",
    "Sphinx",
    "Spider",
    "Spike",
    "Spirit",
    "Splinter",
    "Sponge",
    "Squid",
    "Squirrel",
    "Starfish",
    "Surrakar",
    "Survivor",
    "Tentacle",
    "Tetravite",
    "Thalakos",
    "Thopter",
    "Thrull",
    "Tiefling",
    "Treefolk",
    "Trilobite",
    "Triskelavite",
    "Troll",
    "Turtle",
    "Unicorn",
    "Vampire",
    "Vedalken",
    "Viashino",
    "Volver",
    "Wall",
    "Warlock",
    "Warrior",
    "Weird",
    "Werewolf",
    "Whale",
    "Wizard",
    "Wolf",
    "Wolverine",
    "Wombat",
    "Worm",
    "Wraith",
    "Wurm",
    "Yeti",
    "Zombie",
    "Zubera",
];

/// Land types (CR 205.3i). The basic ones first, in WUBRG order of the mana they make (CR 305.6).
const LAND_TYPES: &[&str] = &[
    "Plains",
    "Island",
    "Swamp",
    "Mountain",
    "Forest",
    "Desert",
    "Gate",
    "Lair",
    "Locus",
    "Mine",
    "Power-Plant",
    "Tower",
    "Urza's",
];

/// Artifact types (CR 205.3g).
const ARTIFACT_TYPES: &[&str] =
    &["Blood", "Clue", "Contraption", "Equipment", "Food", "Fortification", "Gold", "Treasure", "Vehicle"];

/// Enchantment types (CR 205.3h).
const ENCHANTMENT_TYPES: &[&str] = &["Aura", "Cartouche", "Class", "Curse", "Rune", "Saga", "Shard", "Shrine"];

/// Spell types, of instants and sorceries (CR 205.3k).
const SPELL_TYPES: &[&str] = &["Adventure", "Arcane", "Lesson", "Trap"];

/// The planeswalker types (CR 205.3j) that cards here have.
const PLANESWALKER_TYPES: &[&str] = &["Jace"];

/// A subtype, by its place in the lists.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Subtype(u16);

/// The lists; their words are numbered in this order.
const LISTS: [&[&str]; 6] =
    [CREATURE_TYPES, LAND_TYPES, ARTIFACT_TYPES, ENCHANTMENT_TYPES, SPELL_TYPES, PLANESWALKER_TYPES];

/// Where the nth list begins, and the one before it ends.
const fn start(list: usize) -> usize {
    let (mut at, mut n) = (0, 0);
    while n < list {
        at += LISTS[n].len();
        n += 1;
    }
    at
}

const CREATURES: usize = start(1);
const LANDS: usize = start(2);
const COUNT: usize = start(LISTS.len());
const WORDS: usize = COUNT.div_ceil(64);

/// The subtype with a name that this module knows to be listed.
const fn named(list: &[&str], first: usize, name: &str) -> Subtype {
    let mut at = 0;
    while at < list.len() {
        let (a, b) = (list[at].as_bytes(), name.as_bytes());
        let mut same = a.len() == b.len();
        let mut i = 0;
        while same && i < a.len() {
            same = a[i] == b[i];
            i += 1;
        }
        if same {
            return Subtype((first + at) as u16);
        }
        at += 1;
    }
    panic!("not listed")
}

impl Subtype {
    /// CR 303.4.
    pub const AURA: Subtype = named(ENCHANTMENT_TYPES, start(3), "Aura");
    /// CR 301.5.
    pub const EQUIPMENT: Subtype = named(ARTIFACT_TYPES, start(2), "Equipment");

    /// The basic land types in WUBRG order (CR 305.6).
    pub const BASIC_LANDS: [Subtype; 5] = [
        Subtype(CREATURES as u16),
        Subtype(CREATURES as u16 + 1),
        Subtype(CREATURES as u16 + 2),
        Subtype(CREATURES as u16 + 3),
        Subtype(CREATURES as u16 + 4),
    ];

    /// Every subtype, in list order.
    pub fn all() -> impl Iterator<Item = Subtype> {
        (0..COUNT as u16).map(Subtype)
    }

    /// The subtype with this name, as printed.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Subtype> {
        Subtype::all().find(|subtype| subtype.name() == name)
    }

    /// The word as it is printed on cards.
    #[must_use]
    pub fn name(self) -> &'static str {
        let at = usize::from(self.0);
        let list = (0..LISTS.len()).rfind(|list| start(*list) <= at).unwrap_or(0);
        LISTS[list][at - start(list)]
    }
}

impl fmt::Debug for Subtype {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A set of subtypes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Subtypes([u64; WORDS]);

impl Subtypes {
    /// Every creature type (CR 702.73a).
    #[must_use]
    pub fn all_creature_types() -> Subtypes {
        const ALL: Subtypes = Subtypes::between(0, CREATURES);
        ALL
    }

    /// Every land type.
    #[must_use]
    pub fn all_land_types() -> Subtypes {
        const ALL: Subtypes = Subtypes::between(CREATURES, LANDS);
        ALL
    }

    /// Those that an object with these card types can have (CR 205.3b, 205.3d).
    #[must_use]
    pub fn of(types: Types) -> Subtypes {
        let lists = types.iter().map(|card_type| match card_type {
            CardType::Creature | CardType::Tribal => 0,
            CardType::Land => 1,
            CardType::Artifact => 2,
            CardType::Enchantment => 3,
            CardType::Instant | CardType::Sorcery => 4,
            CardType::Planeswalker => 5,
        });
        lists.fold(Subtypes::default(), |all, n| all.union(&Subtypes::between(start(n), start(n + 1))))
    }

    /// Those with a place in the list from `first` to before `end`.
    const fn between(first: usize, end: usize) -> Subtypes {
        let mut words = [0; WORDS];
        let mut at = first;
        while at < end {
            words[at / 64] |= 1 << (at % 64);
            at += 1;
        }
        Subtypes(words)
    }

    /// Whether it is in the set.
    #[must_use]
    pub fn contains(&self, subtype: Subtype) -> bool {
        let at = usize::from(subtype.0);
        self.0[at / 64] & (1 << (at % 64)) != 0
    }

    /// Adds one.
    pub fn insert(&mut self, subtype: Subtype) {
        let at = usize::from(subtype.0);
        self.0[at / 64] |= 1 << (at % 64);
    }

    /// Takes one away.
    pub fn remove(&mut self, subtype: Subtype) {
        let at = usize::from(subtype.0);
        self.0[at / 64] &= !(1 << (at % 64));
    }

    /// What is in either.
    #[must_use]
    pub fn union(mut self, other: &Subtypes) -> Subtypes {
        self.0.iter_mut().zip(other.0).for_each(|(a, b)| *a |= b);
        self
    }

    /// What is here and not in `other`.
    #[must_use]
    pub fn without(mut self, other: &Subtypes) -> Subtypes {
        self.0.iter_mut().zip(other.0).for_each(|(a, b)| *a &= !b);
        self
    }

    /// What is both here and in `other`.
    #[must_use]
    pub fn within(mut self, other: &Subtypes) -> Subtypes {
        self.0.iter_mut().zip(other.0).for_each(|(a, b)| *a &= b);
        self
    }

    /// The members in list order.
    pub fn iter(&self) -> impl Iterator<Item = Subtype> + '_ {
        Subtype::all().filter(|s| self.contains(*s))
    }
}

impl FromIterator<Subtype> for Subtypes {
    fn from_iter<I: IntoIterator<Item = Subtype>>(subtypes: I) -> Subtypes {
        let mut set = Subtypes::default();
        subtypes.into_iter().for_each(|s| set.insert(s));
        set
    }
}

impl fmt::Debug for Subtypes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for Subtype {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Subtype, D::Error> {
        let name = String::deserialize(from)?;
        Subtype::from_name(&name)
            .ok_or_else(|| serde::de::Error::custom(format!("`{name}` is not a subtype of CR 205.3")))
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for Subtype {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(self.name())
    }
}

#[cfg(feature = "arbitrary")]
impl<'a> arbitrary::Arbitrary<'a> for Subtype {
    fn arbitrary(u: &mut arbitrary::Unstructured<'a>) -> arbitrary::Result<Subtype> {
        Ok(Subtype(u.int_in_range(0..=COUNT as u16 - 1)?))
    }
}
