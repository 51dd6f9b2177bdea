//! What clients are told about the tools: pinned, portable, and small.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, reason = "a listing without its parts is a failed test")]

use long_term_plan_core::toolsets;
use serde_json::{Value, json};

const SNAPSHOT: &str = include_str!("snapshots/listing.json");

/// The listing, as a client reads it.
fn listing() -> Value {
    serde_json::from_str(&toolsets::listing().to_string()).unwrap()
}

/// `BLESS=1 cargo test --test listing` writes the snapshot anew, to be read in the diff.
#[test]
fn the_listing_is_as_written_down() {
    let rendered = serde_json::to_string_pretty(&listing()).unwrap() + "\n";
    if std::env::var_os("BLESS").is_some() {
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/snapshots/listing.json");
        #[allow(clippy::disallowed_methods, reason = "blessing writes the snapshot")]
        std::fs::write(path, &rendered).unwrap();
        return;
    }
    assert!(rendered == SNAPSHOT, "the listing has changed; BLESS=1 writes the snapshot anew");
}

fn tools(toolset: &str) -> Vec<Value> {
    let listing = listing();
    let toolsets = listing["toolsets"].as_array().unwrap();
    let found = toolsets.iter().find(|each| each["name"] == toolset).unwrap();
    found["tools"].as_array().unwrap().clone()
}

/// What a model reads in every session.
#[test]
fn the_listing_of_a_toolset_is_small() {
    let visible = |tool: &Value| json!({ "name": tool["name"], "description": tool["description"], "inputSchema": tool["inputSchema"] });
    let size = |tools: &[Value]| tools.iter().map(|tool| tool.to_string().len()).sum::<usize>();
    for (toolset, all) in [("plan", 16_000), ("todori", 18_000)] {
        let tools = tools(toolset);
        let seen: Vec<_> = tools.iter().map(visible).collect();
        assert!(size(&seen) <= 8_000, "{toolset}: {} visible bytes", size(&seen));
        assert!(size(&tools) <= all, "{toolset}: {} bytes", size(&tools));
    }
}

#[test]
fn schemas_are_portable() {
    for tool in ["plan", "doc", "history", "todori"].iter().flat_map(|toolset| tools(toolset)) {
        for schema in [&tool["inputSchema"], &tool["outputSchema"]] {
            assert_eq!(schema["type"], "object", "{}", tool["name"]);
            let text = schema.to_string();
            for unwanted in
                ["\"$schema\"", "\"$ref\"", "\"format\":\"", "\"title\":\"", "\"oneOf\"", "\"anyOf\"", "\"const\""]
            {
                assert!(!text.contains(unwanted), "{}: {unwanted}", tool["name"]);
            }
        }
        assert!(tool["outputSchema"].get("required").is_none(), "{}: errors must fit too", tool["name"]);
        let hints = tool["annotations"].as_object().unwrap();
        assert_eq!(hints.len(), 4, "{}", tool["name"]);
    }
}

/// They are sent in every session too, and clients cut off what is longer.
#[test]
fn the_instructions_of_all_toolsets_together_are_short() {
    let listing = listing();
    let each = listing["toolsets"].as_array().unwrap().iter().map(|toolset| toolset["instructions"].as_str().unwrap());
    let length: usize = each.map(|instructions| instructions.chars().count() + 1).sum();
    assert!(length < 1_900, "{length} characters, and a host may add a line");
}
