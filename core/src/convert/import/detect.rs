//! Which formats there are, and how a file's is found out.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use strum::{EnumString, IntoStaticStr, VariantArray};

use crate::failure::Failure;
use crate::word::Word;

use super::backlog;
use super::source::Source;

/// What can be imported.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, IntoStaticStr, EnumString, VariantArray,
)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum Format {
    /// Task lists in Markdown.
    Gfm,
    /// todo.txt.
    TodoTxt,
    /// A folder of Backlog.md's.
    Backlog,
    /// Task Master's `tasks.json`.
    TaskMaster,
    /// The issues of beads, one a line.
    Beads,
}

impl Format {
    /// What its tasks look like.
    pub(crate) const fn expectation(self) -> &'static str {
        match self {
            Self::Gfm => "list items with a box, as in - [ ] or - [x]",
            Self::TodoTxt => "one task a line",
            Self::Backlog => "Markdown files with id, title and status in their front matter, in a folder tasks",
            Self::TaskMaster => "a list of tasks, as in { \"master\": { \"tasks\": […] } }",
            Self::Beads => "one issue a line, as JSON",
        }
    }

    /// Those of several files that the format is read from.
    pub(crate) fn select(self, sources: &[Source]) -> Result<Vec<&Source>, Failure> {
        if let [only] = sources {
            return Ok(vec![only]);
        }
        let mut found: Vec<_> = sources.iter().filter(|source| self.could_be_in(source)).collect();
        // What is done was moved out of todo.txt, and comes after it.
        found.sort_by_key(|source| self == Self::TodoTxt && source.name().eq_ignore_ascii_case("done.txt"));
        match (self, found.as_slice()) {
            (_, []) => {
                Err(Failure::new("NOT_FOUND", format!("There is no such file here; expected {}", self.expectation())))
            }
            (Self::Backlog | Self::TodoTxt, _) | (_, [_]) => Ok(found),
            (_, several) => {
                let paths: Vec<_> = several.iter().take(5).map(|source| source.path.as_str()).collect();
                Err(Failure::invalid(format!("There are several such files; name one of them: {}", paths.join(", "))))
            }
        }
    }

    fn could_be_in(self, source: &Source) -> bool {
        let (folders, name) = source.folders();
        match self {
            Self::Gfm => matches!(source.extension().as_str(), "md" | "markdown"),
            Self::TodoTxt => matches!(name.to_ascii_lowercase().as_str(), "todo.txt" | "done.txt"),
            // An editor has a file of that name too.
            Self::TaskMaster => name == "tasks.json" && !folders.contains(&".vscode"),
            Self::Beads => matches!(name, "issues.jsonl" | "beads.jsonl"),
            Self::Backlog => {
                let is_settings = matches!(name, "config.yml" | "config.yaml" | "backlog.config.yml")
                    && !folders.iter().any(|folder| folder.starts_with('.'));
                is_settings || source.extension() == "md"
            }
        }
    }
}

/// Finds out what files are, by their names and by what is in them.
pub(crate) fn detect(sources: &[Source]) -> Result<Format, Failure> {
    if let [only] = sources {
        return of_file(only).ok_or_else(|| unknown(&format!("{}: the format is not clear", only.path)));
    }
    let is_there = |format: &Format| match format {
        Format::Gfm => false,
        Format::Backlog => sources.iter().any(is_backlog_task),
        _ => sources.iter().any(|source| format.could_be_in(source)),
    };
    let found: Vec<_> = Format::ALL.iter().copied().filter(is_there).collect();
    match found.as_slice() {
        [format] => Ok(*format),
        [] => Err(unknown("The folder holds nothing that is known")),
        several => {
            let names: Vec<_> = several.iter().map(|format| format.as_str()).collect();
            Err(Failure::invalid(format!("The folder holds several formats; choose with --from {}", names.join("|"))))
        }
    }
}

fn unknown(what: &str) -> Failure {
    let names = Format::names().join("|");
    Failure::invalid(format!("{what}; say what it is with --from {names}"))
}

fn is_backlog_task(source: &Source) -> bool {
    source.extension() == "md" && source.text().is_ok_and(|text| backlog::is_task(&text.content))
}

fn of_file(source: &Source) -> Option<Format> {
    match source.extension().as_str() {
        "jsonl" => Some(Format::Beads),
        "json" => Some(Format::TaskMaster),
        "txt" => Some(Format::TodoTxt),
        "md" | "markdown" if is_backlog_task(source) => Some(Format::Backlog),
        "md" | "markdown" => Some(Format::Gfm),
        _ => of_text(&source.text().ok()?.content),
    }
}

/// What a text is that has no name.
fn of_text(text: &str) -> Option<Format> {
    if text.trim_start().starts_with('{') {
        let is_issue = |line: &str| serde_json::from_str::<Value>(line).is_ok_and(|issue| !issue["title"].is_null());
        let first = text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
        return Some(if is_issue(first) { Format::Beads } else { Format::TaskMaster });
    }
    if backlog::is_task(text) {
        return Some(Format::Backlog);
    }
    let has_box = |line: &str| {
        let line = line.trim_start().trim_start_matches(|first: char| first.is_ascii_digit());
        let rest = line.strip_prefix(['-', '*', '+', '.', ')']).map_or("", str::trim_start);
        rest.starts_with("[ ] ") || rest.starts_with("[x] ") || rest.starts_with("[X] ")
    };
    text.lines().any(has_box).then_some(Format::Gfm)
}
