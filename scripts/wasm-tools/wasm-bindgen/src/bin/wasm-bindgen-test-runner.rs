//! `wasm-bindgen-test-runner`, which `wasm-pack test` calls, at the version that the core is compiled against.

fn main() -> anyhow::Result<()> {
    env_logger::init();
    wasm_bindgen_cli::wasm_bindgen_test_runner::run_cli_with_args(std::env::args_os())
}
