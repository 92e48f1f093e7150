//! Boards as text.
//!
//! A line is `active p2`, `step upkeep`, `players 3`, `life p1 7`, `poison p1 9`, `pool p1 GGC`, or a player, a zone and
//! objects: `p1 battlefield: lives = Nine Lives (incarnation 8); 3 bear = Grizzly Bears (tapped)`. Of three bears the
//! ids are `bear.1` to `bear.3`; without an id an object is called by the first word of its card, in small letters. In
//! parentheses stand `tapped`, `fresh`, `owner p2`, `damage 1`, `on ID` (or a player), `copy of CARD`, and counters with their number.

use headjudge_engine::counter::CounterKind;
use headjudge_engine::setup::AttachedTo;
use headjudge_engine::{CardTable, ManaPool, ManaType, ObjectSetup, PlayerId, Setup, Step, Zone};

#[derive(Debug)]
pub(crate) struct Board {
    pub(crate) setup: Setup,
    /// The id of each object; its position is the object's tag.
    pub(crate) ids: Vec<String>,
}

impl Board {
    pub(crate) fn parse(text: &str, cards: &CardTable) -> Board {
        let mut board = Board { setup: Setup::new(2), ids: Vec::new() };
        for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
            match line.split_once(": ") {
                Some((place, objects)) => {
                    let (player, zone) = place.split_once(' ').expect("a player and a zone");
                    let zone = Zone::ALL.into_iter().find(|z| z.name() == zone).expect("a zone");
                    for object in objects.split(';') {
                        board.object(self::player(player), zone, object.trim(), cards);
                    }
                }
                None => board.setting(line),
            }
        }
        board
    }

    fn setting(&mut self, line: &str) {
        let words: Vec<&str> = line.split(' ').collect();
        let players = &mut self.setup.players;
        match words[..] {
            ["players", n] => players.resize(number(n) as usize, players[0].clone()),
            ["active", who] => self.setup.active = player(who),
            ["life", who, n] => players[player(who).index()].life = n.parse().expect("a life total"),
            ["poison", who, n] => players[player(who).index()].poison = number(n),
            ["pool", who, mana] => players[player(who).index()].pool = pool(mana),
            ["step", ..] => self.setup.step = Step::from_name(&line[5..]).expect("a step"),
            _ => panic!("not a line of a board: {line}"),
        }
    }

    fn object(&mut self, owner: PlayerId, zone: Zone, text: &str, cards: &CardTable) {
        let (text, marks) = match text.split_once(" (") {
            Some((text, marks)) => (text, marks.strip_suffix(')').expect("a closing parenthesis")),
            None => (text, ""),
        };
        let (n, text) = match text.split_once(' ') {
            Some((n, rest)) if n.parse::<u32>().is_ok() => (Some(number(n)), rest),
            _ => (None, text),
        };
        let first = |name: &str| name.split(' ').next().unwrap_or_default().trim_end_matches(',').to_lowercase();
        let (id, name) = match text.split_once(" = ") {
            Some((id, name)) => (id.to_owned(), name),
            None => (first(text), text),
        };
        let card = cards.find(name).unwrap_or_else(|| panic!("no card `{name}`"));
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
        for mark in marks.split(", ").filter(|mark| !mark.is_empty()) {
            self.mark(&mut object, mark, cards);
        }
        for k in 1..=n.unwrap_or(1) {
            let id = if n.is_some() { format!("{id}.{k}") } else { id.clone() };
            assert!(!self.ids.contains(&id), "two objects are called {id}");
            object.tag = u16::try_from(self.ids.len()).ok();
            self.ids.push(id);
            self.setup.objects.push(object.clone());
        }
    }

    fn mark(&self, object: &mut ObjectSetup, mark: &str, cards: &CardTable) {
        match mark.split_once(' ').unwrap_or((mark, "")) {
            ("tapped", _) => object.tapped = true,
            ("fresh", _) => object.fresh = true,
            ("owner", who) => object.owner = player(who),
            ("damage", n) => object.damage = number(n),
            ("copy", name) => object.copy_of = cards.find(name.trim_start_matches("of ")),
            ("on", id) if id.starts_with('p') && id.len() == 2 => {
                object.attached = Some(AttachedTo::Player(player(id)))
            }
            ("on", id) => {
                let at = self.ids.iter().position(|known| known == id).expect("what it is attached to");
                object.attached = Some(AttachedTo::Object(at));
            }
            (kind, n) => {
                let kind = CounterKind::from_name(kind).unwrap_or_else(|| panic!("no mark `{mark}`"));
                object.counters.push((kind, number(n)));
            }
        }
    }
}

pub(crate) fn number(text: &str) -> u32 {
    text.parse().unwrap_or_else(|_| panic!("`{text}` is no number"))
}

pub(crate) fn player(text: &str) -> PlayerId {
    let seat = text.strip_prefix('p').and_then(|n| n.parse::<u8>().ok());
    PlayerId(seat.unwrap_or_else(|| panic!("`{text}` is no player")) - 1)
}

pub(crate) fn pool(text: &str) -> ManaPool {
    text.chars().map(|c| (ManaType::from_letter(c).expect("a type of mana"), 1)).collect()
}
