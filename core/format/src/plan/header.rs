//! The format header. It is read before everything else, because it chooses the marker style.

use crate::markdown::VerbatimBlocks;
use crate::text::{lines, without_bom};

use super::attributes::check_attribute;
use super::line::{self, Comment};
use super::{Attributes, Diagnostic, DiagnosticCode, Fix, Header, MarkerStyle, Plan};

/// The header must be in the first lines.
const WITHIN_LINES: usize = 30;
const VERSION: &str = "v1";
/// The header of a new plan.
pub const HEADER: &str = "<!-- long-term-plan:format=v1 -->";
/// Marks a generated index page, which is not a plan.
const INDEX_MARK: &str = "<!-- long-term-plan:index -->";

/// A plan with nothing but its header and the header's diagnostics.
pub(super) fn find(text: &str) -> Plan {
    let mut plan = Plan::default();
    let mut blocks = VerbatimBlocks::default();
    for line in lines(text).take(WITHIN_LINES) {
        let content = line::classify_line(text, without_bom(text, &line)).content;
        if !blocks.is_outside(content.of(text)) {
            continue;
        }
        plan.is_index |= content.of(text) == INDEX_MARK;
        if let Some(comment) = line::format_comment(text, content) {
            read(text, line.number, &comment, &mut plan);
            return plan;
        }
    }
    let message = format!(
        "the first {WITHIN_LINES} lines contain no {HEADER}; write it at the top, or run the repair addFormatHeader"
    );
    let found = Diagnostic::new(DiagnosticCode::MissingFormatHeader, 1, None, message);
    plan.diagnostics.push(Diagnostic { fix: Some(Fix::AddHeader), ..found });
    plan
}

fn read(text: &str, line: usize, comment: &Comment, plan: &mut Plan) {
    let mut report = |code, span, message| {
        plan.diagnostics.push(Diagnostic::new(code, line, Some(span), message));
    };
    let mut marker_style = MarkerStyle::default();
    for attribute in Attributes::new(text, comment.attributes) {
        match (attribute.key.of(text), attribute.value.of(text)) {
            ("markers", "gfm") => marker_style = MarkerStyle::Gfm,
            ("markers", other) => {
                let message = format!("markers is {other:?}; expected gfm, or no such attribute for [ ] [*] [√]");
                report(DiagnosticCode::InvalidAttribute, attribute.span, message);
            }
            _ => {
                if let Err(error) = check_attribute(text, attribute) {
                    report(DiagnosticCode::InvalidAttribute, attribute.span, error.0);
                }
            }
        }
    }
    let version = comment.value.of(text);
    if version != VERSION {
        let message = format!(
            "the format is {version:?}, but this program reads only {VERSION}; update the program, or correct the header"
        );
        report(DiagnosticCode::UnsupportedFormatVersion, comment.value, message);
    }
    plan.header =
        Some(Header { span: comment.span, version: comment.value, attributes: comment.attributes, marker_style });
}
