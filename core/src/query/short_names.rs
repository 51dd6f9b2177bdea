//! Short names of tasks, and how people name tasks: by id, by the ending of an id, or by words of the title.

use crate::plan::id_time;
use crate::text::fold;

/// Length of the shortest ending that names a task.
const SHORTEST_ENDING: usize = 4;

/// A task as people name it.
#[derive(Clone, Copy, Debug)]
pub struct NamedTask<'t> {
    pub id: &'t str,
    pub title: &'t str,
    pub is_open: bool,
}

/// Which tasks words of a title may mean. Ids and endings mean any task.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Wanted {
    /// Open tasks; done ones only if no open one fits.
    #[default]
    OpenFirst,
    OnlyDone,
}

/// What was meant by some words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Named {
    /// The indexes of the tasks, in the order of the words.
    Tasks(Vec<usize>),
    /// An ending that several tasks share.
    SameEnding { ending: String, tasks: Vec<usize> },
    /// Words that several titles contain.
    SameWords { words: String, tasks: Vec<usize> },
    /// The closest tasks are those with one wrong letter.
    Nothing { name: String, closest: Vec<usize> },
}

/// The shortest ending of each id that names only that task: at least four characters, and starting with a letter or digit. An id
/// that was not generated is its own short name.
///
/// ```
/// use long_term_plan_core::query::short_names;
/// let ids = ["t_01ARZ3NDEKTSV4RRFFQ69G5FAV", "t_01ARZ3NDEKTSV4RRFFQ69GXFAV", "cart-api"];
/// assert_eq!(short_names(&ids), ["5FAV", "XFAV", "cart-api"]);
/// ```
pub fn short_names<'t>(ids: &[&'t str]) -> Vec<&'t str> {
    let reversed: Vec<Vec<u8>> =
        ids.iter().map(|id| id.bytes().rev().map(|byte| byte.to_ascii_lowercase()).collect()).collect();
    let mut order: Vec<usize> = (0..ids.len()).collect();
    order.sort_unstable_by(|one, other| reversed[*one].cmp(&reversed[*other]));
    let mut shared = vec![0; ids.len()];
    for pair in order.windows(2) {
        let [one, other] = pair else { continue };
        let common = reversed[*one].iter().zip(&reversed[*other]).take_while(|(a, b)| a == b).count();
        for task in [*one, *other] {
            shared[task] = shared[task].max(common);
        }
    }
    ids.iter().zip(shared).map(|(id, shared)| short_name(id, shared)).collect()
}

fn short_name(id: &str, shared: usize) -> &str {
    if id_time(id).is_none() {
        return id;
    }
    let lengths = (shared + 1).max(SHORTEST_ENDING)..id.len();
    let endings = lengths.filter_map(|length| id.get(id.len() - length..));
    endings.into_iter().find(|ending| ending.starts_with(|first: char| first.is_ascii_alphanumeric())).unwrap_or(id)
}

/// The tasks that the words name. Each word is an id or an ending; if one is neither, all of them are words of one title.
pub fn named_tasks(tasks: &[NamedTask<'_>], short_names: &[&str], words: &[String], wanted: Wanted) -> Named {
    let mut found = Vec::new();
    let mut unknown = None;
    for word in words {
        let name = word.strip_prefix('…').or_else(|| word.strip_prefix("...")).unwrap_or(word);
        match by_id(tasks, name).map_or_else(|| by_ending(tasks, name), |task| vec![task]).as_slice() {
            [task] if found.contains(task) => {}
            [task] => found.push(*task),
            [] => {
                unknown = unknown.or(Some(name));
            }
            several => return Named::SameEnding { ending: name.to_owned(), tasks: several.to_vec() },
        }
    }
    let Some(unknown) = unknown else { return Named::Tasks(found) };
    let typed = words.join(" ");
    match by_words(tasks, &typed, wanted).as_slice() {
        [task] => Named::Tasks(vec![*task]),
        [] => {
            let name = if found.is_empty() { typed.as_str() } else { unknown };
            Named::Nothing { name: name.to_owned(), closest: closest(tasks, short_names, name) }
        }
        several => Named::SameWords { words: typed, tasks: several.to_vec() },
    }
}

/// The exact spelling wins, then a single id that differs in case only.
fn by_id(tasks: &[NamedTask<'_>], name: &str) -> Option<usize> {
    let exact = tasks.iter().position(|task| task.id == name);
    exact.or_else(|| {
        let mut same = tasks.iter().enumerate().filter(|(_, task)| task.id.eq_ignore_ascii_case(name));
        match (same.next(), same.next()) {
            (Some((task, _)), None) => Some(task),
            _ => None,
        }
    })
}

fn by_ending(tasks: &[NamedTask<'_>], ending: &str) -> Vec<usize> {
    let has_ending = |task: &NamedTask<'_>| {
        let start = task.id.len().checked_sub(ending.len());
        let end = start.and_then(|start| task.id.get(start..));
        end.is_some_and(|end| end.eq_ignore_ascii_case(ending)) && id_time(task.id).is_some()
    };
    if ending.len() < SHORTEST_ENDING {
        return Vec::new();
    }
    tasks.iter().enumerate().filter(|(_, task)| has_ending(task)).map(|(task, _)| task).collect()
}

/// The tasks whose title has, for each of the words, one that begins with it. A title that equals the words wins.
fn by_words(tasks: &[NamedTask<'_>], typed: &str, wanted: Wanted) -> Vec<usize> {
    let folded = fold(typed);
    let wanted_words = words_of(&folded);
    if wanted_words.is_empty() {
        return Vec::new();
    }
    let matching = |is_open: bool| {
        let mut equal = Vec::new();
        let mut containing = Vec::new();
        for (index, task) in tasks.iter().enumerate().filter(|(_, task)| task.is_open == is_open) {
            let title = fold(task.title);
            let title_words = words_of(&title);
            if title_words == wanted_words {
                equal.push(index);
            } else if wanted_words.iter().all(|word| title_words.iter().any(|of_title| begins(of_title, word))) {
                containing.push(index);
            }
        }
        if equal.is_empty() { containing } else { equal }
    };
    let open = if wanted == Wanted::OnlyDone { Vec::new() } else { matching(true) };
    if open.is_empty() { matching(false) } else { open }
}

fn words_of(text: &str) -> Vec<&str> {
    text.split(|character: char| !character.is_alphanumeric()).filter(|word| !word.is_empty()).collect()
}

/// Scripts without spaces between words are searched anywhere.
fn begins(of_title: &str, word: &str) -> bool {
    const FIRST_WITHOUT_SPACES: char = '\u{2e80}';
    of_title.starts_with(word)
        || (word.starts_with(|first: char| first >= FIRST_WITHOUT_SPACES) && of_title.contains(word))
}

/// The tasks whose short name, or a word of whose title, has one wrong letter. Open ones come first.
fn closest(tasks: &[NamedTask<'_>], short_names: &[&str], name: &str) -> Vec<usize> {
    let folded = fold(name);
    let typed = words_of(&folded);
    let by_name = |index: &usize| is_typo(&fold(short_names[*index]), &folded);
    let by_title = |index: &usize| {
        let title = fold(tasks[*index].title);
        let title = words_of(&title);
        let is_close = |word: &&str| title.iter().any(|of_title| begins(of_title, word) || is_typo(of_title, word));
        !typed.is_empty() && typed.iter().all(|word| is_close(&word))
    };
    let mut found: Vec<_> = (0..tasks.len()).filter(by_name).collect();
    if found.is_empty() {
        found = (0..tasks.len()).filter(by_title).collect();
    }
    found.sort_by_key(|index| !tasks[*index].is_open);
    found
}

/// Whether a word of at least three letters has one letter too many, too few, wrong or swapped with the next.
///
/// ```
/// use long_term_plan_core::query::is_typo;
/// assert!(is_typo("done", "dnoe") && is_typo("done", "don") && is_typo("done", "donee") && is_typo("done", "dome"));
/// assert!(!is_typo("done", "done") && !is_typo("done", "gone2") && !is_typo("rm", "r"));
/// ```
pub fn is_typo(word: &str, typed: &str) -> bool {
    let [one, other] = [word, typed].map(|text| text.chars().collect::<Vec<_>>());
    if one.len() < 3 || one == other {
        return false;
    }
    let same_start = one.iter().zip(&other).take_while(|(a, b)| a == b).count();
    let (one, other) = (&one[same_start..], &other[same_start..]);
    match (one, other) {
        ([_, rest @ ..], other) if rest == other => true,
        (one, [_, rest @ ..]) if rest == one => true,
        ([_, one @ ..], [_, other @ ..]) if one == other => true,
        ([a, b, one @ ..], [c, d, other @ ..]) => a == d && b == c && one == other,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CART: &str = "t_01M7JS7CGV257T788PRPX39SMX";
    const FORM: &str = "t_01M7JS7CGV257T788PRPX39SMZ";
    const DOCS: &str = "t_01M7JS7CGV257T788PRPX37QK7";

    fn tasks() -> Vec<NamedTask<'static>> {
        vec![
            NamedTask { id: CART, title: "Guest checkout", is_open: true },
            NamedTask { id: FORM, title: "Address form", is_open: true },
            NamedTask { id: DOCS, title: "Write docs", is_open: true },
            NamedTask { id: "SHOP-12", title: "Write docs for guests", is_open: true },
            NamedTask { id: "done-1", title: "Cart API", is_open: false },
            NamedTask { id: "ja", title: "認証のテストを書く", is_open: true },
        ]
    }

    #[track_caller]
    fn check(words: &[&str], wanted: Wanted, expected: &Named) {
        let tasks = tasks();
        let ids: Vec<_> = tasks.iter().map(|task| task.id).collect();
        let words: Vec<_> = words.iter().map(|word| (*word).to_owned()).collect();
        assert_eq!(&named_tasks(&tasks, &short_names(&ids), &words, wanted), expected);
    }

    #[track_caller]
    fn finds(words: &[&str], expected: &[usize]) {
        check(words, Wanted::OpenFirst, &Named::Tasks(expected.to_vec()));
    }

    #[test]
    fn a_task_is_named_by_its_id_an_ending_or_words_of_its_title() {
        finds(&[CART], &[0]);
        finds(&["9smx"], &[0]);
        finds(&["…9SMX"], &[0]);
        finds(&["...39SMX", "7QK7", "9smx"], &[0, 2]);
        finds(&["shop-12"], &[3]);
        finds(&["adDr", "FORM"], &[1]);
        finds(&["テスト"], &[5]);
        finds(&["write", "docs"], &[2]);
        finds(&["cart"], &[4]);
        check(&["cart"], Wanted::OnlyDone, &Named::Tasks(vec![4]));
    }

    #[test]
    fn words_never_name_two_tasks() {
        let same = Named::SameWords { words: "write".into(), tasks: vec![2, 3] };
        check(&["write"], Wanted::OpenFirst, &same);
        let nothing = Named::Nothing { name: "form".into(), closest: vec![1] };
        check(&["9SMX", "form"], Wanted::OpenFirst, &nothing);
        check(&["guest"], Wanted::OnlyDone, &Named::Nothing { name: "guest".into(), closest: vec![0, 3] });
    }

    #[test]
    fn endings_have_four_characters_and_belong_to_generated_ids() {
        check(&["SMX"], Wanted::OpenFirst, &Named::Nothing { name: "SMX".into(), closest: vec![] });
        check(&["P-12"], Wanted::OpenFirst, &Named::Nothing { name: "P-12".into(), closest: vec![] });
    }

    #[test]
    fn one_wrong_letter_is_close() {
        check(&["9SMQ"], Wanted::OpenFirst, &Named::Nothing { name: "9SMQ".into(), closest: vec![0, 1] });
        check(&["adress", "form"], Wanted::OpenFirst, &Named::Nothing { name: "adress form".into(), closest: vec![1] });
    }

    #[test]
    fn a_short_name_grows_until_it_is_unique() {
        let ids = [
            "t_01M7JS7CGV257T788PRPXB2HVT",
            "t_01M7JS7CGV257T788PRPX92HVT",
            "2HVT",
            "t_01M7JS7CGV257T788PRPX39SMX",
            "x-39smx",
        ];
        assert_eq!(short_names(&ids), ["B2HVT", "92HVT", "2HVT", "X39SMX", "x-39smx"]);
        assert_eq!(short_names(&[CART, CART]), [CART, CART]);
    }
}
