//! The expressions of rulings, one example at a time: text in, text out.

mod expr_data;
mod expr_world;

use std::fmt::Write as _;

use expr_data::Data;
use expr_world::world;
use headjudge::expr::{Env, Fault, Program, Type, Value, compile, print};

/// A program over the world, or its faults.
fn compiled(source: &str) -> Result<Program, Vec<Fault>> {
    compile(source, &world().0, None)
}

/// The printed value of an expression, or the error and the part it is about, or the faults.
fn value(source: &str) -> String {
    let (env, data) = world();
    let program = match compile(source, &env, None) {
        Ok(program) => program,
        Err(faults) => return format!("faults:{}", written(source, &faults)),
    };
    let roots: Vec<Value<'_>> = data.iter().map(Data::view).collect();
    match program.eval(&roots) {
        Ok(value) => print(&value, program.ty()),
        Err(error) => format!("{error} in {}", error.span.slice(source)),
    }
}

fn written(source: &str, faults: &[Fault]) -> String {
    faults.iter().fold(String::new(), |mut text, fault| {
        let help = fault.help.as_ref().map_or(String::new(), |help| format!(" ({help})"));
        let _ = write!(
            text,
            "\n  at {}..{} {:?}: {fault}{help}",
            fault.span.start,
            fault.span.end,
            fault.span.slice(source)
        );
        text
    })
}

/// Checks the value of each expression.
#[track_caller]
fn check(examples: &[(&str, &str)]) {
    for (source, expected) in examples {
        assert_eq!(value(source), *expected, "{source}");
    }
}

/// Checks the faults of one expression, one a line, as `at SPAN "TEXT": MESSAGE (HELP)`.
#[track_caller]
fn check_faults(source: &str, expected: &[&str]) {
    let Err(faults) = compiled(source) else { panic!("{source} has no fault") };
    let text = written(source, &faults);
    let lines: Vec<&str> = text.lines().skip(1).map(str::trim).collect();
    assert_eq!(lines, expected, "{source}");
}

/// Checks the explanation of an expression.
#[track_caller]
fn check_explained(source: &str, expected: &[(&str, &str)]) {
    let (_, data) = world();
    let program = compiled(source).unwrap_or_else(|faults| panic!("{}", written(source, &faults)));
    let roots: Vec<Value<'_>> = data.iter().map(Data::view).collect();
    let lines = program.explain(&roots);
    let lines: Vec<(&str, &str)> = lines.iter().map(|(part, value)| (part.as_str(), value.as_str())).collect();
    assert_eq!(lines, expected, "{source}");
}

/// Checks what an expression reads, as `path path …`.
#[track_caller]
fn check_reads(source: &str, roots: &[usize], paths: &str) {
    let program = compiled(source).unwrap_or_else(|faults| panic!("{}", written(source, &faults)));
    let found: Vec<String> = program.roots().paths.iter().map(|path| path.join(".")).collect();
    assert_eq!((program.roots().roots.as_slice(), found.join(" ").as_str()), (roots, paths), "{source}");
}

#[test]
fn literals() {
    check(&[
        ("true", "true"),
        ("42", "42"),
        ("-42", "-42"),
        ("0x1F", "31"),
        ("-0x10", "-16"),
        ("9223372036854775807", "9223372036854775807"),
        ("-9223372036854775808", "-9223372036854775808"),
        ("'it'", "\"it\""),
        (r#""it's""#, "\"it's\""),
        (r"'it\'s \x41\u00e4\101\n'", r#""it's AäA\n""#),
        ("[]", "[]"),
        ("[[1, 2], [], [3,],]", "[[1, 2], [], [3]]"),
        ("1 // one\n + 2", "3"),
    ]);
}

#[test]
fn operators_and_their_levels() {
    check(&[
        ("1 + 2 * 3 - 4 / 2 % 3", "5"),
        ("10 - 3 - 2", "5"),
        ("-7 / 2", "-3"),
        ("-7 % 3", "-1"),
        ("(1 + 2) * 3", "9"),
        ("- -5", "5"),
        ("---5", "-5"),
        ("!!true", "true"),
        ("!true || true", "true"),
        ("true || false && false", "true"),
        ("1 < 2 == true", "true"),
        ("1 + 1 == 2 && 2 <= 2", "true"),
        ("'a' < 'b'", "true"),
        ("false < true", "true"),
        ("'a' + 'b' + 'c'", "\"abc\""),
        ("[1] + [2, 3] + []", "[1, 2, 3]"),
        ("[1, [2].size()] == [1, 1]", "true"),
        ("2 in [1, 2] && !(3 in [1, 2])", "true"),
        ("true ? 1 : false ? 2 : 3", "1"),
        ("false ? 1 : false ? 2 : 3", "3"),
        ("1 == 1 ? 'yes' : 'no'", "\"yes\""),
    ]);
}

#[test]
fn fields_and_indexes() {
    check(&[
        ("after.lives.counters.incarnation", "7"),
        ("after.lives.counters['incarnation']", "7"),
        ("after['lives'].counters[\"+1/+1\"]", "2"),
        ("attackers[2].power + numbers[0]", "8"),
        ("attackers.map(a, a.id)", "[\"bear\", \"wall\", \"giant\"]"),
        ("has(after.lives.power)", "true"),
        ("has(after.lives.counters['first-strike'])", "false"),
        ("after.p2.battlefield[0].zone == 'battlefield'", "true"),
        (
            "attackers[0]",
            "permanent {id: \"bear\", power: 2, tapped: true, zone: \"battlefield\", colors: [\"white\"]}",
        ),
        ("after.p2", "player {life: 13, battlefield: [3 × permanent]}"),
    ]);
}

#[test]
fn macros_and_functions() {
    check(&[
        ("numbers.all(n, n > 0)", "true"),
        ("numbers.exists(n, n == 2)", "true"),
        ("numbers.exists_one(n, n == 3)", "false"),
        ("numbers.exists_one(n, n == 1)", "true"),
        ("numbers.filter(n, n > 1)", "[3, 2, 3]"),
        ("numbers.map(n, n * 2)", "[6, 2, 4, 6]"),
        ("numbers.map(n, n > 1, n * 2)", "[6, 4, 6]"),
        ("numbers.map(n, numbers.filter(m, m < n).size())", "[2, 0, 1, 2]"),
        ("numbers.map(before, before + 1)", "[4, 2, 3, 4]"),
        ("size(numbers) + numbers.size() + 'naïve'.size()", "13"),
        ("attackers.filter(a, a.power > 0).size()", "2"),
        ("attackers.map(a, a.power).sum()", "7"),
        ("[].sum()", "0"),
        ("numbers.distinct()", "[3, 1, 2]"),
        ("numbers.sort()", "[1, 2, 3, 3]"),
        ("names.distinct().sort() == ['Anna', 'Bert']", "true"),
        ("math.least(3, before, 4) + math.greatest(1, 2)", "5"),
        ("math.greatest(attackers.map(a, a.power))", "5"),
        ("math.least(-1)", "-1"),
        ("'graveyard'.contains('eya') && 'a'.startsWith('') && !'ab'.endsWith('a')", "true"),
        ("after.lives.zone.startsWith('battle')", "true"),
        ("[].all(x, false) && ![].exists(x, true)", "true"),
    ]);
}

#[test]
fn errors_are_values_like_in_cel() {
    check(&[
        ("1 / (before - 5) + 1", "division by zero in 1 / (before - 5)"),
        ("1 + 2 % 0", "division by zero in 2 % 0"),
        ("9223372036854775807 + 1", "integer overflow in 9223372036854775807 + 1"),
        ("-9223372036854775808 / -1", "integer overflow in -9223372036854775808 / -1"),
        ("-(-9223372036854775808)", "integer overflow in -(-9223372036854775808)"),
        ("[9223372036854775807, 1].sum()", "integer overflow in [9223372036854775807, 1].sum()"),
        ("numbers[4]", "index 4 is out of range for a list of 4 in numbers[4]"),
        ("numbers[-1]", "index -1 is out of range for a list of 4 in numbers[-1]"),
        (
            "math.least(numbers.filter(n, n > 9))",
            "an empty list has no least or greatest element in math.least(numbers.filter(n, n > 9))",
        ),
        ("after.lives.counters['first-strike'] + 1", "the value is missing in after.lives.counters['first-strike']"),
        // Absorbed where the other side decides, on either side.
        ("1 / 0 > 0 && false", "false"),
        ("false && 1 / 0 > 0", "false"),
        ("1 / 0 > 0 || true", "true"),
        ("1 / 0 > 0 || false || true", "true"),
        ("1 / 0 > 0 && true", "division by zero in 1 / 0"),
        ("1 / 0 > 0 || numbers[9] > 0", "division by zero in 1 / 0"),
        ("true ? 1 : 1 / 0", "1"),
        ("1 / 0 > 0 ? 1 : 2", "division by zero in 1 / 0"),
        ("[0, 1].all(x, 1 / x < 0)", "false"),
        ("[0, 1].exists(x, 1 / x == 1)", "true"),
        ("[0, 1].all(x, 1 / x > 0)", "division by zero in 1 / x"),
        ("[0, 1].exists_one(x, 1 / x == 1)", "division by zero in 1 / x"),
        ("[0, 1].filter(x, 1 / x == 1).size()", "division by zero in 1 / x"),
        ("1 in [1, 1 / 0]", "division by zero in 1 / 0"),
    ]);
}

#[test]
fn evaluation_is_bounded() {
    let twice = "[1, 2].map(a, ".repeat(25) + "1" + &")".repeat(25);
    assert!(value(&twice).starts_with("evaluation takes too many steps"), "{}", value(&twice));
    // The bound is no error that another operand could absorb.
    let absorbed = format!("{}.size() > 0 || true", twice);
    assert!(value(&absorbed).starts_with("evaluation takes too many steps"), "{}", value(&absorbed));
}

#[test]
fn faults_of_syntax() {
    check_faults("1 +", &["at 3..3 \"\": expected an expression, found the end"]);
    check_faults("", &["at 0..0 \"\": expected an expression, found the end"]);
    check_faults("before = 3", &["at 7..8 \"=\": unexpected character \"=\" (equality is written ==)"]);
    check_faults(
        "before = 3 & $x",
        &[
            "at 7..8 \"=\": unexpected character \"=\" (equality is written ==)",
            "at 11..12 \"&\": unexpected character \"&\" (\"and\" is written &&)",
            "at 13..14 \"$\": unexpected character \"$\" (names stand without $ in an expression)",
        ],
    );
    check_faults(
        "true and false",
        &["at 5..8 \"and\": expected an operator or the end, found \"and\" (\"and\" is written &&)"],
    );
    check_faults(
        "'abc",
        &["at 0..4 \"'abc\": the string has no closing quote (close it with '; a line break is written \\n)"],
    );
    check_faults("'a\\qb'", &["at 2..3 \"\\\\\": unknown escape in a string (a backslash itself is written \\\\)"]);
    check_faults(
        "1.5",
        &[
            "at 0..3 \"1.5\": \"1.5\" is not an integer (numbers are whole: decimal digits, or 0x and hexadecimal digits)",
        ],
    );
    check_faults(
        "10u",
        &[
            "at 0..3 \"10u\": \"10u\" is not an integer (numbers are whole: decimal digits, or 0x and hexadecimal digits)",
        ],
    );
    check_faults(
        "1 + 9223372036854775808",
        &[
            "at 4..23 \"9223372036854775808\": the integer 9223372036854775808 does not fit 64 bits (integers lie between -9223372036854775808 and 9223372036854775807)",
        ],
    );
    check_faults(
        "null",
        &["at 0..4 \"null\": \"null\" is a reserved word (ask has(x.field) whether a value is there)"],
    );
    check_faults("(1", &["at 2..2 \"\": expected \")\" or an operator, found the end"]);
    check_faults("[1 2]", &["at 3..4 \"2\": expected \",\" or \"]\", found 2"]);
    check_faults("size(names,)", &["at 11..12 \")\": expected an expression, found \")\""]);
    check_faults(
        "true ? false ? 1 : 2 : 3",
        &["at 13..14 \"?\": a choice before the \":\" needs parentheses (write c ? (d ? a : b) : e)"],
    );
    check_faults("a.in", &["at 2..4 \"in\": expected the name of a field or method, found \"in\""]);
    check_faults("!-1", &["at 1..2 \"-\": expected an expression, found \"-\""]);
    check_faults("ä == 1", &["at 0..2 \"ä\": unexpected character \"ä\""]);
}

#[test]
fn faults_of_names() {
    check_faults(
        "befor == 1",
        &["at 0..5 \"befor\": unknown name \"befor\" (did you mean before (the counters at the start)?)"],
    );
    check_faults("lives.power == 1", &["at 0..5 \"lives\": unknown name \"lives\" (did you mean after.lives?)"]);
    check_faults(
        "xyzzy == 1",
        &["at 0..5 \"xyzzy\": unknown name \"xyzzy\" (known names are: before, after, attackers, names, numbers)"],
    );
    check_faults(
        "attackers.all(attack, atack.tapped)",
        &["at 22..27 \"atack\": unknown name \"atack\" (did you mean attack?)"],
    );
    check_faults("after.lives.powr", &["at 12..16 \"powr\": permanent has no field \"powr\" (did you mean power?)"]);
    check_faults(
        "after.lives.counters.first-strike",
        &[
            "at 21..26 \"first\": counters has no field \"first\" (did you mean [\"first-strike\"]?)",
            "at 27..33 \"strike\": unknown name \"strike\" (known names are: before, after, attackers, names, numbers)",
        ],
    );
    check_faults(
        "after.lives.counters['+1/1']",
        &["at 21..27 \"'+1/1'\": counters has no field \"+1/1\" (did you mean [\"+1/+1\"]?)"],
    );
    check_faults(
        "after.player1",
        &["at 6..13 \"player1\": state has no field \"player1\" (its fields are: p1, p2, lives)"],
    );
    check_faults(
        "attackers.power",
        &[
            "at 10..15 \"power\": list of permanent has no field \"power\" (write .map(x, x.power) for the list of every element's power)",
        ],
    );
    check_faults(
        "attackers.size",
        &["at 10..14 \"size\": list of permanent has no field \"size\" (write size() for the length)"],
    );
    check_faults("attackers.count()", &["at 10..15 \"count\": unknown method \"count\" (did you mean size?)"]);
    check_faults(
        "attackers.exist(a, a.tapped)",
        &[
            "at 10..15 \"exist\": unknown method \"exist\" (did you mean exists?)",
            "at 16..17 \"a\": unknown name \"a\" (known names are: before, after, attackers, names, numbers)",
            "at 19..20 \"a\": unknown name \"a\" (known names are: before, after, attackers, names, numbers)",
        ],
    );
    check_faults(
        "after.lives.power()",
        &["at 12..17 \"power\": unknown method \"power\" (power is a field: write it without parentheses)"],
    );
    check_faults("max(1, 2)", &["at 0..3 \"max\": unknown function \"max\" (write math.greatest(a, b))"]);
    check_faults("math.max(1, 2)", &["at 5..8 \"max\": unknown function \"math.max\" (did you mean math.greatest?)"]);
}

#[test]
fn faults_of_types() {
    check_faults(
        "1 + true",
        &["at 4..8 \"true\": \"+\" takes ints, strings or lists of one type, found bool (a bool counts as c ? 1 : 0)"],
    );
    check_faults(
        "attackers > 1",
        &["at 0..13 \"attackers > 1\": \">\" cannot compare list of permanent with int (write size() for the length)"],
    );
    check_faults("before == 'x'", &["at 0..13 \"before == 'x'\": \"==\" cannot compare int with string"]);
    check_faults(
        "1 < before < 3",
        &[
            "at 0..14 \"1 < before < 3\": \"<\" cannot compare bool with int (comparisons do not chain: write a < b && b < c)",
        ],
    );
    check_faults("before && true", &["at 0..6 \"before\": \"&&\" needs bool, found int"]);
    check_faults("!before", &["at 1..7 \"before\": \"!\" needs bool, found int"]);
    check_faults("-'x'", &["at 1..4 \"'x'\": \"-\" needs int, found string"]);
    check_faults("'a' - 'b'", &["at 0..3 \"'a'\": \"-\" takes ints, found string"]);
    check_faults(
        "attackers[0] == attackers[1]",
        &[
            "at 0..28 \"attackers[0] == attackers[1]\": \"==\" cannot compare permanent (compare a field that tells them apart, such as .id)",
        ],
    );
    check_faults(
        "attackers[0] in attackers",
        &[
            "at 0..12 \"attackers[0]\": \"in\" cannot compare permanent (compare a field that tells them apart, such as .id)",
        ],
    );
    check_faults("[1, 'a']", &["at 4..7 \"'a'\": the elements of a list must be of one type, found int and string"]);
    check_faults(
        "true ? 1 : 'a'",
        &["at 11..14 \"'a'\": the values of a choice must be of one type, found int and string"],
    );
    check_faults(
        "1 in 'a'",
        &[
            "at 5..8 \"'a'\": \"in\" needs a list on its right, found string (write text.contains(part) for a part of a string)",
        ],
    );
    check_faults("'a' in numbers", &["at 0..14 \"'a' in numbers\": string is never an element of a list of int"]);
    check_faults(
        "names.contains('Anna')",
        &["at 6..14 \"contains\": \"contains\" needs a string, found list of string (write x in list)"],
    );
    check_faults(
        "attackers.sort()",
        &[
            "at 10..14 \"sort\": \"sort\" needs a list of ints, strings or bools, found list of permanent (write .map(x, x.field).sort())",
        ],
    );
    check_faults("names.sum()", &["at 6..9 \"sum\": \"sum\" needs a list of int, found list of string"]);
    check_faults(
        "numbers.all(n)",
        &["at 0..14 \"numbers.all(n)\": all(x, condition) takes a variable and a condition"],
    );
    check_faults(
        "numbers.all(1, true)",
        &["at 12..13 \"1\": the first argument of \"all\" is the name of a variable (as in list.all(x, x > 0))"],
    );
    check_faults("numbers.filter(n, n)", &["at 18..19 \"n\": \"filter\" needs bool, found int"]);
    check_faults("before.map(n, n)", &["at 7..10 \"map\": \"map\" needs a list, found int"]);
    check_faults("names['a']", &["at 6..9 \"'a'\": \"[]\" needs int, found string"]);
    check_faults(
        "after[before]",
        &["at 6..12 \"before\": a field of state is named by a string literal (write [\"name\"])"],
    );
    check_faults("has(before)", &["at 0..11 \"has(before)\": has(x.field) takes the selection of a field"]);
    check_faults("size(1, 2)", &["at 0..10 \"size(1, 2)\": size(x) takes one argument"]);
    check_faults("size(after)", &["at 5..10 \"after\": \"size\" needs a list or a string, found state"]);
    check_faults("math.least(1, 'a')", &["at 14..17 \"'a'\": \"math.least\" needs int, found string"]);
    check_faults("[].all(x, x.power > 0)", &["at 12..17 \"power\": anything has no field \"power\""]);
}

#[test]
fn enumerations_are_closed() {
    check_faults(
        "after.lives.zone == \"graveyrad\"",
        &["at 20..31 \"\\\"graveyrad\\\"\": \"graveyrad\" is not a zone (did you mean \"graveyard\"?)"],
    );
    check_faults(
        "'limbo' != after.lives.zone",
        &["at 0..7 \"'limbo'\": \"limbo\" is not a zone (it is one of: battlefield, graveyard, hand, exile)"],
    );
    check_faults(
        "after.lives.zone in ['hand', 'exil']",
        &["at 29..35 \"'exil'\": \"exil\" is not a zone (did you mean \"exile\"?)"],
    );
    check_faults(
        "'hnad' in attackers.map(a, a.zone)",
        &["at 0..6 \"'hnad'\": \"hnad\" is not a zone (did you mean \"hand\"?)"],
    );
    check_faults(
        "attackers.map(a, a.zone) == ['hand', 'hnad']",
        &["at 37..43 \"'hnad'\": \"hnad\" is not a zone (did you mean \"hand\"?)"],
    );
    check_faults(
        "after.lives.zone == (before > 1 ? 'hand' : 'hnad')",
        &["at 43..49 \"'hnad'\": \"hnad\" is not a zone (did you mean \"hand\"?)"],
    );
    check_faults(
        "after.lives.zone < 'hand'",
        &["at 0..16 \"after.lives.zone\": zone has no order, \"<\" cannot compare it"],
    );
    check(&[
        ("after.lives.zone == names[0]", "false"),
        ("after.lives.zone in ['hand', 'battlefield']", "true"),
        ("after.lives.zone in names", "false"),
        ("after.lives.zone + 's'", "\"battlefields\""),
        ("['hand', after.lives.zone].sort()", "[\"battlefield\", \"hand\"]"),
    ]);
}

#[test]
fn independent_faults_come_together() {
    check_faults(
        "befor == 1 && after.lives.powr > 'x'.size && 1 + true == 2 && numbers.all(n, n.x)",
        &[
            "at 0..5 \"befor\": unknown name \"befor\" (did you mean before (the counters at the start)?)",
            "at 26..30 \"powr\": permanent has no field \"powr\" (did you mean power?)",
            "at 37..41 \"size\": string has no field \"size\"",
            "at 49..53 \"true\": \"+\" takes ints, strings or lists of one type, found bool (a bool counts as c ? 1 : 0)",
            "at 79..80 \"x\": int has no field \"x\"",
        ],
    );
}

#[test]
fn the_expected_type_is_checked() {
    let (env, _) = world();
    let faults = |source: &str, ty: &Type| compile(source, &env, Some(ty)).err().map(|faults| written(source, &faults));
    let zone = expr_data::zone();
    assert_eq!(faults("before > 1", &Type::Bool), None);
    assert_eq!(faults("'hand'", &zone), None);
    assert_eq!(faults("[]", &Type::list(Type::Int)), None);
    assert_eq!(faults("after.lives.zone", &Type::Str), None);
    assert_eq!(
        faults("before", &Type::Bool).as_deref(),
        Some("\n  at 0..6 \"before\": expected bool, found int (compare it with something, as in x > 0)")
    );
    assert_eq!(
        faults("'hnad'", &zone).as_deref(),
        Some("\n  at 0..6 \"'hnad'\": \"hnad\" is not a zone (did you mean \"hand\"?)")
    );
    assert_eq!(faults("names[0]", &zone).as_deref(), Some("\n  at 0..8 \"names[0]\": expected zone, found string"));
    assert_eq!(
        faults("numbers", &Type::list(Type::Str)).as_deref(),
        Some("\n  at 0..7 \"numbers\": expected list of string, found list of int")
    );
}

#[test]
fn reads() {
    check_reads("1 + 2", &[], "");
    check_reads(
        "after.lives.counters.incarnation == before + attackers.filter(a, a.power > 0).size()",
        &[0, 1, 2],
        "after.lives.counters.incarnation attackers.[].power before",
    );
    check_reads("attackers.size() > 2", &[2], "attackers");
    check_reads("attackers.exists(a, true)", &[2], "attackers");
    check_reads("attackers[numbers[0]].zone == 'hand'", &[2, 4], "attackers.[].zone numbers.[]");
    check_reads("(before > 1 ? after.p1 : after.p2).life == 1", &[0, 1], "after.p1.life after.p2.life before");
    check_reads(
        "(attackers + after.p1.battlefield).all(a, a.tapped)",
        &[1, 2],
        "after.p1.battlefield.[].tapped attackers.[].tapped",
    );
    check_reads("attackers.map(a, a.counters).map(c, c['+1/+1']).sum() > 0", &[2], "attackers.[].counters.+1/+1");
    check_reads("[after.lives].exists(p, p.tapped)", &[1], "after.lives.tapped");
    check_reads("has(after.lives.power)", &[1], "after.lives.power");
    check_reads("has(after.lives) ", &[1], "after.lives");
    check_reads(
        "attackers.filter(a, a.tapped)[0]",
        &[2],
        "attackers.[].colors attackers.[].counters.+1/+1 attackers.[].counters.first-strike \
         attackers.[].counters.incarnation attackers.[].id attackers.[].power attackers.[].tapped attackers.[].zone",
    );
    check_reads("numbers.map(before, before).sum()", &[4], "numbers.[]");
    check_reads("numbers.sort() == [1]", &[4], "numbers");
}

#[test]
fn explanations() {
    check_explained("after.p1.life == 19", &[("after.p1.life", "20"), ("19", "19")]);
    check_explained(
        "after.lives.counters.incarnation == before + attackers.filter(a, a.power > 0).size() + 1",
        &[
            ("after.lives.counters.incarnation", "7"),
            ("before + attackers.filter(a, a.power > 0).size() + 1", "8"),
            ("before", "5"),
            ("attackers.filter(a, a.power > 0).size()", "2"),
            (
                "attackers.filter(a, a.power > 0)",
                "[permanent {id: \"bear\", power: 2, tapped: true, zone: \"battlefield\", colors: [\"white\"]}, \
                 permanent {id: \"giant\", power: 5, tapped: true, zone: \"graveyard\", colors: [\"white\"]}]",
            ),
        ],
    );
    check_explained(
        "attackers.map(a, a.power).filter(p, p > 7).size() > 0",
        &[
            ("attackers.map(a, a.power).filter(p, p > 7).size()", "0"),
            ("0", "0"),
            ("attackers.map(a, a.power).filter(p, p > 7)", "[]"),
            ("attackers.map(a, a.power)", "[2, 0, 5]"),
        ],
    );
    check_explained(
        "before == 5 && after.p2.life == 20 && after.p1.life == 1",
        &[("after.p2.life", "13"), ("20", "20")],
    );
    check_explained("before == 1 || before == 2", &[("before", "5"), ("1", "1"), ("2", "2")]);
    check_explained("!(before == 5)", &[("before", "5"), ("5", "5")]);
    check_explained(
        "attackers.all(a, a.power > 0 && a.tapped)",
        &[
            ("attackers[1]", "permanent {id: \"wall\", power: 0, zone: \"battlefield\", colors: [\"white\"]}"),
            ("a.power", "0"),
            ("0", "0"),
        ],
    );
    check_explained(
        "numbers.exists(n, n > 7)",
        &[("numbers.exists(n, n > 7)", "no element of 4"), ("numbers", "[3, 1, 2, 3]")],
    );
    check_explained("[].exists(n, n > 7)", &[("[].exists(n, n > 7)", "the list is empty")]);
    check_explained("numbers.exists_one(n, n == 3)", &[("numbers.exists_one(n, n == 3)", "2 elements, at 0, 3")]);
    check_explained("!numbers.exists(n, n == 2)", &[("numbers[2]", "2"), ("n", "2"), ("2", "2")]);
    check_explained(
        "2 in names.map(n, n.size())",
        &[("2", "2"), ("names.map(n, n.size())", "[4, 4, 4]"), ("names", "[\"Anna\", \"Bert\", \"Anna\"]")],
    );
    check_explained(
        "before == 5 ? after.lives.tapped : true",
        &[("before == 5", "true"), ("after.lives.tapped", "false")],
    );
    check_explained("numbers[9] == 1", &[("numbers[9]", "error: index 9 is out of range for a list of 4"), ("1", "1")]);
    check_explained(
        "after.lives.zone.startsWith('hand')",
        &[("after.lives.zone", "\"battlefield\""), ("'hand'", "\"hand\"")],
    );
    check_explained("before + 1", &[("before + 1", "6")]);
}

#[test]
fn programs_are_shared_between_threads() {
    fn shared<T: Send + Sync>(_: &T) {}
    let program = compile("1 == 1", &Env::new(), Some(&Type::Bool)).unwrap_or_else(|_| unreachable!());
    shared(&program);
    assert_eq!(program.holds(&[]), Ok(true));
}
