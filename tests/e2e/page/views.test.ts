/** Every view and state of the page, and the page as a file. */
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { launchBrowser } from '../helpers/browser.ts';
import { ltpBin, run } from '../helpers/commands.ts';
import { eventually, openPage, openTask, row, toast } from '../helpers/page.ts';
import { makePreviewed, PLAN, showPage, startPreview } from '../helpers/preview.ts';
import { makeProject } from '../helpers/project.ts';

test('the outline shows the description, sections, nesting, progress and what blocks', async (context) => {
  const opened = await openPage(context);
  if (!opened) return;
  const { page, errors, asked, address } = opened;
  await page.getByRole('heading', { level: 1, name: 'Product roadmap' }).waitFor();
  assert.equal(await page.locator('.about strong').textContent(), 'this winter');
  await page.getByText('4 of 12 done').waitFor();
  assert.equal(await page.locator('[role=row][data-task]').count(), 12);
  assert.equal(await row(page, 'Headings').getAttribute('aria-level'), '3');
  await row(page, 'Write the editor').getByText('Blocked by Write the parser').waitFor();
  await row(page, 'Write the parser')
    .getByRole('button', { name: 'Collapse Write the parser' })
    .click();
  assert.equal(await row(page, 'Bodies').count(), 0);
  // No other host received a request.
  assert.ok(
    asked.every((one) => one.startsWith(address) || one.startsWith('data:')),
    asked.join('\n'),
  );
  assert.deepEqual(errors, []);
});

test('everything can be done with the keyboard, and the keys are listed', async (context) => {
  const opened = await openPage(context);
  if (!opened) return;
  const { page, read, errors } = opened;
  const focused = () =>
    page.evaluate('document.activeElement.dataset.task ?? document.activeElement.dataset.section');
  await page.locator('[role=row][tabindex="0"]').focus();
  await page.keyboard.press('ArrowDown');
  assert.equal(await focused(), 't_parser');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowDown');
  assert.equal(await focused(), 't_editor');
  await page.keyboard.press('Space');
  await eventually(() => read().includes('[√] Write the editor'), 'a tick by keyboard');
  await page.keyboard.press('End');
  assert.equal(await focused(), 't_ci');
  await page.keyboard.press('Enter');
  await page.getByRole('complementary', { name: 'Task: Set up CI' }).waitFor();
  await page.keyboard.press('Escape');
  await page.waitForFunction("document.activeElement?.dataset?.task === 't_ci'");
  await page.keyboard.press('2');
  await eventually(() => read().includes('[*] Set up CI'), 'a status by its number');
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keys' });
  await keys.getByText('Search or run a command').waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('g');
  await page.keyboard.press('t');
  await page.getByRole('list', { name: 'Tasks by due date' }).waitFor();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('tutorial');
  await page
    .getByRole('option', { name: /Tutorial/ })
    .first()
    .waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('complementary', { name: 'Task: Tutorial' }).waitFor();
  assert.deepEqual(errors, []);
});

test('timeline, graph, progress and text show the plan', async (context) => {
  const opened = await openPage(context, { at: '#/roadmap/timeline' });
  if (!opened) return;
  const { page, read, errors } = opened;
  await page.getByText('Today', { exact: true }).waitFor();
  await page.getByRole('button', { name: /Write the parser, from/ }).waitFor();
  const bar = page.locator('[data-task=t_repair] .tl-bar');
  const box = await bar.boundingBox();
  assert.ok(box);
  await page.mouse.move(box.x + box.width / 2, box.y + 8);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2 + 10.4 * 7, box.y + 8, { steps: 4 });
  await page.mouse.up();
  await eventually(
    () => read().includes('depends=t_parser,t_editor due=2026-12-18'),
    'a bar dragged by a week',
  );
  await page.getByRole('link', { name: 'Graph' }).click();
  await page.locator('.node').filter({ hasText: 'Repair broken files' }).click();
  await page.getByRole('complementary', { name: 'Task: Repair broken files' }).waitFor();
  assert.equal(await page.locator('.edges path.edge.on').count(), 2);
  await page.getByRole('button', { name: 'Everything' }).click();
  assert.equal(await page.locator('.edges path.edge').count(), 10);
  await page.getByRole('link', { name: 'Progress' }).click();
  await page.getByRole('img', { name: /4 of 12 tasks done today/ }).waitFor();
  await page.getByRole('button', { name: 'Show as table' }).click();
  await page.getByRole('columnheader', { name: 'All tasks' }).waitFor();
  await page.getByRole('link', { name: 'Text' }).click();
  await page.getByText('> What we ship **this winter**').waitFor();
  assert.deepEqual(errors, []);
});

const BROKEN = PLAN.replace('[ ] Tutorial', '[?] Tutorial').replace(
  '- [√] Set up CI <!-- long-term-plan:id=t_ci -->',
  '- [√] Set up CI',
);

test('a broken plan is shown read-only, with its problems, their fix as a diff, and one button', async (context) => {
  const opened = await openPage(context, { text: BROKEN });
  if (!opened) return;
  const { page, read, errors } = opened;
  await page.getByText('2 problems keep this plan from being edited.').waitFor();
  assert.equal(await page.getByRole('button', { name: 'New task' }).isDisabled(), true);
  await page.getByRole('button', { name: 'Review' }).click();
  const problems = page.getByRole('complementary', { name: 'Problems' });
  await problems.getByText('2 lines change,').waitFor();
  assert.match(
    (await problems.locator('.diff .ins').first().textContent()) ?? '',
    /\[ \] Tutorial/,
  );
  await problems.getByRole('button', { name: 'Fix 2 problems' }).click();
  await eventually(
    () =>
      read().includes('[ ] Tutorial') &&
      /Set up CI <!-- long-term-plan:id=t_\w{26} -->/.test(read()),
    'the fix',
  );
  await toast(page, 'Fixed 2 problems').getByRole('button', { name: 'Undo' }).click();
  await eventually(() => read() === BROKEN, 'the fix undone');
  assert.deepEqual(errors, []);
});

test('an empty project offers a first plan, and all plans are listed once there are several', async (context) => {
  const browser = await launchBrowser(context);
  if (!browser) return;
  const root = makeProject(context);
  mkdirSync(join(root, '.long-term-plan'));
  const { address } = await startPreview(context, root, '--agent', 'mia');
  const { page, errors } = await showPage(browser, address);
  await page.getByLabel('Name of the first plan').fill('Shop relaunch');
  await page.getByText('Creates shop-relaunch.md.').waitFor();
  await page.getByRole('button', { name: 'Create plan' }).click();
  await page.getByRole('button', { name: 'First task' }).click();
  await page.getByLabel('Title of the new task').fill('Choose a stack');
  await page.keyboard.press('Enter');
  await row(page, 'Choose a stack').waitFor();
  writeFileSync(join(root, '.long-term-plan', 'roadmap.md'), PLAN);
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'All plans' }).click();
  await page.getByRole('link', { name: 'Product roadmap' }).waitFor();
  await page.getByText('2 plans').waitFor();
  await page.getByRole('link', { name: 'Shop relaunch' }).click();
  await row(page, 'Choose a stack').waitFor();
  await page.goBack();
  await page.getByRole('heading', { name: 'Plans' }).waitFor();
  assert.deepEqual(errors, []);
});

test('a read-only page changes nothing', async (context) => {
  const opened = await openPage(context, { flags: ['--read-only'] });
  if (!opened) return;
  const { page, read, errors } = opened;
  await page.getByText('Read-only', { exact: true }).waitFor();
  await row(page, 'Bodies').focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Delete');
  assert.equal(await row(page, 'Bodies').locator('.tick').isDisabled(), true);
  await openTask(page, 'Bodies');
  assert.equal(await page.getByLabel('Title').getAttribute('readonly'), '');
  assert.equal(read(), PLAN);
  assert.deepEqual(errors, []);
});

const HOSTILE = `<!-- long-term-plan:format=v1 -->
# <img src=x onerror=alert(1)>

> <script>alert(1)</script> [a](javascript:alert(1)) ![p](https://evil.example/p.png)

## "><svg onload=alert(1)>

- [ ] <b onclick=alert(1)>bold</b> <!-- long-term-plan:id=t_1 assignee=%3Cscript%3E tags=%22%3E -->
  > <iframe src="https://evil.example"></iframe>
`;

test('a hostile plan runs nothing and loads nothing', async (context) => {
  const opened = await openPage(context, { text: HOSTILE });
  if (!opened) return;
  const { page, errors, asked, address } = opened;
  await openTask(page, '<b onclick=alert(1)>bold</b>');
  for (const view of ['Board', 'Timeline', 'Graph', 'Progress', 'Text']) {
    await page.getByRole('link', { name: view }).click();
    await page.waitForTimeout(100);
  }
  assert.equal(
    await page.locator('main script, main iframe, main img, .rail img, .rail iframe').count(),
    0,
  );
  assert.ok(
    asked.every((one) => one.startsWith(address) || one.startsWith('data:')),
    asked.join('\n'),
  );
  assert.deepEqual(errors, []);
});

test('one file contains the plan and everything to edit it', async (context) => {
  const browser = await launchBrowser(context);
  if (!browser) return;
  const { root } = makePreviewed(context);
  const file = join(root, 'plan.html');
  const { code, stderr } = await run(ltpBin, [
    'preview',
    'roadmap',
    '--html',
    file,
    '--root',
    root,
  ]);
  assert.equal(code, 0, stderr);
  assert.ok(statSync(file).size <= 800_000, `${statSync(file).size} bytes`);
  assert.doesNotMatch(readFileSync(file, 'latin1'), /http:\/\/127/);
  const { page, errors, asked } = await showPage(browser, pathToFileURL(file).href, {
    acceptDownloads: true,
  });
  await row(page, 'Bodies').locator('.tick').click();
  await page.locator('dialog.pop').getByRole('menuitemradio', { name: 'Done' }).click();
  await page.locator('.row.is-done').filter({ hasText: 'Bodies' }).waitFor();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save a copy' }).click();
  const saved = await (await download).path();
  assert.equal(readFileSync(saved, 'utf8'), PLAN.replace('[ ] Bodies', '[√] Bodies'));
  await page.emulateMedia({ media: 'print' });
  assert.equal(await page.locator('.bar').isVisible(), false);
  assert.deepEqual(
    asked.filter(
      (one) => !one.startsWith('file:') && !one.startsWith('data:') && !one.startsWith('blob:'),
    ),
    [],
  );
  assert.deepEqual(errors, []);
});
