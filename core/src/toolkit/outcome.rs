//! What a tool comes to.

use std::fmt;

use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_with::skip_serializing_none;

use crate::contract::{Arguments, read_as, to_json};
use crate::files::{ToolResult, Write};

use super::{Context, shown_etag};

/// A result, or writes and then a result.
pub enum Outcome<T> {
    Ready(T),
    /// The result is made from what became of the writes.
    Write(Vec<Write>, MakeResult<T>),
}

/// Makes a result from what became of the writes.
pub type MakeResult<T> = Box<dyn Fn(&Written) -> T>;

/// What became of a call's writes.
#[derive(Clone, Debug, Default)]
pub struct Written {
    /// The new etags, in the order of the writes.
    pub etags: Vec<String>,
    pub change: ChangeOutput,
}

/// How a write can be undone; part of the reply. Empty if nothing changed.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChangeOutput {
    /// The change, for `plan_undo`.
    pub change_id: Option<String>,
    /// Why the change cannot be undone.
    pub not_undoable: Option<String>,
}

/// The file that a call wrote.
#[derive(Clone, Debug, Default)]
pub struct Receipt {
    /// As replies show it.
    pub etag: String,
    pub change: ChangeOutput,
}

impl Receipt {
    /// Of a file that stays unchanged.
    pub fn unchanged(etag: &str) -> Self {
        Self { etag: shown_etag(etag), change: ChangeOutput::default() }
    }
}

impl From<&Written> for Receipt {
    fn from(Written { etags, change }: &Written) -> Self {
        let etag = etags.first().map(|etag| shown_etag(etag)).unwrap_or_default();
        Self { etag, change: change.clone() }
    }
}

impl<T> Outcome<T> {
    /// The result once one file is written, made from its new etag.
    pub fn after(write: Write, result: impl Fn(String) -> T + 'static) -> Self {
        Self::after_all(vec![write], result)
    }

    /// The result once these files are written in this order, made from the new etag of the first.
    pub fn after_all(writes: Vec<Write>, result: impl Fn(String) -> T + 'static) -> Self {
        Self::Write(writes, Box::new(move |written| result(Receipt::from(written).etag)))
    }

    /// The result once a plan is written, for replies that name the change.
    pub fn after_change(write: Write, result: impl Fn(Receipt) -> T + 'static) -> Self {
        Self::Write(vec![write], Box::new(move |written| result(Receipt::from(written))))
    }
}

impl<T: fmt::Debug> fmt::Debug for Outcome<T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ready(result) => formatter.debug_tuple("Ready").field(result).finish(),
            Self::Write(writes, _) => formatter.debug_tuple("Write").field(writes).finish(),
        }
    }
}

/// Runs a tool's function with typed arguments and a typed result.
pub(crate) fn run_typed<I: DeserializeOwned, O: Serialize + 'static>(
    context: &Context<'_>,
    arguments: &Arguments,
    run: impl Fn(&Context<'_>, &I) -> ToolResult<Outcome<O>>,
) -> ToolResult<Outcome<String>> {
    Ok(match run(context, &read_as(context.reading, arguments)?)? {
        Outcome::Ready(result) => Outcome::Ready(to_json(&result)),
        Outcome::Write(writes, result) => Outcome::Write(writes, Box::new(move |written| to_json(&result(written)))),
    })
}
