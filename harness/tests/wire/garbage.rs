//! `headjudge serve` and nonsense: whatever it is sent, it answers or ends, and never panics.

use headjudge::engines::serve;
use headjudge::library::Library;
use headjudge::tape::{Source as _, SplitMix64};
use headjudge_protocol::lines::LONGEST;
use headjudge_protocol::message::Reply;
use libtest_mimic::Failed;

use crate::Test;

/// The tests of this file.
pub(crate) const TESTS: &[Test] = &[
    ("nonsense is answered by errors", nonsense),
    ("requests with a few wrong bytes are answered", mangled),
    ("what is too long or half is the end", ends),
];

fn replies(input: &[u8]) -> Result<Vec<Reply>, Failed> {
    static LIBRARY: std::sync::OnceLock<Library> = std::sync::OnceLock::new();
    let cards = &LIBRARY.get_or_init(|| Library::embedded().expect("no faults")).pool.cards;
    let mut output = Vec::new();
    serve(cards, None, input, &mut output)?;
    output
        .split(|byte| *byte == b'\n')
        .filter(|line| !line.is_empty())
        .map(|line| Ok(serde_json::from_slice(line)?))
        .collect()
}

const CASE: &str = r#"{"ask":"case","id":7,"scenario":{"board":{"players":[{"life":20,"pool":"GG"},{"life":3}],"active":"p1","step":"main","objects":[{"id":"land","card":"Forest","owner":"p1","zone":"battlefield"},{"id":"bear","card":"Grizzly Bears","owner":"p1","zone":"hand"},{"id":"other","card":"Grizzly Bears","owner":"p2","zone":"battlefield","damage":1,"counters":{"+1/+1":2}}]},"script":[{"activate":{"by":"p1","object":"land","ability":1}},{"try":{"name":"cast","step":{"cast":{"by":"p1","card":"bear","x":0}}}},"resolve",{"to":"end step"}],"answers":[{"player":"p1","kind":"mana","picks":["G"]}]}}"#;

fn nonsense() -> Result<(), Failed> {
    for (input, id) in [
        ("", 0),
        ("null", 0),
        ("[1,2]", 0),
        ("{\"id\":5}", 5),
        ("{\"ask\":\"case\",\"id\":5}", 5),
        ("{\"ask\":\"case\",\"id\":-5}", 0),
        ("{\"ask\":\"hello\",\"from\":2,\"to\":9}", 0),
        ("{\"ask\":\"bye\",\"id\":9}", 9),
    ] {
        let replies = replies(format!("{input}\n{CASE}\n").as_bytes())?;
        assert!(matches!(&replies[0], Reply::Error { id: said, .. } if *said == id), "{input}: {replies:?}");
        assert_eq!(replies[1].id(), Some(7), "{input}: {replies:?}");
    }
    assert!(matches!(replies(format!("{CASE}\n").as_bytes())?[..], [Reply::Outcome { .. }]), "the case is one");
    let deep = "[".repeat(200_000);
    assert!(matches!(replies(format!("{deep}\n").as_bytes())?[..], [Reply::Error { .. }]));
    Ok(())
}

fn mangled() -> Result<(), Failed> {
    let mut source = SplitMix64::new(11);
    let digits = [b"0".as_slice(), b"-1", b"4294967295", b"2147483647", b"99999999999999999999"];
    let mut whole = 0;
    for _ in 0..3000 {
        let mut line = CASE.as_bytes().to_vec();
        for _ in 0..=source.below(2) {
            let at = usize::try_from(source.below(line.len() as u64 - 1))?;
            match source.below(3) {
                0 => line[at] = u8::try_from(32 + source.below(94))?,
                1 => drop(line.remove(at)),
                2 => {
                    // A part of the request, once more.
                    let end = (at + 12).min(line.len());
                    let part = line[at..end].to_vec();
                    line.splice(at..at, part);
                }
                _ => {
                    // Some number becomes an odd one.
                    let Some(start) = (at..line.len()).find(|n| line[*n].is_ascii_digit()) else { continue };
                    let many = digits[usize::try_from(source.below(4))?];
                    line.splice(start..=start, many.iter().copied());
                }
            }
        }
        line.retain(|byte| *byte != b'\n');
        line.push(b'\n');
        let replies = replies(&line)?;
        assert!(replies.len() == 1, "{}: {replies:?}", String::from_utf8_lossy(&line));
        whole += u32::from(!matches!(replies[0], Reply::Error { .. }));
    }
    assert!(whole > 50, "only {whole} requests were still ones");
    Ok(())
}

fn ends() -> Result<(), Failed> {
    assert!(matches!(replies(b"{\"ask\":")?[..], [Reply::Error { id: 0, .. }]));
    let long = vec![b' '; LONGEST + 1];
    assert!(matches!(replies(&long)?[..], [Reply::Error { id: 0, .. }]));
    // What follows `bye` is not read.
    assert!(replies(format!("{{\"ask\":\"bye\"}}\n{CASE}\n").as_bytes())?.is_empty());
    Ok(())
}
