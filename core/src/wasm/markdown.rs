//! Markdown for pages.

use wasm_bindgen::prelude::wasm_bindgen;

use crate::convert::export::markdown::{Links, to_html};

/// Markdown as HTML that is safe to insert into a page: it contains no scripts.
#[wasm_bindgen(js_name = markdownToHtml)]
pub fn markdown_to_html(markdown: &str) -> String {
    to_html(markdown, Links::Elsewhere)
}
