//! Values as text, for people: short, and in the order of their types.

use super::types::Type;
use super::value::Value;

/// The most elements of a list and fields of a record that are printed.
const MOST: usize = 12;

/// `value` of type `ty`: strings in quotes, lists in brackets, records as `name {field: value, …}`.
///
/// Records within records, and lists of records within records, are only counted: what matters of them is explained by
/// the expression that reads them. Fields that are missing, false or empty are left out of records.
#[must_use]
pub fn print(value: &Value<'_>, ty: &Type) -> String {
    let mut text = String::new();
    write(value, ty, 0, &mut text);
    text
}

fn write(value: &Value<'_>, ty: &Type, depth: usize, text: &mut String) {
    match (value, ty) {
        // What else a card has its name tells.
        (Value::Record(record), Type::Record(shape)) if shape.name == "card" => {
            let name = shape.fields.iter().position(|(name, _)| name == "name").map(|index| record.field(index));
            match name {
                Some(Value::Str(name)) => text.push_str(name),
                _ => text.push_str(&shape.name),
            }
        }
        (Value::Record(record), Type::Record(shape)) => {
            text.push_str(&shape.name);
            text.push_str(" {");
            let mut written = 0;
            for (index, (name, field_type)) in shape.fields.iter().enumerate() {
                let field = record.field(index);
                let dull = match &field {
                    Value::Missing | Value::Bool(false) | Value::Record(_) => true,
                    list => list.list_len() == Some(0),
                };
                if dull {
                    continue;
                }
                if written == MOST {
                    text.push_str(", …");
                    break;
                }
                text.push_str(if written == 0 { "" } else { ", " });
                text.push_str(name);
                text.push_str(": ");
                write(&field, field_type, depth + 1, text);
                written += 1;
            }
            text.push('}');
        }
        (value, Type::List(element)) if value.list_len().is_some() => {
            let len = value.list_len().unwrap_or(0);
            if depth > 0 && matches!(**element, Type::Record(_)) {
                text.push_str(&format!("[{len} × {element}]"));
                return;
            }
            text.push('[');
            for index in 0..len.min(MOST) {
                text.push_str(if index == 0 { "" } else { ", " });
                write(&value.item(index), element, depth + 1, text);
            }
            if len > MOST {
                text.push_str(&format!(", … {} more", len - MOST));
            }
            text.push(']');
        }
        // Every other value prints itself, also one that a faulty view gives.
        (value, _) => text.push_str(&format!("{value:?}")),
    }
}
