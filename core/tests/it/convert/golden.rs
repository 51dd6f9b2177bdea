//! Files as real tools write them, and their imports. `BLESS=1 cargo test --test it golden` writes
//! the outcomes, to be reviewed in the diff before they are committed.
#![allow(clippy::disallowed_methods, reason = "fixtures are files")]

use std::path::{Path, PathBuf};

use long_term_plan_core::convert::export::{self, export};
use long_term_plan_core::convert::import::{Format, ImportFile, Imported, Request, import};
use long_term_plan_core::plan::{Document, validate};

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/fixtures/convert")
}

/// All files under a folder, in order.
fn files(folder: &Path) -> Vec<ImportFile> {
    let mut files = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(next) = open.pop() {
        for entry in std::fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() { open.push(path) } else { files.push(path) }
        }
    }
    files.sort();
    let shown = |path: &Path| path.strip_prefix(folder).unwrap().to_str().unwrap().replace('\\', "/");
    files.iter().map(|path| ImportFile { path: shown(path), bytes: std::fs::read(path).unwrap() }).collect()
}

#[track_caller]
fn compare(name: &str, found: &str) {
    let path = fixtures().join("expected").join(name);
    if std::env::var_os("BLESS").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, found).unwrap();
        return;
    }
    let expected = std::fs::read_to_string(&path).unwrap_or_default().replace("\r\n", "\n");
    assert_eq!(found.replace("\r\n", "\n"), expected, "{}", path.display());
}

#[track_caller]
fn check(folder: &str, name: &str, format: Format) {
    let files = files(&fixtures().join(folder));
    let request = Request { files: &files, format: None, name, now_ms: 1_770_000_000_000, entropy: [1; 10] };
    let Imported { text, warnings, format: found, .. } = import(&request).unwrap();
    assert_eq!(found, format);
    let diagnostics = validate(&text);
    assert!(diagnostics.errors.is_empty() && diagnostics.warnings.is_empty(), "{diagnostics:?}");
    let line = |warning: &long_term_plan_core::convert::import::Warning| {
        format!("{}:{}: {}: {}\n", warning.at.file, warning.at.line, warning.kind.into_str(), warning.message)
    };
    compare(&format!("{folder}.md"), &text);
    compare(&format!("{folder}.warnings.txt"), &warnings.iter().map(line).collect::<String>());
}

#[test]
fn task_lists() {
    check("gfm", "ROADMAP.md", Format::Gfm);
}

#[test]
fn todo_txt() {
    check("todotxt", "todotxt", Format::TodoTxt);
}

#[test]
fn backlog_folders() {
    check("backlog", "backlog", Format::Backlog);
}

#[test]
fn task_master() {
    check("taskmaster", "tasks.json", Format::TaskMaster);
    check("taskmaster-legacy", "tasks.json", Format::TaskMaster);
}

#[test]
fn beads() {
    check("beads", ".beads", Format::Beads);
}

#[test]
fn exports() {
    let text = std::fs::read_to_string(fixtures().join("export/plan.md")).unwrap();
    let plan = Document::new(text.replace("\r\n", "\n"));
    for (format, extension) in [
        (export::Format::Gfm, "md"),
        (export::Format::Json, "json"),
        (export::Format::Csv, "csv"),
        (export::Format::Html, "html"),
    ] {
        compare(&format!("export.{extension}"), &export(&plan, "launch", format).text);
    }
}
