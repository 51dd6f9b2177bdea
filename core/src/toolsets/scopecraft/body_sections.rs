//! Splits the body of a task into the sections of this toolset.

use crate::markdown;
use crate::text::fold;

use super::output::Sections;

#[derive(Debug, PartialEq)]
pub(super) struct Parts {
    /// The text before the first heading.
    pub(super) overview: String,
    pub(super) sections: Sections,
    /// Whether the body contains other sections too.
    pub(super) has_more: bool,
}

pub(super) fn parts(body: &str) -> Parts {
    let found = markdown::sections(body);
    let mut covered = found.first().map_or(body.len(), |first| first.heading_start);
    let overview = body[..covered].trim().to_owned();
    let mut parts = Parts { overview, sections: Sections::NONE, has_more: false };
    for section in found {
        if section.heading_start < covered {
            continue;
        }
        match field(&mut parts.sections, section.name.of(body)) {
            Some(field @ None) => {
                *field = Some(section.content(body).of(body).to_owned());
                covered = section.end;
            }
            _ => parts.has_more = true,
        }
    }
    parts
}

/// The field for the section with this name.
fn field<'s>(sections: &'s mut Sections, name: &str) -> Option<&'s mut Option<String>> {
    match fold(name).trim_end_matches('s') {
        "instruction" => Some(&mut sections.instruction),
        "task" => Some(&mut sections.tasks),
        "deliverable" => Some(&mut sections.deliverable),
        "log" => Some(&mut sections.log),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_body_is_split_by_its_headings() {
        let found = parts(
            "An overview.\n\n## Instruction\nDo it.\n\n### In detail\nSo.\n\n## TASKS ##\n- [ ] a\n\n## Log\n- done\n",
        );
        assert_eq!(found.overview, "An overview.");
        assert_eq!(found.sections.instruction.as_deref(), Some("Do it.\n\n### In detail\nSo."));
        assert_eq!(found.sections.tasks.as_deref(), Some("- [ ] a"));
        assert_eq!(found.sections.deliverable, None);
        assert_eq!(found.sections.log.as_deref(), Some("- done"));
        assert!(!found.has_more);
    }

    #[test]
    fn code_contains_no_headings() {
        let found = parts("```sh\n# Log\n````\nThen\n~~~\n## Tasks\n");
        assert_eq!(found.sections, Sections::NONE);
        assert!(!found.has_more && found.overview.ends_with("## Tasks"));
    }

    #[test]
    fn other_headings_are_noticed() {
        assert!(parts("# Notes\nx\n## Log\ny").has_more);
        assert!(parts("## Log\nx\n## Log\ny").has_more);
        assert_eq!(parts("## Notes\n### Log\ny").sections.log.as_deref(), Some("y"));
        assert_eq!(parts("").overview, "");
        assert_eq!(parts("#tag\n    # code").overview, "#tag\n    # code");
    }
}
