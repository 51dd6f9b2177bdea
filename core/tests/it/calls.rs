//! Call fixtures: `tests/fixtures/calls/<toolset>/<topic>.json`.
//!
//! A case has the files of a plans directory and calls on them, each with its reply, and the files that differ `after`
//! the last call; those of its history only with `"history": true`. Settings and files that all cases of a fixture share
//! come first. Hand edits may come between calls. Where only the order of a list matters, `only` names the part of the
//! result that is compared. `BLESS=1 cargo test --test it calls` writes all outcomes, to be reviewed in the diff before
//! they are committed.
//!
//! Five kinds of values have names, in replies and in arguments, because their spelling says nothing to a reader:
//! `etag:p.md` is the etag of that file and `digest:p.md` all of its digits, `t_new1` the first new id of the case, `change1`
//! its first change, `cursor1` its first cursor.
#![allow(clippy::disallowed_methods, reason = "fixtures are files")]

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::{env, fs};

use long_term_plan_core::plan::etag;
use serde_json::{Map, Value, json};

use crate::golden::{expand, split};
use crate::host::{Call, MemoryHost};

type Object = Map<String, Value>;

const KINDS: [&str; 4] = ["tool", "resource", "prompt", "complete"];
const OUTCOMES: [&str; 4] = ["result", "error", "structured", "diff"];
/// Of a line in a fixture.
const MAX_WIDTH: usize = 160;
/// No reply of a tool is longer.
const MAX_REPLY_CHARS: usize = 40_000;

#[test]
fn every_call_has_its_reply() {
    let mut failures = Vec::new();
    for path in fixture_files() {
        let expected = read(&path);
        let mut found = expected.clone();
        for case in found["cases"].as_array_mut().unwrap() {
            run(&expected, case);
        }
        if is_blessing() {
            fs::write(path, lay_out("", &found, 0) + "\n").unwrap();
            continue;
        }
        let file = path.strip_prefix(fixtures()).unwrap().display();
        for (expected, found) in items(&expected["cases"]).zip(items(&found["cases"])) {
            failures.extend(differences(expected, found).iter().map(|each| format!("{file}: {each}")));
        }
    }
    assert!(failures.is_empty(), "{} differences\n\n{}", failures.len(), failures.join("\n"));
}

#[test]
fn every_tool_has_a_call_that_succeeds() {
    if is_blessing() {
        return; // The other test is rewriting the files.
    }
    let listing: Value = serde_json::from_str(include_str!("../snapshots/listing.json")).unwrap();
    for toolset in items(&listing["toolsets"]) {
        let folder = fixtures().join(toolset["name"].as_str().unwrap());
        let fixtures: Vec<_> = fixture_files().iter().filter(|path| path.starts_with(&folder)).map(read).collect();
        let cases = fixtures.iter().flat_map(|fixture| items(&fixture["cases"]));
        let calls = cases.flat_map(|case| items(&case["calls"])).filter(|call| call.get("result").is_some());
        let called: BTreeSet<_> = calls.filter_map(|call| call["tool"].as_str()).collect();
        for name in items(&toolset["tools"]).map(|tool| tool["name"].as_str().unwrap()) {
            assert!(called.contains(name), "no case of {} calls {name}", folder.display());
        }
    }
}

fn is_blessing() -> bool {
    env::var_os("BLESS").is_some()
}

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/fixtures/calls")
}

fn fixture_files() -> Vec<PathBuf> {
    let entries = |folder: &Path| fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect::<Vec<_>>();
    let mut files: Vec<_> = entries(&fixtures()).iter().flat_map(|toolset| entries(toolset)).collect();
    files.sort();
    files
}

fn read(path: impl AsRef<Path>) -> Value {
    let path = path.as_ref();
    serde_json::from_str(&fs::read_to_string(path).unwrap())
        .unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn items(list: &Value) -> impl Iterator<Item = &Value> {
    list.as_array().into_iter().flatten()
}

fn fields(object: &Value) -> impl Iterator<Item = (&String, &Value)> {
    object.as_object().into_iter().flatten()
}

/// Runs a case and puts its current outcomes into it.
fn run(fixture: &Value, case: &mut Value) {
    let settings = [&json!({ "plansDir": ".long-term-plan" }), &fixture["settings"], &case["settings"]];
    let settings: Object =
        settings.into_iter().flat_map(fields).map(|(name, value)| (name.clone(), value.clone())).collect();
    let mut session = Session { host: MemoryHost::new(&settings.into()), named: Vec::new(), written: BTreeMap::new() };
    session.edit(&fixture["files"]);
    session.edit(&case["files"]);
    for (path, fault) in fields(&case["readFaults"]) {
        session.host.fail_reads(path, fault.as_str().unwrap());
    }
    for (path, fault) in fields(&case["writeFaults"]) {
        session.host.fail_writes(path, fault.as_str().unwrap());
    }
    if let Some(fault) = case["lockFault"].as_str() {
        session.host.fail_locks(fault);
    }
    for call in case["calls"].as_array_mut().unwrap() {
        session.take(call.as_object_mut().unwrap());
    }
    let after = session.changed_files(case["history"] == true);
    let case = case.as_object_mut().unwrap();
    case.shift_remove("after");
    if !after.is_empty() {
        case.insert("after".into(), after.into());
    }
}

/// Arguments with their long texts, which fixtures spell `{ "times": 3, "line": "x" }`.
fn generate(args: &Value) -> Value {
    match args {
        Value::Array(items) => items.iter().map(generate).collect(),
        Value::Object(object) if object.contains_key("times") => expand(&json!([args])).into(),
        Value::Object(object) => object.iter().map(|(name, value)| (name.clone(), generate(value))).collect(),
        _ => args.clone(),
    }
}

/// The part of a value at a path such as `/data/*/id`, where `*` stands for all items of a list.
fn select(value: &Value, path: &str) -> Value {
    match path.split_once("/*") {
        Some((list, rest)) => items(&select(value, list)).map(|item| select(item, rest)).collect(),
        None => value.pointer(path).cloned().unwrap_or_default(),
    }
}

struct Session {
    host: MemoryHost,
    /// New ids and cursors, with their names.
    named: Vec<(String, String)>,
    /// The files of the case and of its hand edits.
    written: BTreeMap<String, Vec<u8>>,
}

impl Session {
    /// Makes a hand edit, lists the resources that a `changed` file concerns, lets some seconds pass, or makes a call and
    /// puts its reply into it.
    fn take(&mut self, step: &mut Object) {
        if let Some(files) = step.get("edit") {
            self.edit(files);
        }
        if let Some(path) = step.get("changed") {
            let uris = self.host.resource_uris(path.as_str().unwrap());
            step.insert("uris".into(), json!(uris));
        }
        self.host.now += 1_000 * step.get("wait").map_or(0, |seconds| seconds.as_u64().unwrap());
        let Some(kind) = KINDS.into_iter().find(|kind| step.contains_key(*kind)) else { return };
        let args = step.get("args").map_or_else(|| "{}".into(), |args| generate(args).to_string());
        let call = Call {
            kind: kind.into(),
            name: self.spell_out(step[kind].as_str().unwrap()),
            args: serde_json::from_str(&self.spell_out(&args)).unwrap(),
            actor: step.get("actor").map_or("ana", |actor| actor.as_str().unwrap()).into(),
            dry_run: step.contains_key("dryRun"),
        };
        self.host.today = step.get("today").map(|today| today.as_str().unwrap().to_owned());
        let reply = self.host.run(&call);
        let length = reply["result"].to_string().chars().count();
        assert!(kind != "tool" || length <= MAX_REPLY_CHARS, "{} replies with {length} characters", call.name);
        let mut outcome: Object = serde_json::from_str(&self.shorten(&reply.to_string())).unwrap();
        if let (Some(path), Some(result)) = (step.get("only"), outcome.get_mut("result")) {
            *result = select(result, path.as_str().unwrap());
        }
        step.retain(|field, _| !OUTCOMES.contains(&field.as_str()));
        step.extend(outcome);
    }

    /// Writes files as a person would; `null` deletes one. `{ "latin1": "ÿ" }` is a file that is not UTF-8.
    fn edit(&mut self, files: &Value) {
        for (path, lines) in fields(files) {
            if lines.is_null() {
                self.host.remove(path);
                self.written.remove(path);
            } else {
                let bytes = match lines["latin1"].as_str() {
                    Some(text) => text.chars().map(|char| char as u8).collect(),
                    None => self.spell_out(&expand(lines)).into_bytes(),
                };
                self.host.write(path, &bytes);
                self.written.insert(path.clone(), bytes);
            }
        }
    }

    /// The files that calls wrote; `null` for those they deleted.
    fn changed_files(&mut self, with_history: bool) -> Object {
        let files = self.host.files();
        let paths: BTreeSet<_> = files.keys().chain(self.written.keys()).cloned().collect();
        let mut changed = Object::new();
        for path in paths.into_iter().filter(|path| with_history || !path.starts_with(".history/")) {
            let bytes = files.get(&path);
            if bytes != self.written.get(&path) {
                let lines = bytes.map(|bytes| split(&self.shorten(str::from_utf8(bytes).unwrap())));
                changed.insert(path, lines.unwrap_or_default());
            }
        }
        changed
    }

    /// Replaces values by their names.
    fn shorten(&mut self, text: &str) -> String {
        for (start, _) in text.match_indices("\"nextCursor\":\"") {
            self.name("cursor", text[start..].split('"').nth(3).unwrap());
        }
        for (start, _) in text.match_indices('_') {
            let is_ulid = |id: &&str| id[1..].bytes().all(|byte| byte.is_ascii_digit() || byte.is_ascii_uppercase());
            if let Some(id) = text.get(start..start + 27).filter(is_ulid) {
                self.name("_new", id);
            }
        }
        for (start, _) in text.match_indices('c') {
            let is_change = |id: &&str| id[1..].bytes().all(|byte| byte.is_ascii_digit());
            if let Some(id) = text.get(start..start + 10).filter(is_change) {
                self.name("change", id);
            }
        }
        let mut names = self.names();
        names.sort_by_key(|(value, _)| Reverse(value.len()));
        names.iter().fold(text.to_owned(), |text, (value, name)| text.replace(value, name))
    }

    /// Replaces names by their values.
    fn spell_out(&self, text: &str) -> String {
        let mut names = self.names();
        names.sort_by_key(|(_, name)| Reverse(name.len()));
        names.iter().fold(text.to_owned(), |text, (value, name)| text.replace(name, value))
    }

    fn names(&self) -> Vec<(String, String)> {
        let files = self.host.files().into_iter().filter(|(path, _)| !path.starts_with(".history/"));
        let etags = files.flat_map(|(path, bytes)| {
            let digest = etag(&bytes);
            [(digest[..16].to_owned(), format!("etag:{path}")), (digest, format!("digest:{path}"))]
        });
        etags.chain(self.named.iter().cloned()).collect()
    }

    fn name(&mut self, kind: &str, value: &str) {
        let is_in = |bytes: &Vec<u8>| String::from_utf8_lossy(bytes).contains(value);
        let is_known = self.named.iter().any(|(known, _)| known == value) || self.written.values().any(is_in);
        if !is_known {
            let count = self.named.iter().filter(|(_, name)| name.starts_with(kind)).count();
            self.named.push((value.to_owned(), format!("{kind}{}", count + 1)));
        }
    }
}

/// Describes what differs, by call.
fn differences(expected: &Value, found: &Value) -> Vec<String> {
    let calls = items(&expected["calls"]).zip(items(&found["calls"])).enumerate();
    let calls = calls.map(|(index, (expected, found))| (format!("call {}", index + 1), expected, found));
    let all = calls.chain([("after".to_owned(), &expected["after"], &found["after"])]);
    let texts = all.map(|(place, expected, found)| (place, lay_out("", expected, 0), lay_out("", found, 0)));
    let differing = texts.filter(|(_, expected, found)| expected != found);
    let name = &expected["name"];
    differing.map(|(place, expected, found)| format!("{name}: {place}\n{}", line_diff(&expected, &found))).collect()
}

/// The lines between the first and the last difference.
fn line_diff(expected: &str, found: &str) -> String {
    let [expected, found] = [expected, found].map(|text| text.lines().collect::<Vec<_>>());
    let is_same = |(one, other): &(&&str, &&str)| one == other;
    let start = expected.iter().zip(&found).take_while(is_same).count();
    let end = expected[start..].iter().rev().zip(found[start..].iter().rev()).take_while(is_same).count();
    let marked = |mark: &'static str, lines: &[&str]| {
        lines[start..lines.len() - end].iter().map(|line| format!("{mark} {line}\n")).collect::<Vec<_>>()
    };
    [marked("-", &expected), marked("+", &found)].concat().concat()
}

/// JSON with as much in one line as fits.
fn lay_out(key: &str, value: &Value, indent: usize) -> String {
    let line = format!("{key}{}", one_line(value));
    if indent + line.chars().count() < MAX_WIDTH {
        return line;
    }
    let inner = |key: &str, value: &Value| format!("{}{}", " ".repeat(indent + 2), lay_out(key, value, indent + 2));
    let (open, close, parts) = match value {
        Value::Array(items) => ('[', ']', items.iter().map(|item| inner("", item)).collect::<Vec<_>>()),
        Value::Object(fields) => {
            ('{', '}', fields.iter().map(|(name, value)| inner(&format!("\"{name}\": "), value)).collect())
        }
        _ => return line,
    };
    format!("{key}{open}\n{}\n{}{close}", parts.join(",\n"), " ".repeat(indent))
}

fn one_line(value: &Value) -> String {
    match value {
        Value::Array(items) => format!("[{}]", items.iter().map(one_line).collect::<Vec<_>>().join(", ")),
        Value::Object(fields) if !fields.is_empty() => {
            let fields = fields.iter().map(|(name, value)| format!("{}: {}", json!(name), one_line(value)));
            format!("{{ {} }}", fields.collect::<Vec<_>>().join(", "))
        }
        _ => value.to_string(),
    }
}
