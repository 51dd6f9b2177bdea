//! Plans and operations made from the fuzzer's bytes.
#![allow(dead_code, reason = "each target uses a part of it")]

use libfuzzer_sys::arbitrary::{Result, Unstructured};
use long_term_plan_core::edit::{
    AddTask, AttributeChanges, Container, DeleteTask, MoveTask, Op, Position, StatusWord, TaskChanges, TaskField,
    UpdatePlan, UpdateTask,
};
use long_term_plan_core::plan::{Priority, State, Status};

/// What plans are made of; tasks get their ids when the text is put together.
const PIECES: [&str; 40] = [
    "\n",
    "\n",
    "\r\n",
    "\r",
    " ",
    "  ",
    "\t",
    "> ",
    ">",
    "# ",
    "## ",
    "### ",
    "- ",
    "* ",
    "1. ",
    "a",
    "b",
    "計",
    "\u{feff}",
    "\u{2028}",
    "- [ ] a ID\n",
    "- [*] b ID\n",
    "- [√] c ID\n",
    "  - [ ] d ID\n",
    "  - [ ] e ID\r",
    "    - [ ] f ID\r\n",
    "   - [ ] g ID\n",
    "- [ ] h ID due=2026-01-01 state=blocked\n",
    "- [ ] i ID depends=t1,t2 x=%20 due\n",
    "  - n\n",
    " - o\n",
    "    p\n",
    "  > q\n",
    "    > r\n",
    "> s\n",
    "\t> t\n",
    "## S\n",
    "# T\n",
    "#\n",
    "\n\n",
];

/// A text under a header, most often a plan without errors.
pub(crate) fn plan(bytes: &mut Unstructured<'_>) -> Result<String> {
    let frame: u8 = bytes.arbitrary()?;
    let mut text = String::from(if frame & 1 == 0 { "" } else { "\u{feff}" });
    let header = "<!-- long-term-plan:format=v1 -->";
    if frame & 2 == 0 {
        text.push_str(header);
        text.push_str(["\n", "\r\n", "\r"][usize::from(frame >> 2) % 3]);
    }
    let pieces: Result<String> = (0..bytes.int_in_range(0..=24)?).map(|_| bytes.choose(&PIECES).copied()).collect();
    text.push_str(&with_ids(&pieces?));
    if frame & 2 != 0 {
        text.push('\n');
        text.push_str(header);
    }
    Ok(text)
}

/// The text with a comment, numbered from `t1`, for the word ID and what follows it on its line.
pub(crate) fn with_ids(text: &str) -> String {
    let mut numbered = String::with_capacity(text.len() * 2);
    let mut tasks = 0;
    for line in text.split_inclusive(['\n', '\r']) {
        let Some((title, rest)) = line.split_once("ID") else {
            numbered.push_str(line);
            continue;
        };
        tasks += 1;
        let (attributes, ending) = rest.split_at(rest.trim_end_matches(['\n', '\r']).len());
        numbered.push_str(&format!("{title}<!-- long-term-plan:id=t{tasks}{attributes} -->{ending}"));
    }
    numbered
}

/// Any operation.
pub(crate) fn op(bytes: &mut Unstructured<'_>) -> Result<Op> {
    Ok(match bytes.int_in_range(0..=6)? {
        0 => Op::from(add(bytes)?),
        1 => Op::Update(update(bytes)?),
        2 | 3 => Op::Move(move_task(bytes)?),
        4 | 5 => Op::Delete(DeleteTask { task_id: id(bytes)? }),
        _ => Op::UpdatePlan(UpdatePlan {
            title: maybe(bytes, words)?,
            body_markdown: maybe(bytes, words)?,
            clear_body: maybe(bytes, flag)?,
        }),
    })
}

fn add(bytes: &mut Unstructured<'_>) -> Result<AddTask> {
    let place = bytes.int_in_range(0..=4)?;
    let mut at = |number: u8| if place == number { id(bytes).map(Some) } else { Ok(None) };
    let (parent_task_id, before_task_id, after_task_id) = (at(0)?, at(1)?, at(2)?);
    Ok(AddTask {
        title: words(bytes)?,
        status: maybe(bytes, status)?,
        body_markdown: maybe(bytes, words)?,
        section_path: if place == 3 { Some(path(bytes)?) } else { None },
        parent_task_id,
        before_task_id,
        after_task_id,
        attributes: attributes(bytes)?,
    })
}

fn update(bytes: &mut Unstructured<'_>) -> Result<UpdateTask> {
    let task_id = id(bytes)?;
    let changes = TaskChanges {
        status: maybe(bytes, status)?,
        title: maybe(bytes, words)?,
        body_markdown: maybe(bytes, words)?,
        clear_body: maybe(bytes, flag)?,
        attributes: attributes(bytes)?,
        append_body: maybe(bytes, words)?,
        note: None,
        clear: maybe(bytes, |bytes| Ok(vec![*bytes.choose(TaskField::ALL)?]))?,
    };
    Ok(UpdateTask { task_id, changes })
}

fn move_task(bytes: &mut Unstructured<'_>) -> Result<MoveTask> {
    let task_id = id(bytes)?;
    let mut to = MoveTask {
        task_id, ..MoveTask::default() };
    let position = Some(*bytes.choose(Position::ALL)?);
    match bytes.int_in_range(0..=5)? {
        0 => to.before_task_id = Some(id(bytes)?),
        1 => to.after_task_id = Some(id(bytes)?),
        2 => (to.parent_task_id, to.position) = (Some(id(bytes)?), position),
        3 => (to.clear, to.position) = (Some(vec![*bytes.choose(Container::ALL)?]), position),
        4 => (to.section_path, to.position) = (Some(path(bytes)?), position),
        _ => to.position = position,
    }
    Ok(to)
}

fn attributes(bytes: &mut Unstructured<'_>) -> Result<AttributeChanges> {
    let mut changes = AttributeChanges::default();
    match bytes.int_in_range(0..=12)? {
        0 => changes.priority = Some(*bytes.choose(&Priority::ALL)?),
        1 => changes.state = Some(*bytes.choose(&State::ALL)?),
        2 => changes.due = Some((*bytes.choose(&["", "2026-12-01", "never"])?).to_owned()),
        3 => changes.tags = Some(path(bytes)?),
        4 => changes.depends_on = Some(vec![id(bytes)?]),
        5 => changes.estimate = Some(words(bytes)?),
        6 => changes.assignee = Some(words(bytes)?),
        7 => changes.task_type = Some(words(bytes)?),
        8 => changes.area = Some(words(bytes)?),
        _ => {}
    }
    Ok(changes)
}

fn maybe<'b, T>(bytes: &mut Unstructured<'b>, make: impl Fn(&mut Unstructured<'b>) -> Result<T>) -> Result<Option<T>> {
    if bytes.ratio(1, 3)? { make(bytes).map(Some) } else { Ok(None) }
}

fn flag(bytes: &mut Unstructured<'_>) -> Result<bool> {
    bytes.arbitrary()
}

fn status(bytes: &mut Unstructured<'_>) -> Result<StatusWord> {
    Ok(StatusWord::Status(*bytes.choose(&Status::ALL)?))
}

fn id(bytes: &mut Unstructured<'_>) -> Result<String> {
    Ok(format!("t{}", bytes.int_in_range(1..=8)?))
}

fn path(bytes: &mut Unstructured<'_>) -> Result<Vec<String>> {
    (0..bytes.int_in_range(0..=3)?)
        .map(|_| Ok((*bytes.choose(&["S", "a", "b", "", "x\u{2028}", "S #"])?).to_owned()))
        .collect()
}

/// A few pieces in a row, line breaks included.
pub(crate) fn words(bytes: &mut Unstructured<'_>) -> Result<String> {
    (0..bytes.int_in_range(0..=4)?).map(|_| bytes.choose(&PIECES).copied()).collect()
}
