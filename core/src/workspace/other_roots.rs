//! Files of other projects. A host that lets calls read them knows them by paths that start with their root.

const SCHEME: &str = "root:";

/// What the paths of all files in the plans directory of another root start with.
pub fn in_root(root_dir: &str) -> String {
    format!("{SCHEME}{}/", root_dir.replace('%', "%25").replace('/', "%2F"))
}

/// The path of a file in its plans directory, of whatever root that is.
pub(super) fn within_root(path: &str) -> &str {
    if path.starts_with(SCHEME) { path.split_once('/').map_or("", |(_, rest)| rest) } else { path }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_known_without_its_root() {
        assert_eq!(in_root("/home/me/100%"), "root:%2Fhome%2Fme%2F100%25/");
        assert_eq!(within_root(&(in_root("/home/me") + "context/t_1/notes.md")), "context/t_1/notes.md");
        assert_eq!(within_root(&in_root("../other")), "");
        assert_eq!(within_root("roadmap.md"), "roadmap.md");
    }
}
