//! The graph of a plan against the simplest possible search, on random plans of up to 2,000 tasks.

use std::collections::BTreeSet;

use long_term_plan_core::edit::{Op, apply};
use long_term_plan_core::plan::{Dependencies, DiagnosticCode, Document, ScheduleGraph, validate};
use long_term_plan_core::query::Graph;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

use super::config;
use crate::support::changes::ids;

/// A task of a random plan.
#[derive(Clone, Debug)]
struct Node {
    is_done: bool,
    depth: usize,
    targets: Vec<usize>,
}

/// Plans of `most` tasks at most. Most dependencies go backwards, so that long chains are as likely as cycles.
fn nodes(most: usize) -> impl Strategy<Value = Vec<Node>> {
    nodes_between(1, most)
}

fn nodes_between(least: usize, most: usize) -> impl Strategy<Value = Vec<Node>> {
    let target = (any::<prop::sample::Index>(), prop::bool::weighted(0.9));
    let node = (prop::bool::weighted(0.3), 0..4_usize, vec(target, 0..4));
    vec(node, least..=most).prop_map(|drawn| {
        let count = drawn.len();
        let mut depth = 0;
        drawn
            .into_iter()
            .enumerate()
            .map(|(number, (is_done, wanted_depth, targets))| {
                depth = if number == 0 { 0 } else { wanted_depth.min(depth + 1) };
                let target = |(index, goes_back): (prop::sample::Index, bool)| match (goes_back, number) {
                    (true, 0) => None,
                    (true, _) => Some(index.index(number)),
                    (false, _) => Some(index.index(count)),
                };
                Node { is_done, depth, targets: targets.into_iter().filter_map(target).collect() }
            })
            .collect()
    })
}

fn document(nodes: &[Node]) -> Document {
    let mut text = String::from("<!-- long-term-plan:format=v1 -->\n");
    for (number, node) in nodes.iter().enumerate() {
        let ids: Vec<_> = node.targets.iter().map(|target| format!("t{target}")).collect();
        let depends = if ids.is_empty() { String::new() } else { format!(" depends={}", ids.join(",")) };
        let (indent, mark) = (" ".repeat(2 * node.depth), if node.is_done { '√' } else { ' ' });
        text.push_str(&format!("{indent}- [{mark}] x <!-- long-term-plan:id=t{number}{depends} -->\n"));
    }
    Document::new(text)
}

fn parent(nodes: &[Node], number: usize) -> Option<usize> {
    (0..number).rev().find(|above| nodes[*above].depth < nodes[number].depth)
}

/// The events that must precede an event: (task, false) is the start of a task, (task, true) its finish.
fn preceding_events(nodes: &[Node], (task, is_end): (usize, bool)) -> Vec<(usize, bool)> {
    if is_end {
        let below = (task + 1..nodes.len()).take_while(|below| nodes[*below].depth > nodes[task].depth);
        // That all descendants are finished follows from the children, and creates no other cycles.
        return below.map(|below| (below, true)).chain([(task, false)]).collect();
    }
    let targets = nodes[task].targets.iter().map(|target| (*target, true));
    targets.chain(parent(nodes, task).map(|parent| (parent, false))).collect()
}

/// Groups of events that must precede themselves.
fn groups(nodes: &[Node]) -> BTreeSet<BTreeSet<(usize, bool)>> {
    let all: Vec<_> = (0..nodes.len()).flat_map(|task| [(task, false), (task, true)]).collect();
    let before: Vec<_> = all.iter().map(|moment| preceding_events(nodes, *moment)).collect();
    let place = |(task, is_end): (usize, bool)| 2 * task + usize::from(is_end);
    let reach: Vec<Vec<bool>> = all
        .iter()
        .map(|moment| {
            let (mut found, mut next) = (vec![false; all.len()], vec![*moment]);
            while let Some(each) = next.pop() {
                let is_new = |earlier: &(usize, bool)| !std::mem::replace(&mut found[place(*earlier)], true);
                next.extend(before[place(each)].iter().copied().filter(is_new));
            }
            found
        })
        .collect();
    let reaches = |one: (usize, bool), other: (usize, bool)| reach[place(one)][place(other)];
    let group =
        |moment| all.iter().copied().filter(|other| reaches(moment, *other) && reaches(*other, moment)).collect();
    all.iter().copied().filter(|moment| reaches(*moment, *moment)).map(group).collect()
}

/// Repeatedly takes the first task that is not blocked; the rest comes last.
fn order(nodes: &[Node]) -> (Vec<usize>, usize) {
    let mut taken = vec![false; nodes.len()];
    let mut found = Vec::new();
    let is_ready = |task: &usize, taken: &[bool]| !taken[*task] && nodes[*task].targets.iter().all(|to| taken[*to]);
    while let Some(next) = (0..nodes.len()).find(|task| is_ready(task, &taken)) {
        taken[next] = true;
        found.push(next);
    }
    let settled = found.len();
    found.extend((0..nodes.len()).filter(|task| !taken[*task]));
    (found, settled)
}

fn check_queries(nodes: &[Node]) -> Result<(), TestCaseError> {
    let document = document(nodes);
    let graph = Graph::of(&document);
    let (expected, settled) = order(nodes);
    prop_assert_eq!(graph.order(), expected.clone());
    let mut longest = vec![0; nodes.len()];
    for task in &expected[..settled] {
        longest[*task] = nodes[*task].targets.iter().map(|target| longest[*target] + 1).max().unwrap_or_default();
    }
    prop_assert_eq!(graph.max_depth(), longest.into_iter().max().unwrap_or_default());
    for task in 0..nodes.len() {
        let open = |number: &usize| !nodes[*number].is_done;
        prop_assert_eq!(graph.depends_on(task), &nodes[task].targets);
        let mut held_up = Vec::new();
        let mut next = Some(task).filter(open);
        while let Some(number) = next {
            for target in nodes[number].targets.iter().filter(|target| open(target)) {
                if !held_up.contains(target) {
                    held_up.push(*target);
                }
            }
            next = parent(nodes, number);
        }
        prop_assert_eq!(graph.blocked_by(task), held_up);
        let is_blocked = |other: &usize| open(&task) && open(other) && nodes[*other].targets.contains(&task);
        prop_assert_eq!(graph.blocks(task), (0..nodes.len()).filter(is_blocked).collect::<Vec<_>>());
    }
    Ok(())
}

fn check_cycles(nodes: &[Node]) -> Result<(), TestCaseError> {
    let document = document(nodes);
    let dependencies = Dependencies::of(document.plan(), document.text());
    let cycles = ScheduleGraph::of(document.plan(), &dependencies).cycles();
    let groups = groups(nodes);
    prop_assert_eq!(cycles.len(), groups.len());
    for cycle in &cycles {
        let named: BTreeSet<_> = cycle.tasks.iter().copied().collect();
        let is_home =
            |group: &&BTreeSet<(usize, bool)>| named.iter().all(|task| group.iter().any(|(of, _)| of == task));
        let home = groups.iter().find(is_home);
        prop_assert!(home.is_some(), "{cycle:?} goes through more than one group");
    }
    let warnings = validate(document.text()).warnings;
    let reported = warnings.iter().filter(|each| each.code == DiagnosticCode::DependencyCycle).count();
    prop_assert_eq!(reported, groups.len());
    Ok(())
}

fn read(op: &str) -> Op {
    Op::from_json(op).unwrap()
}

/// Whether an edit is refused because of a cycle.
fn is_refused(document: &Document, op: &str) -> bool {
    apply(document, &[read(op)], &mut ids(0)).is_err_and(|error| error.code == "DEPENDENCY_CYCLE")
}

/// A plan without cycles has none after an edit; an edit that would create one is refused, with the cycle.
fn check_edit(nodes: &[Node], op: &str) -> Result<(), TestCaseError> {
    let (before, op) = (document(nodes), read(op));
    let in_cycles = |document: &Document| {
        let dependencies = Dependencies::of(document.plan(), document.text());
        ScheduleGraph::of(document.plan(), &dependencies).cycles()
    };
    if !in_cycles(&before).is_empty() {
        return Ok(());
    }
    match apply(&before, &[op], &mut ids(0)) {
        Ok(edited) => prop_assert_eq!(in_cycles(&edited.document), vec![]),
        Err(error) if error.code == "DEPENDENCY_CYCLE" => {
            prop_assert!(error.message.contains(" would create a cycle: "), "{}", error.message);
        }
        Err(_) => {}
    }
    Ok(())
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn every_query_matches_the_naive_graph(nodes in nodes(40)) {
        check_queries(&nodes)?;
    }

    #[test]
    fn every_cycle_is_found_once(nodes in nodes(25)) {
        check_cycles(&nodes)?;
    }

    #[test]
    fn no_edit_creates_a_cycle(nodes in nodes(12), one in 0..12_usize, other in 0..12_usize, kind in 0..4_usize) {
        let (one, other) = (one % nodes.len(), other % nodes.len());
        check_edit(&nodes, &match kind {
            0 => format!(r#"{{ "op": "add", "title": "x", "parentTaskId": "t{one}", "dependsOn": ["t{other}"] }}"#),
            1 => format!(r#"{{ "op": "add", "title": "x", "afterTaskId": "t{one}", "dependsOn": ["t{other}"] }}"#),
            2 => format!(r#"{{ "op": "update", "taskId": "t{one}", "dependsOn": ["t{other}"] }}"#),
            _ => format!(r#"{{ "op": "move", "taskId": "t{one}", "parentTaskId": "t{other}" }}"#),
        })?;
    }

    #[test]
    fn a_dependency_is_refused_only_because_of_a_cycle(nodes in nodes(12), one in 0..12_usize, other in 0..12_usize) {
        let (one, other) = (one % nodes.len(), other % nodes.len());
        let op = format!(r#"{{ "op": "update", "taskId": "t{one}", "dependsOn": ["t{other}"] }}"#);
        if is_refused(&document(&nodes), &op) {
            let mut after = nodes.clone();
            after[one].targets = vec![other];
            prop_assert!(groups(&after).into_iter().flatten().any(|(task, _)| task == one), "t{one} is in no cycle");
        }
    }

    #[test]
    fn a_move_is_refused_only_because_of_a_cycle(nodes in nodes(12), one in 0..12_usize, other in 0..12_usize) {
        let (one, other) = (one % nodes.len(), other % nodes.len());
        let op = format!(r#"{{ "op": "move", "taskId": "t{one}", "parentTaskId": "t{other}" }}"#);
        if is_refused(&document(&nodes), &op) {
            let independent: Vec<_> = nodes.iter().map(|node| Node { targets: Vec::new(), ..node.clone() }).collect();
            let moved = apply(&document(&independent), &[read(&op)], &mut ids(0)).unwrap().document;
            let place = |old: usize| moved.plan().find(moved.text(), &format!("t{old}")).unwrap();
            let mut after = independent;
            for (old, node) in nodes.iter().enumerate() {
                let task = &moved.plan().tasks[place(old)];
                let targets = node.targets.iter().map(|target| place(*target)).collect();
                after[place(old)] = Node { is_done: node.is_done, depth: task.indent / 2, targets };
            }
            prop_assert!(!groups(&after).is_empty(), "the move creates no cycle");
        }
    }
}

/// A few large plans, always the same ones: the naive search is slow on them, so their number does not grow with
/// `PROPTEST_CASES`.
fn large_plans(count: usize) -> Vec<Vec<Node>> {
    let mut runner = TestRunner::deterministic();
    let strategy = nodes_between(1_900, 2_000);
    (0..count).map(|_| strategy.new_tree(&mut runner).unwrap().current()).collect()
}

#[test]
fn queries_of_large_plans_match_the_naive_graph() {
    for nodes in large_plans(3) {
        check_queries(&nodes).unwrap();
    }
}

#[test]
fn the_cycles_of_large_plans_are_found() {
    for nodes in large_plans(1) {
        check_cycles(&nodes).unwrap();
    }
}
