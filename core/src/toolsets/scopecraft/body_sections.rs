//! The text of a task, taken apart by its headings.

use crate::text::{fold, lines};

use super::output::Sections;

/// The parts of a text.
#[derive(Debug, PartialEq)]
pub(super) struct Parts {
    /// What stands before the first heading.
    pub(super) overview: String,
    pub(super) sections: Sections,
    /// Whether it has other parts than these.
    pub(super) has_more: bool,
}

/// Takes a text apart. A section reaches to the next heading that is not below its own.
pub(super) fn parts(markdown: &str) -> Parts {
    let mut parts = Parts { overview: String::new(), sections: Sections::NONE, has_more: false };
    let mut headings = Vec::new();
    let mut fence: Option<&str> = None;
    for line in lines(markdown) {
        let content = line.content.of(markdown);
        if let Some(open) = fence {
            fence = Some(open).filter(|open| !closes(content, open));
        } else if let Some(open) = fence_of(content) {
            fence = Some(open);
        } else if let Some((level, name)) = heading(content) {
            headings.push((level, name, line.content.start, line.content.end));
        }
    }
    let end_of_overview = headings.first().map_or(markdown.len(), |(_, _, start, _)| *start);
    markdown[..end_of_overview].trim().clone_into(&mut parts.overview);
    let mut covered = end_of_overview;
    for (number, (level, name, start, end)) in headings.iter().enumerate() {
        if *start < covered {
            continue;
        }
        let next = headings[number + 1..].iter().find(|(other, ..)| other <= level);
        let stop = next.map_or(markdown.len(), |(_, _, start, _)| *start);
        match section(&mut parts.sections, name) {
            Some(place @ None) => {
                *place = Some(markdown[*end..stop].trim().to_owned());
                covered = stop;
            }
            _ => parts.has_more = true,
        }
    }
    parts
}

/// The section that a heading names.
fn section<'s>(sections: &'s mut Sections, name: &str) -> Option<&'s mut Option<String>> {
    match fold(name).trim_end_matches('s') {
        "instruction" => Some(&mut sections.instruction),
        "task" => Some(&mut sections.tasks),
        "deliverable" => Some(&mut sections.deliverable),
        "log" => Some(&mut sections.log),
        _ => None,
    }
}

/// Level and name of a heading.
fn heading(line: &str) -> Option<(usize, &str)> {
    let unindented = line.trim_start_matches(' ');
    let name = unindented.trim_start_matches('#');
    let level = unindented.len() - name.len();
    let is_heading = line.len() - unindented.len() <= 3
        && (1..=6).contains(&level)
        && name.chars().next().is_none_or(char::is_whitespace);
    is_heading.then(|| (level, name.trim().trim_end_matches('#').trim_end()))
}

/// The characters that open a block of code, in which nothing is a heading.
fn fence_of(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let first = line.chars().next().filter(|first| matches!(first, '`' | '~'))?;
    let length = line.len() - line.trim_start_matches(first).len();
    (length >= 3).then(|| &line[..length])
}

fn closes(line: &str, fence: &str) -> bool {
    line.trim_start().starts_with(fence) && fence_of(line) == Some(line.trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_taken_apart_by_its_headings() {
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
    fn code_holds_no_headings() {
        let found = parts("```sh\n# Log\n````\nThen\n~~~\n## Tasks\n");
        assert_eq!(found.sections, Sections::NONE);
        assert!(!found.has_more && found.overview.ends_with("## Tasks"));
    }

    #[test]
    fn other_headings_are_told() {
        assert!(parts("# Notes\nx\n## Log\ny").has_more);
        assert!(parts("## Log\nx\n## Log\ny").has_more);
        assert_eq!(parts("## Notes\n### Log\ny").sections.log.as_deref(), Some("y"));
        assert_eq!(parts("").overview, "");
        assert_eq!(parts("#tag\n    # code").overview, "#tag\n    # code");
    }
}
