//! What a plan file is: the format long-term-plan-md v1, its model, its parser and its validator.
//!
//! Parsing is total: any text gives a [`Plan`] and diagnostics. A plan holds byte ranges into its text and never a
//! copy, so whatever nobody touches is never written again.

mod attributes;
mod body;
mod cycles;
mod dependencies;
mod diagnostic;
mod document;
mod etag;
mod header;
mod id;
mod indent;
mod line;
mod model;
mod parse;
mod reparse;
mod status_marks;
mod validate;

pub use attributes::{Attribute, AttributeError, Attributes, Key, check_value, decode_value, encode_value};
pub use body::{Body, decode_body, encode_body};
pub use cycles::{Circle, Waiting};
pub use dependencies::Dependencies;
pub use diagnostic::{Code, Diagnostic, Fix, Severity};
pub use document::Document;
pub use etag::etag;
pub use id::{IdSource, id_time, is_id};
pub use model::{Header, Heading, Plan, Stats, Task};
pub use parse::parse;
pub use status_marks::{Markers, Priority, State, Status, likely_status};
pub use validate::{Validation, decode, validate};

/// A body is indented by this much more than its task, and so is a child when a tool writes it.
pub const INDENT_STEP: usize = 2;

pub use header::HEADER;
pub use indent::{Nesting, OpenItem};
pub use line::{Kind, SMALLEST_CONFLICT_MARKER, Shape, TAB_WIDTH, conflict_marker, indentation, shape};
pub use validate::{NESTING, ids_of, name_circle};
