//! New plans.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr, VariantArray};

use crate::plan::{HEADER, encode_body};

use super::EditError;
use super::body::BodyChange;
use super::titles::plan_title;

/// What a new plan starts with.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, IntoStaticStr, EnumString, VariantArray,
)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum Template {
    /// The title, and nothing else.
    Empty,
    /// The title and three sections: now, next and later.
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
