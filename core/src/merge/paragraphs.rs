//! Where paragraphs begin and end.

use crate::markdown::VerbatimBlocks;
use crate::text::{Interner, Span};

use super::matching::titles;
use super::tree::{Node, NodeKind, Tree};

pub(super) fn is_blank(line: &str) -> bool {
    line.trim_matches([' ', '\t']).is_empty()
}

/// Follows code and comment blocks, whose blank lines separate nothing.
#[derive(Debug, Default)]
pub(super) struct OpaqueBlocks(VerbatimBlocks);

impl OpaqueBlocks {
    /// Advances to the next line, and returns whether it continues a block that began above it.
    pub(super) fn continues(&mut self, line: &str) -> bool {
        let was_open = self.0.is_open();
        self.0.is_outside(line);
        was_open
    }

    /// Whether the last line opened a block or is inside of one, and did not close it.
    pub(super) fn is_open(&self) -> bool {
        self.0.is_open()
    }
}

/// The first and last lines of all paragraphs and bodies in three versions.
///
/// If the task or heading between two paragraphs moves away, they become one. So do a paragraph and a body whose task line was
/// deleted. A line that begins a paragraph in any version therefore begins one in all versions, if the lines above it contain
/// the end of another one. So a paragraph is the same one everywhere.
#[derive(Debug, Default)]
pub(super) struct Borders<'t> {
    first_lines: Interner<&'t str>,
    last_lines: Interner<&'t str>,
    /// Whether the plan's body in one version is a paragraph in another, because its title became a section or the tasks above it
    /// were deleted. Then it is a paragraph in all.
    pub(super) is_body_text: bool,
}

impl<'t> Borders<'t> {
    pub(super) fn of(trees: &[Tree<'t>; 3]) -> Self {
        let mut borders = Self { is_body_text: is_body_text(trees), ..Self::default() };
        for tree in trees {
            for node in &tree.nodes {
                let block = if node.kind == NodeKind::Text { node.own } else { node.body };
                let content = block.of(tree.text).trim_matches('\n');
                if !content.is_empty() {
                    borders.first_lines.intern(content.split('\n').next().unwrap_or_default().trim());
                    borders.last_lines.intern(content.rsplit('\n').next().unwrap_or_default().trim());
                }
            }
        }
        borders
    }

    /// Whether a line is the last one of a paragraph, in any version.
    pub(super) fn is_last(&self, line: &str) -> bool {
        self.last_lines.find(line.trim()).is_some()
    }

    /// Whether a line is the first one of a paragraph, in any version.
    pub(super) fn is_first(&self, line: &str) -> bool {
        self.first_lines.find(line.trim()).is_some()
    }

    /// Whether a paragraph of a tree must be split, or its body must become one.
    pub(super) fn split_any(&self, tree: &Tree<'_>) -> bool {
        if self.is_body_text && tree.plan.body.is_some() {
            return true;
        }
        let texts = tree.nodes.iter().filter(|node| node.kind == NodeKind::Text);
        texts.map(|node| node.own.of(tree.text)).any(|content| {
            let mut after_end = content.split_terminator('\n').skip_while(|line| !self.is_last(line)).skip(1);
            after_end.any(|line| self.is_first(line))
        })
    }
}

fn is_body_text(trees: &[Tree<'_>; 3]) -> bool {
    let first_line = |tree: &Tree<'_>, span: Span| span.of(tree.text).trim_start().lines().next().map(str::to_owned);
    let bodies = trees.iter().filter_map(|tree| first_line(tree, tree.plan.body?.span)).collect::<Vec<_>>();
    let is_title = |(tree, title): (&Tree<'_>, Option<usize>)| title.is_some() || tree.nodes.len() == 1;
    let is_body = |tree: &Tree<'_>, node: &Node| {
        node.kind == NodeKind::Text && first_line(tree, node.own).is_some_and(|line| bodies.contains(&line))
    };
    !bodies.is_empty()
        && (!trees.iter().zip(titles(trees)).all(is_title)
            || trees.iter().any(|tree| tree.nodes.iter().any(|node| is_body(tree, node))))
}
