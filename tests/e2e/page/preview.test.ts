/** The page in real Chromium: every view, editing through the server, conflicts, hostile plans, and the page as a file. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { Browser, Locator, Page } from 'playwright-core';
import { launchBrowser } from '../helpers/browser.ts';
import { ltpBin, run } from '../helpers/commands.ts';
import { makePreviewed, PLAN, type Shown, showPage, startPreview } from '../helpers/preview.ts';
import { makeProject } from '../helpers/project.ts';

async function opened(
  context: TestContext,
  { text = PLAN, flags = [] as string[], ...options } = {},
) {
  const browser = await launchBrowser(context);
  if (!browser) return undefined;
  const project = makePreviewed(context, text);
  const { address } = await startPreview(context, project.root, ...flags);
  const shown = await showPage(browser, address, options);
  await shown.page.getByRole('tablist').waitFor();
  return { ...project, ...shown, browser, address };
}

const tab = (page: Page, name: string) => page.getByRole('tab', { name }).click();
const item = (page: Page, name: string) => page.getByRole('treeitem').filter({ hasText: name });
const titles = (page: Page) => page.locator('.line.task .title').allTextContents();
const openTask = (page: Page, name: string) =>
  item(page, name).getByRole('button', { name, exact: false }).last().click();

/** Waits until something becomes true. */
async function eventually(condition: () => boolean, what: string): Promise<void> {
  for (let waited = 0; !condition(); waited += 20) {
    assert.ok(waited < 10_000, `never happened: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

test('the outline shows sections, nesting, progress and details, and collapses', async (context) => {
  const shown = await opened(context);
  if (!shown) return;
  const { page, errors, asked, address } = shown;
  await page.getByRole('heading', { name: 'Product roadmap' }).waitFor();
  assert.equal(await page.getByRole('treeitem').count(), 17);
  assert.equal(await item(page, 'Headings').getAttribute('aria-level'), '3');
  assert.equal(await item(page, 'Sprint 1').getAttribute('aria-expanded'), 'true');
  await page.getByRole('progressbar', { name: 'Sprint 1: 2 of 6 done' }).waitFor();
  assert.match((await item(page, 'Format reference').textContent()) ?? '', /2026-11-10@li#docs/);
  await item(page, 'Write the parser').getByRole('button', { name: 'Collapse' }).click();
  assert.equal(await item(page, 'Bodies').count(), 0);
  await item(page, 'Sprint 2').getByRole('button', { name: 'Collapse' }).click();
  assert.equal(await item(page, 'Documentation').count(), 0);
  assert.equal(await item(page, 'Set up CI').count(), 1);
  assert.deepEqual(errors, []);
  // No other host received a request.
  assert.ok(
    asked.every((one) => one.startsWith(address) || one.startsWith('data:')),
    asked.join('\n'),
  );
});

test('everything can be done with the keyboard', async (context) => {
  const shown = await opened(context);
  if (!shown) return;
  const { page, read, errors } = shown;
  const tree = page.getByRole('tree');
  await tree.focus();
  const active = async () => {
    const id = await tree.getAttribute('aria-activedescendant');
    return page.locator(`#${id}`).locator('.title').textContent();
  };
  assert.equal(await active(), 'Sprint 1');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowDown');
  assert.equal(await active(), 'Write the editor');
  await page.keyboard.press('Space');
  await eventually(() => read().includes('[√] Write the editor'), 'a tick by keyboard');
  await page.keyboard.press('End');
  assert.equal(await active(), 'Set up CI');
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByRole('complementary', { name: 'Task: Write the parser' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('complementary').waitFor({ state: 'detached' });
  await page.keyboard.press('/');
  await page.keyboard.type('tutorial');
  await page.getByText('1 of 12 tasks').waitFor();
  await page.keyboard.press('Escape');
  await page.getByText('12 tasks', { exact: true }).waitFor();
  await page.getByRole('tab', { name: 'Outline' }).focus();
  await page.keyboard.press('ArrowRight');
  await page.getByRole('group', { name: 'Doing' }).waitFor();
  const doing = page.getByRole('listbox', { name: 'Doing' });
  await doing.focus();
  await page.keyboard.press('Alt+ArrowRight');
  await eventually(() => read().includes('[√] Write the parser'), 'a card moved by keyboard');
  assert.deepEqual(errors, []);
});

test('search and filters narrow every view', async (context) => {
  const shown = await opened(context);
  if (!shown) return;
  const { page, errors } = shown;
  const search = page.getByRole('searchbox');
  await search.fill('bodies');
  await page.getByText('1 of 12 tasks').waitFor();
  // The parents of a task that matches are shown too.
  assert.deepEqual(await titles(page), ['◐Doing: Write the parser', 'Bodies']);
  await search.fill('');
  await page.getByLabel('Filter by tag').selectOption('docs');
  await page.getByText('2 of 12 tasks').waitFor();
  assert.deepEqual(await titles(page), ['Format reference', 'Tutorial']);
  await page.getByLabel('Filter by priority').selectOption('low');
  await page.getByText('1 of 12 tasks').waitFor();
  await page.getByLabel('Filter by tag').selectOption('');
  await page.getByLabel('Filter by priority').selectOption('');
  await page.getByLabel('Filter by assignee').selectOption('mia');
  await page.getByText('2 of 12 tasks').waitFor();
  await page.getByLabel('Filter by status').selectOption('doing');
  await page.getByText('1 of 12 tasks').waitFor();
  await tab(page, 'Board');
  assert.equal(
    await page.getByRole('option', { selected: false }).filter({ hasText: 'Write' }).count(),
    1,
  );
  await page.getByLabel('Filter by assignee').selectOption('');
  await page.getByLabel('Filter by status').selectOption('blocked');
  await page.getByText('1 of 12 tasks').waitFor();
  await tab(page, 'Outline');
  assert.deepEqual(await titles(page), ['Resources and prompts']);
  await search.fill('nothing like it');
  await page.getByText('No task matches.').waitFor();
  assert.deepEqual(errors, []);
});

test('timeline, graph, progress and text show the plan', async (context) => {
  const shown = await opened(context);
  if (!shown) return;
  const { page, errors } = shown;
  await tab(page, 'Timeline');
  const rows = await page
    .getByRole('list', { name: 'Timeline' })
    .locator('.line')
    .allTextContents();
  assert.match(rows[0] ?? '', /October 2026/);
  assert.ok(rows.some((row) => row.startsWith('Today, ')));
  await page.getByText('5 tasks without a due date').waitFor();
  await tab(page, 'Graph');
  await page
    .getByRole('button', {
      name: 'Repair broken files, To do, depends on Write the parser, Write the editor',
    })
    .click();
  const detail = page.getByRole('complementary');
  await detail.getByRole('button', { name: 'Write the editor' }).click();
  await page.getByRole('complementary', { name: 'Task: Write the editor' }).waitFor();
  assert.equal(await page.locator('path.edge').count(), 10);
  await tab(page, 'Progress');
  await page.getByText('7 to do, 1 doing, 4 done').waitFor();
  await page.getByRole('progressbar', { name: 'Documentation: 0 of 2 done' }).waitFor();
  await tab(page, 'Text');
  await page.getByText('> What we ship **this winter**').waitFor();
  assert.deepEqual(errors, []);
});

test('a task is shown in full, its body as Markdown', async (context) => {
  const shown = await opened(context);
  if (!shown) return;
  const { page, errors } = shown;
  await openTask(page, 'Write the parser');
  const detail = page.getByRole('complementary', { name: 'Task: Write the parser' });
  assert.equal(await detail.locator('.markdown em').textContent(), 'Any');
  assert.equal(await detail.locator('.markdown li').count(), 2);
  const link = detail.getByRole('link', { name: 'the format' });
  assert.equal(await link.getAttribute('rel'), 'noopener noreferrer nofollow');
  assert.equal(await detail.getByLabel('Priority').inputValue(), 'high');
  assert.equal(await detail.getByLabel('Due').inputValue(), '2026-11-20');
  assert.equal(await detail.getByLabel('Tags').inputValue(), 'core, parser');
  await detail.getByRole('button', { name: /^Bodies/ }).click();
  await page.getByRole('complementary', { name: 'Task: Bodies' }).waitFor();
  await page.getByRole('complementary').getByRole('button', { name: '17' }).click();
  await page
    .getByRole('list', { name: 'The file, line by line' })
    .locator('.active')
    .getByText('Bodies')
    .waitFor();
  assert.deepEqual(errors, []);
});

test('tick, rename, add, attributes, body and undo go into the file, each as one small change', async (context) => {
  const shown = await opened(context);
  if (!shown) return;
  const { page, read, errors } = shown;
  let expected = PLAN;
  const changed = async (from: string, to: string) => {
    expected = expected.replace(from, to);
    await eventually(() => read() === expected, `${from} becomes ${to}`);
  };
  await item(page, 'Bodies').getByRole('checkbox').click();
  await changed('[ ] Bodies', '[√] Bodies');
  await openTask(page, 'Serve over stdio');
  const detail = page.getByRole('complementary');
  await detail.getByLabel('Title').fill('Serve over pipes');
  await page.keyboard.press('Enter');
  await changed('Serve over stdio', 'Serve over pipes');
  await detail.getByLabel('Priority').selectOption('medium');
  await changed(
    'id=t_stdio depends=t_editor due=2027-01-08 tags=server assignee=mia',
    'id=t_stdio depends=t_editor due=2027-01-08 tags=server assignee=mia priority=medium',
  );
  await detail.getByRole('button', { name: 'Edit the body' }).click();
  await detail.getByLabel('Body').fill('Line by line.\n\n- [ ] no task');
  await detail.getByRole('button', { name: 'Save the body' }).click();
  await changed(
    'priority=medium -->\n',
    'priority=medium -->\n  > Line by line.\n  >\n  > - [ ] no task\n',
  );
  await detail.locator('.markdown').getByText('Line by line.').waitFor();
  await detail.getByRole('textbox', { name: 'Add a subtask' }).fill('Flush');
  await page.keyboard.press('Enter');
  await page.getByRole('complementary', { name: 'Task: Flush' }).waitFor();
  assert.match(read(), /no task\n {2}- \[ \] Flush <!-- long-term-plan:id=t_\w{26} -->\n/);
  await page.getByLabel('Section of the new task').selectOption({ label: 'Documentation' });
  await page.getByRole('textbox', { name: 'Add a task', exact: true }).fill('Glossary');
  await page.keyboard.press('Enter');
  await page.getByRole('complementary', { name: 'Task: Glossary' }).waitFor();
  assert.match(read(), /Tutorial .*\n- \[ \] Glossary <!--/);
  // All of it is undone, the last change first.
  const undo = page.getByRole('button', { name: 'Undo' });
  for (let step = 0; step < 6; step++) {
    const before = read();
    await undo.click();
    await eventually(() => read() !== before, `undo ${step}`);
    await page.getByText('Undone').waitFor();
    if (step < 5) await page.locator('button:not([disabled])', { hasText: 'Undo' }).waitFor();
  }
  assert.equal(read(), PLAN);
  assert.equal(await undo.isDisabled(), true);
  assert.deepEqual(errors, []);
});

test('a card is dragged to another column', async (context) => {
  const shown = await opened(context);
  if (!shown) return;
  const { page, read, errors } = shown;
  await tab(page, 'Board');
  const card = page.getByRole('option').filter({ hasText: 'Write the editor' });
  await card.dragTo(page.getByRole('group', { name: 'Doing' }));
  await eventually(() => read().includes('[*] Write the editor'), 'the dragged card');
  await page.getByRole('listbox', { name: 'Doing' }).getByText('Write the editor').waitFor();
  assert.equal(read(), PLAN.replace('[ ] Write the editor', '[*] Write the editor'));
  assert.deepEqual(errors, []);
});

test('changes by others appear without a reload, and undo reverses only changes made here', async (context) => {
  const shown = await opened(context);
  if (!shown) return;
  const { page, root, write, read, errors } = shown;
  await page.evaluate('window.stays = true');
  await page.getByRole('searchbox').fill('t');
  write(PLAN.replace('Tutorial', 'Tutorial for everybody'));
  await item(page, 'Tutorial for everybody').waitFor();
  await page.getByRole('searchbox').fill('');
  await item(page, 'Bodies').getByRole('checkbox').click();
  await eventually(() => read().includes('[√] Bodies'), 'our tick');
  await page.locator('button:not([disabled])', { hasText: 'Undo' }).waitFor();
  const other = ['task', 'update', 'roadmap', 't_ci', '--title', 'CI', '--root', root];
  assert.equal((await run(ltpBin, other)).code, 0);
  await page.getByRole('button', { name: 'CI', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await eventually(() => read().includes('[ ] Bodies'), 'our tick undone');
  assert.match(read(), /\[√\] CI/);
  assert.equal(await page.evaluate('window.stays'), true);
  assert.deepEqual(errors, []);
});

test('the user decides a conflict; nothing is overwritten', async (context) => {
  const shown = await opened(context);
  if (!shown) return;
  const { page, read, write, errors } = shown;
  await openTask(page, 'Write the parser');
  const detail = page.getByRole('complementary');
  const editBody = async (text: string) => {
    await detail.getByRole('button', { name: 'Edit the body' }).click();
    await detail.getByLabel('Body').fill(text);
  };
  // Another person changes another field meanwhile: both changes stay.
  await editBody('First of mine');
  write(read().replace('[*] Write the parser', '[ ] Write the parser'));
  await page
    .getByRole('combobox', { name: 'Status', exact: true })
    .and(page.locator('select'))
    .waitFor();
  await detail.getByRole('button', { name: 'Save the body' }).click();
  await eventually(() => read().includes('> First of mine'), 'the first body');
  assert.match(read(), /\[ \] Write the parser/);
  // An editor that empties the file before it saves: the task is missing for a moment, the unsaved input is not.
  await editBody('Written while it was missing');
  const whole = read();
  write('');
  await detail.waitFor({ state: 'detached' });
  write(whole);
  await detail.getByLabel('Body').waitFor();
  assert.equal(await detail.getByLabel('Body').inputValue(), 'Written while it was missing');
  await detail.getByRole('button', { name: 'Cancel' }).click();
  // Another person changes the same field: the user sees both versions.
  await editBody('Second of mine');
  write(read().replace('First of mine', 'Theirs'));
  await detail.getByRole('button', { name: 'Save the body' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Write the parser was changed meanwhile').waitFor();
  assert.deepEqual(await dialog.locator('pre').allTextContents(), ['Theirs', 'Second of mine']);
  assert.match(read(), /> Theirs/);
  await dialog.getByRole('button', { name: 'Keep theirs' }).click();
  await dialog.waitFor({ state: 'detached' });
  await detail.locator('.markdown').getByText('Theirs').waitFor();
  // The other choice, and a task that was deleted.
  await editBody('Third of mine');
  write(read().replace('Theirs', 'Theirs again'));
  await detail.getByRole('button', { name: 'Save the body' }).click();
  await dialog.getByRole('button', { name: 'Use mine' }).click();
  await eventually(() => read().includes('> Third of mine'), 'the chosen body');
  assert.ok(!read().includes('Theirs'));
  assert.deepEqual(errors, []);
});

test('a plan with errors is shown with its diagnostics at their lines, and not edited', async (context) => {
  const broken = PLAN.replace('[ ] Bodies', '[?] Bodies').replace('due=2026-12-04', 'due=soon');
  const shown = await opened(context, { text: broken });
  if (!shown) return;
  const { page, write, errors } = shown;
  const summary = page.getByText(
    '1 errors, 1 warnings: the plan can be edited here once the errors are fixed',
  );
  await summary.click();
  await page.getByRole('button', { name: 'Line 17' }).click();
  const text = page.getByRole('list', { name: 'The file, line by line' });
  await text.getByText('Error INVALID_STATUS_SYMBOL').waitFor();
  await text.getByText('Warning INVALID_ATTRIBUTE').waitFor();
  const order = await text.locator('.source').allTextContents();
  const at = order.findIndex((line) => line.includes('INVALID_STATUS_SYMBOL'));
  assert.match(order[at - 1] ?? '', /^17.*\[\?\] Bodies/);
  await tab(page, 'Outline');
  assert.equal(await page.getByRole('checkbox').first().isDisabled(), true);
  assert.equal(await page.getByRole('button', { name: 'Undo' }).count(), 0);
  write(PLAN);
  await page.getByRole('button', { name: 'Undo' }).waitFor();
  assert.deepEqual(errors, []);
});

test('a read-only page cannot change anything', async (context) => {
  const shown = await opened(context, { flags: ['--read-only'] });
  if (!shown) return;
  const { page } = shown;
  await page.getByText('read-only').waitFor();
  assert.equal(await page.getByRole('checkbox').first().isDisabled(), true);
  assert.equal(await page.getByRole('textbox', { name: 'Add a task' }).count(), 0);
  await openTask(page, 'Write the parser');
  assert.equal(await page.getByRole('button', { name: 'Edit the body' }).count(), 0);
});

/** Attempts to run something visible: a dialog, a property of the window, a request. */
const ATTACKS = [
  '<img src=x onerror=window.hacked=1>',
  '<script>window.hacked=1</script>',
  '"><svg onload=window.hacked=1>',
  "'-window.hacked=1-'",
  '</textarea><script>window.hacked=1</script>',
  '{{constructor.constructor("window.hacked=1")()}}',
  '</style><script>window.hacked=1</script>',
];

function hostilePlan(): string {
  const tasks = ATTACKS.map((attack, index) => {
    const encoded = encodeURIComponent(attack).replaceAll(
      /[!'()*]/g,
      (c) => `%${c.charCodeAt(0).toString(16)}`,
    );
    const attributes = `tags=${encoded} assignee=${encoded} estimate=${encoded} type=${encoded} x-y=${encoded} depends=t_0`;
    return `- [ ] ${attack} <!-- long-term-plan:id=t_${index} due=2026-12-0${index + 1} ${attributes} -->
  > ${attack}
  >
  > [click](javascript:window.hacked=1) ![p](https://evil.example/p.png) <https://evil.example> <javascript:window.hacked=1>
  >
  > <iframe src="https://evil.example"></iframe> <a href="javascript:window.hacked=1">x</a>
`;
  });
  return `<!-- long-term-plan:format=v1 -->\n# ${ATTACKS[0]}\n\n> ${ATTACKS[1]}\n\n## ${ATTACKS[2]}\n\n${tasks.join('')}
- [ ] Bad id <!-- long-term-plan:id="><script>window.hacked=1</script> -->\n`;
}

test('no content of a plan can run, in any view', async (context) => {
  const valid = hostilePlan().replace(/- \[ \] Bad id.*\n/, '');
  for (const text of [hostilePlan(), valid]) {
    const shown = await opened(context, { text });
    if (!shown) return;
    const { page, errors, asked, address } = shown;
    const isClean = async (where: string) => {
      assert.equal(await page.evaluate('window.hacked'), undefined, where);
      assert.equal(
        await page.locator('#app :is(script, img, iframe, svg[onload])').count(),
        0,
        where,
      );
      assert.equal(await page.locator('#app [href^="javascript:" i]').count(), 0, where);
    };
    for (const view of ['Board', 'Timeline', 'Graph', 'Progress', 'Text', 'Outline']) {
      await tab(page, view);
      await isClean(view);
    }
    for (const attack of ATTACKS) {
      await page.getByRole('button', { name: attack, exact: true }).first().click();
      await page.getByRole('complementary', { name: `Task: ${attack}` }).waitFor();
      await isClean(`details of ${attack}`);
    }
    await page.getByRole('searchbox').fill('<script>');
    await isClean('search');
    assert.deepEqual(errors, []);
    assert.ok(
      asked.every((one) => one.startsWith(address) || one.startsWith('data:')),
      asked.join('\n'),
    );
    await page.context().close();
  }
});

test('the page fits on a phone, and in dark mode', async (context) => {
  const shown = await opened(context, {
    viewport: { width: 375, height: 700 },
    hasTouch: true,
    isMobile: true,
    colorScheme: 'dark',
  } as object);
  if (!shown) return;
  const { page, errors } = shown;
  const width = () => page.evaluate('Math.max(document.documentElement.scrollWidth, innerWidth)');
  for (const view of ['Outline', 'Board', 'Timeline', 'Graph', 'Progress', 'Text']) {
    await tab(page, view);
    assert.equal(await width(), 375, view);
  }
  await tab(page, 'Outline');
  await openTask(page, 'Write the parser');
  const detail = page.getByRole('complementary');
  const box = await detail.boundingBox();
  assert.deepEqual([box?.x, box?.width], [0, 375]);
  const [ground] = (await page.evaluate(
    'getComputedStyle(document.body).backgroundColor.match(/\\d+/g).map(Number)',
  )) as number[];
  assert.ok((ground ?? 255) < 60, 'the background is dark');
  await detail.getByRole('button', { name: 'Close the task' }).click();
  await detail.waitFor({ state: 'detached' });
  assert.deepEqual(errors, []);
});

test('every control has a name, a role and a state for screen readers', async (context) => {
  const shown = await opened(context);
  if (!shown) return;
  const { page } = shown;
  await openTask(page, 'Write the parser');
  for (const view of ['Outline', 'Board', 'Timeline', 'Graph', 'Progress', 'Text']) {
    await tab(page, view);
    const nameless =
      await page.evaluate(`[...document.querySelectorAll('button, input, select, textarea, [role=tab], [role=button]')]
      .filter((one) => !(one.textContent.trim() || one.ariaLabel || one.labels?.length || one.title))
      .map((one) => one.outerHTML)`);
    assert.deepEqual(nameless, [], view);
  }
  assert.equal(await page.getByRole('tab', { selected: true }).count(), 1);
  assert.equal((await page.getByRole('status').count()) > 0, true);
});

async function dropFile(page: Page, name: string, text: string): Promise<void> {
  const data = await page.evaluateHandle(
    `(() => { const data = new DataTransfer();
      data.items.add(new File([${JSON.stringify(text)}], ${JSON.stringify(name)}, { type: 'text/markdown' }));
      return data; })()`,
  );
  await page.locator('body').dispatchEvent('drop', { dataTransfer: data });
}

async function alone(context: TestContext): Promise<(Shown & { browser: Browser }) | undefined> {
  const browser = await launchBrowser(context);
  if (!browser) return undefined;
  const file = await writtenPage(makeProject(context));
  return { ...(await showPage(browser, pathToFileURL(file).href)), browser };
}

/** The page as a file, without a server. */
async function writtenPage(folder: string): Promise<string> {
  const file = join(folder, 'page.html');
  const { code, stderr } = await run(ltpBin, ['preview', '--html', file]);
  assert.equal(code, 0, stderr);
  return file;
}

test('opened from disk, the page shows a dropped file, edits it and downloads it', async (context) => {
  const shown = await alone(context);
  if (!shown) return;
  const { page, errors, asked } = shown;
  await page.getByText('Nothing leaves this machine.').waitFor();
  await dropFile(page, 'my plan.md', PLAN);
  await item(page, 'Bodies').getByRole('checkbox').click();
  await item(page, 'Bodies').getByRole('checkbox', { checked: true }).waitFor();
  await openTask(page, 'Tutorial');
  await page.getByRole('complementary').getByLabel('Title').fill('Guide');
  await page.keyboard.press('Enter');
  await item(page, 'Guide').waitFor();
  await page.locator('button:not([disabled])', { hasText: 'Undo' }).click();
  await item(page, 'Tutorial').waitFor();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save a copy' }).click();
  const saved = await download;
  assert.equal(saved.suggestedFilename(), 'my plan.md');
  assert.equal(readFileSync(await saved.path(), 'utf8'), PLAN.replace('[ ] Bodies', '[√] Bodies'));
  assert.deepEqual(errors, []);
  assert.ok(
    asked.every((one) => /^(file|data|blob):/.test(one)),
    asked.join('\n'),
  );
});

/** The file picker belongs to the system, so a test cannot click it; this handle is from the browser's private file system. */
async function pickPrivateFile(page: Page, text: string): Promise<void> {
  await page.evaluate(`(async () => {
    const root = await navigator.storage.getDirectory();
    const handle = await root.getFileHandle('roadmap.md', { create: true });
    window.writeFile = async (text) => {
      const stream = await handle.createWritable();
      await stream.write(text);
      await stream.close();
    };
    window.readFile = async () => (await handle.getFile()).text();
    await window.writeFile(${JSON.stringify(text)});
    window.showOpenFilePicker = async () => [handle];
  })()`);
}

test('with the File System Access API it saves into the file, follows it, and overwrites nothing', async (context) => {
  const browser = await launchBrowser(context);
  if (!browser) return;
  // The browser's private file system needs an origin, which a page from disk does not have.
  const folder = makeProject(context);
  const { serveFolder } = await import('../helpers/static-server.ts');
  await writtenPage(folder);
  const { page, errors } = await showPage(
    browser,
    `${await serveFolder(context, folder)}/page.html`,
  );
  const read = () => page.evaluate('window.readFile()') as Promise<string>;
  const write = (text: string) => page.evaluate(`window.writeFile(${JSON.stringify(text)})`);
  await pickPrivateFile(page, PLAN);
  await page.getByRole('button', { name: 'Open a file' }).first().click();
  await item(page, 'Bodies').getByRole('checkbox').click();
  await item(page, 'Bodies').getByRole('checkbox', { checked: true }).waitFor();
  assert.equal(await read(), PLAN.replace('[ ] Bodies', '[√] Bodies'));
  await write(PLAN.replace('Tutorial', 'Guide'));
  // Before the page has noticed the change, an edit applies to the current file.
  await item(page, 'Set up CI').getByRole('checkbox').click();
  await item(page, 'Guide').waitFor();
  await item(page, 'Set up CI').getByRole('checkbox', { checked: false }).waitFor();
  assert.equal(
    await read(),
    PLAN.replace('Tutorial', 'Guide').replace('[√] Set up CI', '[ ] Set up CI'),
  );
  await write(PLAN);
  await item(page, 'Tutorial').waitFor();
  assert.deepEqual(errors, []);
});

test('of ten thousand tasks, only the visible ones are rendered, and all can be reached', async (context) => {
  const shown = await alone(context);
  if (!shown) return;
  const { page, errors } = shown;
  const lines = Array.from({ length: 10_000 }, (_, at) => {
    const heading = at % 100 === 0 ? `\n## Part ${at / 100}\n\n` : '';
    return `${heading}- [ ] Task number ${at} <!-- long-term-plan:id=t_${at} tags=n${at % 7} -->\n`;
  });
  await dropFile(page, 'big.md', `<!-- long-term-plan:format=v1 -->\n# Big\n${lines.join('')}`);
  await page.getByText('10000 tasks').waitFor();
  const exists = async (of: Locator) => {
    const count = await of.count();
    assert.ok(count > 5 && count < 80, `${count} rows are rendered`);
  };
  await exists(page.getByRole('treeitem'));
  await page.getByRole('tree').focus();
  await page.keyboard.press('End');
  await item(page, 'Task number 9999').waitFor();
  await exists(page.getByRole('treeitem'));
  await page.getByRole('searchbox').pressSequentially('number 777');
  const found = lines.filter((line) => line.includes('777')).length;
  await page.getByText(`${found} of 10000 tasks`).waitFor();
  await page.getByRole('searchbox').fill('');
  await tab(page, 'Board');
  await exists(page.getByRole('listbox', { name: 'To do' }).getByRole('option'));
  await tab(page, 'Text');
  await exists(page.locator('.source'));
  assert.deepEqual(errors, []);
});
