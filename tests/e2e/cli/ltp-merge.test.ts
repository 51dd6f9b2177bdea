/** Plans merged by real git through the installed driver, and the remaining conflicts resolved. */
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  addedAfter,
  BASE,
  BOTH,
  OURS,
  THEIRS,
  ticked,
} from '../../../npm/mcp/test/cli/helpers/versions.ts';
import { ltpBin, run } from '../helpers/commands.ts';
import { ltpFails, ltpJson, ltpText } from '../helpers/ltp.ts';
import { makeProject } from '../helpers/project.ts';
import { Repository } from '../helpers/repository.ts';
import { onTerminal } from '../helpers/terminal.ts';

/** Two branches that git alone cannot merge. */
async function twoBranches(repository: Repository): Promise<void> {
  await repository.on('theirs');
  await repository.commit(THEIRS);
  await repository.on('main');
  await repository.commit(OURS);
}

test('a merge contains the changes of both branches', async (context) => {
  const repository = await Repository.make(context);
  await twoBranches(repository);
  const byLines = await repository.tryGit('merge-file', '-p', ...(await versions(repository)));
  assert.notEqual(byLines.code, 0, 'git alone has a conflict here');
  await repository.git('merge', '-q', '-m', 'Both', 'theirs');
  assert.equal(repository.plan, BOTH);
  await repository.isWhole();
});

async function versions(repository: Repository): Promise<string[]> {
  const files = { ours: 'main', base: 'main~1', theirs: 'theirs' };
  return Promise.all(
    Object.entries(files).map(async ([name, commit]) => {
      const file = join(repository.root, '..', name);
      writeFileSync(file, await repository.git('show', `${commit}:.long-term-plan/demo.md`));
      return file;
    }),
  );
}

test('a rebase contains the changes of both branches', async (context) => {
  const repository = await Repository.make(context);
  await twoBranches(repository);
  await repository.on('theirs');
  await repository.commit(ticked(THEIRS, 'Delta'));
  await repository.git('rebase', '-q', 'main');
  assert.equal(repository.plan, ticked(BOTH, 'Delta'));
  await repository.isWhole();
});

test('a cherry-pick and a revert contain the changes of both sides', async (context) => {
  const repository = await Repository.make(context);
  await twoBranches(repository);
  await repository.git('cherry-pick', 'theirs');
  assert.equal(repository.plan, BOTH);
  await repository.git('revert', '--no-edit', 'HEAD~1');
  assert.equal(repository.plan, THEIRS);
  await repository.isWhole();
});

test('a stash that is applied keeps the changes of both sides', async (context) => {
  const repository = await Repository.make(context);
  repository.plan = THEIRS;
  await repository.git('stash', '-q');
  await repository.commit(OURS);
  await repository.git('stash', 'pop', '-q');
  assert.equal(repository.plan, BOTH);
});

test('merges of merges contain the changes of both branches', async (context) => {
  const repository = await Repository.make(context);
  await twoBranches(repository);
  // Each branch merges the other, then both continue: their merge has two bases.
  await repository.on('left', 'main');
  await repository.git('merge', '-q', '-m', 'Left', 'theirs');
  await repository.on('right', 'theirs');
  await repository.git('merge', '-q', '-m', 'Right', 'main');
  assert.equal(repository.plan, BOTH, 'regardless of which side is ours');
  await repository.commit(ticked(repository.plan, 'Gamma'));
  await repository.on('left');
  await repository.commit(addedAfter(repository.plan, 't_d', 'Psi'));
  await repository.git('merge', '-q', '-m', 'All', 'right');
  assert.equal(repository.plan, addedAfter(ticked(BOTH, 'Gamma'), 't_d', 'Psi'));
  await repository.isWhole();
});

test('a conflict is marked, reported by check, and resolved', async (context) => {
  const repository = await Repository.make(context);
  await repository.on('theirs');
  await repository.commit(ticked(BASE.replace('Alpha', 'Better'), 'Beta'));
  await repository.on('main');
  await repository.commit(BASE.replace('Alpha', 'Best').replace('Gamma', 'Third'));
  const merge = await repository.tryGit('merge', 'theirs');
  assert.equal(merge.code, 1);
  assert.match(
    merge.stderr + merge.stdout,
    /demo\.md:6: conflict: title of t_a was changed differently/,
  );
  const task = (title: string) => `- [ ] ${title} <!-- long-term-plan:id=t_a -->\n`;
  const marked = `<<<<<<< HEAD\n${task('Best')}=======\n${task('Better')}>>>>>>> theirs\n`;
  const around = ticked(BASE, 'Beta').replace('Gamma', 'Third');
  assert.equal(repository.plan, around.replace(task('Alpha'), marked));

  const check = await run(ltpBin, ['check'], { cwd: repository.root });
  assert.equal(check.code, 1);
  assert.match(check.stdout, /"code":"CONFLICT_MARKER","line":6/);
  const { root } = repository;
  const refused = await ltpFails(root, 1, 'resolve', 'demo');
  assert.match(
    refused,
    /1 conflict is left, and this is not a terminal; use ltp plan resolve demo --choice 1\.title=ours/,
  );
  const asked = await ltpJson<{ conflicts: object[] }>(repository.root, 'plan', 'resolve', 'demo');
  assert.deepEqual(asked.conflicts, [
    {
      conflict: '1.title',
      line: 6,
      taskId: 't_a',
      field: 'title',
      base: 'Alpha',
      ours: 'Best',
      theirs: 'Better',
    },
  ]);

  const { screen } = await onTerminal(`'${ltpBin}' resolve demo`, {
    cwd: repository.root,
    input: 'x\nt\n',
  });
  assert.match(screen, /title of t_a/);
  assert.match(screen, /base.*Alpha/);
  assert.match(screen, /All resolved\.\r?\nNow run git add \.long-term-plan\/demo\.md/);
  assert.equal(repository.plan, around.replace('Alpha', 'Better'));
  await repository.git('commit', '-q', '-a', '-m', 'Settled');
  await repository.isWhole();
});

test('a task that one side deleted and the other changed is a conflict', async (context) => {
  const repository = await Repository.make(context);
  const alpha = '- [ ] Alpha <!-- long-term-plan:id=t_a -->\n';
  await repository.on('theirs');
  await repository.commit(ticked(BASE, 'Alpha'));
  await repository.on('main');
  await repository.commit(BASE.replace(alpha, ''));
  assert.equal((await repository.tryGit('merge', 'theirs')).code, 1);
  const { screen } = await onTerminal(`'${ltpBin}' resolve demo`, {
    cwd: repository.root,
    input: 'q\n',
    env: { NO_COLOR: '1' },
  });
  assert.match(screen, /ours +\(deleted\)/);
  assert.match(screen, /1 left\./);
  await repository.ltp('plan', 'resolve', 'demo', '--choice', '1=ours');
  assert.equal(repository.plan, BASE.replace(alpha, ''));
});

test('installing changes nothing else, and can be undone', async (context) => {
  const repository = await Repository.make(context, "it's a [project] with spaces");
  const file = join(repository.root, '.gitattributes');
  const own = '# mine\r\n*.png binary\r\n"a b" -text\r\nlast eol=lf';
  writeFileSync(file, own);
  await repository.git('config', '--local', 'alias.st', 'status');
  const config = await repository.git('config', '--local', '--list');
  await repository.ltp('git', 'install');
  const installed = readFileSync(file, 'utf8');
  assert.equal(installed, `${own}\r\n/.long-term-plan/*.md text eol=lf merge=long-term-plan\r\n`);
  const again = JSON.parse(await repository.ltp('git', 'install'));
  assert.equal(again.isChanged, false);
  assert.equal(readFileSync(file, 'utf8'), installed);
  assert.equal(await repository.git('config', '--local', '--list'), config);
  await repository.ltp('git', 'uninstall');
  assert.equal(readFileSync(file, 'utf8'), `${own}\r\n`);
  const left = await repository.git('config', '--local', '--list');
  assert.equal(left, config.replace(/^merge\.long-term-plan\..*\n/gm, ''));
  assert.equal(JSON.parse(await repository.ltp('git', 'uninstall')).isChanged, false);
});

test('the driver is installed for another plans directory, a linked working tree and a repository above', async (context) => {
  const repository = await Repository.make(context);
  const tree = join(repository.root, '..', 'linked tree');
  await repository.git('worktree', 'add', '-q', tree, '-b', 'linked');
  await ltpJson(tree, 'git', 'install', '--plans', 'my plans');
  const listed = readFileSync(join(tree, '.gitattributes'), 'utf8');
  assert.match(listed, /^"\/my plans\/\*\.md" text eol=lf merge=long-term-plan$/m);
  const sub = join(repository.root, 'packages', 'one');
  mkdirSync(join(sub, '.long-term-plan'), { recursive: true });
  await ltpJson(sub, 'git', 'install');
  assert.match(
    readFileSync(join(repository.root, '.gitattributes'), 'utf8'),
    /^\/packages\/one\/\.long-term-plan\/\*\.md text eol=lf merge=long-term-plan$/m,
  );
  const where = await repository.git('check-attr', 'merge', 'packages/one/.long-term-plan/x.md');
  assert.match(where, /merge: long-term-plan/);
  const message = await ltpFails(makeProject(context), 1, 'git', 'install');
  assert.match(message, /not in a working tree of git; run git init first/);
});

test('ltp diff takes revisions as git does', async (context) => {
  const repository = await Repository.make(context);
  const { root } = repository;
  const first = repository.plan;
  const commit = async (text: string) => {
    repository.plan = text;
    await repository.git('commit', '-qam', 'change');
  };
  const second = ticked(first, 'Alpha');
  await commit(second);
  await commit(`${second}\nSome prose.\n`);
  const ticks = 't_a “Alpha”: done';
  const diff = (...words: string[]) => repository.ltp('diff', '--format', 'text', ...words);
  assert.match(await diff('HEAD~2..HEAD~1'), new RegExp(`^demo\\n  ${ticks}\\n$`));
  assert.match(await diff('HEAD~2', 'HEAD~1', 'demo'), new RegExp(ticks));
  assert.match(await diff('HEAD~2', '--', '.long-term-plan/demo.md'), /Some prose/);
  assert.match(await diff('HEAD~1', 'demo'), /\+1 −0\n {6}\+Some prose\.\n/);
  assert.match(await diff(), /^Nothing changed between index and working tree/);

  await repository.git('branch', 'feat', 'HEAD~1');
  await repository.git('reset', '-q', '--hard', 'HEAD~2');
  await commit(ticked(first, 'Beta'));
  assert.match(await diff('HEAD...feat'), new RegExp(`^demo\\n  ${ticks}\\n$`));
  repository.plan = first;
  assert.match(await diff(), /“Beta”: todo/);
  await repository.git('add', '-A');
  assert.match(await diff('--cached'), /“Beta”: todo/);
  assert.match(await diff('--staged', 'HEAD~1'), /^Nothing changed/);
  const { from, to, plans } = JSON.parse(await repository.ltp('diff', 'HEAD'));
  assert.match(from, /^[0-9a-f]{7}$/);
  assert.equal(to, 'working tree');
  assert.equal(plans[0].planId, 'demo');
  assert.deepEqual(plans[0].changes[0].field, 'status');

  await repository.git('branch', 'demo');
  assert.match(await ltpFails(root, 2, 'diff', 'demo'), /a revision and a plan/);
  assert.match(await diff('--', 'demo'), /Nothing changed/);
  assert.match(await ltpFails(root, 4, 'diff', 'nothing'), /neither a revision nor a plan/);
});

test('ltp diff lists changes by task, as text, as JSON and for git', async (context) => {
  const repository = await Repository.make(context);
  const moved = ticked(BASE, 'Alpha')
    .replace('- [√] Alpha <!-- long-term-plan:id=t_a -->\n', '')
    .concat('- [√] Alpha <!-- long-term-plan:id=t_a priority=high -->\n');
  writeFileSync(join(repository.root, 'old.md'), BASE);
  repository.plan = addedAfter(moved, 't_b', 'New');
  const { root } = repository;
  const text = await ltpText(root, 'diff', 'old.md', '.long-term-plan/demo.md');
  const expected = 't_new “New”: added\nt_a “Alpha”: done, priority high, moved to Later\n';
  assert.equal(text, expected);
  const { changes } = JSON.parse(await repository.ltp('diff', 'old.md', '.long-term-plan/demo.md'));
  assert.deepEqual(changes[0], { taskId: 't_new', title: 'New', change: 'added' });

  await repository.ltp('git', 'install', '--diff');
  assert.equal(
    await repository.git('diff', '--ext-diff', '--', '.long-term-plan'),
    `.long-term-plan/demo.md\n${expected}`,
  );
  const command = await repository.git('config', '--get', 'diff.long-term-plan.command');
  const gone = command.trimEnd().replaceAll(ltpBin, '/gone/ltp');
  await repository.git('config', 'diff.long-term-plan.command', gone);
  assert.match(
    await repository.git('diff', '--ext-diff', '--', '.long-term-plan'),
    /^-- \[ \] Alpha.*\n(.*\n)*\+- \[√\] Alpha/m,
    'by lines, if ltp is gone',
  );
  await repository.git('config', '--unset', 'diff.long-term-plan.command');
  const textconv = `'${ltpBin}' diff --textconv`;
  await repository.git('config', 'diff.long-term-plan.textconv', textconv);
  const lines = await repository.git('diff', '--textconv', '--unified=0');
  assert.match(lines, /^-todo: Alpha {2}\(t_a\)$/m);
  assert.match(lines, /^\+done: Alpha {2}priority=high {2}\(t_a\)$/m);
});
