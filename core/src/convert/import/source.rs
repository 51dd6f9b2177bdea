//! Files as they come in.

use std::rc::Rc;

use crate::failure::Failure;
use crate::plan::decode;

use super::warnings::SourceLocation;

/// A file that somebody wants to import.
#[derive(Clone, Debug)]
pub struct Source {
    /// Its path, as the person who named it would write it.
    pub path: String,
    /// Its content.
    pub bytes: Vec<u8>,
}

impl Source {
    /// The name without its folders.
    pub(crate) fn name(&self) -> &str {
        self.folders().1
    }

    /// The folders of the path, and the name.
    pub(crate) fn folders(&self) -> (Vec<&str>, &str) {
        let mut parts: Vec<_> = self.path.split(['/', '\\']).filter(|part| !part.is_empty()).collect();
        let name = parts.pop().unwrap_or_default();
        (parts, name)
    }

    /// What follows the last dot of the name, in lower case.
    pub(crate) fn extension(&self) -> String {
        self.name().rsplit_once('.').map(|(_, extension)| extension.to_ascii_lowercase()).unwrap_or_default()
    }

    /// The text, with `\n` at the end of each line.
    pub(crate) fn text(&self) -> Result<Text, Failure> {
        let path: Rc<str> = self.path.as_str().into();
        let text = decode(&self.bytes).map_err(|finding| {
            unreadable(SourceLocation { file: path.clone(), line: finding.line }, &finding.message)
        })?;
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let text = if text.contains('\r') { text.replace("\r\n", "\n").replace('\r', "\n") } else { text.to_owned() };
        let line_ends = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at).collect();
        Ok(Text { path, content: text, line_ends })
    }
}

/// A file as text.
#[derive(Clone, Debug)]
pub(crate) struct Text {
    pub(crate) path: Rc<str>,
    pub(crate) content: String,
    line_ends: Vec<usize>,
}

impl Text {
    /// A line of the file.
    pub(crate) fn at(&self, line: usize) -> SourceLocation {
        SourceLocation { file: self.path.clone(), line }
    }

    /// The line on which an offset lies.
    pub(crate) fn line_of(&self, offset: usize) -> usize {
        1 + self.line_ends.partition_point(|end| *end < offset)
    }

    /// The place of an offset.
    pub(crate) fn place(&self, offset: usize) -> SourceLocation {
        self.at(self.line_of(offset))
    }
}

/// A file that is not what it was taken for.
#[allow(clippy::needless_pass_by_value, reason = "a place is made for this at every call")]
pub(crate) fn unreadable(at: SourceLocation, problem: &str) -> Failure {
    Failure::new("PARSE_ERROR", format!("{}:{}: {problem}", at.file, at.line))
}
