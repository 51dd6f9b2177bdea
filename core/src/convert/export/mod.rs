//! Exports plans to other formats.

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

/// The formats of exports.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, IntoStaticStr, EnumString, VariantArray,
)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum Format {
    /// A Markdown checklist as GitHub renders it.
    Gfm,
    /// Everything, for programs.
    Json,
    /// One row per task.
    Csv,
    /// A self-contained page.
    Html,
}

/// A plan in another format.
#[derive(Clone, Debug)]
pub struct Exported {
    pub text: String,
    /// Errors of the plan. Their lines may be missing from the export.
    pub warnings: Vec<Diagnostic>,
}

/// Writes a plan in another format. A plan with errors is exported as far as it can be parsed.
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
    Exported { text, warnings: Diagnostics::of(document.plan(), document.text()).errors }
}
