//! Answers from a script: pinned ones by kind of question, the first option where none is pinned.

use headjudge_engine::choices::Answer;
use headjudge_engine::{
    Choice, Choices, FirstOption, Game, ObjectId, PlayerId, Question, QuestionKind, Recipient, Stop,
};

use super::board::{number, player, pool};

#[derive(Debug, Default)]
pub(crate) struct Answers {
    /// The ids of the board, by tag.
    pub(crate) ids: Vec<String>,
    /// Those ids and the names of other objects, each with the object that it is now.
    pub(crate) names: Vec<(String, ObjectId)>,
    /// What is pinned, in order.
    pinned: Vec<(QuestionKind, Vec<String>)>,
    /// Who was asked about what, in order.
    pub(crate) asked: Vec<(PlayerId, QuestionKind)>,
}

impl Answers {
    pub(crate) fn of(ids: Vec<String>) -> Answers {
        Answers { ids, ..Answers::default() }
    }

    pub(crate) fn pin(&mut self, kind: &str, picks: &str) {
        let kind = QuestionKind::ALL.into_iter().find(|k| k.name() == kind);
        let kind =
            kind.unwrap_or_else(|| panic!("no kind of question among {:?}", QuestionKind::ALL.map(QuestionKind::name)));
        self.pinned.push((kind, picks.split(", ").map(str::to_owned).collect()));
    }

    /// Looks which object each name is now. Tokens made on the way are called by their name and a number.
    pub(crate) fn look(&mut self, game: &Game) {
        self.names.clear();
        let mut tokens: Vec<&str> = Vec::new();
        for object in game.objects().iter().filter(|o| o.stack_ability().is_none()) {
            let name = match object.tag.and_then(|tag| self.ids.get(usize::from(tag))) {
                Some(id) => id.clone(),
                None => {
                    let card = game.cards().card(object.card).name.as_str();
                    tokens.push(card);
                    format!("{card}.{}", tokens.iter().filter(|name| **name == card).count())
                }
            };
            self.names.push((name, object.id));
        }
        let stack = (1..).zip(game.stack().iter().rev());
        self.names.extend(stack.map(|(n, id)| (format!("stack.{n}"), *id)));
    }

    pub(crate) fn unused(&self) -> &[(QuestionKind, Vec<String>)] {
        &self.pinned
    }

    pub(crate) fn object(&self, name: &str) -> ObjectId {
        let known = self.names.iter().find(|(id, _)| id == name);
        known.unwrap_or_else(|| panic!("`{name}` is not there; there are {:?}", self.names)).1
    }

    pub(crate) fn recipient(&self, name: &str) -> Recipient {
        match name {
            "p1" | "p2" | "p3" | "p4" => Recipient::Player(player(name)),
            _ => Recipient::Object(self.object(name)),
        }
    }

    fn is(&self, game: &Game, pick: &str, option: &Choice) -> bool {
        // A spell is known by its name after it has resolved, too.
        let tag = |id| game.object_or_last_known(id).and_then(|o| o.tag);
        match *option {
            Choice::Object(id) | Choice::Trigger(id, _) => self.object(pick) == id,
            Choice::Effect(key) => {
                let meant = self.object(pick);
                meant == key.source || (tag(meant).is_some() && tag(meant) == tag(key.source))
            }
            Choice::Recipient(recipient) => self.recipient(pick) == recipient,
            Choice::Number(n) => number(pick) == n,
            Choice::Mana(t) => pick.len() == 1 && pick.starts_with(t.letter()),
            Choice::Subtype(s) => s.name() == pick,
            Choice::Pay(mana) => pool(pick) == mana,
            Choice::Attack(by, whom) => {
                let (attacker, to) = pick.split_once(" > ").expect("attacker > whom");
                self.object(attacker) == by && self.recipient(to) == whom
            }
            Choice::Block(by, whom) => {
                let (blocker, attacker) = pick.split_once(" > ").expect("blocker > attacker");
                self.object(blocker) == by && self.object(attacker) == whom
            }
            Choice::Accept => pick == "yes",
            Choice::Decline => pick == "no",
        }
    }
}

impl Choices for Answers {
    fn choose(&mut self, game: &Game, question: &Question) -> Result<Answer, Stop> {
        self.asked.push((question.player, question.kind));
        self.look(game);
        let Some(at) = self.pinned.iter().position(|(kind, _)| *kind == question.kind) else {
            return FirstOption.choose(game, question);
        };
        let (_, picks) = self.pinned.remove(at);
        let mut answer = Vec::new();
        for pick in &picks {
            let declines = |option: &Choice| *option == Choice::Decline;
            let fits = |at: &usize| {
                let option = &question.options[*at];
                !answer.contains(at) && (declines(option) == (pick == "no")) && self.is(game, pick, option)
            };
            match (0..question.options.len()).find(fits) {
                Some(at) => answer.push(at),
                None => return Err(Stop::BadAnswer(Box::new(question.clone()), answer)),
            }
        }
        Ok(answer)
    }
}
