//! Imports and exports.

mod exports;
mod generators;
mod golden;
mod imports;
mod pathological;
mod regressions;
