//! An expression with what is known of it worked out: values of a case in place of the names that stand for them.

use super::code::{Code, Node};
use super::eval::Machine;
use super::look::parts;
use super::program::Program;
use super::value::Value;

impl Program {
    /// The source with every part that reads only the first `known` of the roots replaced by its value; nothing if such
    /// a part has no value that can be written, such as a record.
    #[must_use]
    pub fn filled<'a>(&'a self, roots: &[Value<'a>], known: usize) -> Option<String> {
        let mut changes = Vec::new();
        let machine = Machine::new(roots);
        fill(self.node(), &machine, known, &mut changes)?;
        // From the end, so that places stay where they are.
        changes.sort_by_key(|(range, _): &(std::ops::Range<usize>, String)| std::cmp::Reverse(range.start));
        let mut text = self.source().to_owned();
        for (range, literal) in changes {
            text.get(range.clone())?;
            text.replace_range(range, &literal);
        }
        Some(text)
    }
}

fn fill<'a>(
    node: &'a Node,
    machine: &Machine<'_, 'a>,
    known: usize,
    changes: &mut Vec<(std::ops::Range<usize>, String)>,
) -> Option<()> {
    let reads = reads(node, 0);
    if !reads.free && reads.roots.iter().all(|root| *root < known) && !reads.roots.is_empty() {
        let literal = machine.eval(node, None).ok().and_then(|value| literal(&value));
        if let Some(literal) = literal {
            changes.push((node.span.range(), literal));
            return Some(());
        }
        if matches!(node.code, Code::Root(_)) {
            return None;
        }
    }
    parts(node).into_iter().try_for_each(|part| fill(part, machine, known, changes))
}

/// Which roots a part reads, and whether it reads a variable of a macro around it.
#[derive(Default)]
struct Reads {
    roots: Vec<usize>,
    free: bool,
}

fn reads(node: &Node, scopes: u32) -> Reads {
    let mut all = Reads::default();
    match &node.code {
        Code::Root(position) => all.roots.push(*position as usize),
        Code::Local(out) => all.free = *out >= scopes,
        _ => {}
    }
    for part in parts(node) {
        // Only what a macro does with its elements is inside its scope; its list is not.
        let inside = match &node.code {
            Code::Quantify(_, list, _) | Code::Filter(list, _) | Code::Map(list, ..) => !std::ptr::eq(part, &**list),
            _ => false,
        };
        let Reads { roots, free } = reads(part, scopes + u32::from(inside));
        all.roots.extend(roots);
        all.free |= free;
    }
    all
}

/// A value as it is written in an expression.
fn literal(value: &Value<'_>) -> Option<String> {
    if let Some(n) = value.as_int() {
        return Some(if n < 0 { format!("({n})") } else { n.to_string() });
    }
    if let Some(b) = value.as_bool() {
        return Some(b.to_string());
    }
    if let Some(text) = value.as_str() {
        return Some(format!("'{}'", text.replace('\\', "\\\\").replace('\'', "\\'")));
    }
    let items: Option<Vec<String>> = (0..value.list_len()?).map(|at| literal(&value.item(at))).collect();
    items.map(|items| format!("[{}]", items.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::super::{Env, Type, Value, compile};

    #[test]
    fn what_is_known_is_worked_out() {
        let env = Env::new().with("n", Type::Int).with("xs", Type::list(Type::Int)).with("s", Type::Str);
        let env = env.with("life", Type::Int).with("all", Type::list(Type::Int));
        let xs = vec![3_i64, -1];
        let roots = [Value::Int(7), Value::List(&xs), Value::Str("it's"), Value::Int(0), Value::List(&xs)];
        let filled = |source: &str| compile(source, &env, None).expect("it compiles").filled(&roots, 3);
        for (source, wanted) in [
            ("life == n + 1", "life == 8"),
            ("life == n - life", "life == 7 - life"),
            ("life + (n * 2 - 20) == life", "life + (-6) == life"),
            ("all.exists(x, x > n)", "all.exists(x, x > 7)"),
            ("all.all(x, xs.exists(y, x == y))", "all.all(x, [3, (-1)].exists(y, x == y))"),
            ("life == xs.filter(x, x > 0).size()", "life == 1"),
            ("s == 'a' || life > 2", "false || life > 2"),
            ("(life > 2 ? s : 'b') == s", "(life > 2 ? 'it\\'s' : 'b') == 'it\\'s'"),
            ("life > 2", "life > 2"),
        ] {
            assert_eq!(filled(source).as_deref(), Some(wanted), "{source}");
        }
    }
}
