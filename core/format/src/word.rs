//! Closed sets of words.

use std::str::FromStr;

use strum::VariantArray;

/// One of a closed set of words: an enum whose variants serde and strum call by the same names.
pub trait Word: Copy + Into<&'static str> + FromStr + VariantArray {
    const ALL: &'static [Self] = Self::VARIANTS;

    fn as_str(self) -> &'static str {
        self.into()
    }

    fn named(word: &str) -> Option<Self> {
        word.parse().ok()
    }

    fn names() -> Vec<&'static str> {
        Self::ALL.iter().map(|word| word.as_str()).collect()
    }
}

impl<T: Copy + Into<&'static str> + FromStr + VariantArray> Word for T {}
