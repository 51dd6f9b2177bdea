//! Where a task is inserted: next to another, under a parent, or in a section, whose headings are added if they are missing.

use crate::plan::{Document, Heading, INDENT_STEP, Task, UnclosedBlock};
use crate::text::ending_at;

use super::titles::{are_alike, section_name};
use super::{EditError, Position};

/// Level 1 is the plan's title; sections start below it.
const TOP_LEVEL: usize = 2;
/// The deepest heading of Markdown.
const DEEPEST_LEVEL: usize = 6;

/// Where a block of lines is inserted.
#[derive(Clone, Debug)]
pub(super) struct InsertionPoint {
    /// The start of a line, or the end of the text.
    pub(super) offset: usize,
    pub(super) indent: usize,
    /// Index of the parent.
    pub(super) parent: Option<usize>,
    /// Missing headings to write first, with blank lines around them.
    pub(super) headings: String,
}

impl InsertionPoint {
    fn at(offset: usize, indent: usize, parent: Option<usize>) -> Self {
        Self { offset, indent, parent, headings: String::new() }
    }

    /// The lines to write first: the end of a code block or comment that would swallow what follows, and missing headings.
    pub(super) fn leading_lines(&self, document: &Document) -> String {
        let closing_line = |block: &UnclosedBlock| block.closing_line_at(self.offset, self.indent);
        match document.plan().unclosed.iter().find_map(closing_line) {
            Some(line) => line + ending_at(document.text(), self.offset) + &self.headings,
            None => self.headings.clone(),
        }
    }

    /// Before `task`, as its sibling.
    pub(super) fn before(task: &Task) -> Self {
        Self::at(task.block.start, task.indent, task.parent)
    }

    /// After `task` and its subtasks, as its sibling.
    pub(super) fn after(task: &Task) -> Self {
        Self::at(task.block.end, task.indent, task.parent)
    }

    /// First or last under the task with index `parent`.
    pub(super) fn under(document: &Document, parent: usize, position: Position) -> Self {
        let tasks = &document.plan().tasks;
        let task = &tasks[parent];
        let children = || tasks[parent + 1..task.subtree_end].iter().filter(|child| child.parent == Some(parent));
        let sibling = match position {
            Position::First => children().next().map(Self::before),
            // Text after the last child belongs to the parent, and stays above the new task.
            Position::Last => children().next_back().filter(|child| child.block.end == task.block.end).map(Self::after),
        };
        sibling.unwrap_or_else(|| Self::at(task.block.end, task.indent + INDENT_STEP, Some(parent)))
    }

    /// First or last among the top-level tasks of the section `path`. An empty path means the part before all sections.
    pub(super) fn at_path(document: &Document, path: &[String], position: Position) -> Result<Self, EditError> {
        let (found, depth) = deepest_section(document, path, SectionNames::Exact);
        match path.get(depth..) {
            None | Some([]) => Ok(Self::in_section(document, found, position)),
            Some(missing) => {
                let missing = missing.iter().map(|name| section_name(name)).collect::<Result<Vec<_>, _>>()?;
                missing_headings(document, found, &missing)
            }
        }
    }

    /// First or last among the top-level tasks under a heading, or before the first heading.
    pub(super) fn in_section(document: &Document, section: Option<usize>, position: Position) -> Self {
        let plan = document.plan();
        if position == Position::First
            && let Some(first) = plan.tasks.iter().find(|task| task.section == section && task.parent.is_none())
        {
            return Self::before(first);
        }
        let heading = section.and_then(|section| plan.headings.get(section));
        Self::at(heading.map_or(plan.preamble_end, |heading| heading.content_end), 0, None)
    }
}

/// How names of sections are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SectionNames {
    /// Every heading is found by its exact name, even if no tool would write such a name.
    Exact,
    /// Case and white space do not count.
    Alike,
}

/// A section path as the plan spells it: where headings exist, by their names. A path may start with the plan's title.
pub(super) fn spelled_path(document: &Document, path: &[String]) -> Vec<String> {
    let (text, plan) = (document.text(), document.plan());
    let exact = deepest_section(document, path, SectionNames::Exact);
    let alike = if exact.1 < path.len() { deepest_section(document, path, SectionNames::Alike) } else { exact };
    let (found, depth) = if alike.1 > exact.1 { alike } else { exact };
    if let ([first, rest @ ..], Some(title), 0) = (path, plan.title(text), depth)
        && are_alike(title, first)
    {
        return spelled_path(document, rest);
    }
    let existing = plan.section_path(text, found.filter(|_| depth > 0)).into_iter().map(str::to_owned);
    existing.chain(path.iter().skip(depth).cloned()).collect()
}

/// The section with the longest common prefix with the path, and the length of that prefix. Without a common name it is the
/// plan's title, if there is one.
pub(super) fn deepest_section(document: &Document, path: &[String], names: SectionNames) -> (Option<usize>, usize) {
    let (text, plan) = (document.text(), document.plan());
    let is_named = |heading: &Heading, wanted: &String| {
        let name = heading.name.of(text);
        name == wanted
            || section_name(wanted).is_ok_and(|wanted| name == wanted)
            || names == SectionNames::Alike && are_alike(name, wanted)
    };
    let mut best = (plan.title, 0);
    // For each heading whose whole path is a prefix of `path`, the length of its path.
    let mut depths: Vec<Option<usize>> = Vec::with_capacity(plan.headings.len());
    for (index, heading) in plan.headings.iter().enumerate() {
        let above =
            if heading.level < TOP_LEVEL { None } else { heading.parent.map_or(Some(0), |parent| depths[parent]) };
        let is_next = |above: &usize| path.get(*above).is_some_and(|wanted| is_named(heading, wanted));
        let own = above.filter(is_next).map(|above| above + 1);
        depths.push(own);
        if own.is_some_and(|own| own > best.1) {
            best = (Some(index), own.unwrap_or_default());
        }
    }
    best
}

/// Below missing headings, which go to the end of the deepest existing section.
pub(super) fn missing_headings(
    document: &Document,
    found: Option<usize>,
    missing: &[&str],
) -> Result<InsertionPoint, EditError> {
    let (text, headings) = (document.text(), &document.plan().headings);
    let section = found.and_then(|index| headings.get(index)).filter(|heading| heading.level >= TOP_LEVEL);
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
    Ok(InsertionPoint { offset, indent: 0, parent: None, headings })
}

/// End of a section and its subsections.
fn end_of_section(headings: &[Heading], index: Option<usize>, section: &Heading) -> usize {
    let rest = index.and_then(|index| headings.get(index + 1..)).unwrap_or_default();
    let inside = rest.iter().take_while(|heading| heading.level > section.level);
    inside.last().unwrap_or(section).content_end
}

fn end_of_text(document: &Document) -> usize {
    let plan = document.plan();
    plan.headings.last().map_or(plan.preamble_end, |heading| heading.content_end)
}
