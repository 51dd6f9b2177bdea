//! Re-reads one edited line instead of the file, for the most common edits.
//!
//! Invariant: the result equals the plan of the whole edited text. It holds because a line affects others only by its kind,
//! its indentation and its id, and because the parser itself reads the line. Whenever one of these could change, or a
//! diagnostic could appear or disappear, there is no [`LineReparse`], and the whole text is parsed.

use crate::text::{Span, TextEdit};

use super::parse::parse_task_line;
use super::{Body, Diagnostic, Heading, Plan, Task};

/// An edit within one task line, at or after its checkbox.
#[derive(Debug)]
pub(super) struct LineReparse {
    /// Index of the task.
    index: usize,
    /// The line in the old text, without its ending.
    span: Span,
    /// The new line.
    line: String,
    /// The parsed new line; its spans are relative to the line, and fields that depend on other lines are not set.
    task: Task,
    keeps_attributes: bool,
}

impl LineReparse {
    /// Reads the line that `edit` changes. `plan` is the plan of `text`.
    pub(super) fn new(plan: &Plan, text: &str, edit: &TextEdit) -> Option<Self> {
        let [first, ..] = edit.replacements() else { return None };
        let index = plan.tasks.partition_point(|task| task.span.start <= first.span.start).checked_sub(1)?;
        let before = plan.tasks.get(index)?;
        let editable = Span::new(before.checkbox.start, before.span.end);
        let stays_inside = edit.replacements().iter().all(|each| {
            editable.start <= each.span.start && each.span.end <= editable.end && !each.text.contains(['\n', '\r'])
        });
        // A fix contains spans that would have to be shifted; only a plan that cannot be edited anyway has one.
        let is_clean = plan.diagnostics.iter().all(|each| each.line != before.line && each.fix.is_none());
        if !stays_inside || !is_clean {
            return None;
        }
        let line = edit.apply_within(text, before.span);
        let task = parse_task_line(&line, before.line, plan.header)?;
        let is_same = task.indent == before.indent && task.id.of(&line) == before.id.of(text);
        let keeps_attributes = task.attributes.of(&line) == before.attributes.of(text);
        is_same.then_some(Self { index, span: before.span, line, task, keeps_attributes })
    }

    /// Whether no attribute of any task changes.
    pub(super) fn keeps_attributes(&self) -> bool {
        self.keeps_attributes
    }

    /// The edited text.
    pub(super) fn edited(&self, text: &str) -> String {
        let after = Span::new(self.span.end, text.len());
        [Span::new(0, self.span.start).of(text), &self.line, after.of(text)].concat()
    }

    /// Applies the edit to the text and its plan.
    pub(super) fn apply_to(self, text: &mut String, plan: &mut Plan) {
        text.replace_range(self.span.start..self.span.end, &self.line);
        self.apply_to_plan(plan);
    }

    /// Applies the edit to the plan alone.
    pub(super) fn apply_to_plan(self, plan: &mut Plan) {
        let Self { index, span: before, line, task, .. } = self;
        if line.len() != before.len() {
            OffsetShift { from: before.end, length_before: before.len(), length: line.len() }.shift(plan, index);
        }
        if let Some(kept) = plan.tasks.get_mut(index) {
            let [span, checkbox, title, comment, id, attributes] =
                [task.span, task.checkbox, task.title, task.comment, task.id, task.attributes]
                    .map(|span| span.shifted(before.start));
            *kept = Task { span, checkbox, title, comment, id, attributes, status: task.status, ..*kept };
        }
    }
}

/// Moves every offset from `from` on.
#[derive(Clone, Copy, Debug)]
struct OffsetShift {
    from: usize,
    /// Length of the changed text, before and after.
    length_before: usize,
    length: usize,
}

impl OffsetShift {
    fn offset(self, offset: usize) -> usize {
        if offset < self.from { offset } else { offset + self.length - self.length_before }
    }

    fn span(self, span: Span) -> Span {
        Span::new(self.offset(span.start), self.offset(span.end))
    }

    fn body(self, body: Body) -> Body {
        Body { span: self.span(body.span), ..body }
    }

    /// Shifts everything after the line of task `index`. Of the task itself, only the body and the end of its block move.
    fn shift(self, plan: &mut Plan, index: usize) {
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
        for unclosed in &mut plan.unclosed {
            unclosed.end = self.offset(unclosed.end);
        }
        let mut enclosing = Some(index);
        while let Some(task) = enclosing.and_then(|index| plan.tasks.get_mut(index)) {
            task.block.end = self.offset(task.block.end);
            task.body = task.body.map(|body| self.body(body));
            enclosing = task.parent;
        }
        for task in plan.tasks.get_mut(index + 1..).unwrap_or_default() {
            let Task { span, block, checkbox, title, comment, id, attributes, body, .. } = task;
            for span in [span, block, checkbox, title, comment, id, attributes] {
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
    use crate::plan::insert::TaskInsertion;
    use crate::text::{NameIndex, Replacement};

    /// Everything that may have to shift: late headers, bodies, nesting, warnings, headings, foreign items, tabs, code.
    const PLANS: [&str; 5] = [
        "\u{feff}- [ ] First <!-- long-term-plan:id=a -->\n<!-- long-term-plan:format=v1 -->\n# Demo\n\n> Why √.\n\n## Now\n\
         - [*] Ö <!-- long-term-plan:id=b-1 due=2026-01-31 -->\n  > Body.\n  >\n  > More.\n  - note\n\
         \x20   - [√] Deep\t<!-- long-term-plan:id=c state=archived x=1 -->  \n      text\n\n## Then\nText.\n- [ ] Last <!-- long-term-plan:id=d -->",
        "<!-- long-term-plan:format=v1 markers=gfm -->\r\n- [x] One <!-- long-term-plan:id=a -->\r\n  - [-] Two <!-- long-term-plan:id=b due=soon -->\r\n\
         \x20   > Body\r\n- [ ] <!-- long-term-plan:id=c tags=x,y -->\r\n\t- item\r\n",
        "<!-- long-term-plan:format=v1 -->\n- [ ] One <!-- long-term-plan:id=a -->\n* [x] Two <!-- long-term-plan:id=a -->\n",
        "<!-- long-term-plan:format=v1 -->\n- [ ] One <!-- long-term-plan:id=a -->\n  ```\n  - [ ] no\n  ```\n- [ ] Two <!-- long-term-plan:id=b -->\n\
         \x20 ~~~\n- ```\n  code\n- [ ] Three <!-- long-term-plan:id=c -->\n<!--\n# no\n-->\n```sh\ncode\n",
        "<!-- long-term-plan:format=v1 -->\n- [ ] One\n  two <!-- long-term-plan:id=a -->\n<<<<<<< a\n- [ ] B <!-- long-term-plan:id=b -->\n\
         =======\n- [ ] C <!-- long-term-plan:id=b -->\n>>>>>>> b\n- [ ] D <!-- long-term-plan:id=d -->\n```\n- [ ] no\n",
    ];
    /// Without diagnostics, so that added tasks can be read alone.
    const MORE_PLANS: [&str; 4] = [
        "<!-- long-term-plan:format=v1 -->\n# Demo\n\n> Why √.\n\n- [ ] First <!-- long-term-plan:id=a -->\n\n## Now\n\n- [*] Ö <!-- long-term-plan:id=b-1 -->\n\
         \x20 > Body.\n  >\n  > More.\n  - [√] Deep <!-- long-term-plan:id=c -->\n    text\n  more of b-1\n  - [ ] Last child <!-- long-term-plan:id=e -->\n\n\n### Then\nText.\n\
         - [ ] Last <!-- long-term-plan:id=d -->\n",
        "<!-- long-term-plan:format=v1 -->\n- [ ] One <!-- long-term-plan:id=a -->\n  - item\n    - [ ] Two <!-- long-term-plan:id=b -->\n - odd\n   - [ ] Three <!-- long-term-plan:id=c -->\n\
         \n    text\n- item\n  - [ ] Four <!-- long-term-plan:id=d -->\n    > Body\n\n# Late title\n\n> Body of the plan\n\n- [ ] Five <!-- long-term-plan:id=e -->\n",
        "<!-- long-term-plan:format=v1 markers=gfm -->\r\n# T\r\n- [x] One <!-- long-term-plan:id=a -->\r\n  ```\r\n  - [ ] no\r\n  ```\r\n  - [-] Two <!-- long-term-plan:id=b -->\r\n\r\n## S\r\n",
        "\u{feff}<!-- long-term-plan:format=v1 -->\n\n- [ ] A <!-- long-term-plan:id=a -->\n\n```\n# code\n\n```\n\n<!--\n- [ ] no\n\n-->\n- [ ] B <!-- long-term-plan:id=b -->\n  <!-- x\n\n  -->\n\n",
    ];
    const INSERTED: [&str; 15] =
        ["", " ", "x", "√", "]", "[*]", "-->", "<!--", "```", "\n", "\r", "=", " due=1", " state=blocked", "😀 "];

    #[track_caller]
    fn check(document: &Document, edit: &TextEdit) -> Document {
        let edited = document.edited(edit);
        assert_eq!(dump(&edited), dump(&Document::new(edited.text().into())), "{:?}", edited.text());
        edited
    }

    /// All of a document. The index of ids may be laid out differently, so each id is looked up instead.
    fn dump(document: &Document) -> String {
        let (text, plan) = (document.text(), document.plan());
        let found: Vec<_> = plan.tasks.iter().map(|task| plan.find(text, task.id.of(text))).collect();
        format!("{text:?} {:?} {found:?}", Plan { ids: NameIndex::default(), ..plan.clone() })
    }

    fn is_reparsed(document: &Document, edit: &TextEdit) -> bool {
        LineReparse::new(document.plan(), document.text(), edit).is_some()
    }

    #[test]
    fn every_small_edit_gives_what_parsing_gives() {
        let mut reparsed = 0;
        for document in PLANS.map(|text| Document::new(text.into())) {
            let text = document.text();
            let boundaries = || (0..=text.len()).filter(|at| text.is_char_boundary(*at));
            for start in boundaries() {
                for end in boundaries().filter(|end| (start..start + 4).contains(end)) {
                    for inserted in INSERTED {
                        let edit = Replacement { span: Span::new(start, end), text: inserted.into() }.into();
                        check(&document, &edit);
                        reparsed += usize::from(is_reparsed(&document, &edit));
                    }
                }
            }
        }
        assert!(reparsed > 1_000, "only {reparsed} edits re-read one line");
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
                assert_eq!(dump(&document), dump(&edited));
            }
        }
    }

    #[test]
    fn every_added_task_gives_what_parsing_gives() {
        const TASKS: [&str; 5] = [
            "- [ ] New <!-- long-term-plan:id=new -->\n",
            "- [*] New <!-- long-term-plan:id=new due=2026-12-01 -->\n  > Body.\n  >\n  > More.\n",
            "- [ ] New <!-- long-term-plan:id=new -->\r\n",
            "- [ ] New <!-- long-term-plan:id=a -->\n",
            "- [ ] New <!-- long-term-plan:id=new -->\n  text\n",
        ];
        let mut inserted = 0;
        for text in PLANS.iter().chain(&MORE_PLANS) {
            let document = Document::new((*text).into());
            let is_tried =
                |at: &usize| text.is_char_boundary(*at) && (text[..*at].ends_with('\n') || at.is_multiple_of(9));
            for offset in (0..=text.len()).filter(is_tried) {
                for indent in 0..6 {
                    for task in TASKS {
                        let lines = task.split_inclusive('\n').map(|line| format!("{}{line}", " ".repeat(indent)));
                        let edit = TextEdit::insert(offset, lines.collect::<String>());
                        inserted += usize::from(TaskInsertion::new(document.plan(), text, &edit).is_some());
                        let mut own = Document::new((*text).into());
                        own.edit(&edit);
                        assert_eq!(dump(&own), dump(&check(&document, &edit)));
                    }
                }
            }
        }
        assert!(inserted > 200, "only {inserted} tasks were read alone");
    }

    #[test]
    fn a_status_re_reads_one_line_and_an_id_does_not() {
        let document = Document::new(PLANS[0].into());
        let task = document.plan().tasks[1];
        assert!(is_reparsed(&document, &TextEdit::replace(document.text(), task.checkbox, "[√]")));
        assert!(!is_reparsed(&document, &TextEdit::replace(document.text(), task.id, "b-2")));
    }
}
