/** The promise of the page: no change of someone else is overwritten silently, and nothing that was typed is thrown away. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  agent,
  choose,
  eventually,
  openPage,
  openTask,
  panel,
  row,
  toast,
} from '../helpers/page.ts';

test('a title that someone else renamed meanwhile is asked about, with who, and all three ways out', async (context) => {
  const opened = await openPage(context);
  if (!opened) return;
  const { page, root, read, errors } = opened;
  const dialog = page.getByRole('dialog', { name: /both changed this title/ });
  const title = (await openTask(page, 'Write the editor')).getByLabel('Title');

  // Keep theirs: mine can be copied, and the focus is back in the field.
  await title.fill('Write the small editor');
  await agent(root, 'task', 'update', 'roadmap', 't_editor', '--title', 'Write the text editor');
  await row(page, 'Write the text editor').waitFor();
  assert.equal(await title.inputValue(), 'Write the small editor');
  await title.press('Enter');
  await dialog.waitFor();
  assert.match((await dialog.textContent()) ?? '', /codex-7pd/);
  assert.match((await dialog.textContent()) ?? '', /Before: Write the editor/);
  assert.match(read(), /Write the text editor/);
  await dialog.getByRole('button', { name: 'Copy my text' }).click();
  assert.equal(await page.evaluate('navigator.clipboard.readText()'), 'Write the small editor');
  await dialog.getByRole('button', { name: 'Keep theirs' }).click();
  await dialog.waitFor({ state: 'detached' });
  assert.equal(await page.evaluate('document.activeElement.getAttribute("aria-label")'), 'Title');
  assert.equal(await title.inputValue(), 'Write the text editor');
  await toast(page, 'can be copied for a day').waitFor();
  assert.doesNotMatch(read(), /small editor/);

  // Use mine.
  await title.fill('Write my editor');
  await agent(root, 'task', 'update', 'roadmap', 't_editor', '--title', 'Write their editor');
  await row(page, 'Write their editor').waitFor();
  await title.press('Enter');
  await dialog.getByRole('button', { name: 'Use mine' }).click();
  await eventually(() => read().includes('] Write my editor <'), 'my title');

  // Combine: both additions are proposed, and can be edited.
  await row(page, 'Write my editor').waitFor();
  await title.fill('Write my editor in two steps');
  await agent(
    root,
    'task',
    'update',
    'roadmap',
    't_editor',
    '--title',
    'Write my editor without a mouse',
  );
  await row(page, 'Write my editor without a mouse').waitFor();
  await title.press('Enter');
  const both = dialog.getByLabel('Combined, edit as you like');
  assert.equal(await both.inputValue(), 'Write my editor in two steps, without a mouse');
  await dialog.getByRole('button', { name: 'Combine' }).click();
  await eventually(() => read().includes('in two steps, without a mouse'), 'the combination');
  assert.deepEqual(errors, []);
});

test('Escape keeps editing: the text stays in its field, unsaved', async (context) => {
  const opened = await openPage(context);
  if (!opened) return;
  const { page, root, read, errors } = opened;
  const title = (await openTask(page, 'Tutorial')).getByLabel('Title');
  await title.fill('Tutorial for all');
  await agent(root, 'task', 'update', 'roadmap', 't_tutorial', '--title', 'Handbook');
  await row(page, 'Handbook').waitFor();
  await title.press('Enter');
  await page.getByRole('dialog', { name: /both changed/ }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog', { name: /both changed/ }).waitFor({ state: 'detached' });
  assert.equal(await title.inputValue(), 'Tutorial for all');
  assert.match(read(), /\] Handbook </);
  assert.deepEqual(errors, []);
});

test('a rename in the row keeps its base, too', async (context) => {
  const opened = await openPage(context);
  if (!opened) return;
  const { page, root, read } = opened;
  await row(page, 'Tutorial').focus();
  await page.keyboard.press('e');
  const field = page.getByLabel('Title of Tutorial');
  await field.fill('First steps');
  await agent(root, 'task', 'update', 'roadmap', 't_tutorial', '--title', 'Handbook');
  await eventually(() => read().includes('Handbook'), 'their title');
  await page.waitForTimeout(400);
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: /both changed this title/ }).waitFor();
  assert.match(read(), /\] Handbook </);
});

test('an assignee, a priority and a due date that changed while their menu was open are asked about', async (context) => {
  const opened = await openPage(context);
  if (!opened) return;
  const { page, root, read, errors } = opened;
  const details = await openTask(page, 'Write the editor');
  const conflict = page.getByRole('dialog', { name: /both changed/ });
  await details.getByRole('button', { name: /^Assignee/ }).click();
  await page.getByRole('combobox', { name: 'Assignee' }).fill('li');
  await agent(root, 'task', 'update', 'roadmap', 't_editor', '--assignee', 'ana');
  await eventually(() => read().includes('assignee=ana'), 'their assignee');
  await page.waitForTimeout(400);
  await page.keyboard.press('Enter');
  await conflict.waitFor();
  assert.match((await conflict.textContent()) ?? '', /this assignee.*Before: jun.*ana.*li/s);
  // A name is no text that could be combined.
  assert.equal(await conflict.getByRole('button', { name: 'Combine' }).count(), 0);
  await conflict.getByRole('button', { name: 'Use mine' }).click();
  await eventually(() => read().includes('assignee=li'), 'my assignee');

  await details.getByRole('button', { name: /^Priority/ }).click();
  await agent(root, 'task', 'update', 'roadmap', 't_editor', '--priority', 'low');
  await eventually(() => read().includes('priority=low depends=t_parser due'), 'their priority');
  await page.waitForTimeout(400);
  await choose(page, 'Medium');
  await conflict.waitFor();
  await conflict.getByRole('button', { name: 'Keep theirs' }).click();
  await conflict.waitFor({ state: 'detached' });
  assert.match(read(), /id=t_editor priority=low/);
  assert.deepEqual(errors, []);
});

test('tags that two add at once are both kept, without a question', async (context) => {
  const opened = await openPage(context);
  if (!opened) return;
  const { page, root, read } = opened;
  const details = await openTask(page, 'Tutorial');
  await details.getByRole('button', { name: 'Add a tag' }).click();
  await page.getByRole('combobox', { name: 'Tags' }).fill('video');
  await agent(root, 'task', 'update', 'roadmap', 't_tutorial', '--tags', 'docs,web');
  await eventually(() => read().includes('tags=docs,web'), 'their tag');
  await page.waitForTimeout(400);
  await page.keyboard.press('Enter');
  await eventually(() => read().includes('tags=docs,web,video'), 'both tags');
});

test('notes are combined line by line, and a draft survives the task being closed and missing', async (context) => {
  const opened = await openPage(context);
  if (!opened) return;
  const { page, root, read, write, errors } = opened;
  await agent(root, 'task', 'update', 'roadmap', 't_tutorial', '--body-markdown', 'One.\n\nTwo.');
  const details = await openTask(page, 'Tutorial');
  await details.getByText('One.').waitFor();
  await details.getByRole('button', { name: 'Edit the notes' }).click();
  const notes = page.getByLabel('Notes, in Markdown');
  await notes.fill('One, mine.\n\nTwo.');
  await page.keyboard.press('Tab');
  await details.getByRole('button', { name: 'Close' }).click();
  const whole = read();
  write('');
  await page.getByText('MISSING_FORMAT_HEADER').or(page.locator('.banner')).first().waitFor();
  write(whole);
  await row(page, 'Tutorial').waitFor();
  await openTask(page, 'Tutorial');
  assert.equal(await notes.inputValue(), 'One, mine.\n\nTwo.');
  await agent(
    root,
    'task',
    'update',
    'roadmap',
    't_tutorial',
    '--body-markdown',
    'One.\n\nTwo.\n\nThree, theirs.',
  );
  await eventually(() => read().includes('Three, theirs.'), 'their notes');
  await page.waitForTimeout(400);
  await panel(page).getByRole('button', { name: 'Save' }).click();
  const dialog = page.getByRole('dialog', { name: /both changed this notes/ });
  await dialog.waitFor();
  assert.equal(
    await dialog.getByLabel('Combined, edit as you like').inputValue(),
    'One, mine.\n\nTwo.\n\nThree, theirs.',
  );
  await dialog.getByRole('button', { name: 'Combine' }).click();
  await eventually(
    () => /> One, mine\.\n {2}>\n {2}> Two\.\n {2}>\n {2}> Three, theirs\./.test(read()),
    'both texts',
  );
  assert.deepEqual(errors, []);
});

test('a change of another field is no conflict, and a note never is one', async (context) => {
  const opened = await openPage(context);
  if (!opened) return;
  const { page, root, read, errors } = opened;
  const details = await openTask(page, 'Tutorial');
  const title = details.getByLabel('Title');
  await title.fill('Tutorial, first part');
  await agent(root, 'task', 'update', 'roadmap', 't_tutorial', '--status', 'doing');
  await eventually(() => read().includes('[*] Tutorial'), 'their status');
  await title.press('Enter');
  await eventually(() => read().includes('[*] Tutorial, first part'), 'both changes');
  assert.deepEqual(errors, []);
});

test('a task that was deleted while it was edited can be put back with the change', async (context) => {
  const opened = await openPage(context);
  if (!opened) return;
  const { page, root, read, errors } = opened;
  await row(page, 'Tutorial').focus();
  await page.keyboard.press('e');
  await page.getByLabel('Title of Tutorial').fill('Tutorial, kept');
  await agent(root, 'task', 'delete', 'roadmap', 't_tutorial');
  await eventually(() => !read().includes('t_tutorial due'), 'the deletion');
  const dialog = page.getByRole('dialog', { name: /deleted “Tutorial”/ });
  await dialog.waitFor();
  await dialog.getByRole('button', { name: 'Put it back with my change' }).click();
  await eventually(() => read().includes('] Tutorial, kept <'), 'the task is back');
  assert.deepEqual(errors, []);
});
