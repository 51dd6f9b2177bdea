//! The public surface, as wasm in Node.
#![cfg(target_arch = "wasm32")]

mod public_surface;

macro_rules! run {
    ($($name:ident),* $(,)?) => { $(#[wasm_bindgen_test::wasm_bindgen_test] fn $name() { public_surface::$name(); })* };
}

include!("public_surface/names.rs");
