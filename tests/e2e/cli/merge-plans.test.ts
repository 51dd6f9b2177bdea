/** The script of the workflow in docs/git.md, which merges plans in pull requests. */
import assert from 'node:assert/strict';
import { realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { BASE, BOTH, OURS, THEIRS, ticked } from '../../../npm/mcp/test/cli/helpers/versions.ts';
import { checkout, type Finished, ltpBin } from '../helpers/commands.ts';
import { makeProject } from '../helpers/project.ts';
import { PATH_WITHOUT_LTP, Repository } from '../helpers/repository.ts';

const script = join(checkout, 'docs', 'merge-plans.sh');

/** A clone on a runner: without the driver, and with `ltp` on the PATH. On the branch `pull`, `base` is to be merged. */
async function runner(
  context: TestContext,
  pull: string,
  base: string,
  { other = false } = {},
): Promise<Repository> {
  const repository = await Repository.withoutDriver(context);
  const bin = makeProject(context, 'bin');
  symlinkSync(realpathSync(ltpBin), join(bin, 'ltp'));
  repository.env = { PATH: [bin, PATH_WITHOUT_LTP].join(delimiter) };
  const code = (text: string) => other && writeFileSync(join(repository.root, 'code.txt'), text);
  await repository.on('base');
  code('one\n');
  await repository.commit(base);
  await repository.on('pull');
  code('two\n');
  await repository.commit(pull);
  return repository;
}

function mergePlans(repository: Repository): Promise<Finished> {
  return repository.tryGit('-c', `alias.plans=!sh '${script}'`, 'plans', 'base');
}

const parents = (repository: Repository) => repository.git('log', '-1', '--format=%p');

/** Nothing has changed, and no merge is in progress. */
async function assertUntouched(repository: Repository, plan: string): Promise<void> {
  assert.equal(repository.plan, plan);
  assert.equal(await repository.git('status', '--porcelain'), '');
  assert.match(await parents(repository), /^\w+\n$/);
}

test('a pull request whose plan is in conflict is merged by task', async (context) => {
  const repository = await runner(context, OURS, THEIRS);
  const { code, stdout, stderr } = await mergePlans(repository);
  assert.equal(code, 0, stdout + stderr);
  assert.equal(repository.plan, BOTH);
  assert.match(await parents(repository), /^\w+ \w+\n$/);
  assert.equal(await repository.git('status', '--porcelain'), '');
  await repository.isWhole();
});

test('a pull request that is in conflict outside of plans is left alone', async (context) => {
  const repository = await runner(context, OURS, THEIRS, { other: true });
  const { code, stderr } = await mergePlans(repository);
  assert.equal(code, 1);
  assert.match(stderr, /because these are in conflict:\ncode\.txt\n$/);
  await assertUntouched(repository, OURS);
});

test('a pull request that contradicts the plan is left alone, and the log says where', async (context) => {
  const pull = ticked(BASE.replace('Alpha', 'Best'), 'Beta');
  const repository = await runner(context, pull, BASE.replace('Alpha', 'Better'));
  const { code, stderr } = await mergePlans(repository);
  assert.equal(code, 1);
  assert.match(stderr, /demo\.md:6: conflict: title of t_a was changed differently on both sides/);
  assert.match(stderr, /because these are in conflict:\n\.long-term-plan\/demo\.md\n$/);
  await assertUntouched(repository, pull);
});

test('a pull request that git merges by itself is left alone', async (context) => {
  const pull = ticked(BASE, 'Alpha');
  const repository = await runner(context, pull, ticked(BASE, 'Delta'));
  const { code, stdout } = await mergePlans(repository);
  assert.equal(code, 0);
  assert.match(stdout, /^Git merges everything by itself\.$/m);
  await assertUntouched(repository, pull);
  await repository.git('reset', '-q', '--hard', 'base');
  assert.equal((await mergePlans(repository)).code, 0);
});

test('settings in a pull request do not matter', async (context) => {
  const repository = await runner(context, OURS, THEIRS);
  writeFileSync(join(repository.root, '.long-term-plan', 'config.json'), '{"unknown":1}');
  await repository.commit(OURS);
  assert.equal((await mergePlans(repository)).code, 0);
  assert.equal(repository.plan, BOTH);
});
