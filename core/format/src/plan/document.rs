//! A plan together with its text.

use std::cell::OnceCell;
use std::rc::Rc;

use crate::text::TextEdit;

use super::insert::TaskInsertion;
use super::reparse::LineReparse;
use super::validate::not_utf8;
use super::{Dependencies, Diagnostic, Plan, parse};

/// A text and its parsed plan, which always agree. Clones share both, so cloning is cheap.
#[derive(Clone, Debug, Default)]
pub struct Document(Rc<Parsed>);

#[derive(Debug, Default)]
struct Parsed {
    text: String,
    plan: Plan,
    /// Computed on first use.
    dependencies: OnceCell<Dependencies>,
}

impl Document {
    pub fn new(text: String) -> Self {
        let plan = parse(&text);
        Self(Rc::new(Parsed { text, plan, dependencies: OnceCell::new() }))
    }

    pub fn from_bytes(bytes: Vec<u8>) -> Result<Self, Diagnostic> {
        String::from_utf8(bytes).map(Self::new).map_err(|error| not_utf8(error.as_bytes(), error.utf8_error()))
    }

    /// The document after an edit of its text.
    ///
    /// An edit within one task line re-reads only that line, and an added task is read alone. Any other edit parses the whole
    /// text again.
    #[must_use]
    pub fn edited(&self, edit: &TextEdit) -> Self {
        let mut edited = self.clone();
        edited.edit(edit);
        edited
    }

    /// Like [`Document::edited`], in place. Nothing is copied unless a clone shares the document.
    pub fn edit(&mut self, edit: &TextEdit) {
        if edit.is_empty() {
            return;
        }
        let Some(reparse) = LineReparse::new(self.plan(), self.text(), edit) else {
            return self.insert(edit);
        };
        let keeps_dependencies = reparse.keeps_attributes();
        if let Some(own) = Rc::get_mut(&mut self.0) {
            reparse.apply_to(&mut own.text, &mut own.plan);
            if !keeps_dependencies {
                own.dependencies.take();
            }
        } else {
            let (text, mut plan) = (reparse.edited(self.text()), self.plan().clone());
            reparse.apply_to_plan(&mut plan);
            let dependencies = if keeps_dependencies { self.0.dependencies.clone() } else { OnceCell::new() };
            *self = Self(Rc::new(Parsed { text, plan, dependencies }));
        }
    }

    /// Makes an edit that is not within one line.
    fn insert(&mut self, edit: &TextEdit) {
        let Some(insertion) = TaskInsertion::new(self.plan(), self.text(), edit) else {
            *self = Self::new(edit.apply(self.text()));
            return;
        };
        if let Some(own) = Rc::get_mut(&mut self.0) {
            insertion.apply_to(&mut own.text, &mut own.plan);
            own.dependencies.take();
        } else {
            let (text, mut plan) = (edit.apply(self.text()), self.plan().clone());
            insertion.apply_to_plan(&text, &mut plan);
            *self = Self(Rc::new(Parsed { text, plan, dependencies: OnceCell::new() }));
        }
    }

    pub fn text(&self) -> &str {
        &self.0.text
    }

    pub fn plan(&self) -> &Plan {
        &self.0.plan
    }

    /// Which task depends on which. Computed once.
    pub fn dependencies(&self) -> &Dependencies {
        self.0.dependencies.get_or_init(|| Dependencies::of(self.plan(), self.text()))
    }
}
