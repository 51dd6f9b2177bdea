//! Full-text search in titles, tags, section names and bodies of tasks.

use std::cmp::Reverse;

use crate::plan::{AttributeKey, Document, Status, Task};
use crate::text::{Span, find_word, fold, fold_into};

use super::scoring::excerpt_at;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hit {
    /// Index of the task.
    pub task: usize,
    /// Higher is better.
    pub score: u32,
    /// Position in the folded body of the first word that occurs only there.
    body_offset: Option<usize>,
}

impl Hit {
    fn new(task: usize, score: u32) -> Self {
        Self { task, score, body_offset: None }
    }

    /// The part of the body around the first word that occurs only in the body.
    pub fn excerpt(&self, document: &Document) -> Option<String> {
        let body = document.plan().tasks.get(self.task)?.body?;
        Some(excerpt_at(&body.markdown(document.text()), self.body_offset?))
    }
}

/// The tasks that contain every word of the query, best first, then in the order of the plan. A task is also found by its id.
///
/// A match in the title scores highest, above all at the start of a word, then in a tag, a section name, and the body.
///
/// ```
/// use long_term_plan_core::plan::Document;
/// use long_term_plan_core::query::search;
/// let text = "<!-- long-term-plan:format=v1 -->\n- [ ] Write docs <!-- long-term-plan:id=t_1 -->\n";
/// let document = Document::new(text.into());
/// assert_eq!(search(&document, "DOCS write", |_| true).len(), 1);
/// assert!(search(&document, "docs tomorrow", |_| true).is_empty());
/// ```
pub fn search(document: &Document, query: &str, is_wanted: impl Fn(Status) -> bool) -> Vec<Hit> {
    let plan = document.plan();
    let folded = fold(query);
    let words: Vec<&str> = folded.split_whitespace().collect();
    if words.is_empty() {
        return Vec::new();
    }
    let searched = Searched { document, in_sections: words.iter().map(|word| sections_with(document, word)).collect() };
    let named = named_by(document, query.trim());
    let mut scratch = String::new();
    let mut hits: Vec<Hit> = (0..plan.tasks.len())
        .filter(|index| is_wanted(plan.tasks[*index].status))
        .filter_map(|index| {
            if named.contains(&index) {
                return Some(Hit::new(index, ID_SCORE));
            }
            let may_contain = searched.may_contain(&plan.tasks[index], &words);
            if may_contain { searched.find(index, &words, &mut scratch) } else { None }
        })
        .collect();
    hits.sort_by_key(|hit| Reverse(hit.score));
    hits
}

/// All tasks, in the order of the plan, as the result of a search without words.
pub fn every_task(document: &Document, is_wanted: impl Fn(Status) -> bool) -> Vec<Hit> {
    let tasks = document.plan().tasks.iter().enumerate();
    tasks.filter(|(_, task)| is_wanted(task.status)).map(|(index, _)| Hit::new(index, 0)).collect()
}

/// Above all that words can score.
const ID_SCORE: u32 = 1_000;

/// The tasks whose id, or the ending of whose generated id, is the whole query.
fn named_by(document: &Document, query: &str) -> Vec<usize> {
    let (text, plan) = (document.text(), document.plan());
    match plan.find(text, query) {
        Some(index) => vec![index],
        None => plan.find_by_ending(text, query).collect(),
    }
}

/// For each heading, whether its name or that of an enclosing heading contains the word. The title does not count: it would
/// match every task.
fn sections_with(document: &Document, word: &str) -> Vec<bool> {
    let mut found: Vec<bool> = Vec::with_capacity(document.plan().headings.len());
    for heading in &document.plan().headings {
        let matches = heading.level > 1 && fold(heading.name.of(document.text())).contains(word);
        found.push(matches || heading.parent.is_some_and(|parent| found[parent]));
    }
    found
}

struct Searched<'d> {
    document: &'d Document,
    /// For each word and heading, whether the word matches the tasks under the heading.
    in_sections: Vec<Vec<bool>>,
}

impl Searched<'_> {
    fn in_section(&self, task: &Task, word: usize) -> bool {
        task.section.is_some_and(|section| self.in_sections[word][section])
    }

    /// Whether a task may contain all words. `false` is certain.
    fn may_contain(&self, task: &Task, words: &[&str]) -> bool {
        let text = self.document.text();
        let mut words = words.iter().enumerate();
        words.all(|(index, word)| task.may_contain_folded(text, word) || self.in_section(task, index))
    }

    /// The task as a hit, if it contains every word. `scratch` is a buffer for its folded title and body.
    fn find(&self, index: usize, words: &[&str], scratch: &mut String) -> Option<Hit> {
        let (text, task) = (self.document.text(), &self.document.plan().tasks[index]);
        scratch.clear();
        fold_into(task.title.of(text), scratch);
        let title = Span::new(0, scratch.len());
        let mut hit = Hit::new(index, 0);
        for (position, word) in words.iter().enumerate() {
            let tags = || if task.attributes.is_empty() { Vec::new() } else { task.list(text, AttributeKey::Tags) };
            hit.score += if let Some((_, is_start)) = find_word(title.of(scratch), word) {
                if is_start { 8 } else { 6 }
            } else if tags().iter().any(|tag| fold(tag).contains(word)) {
                4
            } else if self.in_section(task, position) {
                3
            } else {
                if scratch.len() == title.end {
                    fold_into(&task.body?.markdown(text), scratch);
                }
                let (offset, _) = find_word(Span::new(title.end, scratch.len()).of(scratch), word)?;
                hit.body_offset.get_or_insert(offset);
                1
            };
        }
        Some(hit)
    }
}
