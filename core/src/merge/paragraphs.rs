//! Where paragraphs begin and end.

use crate::markdown::VerbatimBlocks;
use crate::text::Interner;

use super::tree::{NodeKind, Tree};

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
}

/// The first and last lines of all paragraphs in three versions.
///
/// If a task between two paragraphs moves away, their lines can become neighbors. A border between two lines therefore counts
/// in all versions, so that a paragraph is the same one everywhere.
#[derive(Debug, Default)]
pub(super) struct Borders<'t> {
    first_lines: Interner<&'t str>,
    last_lines: Interner<&'t str>,
}

impl<'t> Borders<'t> {
    pub(super) fn of(trees: &[Tree<'t>; 3]) -> Self {
        let mut borders = Self::default();
        for tree in trees {
            for node in tree.nodes.iter().filter(|node| node.kind == NodeKind::Text) {
                let content = node.own.of(tree.text);
                borders.first_lines.intern(content.split('\n').next().unwrap_or_default().trim());
                borders
                    .last_lines
                    .intern(content.trim_end_matches('\n').rsplit('\n').next().unwrap_or_default().trim());
            }
        }
        borders
    }

    /// Whether one line ends a paragraph and the next begins one, in any version.
    pub(super) fn between(&self, line: &str, next: &str) -> bool {
        self.last_lines.find(line.trim()).is_some() && self.first_lines.find(next.trim()).is_some()
    }

    /// Whether a paragraph of a tree must be split.
    pub(super) fn split_any(&self, tree: &Tree<'_>) -> bool {
        let texts = tree.nodes.iter().filter(|node| node.kind == NodeKind::Text);
        texts.map(|node| node.own.of(tree.text)).any(|content| {
            let lines = content.split_terminator('\n');
            lines.clone().zip(lines.skip(1)).any(|(line, next)| self.between(line, next))
        })
    }
}
