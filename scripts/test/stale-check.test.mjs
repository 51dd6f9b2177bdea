import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { root, toolsDir } from '../lib/project.mjs';
import { buildIfStale, inputHash, isFresh } from '../lib/stale-check.mjs';

let folder = '';
let part = { name: '', inputs: [''], outputs: [''] };
beforeEach(() => {
  mkdirSync(toolsDir, { recursive: true });
  folder = mkdtempSync(join(toolsDir, 'test-'));
  const path = relative(root, folder).replaceAll('\\', '/');
  part = { name: basename(folder), inputs: [`${path}/in`], outputs: [`${path}/out`] };
  mkdirSync(join(folder, 'in', 'deep'), { recursive: true });
  writeFileSync(join(folder, 'in', 'deep', 'a'), 'one');
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  rmSync(join(toolsDir, 'stamps', part.name), { force: true });
});

const build = async () => writeFileSync(join(folder, 'out'), 'made');

test('a part is built once, and again when an input changes', async () => {
  assert.ok(!isFresh(part));
  await buildIfStale(part, build);
  assert.ok(isFresh(part));
  await buildIfStale(part, () => assert.fail('it is fresh'));
  writeFileSync(join(folder, 'in', 'deep', 'a'), 'two');
  assert.ok(!isFresh(part));
});

test('a part whose output was deleted is built again', async () => {
  await buildIfStale(part, build);
  rmSync(join(folder, 'out'));
  assert.ok(!isFresh(part));
});

test('a build that fails leaves the part stale, even if it was fresh for other inputs', async () => {
  await buildIfStale(part, build);
  writeFileSync(join(folder, 'in', 'deep', 'a'), 'two');
  await assert.rejects(buildIfStale(part, () => Promise.reject(new Error('no'))));
  writeFileSync(join(folder, 'in', 'deep', 'a'), 'one');
  assert.ok(!isFresh(part));
});

test('a renamed file changes the hash', () => {
  const before = inputHash(part.inputs);
  rmSync(join(folder, 'in', 'deep', 'a'));
  writeFileSync(join(folder, 'in', 'deep', 'b'), 'one');
  assert.notEqual(inputHash(part.inputs), before);
});
