//! Plans as other formats: Markdown for GitHub, JSON for programs, CSV for tables, and a page for people.

mod csv;
mod gfm;
mod html;
mod json;
pub mod markdown;
mod parts;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr, VariantArray};

use crate::plan::{Diagnostic, Diagnostics, Document};

/// What a plan can be exported to.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, IntoStaticStr, EnumString, VariantArray,
)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum Format {
    /// Markdown with the boxes that GitHub shows.
    Gfm,
    /// Everything, for programs.
    Json,
    /// One row a task.
    Csv,
    /// One page that needs nothing else.
    Html,
}

/// A plan in another format.
#[derive(Clone, Debug)]
pub struct Exported {
    /// The text.
    pub text: String,
    /// What is wrong with the plan: what is on such a line may be missing.
    pub findings: Vec<Diagnostic>,
}

/// Writes a plan in another format. One with errors is written as far as it can be read.
///
/// ```
/// use long_term_plan_core::convert::export::{export, Format};
/// use long_term_plan_core::plan::Document;
/// let plan = Document::new("<!-- long-term-plan:format=v1 -->\n- [√] Ship <!-- long-term-plan:id=t_1 -->\n".into());
/// assert_eq!(export(&plan, "demo", Format::Gfm).text, "- [x] Ship\n");
/// ```
pub fn export(document: &Document, plan_id: &str, format: Format) -> Exported {
    let text = match format {
        Format::Gfm => gfm::write(document),
        Format::Json => json::write(document, plan_id),
        Format::Csv => csv::write(document),
        Format::Html => html::write(document, plan_id),
    };
    Exported { text, findings: Diagnostics::of(document.plan(), document.text()).errors }
}
