//! What a call reads and writes: files as the host found them, and what is to become of them.

mod cache;
mod call_files;
mod paths;
mod scan;
mod write;

use serde::{Deserialize, Serialize};
use serde_bytes::ByteBuf;

use crate::failure::{Failure, Fault};

pub(crate) use cache::Cache;
pub(crate) use call_files::AdoptedPlan;
pub use call_files::{Files, LoadedPlan, LoadedText, Unreadable};
pub use paths::{MERGE, SESSION, SOURCE, other_root_prefix};
pub(crate) use paths::{head_path, is_plan_file, is_session_file, strip_root};
pub use scan::Scan;
pub use write::{Content, Expected, Write};

/// Something a call needs before it can continue.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Need {
    /// Path relative to the plans directory; empty for the plans directory itself.
    pub path: String,
    pub kind: NeedKind,
    /// Stamp of the file as the core knows it. A file that still has it need not be provided.
    pub known: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum NeedKind {
    File,
    /// The names in a directory.
    Directory,
    /// A file of which a summary is kept.
    Summary,
    /// A file that is read once and not kept.
    Scan,
}

impl Need {
    pub fn new(kind: NeedKind, path: impl Into<String>) -> Self {
        Self { path: path.into(), kind, known: None }
    }

    pub fn file(path: impl Into<String>) -> Self {
        Self::new(NeedKind::File, path)
    }
}

/// What a host found at a path.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase")]
pub enum FileState {
    File {
        bytes: ByteBuf,
        /// Hexadecimal SHA-256 of the bytes; computed here if the host leaves it out.
        etag: Option<String>,
        /// Changes whenever the file does; left out if the host cannot promise that.
        stamp: Option<String>,
        /// When it last changed, in milliseconds since 1970.
        modified: Option<u64>,
    },
    Directory {
        names: Vec<String>,
    },
    Absent,
    Fault {
        fault: Fault,
    },
}

/// Why a tool's function returned without a result.
#[derive(Debug)]
pub enum Interrupt {
    Need(Vec<Need>),
    Scan(Scan),
    Fail(Failure),
}

pub type ToolResult<T> = Result<T, Interrupt>;

impl<E: Into<Failure>> From<E> for Interrupt {
    fn from(error: E) -> Self {
        Self::Fail(error.into())
    }
}
