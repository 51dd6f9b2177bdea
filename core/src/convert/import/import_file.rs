//! The files of an import.

use std::rc::Rc;

use crate::failure::Failure;
use crate::plan::decode;

use super::warnings::SourceLocation;

/// A file to import.
#[derive(Clone, Debug)]
pub struct ImportFile {
    /// As the user wrote it; warnings repeat it.
    pub path: String,
    pub bytes: Vec<u8>,
}

impl ImportFile {
    pub(crate) fn name(&self) -> &str {
        self.folders().1
    }

    /// The folders of the path, and the file name.
    pub(crate) fn folders(&self) -> (Vec<&str>, &str) {
        let mut parts: Vec<_> = self.path.split(['/', '\\']).filter(|part| !part.is_empty()).collect();
        let name = parts.pop().unwrap_or_default();
        (parts, name)
    }

    /// In lower case, without the dot.
    pub(crate) fn extension(&self) -> String {
        self.name().rsplit_once('.').map(|(_, extension)| extension.to_ascii_lowercase()).unwrap_or_default()
    }

    /// The text, with `\n` as line endings.
    pub(crate) fn text(&self) -> Result<Text, Failure> {
        let path: Rc<str> = self.path.as_str().into();
        let text = decode(&self.bytes).map_err(|diagnostic| {
            unreadable(SourceLocation { file: path.clone(), line: diagnostic.line }, &diagnostic.message)
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
    pub(crate) fn at(&self, line: usize) -> SourceLocation {
        SourceLocation { file: self.path.clone(), line }
    }

    /// The 1-based line of an offset.
    pub(crate) fn line_of(&self, offset: usize) -> usize {
        1 + self.line_ends.partition_point(|end| *end < offset)
    }

    pub(crate) fn location(&self, offset: usize) -> SourceLocation {
        self.at(self.line_of(offset))
    }
}

/// The failure of a file that does not have the expected format.
#[allow(clippy::needless_pass_by_value, reason = "every caller creates the location for it")]
pub(crate) fn unreadable(at: SourceLocation, problem: &str) -> Failure {
    Failure::new("PARSE_ERROR", format!("{}:{}: {problem}", at.file, at.line))
}
