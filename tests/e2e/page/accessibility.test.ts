/** axe-core finds nothing in any view, light and dark, at three widths. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { launchBrowser } from '../helpers/browser.ts';
import { checkout } from '../helpers/commands.ts';
import { agent } from '../helpers/page.ts';
import { makePreviewed, showPage, startPreview } from '../helpers/preview.ts';

const AXE = readFileSync(
  createRequire(join(checkout, 'package.json')).resolve('axe-core/axe.min.js'),
  'utf8',
);

/** What axe-core reports, a line for each element. */
async function findings(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  return page.evaluate(`axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] })
    .then(({ violations }) => violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => id + ': ' + target.join(' ') + ': ' + failureSummary)))`);
}

const PLACES: [name: string, address: string, open?: (page: Page) => Promise<unknown>][] = [
  ['outline', '#/roadmap/outline'],
  ['task', '#/roadmap/outline/t_parser'],
  ['board', '#/roadmap/board'],
  ['timeline', '#/roadmap/timeline'],
  ['graph', '#/roadmap/graph'],
  ['progress', '#/roadmap/progress'],
  ['text', '#/roadmap/text'],
  ['nothing found', '#/roadmap/outline?q=nothing-like-it'],
  ['all plans', '#/'],
  ['palette', '#/roadmap/outline', (page) => page.keyboard.press('Control+k')],
  ['keys', '#/roadmap/outline', (page) => page.keyboard.press('?')],
  ['activity', '#/roadmap/board', (page) => page.keyboard.press('a')],
  [
    'status menu',
    '#/roadmap/outline',
    (page) => page.locator('[data-task=t_parser] .tick').click(),
  ],
  [
    'due date',
    '#/roadmap/outline/t_parser',
    (page) => page.locator('.rail').getByRole('button', { name: /^Due/ }).click(),
  ],
];

for (const width of [320, 768, 1280]) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`axe-core finds nothing, ${colorScheme}, ${width} px`, async (context) => {
      const browser = await launchBrowser(context);
      if (!browser) return;
      const { root } = makePreviewed(context);
      await agent(root, 'task', 'update', 'roadmap', 't_tutorial', '--status', 'doing');
      const { address } = await startPreview(context, root, '--agent', 'mia');
      const found: string[] = [];
      for (const [name, place, open] of PLACES) {
        const { page } = await showPage(browser, `${address}${place}`, {
          viewport: { width, height: 800 },
          colorScheme,
          reducedMotion: 'reduce',
          bypassCSP: true,
        });
        await page.locator('main').waitFor();
        await page
          .locator('.row, .card, .tl-row, .node, .tile, .source, .plan-card, .nothing')
          .first()
          .waitFor();
        await open?.(page);
        await page.waitForTimeout(150);
        found.push(...(await findings(page)).map((each) => `${name}: ${each}`));
        const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
        if (Number(overflow) > 0) found.push(`${name}: scrolls sideways by ${overflow} px`);
        await page.context().close();
      }
      assert.deepEqual(found, []);
    });
  }
}
