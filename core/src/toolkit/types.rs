//! The schemas from which the TypeScript types are made: those of plans and edits by name, and the arguments and results of all
//! tools. Rendered natively when the product is built.

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Map, Value, json};

use crate::contract::schema::{JsonSchemaOf, drop_optional_nulls};
use crate::edit::{Op, Position};
use crate::plan::{Priority, State, Status};
use crate::query::{Difference, TaskChange};
use crate::views::{AppliedOps, AppliedRepairs, Diagnostics, MergeReport, Outline, SearchHits};

use super::{Tool, Toolset};

/// One schema whose `$defs` are the types.
pub fn type_schemas(toolsets: &[Toolset]) -> Value {
    let mut inputs = SchemaSettings::draft2020_12().for_deserialize().into_generator();
    for define in [define::<Op>, define::<Status>, define::<State>, define::<Priority>, define::<Position>] {
        define(&mut inputs);
    }
    let mut results = SchemaSettings::draft2020_12().for_serialize().into_generator();
    for define in [
        define::<Outline>,
        define::<Diagnostics>,
        define::<AppliedOps>,
        define::<AppliedRepairs>,
        define::<SearchHits>,
        define::<TaskChange>,
        define::<Difference>,
        define::<MergeReport>,
    ] {
        define(&mut results);
    }
    let mut types = inputs.take_definitions(false);
    types.extend(results.take_definitions(false));
    types.insert("ToolInputs".into(), tool_types(toolsets, &inlined().for_deserialize(), |tool| tool.listed.input));
    types.insert("ToolOutputs".into(), tool_types(toolsets, &inlined().for_serialize(), |tool| tool.listed.output));
    let mut root = json!({ "$defs": types });
    drop_optional_nulls(&mut root);
    root
}

/// The types of tools are inlined, because types of different toolsets share names.
fn inlined() -> SchemaSettings {
    SchemaSettings::draft2020_12().with(|settings| settings.inline_subschemas = true)
}

fn define<T: JsonSchema>(generator: &mut SchemaGenerator) {
    generator.subschema_for::<T>();
}

/// An object with one required field for each tool. Toolsets that are never on together may have tools of one name.
fn tool_types(toolsets: &[Toolset], settings: &SchemaSettings, schema_of: impl Fn(&Tool) -> JsonSchemaOf) -> Value {
    let mut properties: Map<String, Value> = Map::new();
    for tool in toolsets.iter().flat_map(|toolset| toolset.tools) {
        let mut schema = schema_of(tool)(&mut settings.clone().into_generator()).to_value();
        schema["description"] = tool.listed.description.into();
        match properties.get_mut(tool.name) {
            Some(known) => *known = json!({ "description": known["description"], "anyOf": [known.take(), schema] }),
            None => drop(properties.insert(tool.name.to_owned(), schema)),
        }
    }
    let required: Vec<_> = properties.keys().cloned().collect();
    json!({ "type": "object", "properties": properties, "required": required, "additionalProperties": false })
}
