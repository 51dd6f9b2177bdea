//! Where a task goes: next to another, under a parent, or into a section, whose headings are made if need be.

use crate::plan::{Document, Heading, INDENT_STEP, Task};
use crate::text::ending_at;

use super::titles::section_name;
use super::{EditError, Position};

/// Smallest level of a heading that is a section.
const TOP_LEVEL: usize = 2;
/// Markdown has no deeper heading.
const DEEPEST_LEVEL: usize = 6;

/// A place for a block of lines.
#[derive(Clone, Debug)]
pub(super) struct Place {
    /// The start of a line, or the end of the text.
    pub(super) offset: usize,
    /// Indentation of the task there.
    pub(super) indent: usize,
    /// Number of the task that it is under.
    pub(super) parent: Option<usize>,
    /// Headings that have to be written first, each a line with blank lines around it.
    pub(super) headings: String,
}

impl Place {
    fn at(offset: usize, indent: usize, parent: Option<usize>) -> Self {
        Self { offset, indent, parent, headings: String::new() }
    }

    /// Right before `task`, as its sibling.
    pub(super) fn before(task: &Task) -> Self {
        Self::at(task.block.start, task.indent, task.parent)
    }

    /// Right after `task` and all that is under it, as its sibling.
    pub(super) fn after(task: &Task) -> Self {
        Self::at(task.block.end, task.indent, task.parent)
    }

    /// First or last under the task with number `parent`.
    pub(super) fn under(document: &Document, parent: usize, position: Position) -> Self {
        let tasks = &document.plan().tasks;
        let task = &tasks[parent];
        let children = || tasks[parent + 1..task.subtree_end].iter().filter(|child| child.parent == Some(parent));
        let neighbour = match position {
            Position::First => children().next().map(Self::before),
            // What stands after the last child belongs to the parent, and stays above the new one.
            Position::Last => children().next_back().filter(|child| child.block.end == task.block.end).map(Self::after),
        };
        neighbour.unwrap_or_else(|| Self::at(task.block.end, task.indent + INDENT_STEP, Some(parent)))
    }

    /// First or last among the tasks under the headings of `path` that are nobody's children. An empty path is the part of
    /// the plan before its sections.
    pub(super) fn at_path(document: &Document, path: &[String], position: Position) -> Result<Self, EditError> {
        let (found, depth) = deepest_section(document, path);
        match path.get(depth..) {
            None | Some([]) => Ok(Self::in_section(document, found, position)),
            Some(missing) => {
                let missing = missing.iter().map(|name| section_name(name)).collect::<Result<Vec<_>, _>>()?;
                with_headings(document, found, &missing)
            }
        }
    }

    /// First or last among the tasks right under a heading, or before the first one, that are nobody's children.
    pub(super) fn in_section(document: &Document, section: Option<usize>, position: Position) -> Self {
        let plan = document.plan();
        let first = plan.tasks.iter().find(|task| task.section == section && task.parent.is_none());
        if let (Position::First, Some(first)) = (position, first) {
            return Self::before(first);
        }
        let heading = section.and_then(|section| plan.headings.get(section));
        Self::at(heading.map_or(plan.preamble_end, |heading| heading.content_end), 0, None)
    }
}

/// The section that shares the longest start with the path, and how many names that is. With none of them, it is the
/// plan's title, or nothing in a plan without one. Whatever a heading is called, its own name finds it.
fn deepest_section(document: &Document, path: &[String]) -> (Option<usize>, usize) {
    let (text, plan) = (document.text(), document.plan());
    let is_named = |heading: &Heading, wanted: &String| {
        let name = heading.name.of(text);
        name == wanted || section_name(wanted).is_ok_and(|wanted| name == wanted)
    };
    let mut best = (plan.title, 0);
    // For each heading, how many names its own path shares with the wanted one, if all of its names do.
    let mut shared: Vec<Option<usize>> = Vec::with_capacity(plan.headings.len());
    for (number, heading) in plan.headings.iter().enumerate() {
        let above =
            if heading.level < TOP_LEVEL { None } else { heading.parent.map_or(Some(0), |parent| shared[parent]) };
        let is_next = |above: &usize| path.get(*above).is_some_and(|wanted| is_named(heading, wanted));
        let own = above.filter(is_next).map(|above| above + 1);
        shared.push(own);
        if own.is_some_and(|own| own > best.1) {
            best = (Some(number), own.unwrap_or_default());
        }
    }
    best
}

/// The place under headings that are yet to be written, at the end of the section that is there.
fn with_headings(document: &Document, found: Option<usize>, missing: &[&str]) -> Result<Place, EditError> {
    let (text, headings) = (document.text(), &document.plan().headings);
    let section = found.and_then(|number| headings.get(number)).filter(|heading| heading.level >= TOP_LEVEL);
    let first_level = section.map_or(TOP_LEVEL, |heading| heading.level + 1);
    if first_level + missing.len() - 1 > DEEPEST_LEVEL {
        let message = format!(
            "sectionPath needs a heading below level {DEEPEST_LEVEL}, which Markdown does not have; use a shorter path"
        );
        return Err(EditError::invalid(message));
    }
    let offset = section.map_or_else(|| end_of_text(document), |section| end_of_section(headings, found, section));
    let ending = ending_at(text, offset);
    let written = missing.iter().enumerate().map(|(depth, name)| {
        let blank = if offset == 0 && depth == 0 { "" } else { ending };
        format!("{blank}{} {name}{ending}", "#".repeat(first_level + depth))
    });
    let headings = written.collect::<String>() + ending;
    Ok(Place { offset, indent: 0, parent: None, headings })
}

/// Where the content of a section and of all its sub-sections ends.
fn end_of_section(headings: &[Heading], number: Option<usize>, section: &Heading) -> usize {
    let rest = number.and_then(|number| headings.get(number + 1..)).unwrap_or_default();
    let inside = rest.iter().take_while(|heading| heading.level > section.level);
    inside.last().unwrap_or(section).content_end
}

fn end_of_text(document: &Document) -> usize {
    let plan = document.plan();
    plan.headings.last().map_or(plan.preamble_end, |heading| heading.content_end)
}
