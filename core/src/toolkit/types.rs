//! The schemas from which the TypeScript types are made: those of plans and edits by name, and the arguments and results of all
//! tools. Rendered natively when the product is built.

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Map, Value, json};

use crate::contract::schema::{JsonSchemaOf, drop_optional_nulls};
use crate::edit::Op;
use crate::query::TaskChange;
use crate::views::{AppliedOps, AppliedRepairs, Diagnostics, MergeReport, Outline, SearchHits};

use super::{Tool, Toolset};

/// One schema whose `$defs` are the types.
pub fn type_schemas(toolsets: &[Toolset]) -> Value {
    let mut inputs = SchemaSettings::draft2020_12().for_deserialize().into_generator();
    define::<Op>(&mut inputs);
    let tool_inputs = tool_types(toolsets, &mut inputs, |tool| tool.listed.input);

    let mut results = SchemaSettings::draft2020_12().for_serialize().into_generator();
    for define in [
        define::<Outline>,
        define::<Diagnostics>,
        define::<AppliedOps>,
        define::<AppliedRepairs>,
        define::<SearchHits>,
        define::<TaskChange>,
        define::<MergeReport>,
    ] {
        define(&mut results);
    }
    let tool_outputs = tool_types(toolsets, &mut results, |tool| tool.listed.output);

    let mut types = inputs.take_definitions(false);
    types.extend(results.take_definitions(false));
    types.insert("ToolInputs".into(), tool_inputs);
    types.insert("ToolOutputs".into(), tool_outputs);
    let mut root = json!({ "$defs": types });
    drop_optional_nulls(&mut root);
    root
}

fn define<T: JsonSchema>(generator: &mut SchemaGenerator) {
    generator.subschema_for::<T>();
}

/// An object with one required field for each tool. Toolsets that are never on together may have tools of one name.
fn tool_types(
    toolsets: &[Toolset],
    generator: &mut SchemaGenerator,
    schema_of: impl Fn(&Tool) -> JsonSchemaOf,
) -> Value {
    let mut properties: Map<String, Value> = Map::new();
    for tool in toolsets.iter().flat_map(|toolset| toolset.tools) {
        let mut schema = schema_of(tool)(generator).to_value();
        schema["description"] = tool.listed.description.into();
        match properties.get_mut(tool.name) {
            Some(known) => *known = json!({ "description": known["description"], "anyOf": [known.take(), schema] }),
            None => drop(properties.insert(tool.name.to_owned(), schema)),
        }
    }
    let required: Vec<_> = properties.keys().cloned().collect();
    json!({ "type": "object", "properties": properties, "required": required, "additionalProperties": false })
}
