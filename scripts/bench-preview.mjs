#!/usr/bin/env node
/**
 * How long the page keeps the browser from anything else, on a plan of 10,000 tasks: while somebody types into the search,
 * scrolls, filters, and ticks a task.
 *
 *   node scripts/bench-preview.mjs [rounds]
 *
 * It is the longest task in the browser's own trace, in CPU time, so that a busy machine does not disturb it. The goal for typing is
 * a frame, 16.7 ms. The median of the rounds counts. Needs what `npm run build` makes, cargo, and Chromium.
 */
import { execFileSync } from 'node:child_process';
import { launchBrowser, openAlone } from './lib/page.mjs';
import { inRoot } from './lib/project.mjs';

const FRAME_MS = 1000 / 60;
const TASKS = 10_000;
/** After this, a busy machine too has done what a step asked for. */
const SETTLE_MS = 200;
const QUERIES = ['parser', 'write the', 'a', 'zzz'];

const rounds = Number(process.argv[2] ?? 7);
const plan = execFileSync(
  'cargo',
  ['run', '-q', '--release', '--example', 'plan_of', '--', String(TASKS)],
  {
    cwd: inRoot('core'),
    encoding: 'utf8',
    maxBuffer: 1e9,
  },
);
const browser = await launchBrowser();
const page = await browser.newPage({ viewport: { width: 1100, height: 700 } });
const start = performance.now();
await openAlone(page, plan);
console.log(
  `opened after ${Math.round(performance.now() - start)} ms, the browser's own start of the page included`,
);

/** @type {Map<string, number[]>} */
const longest = new Map();
for (let round = 0; round < rounds; round++) {
  for (const query of QUERIES) {
    await page.getByRole('searchbox').focus();
    await note(`typing "${query}"`, () => page.keyboard.type(query, { delay: 100 }));
    await note('clearing the search', () => page.getByRole('searchbox').fill(''));
  }
  await note('scrolling', scroll);
  await note('filtering', filter);
  await note('ticking a task', tick);
}
await browser.close();

let isSlow = false;
for (const [what, all] of longest) {
  const median = all.toSorted((one, other) => one - other)[Math.floor(all.length / 2)] ?? 0;
  const isTyping = what.startsWith('typing');
  if (isTyping && median > FRAME_MS) isSlow = true;
  const verdict = isTyping ? (median > FRAME_MS ? '  more than a frame' : '  within a frame') : '';
  console.log(`${what.padEnd(24)} ${median.toFixed(1).padStart(6)} ms${verdict}`);
}
if (isSlow) process.exitCode = 1;

/**
 * Measures a step.
 * @param {string} what
 * @param {() => Promise<unknown>} step
 */
async function note(what, step) {
  await browser.startTracing(page, { categories: ['devtools.timeline', 'toplevel'] });
  await step();
  await page.waitForTimeout(SETTLE_MS);
  /** @type {{ traceEvents: { name: string, tdur?: number }[] }} */
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString('utf8'));
  const tasks = traceEvents.filter(({ name }) => name.endsWith('RunTask'));
  const ms = Math.max(0, ...tasks.map(({ tdur = 0 }) => tdur / 1000));
  longest.set(what, [...(longest.get(what) ?? []), ms]);
}

async function scroll() {
  await page.evaluate("document.querySelector('.list').scrollTop = Math.random() * 200000");
}

async function filter() {
  await page.getByLabel('Filter by status').selectOption('todo');
  await page.getByLabel('Filter by status').selectOption('');
}

async function tick() {
  await page.getByRole('checkbox').nth(5).click();
}
