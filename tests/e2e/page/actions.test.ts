/** What a person does to a plan: with the mouse, the keyboard and a finger. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  card,
  choose,
  dragTo,
  eventually,
  openPage,
  openTask,
  panel,
  row,
  toast,
} from '../helpers/page.ts';
import { PLAN } from '../helpers/preview.ts';

test('status, fields, notes and subtasks are edited in place, each as one small change, and undone', async (context) => {
  const opened = await openPage(context);
  if (!opened) return;
  const { page, read, errors } = opened;
  let expected = PLAN;
  const changed = async (from: string, to: string) => {
    expected = expected.replace(from, to);
    await eventually(() => read() === expected, `${from} becomes ${to}`);
  };
  await row(page, 'Bodies').locator('.tick').click();
  await choose(page, 'Done');
  await changed('[ ] Bodies', '[√] Bodies');
  const details = await openTask(page, 'Serve over stdio');
  await details.getByLabel('Title').fill('Serve over pipes');
  await page.keyboard.press('Enter');
  await changed('Serve over stdio', 'Serve over pipes');
  await details.getByRole('button', { name: /^Priority/ }).click();
  await choose(page, 'Medium');
  await changed('tags=server assignee=mia', 'tags=server assignee=mia priority=medium');
  await details.getByRole('button', { name: /^Estimate/ }).click();
  await page.getByRole('combobox', { name: 'estimate' }).fill('6d');
  await page.keyboard.press('Enter');
  await changed('priority=medium', 'priority=medium estimate=6d');
  await details.getByRole('button', { name: /^Type/ }).click();
  await choose(page, 'feature');
  await changed('estimate=6d', 'estimate=6d type=feature');
  await details.getByRole('button', { name: /^Due/ }).click();
  await page.getByLabel('Due date, in words or as a date').fill('9 dec 2030');
  await page.keyboard.press('Enter');
  await changed('due=2027-01-08', 'due=2030-12-09');
  await details.getByRole('button', { name: /^Due/ }).click();
  await page.getByRole('button', { name: 'Friday 20 December 2030' }).click();
  await changed('due=2030-12-09', 'due=2030-12-20');
  await details.getByRole('button', { name: 'Remove the tag server' }).click();
  await eventually(() => !read().includes('tags=server assignee=mia'), 'the tag is removed');
  await page.keyboard.press('Control+z');
  await eventually(() => read() === expected, 'the tag is back');
  await details.getByRole('button', { name: 'Edit the notes' }).click();
  await page.getByLabel('Notes, in Markdown').fill('Line *by* line.');
  await details.getByRole('button', { name: 'Preview' }).click();
  assert.equal(await details.locator('.prose em').textContent(), 'by');
  await details.getByRole('button', { name: 'Save' }).click();
  await changed('type=feature -->\n', 'type=feature -->\n  > Line *by* line.\n');
  await details.getByRole('button', { name: 'Add a subtask' }).click();
  await page.keyboard.type('Flush');
  await page.keyboard.press('Enter');
  await eventually(
    () => /line\.\n {2}- \[ \] Flush <!-- long-term-plan:id=t_\w{26} -->\n/.test(read()),
    'a subtask',
  );
  assert.deepEqual(errors, []);
});

test('a task is added after another, at the end of a section and with shorthands; n and Enter do it', async (context) => {
  const opened = await openPage(context);
  if (!opened) return;
  const { page, read, errors } = opened;
  await row(page, 'Write the editor').focus();
  await page.keyboard.press('n');
  await page.getByLabel('Title of the new task').fill('Gift wrapping !high @jun #ux ^2030-05-01');
  await page
    .getByText('Adds Gift wrapping: high priority, due Wednesday 1 May 2030, jun, #ux')
    .waitFor();
  await page.keyboard.press('Enter');
  await eventually(
    () =>
      /Write the editor .*\n- \[ \] Gift wrapping <!--.* priority=high due=2030-05-01 tags=ux assignee=jun/.test(
        read(),
      ),
    'the task',
  );
  // The line stays open for the next one, below it; Tab makes it a subtask.
  await page.waitForTimeout(300);
  await page.keyboard.press('Tab');
  await page.keyboard.type('Ribbons');
  await page.keyboard.press('Enter');
  await eventually(() => /Gift wrapping .*\n {2}- \[ \] Ribbons/.test(read()), 'the subtask');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Add a task to Documentation' }).click();
  await page.getByLabel('Title of the new task').fill('Glossary');
  await page.keyboard.press('Enter');
  await eventually(() => /Tutorial .*\n- \[ \] Glossary <!--/.test(read()), 'in the section');
  assert.deepEqual(errors, []);
});

test('delete says so and offers Undo, and the focus goes to the neighbor', async (context) => {
  const opened = await openPage(context);
  if (!opened) return;
  const { page, read, errors } = opened;
  await row(page, 'Write the editor').focus();
  await page.keyboard.press('Delete');
  await eventually(() => !read().includes('id=t_editor'), 'the deletion');
  await toast(page, 'Deleted “Write the editor”').waitFor();
  await page.waitForFunction("document.activeElement?.dataset?.task === 't_repair'");
  await toast(page, 'Deleted').getByRole('button', { name: 'Undo' }).click();
  await eventually(() => read() === PLAN, 'the undo');
  assert.deepEqual(errors, []);
});

test('rows are reordered, nested and moved to a section by drag and by keys', async (context) => {
  const opened = await openPage(context);
  if (!opened) return;
  const { page, read, errors } = opened;
  const order = () => [...read().matchAll(/id=(t_\w+)/g)].map(([, id]) => id);
  await row(page, 'Repair broken files').focus();
  await page.keyboard.press('Alt+ArrowUp');
  await eventually(() => order().indexOf('t_repair') < order().indexOf('t_editor'), 'moved up');
  await page.keyboard.press('Alt+ArrowDown');
  await eventually(() => read() === PLAN, 'moved down again');
  await page.keyboard.press('Alt+ArrowRight');
  await eventually(() => /\n {2}- \[ \] Repair broken files/.test(read()), 'a subtask');
  await page.keyboard.press('Alt+ArrowLeft');
  await eventually(() => /\n- \[ \] Repair broken files/.test(read()), 'lifted out');
  await dragTo(
    page,
    row(page, 'Repair broken files').locator('.title'),
    row(page, 'Write the editor'),
    { x: 0.05, y: 0.1 },
  );
  await eventually(
    () => order().indexOf('t_repair') < order().indexOf('t_editor'),
    'dragged before',
  );
  await dragTo(
    page,
    row(page, 'Tutorial').locator('.title'),
    page.locator('[data-section]').filter({ hasText: 'Sprint 1' }),
  );
  await eventually(
    () => order().indexOf('t_tutorial') < order().indexOf('t_parser'),
    'dragged into a section',
  );
  await row(page, 'Format reference').focus();
  await page.keyboard.press('m');
  await page.getByRole('combobox', { name: 'Move to a section or under a task' }).fill('Server');
  await page.keyboard.press('Enter');
  await eventually(
    () =>
      order().indexOf('t_reference') > order().indexOf('t_resources') &&
      /prompts.*\n- \[ \] Format reference/.test(read()),
    'moved by a menu',
  );
  assert.deepEqual(errors, []);
});

test('sections are added and renamed, also by keys', async (context) => {
  const opened = await openPage(context);
  if (!opened) return;
  const { page, read, errors } = opened;
  const section = page.locator('[data-section]').filter({ hasText: 'Sprint 1' });
  await section.hover();
  await section.getByRole('button', { name: 'Actions for Sprint 1' }).click();
  await page.keyboard.press('e');
  await page.getByLabel('Name of Sprint 1').fill('Sprint one');
  await page.keyboard.press('Enter');
  await eventually(() => read() === PLAN.replace('## Sprint 1', '## Sprint one'), 'the new name');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('>new section');
  await page.keyboard.press('Enter');
  await page.getByLabel('Name of the new section').fill('Sprint 3');
  await page.keyboard.press('Enter');
  await eventually(() => read().endsWith('\n## Sprint 3\n'), 'the new section');
  await page.getByLabel('Title of the new task').fill('Plan it');
  await page.keyboard.press('Enter');
  await eventually(() => /## Sprint 3\n\n- \[ \] Plan it/.test(read()), 'its first task');
  assert.deepEqual(errors, []);
});

test('dependencies are searched; one that would close a cycle is refused in words', async (context) => {
  const opened = await openPage(context);
  if (!opened) return;
  const { page, read, errors } = opened;
  await row(page, 'Write the parser').focus();
  await page.keyboard.press('b');
  const field = page.getByRole('combobox', { name: 'Add a task that blocks this one' });
  await field.fill('repair');
  await page
    .getByText('Would make a cycle: Repair broken files is already blocked by this task')
    .waitFor();
  await page.keyboard.press('Enter');
  assert.equal(read(), PLAN);
  await field.fill('licences');
  await page.keyboard.press('Enter');
  await eventually(() => /id=t_parser .*depends=t_licence/.test(read()), 'the dependency');
  const details = await openTask(page, 'Write the parser');
  await details.getByRole('button', { name: 'No longer blocked by Choose the licences' }).click();
  await eventually(() => !/id=t_parser .*depends=/.test(read()), 'removed again');
  assert.deepEqual(errors, []);
});

test('several tasks are selected and changed at once, with one undo', async (context) => {
  const opened = await openPage(context);
  if (!opened) return;
  const { page, read, errors } = opened;
  await row(page, 'Format reference').focus();
  await page.keyboard.press('x');
  await page.keyboard.press('Shift+ArrowDown');
  const bar = page.getByRole('toolbar', { name: 'Selected tasks' });
  await bar.getByText('2 selected').waitFor();
  await bar.getByRole('button', { name: 'Assign' }).click();
  await choose(page, 'jun');
  await eventually(
    () => (read().match(/tags=docs assignee=jun/g) ?? []).length === 2,
    'both assigned',
  );
  await bar.getByRole('button', { name: 'Status' }).click();
  await choose(page, 'In progress');
  await eventually(
    () => read().includes('[*] Format reference') && read().includes('[*] Tutorial'),
    'both in progress',
  );
  await page.keyboard.press('Escape');
  await bar.waitFor({ state: 'detached' });
  await page.keyboard.press('Control+z');
  await eventually(
    () => read().includes('[ ] Format reference') && read().includes('[ ] Tutorial'),
    'one undo for both',
  );
  await page.keyboard.press('Control+Shift+z');
  await eventually(() => read().includes('[*] Tutorial'), 'redone');
  assert.deepEqual(errors, []);
});

test('the board groups by status, section, assignee and priority; cards move by drag and by keys', async (context) => {
  const opened = await openPage(context, { at: '#/roadmap/board' });
  if (!opened) return;
  const { page, read, errors } = opened;
  const column = (name: string) =>
    page.locator('.col').filter({ has: page.getByRole('heading', { name, exact: true }) });
  await dragTo(page, card(page, 'Write the editor'), column('In progress'), { x: 0.5, y: 0.8 });
  await eventually(
    () => read() === PLAN.replace('[ ] Write the editor', '[*] Write the editor'),
    'the dragged card',
  );
  await card(page, 'Write the editor').locator('a').focus();
  await page.keyboard.press('Alt+ArrowRight');
  await eventually(() => read().includes('[√] Write the editor'), 'moved by keys');
  await page.getByRole('button', { name: 'Priority' }).click();
  await dragTo(page, card(page, 'Serve over stdio'), column('High'), { x: 0.5, y: 0.8 });
  await eventually(() => /id=t_stdio .*priority=high/.test(read()), 'another priority');
  await page.getByRole('button', { name: 'Assignee' }).click();
  await dragTo(page, card(page, 'Serve over stdio'), column('li'), { x: 0.5, y: 0.8 });
  await eventually(() => /id=t_stdio .*assignee=li/.test(read()), 'another assignee');
  await page.getByRole('button', { name: 'Section' }).click();
  await dragTo(page, card(page, 'Serve over stdio'), column('Sprint 1'), { x: 0.5, y: 0.9 });
  await eventually(
    () => read().indexOf('id=t_stdio') < read().indexOf('## Sprint 2'),
    'another section',
  );
  assert.match(page.url(), /group=section/);
  assert.deepEqual(errors, []);
});

test('a task is claimed and released', async (context) => {
  const opened = await openPage(context);
  if (!opened) return;
  const { page, read, errors } = opened;
  const details = await openTask(page, 'Choose the licences').then(async () => {
    await page.keyboard.press('Escape');
    return openTask(page, 'Bodies');
  });
  await details.getByRole('button', { name: 'Claim for me' }).click();
  await eventually(() => /\[\*\] Bodies .*assignee=mia/.test(read()), 'the claim');
  await details.getByText('You are working on this').waitFor();
  await details.getByRole('button', { name: 'Release' }).click();
  await eventually(
    () => /\[ \] Bodies/.test(read()) && !/t_bodies .*assignee/.test(read()),
    'the release',
  );
  assert.deepEqual(errors, []);
});

test('a phone: rows are ticked by a swipe, cards dragged by a finger, nothing scrolls sideways', async (context) => {
  const opened = await openPage(context, {
    viewport: { width: 320, height: 700 },
    isMobile: true,
    hasTouch: true,
  });
  if (!opened) return;
  const { page, read, errors } = opened;
  await row(page, 'Bodies').waitFor();
  const client = await page.context().newCDPSession(page);
  const touch = async (type: string, x?: number, y?: number) =>
    client.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: x === undefined ? [] : [{ x, y }],
    } as never);
  const box = await row(page, 'Bodies').boundingBox();
  assert.ok(box);
  const y = box.y + box.height / 2;
  await touch('touchStart', 100, y);
  for (const x of [120, 150, 190, 220]) await touch('touchMove', x, y);
  await touch('touchEnd');
  await eventually(() => read().includes('[√] Bodies'), 'a swipe to the right');
  for (const view of ['Board', 'Timeline', 'Graph', 'Progress', 'Text', 'Outline']) {
    await page.getByRole('link', { name: view }).click();
    await page.waitForTimeout(150);
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 320, view);
  }
  await page.getByRole('link', { name: 'Board' }).click();
  await page.getByRole('button', { name: /^To do/ }).click();
  const start = await card(page, 'Write the editor').boundingBox();
  const target = await page
    .locator('.cols-switch button')
    .filter({ hasText: 'In progress' })
    .boundingBox();
  assert.ok(start && target);
  await touch('touchStart', start.x + 100, start.y + 20);
  await page.waitForTimeout(450);
  await touch('touchMove', start.x + 100, start.y);
  await touch('touchMove', target.x + 40, target.y + 20);
  await page.waitForTimeout(100);
  await touch('touchMove', target.x + 40, target.y + 160);
  await touch('touchEnd');
  await eventually(() => read().includes('[*] Write the editor'), 'a card dragged by a finger');
  await card(page, 'Write the editor').tap();
  await panel(page).waitFor();
  await page.getByRole('button', { name: 'Close' }).tap();
  assert.deepEqual(errors, []);
});
