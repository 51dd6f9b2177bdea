//! Merges a task line field by field.

use std::borrow::Cow;

use crate::plan::{AttributeKey, Document, MarkerStyle, State, Status, Task};
use crate::text::Interner;
use crate::word::Word;

use super::Conflict;

/// A task line of one version.
#[derive(Clone, Copy, Debug)]
pub(super) struct TaskLine<'t> {
    pub(super) text: &'t str,
    pub(super) task: &'t Task,
    pub(super) marker_style: MarkerStyle,
}

/// A line with more attributes than this is merged as a whole.
const MAX_ATTRIBUTES: usize = 200;

/// How to write a merged line.
#[derive(Clone, Debug)]
pub(super) struct LineOptions<'w> {
    /// The style of the merged plan.
    pub(super) marker_style: MarkerStyle,
    /// A new id, if both sides used the old one for different tasks.
    pub(super) id: Option<&'w str>,
    /// See [`super::Options::further_status_wins`].
    pub(super) further_status_wins: bool,
}

/// A merged line: the same for both sides if they agree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct MergedLine {
    pub(super) ours: String,
    pub(super) theirs: String,
    /// Their line numbers are set later.
    pub(super) conflicts: Vec<Conflict>,
}

impl<'t> TaskLine<'t> {
    /// The first task of a document.
    pub(super) fn first_of(document: &'t Document, marker_style: MarkerStyle) -> Option<Self> {
        Some(Self { text: document.text(), task: document.plan().tasks.first()?, marker_style })
    }

    /// The line without its indentation.
    fn content(&self) -> &'t str {
        self.task.span.of(self.text).trim_start_matches(' ')
    }

    pub(super) fn fields(&self) -> Fields<'t> {
        let (text, task) = (self.text, self.task);
        let mut fields =
            Fields { status: task.status, title: task.title.of(text).into(), attributes: Vec::new(), is_plain: true };
        let mut keys = Interner::<&str>::default();
        for attribute in task.attributes(text) {
            let (key, value) = (attribute.key.of(text), attribute.value.of(text));
            fields.is_plain &=
                keys.insert(key) && attribute.key != attribute.span && fields.attributes.len() < MAX_ATTRIBUTES;
            fields.attributes.push((key, value.to_owned()));
        }
        fields
    }

    /// The line with other fields. Text of unchanged fields stays byte for byte.
    pub(super) fn with(&self, fields: &Fields<'_>, options: &LineOptions<'_>) -> String {
        let Self { text, task, .. } = *self;
        let part = |start: usize, end: usize| text.get(start..end).unwrap_or_default();
        let own = self.fields();
        let mut line = String::with_capacity(task.span.len() + 32);
        line.push_str(part(task.span.start, task.checkbox.start).trim_start_matches(' '));
        line.extend(['[', options.marker_style.mark(fields.status), ']']);
        line.push_str(part(task.checkbox.end, task.title.start));
        line.push_str(&fields.title);
        line.push_str(part(task.title.end, task.id.start));
        line.push_str(options.id.unwrap_or_else(|| task.id.of(text)));
        if fields.attributes == own.attributes {
            line.push_str(part(task.id.end, task.span.end));
            return line;
        }
        for (key, value) in &fields.attributes {
            line.extend([" ", key, "=", value]);
        }
        line.push_str(part(task.attributes.end.max(task.id.end), task.span.end));
        line
    }
}

/// The fields of a task line.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Fields<'t> {
    pub(super) status: Status,
    pub(super) title: Cow<'t, str>,
    /// Keys with their encoded values.
    pub(super) attributes: Vec<(&'t str, String)>,
    /// Whether attributes can be merged one by one: each has a key and a value, no key occurs twice, and there are not too many.
    is_plain: bool,
}

impl Fields<'_> {
    pub(super) fn get(&self, key: &str) -> Option<&str> {
        self.attributes.iter().find(|(known, _)| *known == key).map(|(_, value)| value.as_str())
    }

    /// Sets or removes an attribute. A new one must also be in `source`, which provides the key.
    pub(super) fn set(&mut self, key: &str, source: &Self, value: Option<String>) {
        let known = self.attributes.iter().position(|(known, _)| *known == key);
        match (known, value) {
            (Some(at), Some(value)) => self.attributes[at].1 = value,
            (Some(at), None) => {
                self.attributes.remove(at);
            }
            (None, Some(value)) => {
                let key = source.attributes.iter().map(|(known, _)| *known).find(|known| *known == key);
                self.attributes.extend(key.map(|key| (key, value)));
            }
            (None, None) => {}
        }
    }

    pub(super) fn state(&self) -> Option<&str> {
        self.get(AttributeKey::State.as_str())
    }
}

/// The line of a task that exists on one side only.
pub(super) fn single_line(line: TaskLine<'_>, options: &LineOptions<'_>) -> String {
    if line.marker_style == options.marker_style && options.id.is_none() {
        return line.content().to_owned();
    }
    line.with(&line.fields(), options)
}

/// Merges the line of a task that exists on both sides.
pub(super) fn merge_line(
    base: Option<TaskLine<'_>>,
    ours: TaskLine<'_>,
    theirs: TaskLine<'_>,
    options: &LineOptions<'_>,
) -> MergedLine {
    let agreed = |line: String| MergedLine { ours: line.clone(), theirs: line, conflicts: Vec::new() };
    let is_same = |line: TaskLine<'_>| {
        base.is_some_and(|base| base.content() == line.content() && base.marker_style == line.marker_style)
    };
    if is_same(theirs) || ours.content() == theirs.content() && ours.marker_style == theirs.marker_style {
        return agreed(single_line(ours, options));
    }
    if is_same(ours) {
        return agreed(single_line(theirs, options));
    }
    let [our, their] = [ours.fields(), theirs.fields()];
    let was = base.map(|base| base.fields());
    let mut merge = FieldMerge {
        id: ours.task.id.of(ours.text),
        base: was.as_ref(),
        ours: our.clone(),
        theirs: their.clone(),
        conflicts: Vec::new(),
    };
    if our.is_plain && their.is_plain && was.as_ref().is_none_or(|was| was.is_plain) {
        merge.title();
        merge.attributes();
        merge.status(&our, &their, options.further_status_wins);
    } else if our != their {
        // Ambiguous attributes cannot be merged one by one.
        merge.conflict("task", base.map(|base| base.content()), Some(ours.content()), Some(theirs.content()));
    }
    let FieldMerge { ours: our, theirs: their, conflicts, .. } = merge;
    let line = ours.with(&our, options);
    // Both variants are based on our line, so that they differ only in the conflicting fields.
    let other = if conflicts.is_empty() { line.clone() } else { ours.with(&their, options) };
    MergedLine { ours: line, theirs: other, conflicts }
}

/// The fields of both sides, made equal where possible.
struct FieldMerge<'f, 't> {
    id: &'t str,
    base: Option<&'f Fields<'t>>,
    ours: Fields<'t>,
    theirs: Fields<'t>,
    conflicts: Vec<Conflict>,
}

impl<'t> FieldMerge<'_, 't> {
    fn conflict(&mut self, field: &str, base: Option<&str>, ours: Option<&str>, theirs: Option<&str>) {
        let [base, ours, theirs] = [base, ours, theirs].map(|value| value.map(str::to_owned));
        let message = format!("{field} of {} was changed differently on both sides", self.id);
        let (task_id, field) = (Some(self.id.to_owned()), field.to_owned());
        self.conflicts.push(Conflict { task_id, field, line: 0, base, ours, theirs, message });
    }

    fn title(&mut self) {
        let base = self.base.map(|base| base.title.clone());
        let [ours, theirs] = [&self.ours.title, &self.theirs.title].map(|title| Some(title.clone()));
        if let Some(title) = three_way(&base, ours.clone(), theirs.clone()) {
            let title = title.unwrap_or_default();
            (self.ours.title, self.theirs.title) = (title.clone(), title);
        } else {
            self.conflict("title", base.as_deref(), ours.as_deref(), theirs.as_deref());
        }
    }

    /// Merges all attributes except the state, which depends on the status. Ours keep their order, theirs follow. The assignee
    /// of a task that one side claimed and the other completed is the one who completed it.
    fn attributes(&mut self) {
        let (our, their) = (self.ours.clone(), self.theirs.clone());
        let completed_by_us = self.completed_by_us();
        let (mut ours, mut theirs) = (Vec::new(), Vec::new());
        let new_in_theirs = their.attributes.iter().filter(|(key, _)| our.get(key).is_none());
        for (key, _) in our.attributes.iter().chain(new_in_theirs) {
            let [was, our, their] = [self.base.and_then(|base| base.get(key)), our.get(key), their.get(key)];
            let is_state = *key == AttributeKey::State.as_str();
            let is_list = AttributeKey::named(key).is_some_and(AttributeKey::is_list);
            let completed_by_us = completed_by_us.filter(|_| *key == AttributeKey::Assignee.as_str());
            let merged = match three_way(&was, our, their) {
                _ if is_state => None,
                _ if completed_by_us == Some(true) => Some(our.map(str::to_owned)),
                _ if completed_by_us == Some(false) => Some(their.map(str::to_owned)),
                None if is_list => Some(merge_list(was, our, their)),
                merged => merged.map(|value| value.map(str::to_owned)),
            };
            if merged.is_none() && !is_state {
                self.conflict(key, was, our, their);
            }
            let [our, their] = match merged {
                Some(value) => [value.clone(), value],
                None => [our, their].map(|value| value.map(str::to_owned)),
            };
            ours.extend(our.map(|value| (*key, value)));
            theirs.extend(their.map(|value| (*key, value)));
        }
        (self.ours.attributes, self.theirs.attributes) = (ours, theirs);
    }

    /// Whether we completed the task, if one side completed it while the other claimed it: took it up and assigned it.
    fn completed_by_us(&self) -> Option<bool> {
        let was = self.base.filter(|base| base.status == Status::Todo)?;
        let key = AttributeKey::Assignee.as_str();
        let claims = |side: &Fields<'_>| side.status == Status::Doing && side.get(key) != was.get(key);
        let completes = |side: &Fields<'_>| side.status == Status::Done && !is_cancelled(side.state());
        let (ours, theirs) = (&self.ours, &self.theirs);
        let ours_completed = completes(ours) && claims(theirs);
        (ours_completed || claims(ours) && completes(theirs)).then_some(ours_completed)
    }

    /// Merges status and state, which must fit each other.
    fn status(&mut self, our: &Fields<'t>, their: &Fields<'t>, further_wins: bool) {
        let was = self.base.map(|base| (base.status, base.state()));
        let [ours, theirs] = [our, their].map(|fields| (fields.status, fields.state()));
        let agreed = three_way(&was, Some(ours), Some(theirs)).flatten().or_else(|| {
            let status = three_way(&was.map(|was| was.0), Some(ours.0), Some(theirs.0)).flatten();
            let no_state_changed = ours.1 == theirs.1 && was.is_none_or(|was| was.1 == ours.1);
            let both_advanced = was.is_none_or(|was| was.0 < ours.0 && was.0 < theirs.0);
            let further = (further_wins && no_state_changed && both_advanced).then(|| ours.0.max(theirs.0));
            status.or(further).zip(three_way(&was.and_then(|was| was.1), ours.1, theirs.1))
        });
        let fits = |(status, state): &(Status, Option<&str>)| {
            state.and_then(State::named).is_none_or(|state| state.fits(*status))
        };
        let agreed = agreed.filter(|pair| fits(pair) || *pair == ours || *pair == theirs);
        // Completed on one side and cancelled on the other: the work is done, or it is not.
        let is_contradiction = ours.0 == theirs.0 && is_cancelled(ours.1) != is_cancelled(theirs.1);
        let both_changed = was.is_none_or(|was| was != ours && was != theirs);
        let agreed = agreed.filter(|_| !(is_contradiction && both_changed));
        if agreed.is_none() {
            let [base, our, their] = [was, Some(ours), Some(theirs)].map(|pair| pair.map(status_text));
            self.conflict("status", base.as_deref(), our.as_deref(), their.as_deref());
        }
        let pairs = agreed.map_or([ours, theirs], |pair| [pair, pair]);
        set_status(&mut self.ours, pairs[0]);
        set_status(&mut self.theirs, pairs[1]);
    }
}

fn is_cancelled(state: Option<&str>) -> bool {
    state.and_then(State::named) == Some(State::Cancelled)
}

/// A status with its state, as text.
pub(super) fn status_text((status, state): (Status, Option<&str>)) -> String {
    match state {
        Some(state) => format!("{} ({state})", status.as_str()),
        None => status.as_str().to_owned(),
    }
}

pub(super) fn set_status(fields: &mut Fields<'_>, (status, state): (Status, Option<&str>)) {
    fields.status = status;
    let key = AttributeKey::State.as_str();
    match (fields.attributes.iter_mut().find(|(known, _)| *known == key), state) {
        (Some((_, value)), Some(state)) => state.clone_into(value),
        (Some(_), None) => fields.attributes.retain(|(known, _)| *known != key),
        (None, Some(state)) => fields.attributes.push((key, state.to_owned())),
        (None, None) => {}
    }
}

/// The merged value, if at most one side changed it or both made the same change.
fn three_way<T: PartialEq>(base: &T, ours: T, theirs: T) -> Option<T> {
    if ours == theirs || theirs == *base {
        Some(ours)
    } else if ours == *base {
        Some(theirs)
    } else {
        None
    }
}

/// Merges added and removed elements of a list: our elements in their order, then those that theirs added.
pub(super) fn merge_list(base: Option<&str>, ours: Option<&str>, theirs: Option<&str>) -> Option<String> {
    let [base, ours, theirs] = [base, ours, theirs].map(|list| elements(list.unwrap_or_default()));
    let [in_base, in_ours, in_theirs] =
        [&base, &ours, &theirs].map(|list| list.iter().copied().collect::<Interner<_>>());
    let was = |element: &str| in_base.find(element).is_some();
    let our = |element: &str| in_ours.find(element).is_some();
    let their = |element: &str| in_theirs.find(element).is_some();
    let kept = ours.iter().filter(|element| their(element) || !was(element));
    let added = theirs.iter().filter(|element| !our(element) && !was(element));
    let merged: Vec<&str> = kept.chain(added).copied().collect();
    (!merged.is_empty()).then(|| merged.join(","))
}

pub(super) fn elements(list: &str) -> Vec<&str> {
    list.split(',').filter(|element| !element.is_empty()).collect()
}
