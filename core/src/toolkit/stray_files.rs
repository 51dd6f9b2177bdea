//! Markdown files that may be meant as plans, but that no tool finds.

use schemars::JsonSchema;
use serde::Serialize;

use crate::files::{ToolResult, Unreadable};
use crate::views::PlanSummary;

use super::{Context, decisions, display_name, notes, plan_id_of};

/// What else is in the plans directory: folders with other files or with plans that were put away, and the configuration.
const KNOWN_NAMES: [&str; 4] = ["archive", decisions::FOLDER, notes::FOLDER, "config.json"];
/// How deep folders are searched, and how many folders and files.
const MAX_DEPTH: usize = 3;
const MAX_FOLDERS: usize = 50;
const MAX_FILES: usize = 200;

/// A file that is not read as a plan.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub(crate) struct StrayFile {
    /// Relative to the root.
    pub(crate) path: String,
    /// Why it is not read.
    pub(crate) error: String,
}

impl Context<'_> {
    /// The Markdown files in the plans directory whose names are not plan ids, and those with the format header in folders.
    pub(crate) fn stray_files(&self) -> ToolResult<Vec<StrayFile>> {
        let names = self.files.names("")?.iter().filter(|name| is_markdown(name) && plan_id_of(name).is_none());
        let mut paths: Vec<String> = names.cloned().collect();
        paths.extend(self.files_in_folders()?);
        paths.sort_unstable();
        paths.truncate(MAX_FILES);
        let found = self.files.summaries(paths, Clone::clone)?;
        Ok(found.iter().filter_map(|(path, file)| self.stray_file(path, file.as_deref())).collect())
    }

    /// The Markdown files in folders that belong to no toolset.
    fn files_in_folders(&self) -> ToolResult<Vec<String>> {
        let mut files = Vec::new();
        let mut folders = vec![String::new()];
        for depth in 0..=MAX_DEPTH {
            let mut inner = Vec::new();
            for (folder, names) in folders.iter().zip(self.files.names_in(&folders)?) {
                let path = |name: &String| if folder.is_empty() { name.clone() } else { format!("{folder}/{name}") };
                let (markdown, others): (Vec<_>, Vec<_>) = names.iter().partition(|name| is_markdown(name));
                files.extend(markdown.into_iter().filter(|_| depth > 0).map(path));
                let may_be_folder = |name: &&String| !name.contains(':') && !name.starts_with('.');
                let is_known = |name: &&String| depth == 0 && KNOWN_NAMES.contains(&name.as_str());
                inner.extend(others.into_iter().filter(|name| may_be_folder(name) && !is_known(name)).map(path));
            }
            inner.truncate(MAX_FOLDERS);
            folders = inner;
        }
        Ok(files)
    }

    /// Why a file is reported. In folders, files without the header have nothing to do with plans.
    fn stray_file(&self, path: &str, file: Result<&PlanSummary, &Unreadable<'_>>) -> Option<StrayFile> {
        let is_in_folder = path.contains('/');
        let error = match file {
            Ok(file) if file.is_index || (is_in_folder && !file.has_header) => return None,
            Err(_) if is_in_folder => return None,
            Ok(file) if !file.has_header => file.error.clone().unwrap_or_default(),
            Ok(_) if is_in_folder => {
                format!("this plan is not read, because it is in a folder; move it to {}", self.settings.plans_dir)
            }
            Ok(_) => "this plan is not read, because its name is not a plan id; rename the file: 1 to 128 letters, digits, _ and -, starting with a letter or digit".into(),
            Err(unreadable) => unreadable.to_line(),
        };
        Some(StrayFile { path: display_name(&self.display_path(path)), error: display_name(&error) })
    }
}

fn is_markdown(name: &str) -> bool {
    name.strip_suffix(".md").is_some()
}
