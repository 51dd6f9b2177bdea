//! Creates plans, and changes their titles and bodies.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr, VariantArray};

use crate::plan::{Document, HEADER, encode_body};
use crate::text::{Span, TextEdit};

use super::body::{BodyChange, change_plan_body};
use super::titles::plan_title;
use super::{EditError, EditedOp, OpEdit, UpdatePlan};

/// The initial content of a new plan.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, IntoStaticStr, EnumString, VariantArray,
)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum Template {
    /// Only the title.
    Empty,
    /// The title and the sections Now, Next and Later.
    Basic,
}

/// The text of a new plan.
///
/// ```
/// use long_term_plan_core::edit::{create, Template};
/// let text = create("Demo", Template::Empty, Some("What it is for.")).unwrap();
/// assert_eq!(text, "<!-- long-term-plan:format=v1 -->\n\n# Demo\n\n> What it is for.\n");
/// ```
pub fn create(title: &str, template: Template, body_markdown: Option<&str>) -> Result<String, EditError> {
    let mut text = format!("{HEADER}\n\n# {}\n", plan_title(title)?);
    if let Some(BodyChange::Set(markdown)) = BodyChange::from_arguments(body_markdown, None) {
        text.push_str(&format!("\n{}\n", encode_body(markdown, 0, "\n")));
    }
    if template == Template::Basic {
        text.push_str("\n## Now\n\n## Next\n\n## Later\n");
    }
    Ok(text)
}

pub(super) fn update(document: &Document, update: &UpdatePlan) -> Result<OpEdit, EditError> {
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
    let mut result = EditedOp::default();
    if let Some(change) = body
        && let Some(each) = change_plan_body(document, heading.span.end, change)
    {
        edit.push(text, each.span, &each.text);
        result.replaced_body = change.replaced(plan.body, text);
    }
    Ok(OpEdit { edit, result })
}
