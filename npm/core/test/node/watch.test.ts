import assert from 'node:assert/strict';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type FileChanges, watchPlans } from '../../src/node/watch.ts';

const PATIENCE_MS = 5000;

interface Watched {
  plans: string;
  root: string;
  /** The next changes that are reported. */
  next(): Promise<FileChanges>;
  nothing(): Promise<void>;
}

function watched(context: TestContext): Watched {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'ltp-')));
  const plans = join(root, 'plans');
  mkdirSync(plans);
  writeFileSync(join(plans, 'a.md'), 'a');
  const reported: FileChanges[] = [];
  const watch = watchPlans({
    root,
    plansDir: 'plans',
    isWatched: (name) => name.endsWith('.md'),
    onChange: (changes) => reported.push(changes),
  });
  context.after(() => {
    watch.close();
    rmSync(root, { recursive: true, maxRetries: 10 });
  });
  const next = async () => {
    for (let waited = 0; waited < PATIENCE_MS; waited += 10) {
      const [changes] = reported.splice(0, 1);
      if (changes) return changes;
      await sleep(10);
    }
    return assert.fail('no change was reported');
  };
  const nothing = async () => {
    await sleep(200);
    assert.deepEqual(reported, []);
  };
  return { root, plans, next, nothing };
}

test('changed, new and deleted files are reported', async (context) => {
  const { plans, next } = watched(context);
  writeFileSync(join(plans, 'a.md'), 'changed');
  assert.deepEqual(await next(), { files: ['a.md'], isListChanged: false });
  writeFileSync(join(plans, 'b.md'), 'b');
  assert.deepEqual(await next(), { files: ['b.md'], isListChanged: true });
  rmSync(join(plans, 'a.md'));
  assert.deepEqual(await next(), { files: ['a.md'], isListChanged: true });
});

test('many changes at once are reported once', async (context) => {
  const { plans, next, nothing } = watched(context);
  for (let at = 0; at < 100; at++) writeFileSync(join(plans, `p${at}.md`), 'x');
  assert.equal((await next()).files.length, 100);
  await nothing();
});

test('other files and changes of the mode are not reported', async (context) => {
  const { root, plans, nothing } = watched(context);
  writeFileSync(join(plans, 'notes.txt'), 'x');
  mkdirSync(join(plans, 'folder'));
  writeFileSync(join(root, 'elsewhere.md'), 'x');
  chmodSync(join(plans, 'a.md'), 0o600);
  await nothing();
});

test('a link changes with its target, and is ignored if that is outside', async (context) => {
  const { root, plans, next, nothing } = watched(context);
  symlinkSync('a.md', join(plans, 'link.md'));
  assert.deepEqual(await next(), { files: ['link.md'], isListChanged: true });
  writeFileSync(join(plans, 'a.md'), 'changed');
  const { files, isListChanged } = await next();
  assert.deepEqual([files.sort(), isListChanged], [['a.md', 'link.md'], false]);
  writeFileSync(join(root, 'outside.md'), 'x');
  symlinkSync(join('..', 'outside.md'), join(plans, 'out.md'));
  await nothing();
});
