/**
 * Which parts of the core few calls need. What they and nothing else call goes with them into the later part of the wasm.
 * Paths are those of Rust; functions that are made for a type, as its drop, have the type's path in their names.
 */

const FOR_LATER = [
  // Toolsets that are off by default, what only they use, and the rarer tools of those that are on.
  /\blong_term_plan_core::toolsets::(agentic_todo|decisions|doc|history|notes|records|scopecraft|todolist|todori)\b/,
  /\blong_term_plan_core::toolsets::plan::(plan_resolve|plan_undo|prompts)\b/,
  /\blong_term_plan_core::records\b/,
  // Merging, and plans by themselves, as `ltp show` and its like use them.
  /\blong_term_plan_core::(embedding|merge|wasm::document|wasm::merge)\b/,
  /^(__wbg_)?(mergedfile|plan)_/,
  // Imports and exports.
  /\b(long_term_plan_core|pulldown_cmark|unicase)::/,
  /^((__wbg_)?conversions_|markdownToHtml)/,
];

/** What stands behind the name of a crate. */
const HASH = /\[[0-9a-f]+\]/g;

/** @param {string} functionName */
export function isForLater(functionName) {
  const path = functionName.replaceAll(HASH, '');
  return FOR_LATER.some((pattern) => pattern.test(path));
}
