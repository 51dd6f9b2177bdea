//! The fingerprint by which writers notice that a file has changed.

use std::fmt::Write as _;

use sha2::{Digest, Sha256};

/// The SHA-256 of a file's bytes, in hexadecimal.
///
/// ```
/// use long_term_plan_format::plan::etag;
/// assert_eq!(etag(b""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
/// ```
pub fn etag(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().fold(String::with_capacity(64), |mut hex, byte| {
        let _ = write!(hex, "{byte:02x}");
        hex
    })
}
