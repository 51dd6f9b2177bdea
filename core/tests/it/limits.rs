//! Replies are small by default and bounded for any plan; lists that are longer come in pages that lose nothing.

use serde_json::{Map, Value, json};

use crate::host::{Call, MemoryHost};

const HEADER: &str = "<!-- long-term-plan:format=v1 -->\n";
/// What a reply about one task, or a prompt, may have.
const SMALL: usize = 2048;
/// What a page has unless the call asks for another length.
const PAGE: std::ops::RangeInclusive<usize> = 1_500..=2_600;
const MAX_REPLY_CHARS: usize = 40_000;

fn plan(text: &str) -> String {
    format!("{HEADER}{text}")
}

fn task(id: &str, rest: &str) -> String {
    format!("- [ ] {id} <!-- long-term-plan:id={id} {rest} -->\n")
}

/// One text for each number.
fn many(count: usize, text: impl Fn(usize) -> String) -> String {
    (0..count).map(text).collect()
}

fn ids(count: usize) -> Vec<String> {
    (0..count).map(|number| format!("t_{number}")).collect()
}

/// The result of a call, which must succeed and be bounded.
#[track_caller]
fn result(host: &mut MemoryHost, name: &str, args: &Value) -> Value {
    let result = host.result(name, args).unwrap_or_else(|error| panic!("{name} {args}: {error}"));
    let length = result.to_string().chars().count();
    assert!(length <= MAX_REPLY_CHARS, "{name}: {length} characters");
    result
}

/// The error of a call, which must fail and be bounded.
#[track_caller]
fn error(host: &mut MemoryHost, name: &str, args: &Value) -> Value {
    let error = host.result(name, args).unwrap_err();
    let length = error.to_string().chars().count();
    assert!(length <= MAX_REPLY_CHARS, "{name}: {length} characters");
    error
}

#[track_caller]
fn assert_small(host: &mut MemoryHost, calls: &[(&str, Value)]) {
    for (name, args) in calls {
        let size = result(host, name, args).to_string().len();
        assert!(size < SMALL, "{name}: {size} bytes");
    }
}

#[track_caller]
fn assert_page(host: &mut MemoryHost, name: &str, args: &Value) {
    let size = result(host, name, args).to_string().len();
    assert!(PAGE.contains(&size), "{name} {args}: {size} bytes");
}

/// The items of all pages of a list, and how many pages there are.
#[track_caller]
fn pages(
    host: &mut MemoryHost,
    name: &str,
    args: &Value,
    items: impl Fn(&Value) -> Vec<String>,
) -> (Vec<String>, usize) {
    let mut args: Map<String, Value> = args.as_object().unwrap().clone();
    let mut all = Vec::new();
    for count in 1..1_000 {
        let page = result(host, name, &args.clone().into());
        all.extend(items(&page));
        match page.get("nextCursor").or_else(|| page["metadata"].get("nextCursor")) {
            Some(cursor) => args.insert("cursor".into(), cursor.clone()),
            None => return (all, count),
        };
    }
    panic!("{name}: paging does not end");
}

/// The texts of a field of every item of a list.
fn field(list: &Value, name: &str) -> Vec<String> {
    list.as_array().unwrap().iter().map(|item| item[name].to_string().trim_matches('"').to_owned()).collect()
}

/// The ids in a tree, in document order.
fn ids_in(tasks: &Value) -> Vec<String> {
    let tasks = tasks.as_array().into_iter().flatten();
    tasks.flat_map(|task| [vec![task["id"].as_str().unwrap().to_owned()], ids_in(&task["children"])].concat()).collect()
}

/// A plan of the usual kind: 30 tasks in sections, with subtasks, bodies and attributes.
fn usual() -> String {
    let task = |number: usize| {
        format!(
            "- [{}] Write the part of the parser that reads number {number} \
             <!-- long-term-plan:id=t_01KA{number}XYZ priority=high tags=core,parser -->\n  \
             > What has to be done here, in a sentence or two, and why it matters.\n  \
             - [ ] Test it <!-- long-term-plan:id=t_01KB{number}XYZ depends=t_01KA10XYZ -->\n",
            if number == 10 { '√' } else { ' ' }
        )
    };
    let section = |number: usize| format!("\n## Milestone {number}\n\n{}", many(5, |of| task(number * 10 + of)));
    plan(&format!("# A usual plan\n{}", many(6, |number| section(number + 1))))
}

#[test]
fn replies_of_plan_are_small_by_default() {
    let mut host = MemoryHost::with(&["plan", "doc"], [("usual.md", usual())]);
    let (plan_id, id) = ("usual", "t_01KA10XYZ");
    let ops = vec![json!({ "op": "add", "title": "More" }); 20];
    assert_small(
        &mut host,
        &[
            ("task_get", json!({ "planId": plan_id, "taskId": id })),
            ("task_next", json!({ "planId": plan_id })),
            ("task_start", json!({ "planId": plan_id })),
            ("task_add", json!({ "planId": plan_id, "title": "New", "bodyMarkdown": "Body" })),
            ("task_update", json!({ "planId": plan_id, "taskId": id, "status": "todo", "title": "Another title" })),
            ("task_move", json!({ "planId": plan_id, "taskId": id, "sectionPath": ["Milestone 6"] })),
            ("task_batch", json!({ "planId": plan_id, "ops": ops })),
            ("doc_validate", json!({ "planId": plan_id })),
            ("task_delete", json!({ "planId": plan_id, "taskId": id })),
            ("plan_update", json!({ "planId": plan_id, "title": "New title" })),
            ("doc_repair", json!({ "planId": plan_id, "actions": ["normalizeIndent"] })),
        ],
    );
    for number in 0..40 {
        host.write(&format!("another-plan-{number}.md"), plan(&format!("# A plan with number {number}\n")));
    }
    assert_page(&mut host, "plan_get", &json!({ "planId": plan_id, "view": "tree" }));
    assert_page(&mut host, "plan_get", &json!({ "planId": plan_id, "view": "flat" }));
    assert_page(&mut host, "task_search", &json!({ "planId": plan_id, "query": "parser" }));
    assert_page(&mut host, "plan_list", &json!({}));
}

#[test]
fn replies_of_todori_are_small() {
    let text = many(60, |number| {
        let depends = if number > 0 { format!("depends=t_01KA{}XYZ", number - 1) } else { String::new() };
        let body = "  > What has to be done here, in a sentence or two, and why it matters.\n";
        format!(
            "{}{body}  {}",
            task(&format!("t_01KA{number}XYZ"), &depends),
            task(&format!("t_01KB{number}XYZ"), "seq=1")
        )
    });
    let mut host = MemoryHost::with(&["todori"], [("tasks.md", plan(&text))]);
    let id = "t_01KA5XYZ";
    assert_small(
        &mut host,
        &[
            ("get_tasks", json!({})),
            ("query_tasks", json!({ "sort": { "field": "priority" } })),
            ("get_task", json!({ "id": id })),
            ("get_next_task", json!({})),
            ("get_task_stats", json!({})),
            ("create_task", json!({ "title": "New", "dependencies": [id] })),
            ("update_task", json!({ "id": id, "status": "in-progress" })),
            ("add_subtask", json!({ "parentId": id, "title": "Step" })),
            ("update_subtask", json!({ "subtaskId": format!("{id}.2"), "status": "done" })),
            ("delete_subtask", json!({ "subtaskId": format!("{id}.1") })),
            ("delete_task", json!({ "id": id })),
        ],
    );
}

/// Parents with subtasks, for scopecraft.
fn parents(count: usize, subtasks: usize, body: &str) -> String {
    let subtask = |parent: usize, number: usize| format!("  {}{body}", task(&format!("t_{parent}_{number}"), ""));
    let parent = |number: usize| task(&format!("t_01KA36M900ABCDEFGHJKMN{}", 1_000 + number), "type=bug tags=api");
    plan(&many(count, |number| parent(number) + &many(subtasks, |of| subtask(number, of))))
}

#[test]
fn lists_of_scopecraft_are_small_by_default() {
    let mut host = MemoryHost::with(&["scopecraft"], [("many.md", parents(60, 3, ""))]);
    for name in ["task_list", "parent_list"] {
        assert_page(&mut host, name, &json!({}));
        let (all, count) = pages(&mut host, name, &json!({}), |page| field(&page["data"], "id"));
        assert_eq!(all.len(), 60);
        assert!(count > 5);
        let page = result(&mut host, name, &json!({ "limit": 50 }));
        assert_eq!((page["data"].as_array().unwrap().len(), &page["metadata"]["count"]), (50, &json!(60)));
        assert!(page["message"].as_str().unwrap().starts_with("50 of 60 "), "{}", page["message"]);
    }
    let size = result(&mut host, "task_get", &json!({ "id": "t_3_1" })).to_string().len();
    assert!(size < 800, "{size} bytes");
}

#[test]
fn prompts_are_small_for_any_plan() {
    for long in ["x".repeat(3_000), "検索".repeat(1_500)] {
        let titled = |indent: usize, mark: char, id: &str, rest: &str| {
            format!("{}- [{mark}] {long} <!-- long-term-plan:id={id} {rest} -->\n", "  ".repeat(indent))
        };
        let nested = many(50, |depth| titled(depth, '*', &format!("t_{depth}"), "")) + &titled(50, ' ', "t_last", "");
        let deep = plan(&format!("# {long}\n\n## {long}\n\n{nested}{}> {long}\n", "  ".repeat(51)));
        let flat = titled(0, '*', "t_it", &format!("depends={}", ids(50).join(",")))
            + &format!("  > {long}\n")
            + &many(50, |number| titled(1, ' ', &format!("t_{number}s"), ""))
            + &many(50, |number| titled(0, '√', &format!("t_{number}"), ""))
            + &many(50, |number| titled(0, ' ', &format!("t_{number}d"), "depends=t_it"));
        let files = [("deep.md", deep), ("tasks.md", plan(&flat)), ("usual.md", usual())];
        let mut host = MemoryHost::with(&["plan", "todori"], files);
        // Those of todori are measured in bytes, as its specification asks; those of plan in characters.
        for (name, args, is_todori) in [
            ("plan_status", json!({ "planId": "usual" }), false),
            ("plan_task", json!({ "planId": "usual" }), false),
            ("plan_status", json!({ "planId": "deep" }), false),
            ("plan_task", json!({ "planId": "deep", "taskId": "t_last" }), false),
            ("session_restore", json!({}), true),
            ("task_context", json!({ "taskId": "t_it" }), true),
        ] {
            let reply = host.run(&Call { kind: "prompt".into(), ..Call::tool(name, &args) });
            let text = reply["result"]["messages"][0]["content"]["text"].as_str().unwrap();
            let size = if is_todori { text.len() } else { text.chars().count() };
            assert!(size < SMALL, "{name}: {size}");
        }
    }
}

#[test]
fn a_long_body_is_read_in_parts() {
    for body in ["0123456789".repeat(10_000), "\"\n\\é😀".repeat(20_000)] {
        let mut host = MemoryHost::with(&["plan"], [("p.md", plan("# P\n\n- [ ] A <!-- long-term-plan:id=t_a -->\n"))]);
        result(&mut host, "task_update", &json!({ "planId": "p", "taskId": "t_a", "bodyMarkdown": body }));
        result(&mut host, "plan_update", &json!({ "planId": "p", "bodyMarkdown": body }));
        let parts = json!({ "planId": "p", "taskId": "t_a", "includePlanBody": true, "includeTaskBodies": true });
        for (name, owner, unwanted) in [
            ("task_get", "task", ["includePlanBody", "includeTaskBodies"].as_slice()),
            ("plan_get", "plan", &["taskId"]),
        ] {
            let mut args = parts.as_object().unwrap().clone();
            args.retain(|field, _| !unwanted.contains(&field.as_str()));
            let (mut read, mut offset) = (String::new(), Some(json!(0)));
            while let Some(next) = offset {
                args.insert("bodyOffset".into(), next);
                let part = result(&mut host, name, &args.clone().into());
                read += part[owner]["bodyMarkdown"].as_str().unwrap();
                offset = part[owner].get("nextBodyOffset").cloned();
            }
            assert!(read == body, "the parts of {name} are the whole body");
        }
    }
}

#[test]
fn long_notes_are_read_in_parts() {
    let text = "行\n".repeat(40_000);
    let files = [("p.md", plan(&task("t_a", ""))), ("context/t_a.md", text.clone())];
    let mut host = MemoryHost::with(&["plan", "notes"], files);
    let (mut read, mut offset) = (String::new(), Some(json!(0)));
    while let Some(next) = offset {
        let part = result(&mut host, "note_get", &json!({ "taskId": "t_a", "offset": next }));
        read += part["content"].as_str().unwrap();
        offset = part.get("nextOffset").cloned();
    }
    assert!(read == text);
}

#[test]
fn pages_lose_nothing() {
    let mut host = MemoryHost::with(&["plan"], [("p.md", plan(&many(120, |number| task(&format!("t_{number}"), ""))))]);
    for view in ["tree", "flat"] {
        for (limit, count) in [(json!(null), None), (json!(7), Some(18)), (json!(500), Some(1))] {
            let args = json!({ "planId": "p", "view": view, "limit": limit });
            let (all, pages) = pages(&mut host, "plan_get", &args, |page| ids_in(&page["plan"]["tasks"]));
            assert_eq!(all, ids(120));
            assert!(count.is_none_or(|count| count == pages), "{args}: {pages} pages");
        }
    }
    for plan_id in ["p", "*"] {
        let args = json!({ "planId": plan_id, "query": "t", "limit": 11 });
        let (mut found, _) = pages(&mut host, "task_search", &args, |page| field(&page["hits"], "taskId"));
        found.sort();
        let mut expected = ids(120);
        expected.sort();
        assert_eq!(found, expected);
    }
}

#[test]
fn pages_of_plans_lose_nothing() {
    let names: Vec<_> = (0..230).map(|number| format!("p{number:03}")).collect();
    let text = plan(&format!("# {}\n", "long ".repeat(200)));
    let mut host = MemoryHost::with(&["plan"], names.iter().map(|name| (format!("{name}.md"), &text)));
    for args in [json!({}), json!({ "limit": 3 }), json!({ "limit": 200 })] {
        let (listed, _) = pages(&mut host, "plan_list", &args, |page| field(&page["plans"], "planId"));
        assert_eq!(listed, names);
    }
    let resources = host.run(&Call { kind: "resource".into(), ..Call::tool("", &json!({})) });
    assert_eq!(field(&resources["result"]["resources"], "name"), names);
}

#[test]
fn three_thousand_levels_come_in_pages() {
    let text = many(3_000, |depth| format!("{}{}", "  ".repeat(depth), task(&format!("t_{depth}"), "")));
    let mut host = MemoryHost::with(&["plan"], [("deep.md", plan(&text))]);
    let args = json!({ "planId": "deep", "limit": 500 });
    let (all, _) = pages(&mut host, "plan_get", &args, |page| ids_in(&page["plan"]["tasks"]));
    assert_eq!(all, ids(3_000));
    result(&mut host, "task_get", &json!({ "planId": "deep", "taskId": "t_2999" }));
    result(&mut host, "task_next", &json!({ "planId": "deep" }));
}

#[test]
fn pages_of_decisions_and_notes_lose_nothing() {
    let decision = |number: usize| {
        (format!("adr/adr-{number:03}-x.md"), format!("# {}{number}\n\n- Status: Accepted\n", "long ".repeat(30)))
    };
    let note = |number: usize| (format!("context/n{number}.md"), format!("word {}\n", "x".repeat(100)));
    let files = (1..=120).map(decision).chain((0..60).map(note));
    let mut host = MemoryHost::with(&["decisions", "notes"], files);
    assert_page(&mut host, "decision_list", &json!({}));
    let (numbers, _) = pages(&mut host, "decision_list", &json!({}), |page| field(&page["decisions"], "number"));
    assert_eq!(numbers, (1..=120).map(|number: u32| number.to_string()).collect::<Vec<_>>());
    let args = json!({ "query": "word" });
    assert_page(&mut host, "note_search", &args);
    let (mut found, _) = pages(&mut host, "note_search", &args, |page| field(&page["hits"], "taskId"));
    found.sort();
    found.dedup();
    assert_eq!(found.len(), 60);
    let page = result(&mut host, "note_search", &json!({ "query": "word", "limit": 50 }));
    assert_eq!(page["hits"].as_array().unwrap().len(), 50);
}

#[test]
fn no_reply_of_plan_is_very_long() {
    let long = "x".repeat(50_000);
    let titled = |id: &str, rest: &str| format!("- [ ] {long} <!-- long-term-plan:id={id} {rest} -->\n");
    let long_titles = format!(
        "# {long}\n\n## {long}\n\n{}{}",
        titled("t_1", ""),
        titled("t_2", &format!("assignee={long} tags={long}"))
    );
    let depends_on_all = format!("depends={}", ids(1_500).join(","));
    let tasks = |rest: &'static str| move |number: usize| task(&format!("t_{number}"), rest);
    let mut files = vec![
        ("long.md".to_owned(), plan(&long_titles)),
        ("errors.md".to_owned(), plan(&"- [ ] a\n".repeat(1_500))),
        ("warnings.md".to_owned(), plan(&many(1_500, tasks("depends=t_none")))),
        ("dependants.md".to_owned(), plan(&(many(1_500, tasks("depends=t_it")) + &task("t_it", "")))),
        ("dependencies.md".to_owned(), plan(&(many(1_500, tasks("")) + &task("t_it", &depends_on_all)))),
    ];
    let broken = plan(&format!("# {}\n\n- [ ] no id\n", "ä".repeat(500)));
    files.extend((0..210).map(|number| (format!("p{number}-{}.md", "z".repeat(100)), broken.clone())));
    let mut host = MemoryHost::with(&["plan", "doc"], files);
    for (name, args) in [
        ("plan_list", json!({})),
        ("plan_list", json!({ "limit": 200 })),
        ("plan_get", json!({ "planId": "long" })),
        ("plan_get", json!({ "planId": "long", "view": "flat", "limit": 500, "includePlanBody": true })),
        ("task_get", json!({ "planId": "long", "taskId": "t_1" })),
        ("task_get", json!({ "planId": "long", "taskId": "t_2" })),
        ("task_next", json!({ "planId": "long" })),
        ("task_search", json!({ "planId": "long", "query": "x", "limit": 100 })),
        ("task_search", json!({ "planId": "*", "query": "x", "limit": 100 })),
        ("task_list", json!({ "planId": "long" })),
        ("task_list", json!({ "planId": "*", "limit": 200 })),
        ("task_start", json!({ "planId": "long", "taskId": "t_1", "assignee": "x".repeat(64), "note": long })),
        ("plan_claims", json!({ "planId": "*" })),
        ("plan_get", json!({ "planId": "errors" })),
        ("doc_validate", json!({ "planId": "warnings" })),
        ("doc_repair", json!({ "planId": "errors", "actions": ["addMissingIds"], "dryRun": true })),
        ("task_get", json!({ "planId": "dependencies", "taskId": "t_it" })),
        ("task_delete", json!({ "planId": "dependants", "taskId": "t_it" })),
    ] {
        result(&mut host, name, &args);
    }
    for (name, args) in [
        ("task_add", json!({ "planId": "errors", "title": "a" })),
        ("task_start", json!({ "planId": "long", "taskId": "t_2" })),
        ("task_start", json!({ "planId": "dependencies", "taskId": "t_it" })),
        ("task_get", json!({ "planId": "long", "taskId": long })),
        ("task_update", json!({ "planId": "long", "taskId": "t_1", "status": "todo", "ifMatch": long })),
        ("task_batch", json!({ "planId": "long", "ops": [{ "op": "delete", "taskId": long }] })),
        ("task_add", json!({ "planId": "long", "title": "a", "dependsOn": [long] })),
        ("task_add", json!({ "planId": "long", "title": "a", long.as_str(): 1 })),
        ("plan_get", json!({ "planId": long })),
        ("plan_get", json!({ "planId": "long", "cursor": long })),
        (&format!("plan_{long}"), json!({})),
    ] {
        error(&mut host, name, &args);
    }
    let found = result(&mut host, "doc_validate", &json!({ "planId": "errors" }));
    let shown = found["errors"].as_array().unwrap().len() as u64;
    assert_eq!(shown + found["errorsLeftOut"].as_u64().unwrap(), 1_500);
    let message = error(&mut host, "task_add", &json!({ "planId": "errors", "title": "a" }))["message"].to_string();
    assert!(message.starts_with("\"MISSING_TASK_ID@2: ") && message.ends_with(" more lines\""), "{message}");
}

#[test]
fn long_lists_of_results_are_cut_with_a_count() {
    let long_id = |number: usize| format!("t_{}{number}", "i".repeat(120));
    let mut host = MemoryHost::with(&["plan"], [("p.md", plan(&many(500, |number| task(&long_id(number), ""))))]);
    let done = |number: usize| json!({ "op": "update", "taskId": long_id(number), "status": "done" });
    let ops: Vec<_> = (0..500).map(done).collect();
    let reply = result(&mut host, "task_batch", &json!({ "planId": "p", "ops": ops }));
    let shown = reply["results"].as_array().unwrap().len() as u64;
    assert_eq!(shown + reply["omitted"].as_u64().unwrap(), 500);
}

#[test]
fn no_reply_of_todori_is_very_long() {
    let long = "x".repeat(50_000);
    let titled = |id: &str, rest: &str| format!("- [ ] {} <!-- long-term-plan:id={id} {rest} -->\n", &long[..2_000]);
    let text = titled("t_it", &format!("depends={}", ids(1_000).join(",")))
        + &format!("  > {long}\n")
        + &many(1_000, |number| format!("  {}", task(&format!("t_{number}s"), &format!("seq={}", number + 1))))
        + &many(1_000, |number| titled(&format!("t_{number}"), ""))
        + &many(1_000, |number| task(&format!("t_{number}d"), "depends=t_0"));
    let mut host = MemoryHost::with(&["todori"], [("tasks.md", plan(&text))]);
    let fields = ["id", "title", "description", "dependencies", "subtasks", "metadata"];
    for (name, args) in [
        ("get_tasks", json!({})),
        ("get_tasks", json!({ "limit": 20 })),
        ("query_tasks", json!({ "fields": fields, "limit": 20 })),
        ("get_task", json!({ "id": "t_0" })),
        ("get_task_stats", json!({})),
        ("update_task", json!({ "id": "t_it", "priority": "high" })),
        ("add_subtask", json!({ "parentId": "t_it", "title": "one more" })),
    ] {
        result(&mut host, name, &args);
    }
    let next = result(&mut host, "get_next_task", &json!({ "priority": "medium" })).to_string().len();
    assert!(next < 3_000, "get_next_task: {next} bytes");
    let parts = |host: &mut MemoryHost, offset: &str, next: &str, part_of: &dyn Fn(&Value) -> String| {
        let (mut all, mut at) = (String::new(), json!(0));
        while !at.is_null() {
            let part = result(host, "get_task", &json!({ "id": "t_it", offset: at }));
            all.push_str(&part_of(&part));
            at = part[next].clone();
        }
        all
    };
    let description = |task: &Value| task["description"].as_str().unwrap().to_owned();
    assert_eq!(parts(&mut host, "descriptionOffset", "nextDescriptionOffset", &description), long);
    let subtasks = |task: &Value| field(&task["subtasks"], "id").join("\n") + "\n";
    let read = parts(&mut host, "subtaskOffset", "nextSubtaskOffset", &subtasks);
    let expected = (1..=1_001).map(|number| format!("t_it.{number}"));
    assert_eq!(read.split_whitespace().collect::<Vec<_>>(), expected.collect::<Vec<_>>());
    for (name, args) in [
        ("get_task", json!({ "id": long })),
        ("create_task", json!({ "title": long })),
        ("create_task", json!({ "title": "x", "dependencies": [long] })),
        ("get_tasks", json!({ "createdAfter": long })),
        ("get_tasks", json!({ "status": long })),
        ("get_tasks", json!({ long.as_str(): 1 })),
        ("delete_subtask", json!({ "subtaskId": long })),
        ("update_task", json!({ "id": "t_0", "dependencies": ["t_it"] })),
    ] {
        error(&mut host, name, &args);
    }
}

/// Clients write back what they read, so a description that a reply can contain is never cut.
#[test]
fn todori_returns_whole_descriptions() {
    let mut host = MemoryHost::with(&["todori"], [] as [(&str, &str); 0]);
    for description in ["x".repeat(39_500), "検索 \"x\"\n".repeat(3_500)] {
        let task = result(&mut host, "create_task", &json!({ "title": "Long", "description": description }));
        let added = json!({ "parentId": task["id"], "title": "Long too", "description": &description[..3_000] });
        for reply in [
            result(&mut host, "get_task", &json!({ "id": task["id"] })),
            result(&mut host, "add_subtask", &added),
            result(
                &mut host,
                "update_subtask",
                &json!({ "subtaskId": format!("{}.1", task["id"].as_str().unwrap()), "status": "done" }),
            ),
            task,
        ] {
            assert_eq!(reply["description"], description, "{}", reply["nextDescriptionOffset"]);
        }
    }
}

#[test]
fn no_reply_of_scopecraft_is_very_long() {
    let long = "x".repeat(50_000);
    let body = format!("    > {}\n", "A text of some length. ".repeat(20));
    let tagged = task("t_long", &format!("tags={}end", "tag,".repeat(1_500)));
    let long_plan = format!("{tagged}  > {long}\n  > ## Log\n  > {long}\n  {}    > {long}\n", task("t_longer", ""));
    let files = [("many.md", parents(2, 300, &body)), ("long.md", plan(&long_plan))];
    let mut host = MemoryHost::with(&["scopecraft"], files);
    let args = json!({ "includeContent": true, "taskType": "all", "limit": 100 });
    let (all, _) = pages(&mut host, "task_list", &args, |page| field(&page["data"], "id"));
    assert_eq!(all.len(), 604);
    result(&mut host, "parent_list", &json!({ "includeSubtasks": true, "limit": 100 }));
    let body_of = |host: &mut MemoryHost, id: &str, start: Option<&Value>| {
        let (mut body, mut at) = (String::new(), json!(0));
        if let Some(start) = start {
            body.push_str(start["content"].as_str().unwrap());
            at = start["nextContentOffset"].clone();
        }
        while !at.is_null() {
            let task = &result(host, "task_get", &json!({ "id": id, "contentOffset": at }))["data"];
            body.push_str(task["content"].as_str().unwrap());
            at = task["nextContentOffset"].clone();
        }
        body
    };
    let both = format!("{long}\n## Log\n{long}");
    let full = result(&mut host, "task_get", &json!({ "id": "t_long", "format": "full" }));
    assert_eq!(full["data"]["sectionsLeftOut"], true);
    assert_eq!(body_of(&mut host, "t_long", None), both);
    assert_eq!(body_of(&mut host, "t_longer", None), long);
    let parent = result(&mut host, "parent_get", &json!({ "id": "t_long" }));
    assert_eq!(body_of(&mut host, "t_long", Some(&parent["data"])), both);
    assert_eq!(body_of(&mut host, "t_longer", Some(&parent["data"]["subtasks"][0])), long);
    let args = json!({ "id": "t_01KA36M900ABCDEFGHJKMN1000" });
    let (subtasks, _) = pages(&mut host, "parent_get", &args, |page| field(&page["data"]["subtasks"], "id"));
    assert_eq!(subtasks, (0..300).map(|number| format!("t_0_{number}")).collect::<Vec<_>>());
}

#[test]
fn no_reply_about_a_decision_is_very_long() {
    let part = |name: &str| format!("## {name}\n\n{}\n\n", "x".repeat(50_000));
    let history = many(2_000, |day| format!("- 2023-11-14T00:00:00.000Z Proposed {day}\n"));
    let text = format!("# {}\n\n- Status: Proposed\n\n", "x".repeat(50_000))
        + &["Context", "Decision", "Rationale", "Consequences"].map(part).concat()
        + &format!("## Status history\n\n{history}");
    let mut host = MemoryHost::with(&["decisions"], [("adr/adr-001-x.md", text)]);
    let decision = result(&mut host, "decision_get", &json!({ "number": 1 }));
    for part in ["title", "context", "decision", "rationale", "consequences"] {
        assert!(decision[part].as_str().unwrap().ends_with('…'), "{part}: {}", decision[part]);
    }
    assert!(decision["history"].as_array().unwrap().len() < 2_000);
    result(&mut host, "decision_list", &json!({}));
    result(&mut host, "decision_update", &json!({ "number": 1, "status": "Accepted" }));
}

#[test]
fn agentic_todo_has_at_most_999_tasks_and_decision_records() {
    let all = || (1..=999).map(|number| format!("T{number:03}"));
    let text = plan(&all().map(|id| task(&id, "")).collect::<String>());
    let record = |id: String| (format!("adr/adr-{}-x.md", &id[1..]), "# x\n\n- Status: Accepted\n".to_owned());
    let files = all().map(record).chain([("task.md".to_owned(), text)]);
    let mut host = MemoryHost::with(&["agentic-todo"], files);
    let create = json!({ "title": "x" });
    let full = error(&mut host, "create_task", &create);
    assert_eq!(full["code"], "TASK_LIMIT_EXCEEDED");
    assert!(full["message"].as_str().unwrap().starts_with("All 999 ids are taken"), "{full}");
    result(&mut host, "delete_task", &json!({ "task_id": "T500" }));
    assert_eq!(result(&mut host, "create_task", &create)["task_id"], "T500", "a deleted task makes room");
    result(&mut host, "delete_task", &json!({ "task_id": "T500" }));
    host.write("context/T500.md", b"# T500\n");
    let still_full = error(&mut host, "create_task", &create);
    assert_eq!(still_full["code"], "TASK_LIMIT_EXCEEDED", "T500 still has a context");
    assert!(still_full["message"].as_str().unwrap().contains("998 tasks are left"), "{still_full}");
    let adr = json!({ "title": "x", "context": "c", "decision": "d", "rationale": "r" });
    assert_eq!(error(&mut host, "create_adr", &adr)["code"], "ADR_LIMIT_EXCEEDED");
    for (name, list, total) in [("list_tasks", "tasks", 998), ("list_adrs", "adrs", 999)] {
        let page = result(&mut host, name, &json!({}));
        assert_eq!((page[list].as_array().unwrap().len(), &page["total_count"]), (50, &json!(total)));
        let page = result(&mut host, name, &json!({ "limit": 100 }));
        assert_eq!(page[list].as_array().unwrap().len(), 100);
    }
}

#[test]
fn a_todo_list_that_no_reply_can_show_is_rejected() {
    let mut host = MemoryHost::with(&["todolist"], [] as [(&str, &str); 0]);
    let todo = json!({ "content": "Do", "status": "pending", "activeForm": "Doing" });
    let args = json!({ "todos": vec![todo; 2_000] });
    assert_eq!(error(&mut host, "todolist__set", &args)["code"], "TOO_LONG");
    assert_eq!(result(&mut host, "todolist__get", &json!({}))["todos"], json!([]));
}
