//! Lists of the toolset scopecraft, compared with a naive filter over the generated tasks.

use std::cmp::Reverse;

use long_term_plan_core::text::parse_iso_time;
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use serde_json::{Map, Value, json};

use super::config;
use crate::host::MemoryHost;

const TYPES: [&str; 6] = ["feature", "bug", "chore", "documentation", "test", "spike"];
const STATUSES: [&str; 5] = ["todo", "in_progress", "done", "blocked", "archived"];
const PRIORITIES: [&str; 4] = ["highest", "high", "medium", "low"];
const STATES: [&str; 3] = ["backlog", "current", "archive"];
/// In case-insensitive order.
const TITLES: [&str; 4] = ["alpha", "Beta", "gamma", "Ärger"];
const TAGS: [&str; 3] = ["api", "ui", "Ünïcode"];
const MOMENTS: [&str; 4] = ["2025-01-01T00:00:00Z", "2025-03-01T00:00:00Z", "2025-05-01T00:00:00Z", "2025-07-01"];

/// A generated task.
#[derive(Clone, Debug)]
struct Task {
    id: String,
    plan: usize,
    title: &'static str,
    depth: usize,
    has_children: bool,
    heading: &'static str,
    /// The status: mark, attribute, and the word of the toolset for both.
    status: (&'static str, &'static str, &'static str),
    kind: Option<&'static str>,
    priority: Option<&'static str>,
    area: Option<&'static str>,
    assignee: Option<&'static str>,
    tags: Vec<&'static str>,
    /// Indexes of the times when it was created and last changed, if they are known.
    created: Option<usize>,
    updated: Option<usize>,
}

fn task() -> impl Strategy<Value = Task> {
    let line = (
        select(TITLES.to_vec()),
        0..3_usize,
        select(vec!["Backlog", "ARCHIVE", "Current", "Now", ""]),
        select(vec![
            (" ", "", "todo"),
            ("*", "", "in_progress"),
            ("√", "", "done"),
            (" ", "state=blocked", "blocked"),
            ("*", "state=blocked", "blocked"),
            (" ", "state=deferred", "todo"),
            ("√", "state=archived", "archived"),
            ("√", "state=cancelled", "archived"),
            ("√", "state=blocked", "done"),
        ]),
    );
    let words = (
        option::of(select([&TYPES[..], &["epic"]].concat())),
        option::of(select(PRIORITIES.to_vec())),
        option::of(select(vec!["auth", "core"])),
        option::of(select(vec!["alice", "bob"])),
        subsequence(TAGS.to_vec(), 0..=3),
    );
    let times = (option::of(0..3_usize), option::of(0..2_usize));
    (line, words, times).prop_map(|((title, depth, heading, status), (kind, priority, area, assignee, tags), times)| {
        Task {
            id: String::new(),
            plan: 0,
            title,
            depth,
            has_children: false,
            heading,
            status,
            kind,
            priority,
            area,
            assignee,
            tags,
            created: times.0,
            // A change comes after the creation.
            updated: times.1.map(|later| times.0.unwrap_or(0) + later),
        }
    })
}

/// Tasks with ids and valid depths.
fn tasks() -> impl Strategy<Value = Vec<Task>> {
    vec(vec(task(), 0..7), 1..3).prop_map(|plans| {
        let mut all: Vec<Task> = Vec::new();
        for (plan, tasks) in plans.into_iter().enumerate() {
            let mut depth = 0;
            for (number, mut task) in tasks.into_iter().enumerate() {
                let is_first = number == 0;
                task.depth = if is_first { 0 } else { task.depth.min(depth + 1) };
                task.plan = plan;
                task.id = id(plan * 10 + number, task.created);
                if let Some(before) = all.last_mut().filter(|_| !is_first && task.depth > 0) {
                    before.has_children = task.depth > before.depth;
                    // A subtask is under the same heading.
                    task.heading = before.heading;
                }
                depth = task.depth;
                all.push(task);
            }
        }
        all
    })
}

/// An id with or without a timestamp.
fn id(number: usize, created: Option<usize>) -> String {
    let Some(created) = created else { return format!("t_{number}") };
    let mut ms = parse_iso_time(MOMENTS[created]).unwrap();
    let mut digits = Vec::new();
    for _ in 0..10 {
        digits.push(char::from(b"0123456789ABCDEFGHJKMNPQRSTVWXYZ"[usize::try_from(ms % 32).unwrap()]));
        ms /= 32;
    }
    format!("t_{}{number:016}", digits.iter().rev().collect::<String>())
}

/// The plans with these tasks, and their histories.
fn files(tasks: &[Task]) -> Vec<(String, String)> {
    let mut files = Vec::new();
    for plan in 0..2 {
        let mut text = "<!-- long-term-plan:format=v1 -->\n# Plan\n".to_owned();
        let mut history = String::new();
        for task in tasks.iter().filter(|task| task.plan == plan) {
            if task.depth == 0 && !task.heading.is_empty() {
                text += &format!("\n## {}\n\n", task.heading);
            } else if task.depth == 0 {
                text += "\n## Other\n\n";
            }
            text += &line(task);
            if let Some(updated) = task.updated {
                let change = json!({ "task": task.id, "what": "title" });
                history += &(json!({ "at": MOMENTS[updated], "changes": [change] }).to_string() + "\n");
            }
        }
        files.push((format!("plan{plan}.md"), text));
        files.push((format!(".history/plan{plan}.jsonl"), history));
    }
    files
}

fn line(task: &Task) -> String {
    let tags: Vec<_> = task.tags.iter().map(|tag| tag.replace('Ü', "%C3%9C").replace('ï', "%C3%AF")).collect();
    let attributes = [
        ("type", task.kind.unwrap_or_default()),
        ("priority", task.priority.unwrap_or_default()),
        ("area", task.area.unwrap_or_default()),
        ("assignee", task.assignee.unwrap_or_default()),
        ("tags", &tags.join(",")),
    ];
    let set = attributes.iter().filter(|(_, value)| !value.is_empty());
    let attributes = set.fold(String::new(), |all, (key, value)| all + " " + key + "=" + value);
    let (mark, state, _) = task.status;
    let indent = "  ".repeat(task.depth);
    format!("{indent}- [{mark}] {} <!-- long-term-plan:id={}{attributes} {state} -->\n", task.title, task.id)
}

impl Task {
    fn structure(&self) -> &'static str {
        match (self.depth, self.has_children) {
            (0, true) => "parent",
            (0, false) => "simple",
            _ => "subtask",
        }
    }

    fn state(&self) -> &'static str {
        match self.heading {
            "Backlog" => "backlog",
            "ARCHIVE" => "archive",
            _ => "current",
        }
    }

    fn kind(&self) -> &'static str {
        self.kind.filter(|kind| *kind != "epic").unwrap_or("feature")
    }

    fn priority(&self) -> &'static str {
        self.priority.unwrap_or("medium")
    }

    fn updated(&self) -> Option<usize> {
        self.updated.or(self.created)
    }

    fn has_tag(&self, tag: &Value) -> bool {
        self.tags.iter().any(|own| own.to_lowercase() == tag.as_str().unwrap().to_lowercase())
    }
}

/// A word or a list of words.
fn one_or_many(words: &'static [&'static str]) -> impl Strategy<Value = Value> {
    prop_oneof![
        select(words.to_vec()).prop_map(Value::from),
        subsequence(words.to_vec(), 0..=words.len()).prop_map(Value::from),
    ]
}

fn tags() -> impl Strategy<Value = Value> {
    subsequence(vec!["api", "UI", "ünÏcode"], 0..3).prop_map(Value::from)
}

fn moment() -> impl Strategy<Value = Value> {
    select(MOMENTS.to_vec()).prop_map(Value::from)
}

/// One field of a filter that both lists accept: its path and value.
fn aspect() -> BoxedStrategy<(Vec<&'static str>, Value)> {
    let at = |path: &[&'static str], value: BoxedStrategy<Value>| {
        let path = path.to_vec();
        value.prop_map(move |value| (path.clone(), value)).boxed()
    };
    let advanced = |path: &[&'static str], value| at(&[&["advancedFilter"], path].concat(), value);
    prop_oneof![
        at(&["workflowState"], one_or_many(&STATES).boxed()),
        at(&["area"], select(vec!["AUTH", "general"]).prop_map(Value::from).boxed()),
        at(&["assignee"], select(vec!["alice", "eve"]).prop_map(Value::from).boxed()),
        at(&["tags"], tags().boxed()),
        advanced(&["status"], one_or_many(&STATUSES).boxed()),
        advanced(&["type"], one_or_many(&TYPES).boxed()),
        advanced(&["priority"], one_or_many(&PRIORITIES).boxed()),
        advanced(&["tagFilter", "any"], tags().boxed()),
        advanced(&["tagFilter", "all"], tags().boxed()),
        advanced(&["tagFilter", "none"], tags().boxed()),
        advanced(&["dateRange", "createdAfter"], moment().boxed()),
        advanced(&["dateRange", "createdBefore"], moment().boxed()),
        advanced(&["dateRange", "updatedSince"], moment().boxed()),
        advanced(&["dateRange", "updatedBefore"], moment().boxed()),
    ]
    .boxed()
}

/// A filter that both lists accept: few fields, since many at once leave hardly any task.
fn filter() -> impl Strategy<Value = Map<String, Value>> {
    vec(aspect(), 0..4).prop_map(|aspects| {
        let mut filter = json!({});
        for (path, value) in aspects {
            let place = path.iter().fold(&mut filter, |object, name| &mut object[*name]);
            *place = value;
        }
        filter.as_object().unwrap().clone()
    })
}

/// A filter with the fields that only `task_list` accepts.
fn task_filter() -> impl Strategy<Value = Map<String, Value>> {
    let flag = || select(vec![Value::Null, true.into(), true.into(), true.into(), false.into()]);
    let structure = select(vec!["simple", "parent", "subtask", "top-level", "all", "all", "all"]);
    let own = (option::weighted(0.2, select(TYPES.to_vec())), option::weighted(0.2, select(STATUSES.to_vec())));
    let shown = (option::weighted(0.8, structure), flag(), flag(), option::weighted(0.3, any::<bool>()));
    (filter(), own, shown).prop_map(|(mut filter, (kind, status), (structure, completed, archived, parents))| {
        let own = json!({
            "type": kind, "status": status, "taskType": structure,
            "includeCompleted": completed, "includeArchived": archived, "includeParentTasks": parents,
        });
        filter.extend(own.as_object().unwrap().clone());
        filter
    })
}

/// Whether a filter accepts a value: it is that word or a list with it. No filter and an empty list accept any value.
fn accepts(wanted: &Value, value: &str) -> bool {
    match wanted {
        Value::Null => true,
        Value::Array(words) => words.is_empty() || words.iter().any(|word| word == value),
        word => word == value,
    }
}

fn names_any(wanted: &Value) -> bool {
    !wanted.is_null() && wanted.as_array().is_none_or(|words| !words.is_empty())
}

/// The naive filter: field by field, in the order of the specification.
fn fits(task: &Task, filter: &Value) -> bool {
    let advanced = &filter["advancedFilter"];
    let (tags, dates) = (&advanced["tagFilter"], &advanced["dateRange"]);
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let (any, all, none) = (list(&tags["any"]), list(&tags["all"]), list(&tags["none"]));
    let number = |moment: &Value| MOMENTS.iter().position(|known| moment == known);
    let within = |limit: &Value, time: Option<usize>, fits: fn(&usize, &usize) -> bool| {
        number(limit).is_none_or(|limit| time.is_some_and(|time| fits(&time, &limit)))
    };
    accepts(&filter["workflowState"], task.state())
        && filter["area"].as_str().is_none_or(|area| area.to_lowercase() == task.area.unwrap_or("general"))
        && filter["assignee"].as_str().is_none_or(|assignee| Some(assignee) == task.assignee)
        && list(&filter["tags"]).iter().all(|tag| task.has_tag(tag))
        && accepts(&advanced["status"], task.status.2)
        && accepts(&advanced["type"], task.kind())
        && accepts(&advanced["priority"], task.priority())
        && (any.is_empty() || any.iter().any(|tag| task.has_tag(tag)))
        && all.iter().all(|tag| task.has_tag(tag))
        && !none.iter().any(|tag| task.has_tag(tag))
        && within(&dates["createdAfter"], task.created, usize::gt)
        && within(&dates["createdBefore"], task.created, usize::lt)
        && within(&dates["updatedSince"], task.updated(), usize::ge)
        && within(&dates["updatedBefore"], task.updated(), usize::lt)
}

fn fits_task_list(task: &Task, filter: &Value) -> bool {
    let structure = task.structure();
    let is_of_structure = match (structure, &filter["includeParentTasks"], filter["taskType"].as_str()) {
        ("parent", Value::Bool(decided), _) => *decided,
        (_, _, Some("all")) => true,
        (_, _, None | Some("top-level")) => structure != "subtask",
        (_, _, Some(wanted)) => structure == wanted,
    };
    let names_status = names_any(&filter["status"]) || names_any(&filter["advancedFilter"]["status"]);
    let names_archive = names_any(&filter["workflowState"]) && accepts(&filter["workflowState"], "archive");
    let is_completed = matches!(task.status.2, "done" | "archived");
    let is_shown = if task.state() == "archive" {
        filter["includeArchived"].as_bool().unwrap_or(names_archive)
    } else {
        filter["includeCompleted"] == true || !is_completed || names_status
    };
    is_of_structure
        && accepts(&filter["type"], task.kind())
        && accepts(&filter["status"], task.status.2)
        && is_shown
        && fits(task, filter)
}

/// The ids in a list, page by page.
fn ids(host: &mut MemoryHost, tool: &str, arguments: &Map<String, Value>) -> Vec<String> {
    let mut arguments = arguments.clone();
    let mut ids = Vec::new();
    loop {
        let reply = host.result(tool, &Value::Object(arguments.clone())).unwrap();
        let data = reply["data"].as_array().unwrap();
        ids.extend(data.iter().map(|task| task["id"].as_str().unwrap().to_owned()));
        let Some(cursor) = reply["metadata"].get("nextCursor") else {
            assert_eq!(reply["metadata"]["count"], ids.len());
            return ids;
        };
        arguments.insert("cursor".into(), cursor.clone());
    }
}

fn place(words: &[&str], word: &str) -> usize {
    words.iter().position(|known| *known == word).unwrap()
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn task_list_matches_the_naive_filter(tasks in tasks(), filter in task_filter(), limit in 1..5_u32) {
        let mut host = MemoryHost::with(&["scopecraft"], files(&tasks));
        let asked = Value::Object(filter.clone());
        let expected: Vec<_> = tasks.iter().filter(|task| fits_task_list(task, &asked)).map(|task| task.id.clone()).collect();
        prop_assert_eq!(ids(&mut host, "task_list", &filter), expected.clone());
        let mut paged = filter;
        paged.insert("limit".into(), limit.into());
        prop_assert_eq!(ids(&mut host, "task_list", &paged), expected);
    }

    #[test]
    fn parent_list_matches_the_naive_filter(tasks in tasks(), filter in filter()) {
        let mut host = MemoryHost::with(&["scopecraft"], files(&tasks));
        let asked = Value::Object(filter.clone());
        let is_parent = |task: &&Task| task.structure() == "parent";
        let expected: Vec<_> =
            tasks.iter().filter(is_parent).filter(|task| fits(task, &asked)).map(|task| task.id.clone()).collect();
        prop_assert_eq!(ids(&mut host, "parent_list", &filter), expected);
    }

    #[test]
    fn lists_are_in_the_requested_order(
        tasks in tasks(),
        field in select(vec!["status", "priority", "type", "createdDate", "updatedDate", "title"]),
        is_descending in any::<bool>(),
    ) {
        let mut host = MemoryHost::with(&["scopecraft"], files(&tasks));
        let order = if is_descending { "desc" } else { "asc" };
        let arguments = json!({
            "taskType": "all", "includeCompleted": true, "includeArchived": true, "limit": 100,
            "sort": { "field": field, "order": order },
        });
        let rank = |task: &Task| match field {
            "status" => Some(place(&STATUSES, task.status.2)),
            "priority" => Some(place(&PRIORITIES, task.priority())),
            "type" => Some(place(&TYPES, task.kind())),
            "createdDate" => task.created,
            "updatedDate" => task.updated(),
            _ => Some(place(&TITLES, task.title)),
        };
        let mut expected: Vec<_> = tasks.iter().collect();
        if is_descending {
            expected.sort_by_key(|task| (rank(task).is_none(), Reverse(rank(task))));
        } else {
            expected.sort_by_key(|task| (rank(task).is_none(), rank(task)));
        }
        let expected: Vec<_> = expected.into_iter().map(|task| task.id.clone()).collect();
        prop_assert_eq!(ids(&mut host, "task_list", arguments.as_object().unwrap()), expected);
    }
}
