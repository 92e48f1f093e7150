//! Queries of a script: `p1.life`, `p1.pool` (all of it), `p1.restricted` (what of it is for some things only), `p1.lost`,
//! `p1.shuffles`, `p1.ZONE` (how many cards); `ID.zone`, `ID.pt`, `ID.name`, `ID.controller`, `ID.tapped`, `ID.damage`, `ID.mv`, `ID.could` (types it could produce), `ID.colors`, `ID.types`,
//! `ID.abilities` (how many), `ID.host`, `ID.COUNTER`, `ID.KEYWORD`; `stack` (sources, the top first), `n CARD` (how many
//! permanents of that name), `asked` (kinds of questions since the last time), `step`, `priority`, `over`.
//! Nothing is shown as `none`.

use headjudge_engine::characteristics::{Keyword, Member};
use headjudge_engine::counter::CounterKind;
use headjudge_engine::layers::derive;
use headjudge_engine::matching::{mana_value, row_of};
use headjudge_engine::produce::could_produce_now;
use headjudge_engine::{Game, ManaPool, ObjectId, Recipient, Zone};

use super::board::player;
use super::play::Table;

pub(crate) fn show(table: &mut Table, query: &str) -> String {
    let shown = answer(table, query);
    if shown.is_empty() { "none".to_owned() } else { shown }
}

fn answer(table: &mut Table, query: &str) -> String {
    let game = &table.game;
    if let Some(name) = query.strip_prefix("n ") {
        let derived = derive(game);
        let named = derived.rows().iter().filter(|row| row.name(game.cards()) == name);
        return named.filter(|row| game.permanent(row.id).is_some()).count().to_string();
    }
    match query {
        "stack" => {
            let sources = game.stack().iter().rev().map(|id| source(table, *id)).collect::<Vec<_>>();
            return sources.join(" ");
        }
        "asked" => {
            let asked = core::mem::take(&mut table.answers.asked);
            return asked.iter().map(|(who, kind)| format!("{who} {}", kind.name())).collect::<Vec<_>>().join("; ");
        }
        "step" => return format!("{} of {}", game.turn().step.name(), game.turn().active),
        "priority" => return game.turn().priority.map_or("nobody".to_owned(), |p| p.to_string()),
        "over" => return game.is_over().to_string(),
        _ => {}
    }
    let (whose, what) = query.rsplit_once('.').unwrap_or_else(|| panic!("not a query: {query}"));
    if matches!(whose, "p1" | "p2" | "p3" | "p4") {
        return of_player(game, whose, what);
    }
    match table.answers.names.iter().find(|(name, _)| name == whose) {
        Some((_, id)) => of_object(table, *id, what),
        None if what == "zone" => "nowhere".to_owned(),
        None => panic!("`{whose}` is not there"),
    }
}

fn source(table: &Table, id: ObjectId) -> String {
    let object = table.game.object(id).expect("an object on the stack");
    let source = object.stack_ability().map_or(id, |ability| ability.source);
    let tag = table.game.object_or_last_known(source).and_then(|o| o.tag);
    match tag.and_then(|tag| table.answers.ids.get(usize::from(tag))) {
        Some(id) => id.clone(),
        None => table.game.cards().card(object.card).name.clone(),
    }
}

fn of_player(game: &Game, who: &str, what: &str) -> String {
    let id = player(who);
    let player = game.player(id);
    match what {
        "life" => player.life.to_string(),
        "pool" => mana(&player.mana()),
        "restricted" => mana(&player.restricted.mana()),
        "lost" => player.lost.map_or("no".to_owned(), |why| format!("{why:?}")),
        "shuffles" => player.shuffles.to_string(),
        zone => {
            let zone =
                Zone::ALL.into_iter().find(|z| z.name() == zone).unwrap_or_else(|| panic!("not a query: {what}"));
            game.objects().iter().filter(|o| o.zone == zone && o.owner == id).count().to_string()
        }
    }
}

fn mana(pool: &ManaPool) -> String {
    pool.iter().map(|(t, n)| t.letter().to_string().repeat(n as usize)).collect()
}

fn of_object(table: &Table, id: ObjectId, what: &str) -> String {
    let game = &table.game;
    let derived = derive(game);
    let object = game.object(id).expect("an object that is there");
    let row = row_of(game, &derived, id).expect("a row");
    let name_of = |id: ObjectId| {
        let known = table.answers.names.iter().find(|(_, known)| *known == id);
        known.map_or("something".to_owned(), |(name, _)| name.clone())
    };
    match what {
        "zone" => object.zone.name().to_owned(),
        "pt" => match (row.power, row.toughness) {
            (Some(power), Some(toughness)) => format!("{power}/{toughness}"),
            _ => "none".to_owned(),
        },
        "name" => row.name(game.cards()).into_owned(),
        "controller" => row.controller.to_string(),
        "tapped" => object.tapped.to_string(),
        "damage" => object.damage.to_string(),
        "mv" => mana_value(game, object, &row).to_string(),
        "could" => could_produce_now(game, id).iter().map(|t| t.letter()).collect(),
        "colors" => row.colors.iter().map(|c| format!("{c:?} ").to_lowercase()).collect::<String>().trim().to_owned(),
        "types" => row.types.iter().map(|t| t.word()).collect::<Vec<_>>().join(" "),
        "subtypes" => row.subtypes.iter().map(|s| s.name()).collect::<Vec<_>>().join(" "),
        "abilities" => row.abilities(game.cards()).count().to_string(),
        "host" => match object.attached {
            Some(Recipient::Player(player)) => player.to_string(),
            Some(Recipient::Object(host)) => name_of(host),
            None => "nothing".to_owned(),
        },
        word => match (CounterKind::from_name(word), Keyword::ALL.iter().find(|k| k.word() == word)) {
            (Some(kind), _) => object.counters.get(kind).to_string(),
            (None, Some(keyword)) => row.has(*keyword).to_string(),
            (None, None) => panic!("not a query: {word}"),
        },
    }
}
