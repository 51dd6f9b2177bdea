//! The toolsets, one module each.

mod agentic_todo;
#[cfg(feature = "convert")]
mod convert;
mod decisions;
mod doc;
mod history;
mod notes;
mod plan;
mod scopecraft;
mod terminal;
mod todolist;
mod todori;

use crate::toolkit::Toolset;

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

/// Toolsets that are never listed, for hosts.
pub static INTERNAL: &[Toolset] = &[
    terminal::TOOLSET,
    #[cfg(feature = "convert")]
    convert::TOOLSET,
];
