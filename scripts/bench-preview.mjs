#!/usr/bin/env node
/**
 * How long the page keeps the browser from anything else, on a plan of 10,000 tasks: while it is opened, while somebody
 * types into the search, scrolls, filters, and ticks a task.
 *
 *   node scripts/bench-preview.mjs [rounds]
 *
 * A heartbeat runs beside the work, as often as the browser lets it; its longest pause is the longest task. The goal for typing
 * is a frame, 16.7 ms. The median of the rounds counts. Needs what `npm run build` makes, cargo, and Chromium.
 */
import { execFileSync } from 'node:child_process';
import { launchBrowser, openAlone } from './lib/page.mjs';
import { inRoot } from './lib/project.mjs';

const FRAME_MS = 1000 / 60;
const TASKS = 10_000;
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
await page.evaluate(heartbeat());

/** @type {Map<string, number[]>} */
const pauses = new Map();
for (let round = 0; round < rounds; round++) {
  for (const query of QUERIES) {
    const longest = await longestPause(async () => {
      const search = page.getByRole('searchbox');
      await search.focus();
      await page.keyboard.type(query, { delay: 30 });
    });
    note(`typing "${query}"`, longest);
    note('clearing the search', await longestPause(() => page.getByRole('searchbox').fill('')));
  }
  note('scrolling', await longestPause(scroll));
  note('filtering', await longestPause(filter));
  note('ticking a task', await longestPause(tick));
}
await browser.close();

let isSlow = false;
for (const [what, all] of pauses) {
  const median = all.toSorted((one, other) => one - other)[Math.floor(all.length / 2)] ?? 0;
  const isTyping = what.startsWith('typing');
  if (isTyping && median > FRAME_MS) isSlow = true;
  const verdict = isTyping ? (median > FRAME_MS ? '  more than a frame' : '  within a frame') : '';
  console.log(`${what.padEnd(24)} ${median.toFixed(1).padStart(6)} ms${verdict}`);
}
if (isSlow) process.exitCode = 1;

/**
 * @param {string} what
 * @param {number} pause
 */
function note(what, pause) {
  pauses.set(what, [...(pauses.get(what) ?? []), pause]);
}

/** @param {() => Promise<unknown>} work */
async function longestPause(work) {
  await page.waitForTimeout(100);
  await page.evaluate('window.longest = 0');
  await work();
  await page.waitForTimeout(150);
  return Number(await page.evaluate('window.longest'));
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

/** Counts from message to message: timers would wait for milliseconds. */
function heartbeat() {
  return `(() => {
    const channel = new MessageChannel();
    let last = performance.now();
    window.longest = 0;
    channel.port1.onmessage = () => {
      const now = performance.now();
      window.longest = Math.max(window.longest, now - last);
      last = now;
      channel.port2.postMessage(0);
    };
    channel.port2.postMessage(0);
  })()`;
}
