//! The merged text as it grows, with its conflict markers.

use super::conflict::Conflict;
use super::tree::TextLine;
use super::{OURS, Options, Side, THEIRS};
use crate::plan::SMALLEST_CONFLICT_MARKER;
use crate::text::{Chunk, diff3};

/// The text so far.
#[derive(Debug)]
pub(super) struct Output<'o> {
    pub(super) text: String,
    /// Number of the next line.
    line: usize,
    /// How far the lines of the text were counted.
    counted: usize,
    options: &'o Options,
    pub(super) conflicts: Vec<Conflict>,
    pub(super) notes: Vec<Conflict>,
}

/// What a conflict is about.
#[derive(Clone, Copy, Debug)]
pub(super) struct About<'a> {
    pub(super) task_id: Option<&'a str>,
    pub(super) field: &'a str,
}

impl<'o> Output<'o> {
    pub(super) fn new(options: &'o Options, length: usize) -> Self {
        let text = String::with_capacity(length);
        Self { text, line: 1, counted: 0, options, conflicts: Vec::new(), notes: Vec::new() }
    }

    /// 1-based number of the line that comes next.
    pub(super) fn line(&mut self) -> usize {
        self.line += memchr::memchr_iter(b'\n', &self.text.as_bytes()[self.counted..]).count();
        self.counted = self.text.len();
        self.line
    }

    /// Writes a marker line, with a label if there is one.
    fn marker(&mut self, symbol: char, label: Option<&str>) {
        if !self.text.is_empty() && !self.text.ends_with('\n') {
            self.text.push('\n');
        }
        self.text.extend(std::iter::repeat_n(symbol, self.options.marker_size.max(SMALLEST_CONFLICT_MARKER)));
        if let Some(label) = label.filter(|label| !label.is_empty()) {
            self.text.push(' ');
            self.text.push_str(label);
        }
        self.text.push('\n');
    }

    /// Begins the part of a conflict that `side` writes; theirs ends ours.
    pub(super) fn open(&mut self, side: Side) {
        let options = self.options;
        if side == OURS {
            self.marker('<', Some(&options.ours_label));
        } else {
            self.marker('=', None);
        }
    }

    /// Ends a conflict after their part.
    pub(super) fn close(&mut self) {
        let options = self.options;
        self.marker('>', Some(&options.theirs_label));
    }

    /// Writes a conflict about whole lines, each part with its line endings.
    pub(super) fn conflict(&mut self, about: About<'_>, base: Option<&str>, ours: &str, theirs: &str, message: String) {
        let line = self.line();
        self.open(OURS);
        self.text.push_str(ours);
        self.open(THEIRS);
        self.text.push_str(theirs);
        self.close();
        self.tell(about, line, [base, Some(ours), Some(theirs)], message);
    }

    /// Notes a conflict that was written.
    pub(super) fn tell(&mut self, about: About<'_>, line: usize, values: [Option<&str>; 3], message: String) {
        let [base, ours, theirs] = values.map(|value| value.map(|value| value.trim_end_matches('\n').to_owned()));
        let (task_id, field) = (about.task_id.map(str::to_owned), about.field.to_owned());
        self.conflicts.push(Conflict { task_id, field, line, base, ours, theirs, message });
    }

    /// Tells of something that a rule decided.
    pub(super) fn note(&mut self, about: About<'_>, message: String) {
        let line = self.line();
        let (task_id, field) = (about.task_id.map(str::to_owned), about.field.to_owned());
        self.notes.push(Conflict { task_id, field, line, base: None, ours: None, theirs: None, message });
    }

    /// Writes lines that were merged by themselves, under a task at `indent` columns. Says whether the sides agree.
    pub(super) fn merged_lines(
        &mut self,
        about: About<'_>,
        [base, ours, theirs]: [&[TextLine<'_>]; 3],
        indent: usize,
    ) -> bool {
        let mut agreed = true;
        let [was, our, their] =
            [base, ours, theirs].map(|lines| lines.iter().map(TextLine::dedented).collect::<Vec<_>>());
        for chunk in diff3(&was, &our, &their) {
            match chunk {
                Chunk::Ours(lines) => self.text.push_str(&written(&ours[lines], indent)),
                Chunk::Theirs(lines) => self.text.push_str(&written(&theirs[lines], indent)),
                Chunk::Conflict { base: was, ours: our, theirs: their } => {
                    let [was, our, their] =
                        [&base[was], &ours[our], &theirs[their]].map(|lines| written(lines, indent));
                    let of = about.task_id.map_or_else(String::new, |id| format!(" of {id}"));
                    let message = format!("{}{of} was changed differently on both sides", about.field);
                    self.conflict(about, Some(&was), &our, &their, message);
                    agreed = false;
                }
            }
        }
        agreed
    }
}

/// Lines as they are under a task at `indent` columns.
pub(super) fn written(lines: &[TextLine<'_>], indent: usize) -> String {
    let mut out = String::new();
    for line in lines {
        line.write(indent, &mut out);
    }
    out
}
