/**
 * @typedef {object} Context
 * @property {boolean} quick fewer rounds, to try it out; a quick run writes no page
 * @property {(line: string) => void} progress
 * @property {() => Promise<string>} peers the folder in which the peers are installed
 *
 * @typedef {object} Part
 * @property {string} title
 * @property {(context: Context) => Promise<import('./report.mjs').Section>} measure
 *
 * @typedef {{ name: string, load: () => Promise<Part> }} NamedPart
 */

/**
 * What can be measured, in the order of the report.
 * @type {NamedPart[]}
 */
export const PARTS = [
  { name: 'start', load: () => import('./parts/start.mjs') },
  { name: 'calls', load: () => import('./parts/calls.mjs') },
  { name: 'plan-list', load: () => import('./parts/plan-list.mjs') },
  { name: 'memory', load: () => import('./parts/memory.mjs') },
  { name: 'soak', load: () => import('./parts/soak.mjs') },
  { name: 'parse', load: () => import('./parts/parse.mjs') },
  { name: 'growth', load: () => import('./parts/growth.mjs') },
  { name: 'tokens', load: () => import('./parts/tokens.mjs') },
  { name: 'scenario', load: () => import('./parts/scenario.mjs') },
  { name: 'size', load: () => import('./parts/size.mjs') },
  { name: 'contexts', load: () => import('./parts/contexts.mjs') },
  { name: 'preview', load: () => import('./parts/preview.mjs') },
];
