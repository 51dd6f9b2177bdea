//! Which list item encloses a line, decided by indentation alone.

/// The list items that the current line may belong to, outermost first.
///
/// A line that is not blank closes every item that it is not indented under, whatever kind of line it is. The item's block
/// ends there.
#[derive(Debug)]
pub struct OpenItems<T> {
    items: Vec<OpenItem<T>>,
}

impl<T> Default for OpenItems<T> {
    fn default() -> Self {
        Self { items: Vec::new() }
    }
}

/// A list item whose block still continues.
#[derive(Clone, Copy, Debug)]
pub struct OpenItem<T> {
    /// Width of the white space before it.
    pub columns: usize,
    /// What the caller stored with it.
    pub value: T,
}

/// Why the position of a task is ambiguous.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IndentProblem {
    /// One column more than the item above: by Markdown a sibling of that item, by indentation its child.
    OneColumn,
    /// Indented under nothing.
    Orphan,
}

impl<T> OpenItems<T> {
    /// Closes the items that a line at `columns` ends, and passes each of them to `closed`, innermost first.
    pub fn close(&mut self, columns: usize, mut closed: impl FnMut(OpenItem<T>)) {
        while let Some(item) = self.items.pop_if(|item| item.columns >= columns) {
            closed(item);
        }
    }

    /// Closes the items that a task at `columns` ends. An ambiguous task is placed where Markdown would show it.
    pub fn close_for_task(&mut self, columns: usize, closed: impl FnMut(OpenItem<T>)) -> Option<IndentProblem> {
        let above = self.iter().map(|item| item.columns).find(|above| *above < columns);
        let problem = match above {
            None if columns > 0 => Some(IndentProblem::Orphan),
            Some(above) if columns == above + 1 => Some(IndentProblem::OneColumn),
            _ => None,
        };
        self.close(if problem == Some(IndentProblem::OneColumn) { columns - 1 } else { columns }, closed);
        problem
    }

    /// Opens a list item at `columns`.
    pub fn open(&mut self, columns: usize, value: T) {
        self.items.push(OpenItem { columns, value });
    }

    /// The open items, innermost first.
    pub fn iter(&self) -> impl Iterator<Item = &OpenItem<T>> {
        self.items.iter().rev()
    }
}
