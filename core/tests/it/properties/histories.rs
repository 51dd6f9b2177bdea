//! The history of a plan, and undo.

use long_term_plan_core::edit::{Op, apply};
use long_term_plan_core::history::{
    ChangeContext, ChangeRecord, History, PlanVersion, TaskTimes, Undone, Version, Versions, undo,
};
use long_term_plan_core::plan::{Document, etag};
use long_term_plan_core::query::compare;
use long_term_plan_core::text::{TextEdit, hunks};
use proptest::collection::vec;
use proptest::prelude::*;

use super::config;
use super::generators::{any_text, valid_plan};
use super::op_generators::op;
use crate::support::changes::ids;

/// A plan with the history of its changes.
struct Tracked {
    document: Document,
    history: History,
    /// The number of changes, which also serves as the clock.
    changes: u64,
}

impl Tracked {
    fn new(text: String, history: &str) -> Self {
        Self { document: Document::new(text), history: History::new(history.to_owned()), changes: 0 }
    }

    /// Replaces the plan by another version and records the change.
    fn change_to(&mut self, document: Document, edit: &TextEdit) {
        self.changes += 1;
        let happening = ChangeContext {
            id: format!("c{:09}", 2 * self.changes),
            external_id: format!("c{:09}", 2 * self.changes + 1),
            at_ms: self.changes,
            by: Some("tester"),
            tool: "test",
            undoes: None,
            is_committed_version: false,
        };
        let etags = [&self.document, &document].map(|document| etag(document.text().as_bytes()));
        let before = PlanVersion { document: &self.document, etag: &etags[0] };
        let after = PlanVersion { document: &document, etag: &etags[1] };
        let lines = self.history.new_lines(&happening, Some(before), Some(after), edit);
        let text = format!("{}{}", self.history.text(), lines.text);
        self.history.read(text);
        self.document = document;
    }

    /// Applies an operation, unless it is refused or changes nothing.
    fn apply(&mut self, op: &Op) {
        if let Ok(edited) = apply(&self.document, std::slice::from_ref(op), &mut ids(self.changes))
            && !edited.edit.is_empty()
        {
            self.change_to(edited.document, &edited.edit);
        }
    }

    fn apply_all(&mut self, ops: &[Op]) {
        for op in ops {
            self.apply(op);
        }
    }

    fn undone(&self, record: &ChangeRecord) -> Result<Document, String> {
        let text = self.document.text().to_owned();
        let now = Version { etag: Some(etag(text.as_bytes())), text: Some(text) };
        let versions = Versions::around(&record.id, &[&self.history], Some(now)).ok_or("its text is unknown")?;
        match undo(&versions, Some(&self.document))? {
            Undone::Edited(edit) => Ok(self.document.edited(&edit)),
            other => Err(format!("{other:?}")),
        }
    }

    fn last(&self) -> Option<ChangeRecord> {
        self.history.latest().next().filter(|_| self.changes > 0)
    }

    fn times(&self) -> Vec<(String, TaskTimes)> {
        let tasks = self.document.plan().tasks.iter();
        let ids = tasks.map(|task| task.id.of(self.document.text()).to_owned());
        ids.map(|id| (id.clone(), self.history.times(&id))).collect()
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn undoing_the_last_change_restores_every_byte(text in valid_plan(), ops in vec(op(), 1..5)) {
        let mut tracked = Tracked::new(text, "");
        for op in &ops {
            let (before, changes) = (tracked.document.text().to_owned(), tracked.changes);
            tracked.apply(op);
            if tracked.changes > changes {
                let undone = tracked.undone(&tracked.last().unwrap()).unwrap();
                prop_assert_eq!(undone.text(), before);
            }
        }
    }

    #[test]
    fn an_earlier_change_is_undone_alone_or_not_at_all(text in valid_plan(), ops in vec(op(), 2..8)) {
        let mut tracked = Tracked::new(text, "");
        tracked.apply_all(&ops);
        for record in tracked.history.latest() {
            let Ok(undone) = tracked.undone(&record) else { continue };
            prop_assert!(undone.plan().errors().next().is_none());
            if record.after.as_deref() == Some(&etag(tracked.document.text().as_bytes())) {
                continue;
            }
            for change in compare(&tracked.document, &undone) {
                let is_its_own = record.changes.iter().any(|each| each.task_id == change.task_id);
                let is_place = ["position", "section"].iter().any(|name| format!("{:?}", change.change).contains(name));
                prop_assert!(is_its_own || is_place, "{:?} by {:?}", change, record);
            }
        }
    }

    #[test]
    fn a_history_knows_when_each_task_was_changed(text in valid_plan(), ops in vec(op(), 0..8)) {
        let mut tracked = Tracked::new(text, "");
        tracked.apply_all(&ops);
        let at_once = History::new(tracked.history.text().to_owned());
        for (id, times) in tracked.times() {
            prop_assert_eq!(at_once.times(&id), times, "read at once or line by line");
            let last = tracked.history.latest().find(|record| record.changes.iter().any(|each| each.task_id == id));
            prop_assert_eq!(times.updated, last.map(|record| record.at_ms));
        }
        let restarted = History::new(tracked.history.snapshot_line(None));
        for (id, times) in tracked.times() {
            prop_assert_eq!(restarted.times(&id), times, "a snapshot yields the same times");
        }
    }

    #[test]
    fn hand_edits_are_noticed_by_the_next_change(text in valid_plan(), ops in vec(op(), 1..4), hand_edits in vec(op(), 1..4)) {
        let mut tracked = Tracked::new(text, "");
        tracked.apply_all(&ops);
        let seen = tracked.document.clone();
        for op in &hand_edits {
            if let Ok(edited) = apply(&tracked.document, std::slice::from_ref(op), &mut ids(100)) {
                tracked.document = edited.document;
            }
        }
        let expected: Vec<_> = compare(&seen, &tracked.document);
        let is_known = tracked.changes > 0 && seen.text() != tracked.document.text();
        let at = tracked.changes + 1;
        tracked.change_to(tracked.document.clone(), &TextEdit::default());
        let mut latest = tracked.history.latest();
        prop_assert!(!latest.next().unwrap().is_external());
        let external = latest.next().filter(ChangeRecord::is_external);
        prop_assert_eq!(external.is_some(), is_known);
        for (id, times) in tracked.times() {
            // Contents that the history has seen before are not a hand edit.
            let is_edit = external.as_ref().is_some_and(|record| !record.switched);
            let changed = is_edit && expected.iter().any(|each| each.task_id == id);
            if is_known {
                prop_assert_eq!(times.updated == Some(at), changed, "{} {:?}", id, external);
            }
        }
    }

    #[test]
    fn every_version_can_be_rebuilt(text in valid_plan(), ops in vec(op(), 1..6), hand_edits in vec(op(), 0..3)) {
        let mut tracked = Tracked::new(text.clone(), "");
        let mut versions = vec![text];
        for (index, op) in ops.iter().enumerate() {
            let changes = tracked.changes;
            tracked.apply(op);
            if tracked.changes > changes {
                versions.push(tracked.document.text().to_owned());
            }
            if index == ops.len() / 2 {
                for op in &hand_edits {
                    if let Ok(edited) = apply(&tracked.document, std::slice::from_ref(op), &mut ids(100)) {
                        tracked.document = edited.document;
                    }
                }
                versions.push(tracked.document.text().to_owned());
            }
        }
        for record in tracked.history.latest() {
            let around = Versions::around(&record.id, &[&tracked.history], None).unwrap();
            for version in [around.before, around.after] {
                prop_assert_eq!(version.etag.clone().unwrap(), etag(version.text.clone().unwrap().as_bytes()));
                prop_assert!(versions.contains(&version.text.unwrap()));
            }
        }
    }

    #[test]
    fn any_text_is_tolerated_in_a_history(damaged in any_text(), text in valid_plan(), ops in vec(op(), 1..4)) {
        let mut tracked = Tracked::new(text, &damaged);
        tracked.apply_all(&ops);
        if let Some(record) = tracked.last() {
            prop_assert_eq!(record.at_ms, tracked.changes);
            prop_assert!(tracked.undone(&record).is_ok());
        }
    }

    #[test]
    fn the_hunks_of_a_change_are_whole_lines(text in valid_plan(), ops in vec(op(), 1..5)) {
        let document = Document::new(text);
        let text = document.text();
        if let Ok(edited) = apply(&document, &ops, &mut ids(0)) {
            let hunks = hunks(text, &edited.edit);
            let mut after = String::new();
            let mut passed = 0;
            for hunk in &hunks {
                prop_assert!(hunk.old.start == 0 || text[..hunk.old.start].ends_with('\n'), "whole lines");
                after.push_str(&text[passed..hunk.old.start]);
                after.push_str(&hunk.new);
                passed = hunk.old.end;
            }
            after.push_str(&text[passed..]);
            prop_assert_eq!(after, edited.document.text());
        }
    }
}
