//! JSON Schemas of contracts, rendered natively when the product is built: as plain as clients need them, without
//! references, formats and titles.

use schemars::generate::SchemaSettings;
use schemars::transform::{Transform, transform_subschemas};
use schemars::{Schema, SchemaGenerator};
use serde_json::{Map, Value, json};

/// Makes the schema of one type.
pub type JsonSchemaOf = fn(&mut SchemaGenerator) -> Schema;

/// How much a schema says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Arguments in as few words as it takes. Every session pays for each byte of a listing, so what the core reports anyway
    /// is left out: that there are no other arguments, and lower bounds of 0 and 1.
    Terse,
    /// The same, but descriptions are fragments, however short. A sentence is for readers of the source.
    Listed,
    /// Arguments with everything that a specification prints.
    Complete,
    /// Results. They explain themselves by their names, so descriptions are left out. Nothing is required, because older
    /// clients check errors against them too.
    Result,
}

/// The schema of arguments, and the properties that are accepted but not listed: those whose types say `hidden`.
pub fn render_arguments(schema_of: JsonSchemaOf, style: Style) -> (Value, Map<String, Value>) {
    let mut schema = render(schema_of, style);
    let mut hidden = Map::new();
    if let Some(Value::Object(properties)) = schema.get_mut("properties") {
        let (others, listed): (Map<_, _>, Map<_, _>) =
            std::mem::take(properties).into_iter().partition(|(_, property)| property.get("hidden").is_some());
        *properties = listed;
        hidden = others;
    }
    for property in hidden.values_mut().filter_map(Value::as_object_mut) {
        property.remove("hidden");
    }
    (schema, hidden)
}

/// The schema of arguments or of a result, for a listing.
pub fn render(schema_of: JsonSchemaOf, style: Style) -> Value {
    let settings = SchemaSettings::draft2020_12().with(|settings| {
        settings.meta_schema = None;
        settings.inline_subschemas = true;
    });
    let settings = if style == Style::Result { settings.for_serialize() } else { settings.for_deserialize() };
    let mut schema = schema_of(&mut settings.into_generator());
    Plain(style).transform(&mut schema);
    schema.remove("description");
    schema.to_value()
}

/// Reduces a schema to what its style says, with its keywords in one order.
struct Plain(Style);

impl Transform for Plain {
    fn transform(&mut self, schema: &mut Schema) {
        let Some(object) = schema.as_object_mut() else { return };
        drop_null_of_optional(object);
        merge_words(object);
        if let Some(alternatives) = object.remove("oneOf") {
            if self.0 == Style::Result {
                object.insert("oneOf".into(), alternatives);
            } else {
                merge_variants(object, &alternatives);
            }
        }
        transform_subschemas(self, schema);
        let Some(object) = schema.as_object_mut() else { return };
        for keyword in ["title", "format", "listed"] {
            object.remove(keyword);
        }
        if self.0 != Style::Complete {
            object.remove("default");
        }
        if let Some(value) = object.remove("absentMeans") {
            object.insert("default".into(), value);
        }
        if object.get("type") == Some(&json!("object")) {
            object.entry("properties").or_insert_with(|| json!({}));
        }
        if object.get("maximum") == Some(&json!(u32::MAX)) {
            object.remove("maximum");
        }
        // What is said of a type is said of each field that has it.
        if let Some(Value::Object(items)) = object.get_mut("items") {
            items.remove("description");
        }
        // A text may always be as short as nothing.
        if object.get("minLength") == Some(&json!(0)) {
            object.remove("minLength");
        }
        match self.0 {
            Style::Terse | Style::Listed => drop_what_errors_say(object),
            Style::Complete => {}
            Style::Result => drop_what_names_say(object),
        }
        let is_unneeded = match self.0 {
            Style::Listed => |text: &str| text.ends_with('.'),
            _ => is_no_more_than_a_name,
        };
        if object.get("description").and_then(Value::as_str).is_some_and(is_unneeded) {
            object.remove("description");
        }
        sort_keywords(object);
    }
}

/// Leaves out the description of a property that another tool of the same listing describes.
pub fn undescribed(schema: &mut Schema, property: &str) {
    if let Some(Value::Object(property)) = schema.pointer_mut(&format!("/properties/{property}")) {
        property.remove("description");
    }
}

/// Two words can say no more than the name of an argument does.
fn is_no_more_than_a_name(description: &str) -> bool {
    description.split_whitespace().count() <= 2
}

/// A closed set of words whose members are described one by one, as a plain `enum`.
fn merge_words(schema: &mut Map<String, Value>) {
    let Some(alternatives) = schema.get("oneOf").and_then(Value::as_array) else { return };
    let mut words = Vec::new();
    for alternative in alternatives {
        match (alternative.get("const"), alternative.get("enum")) {
            (Some(word), _) => words.push(word.clone()),
            (None, Some(Value::Array(several))) => words.extend(several.iter().cloned()),
            _ => return,
        }
    }
    schema.remove("oneOf");
    schema.insert("type".into(), "string".into());
    schema.insert("enum".into(), words.into());
}

/// All variants in one object, because several clients do not understand alternatives. Their fields are those of tools that
/// are listed too, and are described there, with the words that they may contain.
fn merge_variants(schema: &mut Map<String, Value>, alternatives: &Value) {
    let mut properties = Map::new();
    let mut tags = Vec::new();
    let mut tag_name = String::new();
    for variant in alternatives.as_array().into_iter().flatten() {
        let mut variant = variant.clone();
        drop_optional_nulls(&mut variant);
        for (name, property) in variant.get("properties").and_then(Value::as_object).into_iter().flatten() {
            if let Some(word) = property.get("const") {
                tags.push(word.clone());
                tag_name.clone_from(name);
                properties.entry(name.clone()).or_insert_with(|| json!({}));
                continue;
            }
            let mut property = property.clone();
            if let Some(property) = property.as_object_mut() {
                merge_words(property);
                property.remove("description");
                property.remove("enum");
            }
            properties.entry(name.clone()).or_insert(property);
        }
    }
    properties.insert(tag_name.clone(), json!({ "type": "string", "enum": tags }));
    let mut sorted = Map::new();
    sorted.extend(properties.shift_remove_entry(&tag_name));
    match schema.remove("listed") {
        // The type names the fields that a listing has, in order.
        Some(listed) => {
            let names = listed.as_array().into_iter().flatten().filter_map(Value::as_str);
            sorted.extend(names.filter_map(|name| properties.shift_remove_entry(name)));
        }
        None => sorted.extend(properties),
    }
    schema.insert("type".into(), "object".into());
    schema.insert("properties".into(), sorted.into());
    schema.insert("required".into(), json!([tag_name]));
    schema.insert("additionalProperties".into(), false.into());
}

/// Applies [`drop_null_of_optional`] to a schema and everything in it.
pub fn drop_optional_nulls(schema: &mut Value) {
    match schema {
        Value::Object(object) => {
            object.values_mut().for_each(drop_optional_nulls);
            drop_null_of_optional(object);
            // A reference with a description would become a copy of the type.
            if object.contains_key("$ref") {
                object.remove("description");
            }
        }
        Value::Array(items) => items.iter_mut().for_each(drop_optional_nulls),
        _ => {}
    }
}

/// A field that may be left out is never `null` in a listing, although `null` is accepted.
fn drop_null_of_optional(schema: &mut Map<String, Value>) {
    let required: Vec<Value> = schema.get("required").and_then(Value::as_array).cloned().unwrap_or_default();
    let properties = schema.get_mut("properties").and_then(Value::as_object_mut);
    for (name, property) in properties.into_iter().flatten() {
        if required.iter().any(|other| other == name) {
            continue;
        }
        if let Some(Value::Array(types)) = property.get_mut("type") {
            types.retain(|name| name != "null");
            if let [only] = types.as_slice() {
                property["type"] = only.clone();
            }
        }
        if let Some(Value::Array(words)) = property.get_mut("enum") {
            words.retain(|word| !word.is_null());
        }
        if let Some(Value::Array(alternatives)) = property.get("anyOf") {
            let others = alternatives.iter().filter(|other| other.get("type") != Some(&json!("null")));
            if let [Value::Object(only)] = others.cloned().collect::<Vec<_>>().as_slice() {
                let own = ["description", "default"].map(|keyword| (keyword, property.get(keyword).cloned()));
                *property = Value::Object(only.clone());
                property.as_object_mut().and_then(|property| property.remove("description"));
                for (keyword, value) in own.into_iter().filter_map(|(keyword, value)| Some((keyword, value?))) {
                    property[keyword] = value;
                }
            }
        }
    }
}

fn drop_what_errors_say(schema: &mut Map<String, Value>) {
    schema.remove("additionalProperties");
    if schema.get("minimum").and_then(Value::as_u64).is_some_and(|minimum| minimum <= 1) {
        schema.remove("minimum");
    }
}

fn drop_what_names_say(schema: &mut Map<String, Value>) {
    for keyword in ["description", "additionalProperties", "minimum", "maximum", "minLength", "maxLength", "pattern"] {
        schema.remove(keyword);
    }
    let properties = schema.get_mut("properties").and_then(Value::as_object_mut);
    let tag = properties.and_then(|properties| {
        let tag = properties.iter().find(|(_, property)| property.get("const").is_some())?.0.clone();
        let mut sorted = Map::new();
        sorted.extend(properties.shift_remove_entry(&tag));
        sorted.append(properties);
        *properties = sorted;
        Some(tag)
    });
    // The tag of a variant is always present, and so are the fields next to it.
    if tag.is_none() && !schema.contains_key("oneOf") {
        schema.remove("required");
    }
    if let (Some(tag), Some(Value::Array(required))) = (tag, schema.get_mut("required")) {
        required.retain(|name| *name != tag);
        required.insert(0, tag.into());
    }
}

const KEYWORDS: [&str; 13] = [
    "type",
    "enum",
    "const",
    "pattern",
    "minLength",
    "maxLength",
    "minimum",
    "maximum",
    "items",
    "maxItems",
    "properties",
    "required",
    "additionalProperties",
];

fn sort_keywords(schema: &mut Map<String, Value>) {
    let mut sorted = Map::new();
    for keyword in KEYWORDS {
        sorted.extend(schema.shift_remove_entry(keyword));
    }
    sorted.append(schema);
    *schema = sorted;
}
