//! What `ltp diff` shows of two versions.

use long_term_plan_core::plan::Document;
use long_term_plan_core::query::{Difference, comparable_text, differences};

const HEADER: &str = "<!-- long-term-plan:format=v1 -->\n# Plan\n";

fn task(id: &str, more: &str) -> String {
    format!("- [ ] Task {id} <!-- long-term-plan:id={id}{more} -->\n")
}

#[track_caller]
fn check(old: &str, new: &str, expected: &[&str]) {
    let [old, new] = [old, new].map(|text| Document::new(format!("{HEADER}{text}")));
    let found: Vec<String> = differences(&old, &new).iter().map(describe).collect();
    assert_eq!(found, expected);
    assert_eq!(differences(&old, &old), []);
    assert_ne!(comparable_text(&old), comparable_text(&new));
}

fn describe(difference: &Difference) -> String {
    let Difference { task_id, title: _, change, field, from, to, lines } = difference;
    let word = |word: &'_ Option<String>| word.clone().unwrap_or_else(|| ".".into());
    let words = [word(task_id), (*change).to_owned(), word(field), word(from), word(to)];
    let mut described = words.join(" ");
    described.extend(lines.iter().flatten().flat_map(|line| ["|", line]));
    described
}

#[test]
fn bodies_and_text_are_compared_by_line() {
    let old = format!("Intro.\n{}  > one\n  > two\n\n  Note.\n", task("a", ""));
    let new = old.replace("two", "three").replace("Intro.", "Intro!").replace("Note.", "Note.\n  Another.");
    check(&old, &new, &["a body . . .|-two|+three", ". text . . .|-Intro.|+Intro!", "a text . . .|+  Another."]);
}

#[test]
fn a_renamed_section_is_one_entry() {
    let old = format!("## One\n### Deep\n{}{}## Two\n{}## Three\n", task("a", ""), task("b", ""), task("c", ""));
    check(&old, &old.replace("One", "First"), &[". section . One First"]);
    check(&old, &old.replace("Deep", "Sub"), &[". section . One / Deep One / Sub"]);
    check(&old, &old.replace("Three", "Third"), &[". section . Three Third"]);
    check(&old, &old.replace("## Two", "### Two"), &[". section . ## Two ### One / Two"]);
    check(&old, &old.replace("## Three\n", ""), &[". section . Three ."]);
}

#[test]
fn added_and_deleted_tasks_come_with_what_they_contain() {
    let added = format!("{}  > Why.\n", task("b", " priority=high tags=a%20b"));
    check("", &added, &["b added . . priority=high, tags=a b|+Why."]);
    check(&added, "", &["b deleted . priority=high, tags=a b .|-Why."]);
}

#[test]
fn what_is_left_is_the_layout() {
    check(&task("a", ""), &task("a", "").replace("- [ ] ", "-  [ ] "), &[". layout . . ."]);
    check("text\n", "text", &[". layout . . ."]);
}

#[test]
fn a_comparable_text_keeps_everything_but_the_comments_of_tasks() {
    let text = format!(
        "{HEADER}```\n# code\n```\n{}  > Why.\n* [ ] odd <!-- long-term-plan:id=b -->\n",
        task("a", " due=2026-01-01")
    );
    let expected = format!(
        "{HEADER}```\n# code\n```\ntodo: Task a  due=2026-01-01  (a)\n  > Why.\n* [ ] odd <!-- long-term-plan:id=b -->\n"
    );
    assert_eq!(comparable_text(&Document::new(text)), expected);
}
