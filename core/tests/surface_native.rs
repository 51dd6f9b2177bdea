//! The public surface, natively.
#![cfg(not(target_arch = "wasm32"))]

mod public_surface;

macro_rules! run {
    ($($name:ident),* $(,)?) => { $(#[test] fn $name() { public_surface::$name(); })* };
}

include!("public_surface/names.rs");
