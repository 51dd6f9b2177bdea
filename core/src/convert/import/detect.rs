//! The formats of imports, and how they are detected.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use strum::{EnumString, IntoStaticStr, VariantArray};

use crate::failure::Failure;
use crate::word::Word;

use super::backlog;
use super::import_file::ImportFile;

/// The formats of imports.
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
    /// A folder of Backlog.md.
    Backlog,
    /// Task Master's `tasks.json`.
    TaskMaster,
    /// beads, one issue per line.
    Beads,
}

impl Format {
    /// What tasks look like in it, for error messages.
    pub(crate) const fn expectation(self) -> &'static str {
        match self {
            Self::Gfm => "list items with a checkbox, as in - [ ] or - [x]",
            Self::TodoTxt => "one task per line",
            Self::Backlog => "Markdown files with id, title and status in their front matter, in a folder tasks",
            Self::TaskMaster => "a list of tasks, as in { \"master\": { \"tasks\": […] } }",
            Self::Beads => "one issue per line, as JSON",
        }
    }

    /// The files that are read for this format.
    pub(crate) fn select(self, files: &[ImportFile]) -> Result<Vec<&ImportFile>, Failure> {
        if let [only] = files {
            return Ok(vec![only]);
        }
        let mut found: Vec<_> = files.iter().filter(|file| self.could_be_in(file)).collect();
        // Tasks are moved from todo.txt to done.txt, so those come last.
        found.sort_by_key(|file| self == Self::TodoTxt && file.name().eq_ignore_ascii_case("done.txt"));
        match (self, found.as_slice()) {
            (_, []) => {
                Err(Failure::new("NOT_FOUND", format!("There is no such file here; expected {}", self.expectation())))
            }
            (Self::Backlog | Self::TodoTxt, _) | (_, [_]) => Ok(found),
            (_, several) => {
                let paths: Vec<_> = several.iter().take(5).map(|file| file.path.as_str()).collect();
                Err(Failure::invalid(format!("There are several such files; name one of them: {}", paths.join(", "))))
            }
        }
    }

    fn could_be_in(self, file: &ImportFile) -> bool {
        let (folders, name) = file.folders();
        match self {
            Self::Gfm => matches!(file.extension().as_str(), "md" | "markdown"),
            Self::TodoTxt => matches!(name.to_ascii_lowercase().as_str(), "todo.txt" | "done.txt"),
            // VS Code has a file of this name too.
            Self::TaskMaster => name == "tasks.json" && !folders.contains(&".vscode"),
            Self::Beads => matches!(name, "issues.jsonl" | "beads.jsonl"),
            Self::Backlog => {
                let is_settings = matches!(name, "config.yml" | "config.yaml" | "backlog.config.yml")
                    && !folders.iter().any(|folder| folder.starts_with('.'));
                is_settings || file.extension() == "md"
            }
        }
    }
}

/// Detects the format by the names and contents of the files.
pub(crate) fn detect(files: &[ImportFile]) -> Result<Format, Failure> {
    if let [only] = files {
        return format_of_file(only).ok_or_else(|| unknown(&format!("{}: the format is not clear", only.path)));
    }
    let is_present = |format: &Format| match format {
        Format::Gfm => false,
        Format::Backlog => files.iter().any(is_backlog_task),
        _ => files.iter().any(|file| format.could_be_in(file)),
    };
    let found: Vec<_> = Format::ALL.iter().copied().filter(is_present).collect();
    match found.as_slice() {
        [format] => Ok(*format),
        [] => Err(unknown("The folder contains no known format")),
        several => {
            let names: Vec<_> = several.iter().map(|format| format.as_str()).collect();
            Err(Failure::invalid(format!(
                "The folder contains several formats; choose with --from {}",
                names.join("|")
            )))
        }
    }
}

fn unknown(what: &str) -> Failure {
    let names = Format::names().join("|");
    Failure::invalid(format!("{what}; say what it is with --from {names}"))
}

fn is_backlog_task(file: &ImportFile) -> bool {
    file.extension() == "md" && file.text().is_ok_and(|text| backlog::is_task(&text.content))
}

fn format_of_file(file: &ImportFile) -> Option<Format> {
    match file.extension().as_str() {
        "jsonl" => Some(Format::Beads),
        "json" => Some(Format::TaskMaster),
        "txt" => Some(Format::TodoTxt),
        "md" | "markdown" if is_backlog_task(file) => Some(Format::Backlog),
        "md" | "markdown" => Some(Format::Gfm),
        _ => format_of_text(&file.text().ok()?.content),
    }
}

/// The format of a text without a telling name.
fn format_of_text(text: &str) -> Option<Format> {
    if text.trim_start().starts_with('{') {
        let is_issue = |line: &str| serde_json::from_str::<Value>(line).is_ok_and(|issue| !issue["title"].is_null());
        let first = text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
        return Some(if is_issue(first) { Format::Beads } else { Format::TaskMaster });
    }
    if backlog::is_task(text) {
        return Some(Format::Backlog);
    }
    let has_checkbox = |line: &str| {
        let line = line.trim_start().trim_start_matches(|first: char| first.is_ascii_digit());
        let rest = line.strip_prefix(['-', '*', '+', '.', ')']).map_or("", str::trim_start);
        rest.starts_with("[ ] ") || rest.starts_with("[x] ") || rest.starts_with("[X] ")
    };
    text.lines().any(has_checkbox).then_some(Format::Gfm)
}
