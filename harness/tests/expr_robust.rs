//! Expressions that nobody would write: no text makes the parser, the checker or the evaluator panic, overflow the stack
//! or run away.

mod expr_data;
mod expr_random;
mod expr_world;

use expr_data::Data;
use expr_random::Random;
use expr_world::world;
use headjudge::expr::{Env, Fault, FaultKind, MAX_NESTING, MAX_SOURCE, Type, Value, compile};

/// Compiles and, where it compiles, evaluates and explains. Spans must lie on characters of the source.
fn exercise(source: &str, env: &Env, roots: &[Value<'_>]) -> bool {
    match compile(source, env, None) {
        Ok(program) => {
            let result = program.eval(roots);
            let lines = program.explain(roots);
            assert!(!lines.is_empty() && lines.len() <= 16, "{source:?}: {lines:?}");
            if let Err(error) = result {
                assert!(source.get(error.span.range()).is_some_and(|part| !part.is_empty()), "{source:?}: {error:?}");
            }
            true
        }
        Err(faults) => {
            assert!(!faults.is_empty(), "{source:?}");
            for fault in faults {
                check_fault(source, &fault);
            }
            false
        }
    }
}

/// A fault points at text, or at the end, and says something in the house's form.
fn check_fault(source: &str, fault: &Fault) {
    let part = source.get(fault.span.range()).unwrap_or_else(|| panic!("{source:?}: {fault:?} is between bytes"));
    assert!(!part.is_empty() || fault.span.start as usize == source.len(), "{source:?}: {fault:?}");
    assert!(!fault.message.is_empty() && !fault.message.ends_with('.'), "{fault:?}");
}

/// Runs on a small stack, so that depth shows.
fn on_small_stack(body: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(1024 * 1024).spawn(body);
    let ended = thread.map(std::thread::JoinHandle::join);
    assert!(matches!(ended, Ok(Ok(()))), "the thread panicked");
}

#[test]
fn long_chains() {
    on_small_stack(|| {
        let env = Env::new().with("a", Type::Int).with("t", Type::Bool);
        let roots = [Value::Int(1), Value::Bool(true)];
        let check = |part: &str, last: &str, expected: &str| {
            let times = (MAX_SOURCE - last.len()) / part.len();
            let source = part.repeat(times) + last;
            let program = compile(&source, &env, None).unwrap_or_else(|faults| panic!("{part}: {}", faults[0]));
            assert_eq!(format!("{:?}", program.eval(&roots)), expected, "{part}");
            assert!(!program.explain(&roots).is_empty());
        };
        check("a+", "a", "Ok(32768)");
        check("a-", "a", "Ok(-32766)");
        check("a*", "a", "Ok(1)");
        check("t&&", "t", "Ok(true)");
        check("t||", "t", "Ok(true)");
        check("t==", "t", "Ok(true)");
        check("!t?a:", "2", "Ok(2)");
        check("!", "t", "Ok(false)");
        check("-", "a", "Ok(-1)");
        check("''+", "''", "Ok(\"\")");
        check("[]+", "[a]", "Ok([1 elements])");
        check("a<a||", "a>0", "Ok(true)");
        check(" ", "a", "Ok(1)");
        check("//\n", "a", "Ok(1)");
        let list = format!("[{}a].sum()", "a,".repeat(32_000));
        let program = compile(&list, &env, None).unwrap_or_else(|faults| panic!("{}", faults[0]));
        assert_eq!(program.int(&roots), Ok(32_001));
    });
}

#[test]
fn deep_nesting() {
    on_small_stack(|| {
        let env = Env::new().with("a", Type::Int).with("t", Type::Bool);
        let roots = [Value::Int(1), Value::Bool(true)];
        let nested = |open: &str, inner: &str, close: &str, times: usize| {
            format!("{}{inner}{}", open.repeat(times), close.repeat(times))
        };
        let shapes = [
            ("(", "a", ")"),
            ("[", "a", "]"),
            ("!(", "t", ")"),
            ("-(", "a", ")"),
            ("(a+", "a", ")"),
            ("a*(a+", "a", ")"),
            ("(t&&", "t", ")"),
            ("(t?", "a", ":a)"),
            ("size([", "a", "])"),
            ("[[a][", "0", "]][0]"),
            ("[t].all(x,", "x", ")"),
            ("[a].map(x,", "a", ")"),
            ("math.least(a,", "a", ")"),
            ("a in [", "a", "]"),
        ];
        for (open, inner, close) in shapes {
            // At the limit of brackets, whatever comes of it; and far beyond, where it must be refused.
            let brackets = open.matches(['(', '[']).count();
            exercise(&nested(open, inner, close, MAX_NESTING / brackets.max(1)), &env, &roots);
            let beyond = nested(open, inner, close, MAX_SOURCE / (open.len() + close.len()) - 2);
            let faults = compile(&beyond, &env, None).err().unwrap_or_default();
            assert!(faults.len() == 1 && faults[0].kind == FaultKind::Limit, "{open}: {faults:?}");
            // Nor must what never closes.
            exercise(&open.repeat(MAX_SOURCE / open.len()), &env, &roots);
        }
        // Steps one after the other are nested in the compiled expression.
        for step in [".distinct()", ".filter(x,true)", "[0]", ".a", ".map(x,x)"] {
            let source = format!("[a]{}", step.repeat(60_000 / step.len()));
            let faults = compile(&source, &env, None).err().unwrap_or_default();
            assert!(faults.len() == 1 && faults[0].kind == FaultKind::Limit, "{step}: {faults:?}");
        }
        let source = "(1+2)*3-".repeat(60) + "1";
        assert!(exercise(&source, &env, &roots));
    });
}

#[test]
fn the_length_is_bounded() {
    let faults = compile(&"a+".repeat(50_000), &Env::new(), None).err().unwrap_or_default();
    assert_eq!(faults.len(), 1);
    assert_eq!(faults[0].to_string(), "the expression is 100000 bytes long, the limit is 65536");
    // Many faults are cut short, at both stages.
    let env = Env::new();
    assert_eq!(compile(&"$".repeat(1000), &env, None).err().map(|faults| faults.len()), Some(16));
    assert_eq!(compile(&"a+".repeat(1000), &env, None).err().map(|faults| faults.len()), Some(1));
    assert_eq!(compile(&("a+".repeat(1000) + "a"), &env, None).err().map(|faults| faults.len()), Some(32));
}

#[test]
fn random_text() {
    let (env, data) = world();
    let roots: Vec<Value<'_>> = data.iter().map(Data::view).collect();
    for seed in 0..20_000 {
        let mut random = Random(seed);
        let bytes: Vec<u8> = (0..random.below(40)).map(|_| random.next() as u8).collect();
        exercise(&String::from_utf8_lossy(&bytes), &env, &roots);
    }
}

/// What expressions are made of, for soups of it and for changes to good ones.
const PIECES: [&str; 64] = [
    "before",
    "after",
    "attackers",
    "names",
    "numbers",
    "x",
    "lives",
    "power",
    "zone",
    "counters",
    "id",
    "0",
    "1",
    "2",
    "9223372036854775807",
    "0x10",
    "true",
    "false",
    "null",
    "'a'",
    "\"hand\"",
    "'",
    "\"",
    "\\",
    "(",
    ")",
    "[",
    "]",
    ".",
    ",",
    "?",
    ":",
    "!",
    "-",
    "+",
    "*",
    "/",
    "%",
    "==",
    "!=",
    "<",
    "<=",
    ">",
    ">=",
    "&&",
    "||",
    "in",
    "=",
    "&",
    " ",
    "//",
    "\n",
    ".size()",
    ".all(x, ",
    ".exists(x, ",
    ".filter(x, ",
    ".map(x, ",
    ".sum()",
    ".sort()",
    "math.least(",
    "has(",
    "['+1/+1']",
    "é",
    "😀",
];

#[test]
fn random_soups() {
    let (env, data) = world();
    let roots: Vec<Value<'_>> = data.iter().map(Data::view).collect();
    for seed in 0..30_000 {
        let mut random = Random(seed);
        let source: String = (0..1 + random.below(12)).map(|_| *random.pick(&PIECES)).collect();
        exercise(&source, &env, &roots);
    }
}

#[test]
fn mutated_expressions() {
    const GOOD: [&str; 8] = [
        "after.lives.counters.incarnation == before + attackers.filter(a, a.power > 0).size()",
        "attackers.all(a, a.zone == 'graveyard' || a.power < 3 && !a.tapped)",
        "numbers.map(n, n > 1, n * 2).sum() - math.greatest(1, before, numbers[0]) % 3",
        "names.exists_one(n, n.startsWith('B')) ? names[1] + '!' : 'nobody'",
        "has(after.lives.counters['first-strike']) || after['p1'].life >= 20",
        "[1, 2, 3].distinct().sort() == [3, 2, 1].sort() && 2 in numbers",
        "after.p2.battlefield.map(c, c.counters['+1/+1']).sum() == 0x06",
        "(before > 3 ? after.p1 : after.p2).battlefield.size() <= 1 / (before - 5)",
    ];
    let (env, data) = world();
    let roots: Vec<Value<'_>> = data.iter().map(Data::view).collect();
    let mut sound = 0;
    for seed in 0..40_000 {
        let mut random = Random(seed);
        let mut source: Vec<char> = random.pick(&GOOD).chars().collect();
        for _ in 0..1 + random.below(3) {
            let from = random.below(source.len() + 1);
            let to = (from + random.below(6)).min(source.len());
            let piece: Vec<char> = if random.once_in(3) {
                Vec::new()
            } else if random.once_in(2) {
                random.pick(&PIECES).chars().collect()
            } else {
                source[from..to].iter().rev().copied().collect()
            };
            source.splice(from..to, piece);
        }
        let source: String = source.into_iter().collect();
        sound += u32::from(exercise(&source, &env, &roots));
    }
    // The changes are small enough that some are still expressions: evaluation was exercised as well.
    assert!(sound > 1000, "{sound}");
}

#[test]
fn faulty_views_are_errors() {
    // Every root is of a type that the environment does not say.
    let (env, data) = world();
    let sources = [
        "after.lives.counters.incarnation == before",
        "attackers.all(a, a.tapped && a.power > before)",
        "names.sort() == names.distinct()",
        "numbers.sum() + numbers[0] + math.least(numbers) > 1",
        "names[0] + names[1] == names[0] || names[0].contains('a')",
        "before in numbers",
        "numbers.sort() == numbers.map(n, n * 2)",
    ];
    let odd =
        [Data::Bool(true), Data::Int(3), Data::text("x"), Data::list([Data::Int(1), Data::text("y"), Data::Missing])];
    let odd = [odd.as_slice(), &[Data::record([Data::Int(1)]), Data::Missing], &data].concat();
    for source in sources {
        for seed in 0..500 {
            let mut random = Random(seed);
            let roots: Vec<Value<'_>> = (0..random.below(6)).map(|_| random.pick(&odd).view()).collect();
            exercise(source, &env, &roots);
        }
    }
}
