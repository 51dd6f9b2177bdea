//! A change to a text as a value: sorted, disjoint ranges with replacements. All edits of plans have this form.

use super::Span;

/// One range of the old text and what replaces it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replacement {
    /// Range in the old text; empty for an insertion.
    pub span: Span,
    /// The new characters; empty for a deletion.
    pub text: String,
}

/// Where an edit changed something, in both texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EditRange {
    pub old: Span,
    pub new: Span,
}

/// A change to a text: replacements in ascending order that do not overlap.
///
/// ```
/// use long_term_plan_format::text::{Span, TextEdit};
/// let edit = TextEdit::replace("- [ ] Write docs", Span::new(6, 16), "Write the docs");
/// assert_eq!(edit.apply("- [ ] Write docs"), "- [ ] Write the docs");
/// assert_eq!(edit.replacements()[0].text, "the ");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TextEdit {
    replacements: Vec<Replacement>,
}

impl TextEdit {
    /// Replaces `span` of `text` by `new`, narrowed to the characters that differ.
    pub fn replace(text: &str, span: Span, new: &str) -> Self {
        let mut edit = Self::default();
        edit.push(text, span, new);
        edit
    }

    pub fn insert(offset: usize, new: impl Into<String>) -> Self {
        Self::from_iter([Replacement { span: Span::at(offset), text: new.into() }])
    }

    /// Adds a replacement after the last one, unless it changes nothing.
    pub fn push(&mut self, text: &str, span: Span, new: &str) {
        debug_assert!(self.replacements.last().is_none_or(|last| last.span.end <= span.start), "out of order");
        let (span, new) = narrowed(text, span, new);
        if !(span.is_empty() && new.is_empty()) {
            self.replacements.push(Replacement { span, text: new.to_owned() });
        }
    }

    /// The edit without replacements of text by the same text, which composing edits can produce.
    #[must_use]
    pub fn narrowed(&self, text: &str) -> Self {
        let mut narrowed = Self::default();
        for each in &self.replacements {
            narrowed.push(text, each.span, &each.text);
        }
        narrowed
    }

    pub fn replacements(&self) -> &[Replacement] {
        &self.replacements
    }

    pub fn is_empty(&self) -> bool {
        self.replacements.is_empty()
    }

    pub fn apply(&self, text: &str) -> String {
        self.apply_within(text, Span::new(0, text.len()))
    }

    /// The edited `part` of the text. All replacements must be inside.
    pub fn apply_within(&self, text: &str, part: Span) -> String {
        let added: usize = self.replacements.iter().map(|each| each.text.len()).sum();
        let mut changed = String::with_capacity(part.len() + added);
        let mut kept = part.start;
        for each in &self.replacements {
            changed.push_str(Span::new(kept, each.span.start).of(text));
            changed.push_str(&each.text);
            kept = each.span.end;
        }
        changed.push_str(Span::new(kept, part.end).of(text));
        changed
    }

    pub fn changed_ranges(&self) -> Vec<EditRange> {
        let (mut old_end, mut new_end) = (0, 0);
        self.replacements
            .iter()
            .map(|each| {
                let start = new_end + (each.span.start - old_end);
                (old_end, new_end) = (each.span.end, start + each.text.len());
                EditRange { old: each.span, new: Span::new(start, new_end) }
            })
            .collect()
    }

    /// This edit followed by `next`, an edit of its result, as one edit of the first text.
    ///
    /// ```
    /// use long_term_plan_format::text::TextEdit;
    /// let both = TextEdit::insert(1, "bc").then(&TextEdit::insert(2, "-"));
    /// assert_eq!(both.apply("ad"), "ab-cd");
    /// ```
    #[must_use]
    pub fn then(&self, next: &Self) -> Self {
        let mut middle = Pieces::of(self);
        let mut result = Vec::new();
        let mut passed = 0;
        for each in &next.replacements {
            middle.take(each.span.start - passed, &mut result);
            middle.take(each.span.len(), &mut Vec::new());
            result.push(Piece::New(&each.text));
            passed = each.span.end;
        }
        middle.take(usize::MAX, &mut result);
        Self { replacements: replacements_between(&result) }
    }
}

/// Replacements in ascending order that do not overlap.
impl FromIterator<Replacement> for TextEdit {
    fn from_iter<I: IntoIterator<Item = Replacement>>(replacements: I) -> Self {
        let replacements: Vec<_> = replacements.into_iter().collect();
        debug_assert!(replacements.is_sorted_by(|one, next| one.span.end <= next.span.start), "out of order");
        Self { replacements }
    }
}

impl From<Replacement> for TextEdit {
    fn from(replacement: Replacement) -> Self {
        Self::from_iter([replacement])
    }
}

/// A piece of the edited text: kept from the first text, or inserted.
#[derive(Clone, Copy)]
enum Piece<'e> {
    Old(Span),
    New(&'e str),
}

/// The result of an edit as pieces, consumed from the front. An edit does not know the length of its text, so the last piece
/// has no end.
struct Pieces<'e> {
    reversed: Vec<Piece<'e>>,
}

impl<'e> Pieces<'e> {
    fn of(edit: &'e TextEdit) -> Self {
        let mut pieces = Vec::with_capacity(edit.replacements.len() * 2 + 1);
        let mut kept = 0;
        for each in &edit.replacements {
            pieces.push(Piece::Old(Span::new(kept, each.span.start)));
            pieces.push(Piece::New(&each.text));
            kept = each.span.end;
        }
        pieces.push(Piece::Old(Span::new(kept, usize::MAX)));
        pieces.reverse();
        Self { reversed: pieces }
    }

    /// Moves the next `length` bytes into `taken`.
    fn take(&mut self, mut length: usize, taken: &mut Vec<Piece<'e>>) {
        while length > 0 {
            let Some(piece) = self.reversed.pop() else { return };
            let (head, rest) = piece.split(length);
            length -= head.len();
            taken.push(head);
            self.reversed.extend(rest);
        }
    }
}

impl Piece<'_> {
    fn len(&self) -> usize {
        match self {
            Self::Old(span) => span.len(),
            Self::New(text) => text.len(),
        }
    }

    /// The first `length` bytes, and the rest if there is one.
    fn split(self, length: usize) -> (Self, Option<Self>) {
        if length >= self.len() {
            return (self, None);
        }
        match self {
            Self::Old(span) => {
                let middle = span.start + length;
                (Self::Old(Span::new(span.start, middle)), Some(Self::Old(Span::new(middle, span.end))))
            }
            Self::New(text) => {
                let (head, rest) = text.split_at_checked(length).unwrap_or((text, ""));
                (Self::New(head), Some(Self::New(rest)))
            }
        }
    }
}

/// The replacements that turn the first text into these pieces.
fn replacements_between(pieces: &[Piece<'_>]) -> Vec<Replacement> {
    let mut replacements = Vec::new();
    let mut written = String::new();
    let mut old_end = 0;
    for piece in pieces.iter().filter(|piece| piece.len() > 0) {
        match piece {
            Piece::New(text) => written.push_str(text),
            Piece::Old(span) => {
                if span.start > old_end || !written.is_empty() {
                    let text = core::mem::take(&mut written);
                    replacements.push(Replacement { span: Span::new(old_end, span.start), text });
                }
                old_end = span.end;
            }
        }
    }
    replacements
}

/// The smallest replacement with the same effect: a common prefix and suffix are left out.
fn narrowed<'n>(text: &str, span: Span, new: &'n str) -> (Span, &'n str) {
    let old = span.of(text);
    let prefix = common_length(old.chars(), new.chars());
    let (old_rest, new_rest) = (&old[prefix..], &new[prefix..]);
    let suffix = common_length(old_rest.chars().rev(), new_rest.chars().rev());
    (Span::new(span.start + prefix, span.end - suffix), &new_rest[..new_rest.len() - suffix])
}

/// Bytes of the common prefix.
fn common_length(left: impl Iterator<Item = char>, right: impl Iterator<Item = char>) -> usize {
    left.zip(right).take_while(|(left, right)| left == right).map(|(same, _)| same.len_utf8()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_replacement_is_narrowed_to_whole_characters() {
        let edit = TextEdit::replace("√é", Span::new(0, 5), "√è");
        assert_eq!(edit.replacements(), [Replacement { span: Span::new(3, 5), text: "è".into() }]);
        assert!(TextEdit::replace("same", Span::new(0, 4), "same").is_empty());
    }

    #[test]
    fn changed_ranges_are_given_in_both_texts() {
        let mut edit = TextEdit::insert(1, "xx");
        edit.push("abcd", Span::new(2, 3), "");
        let expected = [
            EditRange { old: Span::at(1), new: Span::new(1, 3) },
            EditRange { old: Span::new(2, 3), new: Span::at(4) },
        ];
        assert_eq!(edit.changed_ranges(), expected);
        assert_eq!(edit.apply("abcd"), "axxbd");
    }

    #[test]
    fn composing_equals_applying_one_after_the_other() {
        let text = "0123456789";
        let spans = |len: usize| (0..=len).flat_map(move |start| (start..=len).map(move |end| Span::new(start, end)));
        for first in spans(text.len()) {
            let first = TextEdit { replacements: vec![Replacement { span: first, text: "abc".into() }] };
            let middle = first.apply(text);
            for second in spans(middle.len()) {
                let second = TextEdit { replacements: vec![Replacement { span: second, text: "XY".into() }] };
                assert_eq!(first.then(&second).apply(text), second.apply(&middle));
            }
        }
    }
}
