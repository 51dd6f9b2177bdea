/** One run: three versions of a plan, merged and checked. */
import { merge, validate } from 'long-term-plan-core';
import { findFaults, resolved, Version } from './check.mjs';
import { makeBranch } from './edits.mjs';
import { allSections, basePlan, Names } from './plan.mjs';
import { randomFrom } from './random.mjs';
import { read } from './read.mjs';
import { write } from './write.mjs';

/**
 * @typedef {import('./check.mjs').Texts} Texts
 * @typedef {import('./check.mjs').Result} Result
 * @typedef {import('./check.mjs').KeyOf} KeyOf
 * @typedef {Texts & { keyOf: KeyOf }} Versions
 * @typedef {'lost' | 'duplicated' | 'reverted' | 'invalid' | 'asymmetric' | 'not idempotent'} FaultKind
 * @typedef {Record<FaultKind, string[]>} RunFaults
 * @typedef {{ areDisjoint: boolean, tasks: number, maxEdits: number }} Settings
 */

/** @type {FaultKind[]} */
export const FAULT_KINDS = [
  'lost',
  'duplicated',
  'reverted',
  'invalid',
  'asymmetric',
  'not idempotent',
];

/**
 * A random plan, and two branches of it. The same seed gives the same versions.
 * @param {number} seed
 * @param {Settings} settings
 * @returns {Versions}
 */
export function versionsOf(seed, { areDisjoint, tasks, maxEdits }) {
  const random = randomFrom(seed);
  const base = basePlan(new Names(random, 'b'), tasks);
  const count = () => 1 + random.below(maxEdits);
  const ours = makeBranch(base, new Names(random, 'o'), new Set(), count());
  const taken = areDisjoint ? ours.touched : new Set();
  const theirs = makeBranch(base, new Names(random, 't'), taken, count());
  if (random.chance(0.05)) ours.plan.form.ending = '\r\n';
  if (random.chance(0.05)) theirs.plan.form.endsOpen = !theirs.plan.form.endsOpen;
  const plans = [base, ours.plan, theirs.plan];
  const before = new Map(allSections(base).map(({ section }) => [section.key, section]));
  const keys = new Map(
    plans.flatMap((plan) =>
      allSections(plan).map(({ section }) => {
        const was = before.get(section.key);
        const isSame =
          was === undefined || was.name === section.name || isRecognizable(was, section);
        return [section.name, isSame ? section.key : section.name];
      }),
    ),
  );
  const [baseText = '', oursText = '', theirsText = ''] = plans.map(write);
  return {
    base: baseText,
    ours: oursText,
    theirs: theirsText,
    keyOf: (name) => keys.get(name) ?? name,
  };
}

/**
 * Whether a renamed section still has something of what it had. Otherwise it is another section, as far as any reader can know.
 * @param {import('./plan.mjs').Section} was
 * @param {import('./plan.mjs').Section} is
 */
function isRecognizable(was, is) {
  /** @param {import('./plan.mjs').Section} section */
  const content = ({ items, sections }) => [
    ...items.flatMap((item) => (item.kind === 'task' ? [item.id] : item.lines)),
    ...sections.map(({ key }) => key),
  ];
  const before = new Set(content(was));
  return content(is).some((each) => before.has(each) && !each.startsWith('```'));
}

/**
 * The faults of a merge that any program made. Of one with conflicts nothing is asked but that both sides are in it.
 * @param {Versions} versions
 * @param {Result} result
 * @returns {RunFaults}
 */
export function faultsOf(versions, result) {
  const variants = result.isClean ? [result.text] : resolved(result.text);
  const errors = variants.flatMap((text) => validate(text).errors.map(({ message }) => message));
  const found = findFaults(versions, result, versions.keyOf);
  return { ...found, invalid: errors, asymmetric: [], 'not idempotent': [] };
}

/**
 * @param {Texts} texts
 * @returns {Result & { conflicts: string[] }}
 */
export function mergePlans({ base, ours, theirs }) {
  const { newText, conflicts, notes } = merge(base, ours, theirs);
  const fields = conflicts.map(({ taskId, field }) => `${taskId ?? ''} ${field}`);
  return { text: newText, isClean: conflicts.length === 0, notes, conflicts: fields };
}

/**
 * Merges in both directions, and the result again with each side.
 * @param {Versions} versions
 */
export function mergeAndCheck(versions) {
  const { base, ours, theirs, keyOf } = versions;
  const result = mergePlans(versions);
  const swapped = mergePlans({ base, ours: theirs, theirs: ours });
  const faults = faultsOf(versions, result);
  if (meaning(result, keyOf) !== meaning(swapped, keyOf))
    faults.asymmetric.push('the results differ');
  if (result.isClean && !hasUnrecognizable(result.text, base)) {
    for (const side of [ours, theirs]) {
      const again = mergePlans({ base, ours: result.text, theirs: side });
      if (again.text !== result.text) faults['not idempotent'].push('merging again changed it');
    }
  }
  return { result, faults };
}

/**
 * Whether a section has another name than in the base and nothing that it could be recognized by. Then no one can know that the
 * section of that side is the same one.
 * @param {string} text
 * @param {string} base
 */
function hasUnrecognizable(text, base) {
  const { sections, order } = read(text);
  const known = new Set(read(base).sections.map(({ name }) => name));
  return sections.some(({ name }) => !known.has(name) && !order.has(`#${name}`));
}

/**
 * What a result says, apart from the order of tags and attributes; of conflicts only what they are about.
 * @param {Result & { conflicts: string[] }} result
 * @param {KeyOf} keyOf
 */
function meaning({ text, isClean, conflicts }, keyOf) {
  if (!isClean) return [...conflicts].sort().join('\n');
  const { plan, order, sections } = new Version(read(text), keyOf);
  const tasks = plan.tasks.map(({ attributes, ...task }) => {
    const tags = (attributes['tags'] ?? '').split(',').sort();
    return { ...task, attributes: Object.entries({ ...attributes, tags }).sort() };
  });
  return JSON.stringify([tasks, [...order], [...sections]], undefined, 1);
}
