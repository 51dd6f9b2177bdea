/** Where no driver ran: conflicts that git left by lines are merged by task afterwards, with what git still knows. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { BASE, BOTH, OURS, THEIRS, ticked } from '../../../npm/mcp/test/cli/helpers/versions.ts';
import { ltpBin, run, serverBin } from '../helpers/commands.ts';
import { PLAN, Repository } from '../helpers/repository.ts';

async function twoBranches(repository: Repository): Promise<void> {
  await repository.on('theirs');
  await repository.commit(THEIRS);
  await repository.on('main');
  await repository.commit(OURS);
}

/** Git leaves the plan in conflict, and ltp resolve needs to ask nothing. */
async function resolvesAlone(repository: Repository, expected = BOTH): Promise<void> {
  assert.match(repository.plan, /^<{7}/m);
  const resolved = await repository.ltp('resolve', 'demo');
  assert.equal(resolved, `All resolved.\nNow run git add ${PLAN}\n`);
  assert.equal(repository.plan, expected);
}

test('a merge is redone from the index', async (context) => {
  const repository = await Repository.withoutDriver(context);
  await twoBranches(repository);
  for (const style of ['merge', 'diff3', 'zdiff3']) {
    const merge = ['-c', `merge.conflictStyle=${style}`, 'merge', 'theirs'];
    assert.equal((await repository.tryGit(...merge)).code, 1);
    await resolvesAlone(repository);
    await repository.git('merge', '--abort');
  }
  await repository.tryGit('merge', 'theirs');
  await resolvesAlone(repository);
  await repository.git('add', PLAN);
  await repository.git('commit', '-q', '-m', 'Both');
  await repository.isWhole();
});

test('a rebase, a cherry-pick, a revert and a stash are redone from the index', async (context) => {
  const repository = await Repository.withoutDriver(context);
  await twoBranches(repository);
  assert.equal((await repository.tryGit('cherry-pick', 'theirs')).code, 1);
  await resolvesAlone(repository);
  await repository.git('add', PLAN);
  await repository.git('commit', '-q', '-m', 'Both');
  assert.equal((await repository.tryGit('revert', '--no-edit', 'HEAD~1')).code, 1);
  await resolvesAlone(repository, THEIRS);
  await repository.git('reset', '-q', '--hard', 'HEAD~1');
  assert.equal((await repository.tryGit('rebase', 'theirs')).code, 1);
  await resolvesAlone(repository);
  await repository.git('rebase', '--abort');
  await repository.on('other', 'main~1');
  repository.plan = THEIRS;
  await repository.git('stash', '-q');
  await repository.on('main');
  assert.equal((await repository.tryGit('stash', 'pop', '-q')).code, 1);
  await resolvesAlone(repository);
});

test('markers that were already added or committed are merged with the base that git names', async (context) => {
  const repository = await Repository.withoutDriver(context);
  await twoBranches(repository);
  const conflicts: [string, () => Promise<unknown>][] = [
    ['merge', () => repository.tryGit('merge', 'theirs')],
    ['cherry-pick', () => repository.tryGit('cherry-pick', 'theirs')],
    ['rebase', () => repository.tryGit('rebase', 'theirs')],
  ];
  for (const [operation, start] of conflicts) {
    await start();
    await repository.git('add', '-A');
    await resolvesAlone(repository);
    // A merge whose file was edited after git add cannot be aborted.
    await repository.git('reset', '-q', '--hard');
    if (operation === 'rebase') await repository.git('rebase', '--abort');
  }
  await repository.tryGit('merge', 'theirs');
  await repository.git('commit', '-q', '-a', '-m', 'With markers');
  await resolvesAlone(repository);
});

test('the working tree keeps its line endings', async (context) => {
  const repository = await Repository.withoutDriver(context);
  await twoBranches(repository);
  await repository.git('config', 'core.autocrlf', 'true');
  // Without what ltp git install says about line endings.
  writeFileSync(join(repository.root, '.git', 'info', 'attributes'), '*.md !eol\n');
  await repository.git('rm', '-q', '--cached', '-r', '.');
  await repository.git('reset', '-q', '--hard');
  assert.equal(repository.plan, OURS.replaceAll('\n', '\r\n'));
  await repository.tryGit('merge', 'theirs');
  await resolvesAlone(repository, BOTH.replaceAll('\n', '\r\n'));
});

test('only what contradicts is asked, and edits since the merge stay', async (context) => {
  const repository = await Repository.withoutDriver(context);
  await repository.on('theirs');
  await repository.commit(ticked(BASE.replace('Alpha', 'Better'), 'Beta'));
  await repository.on('main');
  await repository.commit(BASE.replace('Alpha', 'Best').replace('Gamma', 'Third'));
  await repository.tryGit('merge', 'theirs');
  repository.plan = repository.plan.replace('Delta', 'Edited since');
  const { conflicts } = JSON.parse(await repository.ltp('plan', 'resolve', 'demo'));
  const values = { base: 'Alpha', ours: 'Best', theirs: 'Better' };
  const open = { conflict: '1.title', line: 6, taskId: 't_a', field: 'title', ...values };
  assert.deepEqual(conflicts, [open]);
  const choice = ['plan', 'resolve', 'demo', '--choice', '1.title=theirs'];
  const { next } = JSON.parse(await repository.ltp(...choice));
  assert.equal(next, `git add ${PLAN}`);
  const expected = ticked(BASE, 'Beta').replace('Gamma', 'Third').replace('Alpha', 'Better');
  assert.equal(repository.plan, expected.replace('Delta', 'Edited since'));
});

test('ltp merge --from-index merges as the driver would have', async (context) => {
  const repository = await Repository.withoutDriver(context);
  await twoBranches(repository);
  const fromIndex = ['merge', '--from-index', PLAN];
  const early = await repository.tryLtp(...fromIndex);
  assert.equal(early.code, 1);
  assert.match(early.stderr, /demo\.md is not in conflict in the index of git/);
  await repository.tryGit('merge', 'theirs');
  const marked = repository.plan;
  assert.deepEqual(JSON.parse(await repository.ltp(...fromIndex)).conflicts, []);
  assert.equal(repository.plan, BOTH);
  const resolved = await repository.tryLtp(...fromIndex);
  assert.match(resolved.stderr, /is not one of the three versions, so its changes would be lost/);
  repository.plan = marked;
  assert.match(
    await repository.ltp(...fromIndex, '--format', 'text'),
    /Merged by task; now run git add \.long-term-plan\/demo\.md/,
  );
  await repository.git('merge', '--abort');

  await repository.on('deleted', 'main~1');
  await repository.git('rm', '-q', PLAN);
  await repository.git('commit', '-q', '-m', 'Delete it');
  await repository.on('main');
  await repository.tryGit('merge', 'deleted');
  const deleted = await repository.tryLtp(...fromIndex);
  assert.equal(deleted.code, 1);
  assert.match(deleted.stderr, /was deleted on their side; keep it with git add/);
});

test('a clone without a working driver is reported', async (context) => {
  const repository = await Repository.withoutDriver(context);
  repository.env = { ...repository.env, CI: '' };
  const doctor = async () => (await repository.tryLtp('git', 'doctor', '--format', 'text')).stdout;
  const checked = async () => (await repository.tryLtp('check')).stderr;
  assert.equal(
    await doctor(),
    `ok    .gitattributes gives plans to the merge driver
FAIL  this clone has no merge driver
      until it is fixed, git merges plans by lines and marks conflicts
→ ltp git install
`,
  );
  const advice =
    'git merges plans by lines here: this clone has no merge driver; run ltp git install';
  assert.equal(await checked(), `ltp: ${advice}\n`);
  assert.match(await serverLog(repository), new RegExp(`^long-term-plan-mcp: ${advice}$`, 'm'));

  await repository.ltp('git', 'install');
  assert.match(await doctor(), /^ok {4}the driver runs$/m);
  assert.equal(await checked(), '');
  assert.doesNotMatch(await serverLog(repository), /git merges/);
  const linked = join(repository.root, '..', 'linked');
  await repository.git('worktree', 'add', '-q', linked, '-b', 'linked');
  assert.equal((await run(ltpBin, ['check'], { cwd: linked, env: repository.env })).stderr, '');

  await repository.changeDriver((command) => command.replaceAll(ltpBin, '/gone/ltp'));
  assert.match(await doctor(), /^FAIL {2}the driver does not run: \/gone\/ltp is gone$/m);
  assert.match(
    await checked(),
    /the driver does not run: \/gone\/ltp is gone; run ltp git install/,
  );
  repository.env = { ...repository.env, CI: 'true' };
  assert.equal(await checked(), '');
  repository.env = { ...repository.env, CI: '' };

  await repository.changeDriver(() => 'ltp merge-driver -- %O %A %B %P %L %X %Y');
  assert.match(await doctor(), /^FAIL {2}an older version installed the driver/m);
  assert.match(await checked(), /an older version installed the driver.*run ltp git install/);

  const attributes = join(repository.root, '.gitattributes');
  writeFileSync(attributes, `# ${readFileSync(attributes, 'utf8')}`);
  assert.match(
    await doctor(),
    /^FAIL {2}\.gitattributes does not give plans to the merge driver$/m,
  );
  assert.equal(await checked(), '');
});

/** What the server logs in a session with one call. */
async function serverLog(repository: Repository): Promise<string> {
  const message = (id: number, method: string, params: object) =>
    `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`;
  const clientInfo = { name: 'test', version: '1' };
  const initialize = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo };
  const input = [
    message(1, 'initialize', initialize),
    message(2, 'tools/call', { name: 'plan_list', arguments: {} }),
  ].join('');
  const { root: cwd, env } = repository;
  return (await run(serverBin, [], { input, cwd, env })).stderr;
}
