//! Answers like those of the product, which cross to JavaScript in one of several ways; features choose it.

#[cfg(not(feature = "sha"))]
mod answers;

#[cfg(feature = "sha")]
mod sha {
    use sha2::{Digest, Sha256};
    use wasm_bindgen::prelude::wasm_bindgen;

    /// The SHA-256 of bytes, in hexadecimal.
    #[wasm_bindgen]
    pub fn sha256(bytes: &[u8]) -> String {
        Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
    }
}
