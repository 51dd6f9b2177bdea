//! What two sides could not agree on, and how that is told.

/// Something that was changed differently on both sides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conflict {
    /// The task it is about; none for headings, text and the file as a whole.
    pub task_id: Option<String>,
    /// Which part of it: `status`, `title`, an attribute's key, `body`, `task`, `heading`, `text` or `file`.
    pub field: String,
    /// 1-based line of its first conflict marker in the merged text; for a note, of what it is about.
    pub line: usize,
    /// The value before.
    pub base: Option<String>,
    /// Our value; none if we took it away.
    pub ours: Option<String>,
    /// Their value; none if they took it away.
    pub theirs: Option<String>,
    /// What happened.
    pub message: String,
}
