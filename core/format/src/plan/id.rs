//! Ids of plans and tasks: what one may look like, and new ones from time and entropy that are passed in.

use ulid::Ulid;

/// Longest id.
const MAX_LENGTH: usize = 128;

/// Whether `id` may name a plan or a task: ASCII letters, digits, `_` and `-`, the first a letter or digit.
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

/// When an id was given out, in milliseconds since 1970, if it is one that carries its time.
///
/// ```
/// use long_term_plan_format::plan::{IdSource, id_time};
/// assert_eq!(id_time(&IdSource::new(1_700_000_000_000, [7; 10]).next_id()), Some(1_700_000_000_000));
/// assert_eq!(id_time("t_parser"), None);
/// ```
pub fn id_time(id: &str) -> Option<u64> {
    let ulid = id.strip_prefix("t_")?;
    Ulid::from_string(ulid).ok().map(|ulid| ulid.timestamp_ms())
}

/// Gives out new task ids: `t_` and a ULID, each greater than the one before.
#[derive(Clone, Debug)]
pub struct IdSource {
    next: Ulid,
    /// Ids that are given out first, the last one first.
    named: Vec<String>,
}

impl IdSource {
    /// Ids of the moment `now_ms` (milliseconds since 1970), starting at a random point.
    pub fn new(now_ms: u64, entropy: [u8; 10]) -> Self {
        let random = entropy.iter().fold(0_u128, |bits, byte| bits << 8 | u128::from(*byte));
        // The top random bit stays clear, so that counting on from here cannot run out of room.
        let start = random & !(1 << (Ulid::RAND_BITS - 1));
        Self { next: Ulid::from_parts(now_ms, start), named: Vec::new() }
    }

    /// Gives out these first, for who names tasks in a way of his own.
    #[must_use]
    pub fn with_first(mut self, mut ids: Vec<String>) -> Self {
        ids.reverse();
        self.named = ids;
        self
    }

    /// The next id.
    ///
    /// ```
    /// use long_term_plan_format::plan::IdSource;
    /// let mut ids = IdSource::new(1_700_000_000_000, [7; 10]);
    /// let (first, second) = (ids.next_id(), ids.next_id());
    /// assert!(first.starts_with("t_01HF7YAT00") && first.len() == 28 && first < second);
    /// ```
    pub fn next_id(&mut self) -> String {
        if let Some(id) = self.named.pop() {
            return id;
        }
        let id = format!("t_{}", self.next);
        self.next = self.next.increment().unwrap_or(self.next);
        id
    }
}
