//! todo.txt: one task per line.

use crate::plan::{Priority, Status};

use super::dates;
use super::draft::{Created, Draft, DraftTask, Parent};
use super::import_file::Text;
use super::values::{add_tag, non_empty, set_due};
use super::warnings::{SourceLocation, Warnings};

pub(crate) fn read(files: &[Text], warnings: &mut Warnings) -> Draft {
    let mut draft = Draft::default();
    for file in files {
        for (index, line) in file.content.split('\n').enumerate() {
            let line = line.trim();
            if !line.is_empty() {
                draft.push(task(line, file.at(index + 1), warnings));
            }
        }
    }
    draft
}

fn task(line: &str, at: SourceLocation, warnings: &mut Warnings) -> DraftTask {
    let mut task = DraftTask::new(at, "");
    let mut rest = line;
    if let Some(after) = rest.strip_prefix("x ") {
        task.status = Status::Done;
        rest = after.trim_start();
    }
    if let Some((letter, after)) = leading_priority(rest) {
        set_priority(&mut task, letter, warnings);
        rest = after;
    }
    let mut dates = Vec::new();
    let max = if task.status == Status::Done { 2 } else { 1 };
    while let Some((date, after)) = leading_date(rest).filter(|_| dates.len() < max) {
        dates.push(date);
        rest = after;
    }
    // The completion date of a done task comes before its creation date.
    if task.status == Status::Done && !dates.is_empty() {
        task.keep("completed", dates.remove(0));
    }
    if let Some(date) = dates.pop() {
        task.created = Some(Created { name: "created", written: date.to_owned(), ms: dates::milliseconds(date) });
    }
    read_words(&mut task, rest, warnings);
    task
}

/// `(A) `
fn leading_priority(line: &str) -> Option<(char, &str)> {
    let inner = line.strip_prefix('(')?;
    let letter = inner.chars().next().filter(char::is_ascii_uppercase)?;
    let after = inner.get(1..)?.strip_prefix(") ")?;
    Some((letter, after.trim_start()))
}

/// `2026-01-31 `
fn leading_date(line: &str) -> Option<(&str, &str)> {
    let (word, after) = line.split_once(' ')?;
    (word.len() == 10 && dates::day(word).is_some()).then_some((word, after.trim_start()))
}

fn set_priority(task: &mut DraftTask, letter: char, warnings: &mut Warnings) {
    task.priority = Some(match letter {
        'A' => Priority::Highest,
        'B' => Priority::High,
        'C' => Priority::Medium,
        _ => Priority::Low,
    });
    if letter > 'D' {
        warnings.changed(&task.at, format!("priority ({letter}) is now low, the lowest priority"));
        task.keep("priority", letter);
    }
}

/// Reads projects, contexts and `key:value` pairs anywhere in the line. Those at its end are removed from the title; the others
/// are part of a sentence and stay.
fn read_words(task: &mut DraftTask, line: &str, warnings: &mut Warnings) {
    let words: Vec<&str> = line.split_whitespace().collect();
    let title_words = words.len() - words.iter().rev().take_while(|word| Word::of(word).is_some()).count();
    for (index, written) in words.iter().enumerate() {
        let Some(word) = Word::of(written) else { continue };
        read_word(task, &word, index >= title_words, warnings);
    }
    // If there is nothing else, they are the title.
    let title = if title_words == 0 { line } else { end_of_words(line, title_words) };
    title.trim().clone_into(&mut task.title);
}

/// The first `count` words of a line.
fn end_of_words(line: &str, count: usize) -> &str {
    let mut rest = line;
    for _ in 0..count {
        rest = rest.trim_start();
        rest = rest.get(rest.find(char::is_whitespace).unwrap_or(rest.len())..).unwrap_or_default();
    }
    line.get(..line.len() - rest.len()).unwrap_or(line)
}

fn read_word(task: &mut DraftTask, word: &Word<'_>, is_at_end: bool, warnings: &mut Warnings) {
    match word {
        Word::Project(name) if task.area.is_none() => task.area = non_empty(name),
        Word::Project(name) => {
            warnings.changed(&task.at, format!("+{name} is not the first project; it is a tag now"));
            add_tag(task, &format!("+{name}"));
        }
        Word::Context(name) => add_tag(task, name),
        Word::Pair("due", value) if set_due(task, value) => {}
        Word::Pair("pri", value) if value.len() == 1 && value.bytes().all(|byte| byte.is_ascii_uppercase()) => {
            set_priority(task, value.chars().next().unwrap_or('Z'), warnings);
        }
        Word::Pair("id", value) if task.id.is_none() => {
            task.id = Some((*value).to_owned());
            task.key = Some((*value).to_owned());
        }
        Word::Pair("p", value) if task.parent.is_none() => task.parent = Some(Parent::Key((*value).to_owned())),
        Word::Pair("dep", value) => task.depends.extend(value.split(',').map(ToOwned::to_owned)),
        // Inside a sentence it may not be a pair at all. Nothing is lost, because the sentence keeps it.
        Word::Pair(key, value) if is_at_end => task.keep(*key, *value),
        Word::Pair(..) => {}
    }
}

/// A word with a meaning.
enum Word<'w> {
    Project(&'w str),
    Context(&'w str),
    Pair(&'w str, &'w str),
}

impl<'w> Word<'w> {
    fn of(word: &'w str) -> Option<Self> {
        if let Some(name) = word.strip_prefix('+').filter(|name| !name.is_empty()) {
            return Some(Self::Project(name));
        }
        if let Some(name) = word.strip_prefix('@').filter(|name| !name.is_empty()) {
            return Some(Self::Context(name));
        }
        let (key, value) = word.split_once(':')?;
        let is_key = key.starts_with(|first: char| first.is_ascii_alphabetic())
            && key.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_');
        let is_address = value.starts_with("//");
        (is_key && !value.is_empty() && !value.contains(':') && !is_address).then_some(Self::Pair(key, value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_date_is_a_leading_date() {
        assert_eq!(leading_date("2026-01-31  Ship it"), Some(("2026-01-31", "Ship it")));
        assert_eq!(leading_date("implements it"), None);
        assert_eq!(leading_date("2026-01-31T10:00 Ship it"), None);
        assert_eq!(leading_date("2026-01-31"), None);
    }
}
