//! Plans as other formats.
