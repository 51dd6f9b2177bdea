/** Agents at work: what others do is visible, can be undone, and nothing is lost when all write at once. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { launchBrowser } from '../helpers/browser.ts';
import { agent, choose, eventually, openPage, openTask, row, toast } from '../helpers/page.ts';
import { makePreviewed, PLAN, showPage, startPreview } from '../helpers/preview.ts';

test('a change of an agent lights up, is listed with who and what, and is undone from there', async (context) => {
  const opened = await openPage(context, { viewport: { width: 1280, height: 800 } });
  if (!opened) return;
  const { page, root, read, errors } = opened;
  await page.evaluate('window.stays = true');
  await row(page, 'Tutorial').waitFor();
  await agent(root, 'task', 'update', 'roadmap', 't_tutorial', '--status', 'doing');
  await page.locator('[data-task=t_tutorial].fresh').waitFor();
  await row(page, 'Tutorial').getByText('Started by codex-7pd').waitFor();
  await page.getByRole('button', { name: /^Activity\s*1/ }).click();
  const entry = page.locator('.rail .entry').filter({ hasText: 'codex-7pd started Tutorial' });
  await entry.getByText('In progress').waitFor();
  assert.match(await page.title(), /^\(1\) Product roadmap/);
  await entry.getByRole('button', { name: 'Undo' }).click();
  await eventually(() => read() === PLAN, 'the undo');
  await entry.getByText('you undid this').waitFor();
  await page.getByRole('button', { name: 'Mark all as seen' }).click();
  assert.equal(await page.title(), 'Product roadmap');
  assert.equal(await page.evaluate('window.stays'), true);
  assert.deepEqual(errors, []);
});

test('a quiet notice says what an agent finished or blocked, unless the rail shows it', async (context) => {
  const opened = await openPage(context, { at: '#/roadmap/board' });
  if (!opened) return;
  const { page, root, read, errors } = opened;
  await page.locator('.card').first().waitFor();
  await agent(root, 'task', 'update', 'roadmap', 't_bodies', '--status', 'done');
  const notice = toast(page, 'codex-7pd finished Bodies');
  await notice.waitFor();
  await notice.getByRole('button', { name: 'Undo' }).click();
  await eventually(() => read() === PLAN, 'undone from the notice');
  await agent(root, 'task', 'update', 'roadmap', 't_reference', '--state', 'blocked');
  await toast(page, 'codex-7pd blocked Format reference').waitFor();
  assert.deepEqual(errors, []);
});

test('Now shows who is at work, what needs the user, and what just changed', async (context) => {
  const opened = await openPage(context);
  if (!opened) return;
  const { page, root, errors } = opened;
  await agent(root, 'task', 'start', 'roadmap', 't_editor', '--force');
  const now = page.getByRole('complementary', { name: 'Now' });
  await now
    .locator('.worker')
    .filter({ hasText: 'codex-7pd' })
    .getByText('Write the editor')
    .waitFor();
  await now.getByText('Resources and prompts').waitFor();
  await now.locator('.entry').filter({ hasText: 'codex-7pd claimed Write the editor' }).waitFor();
  await row(page, 'Write the editor').locator('.who').getByText('codex-7pd').waitFor();
  assert.deepEqual(errors, []);
});

test('quick filters, search and the open task are in the address; Back and links work', async (context) => {
  const opened = await openPage(context);
  if (!opened) return;
  const { page, address, browser, errors } = opened;
  const titles = () => page.locator('[role=row] .title').allTextContents();
  await page.getByRole('button', { name: /^Mine/ }).click();
  await row(page, 'Serve over stdio').waitFor();
  assert.deepEqual(await titles(), ['Write the parser', 'Serve over stdio']);
  await page.getByRole('button', { name: /^Overdue/ }).click();
  assert.match(page.url(), /show=overdue/);
  await page.getByRole('button', { name: /^Overdue/ }).click();
  await page.keyboard.press('/');
  await page.getByLabel('Words').fill('bodies');
  await page.getByText('1 of 12 tasks').waitFor();
  // The parents of a task that matches are shown too.
  assert.deepEqual(await titles(), ['Write the parser', 'Bodies']);
  await page.getByRole('button', { name: 'Done', exact: true }).click();
  await openTask(page, 'Bodies');
  await page.keyboard.press('c');
  await toast(page, 'Copied the link').waitFor();
  const link = String(await page.evaluate('navigator.clipboard.readText()'));
  assert.equal(link, `${address}#/roadmap/outline/t_bodies`);
  await page.goBack();
  await page.locator('aside.task').waitFor({ state: 'detached' });
  const other = await showPage(browser, link);
  await other.page.getByRole('complementary', { name: 'Task: Bodies' }).waitFor();
  assert.deepEqual([...errors, ...other.errors], []);
});

test('two pages and an agent write at once, and nothing is lost', async (context) => {
  const opened = await openPage(context);
  if (!opened) return;
  const { page, root, read, errors, browser, address } = opened;
  const second = await showPage(browser, `${address}#/roadmap/outline`);
  await row(second.page, 'Bodies').waitFor();
  const add = async (target: typeof page, name: string) => {
    await row(target, 'Set up CI').focus();
    await target.keyboard.press('n');
    const field = target.getByLabel('Title of the new task');
    for (let count = 0; count < 8; count++) {
      await field.fill(`${name} ${count}`);
      await target.keyboard.press('Enter');
    }
  };
  const agentAdds = async () => {
    for (let count = 0; count < 8; count++) {
      await agent(root, 'task', 'add', 'roadmap', `agent ${count}`);
    }
  };
  await Promise.all([add(page, 'first'), add(second.page, 'second'), agentAdds()]);
  const names = ['first', 'second', 'agent'].flatMap((name) =>
    [...Array(8).keys()].map((count) => `${name} ${count}`),
  );
  await eventually(() => names.every((name) => read().includes(`] ${name} <`)), 'all 24 tasks');
  for (const name of names) assert.equal(read().split(`] ${name} <`).length, 2, name);
  assert.deepEqual([...errors, ...second.errors], []);
});

test('open tabs come back to life after a restart on the same port; a new token ends them', async (context) => {
  const browser = await launchBrowser(context);
  if (!browser) return;
  const project = makePreviewed(context);
  const first = await startPreview(context, project.root, '--agent', 'mia');
  const { port } = new URL(first.address);
  const { page } = await showPage(browser, `${first.address}#/roadmap/outline`);
  await row(page, 'Bodies').waitFor();
  const token = join(project.root, '.long-term-plan', '.history', 'preview-token');
  assert.equal(first.address.includes(readFileSync(token, 'utf8').trim()), true);
  if (process.platform !== 'win32') assert.equal(statSync(token).mode & 0o777, 0o600);
  assert.ok(existsSync(join(project.root, '.long-term-plan', '.history', '.gitignore')));
  await stop(first.child);
  const second = await startPreview(context, project.root, '--agent', 'mia', '--port', port);
  assert.equal(second.address, first.address);
  project.write(PLAN.replace('Tutorial', 'Handbook'));
  await row(page, 'Handbook').waitFor();
  await row(page, 'Bodies').locator('.tick').click();
  await choose(page, 'Done');
  await eventually(() => project.read().includes('[√] Bodies'), 'a change after the restart');
  await stop(second.child);
  const third = await startPreview(context, project.root, '--port', port, '--new-token');
  assert.notEqual(third.address, first.address);
});

async function stop(child: {
  kill(): boolean;
  once(event: 'exit', done: () => void): unknown;
}): Promise<void> {
  const ended = new Promise<void>((resolve) => child.once('exit', resolve));
  child.kill();
  await ended;
}

test('what is typed while the server is away is sent when it is back', async (context) => {
  const browser = await launchBrowser(context);
  if (!browser) return;
  const project = makePreviewed(context);
  const first = await startPreview(context, project.root, '--agent', 'mia');
  const { port } = new URL(first.address);
  const { page } = await showPage(browser, `${first.address}#/roadmap/outline`, {
    viewport: { width: 1280, height: 800 },
  });
  const title = (await openTask(page, 'Tutorial')).getByLabel('Title');
  await stop(first.child);
  await title.fill('Tutorial, offline');
  await title.press('Enter');
  await toast(page, 'Connection lost').waitFor();
  assert.equal(project.read(), PLAN);
  await startPreview(context, project.root, '--agent', 'mia', '--port', port);
  await eventually(() => project.read().includes('Tutorial, offline'), 'sent after the restart');
});
