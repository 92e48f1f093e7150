//! Laws of the vocabulary, under quickcheck, fed by the choice tape that also draws boards.

use std::fmt::Debug;

use headjudge::tape::{Draw, Shrinker, Source, SplitMix64, Tape, record};
use headjudge::verdict::{Counts, Kind};
use headjudge_engine::mana::{ManaCost, ManaPool, ManaType, ManaTypes, Symbol};
use headjudge_engine::subtype::{Subtype, Subtypes};
use headjudge_engine::{CounterKind, Counters};
use quickcheck::{Arbitrary, Gen, QuickCheck, Testable};

/// How a type is drawn from choices.
trait FromChoices: Clone + Debug + 'static {
    fn draw(source: &mut dyn Source) -> Self;
}

/// A value and the tape that it was drawn from, so that it shrinks as the tape does.
#[derive(Debug, Clone)]
struct On<T>(T, Tape);

impl<T: FromChoices> Arbitrary for On<T> {
    fn arbitrary(g: &mut Gen) -> Self {
        let (value, tape) = record(SplitMix64::new(u64::arbitrary(g)), |s: &mut dyn Source| T::draw(s));
        On(value, tape)
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Self>> {
        let mut shrinker = Shrinker::listing(self.1.clone());
        Box::new(std::iter::from_fn(move || {
            let value = shrinker.propose(|s: &mut dyn Source| T::draw(s))?;
            let tape = shrinker.candidate().cloned().unwrap_or_default();
            Some(On(value, tape))
        }))
    }
}

impl<A: FromChoices, B: FromChoices> FromChoices for (A, B) {
    fn draw(source: &mut dyn Source) -> Self {
        (A::draw(source), B::draw(source))
    }
}

impl FromChoices for ManaPool {
    fn draw(source: &mut dyn Source) -> Self {
        ManaType::ALL.into_iter().map(|t| (t, u32::try_from(source.below(4)).unwrap_or(0))).collect()
    }
}

impl FromChoices for ManaCost {
    fn draw(source: &mut dyn Source) -> Self {
        let symbols = source.list(0..=4, |s| {
            let mut one = || *s.pick(&ManaType::ALL).unwrap_or(&ManaType::C);
            let (a, b) = (one(), one());
            if a == b { Symbol::One(a) } else { Symbol::Hybrid(a, b) }
        });
        let generic = u32::try_from(source.below(5)).unwrap_or(0);
        ManaCost { generic, xs: u8::try_from(source.below(2)).unwrap_or(0), symbols }
    }
}

/// Changes to a set of counters: added or removed, which kind, how many.
impl FromChoices for Vec<(bool, CounterKind, u32)> {
    fn draw(source: &mut dyn Source) -> Self {
        source.list(0..=12, |s| {
            let kind = *s.pick(&CounterKind::ALL).unwrap_or(&CounterKind::PlusOne);
            (s.flip(40), kind, u32::try_from(s.below(6)).unwrap_or(0))
        })
    }
}

impl FromChoices for Subtypes {
    fn draw(source: &mut dyn Source) -> Self {
        let all: Vec<Subtype> = Subtype::all().collect();
        source.list(0..=6, |s| *s.pick(&all).unwrap_or(&Subtype::AURA)).into_iter().collect()
    }
}

impl FromChoices for Vec<usize> {
    fn draw(source: &mut dyn Source) -> Self {
        source.list(0..=30, |s| s.index(Kind::ALL.len()))
    }
}

fn check<A: Testable>(law: A) {
    QuickCheck::new().tests(2_000).rng(Gen::from_size_and_seed(20, 1993)).quickcheck(law);
}

#[test]
fn every_payment_pays_exactly_the_cost_from_the_pool() {
    fn law(on: On<(ManaPool, ManaCost)>) -> bool {
        let (pool, cost) = on.0;
        let cost = cost.with_x(2);
        pool.payments(&cost).iter().all(|way| {
            let left = pool.minus(way);
            left.is_some_and(|left| left.total() + cost.mana_value(0) == pool.total())
                && !way.payments(&cost).is_empty()
        })
    }
    check(law as fn(On<(ManaPool, ManaCost)>) -> bool);
}

#[test]
fn payments_are_all_different_and_more_mana_never_hurts() {
    fn law(on: On<(ManaPool, ManaCost)>) -> bool {
        let (pool, cost) = on.0;
        let cost = cost.with_x(0);
        let ways = pool.payments(&cost);
        let distinct = ways.iter().enumerate().all(|(at, way)| !ways[..at].contains(way));
        let mut richer = pool;
        richer.add(ManaType::G, 1);
        let more = richer.payments(&cost);
        distinct && ways.iter().all(|way| more.contains(way))
    }
    check(law as fn(On<(ManaPool, ManaCost)>) -> bool);
}

#[test]
fn a_cost_is_read_back_as_it_is_written() {
    fn law(on: On<ManaCost>) -> bool {
        on.0.to_string().parse() == Ok(on.0)
    }
    check(law as fn(On<ManaCost>) -> bool);
}

#[test]
fn costs_add_up_and_x_counts_for_each_symbol() {
    fn law(on: On<(ManaCost, ManaCost)>) -> bool {
        let (a, b) = on.0;
        (0..4).all(|x| {
            let sum = a.plus(&b);
            sum.mana_value(x) == a.mana_value(x) + b.mana_value(x) && sum.with_x(x).mana_value(0) == sum.mana_value(x)
        })
    }
    check(law as fn(On<(ManaCost, ManaCost)>) -> bool);
}

#[test]
fn counters_are_a_multiset() {
    fn law(on: On<Vec<(bool, CounterKind, u32)>>) -> bool {
        let mut counters = Counters::default();
        let mut plain = [0u32; CounterKind::ALL.len()];
        for (remove, kind, n) in on.0 {
            let of = &mut plain[kind as usize];
            if remove {
                let taken = counters.remove(kind, n);
                if taken != n.min(*of) {
                    return false;
                }
                *of -= taken;
            } else {
                counters.add(kind, n);
                *of += n;
            }
        }
        let listed: Counters = counters.iter().collect();
        let same = CounterKind::ALL.iter().all(|kind| counters.get(*kind) == plain[*kind as usize]);
        same && listed == counters && counters.iter().all(|(_, n)| n > 0)
    }
    check(law as fn(On<Vec<(bool, CounterKind, u32)>>) -> bool);
}

#[test]
fn sets_of_subtypes_obey_set_algebra() {
    fn law(on: On<(Subtypes, Subtypes)>) -> bool {
        let (a, b) = on.0;
        let both = a.union(&b);
        let back: Subtypes = both.iter().collect();
        back == both && both.without(&b).union(&b) == both && b.iter().all(|s| both.contains(s))
    }
    check(law as fn(On<(Subtypes, Subtypes)>) -> bool);
}

#[test]
fn types_of_mana_are_a_set_in_which_colourless_is_no_colour() {
    fn law(on: On<(ManaPool, ManaPool)>) -> bool {
        let set = |pool: &ManaPool| pool.iter().map(|(t, _)| t).collect::<ManaTypes>();
        let (a, b) = (set(&on.0.0), set(&on.0.1));
        let colors = a.union(b).intersection(ManaTypes::COLORS);
        !colors.contains(ManaType::C)
            && colors.iter().all(|t| t.color().is_some())
            && a.intersection(b).iter().all(|t| a.contains(t) && b.contains(t))
    }
    check(law as fn(On<(ManaPool, ManaPool)>) -> bool);
}

#[test]
fn merged_counts_are_the_counts_of_all_cases_whatever_the_split() {
    fn law(on: On<(Vec<usize>, Vec<usize>)>) -> bool {
        let count = |cases: &[usize]| {
            let mut counts = Counts::default();
            cases.iter().for_each(|at| counts.add(Kind::ALL[*at]));
            counts
        };
        let (a, b) = on.0;
        let (mut ab, mut ba) = (count(&a), count(&b));
        ab.merge(&count(&b));
        ba.merge(&count(&a));
        let all: Vec<usize> = a.iter().chain(&b).copied().collect();
        ab == ba && ab == count(&all) && ab.cases() == all.len() as u64 && ab.worst() == count(&all).worst()
    }
    check(law as fn(On<(Vec<usize>, Vec<usize>)>) -> bool);
}
