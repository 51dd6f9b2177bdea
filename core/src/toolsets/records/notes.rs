//! Notes on tasks: one file for each, by the task's id.

use crate::contract::{Json, json};
use crate::notes::{Place, updated};
use crate::query::{Found, Weight, Words};
use crate::text::has_line_break;
use crate::text::in_order_of;
use crate::toolsets::registry::Context;
use crate::workspace::{Stop, ToolError};

/// The folder that they are in.
pub(in crate::toolsets) const FOLDER: &str = "context";
/// Longest note, in characters.
pub(in crate::toolsets) const LONGEST: usize = 10_000;

/// The path of the notes on a task.
pub(in crate::toolsets) fn path_of(task_id: &str) -> String {
    format!("{FOLDER}/{task_id}.md")
}

/// The task that the notes at a path are on.
pub(in crate::toolsets) fn task_of(path: &str) -> &str {
    path.trim_start_matches(FOLDER).trim_start_matches('/').trim_end_matches(".md")
}

/// Notes with `content` put into a section or into the whole, or why that cannot be.
pub(in crate::toolsets) fn changed(
    before: &str,
    section: Option<&str>,
    content: &str,
    append: bool,
) -> Result<String, ToolError> {
    let place = match section {
        None => Place::Whole,
        Some(name) if name.trim().is_empty() || has_line_break(name) => {
            return Err(invalid_section(name, "must be the name of a section, on one line"));
        }
        Some(name) if name.trim().ends_with('#') => {
            return Err(invalid_section(name, "must not end with #, which a heading drops"));
        }
        Some(name) => Place::Section(name),
    };
    let text = updated(before, place, content, append);
    let length = text.trim_end_matches(['\n', '\r']).chars().count();
    if length > LONGEST {
        let message = format!(
            "The notes would have {length} characters, and {LONGEST} is the most; shorten them, or put the rest into another file"
        );
        return Err(ToolError::new("CONTENT_TOO_LONG", message).with_details(json! { "field": "content" }));
    }
    Ok(text)
}

fn invalid_section(name: &str, problem: &str) -> ToolError {
    ToolError::invalid(format!("Argument section {problem}, not {:?}", crate::text::shortened(name, 60)))
        .with_details(json! { "field": "section" })
}

/// Notes in which something was found.
pub(in crate::toolsets) struct Hit {
    pub(in crate::toolsets) path: String,
    /// How well they fit, in hundredths.
    pub(in crate::toolsets) score: u32,
    pub(in crate::toolsets) excerpt: String,
}

/// What a search came to: the best first, and why others could not be read.
pub(in crate::toolsets) type Hits = (Vec<Hit>, Vec<String>);

/// The words of a query.
pub(in crate::toolsets) fn words_of(query: &str) -> Result<Words, ToolError> {
    Words::new(query).ok_or_else(|| {
        ToolError::invalid("Argument query must hold at least one word").with_details(json! { "field": "query" })
    })
}

/// What was found of the words in each of the notes, which are many and not kept.
pub(in crate::toolsets) fn look_through<'w>(
    context: &Context<'w>,
    paths: Vec<String>,
    words: &Words,
) -> Result<&'w [(String, Json)], Stop> {
    let words = words.clone();
    context.files.scan(paths, move |_, text| match text {
        Ok(text) => {
            let found = words.look(text);
            found.excerpt.map(|excerpt| json! { "counts": found.counts, "excerpt": excerpt })
        }
        Err(problem) => Some(json! { "problem": problem }),
    })
}

/// The same as it was kept; `None` if the file could not be read.
pub(in crate::toolsets) fn found_in(seen: &Json) -> Option<Found> {
    let counts = seen.get("counts").as_list()?;
    let count = |number: &Json| number.as_u64().and_then(|number| number.try_into().ok()).unwrap_or_default();
    let excerpt = seen.get("excerpt").as_str().map(str::to_owned);
    Some(Found { counts: counts.iter().map(count).collect(), excerpt, is_whole: false })
}

/// Searches notes.
pub(in crate::toolsets) fn search(context: &Context<'_>, paths: Vec<String>, query: &str) -> Result<Hits, Stop> {
    let words = words_of(query)?;
    let mut hits = Vec::new();
    let mut unreadable = Vec::new();
    for (path, seen) in look_through(context, paths, &words)? {
        match found_in(seen) {
            Some(found) => {
                if let Some(score) = words.score(&[(Weight::Content, &found)]) {
                    let excerpt = found.excerpt.unwrap_or_default();
                    hits.push(Hit { path: path.clone(), score, excerpt });
                }
            }
            None => unreadable.push(problem(context, path, seen)),
        }
    }
    Ok((in_order_of(hits, |hit| usize::MAX - hit.score as usize), unreadable))
}

/// Why notes could not be read.
pub(in crate::toolsets) fn problem(context: &Context<'_>, path: &str, seen: &Json) -> String {
    format!("{}: {}", context.shown_file(path), seen.get("problem").as_str().unwrap_or_default())
}
