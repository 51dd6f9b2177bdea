//! Writes the merged text with its conflict markers.

use super::tree::TextLine;
use super::{Conflict, Options};
use crate::plan::SMALLEST_CONFLICT_MARKER;
use crate::text::{Chunk, both_insertions, diff3};

#[derive(Debug)]
pub(super) struct MergeWriter<'o> {
    pub(super) text: String,
    /// Number of the line at offset `counted`.
    line: usize,
    counted: usize,
    options: &'o Options,
    pub(super) conflicts: Vec<Conflict>,
    pub(super) notes: Vec<Conflict>,
}

/// What a conflict or note is about.
#[derive(Clone, Copy, Debug)]
pub(super) struct Subject<'a> {
    pub(super) task_id: Option<&'a str>,
    pub(super) field: &'a str,
}

impl<'o> MergeWriter<'o> {
    pub(super) fn new(options: &'o Options, length: usize) -> Self {
        let text = String::with_capacity(length);
        Self { text, line: 1, counted: 0, options, conflicts: Vec::new(), notes: Vec::new() }
    }

    /// 1-based number of the next line.
    pub(super) fn line(&mut self) -> usize {
        self.line += memchr::memchr_iter(b'\n', &self.text.as_bytes()[self.counted..]).count();
        self.counted = self.text.len();
        self.line
    }

    /// Writes a conflict marker.
    fn marker(&mut self, mark: char, label: Option<&str>) {
        if !self.text.is_empty() && !self.text.ends_with('\n') {
            self.text.push('\n');
        }
        self.text.extend(std::iter::repeat_n(mark, self.options.marker_size.max(SMALLEST_CONFLICT_MARKER)));
        if let Some(label) = label.filter(|label| !label.is_empty()) {
            self.text.push(' ');
            // A label is one line, or it would become part of the plan.
            self.text.extend(label.chars().map(|char| if matches!(char, '\n' | '\r') { ' ' } else { char }));
        }
        self.text.push('\n');
    }

    /// Begins our part of a conflict.
    pub(super) fn open_ours(&mut self) {
        let options = self.options;
        self.marker('<', Some(&options.ours_label));
    }

    /// Ends our part of a conflict and begins theirs. What the base says comes in between, if it is to be shown.
    pub(super) fn open_theirs(&mut self, base: Option<&str>) {
        let options = self.options;
        if let Some(label) = &options.base_label {
            self.marker('|', Some(label));
            self.text.push_str(base.unwrap_or_default());
        }
        self.marker('=', None);
    }

    /// Ends a conflict.
    pub(super) fn close(&mut self) {
        let options = self.options;
        self.marker('>', Some(&options.theirs_label));
    }

    /// Writes lines between markers.
    pub(super) fn marked(&mut self, base: Option<&str>, ours: &str, theirs: &str) {
        self.open_ours();
        self.text.push_str(ours);
        self.open_theirs(base);
        self.text.push_str(theirs);
        self.close();
    }

    /// Writes a conflict of whole lines, which include their endings.
    pub(super) fn conflict(
        &mut self,
        subject: Subject<'_>,
        base: Option<&str>,
        ours: &str,
        theirs: &str,
        message: String,
    ) {
        let line = self.line();
        self.marked(base, ours, theirs);
        self.add_conflict(subject, line, [base, Some(ours), Some(theirs)], message);
    }

    /// Adds a conflict whose lines were written already.
    pub(super) fn add_conflict(
        &mut self,
        subject: Subject<'_>,
        line: usize,
        values: [Option<&str>; 3],
        message: String,
    ) {
        let [base, ours, theirs] = values.map(|value| value.map(|value| value.trim_end_matches('\n').to_owned()));
        let (task_id, field) = (subject.task_id.map(str::to_owned), subject.field.to_owned());
        self.conflicts.push(Conflict { task_id, field, line, base, ours, theirs, message });
    }

    /// Adds a note about what a rule decided.
    pub(super) fn add_note(&mut self, subject: Subject<'_>, message: String) {
        let line = self.line();
        let (task_id, field) = (subject.task_id.map(str::to_owned), subject.field.to_owned());
        self.notes.push(Conflict { task_id, field, line, base: None, ours: None, theirs: None, message });
    }

    /// Merges lines and writes them, indented by `indent`. Two insertions at the same place are both kept. Returns whether the
    /// sides agree.
    pub(super) fn merged_lines(
        &mut self,
        subject: Subject<'_>,
        [base, ours, theirs]: [&[TextLine<'_>]; 3],
        indent: usize,
    ) -> bool {
        let mut agreed = true;
        let [was, our, their] =
            [base, ours, theirs].map(|lines| lines.iter().map(TextLine::dedented).collect::<Vec<_>>());
        let (mut chunks, mut inserted) = (diff3(&was, &our, &their).into_iter(), Vec::new().into_iter());
        while let Some(chunk) = inserted.next().or_else(|| chunks.next()) {
            match chunk {
                Chunk::Ours(lines) => self.text.push_str(&indented(&ours[lines], indent)),
                Chunk::Theirs(lines) => self.text.push_str(&indented(&theirs[lines], indent)),
                Chunk::Conflict { base, ours: our_lines, theirs: their_lines } if base.is_empty() => {
                    let both = both_insertions(&our[our_lines.clone()], &their[their_lines.clone()]);
                    inserted = shifted(both, our_lines.start, their_lines.start).into_iter();
                }
                Chunk::Conflict { base: was, ours: our, theirs: their } => {
                    let [was, our, their] =
                        [&base[was], &ours[our], &theirs[their]].map(|lines| indented(lines, indent));
                    let of = subject.task_id.map_or_else(String::new, |id| format!(" of {id}"));
                    let message = format!("{}{of} was changed differently on both sides", subject.field);
                    self.conflict(subject, Some(&was), &our, &their, message);
                    agreed = false;
                }
            }
        }
        agreed
    }
}

/// Chunks of a part of the lines as chunks of all.
fn shifted(chunks: Vec<Chunk>, ours: usize, theirs: usize) -> Vec<Chunk> {
    let shift = |chunk| match chunk {
        Chunk::Ours(lines) => Chunk::Ours(lines.start + ours..lines.end + ours),
        Chunk::Theirs(lines) => Chunk::Theirs(lines.start + theirs..lines.end + theirs),
        conflict @ Chunk::Conflict { .. } => conflict,
    };
    chunks.into_iter().map(shift).collect()
}

/// Lines with an indentation of `indent` columns.
pub(super) fn indented(lines: &[TextLine<'_>], indent: usize) -> String {
    let mut out = String::new();
    for line in lines {
        line.write(indent, &mut out);
    }
    out
}
