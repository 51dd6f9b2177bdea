//! The tool surfaces, one module each, and the registry that finds a tool and renders the listing.

mod plan;
mod registry;

pub use registry::{Annotations, Answer, Context, Tool, Toolset, find, listing, unknown_tool};

/// All toolsets.
pub static TOOLSETS: &[Toolset] = &[Toolset { name: "plan", tools: plan::TOOLS }];
