//! Imports plans from files of other tools. Whatever cannot be converted exactly is reported as a warning.
//!
//! Each format has a reader, which makes a [`draft`]. The rest is shared: [`assemble`](mod@assemble) resolves ids, parents and
//! dependencies, and [`render`] writes the plan.

mod assemble;
mod backlog;
mod beads;
mod dates;
mod detect;
mod draft;
mod gfm;
mod import_file;
mod json_lines;
mod render;
mod taskmaster;
mod todotxt;
mod values;
mod warnings;

use crate::failure::Failure;
use crate::plan::is_id;

pub use detect::Format;
pub use import_file::ImportFile;
pub use warnings::{SourceLocation, Warning, WarningKind};

use assemble::{Seed, assemble};
use import_file::Text;
use warnings::Warnings;

/// The files to import, and the randomness and time for new ids.
#[derive(Clone, Debug)]
pub struct Request<'r> {
    /// One file, or the files of a folder.
    pub files: &'r [ImportFile],
    /// Detected if `None`.
    pub format: Option<Format>,
    /// Name of the file or folder. It becomes the title if the files have none.
    pub name: &'r str,
    /// Milliseconds since 1970.
    pub now_ms: u64,
    pub entropy: [u8; 10],
}

/// An imported plan.
#[derive(Clone, Debug)]
pub struct Imported {
    /// The plan. It has no diagnostics.
    pub text: String,
    /// A suggestion.
    pub plan_id: String,
    pub title: String,
    pub format: Format,
    /// Number of tasks.
    pub tasks: usize,
    /// What could not be converted exactly.
    pub warnings: Vec<Warning>,
}

/// Imports files of another tool as a plan.
///
/// ```
/// use long_term_plan_core::convert::import::{import, Request, ImportFile};
/// let files = [ImportFile { path: "TODO.md".into(), bytes: b"- [x] Ship it\n".to_vec() }];
/// let request = Request { files: &files, format: None, name: "TODO.md", now_ms: 0, entropy: [0; 10] };
/// let plan = import(&request).unwrap();
/// assert!(plan.text.contains("# TODO\n\n- [√] Ship it <!-- long-term-plan:id=t_"));
/// assert_eq!(plan.plan_id, "todo");
/// ```
pub fn import(request: &Request<'_>) -> Result<Imported, Failure> {
    let format = match request.format {
        Some(format) => format,
        None => detect::detect(request.files)?,
    };
    let files = format.select(request.files)?;
    let mut warnings = Warnings::default();
    let texts = || files.iter().map(|file| file.text()).collect::<Result<Vec<Text>, _>>();
    let mut draft = match format {
        Format::Backlog => backlog::read(&files, &mut warnings)?,
        Format::TodoTxt => todotxt::read(&texts()?, &mut warnings),
        Format::Gfm => gfm::read(&only(&texts()?)?, &mut warnings)?,
        Format::TaskMaster => taskmaster::read(&only(&texts()?)?, &mut warnings)?,
        Format::Beads => beads::read(&only(&texts()?)?, &mut warnings)?,
    };
    if draft.tasks.is_empty() {
        let message = format!("{}: there are no tasks in it; expected {}", request.name, format.expectation());
        return Err(Failure::new("NO_TASKS", message));
    }
    let name = stem(request.name);
    if draft.title.trim().is_empty() {
        name.clone_into(&mut draft.title);
    }
    let title = render::heading_name(&draft.title);
    let tasks = draft.tasks.len();
    let seed = Seed { now_ms: request.now_ms, entropy: request.entropy };
    let assembled = assemble(draft, seed, &mut warnings);
    let text = render::render(assembled, &mut warnings)?;
    Ok(Imported { text, plan_id: plan_id(name), title, format, tasks, warnings: warnings.into_sorted() })
}

/// Whether the body of a list item, with or without subtasks below it, is the same after an import.
pub(crate) fn round_trips(body: &str, has_children: bool) -> bool {
    let indented = body.split('\n').map(|line| if line.is_empty() { String::new() } else { format!("  {line}") });
    let indented: Vec<_> = indented.collect();
    let child = if has_children { "  - [ ] z\n" } else { "" };
    let draft = read_snippet(&format!("- [ ] x\n\n{}\n\n{child}- [ ] y\n", indented.join("\n")));
    draft.is_some_and(|draft| {
        let titles: Vec<_> = draft.tasks.iter().map(|task| task.title.as_str()).collect();
        let has_same_tasks = if has_children { titles == ["x", "z", "y"] } else { titles == ["x", "y"] };
        has_same_tasks && draft.tasks[0].body == body && draft.tasks[1..].iter().all(|task| task.body.is_empty())
    })
}

/// Whether the body of a plan is the same after an import.
pub(crate) fn round_trips_as_plan_body(body: &str) -> bool {
    let draft = read_snippet(&format!("# x\n\n{body}\n\n## y\n"));
    draft.is_some_and(|draft| {
        draft.title == "x" && draft.body == body && draft.tasks.is_empty() && draft.blocks.len() == 1
    })
}

fn read_snippet(markdown: &str) -> Option<draft::Draft> {
    let file = ImportFile { path: String::new(), bytes: markdown.as_bytes().to_vec() };
    gfm::read(&file.text().ok()?, &mut Warnings::default()).ok()
}

fn only(texts: &[Text]) -> Result<Text, Failure> {
    texts.first().cloned().ok_or_else(|| Failure::internal("no file was selected"))
}

/// The last part of a path, without its extension.
fn stem(path: &str) -> &str {
    let mut parts = path.split(['/', '\\']).filter(|part| !part.is_empty() && *part != "." && *part != "..");
    let name = parts.next_back().unwrap_or_default().trim_start_matches('.');
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    if stem.is_empty() { "Imported" } else { stem }
}

/// An id made of the lower-case ASCII letters and digits of a name, with `-` between them.
fn plan_id(name: &str) -> String {
    let mut id = String::new();
    for character in name.chars() {
        match character {
            'a'..='z' | 'A'..='Z' | '0'..='9' | '_' if !(id.is_empty() && character == '_') => {
                id.push(character.to_ascii_lowercase());
            }
            _ if id.is_empty() || id.ends_with('-') => {}
            _ => id.push('-'),
        }
    }
    id.truncate(100);
    let id = id.trim_end_matches('-');
    if is_id(id) { id.to_owned() } else { "imported".into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_bodies_that_an_import_restores_round_trip() {
        assert!(round_trips("words\n\n- item", false) && round_trips("words", true));
        assert!(round_trips_as_plan_body("words\n\n- item"));
        for body in ["> quoted", "- [ ] task", "words\n\n- item\n  - [x] task"] {
            assert!(!round_trips(body, false) && !round_trips(body, true), "{body}");
            assert!(!round_trips_as_plan_body(body), "{body}");
        }
        assert!(round_trips("## Heading", false) && !round_trips_as_plan_body("## Heading"));
    }

    #[test]
    fn names_become_ids() {
        assert_eq!(plan_id(stem("docs/My Plan (v2).md")), "my-plan-v2");
        assert_eq!(plan_id(stem("../")), "imported");
        assert_eq!(plan_id(stem("計画.md")), "imported");
        assert_eq!(plan_id(stem(".taskmaster")), "taskmaster");
        assert_eq!(plan_id(&"x".repeat(300)).len(), 100);
    }
}
