#!/usr/bin/env node
/** `node scripts/screenshots.mjs`: takes the pictures of the page in docs/images. Needs Chromium and what `npm run build` makes. */
import { mkdirSync } from 'node:fs';
import { launchBrowser, openAlone, planAt } from './lib/page.mjs';
import { inRoot } from './lib/project.mjs';

const plan = planAt('tests/fixtures/preview/roadmap.md');
const folder = inRoot('docs/images');
mkdirSync(folder, { recursive: true });
const browser = await launchBrowser();
try {
  const page = await openPage({ viewport: { width: 1000, height: 560 } });
  for (const view of ['Outline', 'Board', 'Timeline', 'Graph', 'Progress', 'Text']) {
    await page.getByRole('tab', { name: view }).click();
    await takeScreenshot(page, view.toLowerCase());
  }
  await page.getByRole('tab', { name: 'Outline' }).click();
  await page.getByRole('button', { name: 'Write the parser' }).click();
  await takeScreenshot(page, 'task');
  const phone = await openPage({
    viewport: { width: 375, height: 620 },
    isMobile: true,
    hasTouch: true,
    colorScheme: 'dark',
  });
  await takeScreenshot(phone, 'phone');
} finally {
  await browser.close();
}

/** @param {import('playwright-core').BrowserContextOptions} options */
async function openPage(options) {
  const page = await (await browser.newContext(options)).newPage();
  // Otherwise the pictures would change every day.
  await page.clock.setFixedTime(new Date('2026-11-16T12:00:00'));
  await openAlone(page, plan);
  return page;
}

/**
 * @param {import('playwright-core').Page} page
 * @param {string} name
 */
async function takeScreenshot(page, name) {
  await page.mouse.move(0, 0);
  await page.screenshot({ path: `${folder}/${name}.png`, animations: 'disabled' });
  console.log(`docs/images/${name}.png`);
}
