//! Records of decisions: found by their numbers.

use crate::contract::{Json, Limited, input, json};
use crate::decisions::{Decision, DecisionStatus, NewDecision, decision_number, file_name};
use crate::text::iso_time;
use crate::toolsets::budget::{shown_name, shown_title};
use crate::toolsets::registry::Context;
use crate::workspace::{Content, Expected, Stop, ToolError, Write};

/// The folder that they are in.
pub(in crate::toolsets) const FOLDER: &str = "adr";
/// The highest number.
pub(in crate::toolsets) const MOST: u32 = 999;

input! {
    /// A decision to be written down, as every tool for it takes it.
    pub(in crate::toolsets) struct DecisionInput {
        /// One line.
        "title" title: Limited<1, 100>,
        /// Why there is something to decide.
        "context" context: Limited<0, 2000>,
        /// What was decided.
        "decision" decision: Limited<0, 2000>,
        /// Why so.
        "rationale" rationale: Limited<0, 2000>,
        /// What follows from it.
        "consequences" consequences: Option<Limited<0, 2000>>,
        /// Default: Proposed.
        "status" status: Option<DecisionStatus>,
    }
}

/// What a list says of a record.
#[derive(Clone, Debug)]
pub(in crate::toolsets) struct Row {
    pub(in crate::toolsets) number: u32,
    pub(in crate::toolsets) path: String,
    pub(in crate::toolsets) title: String,
    /// As it is written; empty if it says nothing.
    pub(in crate::toolsets) status: String,
    pub(in crate::toolsets) created: Option<String>,
    pub(in crate::toolsets) updated: Option<String>,
}

impl Row {
    /// The status, if it is one of those that are known.
    pub(in crate::toolsets) fn known_status(&self) -> Option<DecisionStatus> {
        DecisionStatus::ALL.into_iter().find(|status| status.as_str().eq_ignore_ascii_case(&self.status))
    }
}

/// The rows, and why others could not be read.
pub(in crate::toolsets) type Rows = (Vec<Row>, Vec<String>);

/// The path of a record's file.
pub(in crate::toolsets) fn path_of(stem: &str) -> String {
    format!("{FOLDER}/{stem}.md")
}

impl<'w> Context<'w> {
    /// The names of all records without their extension, by number.
    pub(in crate::toolsets) fn decision_stems(&self) -> Result<Vec<&'w str>, Stop> {
        self.stems(FOLDER, |stem| number_of(stem).is_some())
    }

    /// The name of the record with this number. The number alone identifies it, so two of them are an error.
    pub(in crate::toolsets) fn decision_stem(&self, number: u32) -> Result<&'w str, Stop> {
        let stems: Vec<_> = self.decision_stems()?.into_iter().filter(|stem| number_of(stem) == Some(number)).collect();
        match stems.as_slice() {
            [] => {
                let message = format!("There is no decision record with the number {number}");
                Err(ToolError::new("NOT_FOUND", message).with_details(json! { "number": number as usize }).into())
            }
            [only] => Ok(*only),
            several => {
                let message = format!(
                    "{} files have the number {number}: {}; give all but one another number in their names",
                    several.len(),
                    several.join(", ")
                );
                Err(ToolError::new("AMBIGUOUS", message).with_details(json! { "number": number as usize }).into())
            }
        }
    }

    /// A new record: the name of its file without the extension, and the write that makes it.
    pub(in crate::toolsets) fn new_decision(
        &self,
        title: &str,
        input: &DecisionInput,
    ) -> Result<(String, Write), Stop> {
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
    fn next_decision_number(&self) -> Result<u32, Stop> {
        let numbers: Vec<_> = self.decision_stems()?.iter().filter_map(|stem| number_of(stem)).collect();
        let highest = numbers.iter().copied().max().unwrap_or_default();
        if highest < MOST {
            return Ok(highest + 1);
        }
        (1..=MOST).find(|number| !numbers.contains(number)).ok_or_else(|| {
            let message = format!("All numbers up to {MOST} are taken by decision records; delete or move old ones");
            ToolError::new("LIMIT_EXCEEDED", message).into()
        })
    }

    /// What a list says of all records, by number.
    pub(in crate::toolsets) fn decision_rows(&self) -> Result<Rows, Stop> {
        let paths = self.decision_stems()?.into_iter().map(path_of).collect();
        let mut rows = Vec::new();
        let mut unreadable = Vec::new();
        for (path, seen) in self.files.scan(paths, |_, text| Some(see(text)))? {
            let text = |field: &str| seen.get(field).as_str().map(str::to_owned);
            if let Some(problem) = text("problem") {
                unreadable.push(format!("{}: {problem}", self.shown_file(path)));
                continue;
            }
            let stem = path.trim_start_matches(FOLDER).trim_start_matches('/').trim_end_matches(".md");
            rows.push(Row {
                number: number_of(stem).unwrap_or_default(),
                path: path.clone(),
                title: text("title").unwrap_or_else(|| title_of(stem)),
                status: text("status").unwrap_or_default(),
                created: text("created"),
                updated: text("updated"),
            });
        }
        Ok((rows, unreadable))
    }
}

/// The number in the name of a record without its extension.
pub(in crate::toolsets) fn number_of(stem: &str) -> Option<u32> {
    decision_number(&format!("{stem}.md"))
}

/// The title that the name of a record tells, if the record does not.
pub(in crate::toolsets) fn title_of(stem: &str) -> String {
    stem.get("adr-000-".len()..).unwrap_or(stem).replace('-', " ")
}

/// What is kept of a record's text.
fn see(text: Result<&str, String>) -> Json {
    let text = match text {
        Ok(text) => text,
        Err(problem) => return json! { "problem": problem },
    };
    let read = Decision::new(text);
    let time = |time: Option<u64>| time.map(iso_time);
    json! {
        "title": read.title().map(shown_title),
        "status": read.status_text().map(shown_name),
        "created": time(read.created_ms()),
        "updated": time(read.updated_ms()),
    }
}
