//! One task line, apart from the lines around it.

use crate::text::{Interner, Line, Span, truncate};
use crate::word::Word;

use super::super::attributes::check_attribute;
use super::super::line::{self, LineShape};
use super::super::status::guess_status;
use super::super::{AttributeKey, Attributes, DiagnosticCode, Fix, State, Status, Task, is_id};
use super::Parser;

impl Parser<'_> {
    /// Parses the line of a task candidate, apart from the lines around it.
    pub(super) fn task(&mut self, line: Line, shape: &LineShape, bullet: Span, checkbox: Span) -> Option<Task> {
        let status = self.status(line.number, bullet, checkbox);
        let rest = Span::new(checkbox.end, shape.content.end).trimmed(self.text);
        let comment = self.comment(line.number, shape, rest)?;
        // Unicode white space is trimmed too, or writing the title back would change it.
        let title = Span::new(rest.start, comment.span.start).trimmed_of(self.text, char::is_whitespace);
        self.attributes(line.number, comment.attributes, status);
        Some(Task {
            line: line.number,
            last_line: line.number,
            indent: shape.columns,
            span: line.content,
            block: Span::new(line.content.start, line.end()),
            checkbox,
            title,
            comment: comment.span,
            id: comment.value,
            attributes: comment.attributes,
            status,
            body: None,
            section: None,
            parent: None,
            children: 0,
            subtree_end: 0,
        })
    }

    fn status(&mut self, line: usize, bullet: Span, checkbox: Span) -> Status {
        let content = Span::new(checkbox.start + 1, checkbox.end - 1).of(self.text);
        let style = self.plan.marker_style();
        let exact = style.status(content);
        let guess = exact.or_else(|| guess_status(content));
        let fix = guess.map(|status| Fix::Mark { bullet, checkbox, status });
        if exact.is_none() {
            let message = format!("[{content}] is not a mark of this plan; it uses {}", style.checkboxes());
            self.report(DiagnosticCode::InvalidStatusSymbol, line, checkbox, message, fix.clone());
        }
        if bullet.of(self.text) != "-" {
            let message = format!(
                "a task starts with -, not {}; write -, or quote the line with > if it is not a task",
                bullet.of(self.text)
            );
            self.report(DiagnosticCode::MalformedTaskLine, line, bullet, message, fix);
        }
        guess.unwrap_or(Status::Todo)
    }

    /// The id comment of a task candidate, if it has a usable one.
    fn comment(&mut self, line: usize, shape: &LineShape, rest: Span) -> Option<line::Comment> {
        let Some(comment) = line::id_comment(self.text, rest) else {
            let mentions_id = line::mentions_id(self.text, rest);
            if mentions_id {
                let message = "the id comment must be closed with --> and be the last thing on the line; move what follows into the title";
                self.report(DiagnosticCode::MalformedTaskLine, line, rest, message.into(), None);
            } else {
                let message = "this task has no id";
                let fix = Fix::AddId { at: Span::at(rest.end), within_comment: false };
                self.report(DiagnosticCode::MissingTaskId, line, rest, message.into(), Some(fix));
            }
            self.expect_continuation(shape, mentions_id);
            return None;
        };
        let id = comment.value.of(self.text);
        if !is_id(id) {
            let message = format!(
                "the id {:?} is not usable; use 1 to 128 letters, digits, _ and -, starting with a letter or digit",
                truncate(id, 40)
            );
            let fix = Fix::AddId { at: comment.value, within_comment: true };
            self.report(DiagnosticCode::InvalidTaskId, line, comment.value, message, Some(fix));
            return None;
        }
        Some(comment)
    }

    fn attributes(&mut self, line: usize, list: Span, status: Status) {
        let mut keys = Interner::<&str>::default();
        for attribute in Attributes::new(self.text, list) {
            let (key, value) = (attribute.key.of(self.text), attribute.value.of(self.text));
            let problem = match check_attribute(self.text, attribute) {
                Err(error) => Some(error.0),
                Ok(()) if !keys.insert(key) => {
                    Some(format!("{key} occurs twice; the first one counts, remove the other"))
                }
                Ok(()) if key == AttributeKey::State.as_str() => State::named(value)
                    .filter(|state| !state.fits(status))
                    .map(|state| format!("state={} does not fit the status {}", state.as_str(), status.as_str())),
                Ok(()) => None,
            };
            if let Some(message) = problem {
                self.report(DiagnosticCode::InvalidAttribute, line, attribute.span, message, None);
            }
        }
    }
}
