//! Records of decisions: what can be recognized in one, whoever wrote it, and how its status and parts are changed.

mod file_name;

pub use file_name::{decision_number, file_name};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr, VariantArray};

use crate::markdown::{Fences, Section, ending_of, find, gap_at_end, sections};
use crate::plan::bom_length;
use crate::text::{Span, TextEdit, fold, in_order_of, iso_time, lines, one_line, parse_iso_time};

/// How far a decision is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, IntoStaticStr, EnumString, VariantArray)]
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

/// What a record tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, IntoStaticStr, EnumString, VariantArray)]
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
    /// Names of its heading: the one that is written, and others by which it is recognized.
    fn headings(self) -> &'static [&'static str] {
        match self {
            Self::Context => &["Context", "Context and Problem Statement", "背景", "背景・文脈", "コンテキスト"],
            Self::Decision => &["Decision", "Decision Outcome", "決定", "決定内容"],
            Self::Rationale => &["Rationale", "決定理由", "理由"],
            Self::Consequences => &["Consequences", "影響", "影響・結果", "結果"],
        }
    }
}

/// Names of the heading under which it is told how the status came to be.
const HISTORY: &[&str] = &["Status history", "ステータス履歴"];
/// Words before the status, in a line or as a heading.
const STATUS: &[&str] = &["status", "ステータス", "状態"];
/// Words before the day of a record that has no such history.
const DATE: &[&str] = &["date", "日付"];
/// Headings of this level and above separate the parts.
const PART_LEVEL: usize = 2;

/// A decision to be written down.
#[derive(Clone, Debug)]
pub struct NewDecision<'d> {
    /// Its number.
    pub number: u32,
    /// Its title.
    pub title: &'d str,
    /// Its status.
    pub status: DecisionStatus,
    /// What there is to tell.
    pub parts: [Option<&'d str>; Part::ALL.len()],
    /// Milliseconds since 1970.
    pub now_ms: u64,
}

impl NewDecision<'_> {
    /// The text of the record.
    pub fn to_text(&self) -> String {
        let status = self.status.as_str();
        let mut text = format!("# ADR-{:03}: {}\n\n- Status: {status}\n", self.number, one_line(self.title));
        for (part, told) in Part::ALL.iter().copied().zip(self.parts) {
            if let Some(told) = told.filter(|told| !told.trim().is_empty()) {
                text.push_str(&new_section(part.headings(), &quoted(told), "\n"));
            }
        }
        text.push_str(&new_section(HISTORY, &format!("- {} {status}", iso_time(self.now_ms)), "\n"));
        text
    }
}

/// A change of a record. What is not named stays.
#[derive(Clone, Debug, Default)]
pub struct Revision<'r> {
    /// New status.
    pub status: Option<DecisionStatus>,
    /// Why it is changed.
    pub reason: Option<&'r str>,
    /// New title.
    pub title: Option<&'r str>,
    /// New parts.
    pub parts: [Option<&'r str>; Part::ALL.len()],
}

/// A record as it was read.
#[derive(Clone, Debug)]
pub struct Decision<'t> {
    text: &'t str,
    sections: Vec<Section>,
    status: Option<Span>,
    date: Option<u64>,
}

impl<'t> Decision<'t> {
    /// Reads a record. Any text is one, if only a poor one.
    pub fn new(text: &'t str) -> Self {
        let sections = sections(text);
        let head_end = sections.iter().find(|section| section.level >= PART_LEVEL).map_or(text.len(), |section| {
            // The heading's own line is none of the head's.
            text.get(..section.start)
                .map_or(0, |above| above.trim_end_matches(['\n', '\r']).rfind(['\n', '\r']).unwrap_or_default())
        });
        let field = |names: &[&str]| {
            let mut fences = Fences::default();
            let head = lines(text).take_while(|line| line.content.start < head_end);
            head.filter(|line| fences.passes(line.content.of(text)))
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

    /// The title, without the number that stands before it.
    pub fn title(&self) -> Option<&'t str> {
        Some(self.title_span()?.of(self.text)).filter(|title| !title.is_empty())
    }

    fn title_span(&self) -> Option<Span> {
        let name = self.sections.iter().find(|section| section.level == 1)?.name;
        let title = name.of(self.text);
        let number = |rest: &str| rest.bytes().take_while(u8::is_ascii_digit).count();
        // ADR-001: Title, ADR 1 - Title, 1. Title
        let after_word = title
            .get(..3)
            .filter(|word| word.eq_ignore_ascii_case("adr"))
            .map_or(0, |_| 3 + title.get(3..).map_or(0, |rest| usize::from(rest.starts_with(['-', ' ']))));
        let digits = number(title.get(after_word..).unwrap_or_default());
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

    /// The status, if it is one of those that are known.
    pub fn status(&self) -> Option<DecisionStatus> {
        known_status(self.status_text()?)
    }

    /// What it tells.
    pub fn part(&self, part: Part) -> Option<String> {
        self.find(part.headings()).map(|section| unquoted(section.content(self.text).of(self.text)))
    }

    /// The lines that tell how the status came to be.
    pub fn history(&self) -> impl Iterator<Item = &'t str> {
        let content = self.find(HISTORY).map_or("", |section| section.content(self.text).of(self.text));
        let all = lines(content).map(|line| line.content.of(content));
        all.filter_map(|line| line.trim_start().strip_prefix(['-', '*'])).map(str::trim)
    }

    /// When it was made, in milliseconds since 1970, as far as it says so.
    pub fn created_ms(&self) -> Option<u64> {
        self.times().next().or(self.date)
    }

    /// When it was last changed, as far as it says so.
    pub fn updated_ms(&self) -> Option<u64> {
        self.times().last().or(self.date)
    }

    fn times(&self) -> impl Iterator<Item = u64> {
        self.history().filter_map(|line| parse_iso_time(line.split_whitespace().next()?.trim_end_matches([':', ','])))
    }

    /// The part of one of these names. What stands deeper belongs to a part.
    fn find(&self, names: &[&str]) -> Option<&Section> {
        let is_part = |section: &&Section| section.level == PART_LEVEL;
        let is_named = |section: &Section, name: &str| fold(section.name.of(self.text)) == fold(name);
        names.iter().find_map(|name| self.sections.iter().filter(is_part).find(|section| is_named(section, name)))
    }

    /// The revised record, and the names of what is another than before. Everything else stays byte for byte.
    pub fn revised(&self, revision: &Revision<'_>, now_ms: u64) -> (String, Vec<&'static str>) {
        let text = self.text;
        let mut replacements: Vec<(Span, String)> = Vec::new();
        let mut changed = Vec::new();
        let mut happening = Vec::new();
        let status = revision.status.filter(|status| self.status() != Some(*status));
        if let Some(status) = status {
            replacements.push(self.new_status(status));
            changed.push("status");
            happening.push(format!("{} → {}", self.status_text().unwrap_or("none"), status.as_str()));
        }
        if let Some(title) = revision.title.map(one_line).filter(|title| self.title() != Some(title)) {
            replacements.push(match self.title_span() {
                Some(span) => (span, title),
                None => (Span::at(bom_length(text)), format!("# {title}{0}{0}", ending_of(text))),
            });
            changed.push("title");
        }
        let mut added = String::new();
        for (part, told) in Part::ALL.iter().copied().zip(revision.parts) {
            let Some(told) = told.filter(|told| self.part(part).unwrap_or_default() != told.trim()) else { continue };
            match self.find(part.headings()) {
                Some(section) => replacements.push(replaced(text, section, &quoted(told))),
                None => added.push_str(&new_section(part.headings(), &quoted(told), ending_of(text))),
            }
            changed.push(part.as_str());
        }
        let revised: Vec<_> = changed.iter().copied().filter(|name| *name != "status").collect();
        if !revised.is_empty() {
            happening.push(format!("revised {}", revised.join(", ")));
        }
        let reason = revision.reason.map(one_line).filter(|reason| !reason.is_empty());
        if changed.is_empty() && reason.is_none() {
            return (text.to_owned(), changed);
        }
        if happening.is_empty() {
            happening.push(self.status_text().unwrap_or("noted").to_owned());
        }
        let reason = reason.map_or_else(String::new, |reason| format!(": {reason}"));
        let revised = applied(text, replacements);
        let line = format!("- {} {}{reason}", iso_time(now_ms), happening.join("; "));
        (Decision::new(&revised).told(&line, added), changed)
    }

    /// Where the status stands, and what comes there.
    fn new_status(&self, status: DecisionStatus) -> (Span, String) {
        let ending = ending_of(self.text);
        if let Some(span) = self.status {
            // A field may be there without a word in it.
            let gap = if span.is_empty() && !self.text[..span.start].ends_with([' ', '\n', '\r']) { " " } else { "" };
            return (span, format!("{gap}{}", status.as_str()));
        }
        // Under the title, unless that comes after parts: there nobody would look for it.
        match self.sections.first().filter(|section| section.level == 1) {
            Some(title) => {
                let is_line_open = !self.text[..title.start].ends_with(['\n', '\r']);
                let before = if is_line_open { ending } else { "" };
                (Span::at(title.start), format!("{before}{ending}- Status: {}{ending}", status.as_str()))
            }
            None => (Span::at(bom_length(self.text)), format!("- Status: {}{ending}{ending}", status.as_str())),
        }
    }

    /// The record with one more line in its history, and new parts before that.
    fn told(&self, line: &str, added: String) -> String {
        let text = self.text;
        let mut changes = Vec::new();
        let ending = ending_of(text);
        let Some(history) = self.find(HISTORY) else {
            let gap = gap_at_end(text);
            let new = added + &new_section(HISTORY, line, ending);
            // The first section starts with a blank line of its own.
            let new = new.strip_prefix(ending).unwrap_or(&new).to_owned();
            changes.push((Span::at(text.len()), gap + &new));
            return applied(text, changes);
        };
        if !added.is_empty() {
            let heading = text[..history.start]
                .trim_end_matches(['\n', '\r'])
                .rfind(['\n', '\r'])
                .map_or(bom_length(text), |at| at + 1);
            let new = added.strip_prefix(ending).unwrap_or(&added).to_owned() + ending;
            changes.push((Span::at(heading), new));
        }
        let above = &text[..history.own_end];
        let is_first = history.content(text).is_empty();
        let before = match (above.ends_with(['\n', '\r']), is_first) {
            (true, false) => "",
            (true, true) | (false, false) => ending,
            (false, true) => &ending.repeat(2),
        };
        let end = if is_first && history.end < text.len() && !text[history.own_end..].starts_with(['\n', '\r']) {
            ending
        } else {
            ""
        };
        changes.push((Span::at(history.own_end), format!("{before}{line}{ending}{end}")));
        applied(text, changes)
    }
}

/// A text with these put in place of what stood there.
fn applied(text: &str, changes: Vec<(Span, String)>) -> String {
    let mut edit = TextEdit::default();
    for (span, new) in in_order_of(changes, |(span, _)| span.start) {
        edit.push(text, span, &new);
    }
    edit.apply(text)
}

/// The new content of a section that is there.
fn replaced(text: &str, section: &Section, new: &str) -> (Span, String) {
    let ending = ending_of(text);
    let present = section.content(text);
    if !present.is_empty() {
        return (present, new.replace('\n', ending));
    }
    let before = if text[..section.start].ends_with(['\n', '\r']) { "" } else { ending };
    let below = if section.end < text.len() { ending } else { "" };
    (Span::new(section.start, section.end), format!("{before}{ending}{}{ending}{below}", new.replace('\n', ending)))
}

fn new_section(names: &[&str], content: &str, ending: &str) -> String {
    let name = names.first().copied().unwrap_or_default();
    format!("{ending}## {name}{ending}{ending}{}{ending}", content.replace('\n', ending))
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

/// The first word of a value, if that is a known status, else all of it.
fn status_word(text: &str, value: Span) -> Span {
    let words = value.of(text);
    let length = words.bytes().take_while(u8::is_ascii_alphabetic).count();
    match words.get(..length).and_then(known_status) {
        Some(_) => Span::new(value.start, value.start + length),
        None => value,
    }
}

/// A text that cannot be taken for a part of the record around it: headings that would separate parts are escaped, and a
/// block of code ends with it.
fn quoted(told: &str) -> String {
    let told = per_line(told.trim(), |line| if is_separating(line) { format!("\\{line}") } else { line.to_owned() });
    let mut fences = Fences::default();
    told.lines().for_each(|line| {
        fences.passes(line);
    });
    match fences.closing() {
        Some(fence) => format!("{told}\n{fence}"),
        None => told,
    }
}

/// What [`quoted`] made of it.
fn unquoted(content: &str) -> String {
    per_line(content, |line| {
        let plain = line.strip_prefix('\\').filter(|rest| is_separating(rest));
        plain.unwrap_or(line).to_owned()
    })
}

fn is_separating(line: &str) -> bool {
    let level = line.bytes().take_while(|byte| *byte == b'#').count();
    (1..=PART_LEVEL).contains(&level)
        && line.get(level..).is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '\t']))
}

/// Each line that is not in a block of code changed.
fn per_line(text: &str, change: impl Fn(&str) -> String) -> String {
    let mut fences = Fences::default();
    let all = lines(text).map(|line| line.content.of(text));
    let changed: Vec<_> = all.map(|line| if fences.passes(line) { change(line) } else { line.to_owned() }).collect();
    changed.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: u64 = 1_765_713_600_000;
    const AT: &str = "2025-12-14T12:00:00.000Z";

    fn accept(reason: Option<&str>) -> Revision<'_> {
        Revision { status: Some(DecisionStatus::Accepted), reason, ..Revision::default() }
    }

    #[track_caller]
    fn check(text: &str, revision: &Revision<'_>, expected: &str) {
        let (revised, _) = Decision::new(text).revised(revision, NOW);
        assert_eq!(revised, expected);
    }

    #[test]
    fn a_byte_order_mark_stays_at_the_start() {
        let text = "\u{feff}## Status history\n";
        let revision = Revision { parts: [None, Some("So"), None, None], ..Revision::default() };
        let expected = format!("\u{feff}## Decision\n\nSo\n\n## Status history\n\n- {AT} revised decision\n");
        check(text, &revision, &expected);
    }

    #[test]
    fn a_new_record_is_read_back() {
        let new = NewDecision {
            number: 7,
            title: "認証に\nJWTを使う",
            status: DecisionStatus::Proposed,
            parts: [Some("なぜ"), Some("# 何\n\n```\n## code\n```\n"), Some("~~~~\nopen"), None],
            now_ms: NOW,
        };
        let text = new.to_text();
        let read = Decision::new(&text);
        assert_eq!((read.title(), read.status()), (Some("認証に JWTを使う"), Some(DecisionStatus::Proposed)));
        assert_eq!(read.part(Part::Context).as_deref(), Some("なぜ"));
        assert_eq!(read.part(Part::Decision).as_deref(), Some("# 何\n\n```\n## code\n```"));
        assert_eq!(read.part(Part::Rationale).as_deref(), Some("~~~~\nopen\n~~~~"));
        assert_eq!(read.part(Part::Consequences), None);
        assert_eq!((read.created_ms(), read.updated_ms()), (Some(NOW), Some(NOW)));
    }

    #[test]
    fn a_status_is_changed_where_it_stands() {
        let text = "# ADR-001: X\r\n\r\n- Status: Proposed\r\n\r\n## Status history\r\n\r\n- 2025-01-01 Proposed\r\n\r\n## More  \r\ntext";
        let expected = text.replace("Status: Proposed", "Status: Accepted").replace(
            "- 2025-01-01 Proposed\r\n",
            &format!("- 2025-01-01 Proposed\r\n- {AT} Proposed → Accepted: it works\r\n"),
        );
        check(text, &accept(Some("it\nworks")), &expected);
    }

    #[test]
    fn records_of_other_tools_are_understood() {
        let history = format!("\n## Status history\n\n- {AT} Proposed → Accepted\n");
        for (text, status) in [
            ("# 1. Record decisions\n\nDate: 2024-05-01\n\n## Status\n\nProposed\n\n## Context\n\nx\n", "Proposed"),
            ("---\nstatus: \"proposed\"\ndate: 2024-05-01\n---\n# Record decisions\n\nx\n", "proposed"),
            ("# Record decisions\n\n* **Status:** Proposed (2024)\n* Date: 2024-05-01\n", "Proposed"),
            ("# ADR 1 - Record decisions\n\nDate: 2024-05-01\n\n## ステータス\n\nProposed\n", "Proposed"),
        ] {
            let read = Decision::new(text);
            assert_eq!(read.status_text(), Some(status), "{text}");
            assert_eq!(read.title(), Some("Record decisions"), "{text}");
            assert_eq!(read.created_ms(), parse_iso_time("2024-05-01"), "{text}");
            let history = history.replace("Proposed →", &format!("{status} →"));
            check(text, &accept(None), &(text.replacen(status, "Accepted", 1) + &history));
        }
    }

    #[test]
    fn a_record_without_a_status_gets_one() {
        let history = format!("## Status history\n\n- {AT} none → Accepted\n");
        check("# X\n\ntext\n", &accept(None), &format!("# X\n\n- Status: Accepted\n\ntext\n\n{history}"));
        check("# X", &accept(None), &format!("# X\n\n- Status: Accepted\n\n{history}"));
        check("", &accept(None), &format!("- Status: Accepted\n\n{history}"));
    }

    #[test]
    fn nothing_to_change_is_no_change() {
        let text = "# X\n\n- Status: Accepted\n";
        check(text, &accept(None), text);
        check(text, &Revision::default(), text);
        let told = format!("{text}\n## Status history\n\n- {AT} Accepted: still true\n");
        check(text, &accept(Some("still true")), &told);
    }

    #[test]
    fn parts_are_replaced_or_put_before_the_history() {
        let text =
            "# ADR-001: X\n\n- Status: Proposed\n\n## Decision\n\nold\n\n## Status history\n\n- 2025-01-01 Proposed\n";
        let revision = Revision {
            title: Some("Y"),
            parts: [None, Some("new\n## sub"), None, Some("much")],
            ..Revision::default()
        };
        let (revised, changed) = Decision::new(text).revised(&revision, NOW);
        assert_eq!(
            revised,
            format!(
                "# ADR-001: Y\n\n- Status: Proposed\n\n## Decision\n\nnew\n\\## sub\n\n## Consequences\n\nmuch\n\n\
                 ## Status history\n\n- 2025-01-01 Proposed\n- {AT} revised title, decision, consequences\n"
            )
        );
        assert_eq!(changed, ["title", "decision", "consequences"]);
    }
}
