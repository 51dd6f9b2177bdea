/** What a person does on the page, and what an agent does next to it. */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { launchBrowser } from './browser.ts';
import { ltpBin, run } from './commands.ts';
import {
  makePreviewed,
  PLAN,
  type Project,
  type Shown,
  showPage,
  startPreview,
} from './preview.ts';

export interface OpenedPage extends Project, Shown {
  browser: Browser;
  address: string;
}

interface OpenOptions extends BrowserContextOptions {
  text?: string;
  flags?: string[];
  /** What follows the address of the page. */
  at?: string;
}

/** The page of a project with one plan, as mia sees it; `undefined` without a browser. */
export async function openPage(
  context: TestContext,
  { text = PLAN, flags = [], at = '#/roadmap/outline', ...options }: OpenOptions = {},
): Promise<OpenedPage | undefined> {
  const browser = await launchBrowser(context);
  if (!browser) return undefined;
  const project = makePreviewed(context, text);
  const { address } = await startPreview(context, project.root, '--agent', 'mia', ...flags);
  const shown = await showPage(browser, `${address}${at}`, {
    viewport: { width: 1280, height: 800 },
    permissions: ['clipboard-read', 'clipboard-write'],
    ...options,
  });
  await shown.page.locator('main').waitFor();
  return { ...project, ...shown, browser, address };
}

export const row = (page: Page, title: string): Locator =>
  page.locator('[role=row][data-task]').filter({ has: page.getByText(title, { exact: true }) });

export const card = (page: Page, title: string): Locator =>
  page.locator('.card').filter({ has: page.getByText(title, { exact: true }) });

export const panel = (page: Page): Locator => page.locator('aside.task');

export async function openTask(page: Page, title: string): Promise<Locator> {
  await row(page, title).locator('.title').click();
  await panel(page).waitFor();
  return panel(page);
}

export const toast = (page: Page, text: string | RegExp): Locator =>
  page.locator('.toast').filter({ hasText: text });

/** Chooses from the small dialog that is open. */
export async function choose(page: Page, name: string | RegExp): Promise<void> {
  await page.locator('dialog.pop').locator('.opt').filter({ hasText: name }).first().click();
}

/** Changes the plan as another agent does. */
export async function agent(root: string, ...args: string[]): Promise<void> {
  const { code, stderr } = await run(ltpBin, [...args, '--agent', 'codex-7pd', '--root', root]);
  assert.equal(code, 0, stderr);
}

/** Waits until something becomes true. */
export async function eventually(condition: () => boolean, what: string): Promise<void> {
  for (let waited = 0; !condition(); waited += 20) {
    assert.ok(waited < 10_000, `never happened: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Drags with the mouse, in steps as a hand does. */
export async function dragTo(
  page: Page,
  from: Locator,
  to: Locator,
  place = { x: 0.5, y: 0.5 },
): Promise<void> {
  const [start, end] = [await from.boundingBox(), await to.boundingBox()];
  assert.ok(start && end);
  await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2);
  await page.mouse.down();
  await page.mouse.move(start.x + start.width / 2 + 8, start.y + start.height / 2 + 8, {
    steps: 3,
  });
  await page.mouse.move(end.x + end.width * place.x, end.y + end.height * place.y, { steps: 8 });
  await page.mouse.up();
}
