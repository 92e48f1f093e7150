//! Nodes to any type that serde can read, with the fault at the innermost node.
//!
//! Enums are tagged from outside: `tap` is a variant without data, `{put-counters: {count: 2}}` one with. A number where
//! text is wanted is a fault that says to quote it, here as everywhere.

use serde::de::{
    self, Deserialize, DeserializeSeed, EnumAccess, IntoDeserializer, MapAccess, SeqAccess, VariantAccess, Visitor,
};

use super::{Key, Node, ReadError, Value};
use crate::fault::Fault;

impl Node {
    /// Reads this node as a type that serde can read.
    ///
    /// # Errors
    /// At the innermost node that is not what the type wants.
    pub fn deserialize<'de, T: Deserialize<'de>>(&'de self) -> Result<T, Fault> {
        T::deserialize(self).map_err(|error| error.into_fault(self))
    }
}

impl Node {
    fn visit<'de, V: Visitor<'de>>(&'de self, visitor: V) -> Result<V::Value, ReadError> {
        match &self.value {
            Value::Null => visitor.visit_unit(),
            Value::Bool(value) => visitor.visit_bool(*value),
            Value::Int(value) => visitor.visit_i64(*value),
            Value::Number(text) => match (text.parse::<u64>(), text.parse::<f64>()) {
                (Ok(value), _) => visitor.visit_u64(value),
                (_, Ok(value)) => visitor.visit_f64(value),
                _ => Err(self.mismatch("a number that can be read")),
            },
            Value::Str(text) => visitor.visit_borrowed_str(text),
            Value::List(items) => {
                let mut items = Items { rest: items.iter() };
                let value = visitor.visit_seq(&mut items)?;
                let left = items.rest.len();
                if left > 0 {
                    let message = format!("{left} items too many in this list");
                    return Err(ReadError::new(message, None));
                }
                Ok(value)
            }
            Value::Map(entries) => visitor.visit_map(Fields { node: self, rest: entries.iter(), value: None }),
        }
    }

    /// Text, where nothing else will do: YAML's types must not make a rule number a float.
    fn visit_text<'de, V: Visitor<'de>>(&'de self, visitor: V) -> Result<V::Value, ReadError> {
        match &self.value {
            Value::Str(text) => visitor.visit_borrowed_str(text),
            Value::Bool(_) | Value::Int(_) | Value::Number(_) => {
                let help = format!("quote it: \"{}\"", self.raw());
                Err(self.mismatch("text").with_help(help))
            }
            _ => Err(self.mismatch("text")),
        }
    }

    fn mismatch(&self, what: &str) -> ReadError {
        let Fault { message, help, .. } = self.expected(what);
        ReadError::new(message, help)
    }
}

impl<'de> de::Deserializer<'de> for &'de Node {
    type Error = ReadError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        self.visit(visitor).map_err(|error| error.at(self))
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        self.visit_text(visitor).map_err(|error| error.at(self))
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        self.deserialize_str(visitor)
    }

    fn deserialize_char<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        self.deserialize_str(visitor)
    }

    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        self.deserialize_str(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        let value = match self.value {
            Value::Null => visitor.visit_none(),
            _ => visitor.visit_some(self),
        };
        value.map_err(|error| error.at(self))
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, ReadError> {
        visitor.visit_newtype_struct(self).map_err(|error| error.at(self))
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, ReadError> {
        // A list would do for a struct by serde's rules, field by field; nobody could read it.
        match self.value {
            Value::Map(_) => self.visit(visitor),
            _ => Err(self.mismatch("a map")),
        }
        .map_err(|error| error.at(self))
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, ReadError> {
        let variant = |key, content| Variant { node: self, key, content };
        let value = match &self.value {
            Value::Str(_) => visitor.visit_enum(variant(None, None)),
            Value::Map(entries) => match entries.as_slice() {
                [(key, content)] => visitor.visit_enum(variant(Some(key), Some(content))),
                _ => {
                    let message = format!("expected one key, found {}", entries.len());
                    Err(ReadError::new(message, None))
                }
            },
            _ => self.visit_text(visitor),
        };
        value.map_err(|error| error.at(self))
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 bytes byte_buf
        unit unit_struct seq tuple tuple_struct map ignored_any
    }
}

struct Items<'de> {
    rest: std::slice::Iter<'de, Node>,
}

impl<'de> SeqAccess<'de> for &mut Items<'de> {
    type Error = ReadError;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, ReadError> {
        self.rest.next().map(|item| seed.deserialize(item)).transpose()
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.rest.len())
    }
}

struct Fields<'de> {
    node: &'de Node,
    rest: std::slice::Iter<'de, (Key, Node)>,
    value: Option<&'de Node>,
}

impl<'de> MapAccess<'de> for Fields<'de> {
    type Error = ReadError;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, ReadError> {
        let Some((key, value)) = self.rest.next() else {
            return Ok(None);
        };
        self.value = Some(value);
        let name = seed.deserialize(KeyName(&key.name));
        name.map(Some).map_err(|error| error.at_key(self.node, key))
    }

    fn next_value_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<T::Value, ReadError> {
        match self.value.take() {
            Some(value) => seed.deserialize(value),
            None => Err(de::Error::custom("a value was asked for before its key")),
        }
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.rest.len())
    }
}

/// A key as text, or as the number or variant that the type of the map wants.
struct KeyName<'de>(&'de str);

impl<'de> de::Deserializer<'de> for KeyName<'de> {
    type Error = ReadError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        visitor.visit_borrowed_str(self.0)
    }

    fn deserialize_i64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        match self.0.parse() {
            Ok(value) => visitor.visit_i64(value),
            Err(_) => visitor.visit_borrowed_str(self.0),
        }
    }

    fn deserialize_u64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        self.deserialize_i64(visitor)
    }

    fn deserialize_i32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        self.deserialize_i64(visitor)
    }

    fn deserialize_u32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        self.deserialize_i64(visitor)
    }

    fn deserialize_u16<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        self.deserialize_i64(visitor)
    }

    fn deserialize_u8<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        self.deserialize_i64(visitor)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, ReadError> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        visitor.visit_some(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, ReadError> {
        visitor.visit_enum(self.0.into_deserializer())
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i128 u128 f32 f64 char str string bytes byte_buf unit unit_struct seq tuple
        tuple_struct map struct identifier ignored_any
    }
}

/// A variant: its name is text, or the only key of a map whose value is the content.
struct Variant<'de> {
    node: &'de Node,
    key: Option<&'de Key>,
    content: Option<&'de Node>,
}

impl<'de> EnumAccess<'de> for Variant<'de> {
    type Error = ReadError;
    type Variant = Content<'de>;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Content<'de>), ReadError> {
        let (name, content) = match (self.key, self.content) {
            (Some(key), content) => {
                let name = seed.deserialize(KeyName(&key.name));
                (name.map_err(|error| error.at_key(self.node, key))?, content)
            }
            (None, content) => (seed.deserialize(self.node)?, content),
        };
        let named = match (&self.key, &self.node.value) {
            (Some(key), _) => &key.name,
            (None, Value::Str(text)) => text,
            _ => "",
        };
        Ok((name, Content { name: named, content }))
    }
}

struct Content<'de> {
    name: &'de str,
    content: Option<&'de Node>,
}

impl<'de> Content<'de> {
    fn node(&self, what: &str) -> Result<&'de Node, ReadError> {
        self.content.ok_or_else(|| {
            let help = format!("write {{{}: …}}", self.name);
            ReadError::new(format!("{:?} needs {what}", self.name), Some(help))
        })
    }
}

impl<'de> VariantAccess<'de> for Content<'de> {
    type Error = ReadError;

    fn unit_variant(self) -> Result<(), ReadError> {
        match self.content {
            None => Ok(()),
            Some(node) => match node.value {
                Value::Null => Ok(()),
                _ => {
                    let message = format!("{:?} takes no value", self.name);
                    let help = Some(format!("write {} alone", self.name));
                    Err(ReadError::new(message, help).at(node))
                }
            },
        }
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, ReadError> {
        seed.deserialize(self.node("a value")?)
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, ReadError> {
        de::Deserializer::deserialize_seq(self.node("a list")?, visitor)
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, ReadError> {
        let node = self.node("fields")?;
        de::Deserializer::deserialize_struct(node, "", fields, visitor)
    }
}
