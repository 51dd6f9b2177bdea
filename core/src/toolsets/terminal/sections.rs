//! The section that people name.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::failure::{Failure, ToolError};
use crate::query::is_typo;
use crate::text::fold;

/// A section of a plan, as people name it.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct SectionName {
    pub(super) plan_id: String,
    /// A heading, or several from the outermost, as in `Milestone 2 / Backend`.
    pub(super) name: String,
    /// Whether it may be missing.
    pub(super) create: Option<bool>,
}

/// The path of the section in a plan that has `sections`.
pub(super) fn find_section(sections: &[Vec<String>], wanted: &SectionName) -> Result<Vec<String>, Failure> {
    let names: Vec<_> = wanted.name.split(['/', '›']).map(str::trim).filter(|name| !name.is_empty()).collect();
    let folded: Vec<_> = names.iter().map(|name| squeezed(name)).collect();
    let ends_so = |path: &&Vec<String>| {
        let path: Vec<_> = path.iter().map(|name| squeezed(name)).collect();
        !folded.is_empty() && path.ends_with(&folded)
    };
    // Of several, the outermost.
    if let Some(path) = sections.iter().filter(ends_so).min_by_key(|path| path.len()) {
        return Ok(path.clone());
    }
    // A heading can contain the separator itself.
    let whole = squeezed(&wanted.name);
    if let Some(path) = sections.iter().find(|path| path.last().is_some_and(|name| squeezed(name) == whole)) {
        return Ok(path.clone());
    }
    if wanted.create == Some(true) && !names.is_empty() {
        return Ok(names.into_iter().map(str::to_owned).collect());
    }
    let close = |path: &&Vec<String>| path.last().is_some_and(|name| is_typo(&squeezed(name), &whole));
    let hint = match sections.iter().find(close).and_then(|path| path.last()) {
        Some(name) => format!(" Did you mean \"{name}\"?"),
        None if sections.is_empty() => " It has no sections".into(),
        None => {
            let names: Vec<_> = sections.iter().filter_map(|path| path.last()).map(String::as_str).collect();
            format!(" It has {}", names.join(", "))
        }
    };
    let message = format!("{} has no section \"{}\".{hint}", wanted.plan_id, wanted.name);
    Err(ToolError::new("SECTION_NOT_FOUND", message).with_detail("section", &wanted.name).into())
}

/// Case and white space do not count.
fn squeezed(name: &str) -> String {
    fold(&name.split_whitespace().collect::<Vec<_>>().join(" "))
}
