//! Three-way merge of plans by what they say: tasks by their ids, field by field; everything else by lines.
//!
//! The sides are compared as trees of headings, tasks and texts. What a merge cannot decide is left in the text between
//! conflict markers, and only the lines in question. A result that does not say what was meant when it is read again is thrown
//! away, and the files are merged as plain lines.

mod conflict;
mod conflict_hunks;
mod fields;
mod indent;
mod line_choice;
mod line_endings;
mod line_merge;
mod match_text;
mod matching;
mod order;
mod render;
mod resolve;
mod structure;
mod tree;
mod verify;
mod writer;

pub use conflict::Conflict;
pub use conflict_hunks::{MarkedConflict, marked_conflicts};
pub use resolve::{Question, Take, questions, resolve};

use crate::plan::{Document, parse};

use line_endings::{Normal, restored};
use matching::Matching;
use structure::Structure;
use tree::{TextLine, Tree};

/// Which of the three versions something is about.
type Side = usize;
const BASE: Side = 0;
const OURS: Side = 1;
const THEIRS: Side = 2;

/// How to merge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// What our side is called in conflict markers.
    pub ours_label: String,
    /// What their side is called there.
    pub theirs_label: String,
    /// Length of a conflict marker; at least 7.
    pub marker_size: usize,
    /// Whether of two statuses that both are further than the one before, the further one wins: todo, doing, done.
    pub further_status_wins: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self { ours_label: "ours".into(), theirs_label: "theirs".into(), marker_size: 7, further_status_wins: true }
    }
}

/// A merged text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Merged {
    /// The text; with conflict markers if there are conflicts.
    pub text: String,
    /// What somebody has to decide.
    pub conflicts: Vec<Conflict>,
    /// What a rule decided although both sides wanted something else. Nothing of it is lost.
    pub notes: Vec<Conflict>,
}

/// Merges two versions of a plan that were made from one.
///
/// ```
/// use long_term_plan_core::merge::{Options, merge};
/// let base = "<!-- long-term-plan:format=v1 -->\n- [ ] A <!-- long-term-plan:id=t_1 -->\n- [ ] B <!-- long-term-plan:id=t_2 -->\n";
/// let ours = base.replace("[ ] A", "[√] A");
/// let theirs = base.replace("[ ] B", "[*] B");
/// let merged = merge(base, &ours, &theirs, &Options::default());
/// assert_eq!(merged.text, ours.replace("[ ] B", "[*] B"));
/// assert!(merged.conflicts.is_empty());
/// ```
pub fn merge(base: &str, ours: &str, theirs: &str, options: &Options) -> Merged {
    let unchanged = |text: &str| Merged { text: text.to_owned(), ..Merged::default() };
    if ours == theirs || theirs == base {
        return unchanged(ours);
    }
    if ours == base {
        return unchanged(theirs);
    }
    let normal = [base, ours, theirs].map(Normal::of);
    let texts = normal.each_ref().map(|each| each.text.as_str());
    let merged = merge_normal(texts, options);
    Merged { text: restored(&merged.text, normal.each_ref()), ..merged }
}

/// Merges bytes, whatever they are. What is no text is merged by lines of bytes.
pub fn merge_bytes(base: &[u8], ours: &[u8], theirs: &[u8], options: &Options) -> (Vec<u8>, Merged) {
    let texts = [base, ours, theirs].map(str::from_utf8);
    if let [Ok(base), Ok(ours), Ok(theirs)] = texts {
        let mut merged = merge(base, ours, theirs, options);
        return (std::mem::take(&mut merged.text).into_bytes(), merged);
    }
    // Each byte as the character of its number, so that any bytes are a text, and back.
    let characters = |bytes: &[u8]| bytes.iter().map(|byte| char::from(*byte)).collect::<String>();
    let options = Options {
        ours_label: characters(options.ours_label.as_bytes()),
        theirs_label: characters(options.theirs_label.as_bytes()),
        ..options.clone()
    };
    let texts = [base, ours, theirs].map(characters);
    let [base, ours, theirs] = texts.each_ref().map(String::as_str);
    let mut merged = line_merge::merge_lines([base, ours, theirs], &options);
    let text = std::mem::take(&mut merged.text);
    (text.chars().map(|character| u8::try_from(character).unwrap_or(b'?')).collect(), merged)
}

fn merge_normal([base, ours, theirs]: [&str; 3], options: &Options) -> Merged {
    if ours == theirs || theirs == base {
        return Merged { text: ours.to_owned(), ..Merged::default() };
    }
    if ours == base {
        return Merged { text: theirs.to_owned(), ..Merged::default() };
    }
    let documents = [base, ours, theirs].map(|text| Document::new(text.to_owned()));
    let is_valid = |document: &Document| document.plan().errors().next().is_none();
    let sides_are_valid = is_valid(&documents[OURS]) && is_valid(&documents[THEIRS]);
    // Without a common ancestor, everything was added on both sides.
    let base_is_usable = base.trim().is_empty() || is_valid(&documents[BASE]);
    if sides_are_valid
        && base_is_usable
        && let Some(merged) = merge_plans(&documents, options)
    {
        return merged;
    }
    let merged = line_merge::merge_lines([base, ours, theirs], options);
    if sides_are_valid && merged.conflicts.is_empty() && parse(&merged.text).errors().next().is_some() {
        return line_merge::one_conflict(ours, theirs, options);
    }
    merged
}

fn merge_plans(documents: &[Document; 3], options: &Options) -> Option<Merged> {
    let trees = documents.each_ref().map(Tree::of);
    let matching = Matching::of(&trees);
    let mut structure = Structure::of(&trees, &matching);
    let children = order::children(&trees, &matching, &mut structure);
    let rendered = render::render(&trees, &matching, &structure, &children, options);
    let holds = verify::says_what_was_meant(&rendered);
    holds.then_some(Merged { text: rendered.text, conflicts: rendered.conflicts, notes: rendered.notes })
}
