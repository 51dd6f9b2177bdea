//! The tool surfaces, one module each, and the registry that finds what a call asks for and renders the listing.

mod access;
mod agentic_todo;
mod budget;
mod changes;
mod decisions;
mod direction;
mod doc;
mod history;
mod listing;
mod moment;
mod notes;
mod plan;
mod records;
mod registry;
mod scopecraft;
mod todolist;
mod todori;

pub use access::PlanId;
pub use listing::listing;
pub use registry::{
    Annotations, Context, Handler, Offered, Prompt, ResourceTemplate, Resources, Run, Tool, Toolset, handler,
    translated, uris,
};

/// All toolsets.
pub static TOOLSETS: &[Toolset] = &[
    plan::TOOLSET,
    doc::TOOLSET,
    history::TOOLSET,
    decisions::TOOLSET,
    notes::TOOLSET,
    todori::TOOLSET,
    agentic_todo::TOOLSET,
    todolist::TOOLSET,
    scopecraft::TOOLSET,
];
