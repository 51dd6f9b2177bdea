//! Tasks found by words in their titles, tags, sections and bodies.

use crate::plan::{Document, Key, Status, Task};
use crate::text::{fold, fold_into, in_order_of};

use super::relevance::excerpt_at;

/// A task that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hit {
    /// Its number in the plan.
    pub task: usize,
    /// How well it fits; more is better.
    pub score: u32,
    /// Where the body holds the first word that the title does not, a few words around it.
    pub excerpt: Option<String>,
}

/// The tasks in which every word of the query is found, best first; equally good ones in the order of the plan.
///
/// A word counts most in a title, there more at its start, then in a tag, then in a section's name, then in a body.
///
/// ```
/// use long_term_plan_core::plan::Document;
/// use long_term_plan_core::query::search;
/// let text = "<!-- long-term-plan:format=v1 -->\n- [ ] Write docs <!-- long-term-plan:id=t_1 -->\n";
/// let document = Document::new(text.into());
/// assert_eq!(search(&document, "DOCS write", None).len(), 1);
/// assert!(search(&document, "docs tomorrow", None).is_empty());
/// ```
pub fn search(document: &Document, query: &str, status: Option<Status>) -> Vec<Hit> {
    let query = fold(query);
    let words: Vec<&str> = query.split_whitespace().collect();
    if words.is_empty() {
        return Vec::new();
    }
    let (text, plan) = (document.text(), document.plan());
    // A title is no section: every task would be found by it, or only those that stand right under it.
    let sections: Vec<_> = plan
        .headings
        .iter()
        .map(|heading| if heading.level > 1 { fold(heading.name.of(text)) } else { String::new() })
        .collect();
    let mut scratch = String::new();
    let hits: Vec<Hit> = plan
        .tasks
        .iter()
        .enumerate()
        .filter(|(_, task)| status.is_none_or(|status| task.status == status))
        .filter_map(|(number, task)| {
            let in_section = |word: &str| {
                let mut next = task.section;
                std::iter::from_fn(|| {
                    let section = next?;
                    next = plan.headings.get(section).and_then(|heading| heading.parent);
                    sections.get(section)
                })
                .any(|name| name.contains(word))
            };
            let found = Fields { text, task, scratch: &mut scratch }.find(&words, in_section)?;
            Some(Hit { task: number, score: found.0, excerpt: found.1 })
        })
        .collect();
    in_order_of(hits, |hit| usize::MAX - hit.score as usize)
}

/// What a task can be found by.
struct Fields<'s> {
    text: &'s str,
    task: &'s Task,
    /// Folded title and body, used again for each task.
    scratch: &'s mut String,
}

impl Fields<'_> {
    /// The score and the excerpt, if every word is found somewhere.
    fn find(self, words: &[&str], in_section: impl Fn(&str) -> bool) -> Option<(u32, Option<String>)> {
        let Self { text, task, scratch } = self;
        scratch.clear();
        fold_into(task.title.of(text), scratch);
        let title_length = scratch.len();
        let markdown = task.body.map(|body| body.markdown(text)).unwrap_or_default();
        fold_into(&markdown, scratch);
        let (title, body) = scratch.split_at_checked(title_length)?;
        let tags: Vec<_> = if task.attributes.is_empty() { Vec::new() } else { task.list(text, Key::Tags) };
        let mut score = 0;
        let mut excerpt = None;
        for word in words {
            let at_start = || title.split_whitespace().any(|part| part.starts_with(word));
            score += if title.contains(word) {
                if at_start() { 8 } else { 6 }
            } else if tags.iter().any(|tag| fold(tag).contains(word)) {
                4
            } else if in_section(word) {
                3
            } else {
                let offset = body.find(word)?;
                excerpt = excerpt.or_else(|| Some(excerpt_at(&markdown, offset)));
                1
            };
        }
        Some((score, excerpt))
    }
}
