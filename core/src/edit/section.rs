//! Adds and renames sections.

use crate::plan::Document;
use crate::text::{Span, TextEdit, ending_at};

use super::insertion_point::{SectionNames, deepest_section, missing_headings};
use super::lines::insert_lines;
use super::titles::section_name;
use super::{EditError, Edited};

/// Adds the headings of a path that are missing, below the part of it that exists.
pub fn add_section(document: &Document, path: &[String]) -> Result<Edited, EditError> {
    check_plan(document)?;
    let (found, depth) = deepest_section(document, path, SectionNames::Exact);
    let missing = path.get(depth..).unwrap_or_default();
    let names = missing.iter().map(|name| section_name(name)).collect::<Result<Vec<_>, _>>()?;
    if names.is_empty() {
        return Err(EditError::invalid(format!("the section {} exists already", shown(path))));
    }
    let target = missing_headings(document, found, &names)?;
    let lines = target.leading_lines(document);
    // The blank line below the headings separates them from a task, and there is none.
    let ending = ending_at(document.text(), target.offset);
    let lines = lines.strip_suffix(ending).and_then(|rest| rest.strip_suffix(ending)).unwrap_or(&lines);
    edited(document, insert_lines(document.text(), target.offset, lines).into())
}

/// Gives the section at a path another name; its tasks stay where they are.
pub fn rename_section(document: &Document, path: &[String], name: &str) -> Result<Edited, EditError> {
    check_plan(document)?;
    let name = section_name(name)?;
    let (found, depth) = deepest_section(document, path, SectionNames::Exact);
    let heading = found.filter(|_| depth == path.len() && depth > 0).and_then(|at| document.plan().headings.get(at));
    let Some(heading) = heading else {
        return Err(EditError::invalid(format!("the section {} does not exist", shown(path))));
    };
    let mut renamed = path.to_vec();
    if let Some(last) = renamed.last_mut() {
        name.clone_into(last);
    }
    let text = document.text();
    if heading.name.of(text) != name && deepest_section(document, &renamed, SectionNames::Exact).1 == renamed.len() {
        return Err(EditError::invalid(format!("the section {} exists already", shown(&renamed))));
    }
    let mut edit = TextEdit::default();
    let (span, space) =
        if heading.name.is_empty() { (Span::at(heading.span.start + heading.level), " ") } else { (heading.name, "") };
    edit.push(text, span, &format!("{space}{name}"));
    edited(document, edit)
}

fn shown(path: &[String]) -> String {
    path.join(" / ")
}

fn check_plan(document: &Document) -> Result<(), EditError> {
    match document.plan().errors().next() {
        Some(_) => Err(EditError::invalid_plan(document.plan().errors())),
        None => Ok(()),
    }
}

fn edited(document: &Document, edit: TextEdit) -> Result<Edited, EditError> {
    let after = document.edited(&edit);
    check_plan(&after)?;
    Ok(Edited { document: after, edit: edit.narrowed(document.text()), ops: Vec::new() })
}
