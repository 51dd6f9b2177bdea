//! `bind-web WASM OUT_DIR` does what `wasm-bindgen --target web` does: it writes the JavaScript for a wasm of the core.
//!
//! It uses wasm-bindgen's library, because the program itself takes twice as long to compile, for a server for tests and options
//! that the build does not need. `--version` prints the version of wasm-bindgen.

use anyhow::{Context, Result};
use wasm_bindgen_cli_support::Bindgen;

#[allow(clippy::print_stdout, clippy::disallowed_methods, reason = "a program with arguments")]
fn main() -> Result<()> {
    let mut arguments = std::env::args_os().skip(1);
    let wasm = arguments.next().context("usage: bind-web WASM OUT_DIR")?;
    if wasm == "--version" {
        println!("bind-web {}", env!("CARGO_PKG_VERSION"));
        return Ok(());
    }
    let out_dir = arguments.next().context("usage: bind-web WASM OUT_DIR")?;
    Bindgen::new()
        .input_path(wasm)
        .web(true)?
        .typescript(true)
        .remove_name_section(true)
        .remove_producers_section(true)
        // The name becomes part of the wasm's imports. It is the same for both, so that one glue fits both.
        .out_name("bindings")
        .generate(out_dir)
}
