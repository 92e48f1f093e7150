//! Which features a scenario needs: what an engine has to be able to do, apart from its cards and choices, to play it.

use std::collections::BTreeSet;

use crate::scenario::{ActivateStep, PlacedObject, Scenario, Step};
use crate::words::{Feature, PhaseStep, PlayerName, ZoneName};

/// The features that a scenario needs.
#[must_use]
pub fn needed(scenario: &Scenario) -> BTreeSet<Feature> {
    let mut all = BTreeSet::new();
    let mut need = |feature, is_needed: bool| {
        if is_needed {
            all.insert(feature);
        }
    };
    let board = &scenario.board;
    need(Feature::Players, board.players.len() > 2);
    need(Feature::Active, board.active != PlayerName::P1);
    need(Feature::AnyStep, board.step != PhaseStep::Main);
    for player in &board.players {
        need(Feature::Pool, !player.pool.is_empty());
        need(Feature::Poison, player.poison > 0);
    }
    for object in &board.objects {
        placed(object, &mut need);
    }
    for step in &scenario.script {
        self::step(step, &mut need);
    }
    all
}

fn placed(object: &PlacedObject, need: &mut impl FnMut(Feature, bool)) {
    need(Feature::Library, object.zone == ZoneName::Library);
    need(Feature::Graveyard, object.zone == ZoneName::Graveyard);
    need(Feature::Exile, object.zone == ZoneName::Exile);
    need(Feature::Command, object.zone == ZoneName::Command);
    need(Feature::Controller, object.controller.is_some_and(|controller| controller != object.owner));
    need(Feature::Tapped, object.tapped);
    need(Feature::Fresh, object.fresh);
    need(Feature::Counters, !object.counters.is_empty());
    need(Feature::Damage, object.damage > 0);
    need(Feature::Attached, object.attached.is_some());
    need(Feature::CopyOf, object.copy_of.is_some());
}

fn step(step: &Step, need: &mut impl FnMut(Feature, bool)) {
    let name = match step {
        Step::Cast(cast) => {
            need(Feature::X, cast.x > 0);
            need(Feature::Kicked, cast.kicked);
            need(Feature::Free, cast.free);
            need(Feature::Targets, !cast.targets.is_empty());
            paid(&cast.pay, need);
            Feature::Cast
        }
        Step::Activate(activate) => {
            activated(activate, need);
            Feature::Activate
        }
        Step::PlayLand { .. } => Feature::PlayLand,
        Step::Attack { .. } => Feature::Attack,
        Step::Block { .. } => Feature::Block,
        Step::Pass => Feature::Pass,
        Step::Resolve => Feature::Resolve,
        Step::ResolveAll => Feature::ResolveAll,
        Step::To(_) => Feature::To,
        Step::Try { step, .. } => {
            self::step(step, need);
            Feature::Try
        }
        Step::Note(_) => Feature::Note,
    };
    need(name, true);
}

fn activated(activate: &ActivateStep, need: &mut impl FnMut(Feature, bool)) {
    need(Feature::X, activate.x > 0);
    need(Feature::Targets, !activate.targets.is_empty());
    paid(&activate.pay, need);
}

fn paid(pay: &[ActivateStep], need: &mut impl FnMut(Feature, bool)) {
    need(Feature::Pay, !pay.is_empty());
    pay.iter().for_each(|activate| activated(activate, need));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Vec<&'static str> {
        let scenario: Scenario = serde_json::from_str(text).expect("a scenario");
        needed(&scenario).into_iter().map(Feature::word).collect()
    }

    #[test]
    fn the_least_scenario_needs_nothing() {
        let board = r#"{"players":[{"life":20},{"life":20}],"active":"p1","step":"main","objects":[]}"#;
        assert!(of(&format!(r#"{{"board":{board}}}"#)).is_empty());
    }

    #[test]
    fn every_field_that_is_set_is_a_feature() {
        let lives = r#"{"life":1,"pool":"G","poison":1},{"life":1},{"life":1}"#;
        let object = r#"{"id":"a","card":"X","owner":"p1","controller":"p2","zone":"battlefield","tapped":true,"fresh":true,
            "counters":{"c":1},"damage":1,"attached":"b","copy_of":"Y"}"#;
        let others = ["library", "graveyard", "exile", "command"]
            .map(|zone| format!(r#"{{"id":"{zone}","card":"X","owner":"p1","zone":"{zone}"}}"#))
            .join(",");
        let board = format!(r#"{{"players":[{lives}],"active":"p2","step":"upkeep","objects":[{object},{others}]}}"#);
        let script = r#"[{"try":{"name":"t","step":{"cast":{"by":"p1","card":"a","x":1,"kicked":true,"free":true,
            "targets":["b"],"pay":[{"by":"p1","object":"b"}]}}}},{"activate":{"by":"p1","object":"a"}},
            {"play-land":{"by":"p1","card":"a"}},{"attack":{"by":"p1","with":[],"whom":"p2"}},
            {"block":{"by":"p2","pairs":[]}},"pass","resolve","resolve-all",{"to":"end step"},{"note":"n"}]"#;
        let all: Vec<&str> = Feature::ALL.iter().map(|feature| feature.word()).collect();
        assert_eq!(of(&format!(r#"{{"board":{board},"script":{script}}}"#)), all);
    }
}
