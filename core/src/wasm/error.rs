//! Refused edits as JavaScript errors.

use js_sys::{Error, Reflect};
use wasm_bindgen::JsValue;

use crate::contract::ArgumentError;
use crate::edit::EditError;

/// An error with a `code`, and with the index `op` of the operation that was refused.
#[derive(Debug)]
pub struct PlanError(EditError);

impl From<EditError> for PlanError {
    fn from(error: EditError) -> Self {
        Self(error)
    }
}

impl From<ArgumentError> for PlanError {
    fn from(error: ArgumentError) -> Self {
        EditError::invalid(error.message()).into()
    }
}

impl From<PlanError> for JsValue {
    fn from(PlanError(error): PlanError) -> Self {
        let thrown = Error::new(&error.message);
        thrown.set_name("PlanError");
        let op = u32::try_from(error.op).unwrap_or(u32::MAX);
        for (name, value) in [("code", error.code.into()), ("op", op.into())] {
            // It fails only for objects that are frozen, and this one is new.
            let _is_set = Reflect::set(&thrown, &name.into(), &value);
        }
        thrown.into()
    }
}
