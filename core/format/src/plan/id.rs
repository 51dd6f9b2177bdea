//! Identity of plans, tasks and file contents: ids, new ids from time and entropy that are passed in, and etags.

use std::fmt::Write as _;

use sha2::{Digest, Sha256};
use ulid::Ulid;

const MAX_LENGTH: usize = 128;
/// What a generated task id starts with; a ULID follows.
const PREFIX: &str = "t_";

/// Whether `id` may name a plan or a task: ASCII letters, digits, `_` and `-`, starting with a letter or digit.
///
/// ```
/// use long_term_plan_format::plan::is_id;
/// assert!(is_id("t_01HT8Y2") && is_id("2026Q1"));
/// assert!(!is_id("../etc") && !is_id("") && !is_id("-x"));
/// ```
pub fn is_id(id: &str) -> bool {
    id.len() <= MAX_LENGTH
        && id.starts_with(|first: char| first.is_ascii_alphanumeric())
        && id.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-')
}

/// When a generated id was created, in milliseconds since 1970; `None` for any other id.
///
/// ```
/// use long_term_plan_format::plan::{IdGenerator, id_time};
/// assert_eq!(id_time(&IdGenerator::new(1_700_000_000_000, [7; 10]).next_id()), Some(1_700_000_000_000));
/// assert_eq!(id_time("t_parser"), None);
/// ```
pub fn id_time(id: &str) -> Option<u64> {
    let ulid = id.strip_prefix(PREFIX)?;
    Ulid::from_string(ulid).ok().map(|ulid| ulid.timestamp_ms())
}

/// Generates task ids: `t_` and a ULID, each greater than the one before.
#[derive(Clone, Debug)]
pub struct IdGenerator {
    next: Ulid,
    /// Ids to use before generated ones, in reverse order.
    preset: Vec<String>,
}

impl IdGenerator {
    /// Ids of the time `now_ms` (milliseconds since 1970), starting at a random value.
    pub fn new(now_ms: u64, entropy: [u8; 10]) -> Self {
        let random = entropy.iter().fold(0_u128, |bits, byte| bits << 8 | u128::from(*byte));
        // With the top random bit clear, counting up cannot overflow.
        let start = random & !(1 << (Ulid::RAND_BITS - 1));
        Self { next: Ulid::from_parts(now_ms, start), preset: Vec::new() }
    }

    /// Uses these ids first, for toolsets with their own scheme of ids.
    #[must_use]
    pub fn with_preset(mut self, mut ids: Vec<String>) -> Self {
        ids.reverse();
        self.preset = ids;
        self
    }

    /// The next id.
    ///
    /// ```
    /// use long_term_plan_format::plan::IdGenerator;
    /// let mut ids = IdGenerator::new(1_700_000_000_000, [7; 10]);
    /// let (first, second) = (ids.next_id(), ids.next_id());
    /// assert!(first.starts_with("t_01HF7YAT00") && first.len() == 28 && first < second);
    /// ```
    pub fn next_id(&mut self) -> String {
        if let Some(id) = self.preset.pop() {
            return id;
        }
        let id = format!("{PREFIX}{}", self.next);
        self.next = self.next.increment().unwrap_or(self.next);
        id
    }
}

/// The SHA-256 of a file's bytes, in hexadecimal. Writers compare etags to notice that a file has changed.
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
