//! Lines of bounded length from a stream: what nobody asked for must not fill the memory.

use std::io::{self, BufRead};

/// The longest line that either side accepts, in bytes, without the line break.
pub const LONGEST: usize = 1 << 20;

/// What was read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Line {
    /// A whole line.
    Whole,
    /// The stream ended in the middle of a line.
    Half,
    /// The line is longer than [`LONGEST`]; how it goes on was not read.
    TooLong,
    /// The stream has ended.
    End,
}

/// Reads one line into the buffer, which is emptied first. The line break is not part of it.
///
/// # Errors
/// If the stream cannot be read.
pub fn read_line(stream: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<Line> {
    line.clear();
    loop {
        let chunk = match stream.fill_buf() {
            Ok(chunk) => chunk,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        if chunk.is_empty() {
            return Ok(if line.is_empty() { Line::End } else { Line::Half });
        }
        let end = chunk.iter().position(|byte| *byte == b'\n');
        let part = &chunk[..end.unwrap_or(chunk.len())];
        if line.len() + part.len() > LONGEST {
            return Ok(Line::TooLong);
        }
        line.extend_from_slice(part);
        let used = part.len() + usize::from(end.is_some());
        stream.consume(used);
        if end.is_some() {
            return Ok(Line::Whole);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::BufReader;

    use super::*;

    fn read(text: &[u8], buffer: usize) -> Vec<(Line, usize)> {
        let mut stream = BufReader::with_capacity(buffer, text);
        let mut line = Vec::new();
        let mut seen = Vec::new();
        loop {
            let read = read_line(&mut stream, &mut line).expect("memory can be read");
            seen.push((read, line.len()));
            if read != Line::Whole {
                return seen;
            }
        }
    }

    #[test]
    fn lines_halves_and_ends_are_told_apart() {
        for buffer in [1, 2, 3, 64] {
            assert_eq!(
                read(b"ab\n\nc\n", buffer),
                [(Line::Whole, 2), (Line::Whole, 0), (Line::Whole, 1), (Line::End, 0)]
            );
            assert_eq!(read(b"ab\nc", buffer), [(Line::Whole, 2), (Line::Half, 1)]);
        }
    }

    #[test]
    fn a_line_may_be_as_long_as_the_limit_and_no_longer() {
        let mut text = vec![b'x'; LONGEST];
        text.push(b'\n');
        assert_eq!(read(&text, 4096)[0], (Line::Whole, LONGEST));
        text.insert(0, b'x');
        assert_eq!(read(&text, 4096)[0].0, Line::TooLong);
    }
}
