//! The listing that clients receive: pinned, portable, and small.

use long_term_plan_core::{toolkit, toolsets};
use serde_json::{Value, json};

const SNAPSHOT: &str = include_str!("../snapshots/listing.json");

/// The listing as a client parses it.
fn listing() -> Value {
    toolkit::listing(toolsets::TOOLSETS)
}

/// `BLESS=1 cargo test --test it listing` writes the snapshot, to be reviewed in the diff.
#[test]
fn the_listing_matches_the_snapshot() {
    let rendered = serde_json::to_string_pretty(&listing()).unwrap() + "\n";
    if std::env::var_os("BLESS").is_some() {
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/snapshots/listing.json");
        #[allow(clippy::disallowed_methods, reason = "blessing writes the snapshot")]
        std::fs::write(path, &rendered).unwrap();
        return;
    }
    assert!(rendered == SNAPSHOT, "the listing has changed; BLESS=1 writes the snapshot");
}

fn tools(toolset: &str) -> Vec<Value> {
    let listing = listing();
    let toolsets = listing["toolsets"].as_array().unwrap();
    let found = toolsets.iter().find(|each| each["name"] == toolset).unwrap();
    found["tools"].as_array().unwrap().clone()
}

fn size(tools: &[Value]) -> usize {
    tools.iter().map(|tool| tool.to_string().len()).sum()
}

#[test]
fn the_listing_of_a_toolset_is_bounded() {
    for (toolset, all) in [("plan", 25_000), ("todori", 18_000)] {
        let tools = tools(toolset);
        assert!(size(&tools) <= all, "{toolset}: {} bytes", size(&tools));
    }
}

/// A model reads this in every session.
#[test]
fn what_models_read_of_a_toolset_is_small() {
    let visible = |tool: &Value| json!({ "name": tool["name"], "description": tool["description"], "inputSchema": tool["inputSchema"] });
    for toolset in toolsets::TOOLSETS {
        let seen: Vec<_> = tools(toolset.name).iter().map(visible).collect();
        // For the default toolset, this is fewer than 2,400 tokens (`npm run bench -- tokens`).
        let most = if toolset.name == "plan" { 9_600 } else { 8_000 };
        assert!(size(&seen) <= most, "{}: {} visible bytes", toolset.name, size(&seen));
    }
}

/// The schema of a reply lists the exact fields of each task structure, and allows an error instead.
#[test]
fn tasks_of_scopecraft_are_distinguished_by_their_structure() {
    let output = tools("scopecraft")[0]["outputSchema"].clone();
    assert_eq!(output["properties"]["error"], json!({ "type": "string" }));
    assert!(output.get("required").is_none(), "errors must fit too");
    let task = &output["properties"]["data"]["items"];
    assert!(task["required"].as_array().unwrap().contains(&json!("workflowState")));
    let variants: Vec<_> = task["oneOf"].as_array().unwrap().iter().collect();
    let structures: Vec<_> = variants.iter().map(|variant| &variant["properties"]["taskStructure"]["const"]).collect();
    assert_eq!(structures, ["simple", "subtask", "parent"]);
    assert_eq!(variants[1]["required"], json!(["taskStructure", "parentId", "sequenceNumber"]));
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
        let hints = tool["annotations"].as_object().unwrap().iter().filter(|(name, _)| name.ends_with("Hint"));
        assert_eq!(hints.count(), 4, "{}", tool["name"]);
    }
}

/// They are sent in every session, and clients truncate longer ones.
#[test]
fn the_instructions_of_all_toolsets_together_are_short() {
    let listing = listing();
    let each = listing["toolsets"].as_array().unwrap().iter().map(|toolset| toolset["instructions"].as_str().unwrap());
    let length: usize = each.map(|instructions| instructions.chars().count() + 1).sum();
    assert!(length < 1_900, "{length} characters, and a host may add a line");
}
