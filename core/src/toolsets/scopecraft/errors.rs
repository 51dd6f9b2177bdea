//! Puts failures into the envelope of this specification.

use serde::Serialize;

use crate::contract::Arguments;
use crate::failure::{ErrorCode, Failure, ToolError};
use crate::text::truncate;

/// Longer messages are truncated in the envelope; the text next to it has them whole.
const LONGEST_MESSAGE: usize = 4_000;

#[derive(Serialize)]
struct Envelope<'m> {
    success: bool,
    error: &'m str,
    message: &'m str,
}

/// Puts a failure into the specification's envelope.
pub(super) fn format(failure: &Failure, _: &Arguments) -> ToolError {
    let plain = failure.to_error();
    let ErrorCode::Word(error) = plain.code else { return plain };
    let message = &truncate(&plain.message, LONGEST_MESSAGE);
    plain.clone().with_structured(&Envelope { success: false, error, message })
}
