//! What every host relies on. The same checks run natively, as wasm in Node and as wasm in a browser.

#[path = "../golden/mod.rs"]
mod golden;

use long_term_plan_core::plan::etag;
use long_term_plan_core::workspace::{CallId, Loaded, Need, Outcome, Step, Workspace};

pub(crate) const DEMO: &str = "\
<!-- long-term-plan:format=v1 -->
# Demo

## Now
- [*] Write docs <!-- long-term-plan:id=t_1 -->
  - [√] Outline <!-- long-term-plan:id=t_2 -->
- [ ] Publish <!-- long-term-plan:id=t_3 -->
";

/// Answers a call from a handful of files, as a host would; what it writes goes into them.
pub(crate) fn call(files: &mut Vec<(String, String)>, name: &str, arguments: &str) -> String {
    let mut workspace = Workspace::from_json(r#"{ "toolsets": ["plan", "doc"], "plansDir": ".long-term-plan" }"#);
    let call = format!(
        r#"{{ "kind": "tool", "name": "{name}", "args": {arguments}, "actor": "tester", "now": 1700000000000 }}"#
    );
    let id = workspace.begin(&call);
    loop {
        match workspace.step(id) {
            Step::Done(reply) => return reply.to_json(),
            Step::Need(needs) => needs.iter().for_each(|need| put(&mut workspace, id, files, need)),
            Step::Commit(writes) => {
                assert!(workspace.writes(id), "only a call that says so writes");
                let mut etags = Vec::new();
                for (number, write) in writes.iter().enumerate() {
                    let text = String::from_utf8_lossy(workspace.bytes(id, number)).into_owned();
                    etags.push(etag(text.as_bytes()));
                    files.retain(|(path, _)| *path != write.path);
                    files.push((write.path.clone(), text));
                }
                return workspace.finish(id, &Outcome::Committed(etags)).reply.to_json();
            }
        }
    }
}

pub(crate) fn demo() -> Vec<(String, String)> {
    vec![("demo.md".into(), DEMO.into())]
}

fn put(workspace: &mut Workspace, id: CallId, files: &[(String, String)], need: &Need) {
    match need {
        Need::Directory(path) => {
            workspace.put(path, "", Loaded::Names(files.iter().map(|(name, _)| name.clone()).collect()));
        }
        Need::File(path) | Need::Summary(path) => workspace.put(path, "", loaded(files, path)),
        Need::Look(path) => workspace.look(id, path, &loaded(files, path)),
    }
}

fn loaded(files: &[(String, String)], path: &str) -> Loaded {
    match files.iter().find(|(name, _)| name == path) {
        Some((_, text)) => {
            Loaded::Bytes { bytes: text.as_bytes().to_vec(), etag: etag(text.as_bytes()), modified_ms: 0 }
        }
        None => Loaded::Absent,
    }
}

pub(crate) fn a_plan_is_listed_with_its_progress() {
    assert_eq!(
        call(&mut demo(), "plan_list", "{}"),
        r#"{"result":{"plans":[{"planId":"demo","title":"Demo","path":".long-term-plan/demo.md","stats":{"total":3,"todo":1,"doing":1,"done":1}}]}}"#
    );
}

pub(crate) fn a_tool_answers_to_its_dotted_name() {
    assert_eq!(call(&mut Vec::new(), "plan.list", "{}"), r#"{"result":{"plans":[]}}"#);
}

pub(crate) fn an_unknown_argument_is_refused_with_the_valid_ones() {
    let reply = call(&mut Vec::new(), "plan_list", r#"{ "planid": "demo" }"#);
    assert!(reply.contains("Argument planid is unknown; valid are: query, limit, cursor"), "{reply}");
}

pub(crate) fn an_unknown_tool_is_refused_with_the_available_ones() {
    let reply = call(&mut Vec::new(), "plan_lst", "{}");
    assert!(reply.contains("Unknown tool: plan_lst; available are: plan_list"), "{reply}");
}

pub(crate) fn every_fixture_comes_out_as_written() {
    golden::check_all();
}

pub(crate) fn a_change_is_written_and_answered_with_the_new_etag() {
    let mut files = demo();
    let reply = call(&mut files, "task_update", r#"{ "planId": "demo", "taskId": "t_3", "status": "done" }"#);
    assert_eq!(files[0].1, DEMO.replace("[ ] Publish", "[√] Publish"));
    assert_eq!(reply, format!(r#"{{"result":{{"etag":"{}","taskId":"t_3"}}}}"#, etag(files[0].1.as_bytes())));
}
