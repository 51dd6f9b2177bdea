//! Which line belongs to which list item, decided by indentation alone.

/// The list items that the current line may stand under, outermost first.
///
/// A line that is not blank closes every item it is not indented under, whatever kind of line it is: that is also where
/// the item's block ends.
#[derive(Debug)]
pub struct Nesting<T> {
    open: Vec<OpenItem<T>>,
}

impl<T> Default for Nesting<T> {
    fn default() -> Self {
        Self { open: Vec::new() }
    }
}

/// A list item whose block still goes on.
#[derive(Clone, Copy, Debug)]
pub struct OpenItem<T> {
    /// Width of the white space before it.
    pub columns: usize,
    /// What is known about it.
    pub value: T,
}

/// Why it cannot be decided where a task belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Doubt {
    /// Indented by one column more than the item above: Markdown shows it beside that item, indentation says under it.
    OneColumn,
    /// Indented under nothing.
    Orphan,
}

impl<T> Nesting<T> {
    /// Closes what a line at `columns` ends, and hands each closed item to `closed`, innermost first.
    pub fn close(&mut self, columns: usize, mut closed: impl FnMut(OpenItem<T>)) {
        while let Some(item) = self.open.pop_if(|item| item.columns >= columns) {
            closed(item);
        }
    }

    /// Closes what a task at `columns` ends. Where there is doubt, it is placed as Markdown would show it.
    pub fn close_for_task(&mut self, columns: usize, closed: impl FnMut(OpenItem<T>)) -> Option<Doubt> {
        let above = self.open_items().map(|item| item.columns).find(|above| *above < columns);
        let doubt = match above {
            None if columns > 0 => Some(Doubt::Orphan),
            Some(above) if columns == above + 1 => Some(Doubt::OneColumn),
            _ => None,
        };
        self.close(if doubt == Some(Doubt::OneColumn) { columns - 1 } else { columns }, closed);
        doubt
    }

    /// Opens a list item at `columns`.
    pub fn open(&mut self, columns: usize, value: T) {
        self.open.push(OpenItem { columns, value });
    }

    /// The items that are open, innermost first.
    pub fn open_items(&self) -> impl Iterator<Item = &OpenItem<T>> {
        self.open.iter().rev()
    }
}
