//! Which section of one version of a plan is which one of another.

use crate::plan::{Document, Heading};
use crate::text::Interner;

/// For each heading of `old`, the heading of `new` that it became.
///
/// Sections under the same section match by name, then by a task that both contain, then by their position if one of them has
/// no tasks. What is left matches by a name that occurs once on each side.
pub(super) fn match_sections(old: &Document, new: &Document) -> Vec<Option<usize>> {
    let mut search =
        Search { old: Side::new(old), new: Side::new(new), matches: vec![None; old.plan().headings.len()] };
    search.match_below(None, None);
    search.match_moved();
    search.matches
}

struct Side<'d> {
    document: &'d Document,
    headings: &'d [Heading],
    /// For each heading and, at the end, for the top: its sections.
    children: Vec<Vec<usize>>,
    is_matched: Vec<bool>,
    has_tasks: Vec<bool>,
}

impl<'d> Side<'d> {
    fn new(document: &'d Document) -> Self {
        let headings = document.plan().headings.as_slice();
        let mut children = vec![Vec::new(); headings.len() + 1];
        for (index, heading) in headings.iter().enumerate() {
            children[heading.parent.unwrap_or(headings.len())].push(index);
        }
        let mut has_tasks = vec![false; headings.len()];
        for section in document.plan().tasks.iter().filter_map(|task| task.section) {
            has_tasks[section] = true;
        }
        Self { document, headings, children, is_matched: vec![false; headings.len()], has_tasks }
    }

    /// The unmatched sections directly under `parent`.
    fn open(&self, parent: Option<usize>) -> Vec<usize> {
        let children = &self.children[parent.unwrap_or(self.headings.len())];
        children.iter().copied().filter(|index| !self.is_matched[*index]).collect()
    }

    fn name(&self, index: usize) -> &'d str {
        self.headings[index].name.of(self.document.text())
    }

    fn is_title(&self, index: usize) -> bool {
        self.document.plan().title == Some(index)
    }
}

struct Search<'d> {
    old: Side<'d>,
    new: Side<'d>,
    matches: Vec<Option<usize>>,
}

impl Search<'_> {
    /// Matches the sections under two matched ones, and those under them.
    fn match_below(&mut self, old_parent: Option<usize>, new_parent: Option<usize>) {
        let mut parents = vec![(old_parent, new_parent)];
        while let Some((old_parent, new_parent)) = parents.pop() {
            self.match_children(old_parent, new_parent, |search, old, new| {
                let (was, is) = (&search.old, &search.new);
                was.is_title(old) == is.is_title(new) && (was.is_title(old) || was.name(old) == is.name(new))
            });
            self.match_children(old_parent, new_parent, Self::share_a_task);
            self.match_children(old_parent, new_parent, Self::are_at_the_same_place);
            let children = self.old.children[old_parent.unwrap_or(self.old.headings.len())].iter();
            parents.extend(children.filter_map(|old| self.matches[*old].map(|new| (Some(*old), Some(new)))));
        }
    }

    fn match_children(
        &mut self,
        old_parent: Option<usize>,
        new_parent: Option<usize>,
        is_same: impl Fn(&Self, usize, usize) -> bool,
    ) {
        for old in self.old.open(old_parent) {
            if let Some(new) = self.new.open(new_parent).into_iter().find(|new| is_same(self, old, *new)) {
                self.set(old, new);
            }
        }
    }

    fn set(&mut self, old: usize, new: usize) {
        self.matches[old] = Some(new);
        (self.old.is_matched[old], self.new.is_matched[new]) = (true, true);
    }

    fn share_a_task(&self, old: usize, new: usize) -> bool {
        let (text, plan) = (self.old.document.text(), self.old.document.plan());
        let (new_text, new_plan) = (self.new.document.text(), self.new.document.plan());
        let mut tasks = plan.tasks.iter().filter(|task| task.section == Some(old));
        tasks.any(|task| {
            let found = new_plan.find(new_text, task.id.of(text));
            found.is_some_and(|found| new_plan.tasks[found].section == Some(new))
        })
    }

    /// Whether the sections before both match, and no tasks say that they are different ones.
    fn are_at_the_same_place(&self, old: usize, new: usize) -> bool {
        let before = |side: &Side<'_>, index: usize| {
            let siblings = &side.children[side.headings[index].parent.unwrap_or(side.headings.len())];
            let place = siblings.iter().position(|sibling| *sibling == index)?;
            place.checked_sub(1).map(|place| siblings[place])
        };
        let previous = before(&self.old, old).map(|previous| self.matches[previous]);
        let is_same_place = previous == before(&self.new, new).map(Some);
        let may_be_same = !(self.old.has_tasks[old] && self.new.has_tasks[new]);
        is_same_place && may_be_same && self.old.headings[old].level == self.new.headings[new].level
    }

    /// Matches sections that moved under another one.
    fn match_moved(&mut self) {
        let mut names = Interner::<String>::default();
        // For each name, the unmatched sections of both sides.
        let mut found: Vec<[Vec<usize>; 2]> = Vec::new();
        for (number, side) in [&self.old, &self.new].into_iter().enumerate() {
            for index in (0..side.headings.len()).filter(|index| !side.is_matched[*index]) {
                let name = names.intern(side.name(index).to_owned());
                found.resize_with(found.len().max(name + 1), Default::default);
                found[name][number].push(index);
            }
        }
        for [old, new] in found {
            if let ([old], [new]) = (old.as_slice(), new.as_slice())
                && !self.old.is_matched[*old]
                && !self.new.is_matched[*new]
            {
                self.set(*old, *new);
                self.match_below(Some(*old), Some(*new));
            }
        }
    }
}
