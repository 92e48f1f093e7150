//! Line endings that something changed on the way, such as version control that turns every `\n` into `\r\n`.
//!
//! What this program writes with a checksum has `\n` alone, and no `\r` anywhere. A file of which every line ends in `\r\n` can
//! therefore have come of one text only; it is read as that text, and the checksum is that of it.

use std::borrow::Cow;

/// What is said of a file in which some line endings were changed and others not.
pub(crate) const CHANGED: &str = "line endings were changed in some lines (CRLF), so that the checksum no longer holds: keep such \
                                  files as they are, for git by `*.jsonl -text` or the like in .gitattributes";

/// The bytes with their own line endings back, if all of them were changed alike; else as they are.
pub(crate) fn restored(bytes: &[u8]) -> Cow<'_, [u8]> {
    if bytes.contains(&b'\r') && is_crlf_throughout(bytes) {
        return Cow::Owned(bytes.iter().copied().filter(|byte| *byte != b'\r').collect());
    }
    Cow::Borrowed(bytes)
}

/// Whether every line ends in `\r\n`, the last one too, and `\r` is nowhere else.
fn is_crlf_throughout(bytes: &[u8]) -> bool {
    let line = |line: &[u8]| {
        let text = line.strip_suffix(b"\r\n");
        text.is_some_and(|text| !text.contains(&b'\r'))
    };
    bytes.split_inclusive(|byte| *byte == b'\n').all(line)
}

/// Whether some lines end in `\r\n` and others in `\n` alone.
pub(crate) fn are_mixed(bytes: &[u8]) -> bool {
    let lines = || bytes.split_inclusive(|byte| *byte == b'\n').filter(|line| line.ends_with(b"\n"));
    lines().any(|line| line.ends_with(b"\r\n")) && !lines().all(|line| line.ends_with(b"\r\n"))
}

/// Whether more lines of a text end in `\r\n` than in `\n` alone: what is added to it should do so, too.
pub(crate) fn are_crlf(text: &str) -> bool {
    let (all, long) = (text.matches('\n').count(), text.matches("\r\n").count());
    long > all - long
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_file_that_was_changed_throughout_is_read_as_it_was() {
        for (bytes, back) in [
            (&b"a\r\nb\r\n"[..], &b"a\nb\n"[..]),
            (b"a\nb\n", b"a\nb\n"),
            (b"a\r\nb\n", b"a\r\nb\n"),
            (b"a\r\nb", b"a\r\nb"),
            (b"a\r\r\n", b"a\r\r\n"),
            (b"a\rb\r\n", b"a\rb\r\n"),
            (b"\r", b"\r"),
            (b"", b""),
        ] {
            assert_eq!(&*restored(bytes), back, "{bytes:?}");
        }
        assert!(are_mixed(b"a\r\nb\n") && !are_mixed(b"a\r\nb\r\n") && !are_mixed(b"a\nb\n"));
        assert!(!are_mixed(b"a\r\nb"), "it was cut off");
        assert!(are_crlf("a\r\nb\r\nc\n") && !are_crlf("a\r\nb\n") && !are_crlf("a\n") && !are_crlf(""));
    }
}
