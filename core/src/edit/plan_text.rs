//! The plan's own title and body.

use crate::plan::Document;
use crate::text::{Span, TextEdit};

use super::body::{BodyChange, change_plan_body};
use super::titles::plan_title;
use super::{EditError, UpdatePlan};

/// Changes the title and the body of a plan.
pub(super) fn update(document: &Document, update: &UpdatePlan) -> Result<TextEdit, EditError> {
    update.check()?;
    let body = BodyChange::from_arguments(update.body_markdown.as_deref(), update.clear_body);
    let plan = document.plan();
    let heading = plan.title.and_then(|title| plan.headings.get(title)).ok_or_else(EditError::missing_title)?;
    let text = document.text();
    let mut edit = TextEdit::default();
    if let Some(title) = update.title.as_ref().filter(|title| *title != heading.name.of(text)) {
        let title = plan_title(title)?;
        let span = if heading.name.is_empty() { Span::at(heading.span.start + 1) } else { heading.name };
        let space = if heading.name.is_empty() { " " } else { "" };
        edit.push(text, span, &format!("{space}{title}"));
    }
    if let Some(each) = body.and_then(|body| change_plan_body(document, heading.span.end, body)) {
        edit.push(text, each.span, &each.text);
    }
    Ok(edit)
}
