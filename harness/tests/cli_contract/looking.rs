//! The shapes of `coverage --json` and `mutants --json`.

use headjudge_engine::Mutant;
use serde_json::Value;

use super::run;

fn json(arguments: &[&str]) -> Value {
    serde_json::from_str(&run(0, arguments).out).expect("JSON")
}

fn items<'v>(value: &'v Value, name: &str) -> &'v [Value] {
    value[name].as_array().unwrap_or_else(|| panic!("no list `{name}` in {value}"))
}

#[test]
fn coverage_tells_three_things_of_every_clause() {
    let coverage = json(&["coverage", "--json"]);
    let clauses = items(&coverage, "clauses");
    assert_eq!(clauses.len(), 50);
    for clause in clauses {
        assert!(clause["id"].is_string(), "{clause}");
        for level in ["cited", "exercised", "killed"] {
            assert!(clause[level].is_boolean(), "no {level} in {clause}");
        }
        // What is killed was exercised, and what was exercised is cited.
        assert!(clause["cited"] == true || (clause["exercised"] == false && clause["killed"] == false), "{clause}");
    }
    let each_source = clauses.iter().find(|clause| clause["id"] == "nine-lives.each-source").expect("the clause");
    assert!(each_source["cited"] == true && each_source["exercised"] == true, "{each_source}");
}

#[test]
fn mutants_tells_who_kills_whom() {
    let shown = json(&["mutants", "--json", "--cases", "40", "nine-lives/each-source"]);
    let mutants = items(&shown, "mutants");
    let names: Vec<&str> = mutants.iter().filter_map(|mutant| mutant["name"].as_str()).collect();
    assert_eq!(names, Mutant::ALL.iter().map(|mutant| mutant.name()).collect::<Vec<_>>());
    for mutant in mutants {
        assert!(mutant["rule"].is_string() && mutant["says"].is_string(), "{mutant}");
        assert!(items(mutant, "claimed_by").is_empty(), "{mutant}");
    }
    let zero = mutants.iter().find(|mutant| mutant["name"] == "zero-damage-counts").expect("the mutant");
    assert!(items(zero, "killed_by").iter().any(|id| id == "nine-lives/each-source"), "{zero}");
    assert_eq!(zero["rule"], "120.8");
    let x = mutants.iter().find(|mutant| mutant["name"] == "x-enters-zero").expect("the mutant");
    assert!(items(x, "killed_by").is_empty(), "{x}");
}
