import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { inRoot, targetDir } from './project.mjs';
import { BROWSER_REMEDY, findBrowser } from './requirements/browser.mjs';
import { mustRun } from './run.mjs';
import { SetupError } from './setup-error.mjs';

/** Otherwise Chromium makes requests at each start, and does not run as root. */
export const BROWSER_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** @returns {Promise<import('playwright-core').Browser>} */
export async function launchBrowser() {
  const found = findBrowser();
  if (found === undefined) {
    throw new SetupError('Chromium was not found.', { remedy: BROWSER_REMEDY });
  }
  return chromium.launch({ executablePath: found.chrome, args: BROWSER_FLAGS });
}

/**
 * Opens the page from disk, as `ltp preview --html` writes it, and drops a plan into it.
 * @param {import('playwright-core').Page} page
 * @param {string} text
 */
export async function openAlone(page, text) {
  const file = join(targetDir, 'page.html');
  await mustRun(process.execPath, [inRoot('npm/mcp/bin/ltp.cjs'), 'preview', '--html', file]);
  await page.goto(pathToFileURL(file).href);
  const data = await page.evaluateHandle(`(() => {
    const data = new DataTransfer();
    data.items.add(new File([${JSON.stringify(text)}], 'roadmap.md', { type: 'text/markdown' }));
    return data;
  })()`);
  await page.getByText('Nothing leaves this machine.').waitFor();
  await page.locator('body').dispatchEvent('drop', { dataTransfer: data });
  await page.getByRole('tablist').waitFor();
}

/** @param {string} path relative to the checkout */
export const planAt = (path) => readFileSync(inRoot(path), 'utf8');
