//! An edit as whole lines: hunks, and the unified diff of them.

use super::{Span, TextEdit};

/// Adjacent lines that were replaced together. Only `\n` ends a line here, so all other characters are kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hunk {
    /// The old lines with their endings; empty if lines are only added.
    pub old: Span,
    /// The new lines.
    pub new: String,
}

/// The lines that an edit of `text` touches.
///
/// ```
/// use long_term_plan_format::text::{hunks, Span, TextEdit};
/// let text = "one\ntwo\nthree\n";
/// let hunks = hunks(text, &TextEdit::replace(text, Span::new(4, 7), "2"));
/// assert_eq!((hunks[0].old.of(text), hunks[0].new.as_str()), ("two\n", "2\n"));
/// ```
pub fn hunks(text: &str, edit: &TextEdit) -> Vec<Hunk> {
    let mut hunks = Vec::new();
    let mut open: Option<Hunk> = None;
    for each in edit.replacements() {
        let start = line_start(text, each.span.start);
        let mut hunk = match open.take() {
            Some(hunk) if start <= closing_end(text, &hunk) => hunk,
            other => {
                hunks.extend(other.map(|hunk| closed(text, hunk)));
                Hunk { old: Span::at(start), new: String::new() }
            }
        };
        hunk.new.push_str(Span::new(hunk.old.end, each.span.start).of(text));
        hunk.new.push_str(&each.text);
        hunk.old.end = each.span.end;
        open = Some(hunk);
    }
    hunks.extend(open.map(|hunk| closed(text, hunk)));
    hunks
}

/// Where an open hunk ends: at the end of its last line.
fn closing_end(text: &str, hunk: &Hunk) -> usize {
    let end = hunk.old.end;
    let is_whole = (hunk.new.is_empty() || hunk.new.ends_with('\n')) && line_start(text, end) == end;
    if is_whole { end } else { line_end(text, end) }
}

fn closed(text: &str, mut hunk: Hunk) -> Hunk {
    let end = closing_end(text, &hunk);
    hunk.new.push_str(Span::new(hunk.old.end, end).of(text));
    hunk.old.end = end;
    hunk
}

/// Start of the line that contains `offset`.
fn line_start(text: &str, offset: usize) -> usize {
    memchr::memrchr(b'\n', &text.as_bytes()[..offset]).map_or(0, |at| at + 1)
}

/// Start of the line after the one that contains `offset`.
fn line_end(text: &str, offset: usize) -> usize {
    memchr::memchr(b'\n', &text.as_bytes()[offset..]).map_or(text.len(), |at| offset + at + 1)
}

/// Unchanged lines around a change.
const CONTEXT: usize = 3;

/// The hunks as a unified diff, for `git apply` and for people. A path is `None` if the file is created or deleted.
///
/// ```
/// use long_term_plan_format::text::{hunks, unified_diff, TextEdit};
/// let text = "one\ntwo\n";
/// let diff = unified_diff(Some("a.md"), Some("a.md"), text, &hunks(text, &TextEdit::insert(4, "1.5\n")));
/// assert_eq!(diff, "--- a/a.md\n+++ b/a.md\n@@ -1,2 +1,3 @@\n one\n+1.5\n two\n");
/// ```
pub fn unified_diff(before: Option<&str>, after: Option<&str>, text: &str, hunks: &[Hunk]) -> String {
    let mut diff = String::new();
    for (sign, side, path) in [("---", "a", before), ("+++", "b", after)] {
        match path {
            Some(path) => diff.push_str(&format!("{sign} {side}/{path}\n")),
            None => diff.push_str(&format!("{sign} /dev/null\n")),
        }
    }
    let mut shown = Section::default();
    for hunk in hunks {
        let lead = lines_before(text, hunk.old.start, CONTEXT);
        if shown.is_empty() || lead > lines_after(text, shown.end, CONTEXT) {
            shown.close(text, &mut diff);
            shown = Section::starting_at(text, lead, &shown);
        }
        shown.keep(text, hunk.old.start);
        shown.take("-", hunk.old.of(text));
        shown.take("+", &hunk.new);
        shown.end = hunk.old.end;
    }
    shown.close(text, &mut diff);
    diff
}

/// Changes so close to each other that their contexts touch.
#[derive(Default)]
struct Section {
    lines: String,
    /// End of the old text that is included.
    end: usize,
    old_line: usize,
    new_line: usize,
    old_count: usize,
    new_count: usize,
}

impl Section {
    fn starting_at(text: &str, start: usize, before: &Self) -> Self {
        let passed = line_count(Span::new(before.end, start).of(text));
        let [old_line, new_line] =
            [(before.old_line, before.old_count), (before.new_line, before.new_count)].map(|(at, n)| at + n + passed);
        Self { end: start, old_line, new_line, ..Self::default() }
    }

    fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    fn keep(&mut self, text: &str, until: usize) {
        self.take(" ", Span::new(self.end, until).of(text));
        self.end = until;
    }

    fn take(&mut self, sign: &str, lines: &str) {
        for line in lines.split_inclusive('\n') {
            self.lines.push_str(sign);
            self.lines.push_str(line);
            self.lines.push_str(if line.ends_with('\n') { "" } else { "\n\\ No newline at end of file\n" });
        }
        let count = line_count(lines);
        self.old_count += if sign == "+" { 0 } else { count };
        self.new_count += if sign == "-" { 0 } else { count };
    }

    fn close(&mut self, text: &str, diff: &mut String) {
        if self.is_empty() {
            return;
        }
        self.keep(text, lines_after(text, self.end, CONTEXT));
        let place = |line: usize, count: usize| format!("{},{count}", line + usize::from(count > 0));
        let (old, new) = (place(self.old_line, self.old_count), place(self.new_line, self.new_count));
        diff.push_str(&format!("@@ -{old} +{new} @@\n{}", self.lines));
    }
}

fn line_count(text: &str) -> usize {
    memchr::memchr_iter(b'\n', text.as_bytes()).count() + usize::from(!text.is_empty() && !text.ends_with('\n'))
}

fn lines_before(text: &str, mut offset: usize, count: usize) -> usize {
    for _ in 0..count {
        offset = line_start(text, offset.saturating_sub(1));
    }
    offset
}

fn lines_after(text: &str, mut offset: usize, count: usize) -> usize {
    for _ in 0..count {
        offset = line_end(text, offset);
    }
    offset
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, span: Span, new: &str, expected: &[(&str, &str)]) {
        let edit = TextEdit::from_iter([super::super::Replacement { span, text: new.to_owned() }]);
        let found = hunks(text, &edit);
        let pairs: Vec<_> = found.iter().map(|hunk| (hunk.old.of(text), hunk.new.as_str())).collect();
        assert_eq!(pairs, expected);
    }

    #[test]
    fn whole_lines_are_taken_and_no_more() {
        let text = "a\nb\nc";
        check(text, Span::at(2), "x\n", &[("", "x\n")]);
        check(text, Span::at(3), "x", &[("b\n", "bx\n")]);
        check(text, Span::new(2, 4), "", &[("b\n", "")]);
        check(text, Span::new(1, 2), "", &[("a\nb\n", "ab\n")]);
        check(text, Span::new(3, 5), "", &[("b\nc", "b")]);
        check(text, Span::at(5), "\nd", &[("c", "c\nd")]);
        check("", Span::at(0), "x\n", &[("", "x\n")]);
    }

    #[test]
    fn edits_of_one_line_are_one_hunk() {
        let text = "abcd\nefgh\n";
        let mut edit = TextEdit::insert(1, "1");
        edit.push(text, Span::new(3, 3), "2");
        edit.push(text, Span::new(6, 7), "F");
        let found = hunks(text, &edit);
        assert_eq!(found, [Hunk { old: Span::new(0, 10), new: "a1bc2d\neFgh\n".into() }]);
    }

    #[test]
    fn changes_far_apart_have_their_own_sections() {
        let numbers: Vec<_> = (1..=20).map(|line| line.to_string()).collect();
        let text = numbers.join("\n") + "\n";
        let offset = |line: usize| text.find(&format!("\n{line}\n")).unwrap() + 1;
        let mut edit = TextEdit::insert(offset(2), "new\n");
        edit.push(&text, Span::new(offset(18), offset(19)), "");
        let diff = unified_diff(Some("p"), Some("p"), &text, &hunks(&text, &edit));
        let expected = "--- a/p\n+++ b/p\n@@ -1,4 +1,5 @@\n 1\n+new\n 2\n 3\n 4\n\
                        @@ -15,6 +16,5 @@\n 15\n 16\n 17\n-18\n 19\n 20\n";
        assert_eq!(diff, expected);
    }

    #[test]
    fn a_new_file_and_a_missing_last_newline_are_marked() {
        let diff = unified_diff(None, Some("p"), "", &hunks("", &TextEdit::insert(0, "a\nb")));
        assert_eq!(diff, "--- /dev/null\n+++ b/p\n@@ -0,0 +1,2 @@\n+a\n+b\n\\ No newline at end of file\n");
    }
}
