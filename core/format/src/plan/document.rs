//! A plan together with its text.

use std::cell::OnceCell;
use std::rc::Rc;

use crate::text::TextEdit;

use super::reparse::LineEdit;
use super::validate::not_utf8;
use super::{Dependencies, Diagnostic, Plan, parse};

/// A text and what it says. The two always agree: a changed text is a new document. A clone shares both, and costs nothing.
#[derive(Clone, Debug, Default)]
pub struct Document(Rc<Parsed>);

#[derive(Debug, Default)]
struct Parsed {
    text: String,
    plan: Plan,
    /// Read from the plan when they are first asked for.
    dependencies: OnceCell<Dependencies>,
}

impl Document {
    /// Parses a text.
    pub fn new(text: String) -> Self {
        let plan = parse(&text);
        Self(Rc::new(Parsed { text, plan, dependencies: OnceCell::new() }))
    }

    /// Parses the bytes of a file.
    pub fn from_bytes(bytes: Vec<u8>) -> Result<Self, Diagnostic> {
        String::from_utf8(bytes).map(Self::new).map_err(|error| not_utf8(error.as_bytes(), error.utf8_error()))
    }

    /// The document after a change of its text.
    ///
    /// An edit within the line of one task costs little more than copying the document; any other is a new parse.
    #[must_use]
    pub fn edited(&self, edit: &TextEdit) -> Self {
        let mut edited = self.clone();
        edited.edit(edit);
        edited
    }

    /// Changes the text. The result is that of [`Document::edited`], without a copy of what stays if nobody shares it.
    pub fn edit(&mut self, edit: &TextEdit) {
        if edit.is_empty() {
            return;
        }
        let Some(line_edit) = LineEdit::new(self.plan(), self.text(), edit) else {
            *self = Self::new(edit.apply(self.text()));
            return;
        };
        let keeps_dependencies = line_edit.keeps_attributes();
        if let Some(own) = Rc::get_mut(&mut self.0) {
            line_edit.apply_to(&mut own.text, &mut own.plan);
            if !keeps_dependencies {
                own.dependencies.take();
            }
        } else {
            let (text, mut plan) = (line_edit.edited(self.text()), self.plan().clone());
            line_edit.apply_to_plan(&mut plan);
            let dependencies = if keeps_dependencies { self.0.dependencies.clone() } else { OnceCell::new() };
            *self = Self(Rc::new(Parsed { text, plan, dependencies }));
        }
    }

    /// The text.
    pub fn text(&self) -> &str {
        &self.0.text
    }

    /// What it says.
    pub fn plan(&self) -> &Plan {
        &self.0.plan
    }

    /// Which task waits for which. They are read once, however often they are asked for.
    pub fn dependencies(&self) -> &Dependencies {
        self.0.dependencies.get_or_init(|| Dependencies::of(self.plan(), self.text()))
    }
}
