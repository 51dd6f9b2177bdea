/** `ltp preview` as a person starts it, and the page in a real browser. */
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { checkout, ltpBin, start } from './commands.ts';
import { makeProject } from './project.ts';

/** The plan that the documentation shows. */
export const PLAN = readFileSync(
  join(checkout, 'tests', 'fixtures', 'preview', 'roadmap.md'),
  'utf8',
);

export interface Project {
  root: string;
  read(): string;
  write(text: string): void;
}

/** A project with one plan, `roadmap`. */
export function makePreviewed(context: TestContext, text = PLAN): Project {
  const root = makeProject(context);
  const file = join(root, '.long-term-plan', 'roadmap.md');
  mkdirSync(join(root, '.long-term-plan'));
  writeFileSync(file, text);
  return {
    root,
    read: () => readFileSync(file, 'utf8'),
    write: (changed) => writeFileSync(file, changed),
  };
}

/** Starts the command for the duration of the test, and returns the address that it prints. */
export async function startPreview(context: TestContext, root: string, ...flags: string[]) {
  const child = start(ltpBin, ['preview', '--root', root, ...flags]);
  context.after(() => void child.kill());
  return { child, address: await addressOf(child) };
}

function addressOf(child: ChildProcessWithoutNullStreams): Promise<string> {
  return new Promise((resolve, reject) => {
    let [output, errors] = ['', ''];
    child.stderr.on('data', (chunk) => {
      errors += chunk;
    });
    child.stdout.on('data', (chunk) => {
      output += chunk;
      const address = /http:\/\/[^"\s]+/.exec(output)?.[0];
      if (address !== undefined && output.includes('\n')) resolve(address);
    });
    child.once('exit', () => reject(new Error(`ltp preview ended: ${errors}`)));
  });
}

export interface Shown {
  page: Page;
  /** Errors of the page, and requests that its policy blocked. */
  errors: string[];
  /** Addresses that the page requested. */
  asked: string[];
}

export async function showPage(
  browser: Browser,
  address: string,
  options: BrowserContextOptions = {},
): Promise<Shown> {
  const context = await browser.newContext({ viewport: { width: 1100, height: 640 }, ...options });
  const page = await context.newPage();
  const errors: string[] = [];
  const asked: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  page.on('dialog', (dialog) => {
    errors.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(address);
  return { page, errors, asked };
}
