//! Which line belongs to which list item, decided by indentation alone.

/// The list items that the current line may stand under, outermost first.
///
/// A line that is not blank closes every item it is not indented under, whatever kind of line it is: that is also where
/// the item's block ends.
#[derive(Debug, Default)]
pub(crate) struct Nesting {
    open: Vec<OpenItem>,
}

/// A list item whose block still goes on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OpenItem {
    /// Width of the white space before it.
    pub(crate) columns: usize,
    /// Its number, if it is a task; other list items are notes.
    pub(crate) task: Option<usize>,
}

/// Why it cannot be decided where a task belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Doubt {
    /// Indented by one column more than the item above: Markdown shows it beside that item, indentation says under it.
    OneColumn,
    /// Indented under nothing.
    Orphan,
}

impl Nesting {
    /// Closes what a line at `columns` ends, and hands each closed item to `closed`, innermost first.
    pub(crate) fn close(&mut self, columns: usize, mut closed: impl FnMut(OpenItem)) {
        while let Some(item) = self.open.pop_if(|item| item.columns >= columns) {
            closed(item);
        }
    }

    /// Closes what a task at `columns` ends. Where there is doubt, it is placed as Markdown would show it.
    pub(crate) fn close_for_task(&mut self, columns: usize, closed: impl FnMut(OpenItem)) -> Option<Doubt> {
        let above = self.open.iter().rev().find(|item| item.columns < columns).map(|item| item.columns);
        let doubt = match above {
            None if columns > 0 => Some(Doubt::Orphan),
            Some(above) if columns == above + 1 => Some(Doubt::OneColumn),
            _ => None,
        };
        self.close(if doubt == Some(Doubt::OneColumn) { columns - 1 } else { columns }, closed);
        doubt
    }

    /// Opens a list item at `columns`.
    pub(crate) fn open(&mut self, columns: usize, task: Option<usize>) {
        self.open.push(OpenItem { columns, task });
    }

    /// The innermost task that is open.
    pub(crate) fn task(&self) -> Option<usize> {
        self.open.iter().rev().find_map(|item| item.task)
    }
}
