//! Decision records: reads the title, status, parts and dates of a record, including records of other tools.

mod file_name;
mod revise;

pub use file_name::{decision_number, file_name};
pub use revise::{NewDecision, Revision};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr, VariantArray};

use crate::markdown::{Section, VerbatimBlocks, find, heading, sections};
use crate::text::{Span, fold, lines, parse_iso_time};
use crate::word::Word;

/// The status of a decision.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, IntoStaticStr, EnumString, VariantArray,
)]
#[serde(rename_all = "PascalCase")]
#[strum(serialize_all = "PascalCase")]
pub enum DecisionStatus {
    /// Up for discussion.
    Proposed,
    /// In force.
    Accepted,
    /// No longer in force.
    Deprecated,
}

/// A part of a decision record.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, IntoStaticStr, EnumString, VariantArray,
)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum Part {
    /// Why there is something to decide.
    Context,
    /// What was decided.
    Decision,
    /// Why so.
    Rationale,
    /// What follows from it.
    Consequences,
}

impl Part {
    /// Names of its heading. New records use the first; the others are recognized.
    fn headings(self) -> &'static [&'static str] {
        match self {
            Self::Context => &["Context", "Context and Problem Statement", "背景", "背景・文脈", "コンテキスト"],
            Self::Decision => &["Decision", "Decision Outcome", "決定", "決定内容"],
            Self::Rationale => &["Rationale", "決定理由", "理由"],
            Self::Consequences => &["Consequences", "影響", "影響・結果", "結果"],
        }
    }
}

/// Names of the heading above the log of status changes.
const HISTORY: &[&str] = &["Status history", "ステータス履歴"];
/// Names of the field or heading that contains the status.
const STATUS: &[&str] = &["status", "ステータス", "状態"];
/// Names of the field with the date, for records without a status history.
const DATE: &[&str] = &["date", "日付"];
/// Headings of this level and above separate parts.
const PART_LEVEL: usize = 2;

/// A parsed decision record.
#[derive(Clone, Debug)]
pub struct Decision<'t> {
    text: &'t str,
    sections: Vec<Section>,
    status: Option<Span>,
    date: Option<u64>,
}

impl<'t> Decision<'t> {
    /// Parses a record. Any text is accepted; what it lacks is `None`.
    pub fn new(text: &'t str) -> Self {
        let sections = sections(text);
        let first_part = sections.iter().find(|section| section.level >= PART_LEVEL);
        let head_end = first_part.map_or(text.len(), |section| section.heading_start);
        let field = |names: &[&str]| {
            let mut blocks = VerbatimBlocks::default();
            let head = lines(text).take_while(|line| line.content.start < head_end);
            head.filter(|line| blocks.is_outside(line.content.of(text)))
                .find_map(|line| field_value(text, line.content, names))
        };
        let under_heading = || {
            let section = STATUS.iter().find_map(|name| find(&sections, text, name))?;
            lines(section.content(text).of(text)).next().map(|line| line.content.shifted(section.content(text).start))
        };
        let status = field(STATUS).or_else(under_heading).map(|value| status_word(text, value));
        let date = field(DATE).and_then(|value| parse_iso_time(value.of(text)));
        Self { text, sections, status, date }
    }

    /// The title without its number.
    pub fn title(&self) -> Option<&'t str> {
        Some(self.title_span()?.of(self.text)).filter(|title| !title.is_empty())
    }

    fn title_span(&self) -> Option<Span> {
        let name = self.sections.iter().find(|section| section.level == 1)?.name;
        let title = name.of(self.text);
        // ADR-001: Title, ADR 1 - Title, 1. Title
        let after_word = title
            .get(..3)
            .filter(|word| word.eq_ignore_ascii_case("adr"))
            .map_or(0, |_| 3 + title.get(3..).map_or(0, |rest| usize::from(rest.starts_with(['-', ' ']))));
        let digits = title.bytes().skip(after_word).take_while(u8::is_ascii_digit).count();
        let rest = title.get(after_word + digits..).unwrap_or_default();
        let separator = rest.len() - rest.trim_start().trim_start_matches([':', '：', '.', '-', '–']).len();
        let is_numbered = digits > 0 && separator > 0;
        let start = if is_numbered { name.start + after_word + digits + separator } else { name.start };
        Some(Span::new(start, name.end).trimmed(self.text))
    }

    /// The status as it is written.
    pub fn status_text(&self) -> Option<&'t str> {
        Some(self.status?.of(self.text)).filter(|status| !status.is_empty())
    }

    /// The status, if it is a known one.
    pub fn status(&self) -> Option<DecisionStatus> {
        known_status(self.status_text()?)
    }

    pub fn part(&self, part: Part) -> Option<String> {
        self.find(part.headings()).map(|section| unescape_part(section.content(self.text).of(self.text)))
    }

    /// The entries of the status history.
    pub fn history(&self) -> impl Iterator<Item = &'t str> {
        let content = self.find(HISTORY).map_or("", |section| section.content(self.text).of(self.text));
        let all = lines(content).map(|line| line.content.of(content));
        all.filter_map(|line| line.trim_start().strip_prefix(['-', '*'])).map(str::trim)
    }

    /// When the decision was recorded, in milliseconds since 1970, if the record contains a date.
    pub fn created_ms(&self) -> Option<u64> {
        self.times().next().or(self.date)
    }

    /// When it was last changed, if the record contains a date.
    pub fn updated_ms(&self) -> Option<u64> {
        self.times().last().or(self.date)
    }

    fn times(&self) -> impl Iterator<Item = u64> {
        self.history().filter_map(|line| parse_iso_time(line.split_whitespace().next()?.trim_end_matches([':', ','])))
    }

    /// The part with one of these names. Deeper headings are content of a part.
    fn find(&self, names: &[&str]) -> Option<&Section> {
        let is_part = |section: &&Section| section.level == PART_LEVEL;
        let is_named = |section: &Section, name: &str| fold(section.name.of(self.text)) == fold(name);
        names.iter().find_map(|name| self.sections.iter().filter(is_part).find(|section| is_named(section, name)))
    }
}

fn known_status(word: &str) -> Option<DecisionStatus> {
    DecisionStatus::ALL.iter().copied().find(|status| status.as_str().eq_ignore_ascii_case(word))
}

/// The value in a line like `- **Status**: Accepted` or `status: accepted`.
fn field_value(text: &str, line: Span, names: &[&str]) -> Option<Span> {
    let content = line.of(text);
    let after_bullet =
        content.trim_start().trim_start_matches('\u{feff}').trim_start_matches(['-', '*', '_', '+']).trim_start();
    let start = after_bullet.trim_start_matches(['*', '_']);
    let name = names.iter().find(|name| start.get(..name.len()).is_some_and(|word| word.eq_ignore_ascii_case(name)))?;
    let rest = start.get(name.len()..)?.trim_start_matches(['*', '_']).trim_start();
    let value = rest.strip_prefix([':', '：'])?.trim_start_matches(['*', '_']);
    let span = Span::new(line.end - value.len(), line.end);
    Some(
        span.trimmed_of(text, |character| {
            character.is_whitespace() || matches!(character, '*' | '_' | '"' | '\'' | '`')
        }),
    )
}

/// The first word of a value if that is a known status, else the whole value.
fn status_word(text: &str, value: Span) -> Span {
    let words = value.of(text);
    let length = words.bytes().take_while(u8::is_ascii_alphabetic).count();
    match words.get(..length).and_then(known_status) {
        Some(_) => Span::new(value.start, value.start + length),
        None => value,
    }
}

/// Reverses [`revise::escape_part`].
fn unescape_part(content: &str) -> String {
    map_lines(content, |line| {
        let plain = line.strip_prefix('\\').filter(|rest| is_separating(rest));
        plain.unwrap_or(line).to_owned()
    })
}

fn is_separating(line: &str) -> bool {
    heading(line, Span::new(0, line.len())).is_some_and(|(level, _)| level <= PART_LEVEL)
}

/// Changes each line that is outside of verbatim blocks.
fn map_lines(text: &str, change: impl Fn(&str) -> String) -> String {
    let mut blocks = VerbatimBlocks::default();
    let all = lines(text).map(|line| line.content.of(text));
    let changed: Vec<_> =
        all.map(|line| if blocks.is_outside(line) { change(line) } else { line.to_owned() }).collect();
    changed.join("\n")
}
