//! The meaning of a plan, detached from its text, so that two plans can be compared.

use long_term_plan_core::plan::{Document, Status, decode_value};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Snapshot {
    /// Level and name of each heading.
    pub(crate) headings: Vec<(usize, String)>,
    pub(crate) body: Option<String>,
    /// In document order, so that the order of siblings is compared too.
    pub(crate) tasks: Vec<TaskSnapshot>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TaskSnapshot {
    pub(crate) id: String,
    pub(crate) title: String,
    pub(crate) status: Status,
    /// Keys and decoded elements of values, in order; `None` for a word without `=`.
    pub(crate) attributes: Vec<(String, Option<Vec<String>>)>,
    pub(crate) parent: Option<String>,
    /// Index of its heading.
    pub(crate) section: Option<usize>,
    pub(crate) body: Option<String>,
}

pub(crate) fn snapshot(document: &Document) -> Snapshot {
    let (text, plan) = (document.text(), document.plan());
    let task = |task: &long_term_plan_core::plan::Task| TaskSnapshot {
        id: task.id.of(text).to_owned(),
        title: task.title.of(text).to_owned(),
        status: task.status,
        attributes: task
            .attributes(text)
            .map(|each| {
                let has_value = each.key != each.span;
                (each.key.of(text).to_owned(), has_value.then(|| elements(each.key.of(text), each.value.of(text))))
            })
            .collect(),
        parent: task.parent.map(|parent| plan.tasks[parent].id.of(text).to_owned()),
        section: task.section,
        body: task.body.map(|body| body.markdown(text)),
    };
    Snapshot {
        headings: plan.headings.iter().map(|each| (each.level, each.name.of(text).to_owned())).collect(),
        body: plan.body.map(|body| body.markdown(text)),
        tasks: plan.tasks.iter().map(task).collect(),
    }
}

/// The decoded elements of a list, or the one value; verbatim if it cannot be decoded.
fn elements(key: &str, encoded: &str) -> Vec<String> {
    let decoded =
        |element: &str| decode_value(element).map_or_else(|_| element.to_owned(), std::borrow::Cow::into_owned);
    if matches!(key, "tags" | "depends") { encoded.split(',').map(decoded).collect() } else { vec![decoded(encoded)] }
}

impl Snapshot {
    /// Index of the heading that is the plan's title.
    pub(crate) fn title(&self) -> Option<usize> {
        self.headings.iter().position(|(level, _)| *level == 1)
    }

    /// Index of the task with this id.
    pub(crate) fn number(&self, id: &str) -> Option<usize> {
        self.tasks.iter().position(|task| task.id == id)
    }

    /// Index of the first task after `number` that is not under it.
    pub(crate) fn subtree_end(&self, number: usize) -> usize {
        let rest = self.tasks.iter().enumerate().skip(number + 1);
        let outside = |task: &TaskSnapshot| !self.ancestors(task).contains(&self.tasks[number].id.as_str());
        rest.filter(|(_, task)| outside(task)).map(|(end, _)| end).next().unwrap_or(self.tasks.len())
    }

    fn ancestors<'s>(&'s self, task: &'s TaskSnapshot) -> Vec<&'s str> {
        let parent =
            |task: &&'s TaskSnapshot| task.parent.as_deref().and_then(|id| self.number(id)).map(|at| &self.tasks[at]);
        std::iter::successors(Some(task), parent).filter_map(|task| task.parent.as_deref()).collect()
    }

    /// The section path of a heading.
    pub(crate) fn path(&self, heading: usize) -> Vec<&str> {
        let mut path = vec![self.headings[heading].1.as_str()];
        let mut level = self.headings[heading].0;
        for (above, name) in self.headings[..heading].iter().rev() {
            if *above < level {
                level = *above;
                path.push(name);
            }
        }
        if level == 1 {
            path.pop();
        }
        path.reverse();
        path
    }
}
