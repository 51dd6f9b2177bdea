//! Plans from other tools' files: lossless about what a plan can hold, loud about what it cannot.
//!
//! Each reader makes a draft in the words of its source. Then ids, parents and dependencies are resolved and the plan is
//! written, by one way for all.

mod assemble;
mod backlog;
mod beads;
mod dates;
mod detect;
mod draft;
mod gfm;
mod json_lines;
mod render;
mod source;
mod taskmaster;
mod todotxt;
mod values;
mod warnings;

use crate::failure::Failure;
use crate::plan::is_id;

pub use detect::Format;
pub use source::Source;
pub use warnings::{Kind, SourceLocation, Warning};

use assemble::{Seed, assemble};
use source::Text;
use warnings::Warnings;

/// What is to be imported.
#[derive(Clone, Debug)]
pub struct Request<'r> {
    /// The files: one, or those of a folder.
    pub sources: &'r [Source],
    /// What they are; found out if it is not said.
    pub format: Option<Format>,
    /// What the file or folder is called, for a plan whose source has no title.
    pub name: &'r str,
    /// Milliseconds since 1970.
    pub now_ms: u64,
    /// Random bits.
    pub entropy: [u8; 10],
}

/// A plan that was made of other files.
#[derive(Clone, Debug)]
pub struct Imported {
    /// The plan. The validator finds nothing in it.
    pub text: String,
    /// A name for it.
    pub plan_id: String,
    /// Its title.
    pub title: String,
    /// What the files were.
    pub format: Format,
    /// How many tasks it has.
    pub tasks: usize,
    /// What is not as it was.
    pub warnings: Vec<Warning>,
}

/// Makes a plan of other tools' files.
///
/// ```
/// use long_term_plan_core::convert::import::{import, Request, Source};
/// let sources = [Source { path: "TODO.md".into(), bytes: b"- [x] Ship it\n".to_vec() }];
/// let request = Request { sources: &sources, format: None, name: "TODO.md", now_ms: 0, entropy: [0; 10] };
/// let plan = import(&request).unwrap();
/// assert!(plan.text.contains("# TODO\n\n- [√] Ship it <!-- long-term-plan:id=t_"));
/// assert_eq!(plan.plan_id, "todo");
/// ```
pub fn import(request: &Request<'_>) -> Result<Imported, Failure> {
    let format = match request.format {
        Some(format) => format,
        None => detect::detect(request.sources)?,
    };
    let sources = format.select(request.sources)?;
    let mut warnings = Warnings::default();
    let texts = || sources.iter().map(|source| source.text()).collect::<Result<Vec<Text>, _>>();
    let mut draft = match format {
        Format::Backlog => backlog::read(&sources, &mut warnings)?,
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

/// Whether Markdown that stands under an item of a list, maybe above items under that, is read as the body of that item and
/// as nothing else.
pub(crate) fn reads_back(body: &str, has_children: bool) -> bool {
    let indented = body.split('\n').map(|line| if line.is_empty() { String::new() } else { format!("  {line}") });
    let indented: Vec<_> = indented.collect();
    let child = if has_children { "  - [ ] z\n" } else { "" };
    let draft = read_snippet(&format!("- [ ] x\n\n{}\n\n{child}- [ ] y\n", indented.join("\n")));
    draft.is_some_and(|draft| {
        let titles: Vec<_> = draft.tasks.iter().map(|task| task.title.as_str()).collect();
        let is_as_meant = if has_children { titles == ["x", "z", "y"] } else { titles == ["x", "y"] };
        is_as_meant && draft.tasks[0].body == body && draft.tasks[1..].iter().all(|task| task.body.is_empty())
    })
}

/// The same of Markdown under a title.
pub(crate) fn reads_back_as_plan_body(body: &str) -> bool {
    let draft = read_snippet(&format!("# x\n\n{body}\n\n## y\n"));
    draft.is_some_and(|draft| {
        draft.title == "x" && draft.body == body && draft.tasks.is_empty() && draft.blocks.len() == 1
    })
}

fn read_snippet(markdown: &str) -> Option<draft::Draft> {
    let source = Source { path: String::new(), bytes: markdown.as_bytes().to_vec() };
    gfm::read(&source.text().ok()?, &mut Warnings::default()).ok()
}

fn only(texts: &[Text]) -> Result<Text, Failure> {
    texts.first().cloned().ok_or_else(|| Failure::internal("no file was selected"))
}

/// The last part of a path, without its ending.
fn stem(path: &str) -> &str {
    let mut parts = path.split(['/', '\\']).filter(|part| !part.is_empty() && *part != "." && *part != "..");
    let name = parts.next_back().unwrap_or_default().trim_start_matches('.');
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    if stem.is_empty() { "Imported" } else { stem }
}

/// A name for a plan: the ASCII letters and digits of a name, in lower case, with `-` for all between them.
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
    fn names_become_ids() {
        assert_eq!(plan_id(stem("docs/My Plan (v2).md")), "my-plan-v2");
        assert_eq!(plan_id(stem("../")), "imported");
        assert_eq!(plan_id(stem("計画.md")), "imported");
        assert_eq!(plan_id(stem(".taskmaster")), "taskmaster");
        assert_eq!(plan_id(&"x".repeat(300)).len(), 100);
    }
}
