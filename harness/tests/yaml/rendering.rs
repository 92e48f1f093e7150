//! Faults as people see them.

use headjudge::fault::{Fault, Faults, Source, Span, Style};
use headjudge::yaml::parse;

use super::RULING;

fn fault() -> Fault {
    let node = parse("rulings/a.yaml", RULING).expect("the ruling is good YAML");
    let active = node.get("given").and_then(|given| given.get("active"));
    let active = active.expect("the field is there");
    active.fault("unknown player \"p2\"").with_help("did you mean \"p1\"?".to_owned())
}

#[test]
fn plain_faults_are_one_line_and_one_of_advice() {
    insta::assert_snapshot!(fault().render(Style::Plain), @r#"
    rulings/a.yaml:11:11: unknown player "p2"
      help: did you mean "p1"?
    "#);
}

#[test]
fn drawn_faults_show_the_line() {
    insta::assert_snapshot!(fault().render(Style::Ascii), @r#"
     x unknown player "p2"
       ,-[rulings/a.yaml:11:11]
    10 | given:
    11 |   active: p2
       :           ^|
       :            `-- given.active
    12 |   p1: {life: any, battlefield: [{id: lives, card: Nine Lives, counters: {incarnation: $before}}]}
       `----
     help: did you mean "p1"?
    "#);
    insta::assert_snapshot!(fault().render(Style::Unicode), @r#"
     × unknown player "p2"
       ╭─[rulings/a.yaml:11:11]
    10 │ given:
    11 │   active: p2
       ·           ─┬
       ·            ╰── given.active
    12 │   p1: {life: any, battlefield: [{id: lives, card: Nine Lives, counters: {incarnation: $before}}]}
       ╰────
     help: did you mean "p1"?
    "#);
    let colour = fault().render(Style::Colour);
    assert!(colour.contains("\u{1b}["), "{colour:?}");
}

#[test]
fn what_is_missing_has_a_caret_too() {
    let node = parse("b.yaml", "says:\nkills: [x]\n").expect("the text is good YAML");
    let says = node.get("says").expect("the field is there");
    insta::assert_snapshot!(says.fault("expected text, found nothing").render(Style::Ascii), @r#"
     x expected text, found nothing
      ,-[b.yaml:1:5]
    1 | says:
      :     ^
      :     `-- says
    2 | kills: [x]
      `----
    "#);
}

#[test]
fn columns_count_characters() {
    let source = Source::new("c.yaml", "é: 1\nüü: [é, x]\n");
    let offset = source.text().find('x').expect("it is there");
    let fault = Fault::new(&source, Span::new(offset, 1), "here");
    assert_eq!(fault.to_string(), "c.yaml:2:9: here");
    insta::assert_snapshot!(fault.render(Style::Ascii), @r#"
     x here
      ,-[c.yaml:2:9]
    1 | é: 1
    2 | üü: [é, x]
      :         ^
      `----
    "#);
}

#[test]
fn places_outside_the_text_or_inside_a_character_are_moved() {
    let source = Source::new("d.yaml", "aé");
    for (span, expected) in [
        (Span::new(2, 1), "d.yaml:1:2: m"),
        (Span::new(99, 5), "d.yaml:1:3: m"),
        (Span::new(usize::MAX, usize::MAX), "d.yaml:1:3: m"),
        (Span::new(0, usize::MAX), "d.yaml:1:1: m"),
    ] {
        let fault = Fault::new(&source, span, "m");
        assert_eq!(fault.to_string(), expected);
        for style in [Style::Ascii, Style::Unicode, Style::Colour] {
            assert!(fault.render(style).contains('m'));
        }
    }
    let nothing = Fault::new(&Source::new("e.yaml", ""), Span::default(), "empty");
    assert!(nothing.render(Style::Ascii).contains("empty"));
}

#[test]
fn endless_lines_are_not_drawn() {
    let text = format!("a: 1\nb: {}\nc: @\n", "x".repeat(100_000));
    let fault = parse("f.yaml", &text).expect_err("@ is no YAML");
    assert_eq!(fault.render(Style::Unicode), fault.render(Style::Plain));
    let text = format!("{text}{}d: @\n", "y: 1\n".repeat(3)).replace("c: @", "c: 1");
    let fault = parse("f.yaml", &text).expect_err("@ is no YAML");
    assert_ne!(fault.render(Style::Unicode), fault.render(Style::Plain), "the long line is far away");
}

#[test]
fn faults_are_collected_sorted_and_returned() {
    let (a, b) = (Source::new("a", "12"), Source::new("b", "12"));
    let fault = |source, offset, message| Fault::new(source, Span::new(offset, 1), message);
    let mut faults = Faults::new();
    assert_eq!(Faults::new().into_result(Some(1)), Ok(1));
    assert_eq!(faults.take(Err::<(), _>(fault(&b, 0, "3"))), None);
    assert_eq!(faults.take(Ok(5)), Some(5));
    let mut more = Faults::new();
    more.extend([fault(&a, 1, "2"), fault(&a, 0, "1")]);
    faults.append(more);
    faults.sort();
    assert_eq!(faults.render(Style::Plain), "a:1:1: 1\na:1:2: 2\nb:1:1: 3\n");
    assert_eq!((faults.len(), faults.as_slice()[0].message.as_str()), (3, "1"));
    assert_eq!(faults.clone().into_result(Some(1)), Err(faults));
}
