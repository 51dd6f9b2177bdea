import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { cannotHave } from '../../../../scripts/lib/platform-gaps.mjs';
import { commit, type ReadVersions } from '../../src/node/commit.ts';
import { Etags, etagOf } from '../../src/node/etags.ts';
import { nodeHost } from '../../src/node/host.ts';
import { DirectoryLock, type HeldLock } from '../../src/node/lock.ts';
import { createLockDirectory } from '../../src/node/lock-directory.ts';
import { PlanPaths } from '../../src/node/paths.ts';
import { ReadBuffer } from '../../src/node/read-buffer.ts';
import { stampOf } from '../../src/node/read-file.ts';
import type { Write } from '../../wasm/bindings.js';
import {
  asOtherUser,
  commitOne,
  leftovers,
  locked,
  makeProject,
  PLANS,
} from './helpers/project.ts';

const text = (file: string) => readFileSync(file, 'utf8');
const etag = (content: string) => etagOf(Buffer.from(content));

const commitContext = (paths: PlanPaths, lock: HeldLock, read: ReadVersions = new Map()) => ({
  paths,
  lock,
  read,
  buffer: new ReadBuffer(),
  etags: new Etags(),
});
const committed = (content: string) => ({ kind: 'committed', etags: [etag(content)] });
const stampNow = (file: string) => stampOf(statSync(file));
const failed = (fault: string) => ({ kind: 'failed', at: 0, fault });
const stale = { kind: 'stale' };
const isRoot = process.getuid?.() === 0;

test('a file is created, replaced, appended to and deleted', async (context) => {
  const { plans, host } = makeProject(context);
  const file = join(plans, 'a.md');
  assert.deepEqual(await commitOne(host, 'a.md', 'one', { expect: 'absent' }), committed('one'));
  assert.equal(text(file), 'one');
  assert.deepEqual(
    await commitOne(host, 'a.md', 'two', { expect: { etag: etag('one') } }),
    committed('two'),
  );
  assert.equal(text(file), 'two');
  const done = { kind: 'committed', etags: [''] };
  const reported = (name: string) => ({ ...done, stamps: [stampNow(join(plans, name))] });
  assert.deepEqual(await commitOne(host, 'a.md', '+3', { op: 'append' }), reported('a.md'));
  assert.equal(text(file), 'two+3');
  assert.deepEqual(await commitOne(host, 'new/log', 'x', { op: 'append' }), reported('new/log'));
  assert.equal(text(join(plans, 'new', 'log')), 'x');
  assert.deepEqual(await commitOne(host, 'a.md', '', { op: 'delete' }), done);
  assert.ok(!existsSync(file));
  assert.deepEqual(await commitOne(host, 'a.md', '', { op: 'delete' }), done);
  assert.deepEqual(leftovers(plans), []);
});

test('the first write creates what it needs, and keeps it out of git', async (context) => {
  const { root } = makeProject(context);
  const host = nodeHost(root, 'deep/er/plans');
  assert.deepEqual(await host.lock({ create: false }), { kind: 'absent' });
  assert.deepEqual(readdirSync(root), [PLANS]);
  assert.deepEqual(await commitOne(host, 'a.md', 'one'), committed('one'));
  const plans = join(root, 'deep', 'er', 'plans');
  assert.deepEqual(readdirSync(plans).sort(), ['.history', 'a.md']);
  assert.equal(text(join(plans, '.history', '.gitignore')), '*\n');
  assert.equal((await host.lock({ create: false })).kind, 'locked');
});

test('a file that was replaced by an equal one has not changed', async (context) => {
  const { plans, host } = makeProject(context);
  const file = join(plans, 'a.md');
  writeFileSync(file, 'one');
  utimesSync(file, 1e9, 1e9);
  await locked(host, (lock) => {
    assert.equal(lock.read('a.md').kind, 'file');
    writeFileSync(join(plans, 'a.md~'), 'one');
    renameSync(join(plans, 'a.md~'), file);
    const bytes = Buffer.from('ours');
    const put = { path: 'a.md', op: 'put', expect: { etag: etag('one') }, bytes } as const;
    assert.equal(lock.commit([put]).kind, 'committed');
  });
});

test('a write of another process is never overwritten', async (context) => {
  const { plans, host } = makeProject(context);
  const file = join(plans, 'a.md');
  writeFileSync(file, 'one');
  assert.deepEqual(await commitOne(host, 'a.md', 'x', { expect: { etag: etag('other') } }), stale);
  assert.deepEqual(await commitOne(host, 'a.md', 'x', { expect: 'absent' }), stale);
  assert.deepEqual(await commitOne(host, 'b.md', 'x', { expect: { etag: etag('one') } }), stale);

  const put = {
    path: 'a.md',
    op: 'put',
    expect: { etag: etag('one') },
    bytes: Buffer.from('ours'),
  } as const;
  const editors: Record<string, () => void> = {
    'in place': () => writeFileSync(file, 'theirs'),
    'in place, of the same length': () => writeFileSync(file, 'ONE'),
    'by a rename': () => {
      writeFileSync(join(plans, 'a.md~'), 'two');
      renameSync(join(plans, 'a.md~'), file);
    },
    'by removing it': () => unlinkSync(file),
  };
  for (const [how, edit] of Object.entries(editors)) {
    writeFileSync(file, 'one');
    // Old enough for its times to be reliable, so they show the change.
    utimesSync(file, 1e9, 1e9);
    await locked(host, (lock) => {
      assert.equal(lock.read('a.md').kind, 'file');
      edit();
      assert.deepEqual(lock.commit([put]), stale, how);
      assert.notEqual(existsSync(file) && text(file), 'ours', how);
    });
  }
  await locked(host, (lock) => {
    assert.equal(lock.read('new.md').kind, 'absent');
    writeFileSync(join(plans, 'new.md'), 'theirs');
    assert.deepEqual(lock.commit([{ ...put, path: 'new.md', expect: 'anything' }]), stale);
    assert.equal(text(join(plans, 'new.md')), 'theirs');
  });
  assert.deepEqual(leftovers(plans), []);
});

test('a recent file is compared by its bytes, because its times are not reliable', async (context) => {
  const { plans, host } = makeProject(context);
  const file = join(plans, 'a.md');
  writeFileSync(file, 'one');
  await locked(host, (lock) => {
    const { ino, mtime, atime } = statSync(file);
    assert.equal(lock.read('a.md').kind, 'file');
    writeFileSync(file, 'ONE');
    utimesSync(file, atime, mtime);
    assert.equal(statSync(file).ino, ino);
    const bytes = Buffer.from('ours');
    assert.deepEqual(
      lock.commit([{ path: 'a.md', op: 'put', expect: { etag: etag('one') }, bytes }]),
      stale,
    );
    assert.equal(text(file), 'ONE');
  });
});

test('a file that an editor creates at the last moment is not replaced', async (context) => {
  const { root, plans } = makeProject(context);
  const paths = new PlanPaths(root, PLANS);
  const held = await new DirectoryLock().take(() => createLockDirectory(plans));
  const late = {
    ...held,
    renew: () => {
      writeFileSync(join(plans, 'a.md'), 'theirs');
      return held.renew();
    },
  };
  const write = { path: 'a.md', op: 'put', expect: 'absent', bytes: Buffer.from('ours') } as const;
  assert.deepEqual(commit([write], commitContext(paths, late)), stale);
  assert.equal(text(join(plans, 'a.md')), 'theirs');
  held.release();
  assert.deepEqual(leftovers(plans), []);
});

test('several files are written in order, and none if one of them is not as expected', async (context) => {
  const { plans, host } = makeProject(context);
  const put = (path: string, expect: Write['expect'] = 'anything'): Write => ({
    path,
    op: 'put',
    expect,
    bytes: Buffer.from(path),
  });
  await locked(host, (lock) => {
    assert.deepEqual(
      lock.commit([put('a.md', 'absent'), put('b.md', { etag: etag('other') })]),
      stale,
    );
    assert.deepEqual(lock.commit([put('a.md'), put('.history/lock')]), {
      kind: 'failed',
      at: 1,
      fault: 'notAFile',
    });
    assert.deepEqual(readdirSync(plans), ['.history']);
    assert.deepEqual(lock.commit([put('a.md'), put('b.md')]), {
      kind: 'committed',
      etags: [etag('a.md'), etag('b.md')],
    });
  });
  assert.deepEqual(readdirSync(plans).sort(), ['.history', 'a.md', 'b.md']);
});

test('the mode and, if permitted, the owner of a file are kept', async (context) => {
  const { plans, host } = makeProject(context);
  const file = join(plans, 'a.md');
  for (const mode of [0o600, 0o640, 0o666, 0o755]) {
    writeFileSync(file, 'one');
    chmodSync(file, mode);
    if (isRoot) chownSync(file, 1234, 4321);
    assert.deepEqual(await commitOne(host, 'a.md', 'two'), committed('two'));
    const stats = statSync(file);
    assert.equal((stats.mode & 0o7777).toString(8), mode.toString(8));
    if (isRoot) assert.deepEqual([stats.uid, stats.gid], [1234, 4321]);
    unlinkSync(file);
  }
  const umask = process.umask(0o027);
  await commitOne(host, 'new.md', 'one');
  process.umask(umask);
  assert.equal((statSync(join(plans, 'new.md')).mode & 0o7777).toString(8), '640');
});

test('a link is written at its target inside the plans directory, and nowhere else', async (context) => {
  const { root, plans, host } = makeProject(context);
  writeFileSync(join(plans, 'real.md'), 'one');
  writeFileSync(join(root, 'secret.md'), 'one');
  mkdirSync(join(root, 'elsewhere'));
  symlinkSync('real.md', join(plans, 'inside.md'));
  symlinkSync('../secret.md', join(plans, 'outside.md'));
  symlinkSync('nowhere.md', join(plans, 'dangling.md'));
  symlinkSync('../nowhere.md', join(plans, 'dangling-outside.md'));
  symlinkSync('../elsewhere', join(plans, 'out'));
  symlinkSync('.history', join(plans, 'directory.md'));

  await locked(host, (lock) => {
    assert.equal(lock.read('inside.md').kind, 'file');
    const write = { path: 'inside.md', expect: { etag: etag('one') }, bytes: Buffer.from('two') };
    assert.deepEqual(lock.commit([{ ...write, op: 'put' }]), committed('two'));
  });
  assert.equal(text(join(plans, 'real.md')), 'two');
  assert.equal(readlinkSync(join(plans, 'inside.md')), 'real.md');

  const outside = ['outside.md', '../secret.md', '../new.md', '..', 'out/new.md', 'out/a/b.md'];
  for (const path of outside) {
    assert.deepEqual(await commitOne(host, path, 'x'), failed('outsideRoot'), path);
  }
  const noFile = ['dangling.md', 'dangling-outside.md', 'directory.md', ''];
  for (const path of noFile) {
    assert.deepEqual(await commitOne(host, path, 'x'), failed('notAFile'), path);
  }
  assert.equal(text(join(root, 'secret.md')), 'one');
  assert.deepEqual(readdirSync(join(root, 'elsewhere')), []);
  assert.deepEqual(readdirSync(root).sort(), ['elsewhere', PLANS, 'secret.md'].sort());

  await commitOne(host, 'inside.md', '', { op: 'delete' });
  assert.equal(text(join(plans, 'real.md')), 'two');
  assert.equal(lstatSync(join(plans, 'inside.md'), { throwIfNoEntry: false }), undefined);
});

test('a plans directory that leads out of the root is not written to', async (context) => {
  const { root } = makeProject(context);
  const elsewhere = realpathSync(mkdtempSync(join(tmpdir(), 'elsewhere-')));
  context.after(() => rmSync(elsewhere, { recursive: true, maxRetries: 10 }));
  symlinkSync(elsewhere, join(root, 'out'));
  const outside = { kind: 'unlocked', fault: 'outsideRoot' };
  assert.deepEqual(await commitOne(nodeHost(root, 'out'), 'a.md', 'x'), outside);
  assert.deepEqual(await commitOne(nodeHost(root, 'out/plans'), 'a.md', 'x'), outside);
  assert.deepEqual(await nodeHost(root, 'out').lock({ create: false }), {
    kind: 'fault',
    fault: 'outsideRoot',
  });
  assert.deepEqual(readdirSync(elsewhere), []);
});

test('a history or lock that is a link is refused', async (context) => {
  const { root, plans, host } = makeProject(context);
  const outside = { kind: 'unlocked', fault: 'outsideRoot' };
  mkdirSync(join(root, 'src'));
  writeFileSync(join(root, 'src', 'main.ts'), 'precious');
  utimesSync(join(root, 'src', 'main.ts'), 1e9, 1e9);
  symlinkSync('../src', join(plans, '.history'));
  assert.deepEqual(await commitOne(host, 'a.md', 'x'), outside);
  unlinkSync(join(plans, '.history'));
  mkdirSync(join(plans, '.history'));
  symlinkSync('../../src', join(plans, '.history', 'lock'));
  assert.deepEqual(await commitOne(host, 'a.md', 'x'), outside);
  unlinkSync(join(plans, '.history', 'lock'));
  mkdirSync(join(plans, '.history', 'lock'));
  symlinkSync('../../../src', join(plans, '.history', 'lock', 'held'));
  assert.deepEqual(await commitOne(host, 'a.md', 'x'), {
    kind: 'unlocked',
    fault: 'notADirectory',
  });
  assert.deepEqual(readdirSync(join(root, 'src')), ['main.ts']);
});

test('a pipe is not written to', { skip: cannotHave('named pipes') }, async (context) => {
  const { plans, host } = makeProject(context);
  execFileSync('mkfifo', [join(plans, 'pipe.md')]);
  for (const op of ['put', 'append', 'delete'] as const) {
    assert.deepEqual(await commitOne(host, 'pipe.md', 'x', { op }), failed('notAFile'), op);
  }
  assert.ok(lstatSync(join(plans, 'pipe.md')).isFIFO());
});

test('only regular files are written to', async (context) => {
  const { root, plans, host } = makeProject(context);
  mkdirSync(join(plans, 'dir.md'));
  assert.deepEqual(await commitOne(host, 'dir.md', 'x'), failed('notAFile'));
  writeFileSync(join(root, 'file'), '');
  assert.deepEqual(await commitOne(nodeHost(root, 'file'), 'a.md', 'x'), {
    kind: 'unlocked',
    fault: 'notADirectory',
  });
  writeFileSync(join(plans, 'file'), '');
  assert.deepEqual(await commitOne(host, 'file/a.md', 'x'), failed('notADirectory'));
  assert.equal((await commitOne(host, 'a\0.md', 'x')).kind, 'failed');
});

test('a file that is too large to be read is not written', async (context) => {
  const { plans, host } = makeProject(context);
  writeFileSync(join(plans, 'a.md'), 'one');
  const bytes = Buffer.alloc(32 * 1024 * 1024 + 1);
  assert.deepEqual(await commitOne(host, 'a.md', '', { bytes }), failed('tooLarge'));
  assert.equal(text(join(plans, 'a.md')), 'one');
});

test('a lock that was broken stops the write, even at the rename', async (context) => {
  const { root, plans } = makeProject(context);
  const paths = new PlanPaths(root, PLANS);
  writeFileSync(join(plans, 'a.md'), 'one');
  const lockDirectory = createLockDirectory(plans);
  const removeHeld = () =>
    rmSync(join(lockDirectory, 'held'), { recursive: true, force: true, maxRetries: 10 });
  for (const path of ['a.md', 'new.md']) {
    const write = { path, op: 'put', expect: 'anything', bytes: Buffer.from('ours') } as const;
    const taken = await new DirectoryLock().take(() => lockDirectory);
    removeHeld();
    mkdirSync(join(lockDirectory, 'held'));
    assert.deepEqual(commit([write], commitContext(paths, taken)), failed('busy'));
    taken.release();

    const asleep = await new DirectoryLock().take(() => lockDirectory);
    const renew = () => {
      removeHeld();
      return true;
    };
    const seen = path === 'new.md' ? new Map([[path, undefined]]) : new Map();
    const committed = commit([write], commitContext(paths, { ...asleep, renew }, seen));
    assert.deepEqual(committed, failed('busy'));
    asleep.release();
  }
  assert.equal(text(join(plans, 'a.md')), 'one');
  assert.deepEqual(readdirSync(plans).sort(), ['.history', 'a.md']);
  assert.deepEqual(leftovers(plans), []);
});

test('without permission, nothing is written and nothing is left behind', async (context) => {
  const { root, plans, host } = makeProject(context);
  chmodSync(root, 0o755);
  writeFileSync(join(plans, 'a.md'), 'one');
  chmodSync(plans, 0o555);
  assert.deepEqual(await asOtherUser(() => commitOne(host, 'a.md', 'x')), {
    kind: 'unlocked',
    fault: 'denied',
  });
  assert.deepEqual(readdirSync(plans), ['a.md']);

  chmodSync(plans, 0o777);
  chmodSync(join(plans, 'a.md'), 0o444);
  assert.deepEqual(await asOtherUser(() => commitOne(host, 'a.md', 'x')), failed('denied'));
  assert.equal(text(join(plans, 'a.md')), 'one');
  assert.deepEqual(leftovers(plans), []);
});

test('a full disk changes nothing, and a read-only one is reported', async (context) => {
  const root = smallDisk(context, 'size=128k');
  if (root === undefined) return context.skip('only root can mount a small disk');
  const disk = join(root, PLANS);
  const host = nodeHost(root, PLANS);
  assert.deepEqual(await commitOne(host, 'a.md', 'one'), committed('one'));
  await commitOne(host, 'log', 'one', { op: 'append' });
  await commitOne(host, 'filler', 'x'.repeat(90_000));

  const large = 'x'.repeat(64_000);
  assert.deepEqual(await commitOne(host, 'a.md', large), failed('noSpace'));
  assert.deepEqual(await commitOne(host, 'new.md', large), failed('noSpace'));
  assert.deepEqual(await commitOne(host, 'log', large, { op: 'append' }), failed('noSpace'));
  assert.equal(text(join(disk, 'a.md')), 'one');
  assert.equal(text(join(disk, 'log')), 'one');
  assert.deepEqual(readdirSync(disk).sort(), ['.history', 'a.md', 'filler', 'log']);
  assert.deepEqual(leftovers(disk), []);

  truncateSync(join(disk, 'filler'), 0);
  assert.throws(() => writeFileSync(join(disk, 'filler'), 'x'.repeat(200_000)), /ENOSPC/);
  assert.deepEqual(await commitOne(host, 'a.md', 'two'), failed('noSpace'));
  assert.deepEqual(leftovers(disk), []);
  truncateSync(join(disk, 'filler'), 0);
  assert.deepEqual(await commitOne(host, 'a.md', 'two'), committed('two'));

  execFileSync('mount', ['-o', 'remount,ro', root]);
  assert.deepEqual(await commitOne(host, 'a.md', 'three'), {
    kind: 'unlocked',
    fault: 'readOnly',
  });
  assert.equal(text(join(disk, 'a.md')), 'two');
});

/** In CI, a test that cannot run is a failure. */
function smallDisk(context: TestContext, options: string): string | undefined {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'disk-')));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', root], { stdio: 'pipe' });
    context.after(() => execFileSync('umount', [root]));
    return root;
  } catch (error) {
    if (process.env.CI) throw error;
    return undefined;
  } finally {
    context.after(() => rmdirSync(root));
  }
}
