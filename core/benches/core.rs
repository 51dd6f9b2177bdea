//! What the core costs natively, on plans of 100 to 100,000 tasks: `cargo bench -p long-term-plan-core`.

#[cfg(not(target_arch = "wasm32"))]
mod operations;
#[cfg(not(target_arch = "wasm32"))]
mod plans;

#[cfg(target_arch = "wasm32")]
fn main() {}

#[cfg(not(target_arch = "wasm32"))]
fn main() {
    use std::time::Duration;

    use criterion::{BenchmarkId, Criterion, Throughput};
    use long_term_plan_core::plan::Document;

    let mut criterion = Criterion::default()
        .sample_size(20)
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_secs(1))
        .configure_from_args();
    for operation in operations::OPERATIONS {
        let mut group = criterion.benchmark_group(operation.name);
        for tasks in [100, 1_000, 10_000, 100_000] {
            let document = Document::new((operation.plan)(tasks));
            group.throughput(Throughput::Bytes(document.text().len() as u64));
            group.bench_function(BenchmarkId::from_parameter(tasks), |bencher| {
                bencher.iter(|| (operation.run)(&document, tasks));
            });
        }
        group.finish();
    }
    criterion.final_summary();
}
