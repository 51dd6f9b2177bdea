//! What every host relies on. The same checks run natively, as wasm in Node and as wasm in a browser.

#[path = "../golden/mod.rs"]
mod golden;

use long_term_plan_core::workspace::{Loaded, Need, Step, Workspace};

pub(crate) const DEMO: &str = "\
<!-- long-term-plan:format=v1 -->
# Demo

## Now
- [*] Write docs <!-- long-term-plan:id=t_1 -->
  - [√] Outline <!-- long-term-plan:id=t_2 -->
- [ ] Publish <!-- long-term-plan:id=t_3 -->
";

/// Answers a call from a handful of files, as a host would.
pub(crate) fn call(files: &[(&str, &str)], name: &str, arguments: &str) -> String {
    let mut workspace = Workspace::from_json(r#"{ "toolsets": ["plan"], "plansDir": ".long-term-plan" }"#);
    let id = workspace.begin(&format!(r#"{{ "kind": "tool", "name": "{name}", "args": {arguments} }}"#));
    loop {
        match workspace.step(id) {
            Step::Done(reply) => return reply.to_json(),
            Step::Need(needs) => {
                for need in needs {
                    put(&mut workspace, files, &need);
                }
            }
        }
    }
}

fn put(workspace: &mut Workspace, files: &[(&str, &str)], need: &Need) {
    match need {
        Need::Directory(path) => {
            workspace.put(path, "", Loaded::Names(files.iter().map(|(name, _)| (*name).to_owned()).collect()));
        }
        Need::File(path) => {
            let loaded = match files.iter().find(|(name, _)| name == path) {
                Some((_, text)) => Loaded::Bytes { bytes: text.as_bytes().to_vec(), etag: String::new() },
                None => Loaded::Absent,
            };
            workspace.put(path, "", loaded);
        }
    }
}

pub(crate) fn a_plan_is_listed_with_its_progress() {
    assert_eq!(
        call(&[("demo.md", DEMO)], "plan_list", "{}"),
        r#"{"result":{"plans":[{"planId":"demo","title":"Demo","path":".long-term-plan/demo.md","stats":{"total":3,"todo":1,"doing":1,"done":1}}]}}"#
    );
}

pub(crate) fn a_tool_answers_to_its_dotted_name() {
    assert_eq!(call(&[], "plan.list", "{}"), r#"{"result":{"plans":[]}}"#);
}

pub(crate) fn an_unknown_argument_is_refused_with_the_valid_ones() {
    let reply = call(&[], "plan_list", r#"{ "planid": "demo" }"#);
    assert!(reply.contains("Argument planid is unknown; valid are: query, limit, cursor"), "{reply}");
}

pub(crate) fn an_unknown_tool_is_refused_with_the_available_ones() {
    let reply = call(&[], "plan_lst", "{}");
    assert!(reply.contains("Unknown tool: plan_lst; available are: plan_list"), "{reply}");
}

pub(crate) fn every_fixture_comes_out_as_written() {
    golden::check_all();
}
