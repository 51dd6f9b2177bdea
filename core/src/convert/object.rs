//! JSON objects put together field by field.

use crate::contract::Json;

/// An object with these fields; one that is `null` is left out.
pub(crate) fn object<const N: usize>(fields: [(&str, Json); N]) -> Json {
    let present = fields.into_iter().filter(|(_, value)| !value.is_null());
    Json::Object(present.map(|(name, value)| (name.to_owned(), value)).collect())
}
