//! Lists the conflicts of a plan as choices, and applies the choices as an edit.

use crate::plan::{Document, MarkerStyle, decode_body, encode_body};
use crate::text::{Span, TextEdit, lines};

use super::conflict_hunks::{ConflictHunk, conflict_hunks};
use super::fields::{LineOptions, TaskLine};
use super::line_choice::{Difference, chosen_line, differences};

/// One thing to decide.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenConflict {
    /// The number of the conflict; for a task line, followed by `.` and the field.
    pub id: String,
    /// 1-based line of the conflict's first marker.
    pub line: usize,
    pub task_id: Option<String>,
    /// `status`, `title`, an attribute's key, `body`, `task`, `heading` or `text`.
    pub field: String,
    /// `None` if the base does not have it, or is not known.
    pub base: Option<String>,
    /// `None` if our side removed it.
    pub ours: Option<String>,
    /// `None` if their side removed it.
    pub theirs: Option<String>,
}

/// How a conflict is resolved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice<'c> {
    Ours,
    Theirs,
    /// Ours, then theirs.
    Both,
    /// Another value, Markdown for a body, or lines.
    Text(&'c str),
}

/// The conflicts in a text, in order.
///
/// ```
/// use long_term_plan_core::merge::open_conflicts;
/// let open = open_conflicts("<!-- long-term-plan:format=v1 -->
/// <<<<<<< ours
/// - [ ] Bake <!-- long-term-plan:id=t_1 -->
/// =======
/// - [ ] Cook <!-- long-term-plan:id=t_1 -->
/// >>>>>>> theirs
/// ");
/// assert_eq!((open[0].id.as_str(), open[0].field.as_str()), ("1.title", "title"));
/// assert_eq!((open[0].ours.as_deref(), open[0].theirs.as_deref()), (Some("Bake"), Some("Cook")));
/// ```
pub fn open_conflicts(text: &str) -> Vec<OpenConflict> {
    OpenHunk::all(&Document::new(text.to_owned())).into_iter().flat_map(|hunk| hunk.open).collect()
}

/// A conflict with what is open in it.
struct OpenHunk {
    hunk: ConflictHunk,
    /// Its name in choices.
    number: String,
    open: Vec<OpenConflict>,
}

impl OpenHunk {
    fn all(document: &Document) -> Vec<Self> {
        let hunks = conflict_hunks(document.text());
        let numbered = hunks.into_iter().zip(1..).map(|(hunk, number): (_, usize)| {
            let number = number.to_string();
            let open = open_conflicts_of(document, &hunk, &number);
            Self { hunk, number, open }
        });
        numbered.collect()
    }

    fn ids(&self) -> impl Iterator<Item = &str> {
        self.open.iter().map(|open| open.id.as_str())
    }

    fn is_about(&self, id: &str) -> bool {
        self.number == id || self.ids().any(|open| open == id)
    }
}

fn open_conflicts_of(document: &Document, conflict: &ConflictHunk, number: &str) -> Vec<OpenConflict> {
    let (text, line) = (document.text(), conflict.line);
    if let Some(versions) = LineVersions::of(document, conflict) {
        let task_id = versions.ours.plan().tasks.first().map(|task| task.id.of(versions.ours.text()).to_owned());
        let open = |Difference { field, base, ours, theirs }: Difference| OpenConflict {
            id: format!("{number}.{field}"),
            line,
            task_id: task_id.clone(),
            field,
            base,
            ours,
            theirs,
        };
        return versions.differences().into_iter().map(open).collect();
    }
    let [ours, theirs] = [conflict.ours, conflict.theirs].map(|part| part.of(text));
    let base = conflict.base.map_or("", |part| part.of(text));
    let tasks = &document.plan().tasks;
    let inside = tasks.iter().find(|task| conflict.span.contains(task.span.start));
    let is_body = is_quoted(ours) && is_quoted(theirs);
    let above = tasks.iter().take_while(|task| task.line < line).last().filter(|_| is_body);
    let field = match (inside, is_body) {
        (Some(_), _) => "task",
        (None, true) => "body",
        (None, false) if ours.starts_with('#') && theirs.starts_with('#') => "heading",
        (None, false) => "text",
    };
    let value = |part: &str| {
        let part = part.trim_end_matches(['\n', '\r']);
        let value = if is_body { decode_body(part) } else { part.to_owned() };
        Some(value).filter(|_| !part.is_empty())
    };
    vec![OpenConflict {
        id: number.to_owned(),
        line,
        task_id: inside.or(above).map(|task| task.id.of(text).to_owned()),
        field: field.to_owned(),
        base: value(base),
        ours: value(ours),
        theirs: value(theirs),
    }]
}

/// Whether every line is a blockquote.
fn is_quoted(part: &str) -> bool {
    lines(part).all(|line| line.content.of(part).trim_start().starts_with('>'))
}

/// The versions of a conflicting task line.
pub(super) struct LineVersions {
    base: Option<Document>,
    ours: Document,
    theirs: Document,
    indent: usize,
    marker_style: MarkerStyle,
}

impl LineVersions {
    fn of(document: &Document, conflict: &ConflictHunk) -> Option<Self> {
        let line = |part: Span| part.of(document.text());
        Self::of_lines(document, conflict.base.map(line), line(conflict.ours), line(conflict.theirs))
    }

    /// The versions of a line in a plan, if both sides are one task.
    pub(super) fn of_lines(document: &Document, base: Option<&str>, ours: &str, theirs: &str) -> Option<Self> {
        let header = document.plan().header.map_or("", |header| header.span.of(document.text()));
        let single = |part: &str| {
            let line = part.trim_end_matches(['\n', '\r']);
            (lines(part).count() == 1).then(|| Document::new(format!("{header}\n{}", line.trim_start_matches(' '))))
        };
        let id = |line: &Document| line.plan().tasks.first().map(|task| task.id.of(line.text()).to_owned());
        let indent = ours.len() - ours.trim_start_matches(' ').len();
        let base = base.and_then(single);
        let (ours, theirs) = (single(ours)?, single(theirs)?);
        let is_one_task = id(&ours).is_some() && id(&ours) == id(&theirs);
        let base = base.filter(|base| id(base) == id(&ours));
        is_one_task.then_some(Self { base, ours, theirs, indent, marker_style: document.plan().marker_style() })
    }

    fn sides(&self) -> Option<[TaskLine<'_>; 2]> {
        let line = |document| TaskLine::first_of(document, self.marker_style);
        Some([line(&self.ours)?, line(&self.theirs)?])
    }

    pub(super) fn differences(&self) -> Vec<Difference> {
        let base = self.base.as_ref().and_then(|base| TaskLine::first_of(base, self.marker_style));
        self.sides().map(|[ours, theirs]| differences(base, ours, theirs)).unwrap_or_default()
    }

    /// Whether our status is further than theirs, if that is all that differs. A state is never decided this way.
    pub(super) fn is_ours_further(&self) -> Option<bool> {
        let [ours, theirs] = self.sides()?.map(|line| line.fields());
        let has_state = ours.state().is_some() || theirs.state().is_some();
        let fields: Vec<_> = self.differences().into_iter().map(|difference| difference.field).collect();
        (fields == ["status"] && !has_state).then_some(ours.status > theirs.status)
    }
}

/// The edit that applies choices, each a conflict and what to take. The others stay; the error names the index of a choice that
/// would settle nothing.
pub fn resolve(text: &str, choices: &[(&str, Choice<'_>)]) -> Result<TextEdit, String> {
    let document = Document::new(text.to_owned());
    let hunks = OpenHunk::all(&document);
    for check in [is_open, is_whole] {
        for index in 0..choices.len() {
            check(&hunks, choices, index).map_err(|reason| format!("choices[{index}]: {reason}"))?;
        }
    }
    let mut edit = TextEdit::default();
    let choice = |id: &str| choices.iter().find(|(chosen, _)| *chosen == id).map(|(_, choice)| *choice);
    for OpenHunk { hunk, number, .. } in hunks.iter().filter(|hunk| choices.iter().any(|(id, _)| hunk.is_about(id))) {
        let resolved = resolve_conflict(&document, hunk, &|field| {
            choice(&format!("{number}.{field}")).or_else(|| choice(number)).unwrap_or(Choice::Ours)
        })?;
        edit.push(text, hunk.span, &resolved);
    }
    Ok(edit)
}

/// Refuses a choice for what is not open, or was chosen before.
fn is_open(hunks: &[OpenHunk], choices: &[(&str, Choice<'_>)], index: usize) -> Result<(), String> {
    let (id, _) = choices[index];
    let open = || list_ids(hunks.iter().flat_map(OpenHunk::ids));
    if hunks.is_empty() {
        Err(format!("there is no conflict {id}: the plan has no conflict markers"))
    } else if !hunks.iter().any(|hunk| hunk.is_about(id)) {
        Err(format!("there is no conflict {id}; open are {}", open()))
    } else if choices[..index].iter().any(|(earlier, _)| *earlier == id) {
        Err(format!("{id} was already chosen; open are {}", open()))
    } else {
        Ok(())
    }
}

/// Refuses one text for several fields, and choices for only some of them.
fn is_whole(hunks: &[OpenHunk], choices: &[(&str, Choice<'_>)], index: usize) -> Result<(), String> {
    let (id, choice) = choices[index];
    let Some(hunk) = hunks.iter().find(|hunk| hunk.is_about(id)) else { return Ok(()) };
    if id == hunk.number && hunk.open.len() > 1 && matches!(choice, Choice::Text(_)) {
        return Err(format!("{id} has several fields; open are {}", list_ids(hunk.ids())));
    }
    let is_chosen = |id: &str| choices.iter().any(|(chosen, _)| *chosen == id);
    let mut missing = hunk.ids().filter(|open| !is_chosen(&hunk.number) && !is_chosen(open)).peekable();
    if missing.peek().is_none() {
        return Ok(());
    }
    Err(format!("{id} settles only a part of conflict {}; still open are {}", hunk.number, list_ids(missing)))
}

/// Ids of conflicts in a message.
pub fn list_ids<'n>(ids: impl Iterator<Item = &'n str>) -> String {
    const MOST: usize = 20;
    let ids: Vec<_> = ids.collect();
    match ids.len().checked_sub(MOST) {
        Some(more @ 1..) => format!("{} and {more} more", ids[..MOST].join(", ")),
        _ => ids.join(", "),
    }
}

fn resolve_conflict<'c>(
    document: &Document,
    conflict: &ConflictHunk,
    choice: &dyn Fn(&str) -> Choice<'c>,
) -> Result<String, String> {
    let text = document.text();
    let [ours, theirs] = [conflict.ours, conflict.theirs].map(|part| part.of(text));
    let first_marker = lines(conflict.span.of(text)).next();
    let ending = first_marker.map_or("\n", |line| line.ending.as_str());
    if let Some(versions) = LineVersions::of(document, conflict)
        && let Some([our, their]) = versions.sides()
    {
        let options = LineOptions { marker_style: versions.marker_style, id: None, further_status_wins: false };
        let line = chosen_line(our, their, &options, choice)?;
        return Ok(format!("{}{line}{ending}", " ".repeat(versions.indent)));
    }
    Ok(match choice("") {
        Choice::Ours => ours.to_owned(),
        Choice::Theirs => theirs.to_owned(),
        Choice::Both => format!("{ours}{theirs}"),
        Choice::Text("") => String::new(),
        Choice::Text(given) if is_quoted(ours) && is_quoted(theirs) => {
            let sample = if ours.is_empty() { theirs } else { ours };
            let indent = sample.len() - sample.trim_start_matches(' ').len();
            format!("{}{ending}", encode_body(given, indent, ending))
        }
        Choice::Text(given) => lines(given).flat_map(|line| [line.content.of(given), ending]).collect(),
    })
}
