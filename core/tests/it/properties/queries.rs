//! Pages and searches.

use long_term_plan_core::plan::{AttributeKey, Document, Status, Task};
use long_term_plan_core::query::{InvalidCursor, cursor_at, page, page_start, search, task_cursor_at, task_page_start};
use long_term_plan_core::text::fold;
use long_term_plan_core::word::Word;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

use super::config;
use super::generators::{any_text, valid_plan, words};

proptest! {
    #![proptest_config(config())]

    #[test]
    fn pages_cover_everything_once(items in vec("[ab.]{0,2}", 0..12), limit in 1..5_usize) {
        let mut seen = Vec::new();
        let mut cursor = None;
        for _ in 0..=items.len() {
            let found = page(&items, |item| item, "q", limit, cursor.as_deref()).unwrap();
            prop_assert!(found.items.len() <= limit);
            seen.extend_from_slice(found.items);
            cursor = found.next_cursor;
            if cursor.is_none() {
                break;
            }
        }
        prop_assert_eq!(cursor, None, "the pages come to an end");
        prop_assert_eq!(seen, items);
    }

    #[test]
    fn a_cursor_continues_after_its_item_despite_edits(count in 2..9_usize, limit in 1..4_usize, removed in 0..9_usize) {
        let items: Vec<String> = (0..count).map(|number| number.to_string()).collect();
        let first = page(&items, |item| item, "q", limit, None).unwrap();
        let Some(cursor) = first.next_cursor else { return Ok(()) };
        let last = first.items.last().unwrap().clone();
        let left: Vec<_> = items.iter().filter(|item| **item != removed.to_string()).cloned().collect();
        if let Ok(rest) = page(&left, |item| item, "q", count, Some(&cursor)) {
            let is_later = |item: &String| item.parse::<usize>().unwrap() > last.parse().unwrap();
            prop_assert!(rest.items.iter().all(is_later));
        } else {
            prop_assert_eq!(last, removed.to_string());
        }
        prop_assert_eq!(page(&items, |item| item, "other", limit, Some(&cursor)), Err(InvalidCursor));
    }

    #[test]
    fn any_cursor_is_accepted_or_refused(items in vec("[ab]", 0..4), cursor in any::<String>()) {
        let _ = page(&items, |item| item, "q", 2, Some(&cursor));
    }

    #[test]
    fn pages_of_tasks_match_pages_of_any_list(text in any_text()) {
        let document = Document::new(text);
        let tasks = &document.plan().tasks;
        let id_of = |task: &Task| task.id.of(document.text()).to_owned();
        for next in 0..=tasks.len() {
            let cursor = cursor_at(tasks, id_of, "q", next);
            prop_assert_eq!(&task_cursor_at(&document, "q", next), &cursor);
            let start = task_page_start(&document, "q", cursor.as_deref());
            prop_assert_eq!(start, page_start(tasks, id_of, "q", cursor.as_deref()));
        }
    }

    #[test]
    fn a_search_finds_what_contains_the_words(
        text in valid_plan(),
        query in words(),
        status in prop::option::of(select(Status::ALL.to_vec())),
    ) {
        let document = Document::new(text);
        let (text, plan) = (document.text(), document.plan());
        let hits = search(&document, &query, |found| status.is_none_or(|status| status == found));
        let folded = fold(&query);
        let wanted: Vec<&str> = folded.split_whitespace().collect();
        for (number, task) in plan.tasks.iter().enumerate() {
            let mut haystack = vec![task.title.of(text).to_owned()];
            haystack.extend(task.body.map(|body| body.markdown(text)));
            haystack.extend(plan.section_path(text, task.section).into_iter().map(str::to_owned));
            haystack.extend(task.list(text, AttributeKey::Tags));
            let has = |word: &&str| haystack.iter().any(|each| fold(each).contains(word));
            let is_of_status = status.is_none_or(|status| task.status == status);
            let is_wanted = !wanted.is_empty() && wanted.iter().all(has) && is_of_status;
            prop_assert_eq!(hits.iter().any(|hit| hit.task == number), is_wanted, "{:?}", task.title.of(text));
        }
        let is_ranked = hits.is_sorted_by_key(|hit| (std::cmp::Reverse(hit.score), hit.task));
        prop_assert!(is_ranked, "best first, then in the order of the plan");
        for excerpt in hits.iter().filter_map(|hit| hit.excerpt(&document)) {
            let shows_one = wanted.iter().any(|word| fold(&excerpt).contains(word));
            prop_assert!(shows_one, "{:?} shows none of {:?}", excerpt, wanted);
        }
    }

    #[test]
    fn an_excerpt_contains_the_word(before in "[a-z >]{0,100}", after in "[a-z ]{0,100}", indent in 0..40_usize) {
        let spaces = " ".repeat(indent * 2);
        let notes: String = (0..indent).flat_map(|depth| ["  ".repeat(depth), "- n\n".into()]).collect();
        let task = format!("{spaces}- [ ] x <!-- long-term-plan:id=t1 -->");
        let text = format!("{notes}{task}\n{spaces}  > {before} NEEDLE {after}\n");
        let document = Document::new(text);
        let hits = search(&document, "needle", |_| true);
        prop_assert!(hits[0].excerpt(&document).unwrap().contains("NEEDLE"), "{:?}", hits);
    }

    #[test]
    fn any_search_terminates(text in any_text(), query in any_text()) {
        let _ = search(&Document::new(text), &query, |_| true);
    }
}
