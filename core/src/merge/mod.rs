//! Three-way merge of plans by task: tasks by id and field by field, everything else by lines.
//!
//! The versions are compared as trees of headings, tasks and texts. Where the sides conflict, only the lines in question are
//! put between conflict markers. The merged text is parsed again; if it does not match the intended result, the files are
//! merged as plain lines instead.

mod conflict_hunks;
mod contradictions;
mod fields;
mod gaps;
mod indent;
mod kept;
mod line_choice;
mod line_endings;
mod line_merge;
mod match_added;
mod match_headings;
mod match_text;
mod matching;
mod order;
mod paragraphs;
mod remerge;
mod render;
mod replaced_text;
mod resolve;
mod structure;
mod tree;
mod verify;
mod writer;

pub use conflict_hunks::{ConflictHunk, conflict_hunks};
pub use remerge::{Remerged, Versions, remerge};
pub use resolve::{Choice, OpenConflict, list_ids, open_conflicts, resolve};

use crate::edit::{RepairAction, repair};
use crate::plan::{DiagnosticCode, Document, IdGenerator};

use line_endings::{NormalizedText, restore_line_endings};
use matching::Matching;
use replaced_text::keeps_lines;
use structure::Structure;
use tree::{TextLine, Tree};

/// Index of one of the three versions.
type Side = usize;
const BASE: Side = 0;
const OURS: Side = 1;
const THEIRS: Side = 2;

/// One value for each version. The map of arrays does the same with three times the code.
fn for_versions<T>(mut value: impl FnMut(Side) -> T) -> [T; 3] {
    [value(BASE), value(OURS), value(THEIRS)]
}

/// One value for each side.
fn for_sides<T>(mut value: impl FnMut(Side) -> T) -> [T; 2] {
    [value(OURS), value(THEIRS)]
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// Name of our side in conflict markers.
    pub ours_label: String,
    /// Name of their side in conflict markers.
    pub theirs_label: String,
    /// Name of the base in conflict markers. Without it, conflicts do not show what the base says.
    pub base_label: Option<String>,
    /// Length of a conflict marker; at least 7.
    pub marker_size: usize,
    /// Whether the later status (todo, doing, done) wins if both sides advanced it.
    pub further_status_wins: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            ours_label: "ours".into(),
            theirs_label: "theirs".into(),
            base_label: None,
            marker_size: 7,
            further_status_wins: true,
        }
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Merged {
    /// Contains conflict markers if there are conflicts.
    pub text: String,
    pub conflicts: Vec<Conflict>,
    /// What a rule decided although the sides differed. Nothing is lost.
    pub notes: Vec<Conflict>,
}

/// Something that was changed differently on both sides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conflict {
    /// `None` for headings, text and the file as a whole.
    pub task_id: Option<String>,
    /// What differs: `status`, `title`, an attribute's key, `body`, `task`, `heading`, `text` or `file`.
    pub field: String,
    /// 1-based line in the merged text: of the first conflict marker, or of the subject of a note.
    pub line: usize,
    pub base: Option<String>,
    /// `None` if our side removed it.
    pub ours: Option<String>,
    /// `None` if their side removed it.
    pub theirs: Option<String>,
    pub message: String,
}

/// Merges two versions of a plan with a common ancestor.
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
    let normalized = [base, ours, theirs].map(NormalizedText::of);
    let texts = normalized.each_ref().map(|each| each.text.as_str());
    let merged = merge_normalized(texts, options);
    Merged { text: restore_line_endings(&merged.text, normalized.each_ref()), ..merged }
}

/// Merges arbitrary bytes. Files that are not text are merged by lines of bytes.
pub fn merge_bytes(base: &[u8], ours: &[u8], theirs: &[u8], options: &Options) -> (Vec<u8>, Merged) {
    let texts = [base, ours, theirs].map(str::from_utf8);
    if let [Ok(base), Ok(ours), Ok(theirs)] = texts {
        let mut merged = merge(base, ours, theirs, options);
        return (std::mem::take(&mut merged.text).into_bytes(), merged);
    }
    // Each byte becomes the character with its code, so that any bytes are a text, and back.
    let characters = |bytes: &[u8]| bytes.iter().map(|byte| char::from(*byte)).collect::<String>();
    let options = Options {
        ours_label: characters(options.ours_label.as_bytes()),
        theirs_label: characters(options.theirs_label.as_bytes()),
        base_label: options.base_label.as_ref().map(|label| characters(label.as_bytes())),
        ..options.clone()
    };
    let texts = [base, ours, theirs].map(characters);
    let [base, ours, theirs] = texts.each_ref().map(String::as_str);
    let mut merged = line_merge::merge_lines([base, ours, theirs], &options);
    let text = std::mem::take(&mut merged.text);
    (text.chars().map(|character| u8::try_from(character).unwrap_or(b'?')).collect(), merged)
}

fn merge_normalized([base, ours, theirs]: [&str; 3], options: &Options) -> Merged {
    if ours == theirs || theirs == base {
        return Merged { text: ours.to_owned(), ..Merged::default() };
    }
    if ours == base {
        return Merged { text: theirs.to_owned(), ..Merged::default() };
    }
    let documents = [base, ours, theirs].map(|text| with_valid_indentation(Document::new(text.to_owned())));
    let is_valid = |document: &Document| document.plan().errors().next().is_none();
    let sides_are_valid = is_valid(&documents[OURS]) && is_valid(&documents[THEIRS]);
    // With an empty base, both sides added everything.
    let base_is_usable = base.trim().is_empty() || is_valid(&documents[BASE]);
    if sides_are_valid
        && base_is_usable
        && let Some(merged) = merge_plans(&documents, options)
    {
        return merged;
    }
    let merged = line_merge::merge_lines([base, ours, theirs], options);
    let is_complete = || {
        verify::keeps_tasks(&merged.text, &documents)
            && (!base_is_usable || keeps_lines(&merged.text, &Tree::of_all(&documents), false))
    };
    if sides_are_valid && merged.conflicts.is_empty() && !is_complete() {
        return line_merge::one_conflict([base, ours, theirs], options);
    }
    merged
}

/// A formatter may indent tasks so that their parents are ambiguous. Then they are indented as a repair would do it.
fn with_valid_indentation(document: Document) -> Document {
    let is_only_indented = document.plan().errors().all(|error| error.code == DiagnosticCode::InvalidIndent);
    if document.plan().errors().next().is_none() || !is_only_indented {
        return document;
    }
    let repaired = repair(&document, &[RepairAction::NormalizeIndent], &mut IdGenerator::new(0, [0; 10]));
    repaired.map_or(document, |repaired| repaired.document)
}

fn merge_plans(documents: &[Document; 3], options: &Options) -> Option<Merged> {
    let trees = Tree::of_all(documents);
    let matching = Matching::of(&trees);
    let mut structure = Structure::of(&trees, &matching);
    let children = order::children(&trees, &matching, &mut structure);
    let rendered = render::render(&trees, &matching, &structure, &children, options);
    let merged = verify::matching_intent(&rendered)?;
    if rendered.conflicts.is_empty() && !keeps_lines(&rendered.text, &trees, !rendered.notes.is_empty()) {
        return None;
    }
    let mut notes = rendered.notes;
    notes.extend(contradictions::contradictions(&merged, [&documents[OURS], &documents[THEIRS]], &rendered.text));
    Some(Merged { text: rendered.text, conflicts: rendered.conflicts, notes })
}
