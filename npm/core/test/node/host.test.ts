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
import { cannotHave } from '../../../../scripts/lib/platform-gaps.mjs';
import type { Found, Unchanged } from '../../src/host.ts';
import { nodeHost } from '../../src/node/host.ts';
import { stampOf } from '../../src/node/read-file.ts';
import { asOtherUser, locked } from './helpers/project.ts';

const DAY_MS = 86_400_000;

/** A project with an empty plans directory, and its host, whose clock can be advanced. */
function project(context: TestContext) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'node-host-')));
  context.after(() => rmSync(root, { recursive: true, maxRetries: 10 }));
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
  assert.ok(listed.kind === 'directory');
  assert.deepEqual(listed.names.sort(), ['.history', 'ä b.md']);
  assert.deepEqual(host.list('no/such'), { kind: 'absent' });
  assert.deepEqual(nodeHost(root, 'no-plans').list(''), { kind: 'absent' });
});

test('a file in place of the plans directory is reported', (context) => {
  const { root } = project(context);
  writeFileSync(join(root, 'file'), '');
  assert.deepEqual(nodeHost(root, 'file').list(''), { kind: 'fault', fault: 'notADirectory' });
});

test('a file is read with its bytes, and a missing one is absent', (context) => {
  const { plans, host } = project(context);
  writeFileSync(join(plans, 'a.md'), 'abc');
  const found = host.read('a.md');
  assert.ok(found.kind === 'file');
  assert.equal(Buffer.from(found.bytes).toString(), 'abc');
  assert.deepEqual(host.read('b.md'), { kind: 'absent' });
  assert.deepEqual(host.read('a.md/b.md'), { kind: 'absent' });
});

test('the etag is the SHA-256 of the bytes; that of a small file is left to the core', async (context) => {
  const { plans, host } = project(context);
  writeFileSync(join(plans, 'small.md'), 'abc');
  writeFileSync(join(plans, 'large.md'), 'x'.repeat(256 * 1024));
  const etag = (found: Found | Unchanged) => found.kind === 'file' && found.etag;
  assert.equal(etag(host.read('small.md')), undefined);
  assert.equal(
    etag(host.read('large.md')),
    'd509bff642a353f88582e8a846ecae041c333b79c57a7a24ff310fbdb7e914e9',
  );
  assert.equal(etag(host.read('large.md', { hash: false })), undefined);
  await locked(host, (lock) =>
    assert.equal(
      etag(lock.read('small.md')),
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    ),
  );
});

test('an unchanged file is not read again, unless it is younger than two seconds', (context) => {
  const { plans, clock, host } = project(context);
  const file = join(plans, 'a.md');
  writeFileSync(file, 'one');
  const young = host.read('a.md');
  assert.ok(young.kind === 'file');
  assert.equal(young.stamp, undefined);

  clock.ahead = DAY_MS;
  const old = host.read('a.md', { known: young.stamp });
  assert.ok(old.kind === 'file');
  assert.ok(old.stamp);
  assert.deepEqual(host.read('a.md', { known: old.stamp }), { kind: 'unchanged' });

  writeFileSync(file, 'two');
  assert.equal(host.read('a.md', { known: old.stamp }).kind, 'file');

  clock.ahead = 0;
  assert.equal(host.read('a.md', { known: old.stamp }).kind, 'file');
});

test('a link is followed within the plans directory and nowhere else', (context) => {
  const { root, plans, host } = project(context);
  writeFileSync(join(plans, 'real.md'), 'inside');
  writeFileSync(join(root, 'secret.md'), 'outside');
  symlinkSync('real.md', join(plans, 'inside.md'));
  symlinkSync('../secret.md', join(plans, 'outside.md'));
  symlinkSync('nowhere.md', join(plans, 'dangling.md'));
  symlinkSync('loop.md', join(plans, 'loop.md'));
  assert.equal(host.read('inside.md').kind, 'file');
  assert.deepEqual(host.read('outside.md'), outside);
  assert.deepEqual(host.read('../secret.md'), outside);
  assert.deepEqual(host.list('..'), outside);
  assert.deepEqual(host.read('dangling.md'), { kind: 'absent' });
  assert.deepEqual(host.read('loop.md'), {
    kind: 'fault',
    fault: 'io:too many symbolic links encountered',
  });
});

test('a plans directory that is a link may not lead out of the root', (context) => {
  const { root, plans } = project(context);
  const elsewhere = realpathSync(mkdtempSync(join(tmpdir(), 'elsewhere-')));
  context.after(() => rmSync(elsewhere, { recursive: true, maxRetries: 10 }));
  symlinkSync(elsewhere, join(root, 'out'));
  symlinkSync(plans, join(root, 'in'));
  assert.deepEqual(nodeHost(root, 'out').list(''), outside);
  assert.deepEqual(nodeHost(root, 'out').read('a.md'), outside);
  assert.equal(nodeHost(root, 'in').list('').kind, 'directory');
});

test('a directory is not read as a file', (context) => {
  const { plans, host } = project(context);
  mkdirSync(join(plans, 'dir.md'));
  assert.deepEqual(host.read('dir.md'), notAFile);
});

test('a pipe is refused, without blocking', { skip: cannotHave('named pipes') }, (context) => {
  const { plans, host } = project(context);
  execFileSync('mkfifo', [join(plans, 'pipe.md')]);
  assert.deepEqual(host.read('pipe.md'), notAFile);
});

test('a file larger than 32 MB is refused', (context) => {
  const { plans, host } = project(context);
  const file = join(plans, 'large.md');
  writeFileSync(file, '');
  truncateSync(file, 32 * 1024 * 1024 + 1);
  assert.deepEqual(host.read('large.md'), { kind: 'fault', fault: 'tooLarge' });
});

test('a file without permission is denied', { skip: cannotHave('mode bits') }, async (context) => {
  const { root, plans, host } = project(context);
  chmodSync(root, 0o755);
  const file = join(plans, 'secret.md');
  writeFileSync(file, '');
  chmodSync(file, 0);
  const found = await asOtherUser(() => host.read('secret.md'));
  assert.deepEqual(found, { kind: 'fault', fault: 'denied' });
});

test('a name with a NUL is a fault, not a crash', (context) => {
  const { host } = project(context);
  assert.equal(host.read('a\0.md').kind, 'fault');
});

test('a scanned file is read completely, also through a link inside the plans directory', (context) => {
  const { root, plans, host } = project(context);
  mkdirSync(join(plans, 'context'));
  const scan = (name: string) => {
    const found = host.read(`context/${name}`, { hash: false });
    return found.kind === 'file' ? Buffer.from(found.bytes).toString() : found;
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
  assert.equal(scan('a.md'), 'abc');
  assert.equal(scan('long.md'), long);
  assert.equal(scan('empty.md'), '');
  assert.equal(scan('edge.md'), 'x'.repeat(64 * 1024));
  assert.equal(scan('inside.md'), 'abc');
  assert.deepEqual(scan('outside.md'), outside);
  assert.deepEqual(scan('directory.md'), notAFile);
  assert.deepEqual(scan('gone.md'), { kind: 'absent' });
  assert.deepEqual(host.read('nowhere/a.md', { hash: false }), { kind: 'absent' });
});

test('a scanned file is read again only if it may have changed', (context) => {
  const { plans, clock, host } = project(context);
  const file = join(plans, 'a.md');
  writeFileSync(file, 'one');
  symlinkSync('a.md', join(plans, 'link.md'));
  const scan = (path: string, known?: string) => {
    const found = host.read(path, { known, hash: false });
    return found.kind === 'file' ? [Buffer.from(found.bytes).toString(), found.stamp] : found;
  };
  assert.deepEqual(
    scan('a.md'),
    ['one', undefined],
    'a young file can change without its times showing it',
  );
  clock.ahead = DAY_MS;
  const stamp = stampOf(statSync(file));
  assert.deepEqual(scan('a.md'), ['one', stamp]);
  assert.deepEqual(scan('a.md', stamp), { kind: 'unchanged' });
  assert.deepEqual(scan('link.md'), ['one', stamp], 'a link is followed');
  assert.deepEqual(scan('link.md', stamp), { kind: 'unchanged' });
  writeFileSync(file, 'two');
  assert.deepEqual(scan('a.md', stamp), ['two', stampOf(statSync(file))]);
  assert.deepEqual(scan('link.md', stamp), ['two', stampOf(statSync(file))]);
  unlinkSync(file);
  assert.deepEqual(scan('a.md', stamp), { kind: 'absent' });
});

test('under the lock a file is read, unless the caller knows its size and times', async (context) => {
  const { plans, host } = project(context);
  mkdirSync(join(plans, '.history', 'lock'), { recursive: true });
  const file = join(plans, '.history', 'a.jsonl');
  writeFileSync(file, 'one\n');
  const stamp = stampOf(statSync(file));
  await locked(host, (lock) => {
    assert.equal(lock.read('.history/a.jsonl').kind, 'file');
    assert.deepEqual(lock.read('.history/a.jsonl', { known: stamp }), { kind: 'unchanged' });
    writeFileSync(file, 'one\ntwo\n');
    assert.equal(lock.read('.history/a.jsonl', { known: stamp }).kind, 'file');
  });
});

test('a file has the time of its last change', (context) => {
  const { plans, host } = project(context);
  writeFileSync(join(plans, 'a.md'), 'abc');
  utimesSync(join(plans, 'a.md'), 1_700_000_000, 1_700_000_000);
  const found = host.read('a.md');
  assert.equal(found.kind === 'file' && found.modified, 1_700_000_000_000);
});
