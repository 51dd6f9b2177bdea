//! Attributes, ids and etags.

use std::time::Duration;

use long_term_plan_core::plan::{AttributeKey, IdGenerator, check_value, decode_value, encode_value, etag, is_id};
use long_term_plan_core::text::{fold, original_offset};
use proptest::prelude::*;

use super::config;

proptest! {
    #![proptest_config(config())]

    #[test]
    fn decoding_a_value_undoes_encoding_it(value in any::<String>(), in_list in any::<bool>()) {
        let encoded = encode_value(&value, in_list).into_owned();
        prop_assert!(encoded.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_.,:+/@-%".contains(&byte)));
        prop_assert!(!encoded.contains("-->"));
        prop_assert!(!in_list || !encoded.contains(','));
        prop_assert_eq!(decode_value(&encoded).unwrap(), value);
    }

    #[test]
    fn any_value_is_decoded_or_refused(encoded in "[a%2Fé ,]{0,8}") {
        if let Ok(decoded) = decode_value(&encoded) {
            let again = encode_value(&decoded, false).into_owned();
            prop_assert_eq!(decode_value(&again).unwrap(), decoded);
        }
    }

    #[test]
    fn a_date_must_exist_in_the_calendar(year in 0..10_000_u32, month in 0..14_u32, day in 0..33_u32) {
        let is_leap = year.is_multiple_of(4) && !year.is_multiple_of(100) || year.is_multiple_of(400);
        let lengths = [31, if is_leap { 29 } else { 28 }, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
        let length = month.checked_sub(1).and_then(|month| lengths.get(month as usize)).copied().unwrap_or(0);
        let date = format!("{year:04}-{month:02}-{day:02}");
        prop_assert_eq!(check_value(AttributeKey::Due, &date).is_ok(), (1..=length).contains(&day));
    }

    #[test]
    fn new_ids_are_valid_and_ascend(now in any::<u64>(), entropy in any::<[u8; 10]>(), later in any::<[u8; 10]>()) {
        let mut source = IdGenerator::new(now, entropy);
        let ids: Vec<_> = (0..20).map(|_| source.next_id()).collect();
        prop_assert!(ids.iter().all(|id| is_id(id) && id.len() == 28 && id.starts_with("t_")));
        prop_assert!(ids.windows(2).all(|pair| pair[0] < pair[1]));
        // Ids of a later time sort after them, as long as the clock fits into an id.
        let soon = now % (1 << 47);
        let next = soon + u64::try_from(Duration::from_secs(1).as_millis()).unwrap();
        prop_assert!(IdGenerator::new(soon, entropy).next_id() < IdGenerator::new(next, later).next_id());
    }

    #[test]
    fn an_id_contains_only_allowed_characters(id in "[a-zA-Z0-9_.é -]{0,4}") {
        let mut characters = id.chars();
        let first = characters.next().is_some_and(|first| first.is_ascii_alphanumeric());
        let is_allowed = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
        prop_assert_eq!(is_id(&id), first && characters.all(is_allowed));
    }

    #[test]
    fn different_bytes_have_different_etags(left in any::<Vec<u8>>(), right in any::<Vec<u8>>()) {
        prop_assert_eq!(etag(&left) == etag(&right), left == right);
        prop_assert!(etag(&left).len() == 64 && etag(&left).bytes().all(|byte| byte.is_ascii_hexdigit()));
    }

    #[test]
    fn folding_is_stable_and_can_be_traced_back(text in any::<String>()) {
        let folded = fold(&text);
        for (offset, _) in text.char_indices() {
            prop_assert_eq!(original_offset(&text, fold(&text[..offset]).len()), offset);
        }
        prop_assert!(text.is_char_boundary(original_offset(&text, folded.len() / 2)));
        prop_assert_eq!(fold(&text.to_ascii_uppercase()), folded);
    }
}
