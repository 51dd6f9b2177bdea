import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
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
import { nodeHost } from '../../src/node/host.ts';
import { stampOf } from '../../src/node/read-file.ts';
import { asOtherUser } from './helpers/project.ts';

const DAY_MS = 86_400_000;

/** A project with an empty plans directory, and its host, whose clock can be advanced. */
function project(context: TestContext) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'node-host-')));
  context.after(() => rmSync(root, { recursive: true }));
  const plans = join(root, 'plans');
  mkdirSync(plans);
  const clock = { ahead: 0 };
  const host = nodeHost(root, 'plans', { now: () => Date.now() + clock.ahead });
  return { root, plans, clock, host };
}

const outside = { kind: 'fault', fault: 'outsideRoot' };
const notAFile = { kind: 'fault', fault: 'notAFile' };

test('a directory is listed, and a missing one is absent', (context) => {
  const { root, plans, host } = project(context);
  writeFileSync(join(plans, 'ä b.md'), '');
  mkdirSync(join(plans, '.history'));
  const listed = host.list('');
  assert.ok(listed.kind === 'names');
  assert.deepEqual(listed.names.sort(), ['.history', 'ä b.md']);
  assert.deepEqual(host.list('no/such'), { kind: 'absent' });
  assert.deepEqual(nodeHost(root, 'no-plans').list(''), { kind: 'absent' });
});

test('a file in place of the plans directory is reported', (context) => {
  const { root } = project(context);
  writeFileSync(join(root, 'file'), '');
  assert.deepEqual(nodeHost(root, 'file').list(''), { kind: 'fault', fault: 'notADirectory' });
});

test('a file has the SHA-256 of its bytes as its etag', (context) => {
  const { plans, host } = project(context);
  writeFileSync(join(plans, 'a.md'), 'abc');
  const loaded = host.load('a.md', '');
  assert.ok(loaded.kind === 'bytes');
  assert.equal(Buffer.from(loaded.bytes).toString(), 'abc');
  assert.equal(loaded.etag, 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  assert.deepEqual(host.load('b.md', ''), { kind: 'absent' });
  assert.deepEqual(host.load('a.md/b.md', ''), { kind: 'absent' });
});

test('an unchanged file is not read again, unless it is younger than two seconds', (context) => {
  const { plans, clock, host } = project(context);
  const file = join(plans, 'a.md');
  writeFileSync(file, 'one');
  const young = host.load('a.md', '');
  assert.ok(young.kind === 'bytes');
  assert.equal(young.stamp, '');

  clock.ahead = DAY_MS;
  const old = host.load('a.md', young.stamp);
  assert.ok(old.kind === 'bytes');
  assert.notEqual(old.stamp, '');
  assert.deepEqual(host.load('a.md', old.stamp), { kind: 'same' });

  writeFileSync(file, 'two');
  assert.equal(host.load('a.md', old.stamp).kind, 'bytes');

  clock.ahead = 0;
  assert.equal(host.load('a.md', old.stamp).kind, 'bytes');
});

test('a link is followed within the plans directory and nowhere else', (context) => {
  const { root, plans, host } = project(context);
  writeFileSync(join(plans, 'real.md'), 'inside');
  writeFileSync(join(root, 'secret.md'), 'outside');
  symlinkSync('real.md', join(plans, 'inside.md'));
  symlinkSync('../secret.md', join(plans, 'outside.md'));
  symlinkSync('nowhere.md', join(plans, 'dangling.md'));
  symlinkSync('loop.md', join(plans, 'loop.md'));
  assert.equal(host.load('inside.md', '').kind, 'bytes');
  assert.deepEqual(host.load('outside.md', ''), outside);
  assert.deepEqual(host.load('../secret.md', ''), outside);
  assert.deepEqual(host.list('..'), outside);
  assert.deepEqual(host.load('dangling.md', ''), { kind: 'absent' });
  assert.deepEqual(host.load('loop.md', ''), {
    kind: 'fault',
    fault: 'io:too many symbolic links encountered',
  });
});

test('a plans directory that is a link may not lead out of the root', (context) => {
  const { root, plans } = project(context);
  const elsewhere = realpathSync(mkdtempSync(join(tmpdir(), 'elsewhere-')));
  context.after(() => rmSync(elsewhere, { recursive: true }));
  symlinkSync(elsewhere, join(root, 'out'));
  symlinkSync(plans, join(root, 'in'));
  assert.deepEqual(nodeHost(root, 'out').list(''), outside);
  assert.deepEqual(nodeHost(root, 'out').load('a.md', ''), outside);
  assert.equal(nodeHost(root, 'in').list('').kind, 'names');
});

test('anything but a regular file is refused, without blocking', (context) => {
  const { plans, host } = project(context);
  mkdirSync(join(plans, 'dir.md'));
  assert.deepEqual(host.load('dir.md', ''), notAFile);
  if (process.platform === 'win32') return;
  execFileSync('mkfifo', [join(plans, 'pipe.md')]);
  assert.deepEqual(host.load('pipe.md', ''), notAFile);
});

test('a file larger than 32 MB is refused', (context) => {
  const { plans, host } = project(context);
  const file = join(plans, 'large.md');
  writeFileSync(file, '');
  truncateSync(file, 32 * 1024 * 1024 + 1);
  assert.deepEqual(host.load('large.md', ''), { kind: 'fault', fault: 'tooLarge' });
});

test('a file without permission is denied', async (context) => {
  const { root, plans, host } = project(context);
  chmodSync(root, 0o755);
  const file = join(plans, 'secret.md');
  writeFileSync(file, '');
  chmodSync(file, 0);
  const loaded = await asOtherUser(() => host.load('secret.md', ''));
  assert.deepEqual(loaded, { kind: 'fault', fault: 'denied' });
});

test('a name with a NUL is a fault, not a crash', (context) => {
  const { host } = project(context);
  assert.equal(host.load('a\0.md', '').kind, 'fault');
});

test('a scanned file is read completely, also through a link inside the plans directory', (context) => {
  const { root, plans, host } = project(context);
  mkdirSync(join(plans, 'context'));
  const look = (name: string) => {
    const seen = host.look(`context/${name}`);
    return seen.kind === 'bytes' ? Buffer.from(seen.bytes).toString() : seen;
  };
  const put = (name: string, text: string) => writeFileSync(join(plans, 'context', name), text);
  const long = 'ä'.repeat(100_000);
  put('a.md', 'abc');
  put('long.md', long);
  put('empty.md', '');
  put('edge.md', 'x'.repeat(64 * 1024));
  mkdirSync(join(plans, 'context', 'directory.md'));
  writeFileSync(join(root, 'secret'), 'secret');
  symlinkSync('a.md', join(plans, 'context', 'inside.md'));
  symlinkSync(join(root, 'secret'), join(plans, 'context', 'outside.md'));
  assert.equal(look('a.md'), 'abc');
  assert.equal(look('long.md'), long);
  assert.equal(look('empty.md'), '');
  assert.equal(look('edge.md'), 'x'.repeat(64 * 1024));
  assert.equal(look('inside.md'), 'abc');
  assert.deepEqual(look('outside.md'), outside);
  assert.deepEqual(look('directory.md'), notAFile);
  assert.deepEqual(look('gone.md'), { kind: 'absent' });
  assert.deepEqual(host.look('nowhere/a.md'), { kind: 'absent' });
});

test('a scanned file is read again only if it may have changed', (context) => {
  const { plans, clock, host } = project(context);
  const file = join(plans, 'a.md');
  writeFileSync(file, 'one');
  symlinkSync('a.md', join(plans, 'link.md'));
  const look = (path: string, unless: string) => {
    const seen = host.look(path, unless);
    return seen.kind === 'bytes' ? [Buffer.from(seen.bytes).toString(), seen.stamp ?? ''] : seen;
  };
  assert.deepEqual(look('a.md', ''), ['one', ''], 'a young file may change unseen');
  clock.ahead = DAY_MS;
  const stamp = stampOf(statSync(file));
  assert.deepEqual(look('a.md', ''), ['one', stamp]);
  assert.deepEqual(look('a.md', stamp), { kind: 'same' });
  assert.deepEqual(look('link.md', ''), ['one', stamp], 'a link is followed');
  assert.deepEqual(look('link.md', stamp), { kind: 'same' });
  writeFileSync(file, 'two');
  assert.deepEqual(look('a.md', stamp), ['two', stampOf(statSync(file))]);
  assert.deepEqual(look('link.md', stamp), ['two', stampOf(statSync(file))]);
  unlinkSync(file);
  assert.deepEqual(look('a.md', stamp), { kind: 'absent' });
});

test('under the lock a file is read, unless the caller knows its size and times', async (context) => {
  const { plans, host } = project(context);
  mkdirSync(join(plans, '.history', 'lock'), { recursive: true });
  const file = join(plans, '.history', 'a.jsonl');
  writeFileSync(file, 'one\n');
  const stamp = stampOf(statSync(file));
  const access = await host.lock(true);
  assert.ok(access.kind === 'locked');
  const { lock } = access;
  assert.equal(lock.load('.history/a.jsonl').kind, 'bytes');
  assert.deepEqual(lock.load('.history/a.jsonl', stamp), { kind: 'same' });
  writeFileSync(file, 'one\ntwo\n');
  assert.equal(lock.load('.history/a.jsonl', stamp).kind, 'bytes');
  lock.release();
});

test('a file has the time of its last change', (context) => {
  const { plans, host } = project(context);
  writeFileSync(join(plans, 'a.md'), 'abc');
  utimesSync(join(plans, 'a.md'), 1_700_000_000, 1_700_000_000);
  const loaded = host.load('a.md', '');
  assert.equal(loaded.kind === 'bytes' && loaded.modified, 1_700_000_000_000);
});
