//! What a tool comes to.

use std::fmt;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::contract::{Arguments, read, to_json};
use crate::files::{ToolResult, Write};

use super::Context;

/// A result, or writes and then a result.
pub enum Outcome<T> {
    Ready(T),
    /// The result is made from the etags of what was written.
    Write(Vec<Write>, MakeResult<T>),
}

/// Makes a result from the etags of what was written.
pub type MakeResult<T> = Box<dyn Fn(&[String]) -> T>;

impl<T> Outcome<T> {
    /// The result once one file is written, made from its new etag.
    pub fn after(write: Write, result: impl Fn(String) -> T + 'static) -> Self {
        Self::after_all(vec![write], result)
    }

    /// The result once these files are written in this order, made from the new etag of the first.
    pub fn after_all(writes: Vec<Write>, result: impl Fn(String) -> T + 'static) -> Self {
        Self::Write(writes, Box::new(move |etags| result(etags.first().cloned().unwrap_or_default())))
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
    Ok(match run(context, &read(arguments)?)? {
        Outcome::Ready(result) => Outcome::Ready(to_json(&result)),
        Outcome::Write(writes, result) => Outcome::Write(writes, Box::new(move |etags| to_json(&result(etags)))),
    })
}
