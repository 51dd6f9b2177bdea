//! The tools over the files of a host. This only converts messages.

use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::workspace::{self, CallId};

use super::{install_panic_hook, to_js};

/// Parsed files and running calls.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Workspace(workspace::Workspace);

#[wasm_bindgen]
impl Workspace {
    #[wasm_bindgen(constructor)]
    pub fn new(#[wasm_bindgen(unchecked_param_type = "Settings")] settings: JsValue) -> Result<Self, JsValue> {
        install_panic_hook();
        Ok(Self(workspace::Workspace::new(serde_wasm_bindgen::from_value(settings)?)))
    }

    /// Starts a call and runs the tool once. It sees no file yet, so this needs no lock; a call with wrong arguments is done at
    /// once.
    #[wasm_bindgen(unchecked_return_type = "Begun")]
    pub fn begin(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "CallRequest")] request: JsValue,
    ) -> Result<JsValue, JsValue> {
        to_js(&self.0.begin(serde_wasm_bindgen::from_value(request)?))
    }

    /// Takes what the host found for one need. A file that is unchanged is not provided.
    pub fn provide(
        &mut self,
        call: CallId,
        path: &str,
        #[wasm_bindgen(unchecked_param_type = "FileState")] state: JsValue,
    ) -> Result<(), JsValue> {
        self.0.provide(call, path, serde_wasm_bindgen::from_value(state)?);
        Ok(())
    }

    /// Continues a call with what became of its last step.
    #[wasm_bindgen(unchecked_return_type = "Step")]
    pub fn resume(
        &mut self,
        call: CallId,
        #[wasm_bindgen(unchecked_param_type = "Event")] event: JsValue,
    ) -> Result<JsValue, JsValue> {
        to_js(&self.0.resume(call, serde_wasm_bindgen::from_value(event)?))
    }

    /// Ends a call early.
    pub fn release(&mut self, call: CallId) {
        self.0.release(call);
    }

    /// The URIs of the resources that change with the file at `path`.
    #[wasm_bindgen(js_name = resourceUris)]
    pub fn resource_uris(&self, path: &str) -> Vec<String> {
        self.0.resource_uris(path)
    }
}
