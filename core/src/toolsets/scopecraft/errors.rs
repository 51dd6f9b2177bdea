//! Errors of the shared code in this specification's envelope.

use crate::contract::json;
use crate::text::shortened;
use crate::failure::{Failure, ToolError};

/// Longer messages are cut off in the envelope; the text beside it has them whole.
const LONGEST_MESSAGE: usize = 4_000;

/// The same error, with the structured answer that the specification has for it.
pub(super) fn translated(error: ToolError) -> ToolError {
    let ErrorCode::Word(code) = error.code else { return error };
    let message = shortened(&error.message, LONGEST_MESSAGE).into_owned();
    ToolError { structured: json! { "success": false, "error": code, "message": message }, ..error }
}
