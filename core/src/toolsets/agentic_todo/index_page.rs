//! The page that leads to everything. It is generated, and written only when it says something new.

use crate::files::{Content, Expected, LoadedPlan, ToolResult, Unreadable, Write};
use crate::plan::Document;
use crate::toolkit::Context;
use crate::toolkit::{decisions, notes};
use crate::word::Word;

use super::mapping::{Status, category_of, is_task_id};
use super::tasks::{PLAN, find, main_tasks};

/// The page's file.
pub(super) const FILE: &str = "index.md";
const START: &str = "<!-- long-term-plan:index -->\n<!-- Generated from the files it leads to. What is written here by hand is lost. -->\n\n# Index\n";

/// What the files will be that the page leads to.
pub(super) struct IndexPage<'i> {
    /// The tasks.
    pub(super) document: &'i Document,
    /// A context that is there from now on.
    pub(super) new_context: Option<&'i str>,
    /// A context that is gone from now on.
    pub(super) deleted_context: Option<&'i str>,
    /// The name of a decision record that is there from now on.
    pub(super) new_decision: Option<&'i str>,
}

impl<'i> IndexPage<'i> {
    /// Those that are there, and these tasks.
    pub(super) fn with(document: &'i Document) -> Self {
        Self { document, new_context: None, deleted_context: None, new_decision: None }
    }

    /// The write that brings the page up to date, if it is not; for that no call fails. A page of this name that somebody
    /// wrote is left alone.
    pub(super) fn write(&self, context: &Context<'_>) -> ToolResult<Option<Write>> {
        let found = context.files.document(FILE)?;
        let expected = match found {
            Err(Unreadable::Absent) => Expected::Absent,
            Ok(LoadedPlan { document, etag }) if document.plan().is_index => Expected::Etag(etag.to_owned()),
            _ => return Ok(None),
        };
        let text = self.page(context)?;
        let is_same = found.is_ok_and(|found| found.document.text() == text);
        Ok((!is_same).then(|| Write::new(FILE.to_owned(), Content::Text(text), expected).as_follow_up()))
    }

    fn page(&self, context: &Context<'_>) -> ToolResult<String> {
        let document = self.document;
        let plan_path = PLAN.id(context)?.path();
        let mut contexts: Vec<&str> = context.markdown_stems(notes::FOLDER, is_task_id)?;
        contexts.retain(|id| Some(*id) != self.deleted_context);
        if let Some(Err(at)) = self.new_context.map(|id| contexts.binary_search(&id)) {
            contexts.insert(at, self.new_context.unwrap_or_default());
        }
        let mut decisions = context.decision_stems()?;
        if let Some(Err(at)) = self.new_decision.map(|stem| decisions.binary_search(&stem)) {
            decisions.insert(at, self.new_decision.unwrap_or_default());
        }
        let mut page = format!("{START}\n## Tasks\n\nAll of them are in [{plan_path}]({plan_path}).\n");
        let mut category = None;
        for (_, task) in main_tasks(document) {
            let own = category_of(document, task);
            if category.as_ref() != Some(&own) {
                page.push_str(&if own.is_empty() { "\n".to_owned() } else { format!("\n### {own}\n\n") });
                category = Some(own);
            }
            let (id, title) = (task.id.of(document.text()), task.title.of(document.text()));
            let name = match contexts.binary_search(&id) {
                Ok(_) => format!("[{id}]({})", notes::path_of(id)),
                Err(_) => id.to_owned(),
            };
            page.push_str(&format!("- {name} ({}): {title}\n", Status::of(task).as_str().replace('_', " ")));
        }
        let links = |page: &mut String, stems: &mut dyn Iterator<Item = &str>, path_of: &dyn Fn(&str) -> String| {
            for stem in stems {
                page.push_str(&format!("- [{stem}](<{}>)\n", path_of(stem)));
            }
        };
        if !decisions.is_empty() {
            page.push_str("\n## Decisions\n\n");
            links(&mut page, &mut decisions.into_iter(), &decisions::path_of);
        }
        let mut stray = contexts.into_iter().filter(|id| find(document, id).is_none()).peekable();
        if stray.peek().is_some() {
            page.push_str("\n## Contexts without a task\n\n");
            links(&mut page, &mut stray, &notes::path_of);
        }
        Ok(page)
    }
}
