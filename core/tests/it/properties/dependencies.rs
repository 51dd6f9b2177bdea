//! Dependencies against the simplest possible graph search.

use std::collections::BTreeSet;

use long_term_plan_core::edit::{AttributeChanges, Op, TaskChanges, UpdateTask};
use long_term_plan_core::plan::{Dependencies, DiagnosticCode, Document, ScheduleGraph, validate};
use proptest::collection::vec;
use proptest::prelude::*;

use super::config;
use crate::support::changes::check_op;

/// For each of a few tasks, the tasks it depends on; 7 and 8 may be unknown.
fn graph() -> impl Strategy<Value = Vec<Vec<usize>>> {
    vec(vec(0..9_usize, 0..3), 1..8)
}

fn plan(graph: &[Vec<usize>]) -> Document {
    let mut text = String::from("<!-- long-term-plan:format=v1 -->\n");
    for (number, targets) in graph.iter().enumerate() {
        let ids: Vec<_> = targets.iter().map(|target| format!("t{target}")).collect();
        let depends = if ids.is_empty() { String::new() } else { format!(" depends={}", ids.join(",")) };
        text.push_str(&format!("- [ ] x <!-- long-term-plan:id=t{number}{depends} -->\n"));
    }
    Document::new(text)
}

/// All tasks that can be reached from `start` in one step or more.
fn reachable(graph: &[Vec<usize>], start: usize) -> BTreeSet<usize> {
    let mut found = BTreeSet::new();
    let mut next = vec![start];
    while let Some(number) = next.pop() {
        let known = graph[number].iter().filter(|target| **target < graph.len());
        next.extend(known.filter(|target| found.insert(**target)));
    }
    found
}

/// Groups of tasks that reach each other.
fn groups(graph: &[Vec<usize>]) -> BTreeSet<BTreeSet<usize>> {
    let reach: Vec<_> = (0..graph.len()).map(|number| reachable(graph, number)).collect();
    let group = |number: usize| reach[number].iter().copied().filter(|other| reach[*other].contains(&number)).collect();
    (0..graph.len()).filter(|number| reach[*number].contains(number)).map(group).collect()
}

fn is_cycle(graph: &[Vec<usize>], cycle: &[usize]) -> bool {
    let next = cycle.iter().cycle().skip(1);
    let distinct: BTreeSet<_> = cycle.iter().collect();
    distinct.len() == cycle.len() && cycle.iter().zip(next).all(|(number, next)| graph[*number].contains(next))
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn each_strongly_connected_group_is_reported_as_one_cycle(graph in graph()) {
        let document = plan(&graph);
        let dependencies = Dependencies::of(document.plan(), document.text());
        let found = ScheduleGraph::of(document.plan(), &dependencies).cycles();
        let cycles: Vec<_> = found.into_iter().map(|cycle| cycle.tasks).collect();
        let groups = groups(&graph);
        prop_assert_eq!(cycles.len(), groups.len());
        for (cycle, group) in cycles.iter().zip(&groups) {
            prop_assert!(is_cycle(&graph, cycle), "{:?} is not a cycle", cycle);
            prop_assert!(cycle.iter().all(|number| group.contains(number)));
            prop_assert_eq!(cycle.first(), group.first());
        }
        let warnings = validate(document.text()).warnings;
        let count = |code| warnings.iter().filter(|each| each.code == code).count();
        prop_assert_eq!(count(DiagnosticCode::DependencyCycle), groups.len());
        let unknown = graph.iter().flatten().filter(|target| **target >= graph.len()).count();
        prop_assert_eq!(count(DiagnosticCode::UnknownDependency), unknown);
    }

    #[test]
    fn a_dependency_is_refused_exactly_if_it_creates_a_cycle(
        graph in graph(),
        task in 0..8_usize,
        targets in vec(0..9_usize, 1..3),
    ) {
        let task = task % graph.len();
        let document = plan(&graph);
        let depends_on = targets.iter().map(|target| format!("t{target}")).collect();
        let attributes = AttributeChanges { depends_on: Some(depends_on), ..AttributeChanges::default() };
        let changes = TaskChanges { attributes, ..TaskChanges::default() };
        let update = UpdateTask { task_id: format!("t{task}"), changes };
        let result = check_op(&document, &Op::Update(update), 0);
        let mut after = graph.clone();
        after[task].clone_from(&targets);
        let is_unknown = targets.iter().any(|target| *target >= graph.len());
        prop_assert_eq!(result.is_err(), is_unknown || reachable(&after, task).contains(&task));
    }
}
