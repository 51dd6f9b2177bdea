//! Scores free text against a query, from 0 to 1.
//!
//! All words of the query must occur, each in any of the searched fields. Case and width do not matter, and a word may start
//! anywhere, so that languages without spaces between words can be searched too.
//!
//! A word scores the weight of its best field plus 0.04 for each repetition there, at most five. The score is the mean over
//! all words, or 1 if the query equals the first field.

use crate::text::{fold, original_offset};

/// The weight of a field, in hundredths. With all repetitions it stays within 100.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weight {
    Title = 80,
    /// Text of the same item.
    Content = 55,
    /// Text in another file.
    Context = 35,
}

const REPETITION: usize = 4;
const MAX_REPETITIONS: usize = 5;
const WHOLE: u32 = 100;

/// The words that are looked for.
#[derive(Clone, Debug)]
pub struct SearchTerms(Vec<String>);

/// What was found of the words in one text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TermMatches {
    /// Occurrences of each word.
    pub counts: Vec<usize>,
    /// The text around the first occurrence.
    pub excerpt: Option<String>,
    /// Whether the text equals the query.
    pub is_whole: bool,
}

impl SearchTerms {
    /// The words of a query; `None` without any.
    pub fn new(query: &str) -> Option<Self> {
        let words: Vec<_> = fold(query).split_whitespace().map(str::to_owned).collect();
        (!words.is_empty()).then_some(Self(words))
    }

    /// Looks for the words in a text.
    ///
    /// ```
    /// use long_term_plan_core::query::SearchTerms;
    /// let terms = SearchTerms::new("ﾃﾞｰﾀ 更新").unwrap();
    /// let found = terms.look("今日のデータベースを更新する。データは残す。");
    /// assert_eq!(found.counts, [2, 1]);
    /// ```
    pub fn look(&self, text: &str) -> TermMatches {
        let folded = fold(text);
        let mut first: Option<usize> = None;
        let count = |word: &String| {
            let mut positions = folded.match_indices(word.as_str()).map(|(at, _)| at);
            let Some(at) = positions.next() else { return 0 };
            first = Some(first.map_or(at, |first| first.min(at)));
            positions.count() + 1
        };
        let counts: Vec<_> = self.0.iter().map(count).collect();
        let is_whole = folded.split_whitespace().eq(self.0.iter().map(String::as_str));
        TermMatches { counts, excerpt: first.map(|at| excerpt_at(text, at)), is_whole }
    }

    /// The score of fields in which this was found, in hundredths, if all words were.
    pub fn score(&self, fields: &[(Weight, &TermMatches)]) -> Option<u32> {
        if fields.first().is_some_and(|(_, first)| first.is_whole) {
            return Some(WHOLE);
        }
        let mut sum = 0;
        for index in 0..self.0.len() {
            let score = |(weight, found): &(Weight, &TermMatches)| {
                let count = found.counts.get(index).copied().filter(|count| *count > 0)?;
                Some(*weight as usize + REPETITION * (count - 1).min(MAX_REPETITIONS))
            };
            sum += fields.iter().filter_map(score).max()?;
        }
        u32::try_from(sum / self.0.len()).ok()
    }
}

/// The line of a text around an offset in its folded form, truncated.
pub(super) fn excerpt_at(text: &str, folded_offset: usize) -> String {
    const BEFORE: usize = 24;
    const LENGTH: usize = 80;
    let (above, rest) = text.split_at_checked(original_offset(text, folded_offset)).unwrap_or(("", text));
    let before = above.rsplit('\n').next().unwrap_or_default().trim_start();
    let after = rest.split('\n').next().unwrap_or_default().trim_end();
    let skipped = before.chars().count().saturating_sub(BEFORE);
    let mut rest = before.chars().skip(skipped).chain(after.chars());
    let mut excerpt: String = rest.by_ref().take(LENGTH).collect();
    if skipped > 0 {
        excerpt.insert(0, '…');
    }
    if rest.next().is_some() {
        excerpt.push('…');
    }
    excerpt
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(query: &str, title: &str, content: &str, expected: Option<u32>) {
        let words = SearchTerms::new(query).unwrap();
        let (title, content) = (words.look(title), words.look(content));
        assert_eq!(words.score(&[(Weight::Title, &title), (Weight::Content, &content)]), expected);
    }

    #[test]
    fn a_score_is_the_mean_of_the_scores_of_the_words() {
        check("api", "The API", "", Some(80));
        check("api", "x", "api", Some(55));
        check("api", "x", "api api api", Some(63));
        check("api docs", "The API", "docs", Some(67));
        check("api docs", "The API", "", None);
        check("the api", "The  API", "", Some(100));
        check("a", "a a a a a a a a b", "", Some(100));
    }

    #[test]
    fn an_excerpt_is_a_line_at_most() {
        let found = SearchTerms::new("更新").unwrap().look(&format!(
            "前の行\n{}更新{}\n次の行",
            "あ".repeat(50),
            "い".repeat(90)
        ));
        let excerpt = found.excerpt.unwrap();
        assert_eq!(excerpt, format!("…{}更新{}…", "あ".repeat(24), "い".repeat(54)));
    }
}
