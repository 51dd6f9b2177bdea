//! Operations of all kinds, valid and invalid.

use long_term_plan_core::contract::Word;
use long_term_plan_core::edit::{
    AddTask, AttributeChanges, Container, DeleteTask, MoveTask, Op, Position, StatusWord, TaskChanges, TaskField,
    UpdatePlan, UpdateTask,
};
use long_term_plan_core::plan::{Priority, State, Status};
use proptest::collection::vec;
use proptest::option::weighted;
use proptest::prelude::*;
use proptest::sample::select;

use super::generators::{section_name, task_id, words};

/// The id of a task, which the plan may or may not have.
fn id() -> impl Strategy<Value = String> {
    prop_oneof![
        12 => (1..7_usize).prop_map(|number| format!("t{number}")),
        4 => task_id(),
        1 => select(vec!["", "none", "ref:x", "t 1", "../t1"]).prop_map(str::to_owned),
    ]
}

/// A title, sometimes with line breaks.
pub(crate) fn title() -> impl Strategy<Value = String> {
    prop_oneof![
        8 => words(),
        1 => (words(), select(vec!["\n", "\r", "\r\n", "\u{2028}", "\u{85}", "\t"]), words())
            .prop_map(|(one, line_break, other)| format!("{one}{line_break}{other}")),
        1 => select(vec!["", " ", "\n", "  padded  ", "#", "a #", "\u{3000}"]).prop_map(str::to_owned),
    ]
}

/// Markdown of any kind.
pub(crate) fn markdown() -> impl Strategy<Value = String> {
    let line = prop_oneof![
        3 => words(),
        2 => select(vec![
            "", " ", "- [ ] no task", "> nested", "# no heading", "    code", "```", "\t", "<<<<<<< x",
            "<!-- long-term-plan:format=v1 -->",
        ])
            .prop_map(str::to_owned),
    ];
    let ending = select(vec!["\n", "\n", "\n", "\r\n", "\r"]);
    vec((line, ending), 1..5).prop_map(|lines| {
        let text: String = lines.iter().flat_map(|(line, ending)| [line, *ending]).collect();
        // With or without a line ending at the end.
        if lines.len() % 2 == 0 { text } else { text.trim_end_matches(['\n', '\r']).to_owned() }
    })
}

fn status() -> impl Strategy<Value = Status> {
    select(Status::ALL.to_vec())
}

fn section_path() -> impl Strategy<Value = Vec<String>> {
    let name = prop_oneof![12 => section_name(), 1 => select(vec!["", "a #", "x\ny", " A "]).prop_map(str::to_owned)];
    vec(name, 0..4)
}

fn status_word() -> impl Strategy<Value = StatusWord> {
    prop_oneof![4 => status().prop_map(StatusWord::Status), 1 => select(State::ALL.to_vec()).prop_map(StatusWord::State)]
}

fn value() -> impl Strategy<Value = String> {
    prop_oneof![3 => words(), 1 => select(vec!["", " ", "a,b", "100%", "x-->", "3d"]).prop_map(str::to_owned)]
}

prop_compose! {
    /// Changes to a few attributes.
    fn attributes()(
        priority in weighted(0.1, select(Priority::ALL.to_vec())),
        due in weighted(0.1, select(vec!["", "2026-02-28", "2026-02-29", "2024-02-29", "soon"])),
        tags in weighted(0.1, vec(value(), 0..3)),
        depends_on in weighted(0.1, vec(task_id(), 0..3)),
        estimate in weighted(0.1, value()),
        assignee in weighted(0.1, value()),
        task_type in weighted(0.1, value()),
        area in weighted(0.1, value()),
        state in weighted(0.1, select(State::ALL.to_vec())),
    ) -> AttributeChanges {
        let due = due.map(str::to_owned);
        AttributeChanges { priority, due, tags, depends_on, estimate, assignee, task_type, area, state }
    }
}

prop_compose! {
    /// An added task.
    pub(crate) fn add()(
        title in title(),
        status in weighted(0.3, status_word()),
        body_markdown in weighted(0.3, markdown()),
        section_path in weighted(0.3, section_path()),
        place in weighted(0.6, (0..3_usize, id())),
        both in prop::bool::weighted(0.05),
        attributes in attributes(),
    ) -> AddTask {
        let anchor = |kind| place.as_ref().filter(|(chosen, _)| *chosen == kind).map(|(_, id)| id.clone());
        AddTask {
            title,
            status,
            body_markdown,
            section_path: section_path.filter(|_| place.is_none() || both),
            parent_task_id: anchor(0),
            before_task_id: anchor(1),
            after_task_id: anchor(2),
            attributes,
        }
    }
}

prop_compose! {
    /// A changed task.
    pub(crate) fn update()(
        task_id in id(),
        status in weighted(0.4, status_word()),
        title in weighted(0.3, title()),
        body_markdown in weighted(0.2, markdown()),
        clear_body in weighted(0.2, any::<bool>()),
        append_body in weighted(0.15, words()),
        attributes in attributes(),
        clear in weighted(0.2, vec(select(TaskField::ALL.to_vec()), 0..3)),
    ) -> UpdateTask {
        let changes =
            TaskChanges { status, append_body, note: None, title, body_markdown, clear_body, attributes, clear };
        UpdateTask { task_id, changes }
    }
}

prop_compose! {
    /// A moved task.
    pub(crate) fn move_task()(
        task_id in id(),
        kind in 0..8_usize,
        other in id(),
        position in weighted(0.5, select(Position::ALL.to_vec())),
        section_path in section_path(),
        left in select(Container::ALL.to_vec()),
    ) -> MoveTask {
        let mut to = MoveTask {
            task_id, ..MoveTask::default() };
        match kind {
            0 => to.before_task_id = Some(other),
            1 => to.after_task_id = Some(other),
            2 | 3 => (to.parent_task_id, to.position) = (Some(other), position),
            6 => (to.clear, to.position) = (Some(vec![left]), position),
            4 | 5 => (to.section_path, to.position) = (Some(section_path), position),
            _ => to.position = position,
        }
        to
    }
}

prop_compose! {
    fn update_plan()(
        title in weighted(0.6, title()),
        body_markdown in weighted(0.5, markdown()),
        clear_body in weighted(0.3, any::<bool>()),
    ) -> UpdatePlan {
        UpdatePlan { title, body_markdown, clear_body }
    }
}

/// Any operation.
pub(crate) fn op() -> impl Strategy<Value = Op> {
    prop_oneof![
        3 => add().prop_map(Op::from),
        3 => update().prop_map(Op::Update),
        4 => move_task().prop_map(Op::Move),
        3 => id().prop_map(|task_id| Op::Delete(DeleteTask { task_id })),
        1 => update_plan().prop_map(Op::UpdatePlan),
    ]
}
