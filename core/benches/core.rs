//! What the core costs natively, on plans of 100 to 100,000 tasks. `docs/bench/core.md` says how to run it.

#[cfg(target_arch = "wasm32")]
fn main() {}

#[cfg(not(target_arch = "wasm32"))]
mod plans;

#[cfg(not(target_arch = "wasm32"))]
mod native {
    use std::hint::black_box;
    use std::time::Duration;

    use criterion::{BenchmarkId, Criterion, Throughput};
    use long_term_plan_core::edit::{Op, apply};
    use long_term_plan_core::plan::{Document, IdSource, parse, validate};
    use long_term_plan_core::query::{Graph, next, search};

    use super::plans::{connected, id, plan_with, section};

    const SIZES: [usize; 4] = [100, 1_000, 10_000, 100_000];
    const BATCH: usize = 50;

    pub(crate) fn run() {
        let mut criterion = Criterion::default()
            .sample_size(20)
            .warm_up_time(Duration::from_millis(300))
            .measurement_time(Duration::from_secs(1))
            .configure_from_args();
        let plans = SIZES.map(|tasks| (tasks, Document::new(plan_with(tasks))));
        measure(&mut criterion, &plans, "parse", |document, _| drop(black_box(parse(document.text()))));
        measure(&mut criterion, &plans, "validate", |document, _| drop(black_box(validate(document.text()))));
        measure(&mut criterion, &plans, "set status", |document, tasks| change(document, &[set_status(tasks / 2)]));
        measure(&mut criterion, &plans, "set 50 statuses", |document, tasks| {
            change(document, &(0..BATCH).map(|number| set_status(number * tasks / BATCH)).collect::<Vec<_>>());
        });
        measure(&mut criterion, &plans, "add", |document, tasks| {
            change(document, &[op(&format!(r#""op":"add","title":"New","sectionPath":["{}"]"#, section(tasks / 2)))]);
        });
        measure(&mut criterion, &plans, "delete", |document, tasks| {
            change(document, &[op(&format!(r#""op":"delete","taskId":"{}""#, id(tasks / 2)))]);
        });
        measure(&mut criterion, &plans, "search", |document, _| drop(black_box(search(document, "cache fix", None))));
        let connected = SIZES.map(|tasks| (tasks, Document::new(connected(tasks))));
        measure(&mut criterion, &connected, "connected parse", |document, _| drop(black_box(parse(document.text()))));
        measure(&mut criterion, &connected, "connected next", |document, _| drop(black_box(next(document, None))));
        measure(&mut criterion, &connected, "connected order", |document, _| {
            let graph = Graph::of(document);
            drop(black_box((graph.order(), graph.max_depth())));
        });
        measure(&mut criterion, &connected, "connected validate", |document, _| {
            drop(black_box(validate(document.text())));
        });
        criterion.final_summary();
    }

    fn measure(
        criterion: &mut Criterion,
        plans: &[(usize, Document)],
        name: &str,
        operation: impl Fn(&Document, usize),
    ) {
        let mut group = criterion.benchmark_group(name);
        for (tasks, document) in plans {
            group.throughput(Throughput::Bytes(document.text().len() as u64));
            group.bench_function(BenchmarkId::from_parameter(tasks), |bencher| {
                bencher.iter(|| operation(document, *tasks));
            });
        }
        group.finish();
    }

    fn set_status(number: usize) -> Op {
        let status = ["todo", "doing", "done"][number % 3];
        op(&format!(r#""op":"update","taskId":"{}","status":"{status}""#, id(number)))
    }

    #[allow(clippy::expect_used, reason = "a wrong operation would make the figures worthless")]
    fn op(fields: &str) -> Op {
        Op::from_json(&format!("{{{fields}}}")).expect("a valid operation")
    }

    #[allow(clippy::expect_used, reason = "a refused operation would make the figures worthless")]
    fn change(document: &Document, ops: &[Op]) {
        let edited =
            apply(document, ops, &mut IdSource::new(1_767_225_600_000, [7; 10])).expect("an accepted operation");
        drop(black_box(edited));
    }
}

#[cfg(not(target_arch = "wasm32"))]
fn main() {
    native::run();
}
