//! What the path of a file says about it.

/// Prefix of files that live as long as the session, outside of the plans directory.
pub const SESSION: &str = "session:";
/// Prefix of the files to import. The directory of that name lists them.
pub const SOURCE: &str = "source:";
/// Prefix of the versions that git has of a file in conflict: `merge:base/`, `merge:ours/` and `merge:theirs/`, then its path. If
/// `merge:strict-status/` exists, the repository wants two new statuses to be a conflict.
pub const MERGE: &str = "merge:";
/// Prefix of the files as git has them in its last commit.
const HEAD: &str = "head:";
const OTHER_ROOT: &str = "root:";

/// The version of a file that git has in its last commit.
pub(crate) fn head_path(path: &str) -> String {
    format!("{HEAD}{path}")
}

/// Prefix of all files in the plans directory of another root.
pub fn other_root_prefix(root_dir: &str) -> String {
    format!("{OTHER_ROOT}{}/", root_dir.replace('%', "%25").replace('/', "%2F"))
}

/// The path of a file in its plans directory, whichever root that belongs to.
pub(crate) fn strip_root(path: &str) -> &str {
    if path.starts_with(OTHER_ROOT) { path.split_once('/').map_or("", |(_, rest)| rest) } else { path }
}

/// Plans are the Markdown files directly in the plans directory.
pub(crate) fn is_plan_file(path: &str) -> bool {
    let is_elsewhere = path.starts_with(SOURCE) || path.starts_with(HEAD);
    !is_elsewhere && strip_root(path).strip_suffix(".md").is_some_and(|name| !name.contains('/'))
}

pub(crate) fn is_session_file(path: &str) -> bool {
    path.starts_with(SESSION)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_known_without_its_root() {
        assert_eq!(other_root_prefix("/home/me/100%"), "root:%2Fhome%2Fme%2F100%25/");
        assert_eq!(strip_root(&(other_root_prefix("/home/me") + "context/t_1/notes.md")), "context/t_1/notes.md");
        assert_eq!(strip_root(&other_root_prefix("../other")), "");
        assert_eq!(strip_root("roadmap.md"), "roadmap.md");
    }

    #[test]
    fn only_markdown_right_in_a_plans_directory_is_a_plan() {
        assert!(is_plan_file("roadmap.md") && is_plan_file("root:%2Fother/roadmap.md"));
        for path in [
            "context/t_1.md",
            "roadmap.txt",
            "source:TODO.md",
            "head:roadmap.md",
            "session:todolist",
            "merge:base/roadmap.md",
        ] {
            assert!(!is_plan_file(path), "{path}");
        }
    }
}
