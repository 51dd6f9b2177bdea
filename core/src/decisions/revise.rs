//! Writes decision records: new ones, and revisions of existing ones. A revision leaves everything else byte for byte.

use crate::markdown::{Section, gap_at_end, missing_closing_line};
use crate::text::{Span, TextEdit, bom_length, first_ending, iso_time, one_line};
use crate::word::Word;

use super::{Decision, DecisionStatus, HISTORY, Part, is_separating, map_lines};

/// A decision record to create.
#[derive(Clone, Debug)]
pub struct NewDecision<'d> {
    pub number: u32,
    pub title: &'d str,
    pub status: DecisionStatus,
    /// The content of each part, in the order of [`Part::ALL`].
    pub parts: [Option<&'d str>; Part::ALL.len()],
    /// Milliseconds since 1970.
    pub now_ms: u64,
}

impl NewDecision<'_> {
    /// The text of the record.
    pub fn to_text(&self) -> String {
        let status = self.status.as_str();
        let mut text = format!("# ADR-{:03}: {}\n\n- Status: {status}\n", self.number, one_line(self.title));
        for (part, content) in Part::ALL.iter().copied().zip(self.parts) {
            if let Some(content) = content.filter(|content| !content.trim().is_empty()) {
                text.push_str(&new_section(part.headings(), &escape_part(content), "\n"));
            }
        }
        text.push_str(&new_section(HISTORY, &format!("- {} {status}", iso_time(self.now_ms)), "\n"));
        text
    }
}

/// A change of a record. Fields that are `None` stay unchanged.
#[derive(Clone, Debug, Default)]
pub struct Revision<'r> {
    pub status: Option<DecisionStatus>,
    /// Why the record is changed, for the status history.
    pub reason: Option<&'r str>,
    pub title: Option<&'r str>,
    /// New content of parts, in the order of [`Part::ALL`].
    pub parts: [Option<&'r str>; Part::ALL.len()],
}

impl Decision<'_> {
    /// The revised record, and the names of the fields that changed.
    pub fn revised(&self, revision: &Revision<'_>, now_ms: u64) -> (String, Vec<&'static str>) {
        let text = self.text;
        let mut replacements: Vec<(Span, String)> = Vec::new();
        let mut changed = Vec::new();
        let mut events = Vec::new();
        let status = revision.status.filter(|status| self.status() != Some(*status));
        if let Some(status) = status {
            replacements.push(self.new_status(status));
            changed.push("status");
            events.push(format!("{} → {}", self.status_text().unwrap_or("none"), status.as_str()));
        }
        if let Some(title) = revision.title.map(one_line).filter(|title| self.title() != Some(title)) {
            replacements.push(match self.title_span() {
                Some(span) => (span, title),
                None => (Span::at(bom_length(text)), format!("# {title}{0}{0}", first_ending(text))),
            });
            changed.push("title");
        }
        let mut new_parts = String::new();
        for (part, content) in Part::ALL.iter().copied().zip(revision.parts) {
            let is_new = |content: &&str| self.part(part).unwrap_or_default() != content.trim();
            let Some(content) = content.filter(is_new) else { continue };
            match self.find(part.headings()) {
                Some(section) => replacements.push(replace_content(text, section, &escape_part(content))),
                None => new_parts.push_str(&new_section(part.headings(), &escape_part(content), first_ending(text))),
            }
            changed.push(part.as_str());
        }
        let revised: Vec<_> = changed.iter().copied().filter(|name| *name != "status").collect();
        if !revised.is_empty() {
            events.push(format!("revised {}", revised.join(", ")));
        }
        let reason = revision.reason.map(one_line).filter(|reason| !reason.is_empty());
        if changed.is_empty() && reason.is_none() {
            return (text.to_owned(), changed);
        }
        if events.is_empty() {
            events.push(self.status_text().unwrap_or("noted").to_owned());
        }
        let reason = reason.map_or_else(String::new, |reason| format!(": {reason}"));
        let revised = apply(text, replacements);
        let entry = format!("- {} {}{reason}", iso_time(now_ms), events.join("; "));
        (Decision::new(&revised).with_history_entry(&entry, &new_parts), changed)
    }

    /// The replacement that sets the status.
    fn new_status(&self, status: DecisionStatus) -> (Span, String) {
        let ending = first_ending(self.text);
        if let Some(span) = self.status {
            // The field may be empty.
            let gap = if span.is_empty() && !self.text[..span.start].ends_with([' ', '\n', '\r']) { " " } else { "" };
            return (span, format!("{gap}{}", status.as_str()));
        }
        // Below the title, unless the title comes after a part, where a status would be overlooked.
        match self.sections.first().filter(|section| section.level == 1) {
            Some(title) => {
                let is_line_open = !self.text[..title.start].ends_with(['\n', '\r']);
                let before = if is_line_open { ending } else { "" };
                (Span::at(title.start), format!("{before}{ending}- Status: {}{ending}", status.as_str()))
            }
            None => (Span::at(bom_length(self.text)), format!("- Status: {}{ending}{ending}", status.as_str())),
        }
    }

    /// The record with a new entry in its status history, and with new parts before that.
    fn with_history_entry(&self, entry: &str, new_parts: &str) -> String {
        let text = self.text;
        let ending = first_ending(text);
        let Some(history) = self.find(HISTORY) else {
            let new = format!("{new_parts}{}", new_section(HISTORY, entry, ending));
            // The gap already contains the blank line that a new section starts with.
            let new = gap_at_end(text) + new.strip_prefix(ending).unwrap_or(&new);
            return apply(text, vec![(Span::at(text.len()), new)]);
        };
        let mut changes = Vec::new();
        if !new_parts.is_empty() {
            let new = new_parts.strip_prefix(ending).unwrap_or(new_parts).to_owned() + ending;
            changes.push((Span::at(history.heading_start), new));
        }
        let above = &text[..history.own_end];
        let is_first = history.content(text).is_empty();
        let before = match (above.ends_with(['\n', '\r']), is_first) {
            (true, false) => "",
            (true, true) | (false, false) => ending,
            (false, true) => &ending.repeat(2),
        };
        let touches_next = is_first && history.end < text.len() && !text[history.own_end..].starts_with(['\n', '\r']);
        let after = if touches_next { ending } else { "" };
        changes.push((Span::at(history.own_end), format!("{before}{entry}{ending}{after}")));
        apply(text, changes)
    }
}

fn apply(text: &str, mut changes: Vec<(Span, String)>) -> String {
    changes.sort_by_key(|(span, _)| *span);
    let mut edit = TextEdit::default();
    for (span, new) in &changes {
        edit.push(text, *span, new);
    }
    edit.apply(text)
}

fn replace_content(text: &str, section: &Section, new: &str) -> (Span, String) {
    let ending = first_ending(text);
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

/// The content of a part, changed so that it cannot end the part: headings that would separate parts are escaped, and an
/// open verbatim block is closed.
pub(super) fn escape_part(content: &str) -> String {
    let content =
        map_lines(content.trim(), |line| if is_separating(line) { format!("\\{line}") } else { line.to_owned() });
    match missing_closing_line(&content) {
        Some(closing_line) => format!("{content}\n{closing_line}"),
        None => content,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::parse_iso_time;

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
    fn a_status_is_changed_in_place() {
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
    fn an_empty_history_stays_separate_from_what_follows() {
        let entry = format!("- {AT} Proposed → Accepted");
        let record = |history: &str| format!("# X\n\n- Status: Proposed\n\n## Status history{history}");
        let expected = |history: &str| record(history).replace("Status: Proposed", "Status: Accepted");
        for (before, after) in [
            ("", format!("\n\n{entry}\n")),
            ("\n", format!("\n\n{entry}\n")),
            ("\n## More\n", format!("\n\n{entry}\n\n## More\n")),
            ("\n\n## More\n", format!("\n\n{entry}\n\n## More\n")),
        ] {
            check(&record(before), &accept(None), &expected(&after));
        }
    }

    #[test]
    fn nothing_to_change_is_no_change() {
        let text = "# X\n\n- Status: Accepted\n";
        check(text, &accept(None), text);
        check(text, &Revision::default(), text);
        let noted = format!("{text}\n## Status history\n\n- {AT} Accepted: still true\n");
        check(text, &accept(Some("still true")), &noted);
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
