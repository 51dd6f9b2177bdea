//! The tool surfaces, one module each, and the registry that finds what a call asks for and renders the listing.

mod access;
mod budget;
mod changes;
mod doc;
mod history;
mod listing;
mod plan;
mod registry;
mod todori;

pub use access::PlanId;
pub use listing::listing;
pub use registry::{Annotations, Context, Handler, Prompt, Resources, Run, Tool, Toolset, handler, translated, uris};

/// All toolsets.
pub static TOOLSETS: &[Toolset] = &[plan::TOOLSET, doc::TOOLSET, history::TOOLSET, todori::TOOLSET];
