//! Tasks found by words in their titles, tags, sections and bodies.

use crate::plan::{Document, Key, Status, Task};
use crate::text::{Span, find_word, fold, fold_into, in_order_of};

use super::scoring::excerpt_at;

/// A task that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hit {
    /// Its number in the plan.
    pub task: usize,
    /// How well it fits; more is better.
    pub score: u32,
    /// Where the folded body holds the first word that only the body holds.
    body_offset: Option<usize>,
}

impl Hit {
    /// Where the body holds the first word that nothing else of the task does, a few words around it.
    pub fn excerpt(&self, document: &Document) -> Option<String> {
        let body = document.plan().tasks.get(self.task)?.body?;
        Some(excerpt_at(&body.markdown(document.text()), self.body_offset?))
    }
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
    let plan = document.plan();
    let searched = Searched { document, in_sections: words.iter().map(|word| sections_with(document, word)).collect() };
    let mut scratch = String::new();
    let hits: Vec<Hit> = (0..plan.tasks.len())
        .filter(|number| status.is_none_or(|status| plan.tasks[*number].status == status))
        .filter(|number| searched.may_hold(&plan.tasks[*number], &words))
        .filter_map(|number| searched.find(number, &words, &mut scratch))
        .collect();
    in_order_of(hits, |hit| usize::MAX - hit.score as usize)
}

/// For each heading, whether its name or that of one above holds the word. A title is no section: every task would be found
/// by it, or only those that stand right under it.
fn sections_with(document: &Document, word: &str) -> Vec<bool> {
    let mut found: Vec<bool> = Vec::with_capacity(document.plan().headings.len());
    for heading in &document.plan().headings {
        let holds = heading.level > 1 && fold(heading.name.of(document.text())).contains(word);
        found.push(holds || heading.parent.is_some_and(|parent| found[parent]));
    }
    found
}

/// A plan in which words are looked for.
struct Searched<'d> {
    document: &'d Document,
    /// For each word, and there for each heading, whether the tasks under it are found by that word.
    in_sections: Vec<Vec<bool>>,
}

impl Searched<'_> {
    fn in_section(&self, task: &Task, word: usize) -> bool {
        task.section.is_some_and(|section| self.in_sections[word][section])
    }

    /// Whether a closer look at a task can find all words.
    fn may_hold(&self, task: &Task, words: &[&str]) -> bool {
        let text = self.document.text();
        let may_hold = |number: usize, word: &str| task.may_contain_folded(text, word) || self.in_section(task, number);
        words.iter().enumerate().all(|(number, word)| may_hold(number, word))
    }

    /// The task as a hit, if every word is found somewhere. Its folded title and body are put into `scratch`.
    fn find(&self, number: usize, words: &[&str], scratch: &mut String) -> Option<Hit> {
        let (text, task) = (self.document.text(), &self.document.plan().tasks[number]);
        scratch.clear();
        fold_into(task.title.of(text), scratch);
        let title = Span::new(0, scratch.len());
        let mut hit = Hit { task: number, score: 0, body_offset: None };
        for (which, word) in words.iter().enumerate() {
            let tags = || if task.attributes.is_empty() { Vec::new() } else { task.list(text, Key::Tags) };
            hit.score += if let Some((_, is_start)) = find_word(title.of(scratch), word) {
                if is_start { 8 } else { 6 }
            } else if tags().iter().any(|tag| fold(tag).contains(word)) {
                4
            } else if self.in_section(task, which) {
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
