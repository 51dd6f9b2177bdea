//! The quick way for the commonest edits: only the line that changed is read again.
//!
//! Invariant: the plan that comes out is the plan that parsing the whole text would give. It holds because a line acts on
//! the lines around it only by what kind of line it is, its indentation and its id, and because the parser itself reads
//! the line. Whenever one of these could change, or a finding could come or go, there is no [`LineEdit`], and the text is
//! parsed as a whole.

use crate::text::{Span, TextEdit};

use super::parse::parse_task_line;
use super::{Body, Diagnostic, Heading, Plan, Task};

/// An edit within the line of one task, from its box on.
#[derive(Debug)]
pub(super) struct LineEdit {
    /// Number of the task.
    number: usize,
    /// The line in the text before, without its ending.
    span: Span,
    /// The line as it reads afterwards.
    line: String,
    /// What it says, in spans of the line. What other lines say of the task is not in there.
    task: Task,
    /// Whether all attributes are as they were.
    keeps_attributes: bool,
}

impl LineEdit {
    /// What `edit` does to `plan`, the plan of `text`.
    pub(super) fn new(plan: &Plan, text: &str, edit: &TextEdit) -> Option<Self> {
        let [first, ..] = edit.replacements() else { return None };
        let number = plan.tasks.partition_point(|task| task.span.start <= first.span.start).checked_sub(1)?;
        let before = plan.tasks.get(number)?;
        let editable = Span::new(before.marker.start, before.span.end);
        let stays_inside = edit.replacements().iter().all(|each| {
            editable.start <= each.span.start && each.span.end <= editable.end && !each.text.contains(['\n', '\r'])
        });
        // A finding with a fix holds spans of its own; only a plan that cannot be edited anyway has one.
        let is_clean = plan.diagnostics.iter().all(|each| each.line != before.line && each.fix.is_none());
        if !stays_inside || !is_clean {
            return None;
        }
        let line = edit.apply_within(text, before.span);
        let task = parse_task_line(&line, before.line, plan.header)?;
        let is_same = task.indent == before.indent && task.id.of(&line) == before.id.of(text);
        let keeps_attributes = task.attributes.of(&line) == before.attributes.of(text);
        is_same.then_some(Self { number, span: before.span, line, task, keeps_attributes })
    }

    /// Whether the attributes of the task are as they were, and so those of all tasks.
    pub(super) fn keeps_attributes(&self) -> bool {
        self.keeps_attributes
    }

    /// The text after the edit.
    pub(super) fn edited(&self, text: &str) -> String {
        let after = Span::new(self.span.end, text.len());
        [Span::new(0, self.span.start).of(text), &self.line, after.of(text)].concat()
    }

    /// Makes text and plan what they are after the edit.
    pub(super) fn apply_to(self, text: &mut String, plan: &mut Plan) {
        text.replace_range(self.span.start..self.span.end, &self.line);
        self.apply_to_plan(plan);
    }

    /// Makes the plan what it is after the edit.
    pub(super) fn apply_to_plan(self, plan: &mut Plan) {
        let Self { number, span: before, line, task, .. } = self;
        if line.len() != before.len() {
            Moved { from: before.end, length_before: before.len(), length: line.len() }.shift(plan, number);
        }
        if let Some(kept) = plan.tasks.get_mut(number) {
            let [span, marker, title, comment, id, attributes] =
                [task.span, task.marker, task.title, task.comment, task.id, task.attributes]
                    .map(|span| span.shifted(before.start));
            *kept = Task { span, marker, title, comment, id, attributes, status: task.status, ..*kept };
        }
    }
}

/// Everything from one offset on stands somewhere else than before.
#[derive(Clone, Copy, Debug)]
struct Moved {
    from: usize,
    /// Length of what changed, before and after.
    length_before: usize,
    length: usize,
}

impl Moved {
    fn offset(self, offset: usize) -> usize {
        if offset < self.from { offset } else { offset + self.length - self.length_before }
    }

    fn span(self, span: Span) -> Span {
        Span::new(self.offset(span.start), self.offset(span.end))
    }

    fn body(self, body: Body) -> Body {
        Body { span: self.span(body.span), ..body }
    }

    /// Shifts whatever lies behind the line of task `number`, which itself gets only the end of its block and its body.
    fn shift(self, plan: &mut Plan, number: usize) {
        if let Some(header) = &mut plan.header {
            for span in [&mut header.span, &mut header.version, &mut header.attributes] {
                *span = self.span(*span);
            }
        }
        plan.body = plan.body.map(|body| self.body(body));
        plan.preamble_end = self.offset(plan.preamble_end);
        for heading in &mut plan.headings {
            let Heading { span, name, content_end, .. } = *heading;
            let content_end = self.offset(content_end);
            *heading = Heading { span: self.span(span), name: self.span(name), content_end, ..*heading };
        }
        for Diagnostic { span, .. } in &mut plan.diagnostics {
            *span = span.map(|span| self.span(span));
        }
        let mut enclosing = Some(number);
        while let Some(task) = enclosing.and_then(|number| plan.tasks.get_mut(number)) {
            task.block.end = self.offset(task.block.end);
            task.body = task.body.map(|body| self.body(body));
            enclosing = task.parent;
        }
        for task in plan.tasks.get_mut(number + 1..).unwrap_or_default() {
            let Task { span, block, marker, title, comment, id, attributes, body, .. } = task;
            for span in [span, block, marker, title, comment, id, attributes] {
                *span = self.span(*span);
            }
            *body = body.map(|body| self.body(body));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::Document;
    use crate::text::NameIndex;
    use crate::text::Replacement;

    /// Everything that may have to move: late headers, bodies, nesting, warnings, headings, foreign items, tabs.
    const PLANS: [&str; 3] = [
        "\u{feff}- [ ] First <!-- long-term-plan:id=a -->\n<!-- long-term-plan:format=v1 -->\n# Demo\n\n> Why √.\n\n## Now\n\
         - [*] Ö <!-- long-term-plan:id=b-1 due=2026-01-31 -->\n  > Body.\n  >\n  > More.\n  - note\n\
         \x20   - [√] Deep\t<!-- long-term-plan:id=c state=archived x=1 -->  \n      text\n\n## Then\nText.\n- [ ] Last <!-- long-term-plan:id=d -->",
        "<!-- long-term-plan:format=v1 markers=gfm -->\r\n- [x] One <!-- long-term-plan:id=a -->\r\n  - [-] Two <!-- long-term-plan:id=b due=soon -->\r\n\
         \x20   > Body\r\n- [ ] <!-- long-term-plan:id=c tags=x,y -->\r\n\t- item\r\n",
        "<!-- long-term-plan:format=v1 -->\n- [ ] One <!-- long-term-plan:id=a -->\n* [x] Two <!-- long-term-plan:id=a -->\n",
    ];
    const INSERTED: [&str; 14] =
        ["", " ", "x", "√", "]", "[*]", "-->", "<!--", "\n", "\r", "=", " due=1", " state=blocked", "😀 "];

    #[track_caller]
    fn check(document: &Document, edit: &TextEdit) -> Document {
        let edited = document.edited(edit);
        assert_eq!(said(&edited), said(&Document::new(edited.text().into())), "{:?}", edited.text());
        edited
    }

    /// All that a document says. The index of ids may keep them in another order, and is asked for each.
    fn said(document: &Document) -> String {
        let (text, plan) = (document.text(), document.plan());
        let found: Vec<_> = plan.tasks.iter().map(|task| plan.find(text, task.id.of(text))).collect();
        format!("{text:?} {:?} {found:?}", Plan { ids: NameIndex::default(), ..plan.clone() })
    }

    fn is_quick(document: &Document, edit: &TextEdit) -> bool {
        LineEdit::new(document.plan(), document.text(), edit).is_some()
    }

    #[test]
    fn every_small_edit_gives_what_parsing_gives() {
        let mut quick = 0;
        for document in PLANS.map(|text| Document::new(text.into())) {
            let text = document.text();
            let boundaries = || (0..=text.len()).filter(|at| text.is_char_boundary(*at));
            for start in boundaries() {
                for end in boundaries().filter(|end| (start..start + 4).contains(end)) {
                    for inserted in INSERTED {
                        let edit = Replacement { span: Span::new(start, end), text: inserted.into() }.into();
                        check(&document, &edit);
                        quick += usize::from(is_quick(&document, &edit));
                    }
                }
            }
        }
        assert!(quick > 1_000, "only {quick} edits took the quick way");
    }

    #[test]
    fn edits_in_a_row_and_in_several_places_give_what_parsing_gives() {
        let mut random = 1_u32;
        let mut below = |limit: usize| {
            random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (random >> 8) as usize % limit
        };
        for mut document in PLANS.map(|text| Document::new(text.into())) {
            for _ in 0..300 {
                let mut edit = TextEdit::default();
                let mut passed = 0;
                for word in ["A", "bc", " d "] {
                    let text = document.text();
                    let title = document.plan().tasks[below(document.plan().tasks.len())].title;
                    let at = title.start + below(title.len() + 1);
                    if at >= passed && text.is_char_boundary(at) {
                        passed = title.end.min(at + below(3));
                        passed = (passed..=title.end).find(|at| text.is_char_boundary(*at)).unwrap_or(at).max(at);
                        edit.push(text, Span::new(at, passed), word);
                    }
                }
                let edited = check(&document, &edit);
                document.edit(&edit);
                assert_eq!(said(&document), said(&edited));
            }
        }
    }

    #[test]
    fn a_status_takes_the_quick_way_and_an_id_does_not() {
        let document = Document::new(PLANS[0].into());
        let task = document.plan().tasks[1];
        assert!(is_quick(&document, &TextEdit::replace(document.text(), task.marker, "[√]")));
        assert!(!is_quick(&document, &TextEdit::replace(document.text(), task.id, "b-2")));
    }
}
