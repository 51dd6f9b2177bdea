//! Redoes by task a merge that git did by lines, from what git still knows about it.

use crate::plan::{Document, conflict_marker, parse};
use crate::text::{Span, lines};

use super::conflict_hunks::{ConflictHunk, conflict_hunks, conflicts_replaced, resolved_to, without_bases};
use super::line_endings::NormalizedText;
use super::resolve::LineVersions;
use super::{OURS, Options, THEIRS, for_sides, line_merge, merge};

/// The versions that git keeps while a file is in conflict. Without an index there may still be a base.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Versions {
    pub base: Option<String>,
    pub ours: Option<String>,
    pub theirs: Option<String>,
    /// Whether the repository has the driver installed so that two new statuses are a conflict.
    pub has_strict_status: bool,
}

/// A text in conflict, with only the conflicts that a merge by task leaves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remerged {
    /// Its conflicts show what the base says, wherever it is known.
    pub text: String,
    shows_bases: bool,
}

impl Remerged {
    /// A text made from this one, in the conflict style of the original.
    pub fn in_original_style(&self, text: String) -> String {
        if self.shows_bases { text } else { without_bases(&text) }
    }
}

/// Merges by task what is in conflict in a text. What was edited in it since git wrote it stays.
///
/// ```
/// use long_term_plan_core::merge::{Versions, remerge};
/// let base = "<!-- long-term-plan:format=v1 -->\n- [ ] A <!-- long-term-plan:id=t_1 -->\n- [ ] B <!-- long-term-plan:id=t_2 -->\n";
/// let [ours, theirs] = ["A", "B"].map(|title| base.replace(&format!("[ ] {title}"), &format!("[√] {title}")));
/// let both = |text: &str| text.split_once('\n').unwrap().1.to_owned();
/// let conflict = format!("<<<<<<< ours\n{}=======\n{}>>>>>>> theirs\n", both(&ours), both(&theirs));
/// let text = format!("<!-- long-term-plan:format=v1 -->\n{conflict}");
/// let versions = Versions { base: Some(base.into()), ours: Some(ours), theirs: Some(theirs), ..Versions::default() };
/// assert_eq!(remerge(&text, &versions).text, base.replace("[ ]", "[√]"));
/// ```
pub fn remerge(text: &str, versions: &Versions) -> Remerged {
    let hunks = conflict_hunks(text);
    let shows_bases = hunks.iter().any(|hunk| hunk.base.is_some());
    let remerged = hunks.first().map(|first| {
        let options = Options { further_status_wins: !versions.has_strict_status, ..options_of(text, first) };
        from_index(text, versions, &options).or_else(|| {
            let are_clear = hunks.iter().all(|hunk| is_clear(text, hunk, options.marker_size));
            are_clear.then(|| from_markers(text, known_base(text, &hunks, versions), &options))?
        })
    });
    Remerged { text: remerged.flatten().unwrap_or_else(|| text.to_owned()), shows_bases }
}

/// Whether it is certain where their side begins: a heading can be underlined with the same line.
fn is_clear(text: &str, hunk: &ConflictHunk, marker_size: usize) -> bool {
    let conflict = hunk.span.of(text);
    let is_separator = |content: &str| conflict_marker(content, b'=') == Some(marker_size);
    lines(conflict).filter(|line| is_separator(line.content.of(conflict))).count() == 1
}

/// Labels and size of the markers in a text.
fn options_of(text: &str, hunk: &ConflictHunk) -> Options {
    let conflict = hunk.span.of(text);
    let markers = |mark: u8| {
        lines(conflict).filter_map(move |line| {
            let content = line.content.of(conflict);
            conflict_marker(content, mark).map(|size| (size, content[size..].trim()))
        })
    };
    let label = |mark: u8| markers(mark).last().map_or("", |(_, label)| label).to_owned();
    Options {
        ours_label: label(b'<'),
        theirs_label: label(b'>'),
        base_label: Some(hunk.base.map_or_else(|| "base".to_owned(), |_| label(b'|'))),
        marker_size: markers(b'<').next().map_or(0, |(size, _)| size),
        ..Options::default()
    }
}

/// The merge of the versions in the index, if the text is what a merge of them left: by lines or by task.
fn from_index(text: &str, versions: &Versions, options: &Options) -> Option<String> {
    let (ours, theirs) = (versions.ours.as_deref()?, versions.theirs.as_deref()?);
    let base = versions.base.as_deref().unwrap_or_default();
    let side_of = |side, text: &str| NormalizedText::of(&resolved_to(side, text)).text;
    let was_left = |merged: &str| [OURS, THEIRS].iter().all(|side| side_of(*side, text) == side_of(*side, merged));
    let by_task = merge(base, ours, theirs, options).text;
    let normalized = [base, ours, theirs].map(|text| NormalizedText::of(text).text);
    let by_lines = line_merge::merge_lines(normalized.each_ref().map(String::as_str), options).text;
    (was_left(&by_task) || was_left(&by_lines)).then_some(by_task)
}

/// What both sides in the markers come from: what git says, or what the markers show.
fn known_base(text: &str, hunks: &[ConflictHunk], versions: &Versions) -> Option<String> {
    let is_usable = |base: &&String| parse(base).errors().next().is_none();
    let has_sides = versions.ours.is_some() && versions.theirs.is_some();
    match &versions.base {
        Some(base) => Some(base).filter(is_usable).cloned(),
        // Both sides added the file.
        None if has_sides => Some(String::new()),
        None => None,
    }
    .or_else(|| {
        let shows_all = hunks.iter().all(|hunk| hunk.base.is_some());
        shows_all.then(|| conflicts_replaced(text, |hunk| hunk.base.map(|base| base.of(text).to_owned())))
    })
}

/// The merge of the two sides in the markers, unless they are not valid plans.
fn from_markers(text: &str, base: Option<String>, options: &Options) -> Option<String> {
    let Some(base) = base else { return options.further_status_wins.then(|| without_ticks(text)) };
    let [ours, theirs] = for_sides(|side| resolved_to(side, text));
    let merged = merge(&base, &ours, &theirs, options);
    let is_by_lines = merged.conflicts.iter().any(|conflict| conflict.field == line_merge::FIELD);
    (!is_by_lines).then_some(merged.text)
}

/// Without a base, the only conflicts that need no question are about several tasks of which each side advanced some.
fn without_ticks(text: &str) -> String {
    let document = Document::new(text.to_owned());
    conflicts_replaced(text, |hunk| advanced_by_both(&document, hunk))
}

fn advanced_by_both(document: &Document, hunk: &ConflictHunk) -> Option<String> {
    let part = |span: Span| span.of(document.text()).split_inclusive('\n').collect::<Vec<_>>();
    let (ours, theirs) = (part(hunk.ours), part(hunk.theirs));
    let mut merged = String::new();
    let mut advanced = [false; 2];
    for (our, their) in ours.iter().zip(&theirs) {
        let mut line = our;
        if our != their {
            let versions = LineVersions::of_lines(document, None, our, their)?;
            let is_ours = versions.is_ours_further()?;
            advanced[usize::from(is_ours)] = true;
            line = if is_ours { our } else { their };
        }
        merged.push_str(line);
    }
    (ours.len() == theirs.len() && advanced == [true; 2]).then_some(merged)
}
