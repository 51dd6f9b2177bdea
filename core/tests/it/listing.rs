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

/// Gemini rejects every request while one enum has an empty member or one that is not a text; the strict mode of `OpenAI` needs
/// plain types, closed objects and described items.
#[test]
fn arguments_are_accepted_by_strict_clients() {
    for toolset in ["doc", "decisions", "notes", "todori", "agentic-todo", "todolist", "scopecraft"] {
        for tool in tools(toolset) {
            check_argument(&tool["inputSchema"], &tool["name"].to_string());
        }
    }
}

fn check_argument(schema: &Value, place: &str) {
    let object = schema.as_object().unwrap_or_else(|| panic!("{place} is not described"));
    let known = [
        "type",
        "enum",
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
        "description",
        "default",
    ];
    for keyword in object.keys() {
        assert!(known.contains(&keyword.as_str()), "{place} has {keyword}");
    }
    let kind = schema["type"].as_str().unwrap_or_else(|| panic!("{place} has no single type"));
    if let Some(words) = schema.get("enum") {
        assert_eq!(kind, "string", "{place}");
        let is_word = |word: &Value| word.as_str().is_some_and(|word| !word.trim().is_empty());
        assert!(words.as_array().unwrap().iter().all(is_word), "{place} has {words}");
    }
    if let Some(description) = schema.get("description") {
        assert!(!description.as_str().unwrap().contains('\\'), "{place} is described as {description}");
    }
    if kind == "array" {
        check_argument(&schema["items"], &format!("{place}[]"));
    }
    if kind == "object" {
        assert_ne!(schema.get("additionalProperties"), Some(&json!(true)), "{place}");
        let properties = schema["properties"].as_object().unwrap();
        for name in schema.get("required").and_then(Value::as_array).into_iter().flatten() {
            assert!(properties.contains_key(name.as_str().unwrap()), "{place} requires {name}");
        }
        for (name, property) in properties {
            check_argument(property, &format!("{place}.{name}"));
        }
    }
}

#[test]
fn the_defaults_and_limits_of_the_specifications_are_listed() {
    let at = |toolset: &str, tool: &str, path: &str| {
        let found = tools(toolset).into_iter().find(|each| each["name"] == tool).unwrap();
        found["inputSchema"].pointer(&format!("/properties/{}", path.replace('.', "/"))).cloned().unwrap_or_default()
    };
    for (toolset, tool, path, value) in [
        ("todori", "get_tasks", "offset.default", json!(0)),
        ("todori", "get_tasks", "limit.default", json!(50)),
        ("todori", "get_next_task", "status.default", json!(["pending", "in-progress"])),
        ("todori", "create_task", "title.maxLength", json!(200)),
        ("todori", "create_task", "priority.default", json!("medium")),
        ("todori", "create_task", "status.default", json!("pending")),
        ("todori", "query_tasks", "sort.properties.order.default", json!("asc")),
        ("agentic-todo", "create_task", "title.minLength", json!(1)),
        ("agentic-todo", "create_task", "title.maxLength", json!(100)),
        ("agentic-todo", "create_task", "category.maxLength", json!(50)),
        ("agentic-todo", "create_task", "description.maxLength", json!(500)),
        ("agentic-todo", "create_task", "subtasks.maxItems", json!(20)),
        ("agentic-todo", "create_task", "subtasks.items.maxLength", json!(100)),
        ("agentic-todo", "update_task", "task_id.pattern", json!("^T[0-9]{3}$")),
        ("agentic-todo", "update_task", "subtasks.items.properties.title.maxLength", json!(100)),
        ("agentic-todo", "list_tasks", "limit.minimum", json!(1)),
        ("agentic-todo", "list_tasks", "limit.maximum", json!(100)),
        ("agentic-todo", "list_tasks", "limit.default", json!(50)),
        ("agentic-todo", "search_tasks", "query.maxLength", json!(200)),
        ("agentic-todo", "search_tasks", "search_in.default", json!(["title", "content"])),
        ("agentic-todo", "search_tasks", "limit.maximum", json!(50)),
        ("agentic-todo", "search_tasks", "limit.default", json!(20)),
        ("agentic-todo", "create_adr", "context.maxLength", json!(2000)),
        ("agentic-todo", "create_adr", "status.default", json!("Proposed")),
        ("agentic-todo", "update_adr_status", "adr_number.maximum", json!(999)),
        ("agentic-todo", "update_adr_status", "reason.maxLength", json!(500)),
        ("agentic-todo", "list_adrs", "limit.default", json!(50)),
        ("agentic-todo", "update_context", "content.maxLength", json!(10000)),
        ("agentic-todo", "update_context", "append.default", json!(false)),
        ("agentic-todo", "update_context", "section.maxLength", json!(50)),
        ("agentic-todo", "search_contexts", "limit.default", json!(20)),
        ("scopecraft", "task_list", "taskType.default", json!("top-level")),
        ("scopecraft", "task_list", "includeCompleted.default", json!(false)),
        ("scopecraft", "task_list", "includeArchived.default", json!(false)),
        ("scopecraft", "task_list", "includeContent.default", json!(false)),
        ("scopecraft", "task_get", "format.default", json!("summary")),
        ("scopecraft", "parent_list", "includeProgress.default", json!(true)),
        ("scopecraft", "parent_list", "includeSubtasks.default", json!(false)),
        ("todolist", "todolist__set", "todos.items.properties.content.minLength", json!(1)),
        ("todolist", "todolist__set", "todos.items.properties.activeForm.minLength", json!(1)),
    ] {
        assert_eq!(at(toolset, tool, path), value, "{toolset} {tool} {path}");
    }
    for (toolset, tool, path) in [
        ("todori", "get_tasks", "status"),
        ("todori", "get_tasks", "priority"),
        ("todori", "get_next_task", "priority"),
        ("scopecraft", "task_list", "workflowState"),
        ("scopecraft", "parent_list", "advancedFilter.properties.priority"),
    ] {
        assert_eq!(at(toolset, tool, path)["type"], "array", "{toolset} {tool} {path}: one value is accepted too");
    }
}

/// They are sent in every session, and clients truncate them at 2 KB. `agentic-todo` cannot be on together with `todori`, and
/// `history` adds nothing to `plan`.
#[test]
fn the_instructions_of_all_toolsets_together_are_short() {
    let listing = listing();
    let length = |lines: &Value| -> usize {
        let usual = lines.as_array().unwrap().iter().filter(|line| line["only"].is_null());
        usual.map(|line| line["text"].as_str().unwrap().len() + 1).sum()
    };
    let is_together = |toolset: &&Value| toolset["name"] != "agentic-todo" && toolset["name"] != "history";
    let together = listing["toolsets"].as_array().unwrap().iter().filter(is_together);
    let own: usize = together.map(|toolset| length(&toolset["instructions"])).sum();
    let all = own + length(&listing["instructions"]);
    assert!(all < 2_048, "{all} bytes");
}

#[test]
fn every_toolset_has_instructions() {
    let listing = listing();
    let empty: Vec<_> =
        listing["toolsets"].as_array().unwrap().iter().filter(|toolset| toolset["instructions"] == json!([])).collect();
    assert!(empty.is_empty(), "{empty:?}");
}
