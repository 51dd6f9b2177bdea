//! Markdown files that stand beside plans: records of decisions, and notes on tasks.
//!
//! Both belong to people as much as to programs. They are read for what can be recognized in them, and changed by inserting
//! and replacing exactly that; everything else stays byte for byte.

mod decision;
mod file_name;
mod note;
mod sections;

pub use decision::{Decision, DecisionStatus, NewDecision, Part, Revision};
pub use file_name::{decision_number, file_name};
pub use note::{Place, updated};

/// Characters that break a line somewhere: in Markdown, in JavaScript, or in an editor.
const LINE_BREAKS: [char; 5] = ['\n', '\r', '\u{85}', '\u{2028}', '\u{2029}'];

/// A text on one line.
pub fn one_line(text: &str) -> String {
    text.replace("\r\n", " ").replace(LINE_BREAKS, " ").trim().to_owned()
}

/// Whether a text would not stay on its line.
pub fn has_line_break(text: &str) -> bool {
    text.contains(LINE_BREAKS)
}
