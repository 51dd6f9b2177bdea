//! The public surface, as wasm in a real browser.
#![cfg(target_arch = "wasm32")]

mod public_surface;

wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);

macro_rules! run {
    ($($name:ident),* $(,)?) => { $(#[wasm_bindgen_test::wasm_bindgen_test] fn $name() { public_surface::$name(); })* };
}

include!("public_surface/names.rs");
