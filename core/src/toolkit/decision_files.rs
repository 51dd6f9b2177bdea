//! Records of decisions: found by their numbers.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::contract::Limited;
use crate::decisions::{Decision, DecisionStatus, NewDecision, decision_number, file_name};
use crate::failure::Failure;
use crate::files::{Content, Expected, ToolResult, Write};
use crate::text::iso_time;
use crate::word::Word;

use super::{Context, display_name, display_title};

/// The folder that they are in.
pub(crate) const FOLDER: &str = "adr";
/// The highest number.
pub(crate) const MOST: u32 = 999;

/// A decision to be written down, as every tool for it takes it.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct DecisionInput {
    /// One line.
    pub(crate) title: Limited<1, 100>,
    /// Why there is something to decide.
    pub(crate) context: Limited<0, 2000>,
    /// What was decided.
    pub(crate) decision: Limited<0, 2000>,
    /// Why so.
    pub(crate) rationale: Limited<0, 2000>,
    /// What follows from it.
    pub(crate) consequences: Option<Limited<0, 2000>>,
    #[schemars(extend("default" = "Proposed"))]
    pub(crate) status: Option<DecisionStatus>,
}

/// What a list says of a record.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    pub(crate) number: u32,
    pub(crate) path: String,
    pub(crate) title: String,
    /// As it is written; empty if it says nothing.
    pub(crate) status: String,
    pub(crate) created: Option<String>,
    pub(crate) updated: Option<String>,
}

impl Row {
    /// The status, if it is one of those that are known.
    pub(crate) fn known_status(&self) -> Option<DecisionStatus> {
        DecisionStatus::ALL.iter().copied().find(|status| status.as_str().eq_ignore_ascii_case(&self.status))
    }
}

/// The rows, and why others could not be read.
pub(crate) type Rows = (Vec<Row>, Vec<String>);

/// The path of a record's file.
pub(crate) fn path_of(stem: &str) -> String {
    format!("{FOLDER}/{stem}.md")
}

impl<'w> Context<'w> {
    /// The names of all records without their extension, by number.
    pub(crate) fn decision_stems(&self) -> ToolResult<Vec<&'w str>> {
        self.markdown_stems(FOLDER, |stem| number_of(stem).is_some())
    }

    /// The name of the record with this number. The number alone identifies it, so two of them are an error.
    pub(crate) fn decision_stem(&self, number: u32) -> ToolResult<&'w str> {
        let stems: Vec<_> = self.decision_stems()?.into_iter().filter(|stem| number_of(stem) == Some(number)).collect();
        match stems.as_slice() {
            [] => {
                let message = format!("There is no decision record with the number {number}");
                Err(Failure::DecisionNotFound { number, message }.into())
            }
            [only] => Ok(*only),
            several => {
                let message = format!(
                    "{} files have the number {number}: {}; give all but one another number in their names",
                    several.len(),
                    several.join(", ")
                );
                Err(Failure::AmbiguousDecision { number, message }.into())
            }
        }
    }

    /// A new record: the name of its file without the extension, and the write that makes it.
    pub(crate) fn new_decision(&self, title: &str, input: &DecisionInput) -> ToolResult<(String, Write)> {
        let number = self.next_decision_number()?;
        let name = file_name(number, title);
        let decision = NewDecision {
            number,
            title,
            status: input.status.unwrap_or(DecisionStatus::Proposed),
            parts: [
                Some(&input.context.0),
                Some(&input.decision.0),
                Some(&input.rationale.0),
                input.consequences.as_ref().map(|text| text.0.as_str()),
            ],
            now_ms: self.call.now_ms,
        };
        let write = Write::new(format!("{FOLDER}/{name}"), Content::Text(decision.to_text()), Expected::Absent);
        Ok((name.trim_end_matches(".md").to_owned(), write))
    }

    /// One above the highest, or the lowest that is free once the highest is taken.
    fn next_decision_number(&self) -> ToolResult<u32> {
        let numbers: Vec<_> = self.decision_stems()?.iter().filter_map(|stem| number_of(stem)).collect();
        let highest = numbers.iter().copied().max().unwrap_or_default();
        if highest < MOST {
            return Ok(highest + 1);
        }
        (1..=MOST).find(|number| !numbers.contains(number)).ok_or_else(|| {
            let message = format!("All numbers up to {MOST} are taken by decision records; delete or move old ones");
            Failure::TooManyDecisions(message).into()
        })
    }

    /// What a list says of all records, by number.
    pub(crate) fn decision_rows(&self) -> ToolResult<Rows> {
        let paths = self.decision_stems()?.into_iter().map(path_of).collect();
        let mut rows = Vec::new();
        let mut unreadable = Vec::new();
        for (path, read) in self.files.scan(paths, |_, text| Some(text.map(ReadDecision::of)))? {
            let read = match read {
                Ok(read) => read,
                Err(problem) => {
                    unreadable.push(format!("{}: {problem}", self.display_path(path)));
                    continue;
                }
            };
            let stem = path.trim_start_matches(FOLDER).trim_start_matches('/').trim_end_matches(".md");
            rows.push(Row {
                number: number_of(stem).unwrap_or_default(),
                path: path.clone(),
                title: read.title.clone().unwrap_or_else(|| title_of(stem)),
                status: read.status.clone().unwrap_or_default(),
                created: read.created.clone(),
                updated: read.updated.clone(),
            });
        }
        Ok((rows, unreadable))
    }
}

/// The number in the name of a record without its extension.
pub(crate) fn number_of(stem: &str) -> Option<u32> {
    decision_number(&format!("{stem}.md"))
}

/// The title according to the file name, for a record without one.
pub(crate) fn title_of(stem: &str) -> String {
    stem.get("adr-000-".len()..).unwrap_or(stem).replace('-', " ")
}

/// What a list needs of a record's text.
#[derive(Clone, Debug)]
struct ReadDecision {
    title: Option<String>,
    status: Option<String>,
    created: Option<String>,
    updated: Option<String>,
}

impl ReadDecision {
    fn of(text: &str) -> Self {
        let read = Decision::new(text);
        Self {
            title: read.title().map(display_title),
            status: read.status_text().map(display_name),
            created: read.created_ms().map(iso_time),
            updated: read.updated_ms().map(iso_time),
        }
    }
}
