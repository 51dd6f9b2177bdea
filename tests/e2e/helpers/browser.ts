/** The real browser that the set-up finds. */
import type { TestContext } from 'node:test';
import { type Browser, chromium } from 'playwright-core';
import { BROWSER_FLAGS } from '../../../scripts/lib/page.mjs';
import { inCI } from '../../../scripts/lib/project.mjs';
import { BROWSER_REMEDY, findBrowser } from '../../../scripts/lib/requirements/browser.mjs';

/**
 * A browser that lives as long as the test. Without one, the test is skipped with a message; in CI that is a failure.
 */
export async function launchBrowser(context: TestContext): Promise<Browser | undefined> {
  const found = findBrowser();
  if (found === undefined) {
    if (inCI) throw new Error(`No Chromium was found. What to do: ${BROWSER_REMEDY}`);
    context.skip(`no Chromium was found; ${BROWSER_REMEDY}`);
    return undefined;
  }
  const browser = await chromium.launch({ executablePath: found.chrome, args: BROWSER_FLAGS });
  context.after(() => browser.close());
  return browser;
}
