//! Lists the conflicts of a plan as choices, and applies the choices as an edit.

use crate::plan::{Document, MarkerStyle, decode_body, encode_body};
use crate::text::{Span, TextEdit, lines};

use super::conflict_hunks::{ConflictHunk, conflict_hunks};
use super::fields::{LineOptions, TaskLine};
use super::line_choice::{Difference, chosen_line, differences};

/// One entity that somebody has to decide.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenConflict {
    /// The number of the conflict; for a task line, followed by `.` and the field.
    pub id: String,
    /// 1-based line of the conflict's first marker.
    pub line: usize,
    pub task_id: Option<String>,
    /// `status`, `title`, an attribute's key, `body`, `task`, `heading` or `text`.
    pub field: String,
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
    let document = Document::new(text.to_owned());
    let conflicts = conflict_hunks(text);
    conflicts.iter().zip(1..).flat_map(|(conflict, number)| open_conflicts_of(&document, conflict, number)).collect()
}

fn open_conflicts_of(document: &Document, conflict: &ConflictHunk, number: usize) -> Vec<OpenConflict> {
    let (text, line) = (document.text(), conflict.line);
    if let Some(both) = BothLines::of(document, conflict) {
        let task_id = both.ours.plan().tasks.first().map(|task| task.id.of(both.ours.text()).to_owned());
        let open = |Difference { field, ours, theirs }: Difference| OpenConflict {
            id: format!("{number}.{field}"),
            line,
            task_id: task_id.clone(),
            field,
            ours,
            theirs,
        };
        return both.differences().into_iter().map(open).collect();
    }
    let [ours, theirs] = [conflict.ours, conflict.theirs].map(|part| part.of(text));
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
        id: number.to_string(),
        line,
        task_id: inside.or(above).map(|task| task.id.of(text).to_owned()),
        field: field.to_owned(),
        ours: value(ours),
        theirs: value(theirs),
    }]
}

/// Whether every line is a blockquote.
fn is_quoted(part: &str) -> bool {
    lines(part).all(|line| line.content.of(part).trim_start().starts_with('>'))
}

/// Both versions of a conflicting task line.
struct BothLines {
    ours: Document,
    theirs: Document,
    indent: usize,
    marker_style: MarkerStyle,
}

impl BothLines {
    fn of(document: &Document, conflict: &ConflictHunk) -> Option<Self> {
        let text = document.text();
        let header = document.plan().header.map_or("", |header| header.span.of(text));
        let single = |part: Span| {
            let part = part.of(text);
            let line = part.trim_end_matches(['\n', '\r']);
            (lines(part).count() == 1).then(|| Document::new(format!("{header}\n{}", line.trim_start_matches(' '))))
        };
        let (ours, theirs) = (single(conflict.ours)?, single(conflict.theirs)?);
        let id = |line: &Document| line.plan().tasks.first().map(|task| task.id.of(line.text()).to_owned());
        let ours_line = conflict.ours.of(text);
        let indent = ours_line.len() - ours_line.trim_start_matches(' ').len();
        let is_one_task = id(&ours).is_some() && id(&ours) == id(&theirs);
        is_one_task.then_some(Self { ours, theirs, indent, marker_style: document.plan().marker_style() })
    }

    fn lines(&self) -> Option<[TaskLine<'_>; 2]> {
        let line = |document| TaskLine::first_of(document, self.marker_style);
        Some([line(&self.ours)?, line(&self.theirs)?])
    }

    fn differences(&self) -> Vec<Difference> {
        self.lines().map(|[ours, theirs]| differences(ours, theirs)).unwrap_or_default()
    }
}

/// The edit that applies choices. A conflict of a task line is resolved once there is a choice for each of its fields.
pub fn resolve(text: &str, choices: &[(&str, Choice<'_>)]) -> Result<TextEdit, String> {
    let document = Document::new(text.to_owned());
    let conflicts = conflict_hunks(text);
    let mut edit = TextEdit::default();
    let mut known = Vec::new();
    for (conflict, number) in conflicts.iter().zip(1..) {
        let fields = open_conflicts_of(&document, conflict, number);
        let whole = number.to_string();
        let choice = |id: &str| {
            let chosen =
                |wanted: &str| choices.iter().rev().find(|(chosen, _)| *chosen == wanted).map(|(_, choice)| *choice);
            chosen(id).or_else(|| chosen(&whole))
        };
        if fields.iter().all(|open| choice(&open.id).is_some()) {
            let resolved = resolve_conflict(&document, conflict, &|field| {
                choice(&format!("{whole}.{field}")).or_else(|| choice(&whole)).unwrap_or(Choice::Ours)
            })?;
            edit.push(text, conflict.span, &resolved);
        }
        known.push(whole);
        known.extend(fields.into_iter().map(|open| open.id));
    }
    match choices.iter().find(|(id, _)| !known.iter().any(|known| known == id)) {
        Some((id, _)) if known.is_empty() => {
            Err(format!("there is no conflict {id}: the plan has no conflict markers"))
        }
        Some((id, _)) => Err(format!("there is no conflict {id}; there are {}", known.join(", "))),
        None => Ok(edit),
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
    if let Some(both) = BothLines::of(document, conflict)
        && let Some([our, their]) = both.lines()
    {
        let options = LineOptions { marker_style: both.marker_style, id: None, further_status_wins: false };
        let line = chosen_line(our, their, &options, choice)?;
        return Ok(format!("{}{line}{ending}", " ".repeat(both.indent)));
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
