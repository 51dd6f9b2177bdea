import { launchBrowser, openAlone } from '../../lib/page.mjs';
import { ensureBrowser } from '../../lib/requirements/browser.mjs';
import { quartiles } from '../markdown.mjs';
import { samplePlan } from '../plans.mjs';
import { spread } from '../statistics.mjs';

export const title = 'The page in the browser';

const FRAME_MS = 1000 / 60;
const TASKS = 10_000;
const ROUNDS = 7;
/** After this, a step is finished on a busy machine, too. */
const SETTLE_MS = 200;
const QUERIES = ['parser', 'write the', 'a', 'zzz'];

/** @param {import('../report.mjs').Context} context */
export async function measure({ quick, progress }) {
  await ensureBrowser();
  const { text } = samplePlan(TASKS);
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage({ viewport: { width: 1100, height: 700 } });
    const start = performance.now();
    await openAlone(page, text);
    const openMs = performance.now() - start;
    const steps = stepsOn(page);
    /** @type {Map<string, number[]>} */
    const longest = new Map();
    const rounds = quick ? 1 : ROUNDS;
    for (let round = 0; round < rounds; round++) {
      progress(`round ${round + 1} of ${rounds}`);
      for (const [what, step] of steps) {
        const ms = await longestTask(browser, page, step);
        longest.set(what, [...(longest.get(what) ?? []), ms]);
      }
    }
    return sectionOf({ openMs, longest });
  } finally {
    await browser.close();
  }
}

/**
 * What a person does, in this order.
 * @param {import('playwright-core').Page} page
 * @returns {[what: string, step: () => Promise<unknown>][]}
 */
function stepsOn(page) {
  const search = page.getByRole('searchbox');
  const status = page.getByLabel('Filter by status');
  /** @type {[string, () => Promise<unknown>][]} */
  const searches = QUERIES.flatMap((query) => [
    [
      `typing "${query}"`,
      async () => {
        await search.focus();
        await page.keyboard.type(query, { delay: 100 });
      },
    ],
    ['clearing the search', () => search.fill('')],
  ]);
  return [
    ...searches,
    [
      'scrolling',
      () => page.evaluate("document.querySelector('.list').scrollTop = Math.random() * 200000"),
    ],
    [
      'filtering',
      async () => {
        await status.selectOption('todo');
        await status.selectOption('');
      },
    ],
    ['ticking a task', () => page.getByRole('checkbox').nth(5).click()],
  ];
}

/**
 * How long a step blocks the browser: the longest task in its trace, in CPU time, which a busy machine does not change.
 * @param {import('playwright-core').Browser} browser
 * @param {import('playwright-core').Page} page
 * @param {() => Promise<unknown>} step
 */
async function longestTask(browser, page, step) {
  await browser.startTracing(page, { categories: ['devtools.timeline', 'toplevel'] });
  await step();
  await page.waitForTimeout(SETTLE_MS);
  /** @type {{ traceEvents: { name: string, tdur?: number }[] }} */
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString('utf8'));
  const tasks = traceEvents.filter(({ name }) => name.endsWith('RunTask'));
  return Math.max(0, ...tasks.map(({ tdur = 0 }) => tdur / 1000));
}

/**
 * @param {{ openMs: number, longest: Map<string, number[]> }} measured
 * @returns {import('../report.mjs').Section}
 */
function sectionOf({ openMs, longest }) {
  const figures = [...longest].map(([what, times]) => ({ what, spread: spread(times) }));
  return {
    summary: `How long the page blocks Chromium, with a plan of ${TASKS.toLocaleString('en')} tasks, while a person types into the
search, scrolls, filters, and ticks a task: the longest task in the browser's own trace, in CPU time. During typing, no task may
be longer than a frame.`,
    goals: figures
      .filter(({ what }) => what.startsWith('typing'))
      .map(({ what, spread }) => ({
        what: `longest task while ${what}`,
        limit: FRAME_MS,
        value: spread.median,
        unit: 'ms',
      })),
    tables: [
      {
        caption: 'The longest task, in milliseconds',
        head: ['Step', 'median', 'quartiles'],
        rows: figures.map(({ what, spread }) => [what, spread.median, quartiles(spread)]),
      },
    ],
    notes: [
      `The plan was shown after ${Math.round(openMs).toLocaleString('en')} ms by the clock, including the start of the page.`,
    ],
  };
}
