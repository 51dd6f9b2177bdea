//! Rules that keep the structure of `core/src`.
#![allow(clippy::disallowed_methods, reason = "the sources are files")]

use std::fs;
use std::path::Path;

use long_term_plan_core::toolsets::TOOLSETS;

/// A module uses only modules that come after it, and itself. The last ones are of the crate `long-term-plan-format`.
const ORDER: &[&str] = &[
    "wasm",
    "workspace",
    "toolsets",
    "convert",
    "toolkit",
    "files",
    "failure",
    "claims",
    "history",
    "decisions",
    "notes",
    "views",
    "merge",
    "query",
    "edit",
    "contract",
    "plan",
    "markdown",
    "text",
    "word",
    "sort",
];

/// The only files outside of `convert` that use it, because it is a feature.
const USE_CONVERT: &[&str] = &["toolsets/convert.rs", "wasm/markdown.rs"];

/// The only places with untyped JSON: schemas, details of errors, and files of other tools.
const USE_JSON_VALUES: &[&str] = &[
    "contract/",
    "failure.rs",
    "toolkit/listing.rs",
    "toolkit/types.rs",
    "toolsets/scopecraft/output.rs",
    "workspace/messages.rs",
    "convert/import/",
    "wasm/",
];

struct Source {
    /// Relative to `core/src`.
    path: String,
    text: String,
}

impl Source {
    fn module(&self) -> &str {
        self.path.split('/').next().unwrap().trim_end_matches(".rs")
    }

    /// The modules that follow `crate::`.
    fn uses(&self) -> impl Iterator<Item = &str> {
        let paths = self.text.split("crate::").skip(1);
        paths.map(|path| path.split(|char: char| !char.is_alphanumeric() && char != '_').next().unwrap())
    }

    fn is_in(&self, places: &[&str]) -> bool {
        places.iter().any(|place| self.path.starts_with(place))
    }
}

fn sources() -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut folders = vec![root.clone()];
    let mut sources = Vec::new();
    while let Some(folder) = folders.pop() {
        for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let relative = path.strip_prefix(&root).unwrap().to_str().unwrap().replace('\\', "/");
                sources.push(Source { path: relative, text: fs::read_to_string(path).unwrap() });
            }
        }
    }
    sources
}

#[test]
fn modules_use_only_modules_below_them() {
    let place = |module: &str| ORDER.iter().position(|known| *known == module);
    let mut violations = Vec::new();
    for source in sources().iter().filter(|source| !["lib", "bin"].contains(&source.module())) {
        let own = place(source.module());
        let is_wrong = |used: &&str| own.is_none() || place(used).is_none_or(|used| Some(used) < own);
        violations.extend(source.uses().filter(is_wrong).map(|used| format!("{} uses {used}", source.path)));
    }
    assert!(violations.is_empty(), "{violations:#?}");
}

#[test]
fn only_two_files_use_the_feature_convert() {
    let sources = sources();
    let users =
        sources.iter().filter(|source| source.module() != "convert" && source.uses().any(|used| used == "convert"));
    let mut users: Vec<_> = users.map(|source| source.path.as_str()).collect();
    users.sort_unstable();
    assert_eq!(users, USE_CONVERT);
}

#[test]
fn json_is_untyped_in_few_places() {
    let names_values = |source: &&Source| {
        source.text.split("serde_json::").skip(1).any(|rest| {
            let names = rest.split([';', '>']).next().unwrap();
            names.split(|char: char| !char.is_alphanumeric()).any(|name| name == "Value")
        })
    };
    let sources = sources();
    let users = sources.iter().filter(names_values).filter(|source| !source.is_in(USE_JSON_VALUES));
    assert_eq!(users.map(|source| source.path.as_str()).collect::<Vec<_>>(), [""; 0]);
}

/// A small toolset is one file. In others the file list is the tool list; a file need not repeat the toolset's name.
#[test]
fn a_tool_is_in_the_file_of_its_name() {
    let paths: Vec<_> = sources().into_iter().map(|source| source.path).collect();
    for toolset in TOOLSETS {
        let folder = format!("toolsets/{}", toolset.name.replace('-', "_"));
        if paths.contains(&format!("{folder}.rs")) {
            continue;
        }
        for tool in toolset.tools {
            let short = tool.name.strip_prefix(toolset.name).map(|rest| rest.trim_start_matches('_'));
            let mut files = [Some(tool.name), short].into_iter().flatten().map(|name| format!("{folder}/{name}.rs"));
            assert!(files.any(|file| paths.contains(&file)), "{} has no file in {folder}", tool.name);
        }
    }
}
