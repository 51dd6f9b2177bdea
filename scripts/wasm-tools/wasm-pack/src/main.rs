//! `wasm-pack`, without its self-installer and its look for newer versions: the version is pinned on purpose.

use clap::Parser;
use wasm_pack::{Cli, PBAR, command::run_wasm_pack};

fn main() -> anyhow::Result<()> {
    env_logger::init();
    let cli = Cli::parse();
    PBAR.set_log_level(cli.log_level);
    PBAR.set_quiet(cli.quiet);
    run_wasm_pack(cli.cmd)
}
