//! Inputs that look like those of real tools, and are wrong in every way.

use proptest::collection::vec;
use proptest::prelude::*;

/// Text of pieces, among them the awkward ones of every format.
pub(crate) fn text_of(pieces: &'static [&'static str], longest: usize) -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        12 => proptest::sample::select(pieces).prop_map(str::to_owned),
        1 => any::<String>(),
        1 => "[ -~]{0,12}",
    ];
    vec(piece, 0..longest).prop_map(|pieces| pieces.concat())
}

pub(crate) const MARKDOWN: &[&str] = &[
    "\n", "\n", "\n\n", "- [ ] ", "- [x] ", "* [X] ", "+ [ ] ", "1. [ ] ", "2) [x] ", "- ", "  ", "    ", "\t", " ", "> ", ">",
    "# ", "## ", "### C #", "###### ", "#", "===\n", "---\n", "```\n", "~~~", "<!-- ", " -->", "<div>", "</div>", "<pre>",
    "- [-] ", "- [*] ", "- [√] ", "- [?] ", "- [] ", "\\", "`", "`status=doing priority=high`", "[a]: /b", "[x]", "title",
    "Buy milk", "ä 計画 😀", "\r\n", "\r", "\u{2028}", "\u{feff}", "long-term-plan:id=t_1", "<!-- long-term-plan:id=t_1 -->",
    "<!-- long-term-plan:id=t_1 due=2026-01-01 depends=t_1,t_2 x=y -->", "<<<<<<< ours\n", "=======\n", ">>>>>>> theirs\n", "|",
    "<!-- long-term-plan:index -->", "---\ntitle: x\n---\n", "* * *", "***", "&amp;", "  \n", "\0", "long text that goes on",
];

pub(crate) const TODO_TXT: &[&str] = &[
    "\n", "\n", " ", "x ", "X ", "(A) ", "(E) ", "(a) ", "2026-01-01 ", "2026-13-01 ", "2026-02-30 ", "+project ", "+", "@home ",
    "@", "due:2026-03-01 ", "due:soon ", "rec:1w ", "id:1 ", "id:2 ", "id:-x ", "p:1 ", "p:2 ", "p:9 ", "dep:1 ", "dep:1,2 ",
    "pri:A ", "pri:Z ", "pri:ä ", "http://x.y/z ", "12:30 ", "a:b:c ", "Call mum ", "# ", "- [ ] ", "> ", "計画 ", "\r\n", "\t", "\u{85}",
    "--> ", "%20 ", "<!-- long-term-plan:id=t_1 -->", "'", "\\",
];

pub(crate) const FRONT_MATTER: &[&str] = &[
    "---\n", "---\n", "id: task-1\n", "id: task-1.1\n", "id: task-2\n", "id: a b\n", "title: One\n", "title: 'It''s'\n", "title: >-\n  folded\n  title\n",
    "title: \"a\\nb\\u00fc\\\"\"\n", "status: To Do\n", "status: Done\n", "status: Weird\n", "assignee: []\n", "assignee:\n  - '@ana'\n  - bob\n",
    "labels: [a, 'b, c']\n", "labels:\n- x\n", "dependencies:\n  - task-1\n  - task-2\n", "dependencies: [task-9]\n",
    "parent_task_id: task-1\n", "parent_task_id: task-2\n", "priority: high\n", "priority: 7\n", "milestone: m-1\n", "ordinal: 1000\n",
    "created_date: '2026-01-01 23:37'\n", "created_date: 01-02-25\n", "updated_date: x\n", "- a\n", "? b\n", "  c: d\n", "\n",
    "## Description\n", "<!-- SECTION:DESCRIPTION:BEGIN -->\n", "- [ ] #1 criterion\n", "# x\n", "text\n", "\t", "\r\n", "'", "[", "|",
];

/// A JSON text like those of the tools, made of the given names and words.
pub(crate) fn json_of(
    names: &'static [&'static str],
    words: &'static [&'static str],
) -> impl Strategy<Value = serde_json::Value> {
    let leaf = prop_oneof![
        6 => proptest::sample::select(words).prop_map(serde_json::Value::from),
        2 => (0..6_i64).prop_map(serde_json::Value::from),
        1 => any::<String>().prop_map(serde_json::Value::from),
        1 => any::<f64>().prop_map(serde_json::Value::from),
        1 => any::<bool>().prop_map(serde_json::Value::from),
        1 => Just(serde_json::Value::Null),
    ];
    leaf.prop_recursive(5, 48, 5, move |inner| {
        let name = proptest::sample::select(names).prop_map(str::to_owned);
        prop_oneof![
            vec(inner.clone(), 0..4).prop_map(serde_json::Value::from),
            vec((name, inner), 0..6).prop_map(|fields| serde_json::Value::Object(fields.into_iter().collect())),
        ]
    })
}

pub(crate) const TASK_MASTER_NAMES: &[&str] = &[
    "tasks", "master", "feature", "metadata", "id", "title", "description", "details", "testStrategy", "status", "priority",
    "dependencies", "subtasks", "extra", "tags", "dueDate",
];

pub(crate) const BEADS_NAMES: &[&str] = &[
    "id", "title", "description", "design", "acceptance_criteria", "notes", "status", "priority", "issue_type", "assignee",
    "estimated_minutes", "labels", "dependencies", "depends_on_id", "issue_id", "type", "created_at", "closed_at", "due_at",
    "comments", "author", "text",
];

pub(crate) const WORDS: &[&str] = &[
    "1", "2", "1.1", "1.2", "bd-1", "bd-1.1", "bd-2", "pending", "in-progress", "done", "review", "cancelled", "blocked", "deferred", "open", "closed",
    "tombstone", "in_progress", "blocks", "parent-child", "related", "high", "low", "2026-01-01T10:00:00Z", "2026-02-30", "bug", "",
    " ", "a\nb", "> quoted\n- [ ] x", "- [ ] <!-- long-term-plan:id=t_1 -->", "# heading", "```", "\r\n\r", "ü\u{2028}😀",
];
