//! Notes on tasks: one file for each, by the task's id.

use std::cmp::Reverse;

use crate::failure::Failure;
use crate::files::ToolResult;
use crate::markdown::drops_end;
use crate::notes::{NoteTarget, updated};
use crate::query::{SearchTerms, TermMatches, Weight};
use crate::text::{has_line_break, truncate};

use super::Context;

/// The folder that they are in.
pub(crate) const FOLDER: &str = "context";
/// Longest note, in characters.
pub(crate) const LONGEST: usize = 10_000;

/// The path of the notes on a task.
pub(crate) fn path_of(task_id: &str) -> String {
    format!("{FOLDER}/{task_id}.md")
}

/// The task that the notes at a path are on.
pub(crate) fn task_of(path: &str) -> &str {
    path.trim_start_matches(FOLDER).trim_start_matches('/').trim_end_matches(".md")
}

/// Notes with `content` put into a section or into the whole, or why that cannot be.
pub(crate) fn changed(before: &str, section: Option<&str>, content: &str, append: bool) -> Result<String, Failure> {
    let place = match section {
        None => NoteTarget::Whole,
        Some(name) if name.trim().is_empty() || has_line_break(name) => {
            return Err(invalid_section(name, "must be the name of a section, on one line"));
        }
        Some(name) if drops_end(name.trim()) => {
            return Err(invalid_section(name, "must not end with a separate #, which a heading drops"));
        }
        Some(name) => NoteTarget::Section(name),
    };
    let text = updated(before, place, content, append);
    let length = text.trim_end_matches(['\n', '\r']).chars().count();
    if length > LONGEST {
        let message = format!(
            "The notes would have {length} characters, and {LONGEST} is the most; shorten them, or put the rest into another file"
        );
        return Err(Failure::TooLong { field: "content", message });
    }
    Ok(text)
}

fn invalid_section(name: &str, problem: &str) -> Failure {
    Failure::argument("section", format!("{problem}, not {:?}", truncate(name, 60)))
}

/// Notes in which something was found.
pub(crate) struct Hit {
    pub(crate) path: String,
    /// How well they fit, in hundredths.
    pub(crate) score: u32,
    pub(crate) excerpt: String,
}

/// What a search came to: the best first, and why others could not be read.
pub(crate) type Hits = (Vec<Hit>, Vec<String>);

/// The words of a query.
pub(crate) fn words_of(query: &str) -> Result<SearchTerms, Failure> {
    SearchTerms::new(query).ok_or_else(|| Failure::argument("query", "must hold at least one word"))
}

/// What each of the notes contains of the words, or why it cannot be read.
pub(crate) type Scanned = Result<TermMatches, String>;

/// Scans notes for words. There may be thousands of them.
pub(crate) fn scan_notes<'w>(
    context: &Context<'w>,
    paths: Vec<String>,
    words: &SearchTerms,
) -> ToolResult<&'w [(String, Scanned)]> {
    let words = words.clone();
    context.files.scan(paths, move |_, text| match text {
        Ok(text) => {
            let found = words.look(text);
            found.excerpt.is_some().then_some(Ok(found))
        }
        Err(problem) => Some(Err(problem)),
    })
}

/// Searches notes.
pub(crate) fn search(context: &Context<'_>, paths: Vec<String>, query: &str) -> ToolResult<Hits> {
    let words = words_of(query)?;
    let mut hits = Vec::new();
    let mut unreadable = Vec::new();
    for (path, scanned) in scan_notes(context, paths, &words)? {
        match scanned {
            Ok(found) => {
                if let Some(score) = words.score(&[(Weight::Content, found)]) {
                    let excerpt = found.excerpt.clone().unwrap_or_default();
                    hits.push(Hit { path: path.clone(), score, excerpt });
                }
            }
            Err(problem) => unreadable.push(problem_line(context, path, problem)),
        }
    }
    hits.sort_by_key(|hit| Reverse(hit.score));
    Ok((hits, unreadable))
}

/// Why notes could not be read.
pub(crate) fn problem_line(context: &Context<'_>, path: &str, problem: &str) -> String {
    format!("{}: {problem}", context.display_path(path))
}
