//! The format long-term-plan-md v1: model, parser and validator.
//!
//! Parsing is total: any text gives a [`Plan`] and diagnostics. A plan contains byte ranges of its text instead of copies, so
//! an edit never rewrites text that it does not change.

mod attributes;
mod body;
mod cycles;
mod dependencies;
mod diagnostic;
mod document;
mod header;
mod id;
mod indent;
mod insert;
mod line;
mod model;
mod parse;
mod reparse;
mod status;
mod validate;
mod verbatim;

pub use attributes::{
    Attribute, AttributeError, AttributeKey, Attributes, check_value, decode_list, decode_or_keep, decode_value,
    encode_value,
};
pub use body::{Body, decode_body, encode_body};
pub use cycles::{Cycle, ScheduleGraph};
pub use dependencies::Dependencies;
pub use diagnostic::{Diagnostic, DiagnosticCode, Fix, Severity};
pub use document::Document;
pub use header::HEADER;
pub use id::{IdGenerator, etag, id_time, is_id};
pub use indent::{OpenItem, OpenItems};
pub use line::{
    LineKind, LineShape, SMALLEST_CONFLICT_MARKER, TAB_WIDTH, classify_line, conflict_marker, ends_with_task_id,
    indentation,
};
pub use model::{Header, Heading, Plan, StatusCounts, Task};
pub use parse::parse;
pub use status::{MarkerStyle, Priority, State, Status, guess_status};
pub use validate::{Diagnostics, NESTING, decode, describe_cycle, ids_of, validate};
pub use verbatim::{OpenVerbatim, UnclosedBlock, VerbatimLine};

/// How much further than a task its body is indented, and its subtasks when a tool writes them.
pub const INDENT_STEP: usize = 2;
