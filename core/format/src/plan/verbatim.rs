//! Verbatim blocks among list items: a block in an item ends with the item.

use crate::markdown::{MAX_INDENT, VerbatimBlock};
use crate::text::Span;

use super::OpenItems;
use super::line::{LineKind, LineShape};

/// A verbatim block that may contain the next line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpenVerbatim {
    pub(crate) block: VerbatimBlock,
    /// Where its first line starts.
    columns: usize,
    /// Where the list item that contains it starts.
    item: Option<usize>,
}

/// What a line that is not blank is to an open block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VerbatimLine {
    Inside,
    Last,
    /// It ends the list item, and the block with it.
    After,
}

impl OpenVerbatim {
    /// The block that a line opens in the innermost of `items`, which already include an item that starts on the line.
    #[inline(never)]
    pub fn opened_by<T>(text: &str, line: &LineShape, items: &OpenItems<T>) -> Option<Self> {
        let content = match line.kind {
            LineKind::Other => line.content,
            LineKind::Item { bullet, checkbox: None } => Span::new(bullet.end, line.content.end).trimmed(text),
            _ => return None,
        };
        let block = VerbatimBlock::opened_by(content.of(text))?;
        let columns = line.columns + content.start - line.content.start;
        Some(Self { block, columns, item: items.iter().next().map(|item| item.columns) })
    }

    /// Reads the next line that is not blank.
    pub fn read(&self, text: &str, line: &LineShape) -> VerbatimLine {
        let may_close = self.block == VerbatimBlock::Comment || line.columns <= self.columns + MAX_INDENT;
        if !self.contains(line.columns) {
            VerbatimLine::After
        } else if may_close && self.block.is_closed_by(line.content.of(text)) {
            VerbatimLine::Last
        } else {
            VerbatimLine::Inside
        }
    }

    /// Whether a line that starts at `columns` does not end the block's list item.
    fn contains(&self, columns: usize) -> bool {
        self.item.is_none_or(|item| columns > item)
    }

    pub fn is_in_item(&self) -> bool {
        self.item.is_some()
    }
}

/// A verbatim block that nothing closes. It ends with its list item or with the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnclosedBlock {
    pub(crate) open: OpenVerbatim,
    /// End of its last line that is not blank.
    pub(crate) end: usize,
}

impl UnclosedBlock {
    /// The line that closes the block, if a line that is inserted at `offset` and starts at `columns` would become part of it.
    pub fn closing_line_at(&self, offset: usize, columns: usize) -> Option<String> {
        let closing_line = || " ".repeat(self.open.columns) + &self.open.block.closing_line();
        (self.end == offset && self.open.contains(columns)).then(closing_line)
    }
}
