//! The index page: a generated overview of tasks, decision records and context files. It is written only when its content changes.

use crate::files::{Content, Expected, LoadedPlan, ToolResult, Unreadable, Write};
use crate::plan::Document;
use crate::toolkit::{Context, decisions, notes};
use crate::word::Word;

use super::mapping::{Status, category_of, is_task_id};
use super::tasks::{PLAN, find, main_tasks};

pub(super) const FILE: &str = "index.md";
const START: &str = "<!-- long-term-plan:index -->\n<!-- Generated from the files it leads to. What is written here by hand is lost. -->\n\n# Index\n";

/// The files that the page links to, as they will be after the call.
pub(super) struct IndexPage<'i> {
    pub(super) document: &'i Document,
    /// The task whose context file the call creates.
    pub(super) new_context: Option<&'i str>,
    /// The task whose context file the call deletes.
    pub(super) deleted_context: Option<&'i str>,
    /// File name without extension of the decision record that the call creates.
    pub(super) new_decision: Option<&'i str>,
}

impl<'i> IndexPage<'i> {
    /// The existing files, with these tasks.
    pub(super) fn with(document: &'i Document) -> Self {
        Self { document, new_context: None, deleted_context: None, new_decision: None }
    }

    /// The write that updates the page, if it is outdated. It is a follow-up, so its failure does not fail the call. A file of this
    /// name that is not an index page stays.
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

    pub(super) fn page(&self, context: &Context<'_>) -> ToolResult<String> {
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
        let mut orphans = contexts.into_iter().filter(|id| find(document, id).is_none()).peekable();
        if orphans.peek().is_some() {
            page.push_str("\n## Contexts without a task\n\n");
            links(&mut page, &mut orphans, &notes::path_of);
        }
        Ok(page)
    }
}
