/** Whatever becomes of the merge driver after it was installed, git never drops what the other side did. */
import assert from 'node:assert/strict';
import {
  chmodSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { BASE, BOTH, OURS, THEIRS, ticked } from '../../../npm/mcp/test/cli/helpers/versions.ts';
import { checkout, ltpBin, run } from '../helpers/commands.ts';
import { makeProject } from '../helpers/project.ts';
import { PATH_WITHOUT_LTP, PLAN, Repository } from '../helpers/repository.ts';

async function twoBranches(repository: Repository): Promise<void> {
  await repository.on('theirs');
  await repository.commit(THEIRS);
  await repository.on('main');
  await repository.commit(OURS);
}

/** A folder with programs, to be put on the PATH. */
function programs(context: TestContext, texts: Record<string, string>): string {
  const folder = makeProject(context, 'bin');
  for (const [name, text] of Object.entries(texts)) {
    writeFileSync(join(folder, name), text);
    chmodSync(join(folder, name), 0o755);
  }
  return folder;
}

const scriptGone = (command: string) => command.replaceAll(ltpBin, '/gone/ltp');
const PROBED = "console.log('long-term-plan merge driver')";

type Sabotage = (repository: Repository, context: TestContext) => void | Promise<void>;

/** Afterwards the driver cannot run. */
const broken: Record<string, Sabotage> = {
  'ltp is gone, and not on the PATH': (repository) => repository.changeDriver(scriptGone),
  'another program called ltp is on the PATH': async (repository, context) => {
    await repository.changeDriver(scriptGone);
    const folder = programs(context, { ltp: '#!/bin/sh\necho "Linux Test Project"\n' });
    repository.env = { PATH: [folder, PATH_WITHOUT_LTP].join(delimiter) };
  },
  'another version of Node cannot run it': async (repository, context) => {
    const folder = programs(context, { node: '#!/bin/sh\necho SyntaxError >&2\nexit 1\n' });
    await repository.changeDriver((command) =>
      command.replace(/ltp_recorded\(\) \{ '[^']*'/, `ltp_recorded() { '${folder}/node'`),
    );
    repository.env = { PATH: [folder, PATH_WITHOUT_LTP].join(delimiter) };
  },
  'it is killed after it has written half of the file': async (repository, context) => {
    const killed = `require('node:fs').writeFileSync(process.argv.at(-7), 'half'); process.kill(process.pid, 'SIGKILL');`;
    const text = `if (process.argv.includes('--probe')) ${PROBED}; else { ${killed} }`;
    const script = join(programs(context, { ltp: text }), 'ltp');
    await repository.changeDriver((command) => command.replaceAll(ltpBin, script));
  },
  'it ends with the exit code of a conflict in other drivers': async (repository, context) => {
    const text = `if (process.argv.includes('--probe')) ${PROBED}; else process.exitCode = 1;`;
    const script = join(programs(context, { ltp: text }), 'ltp');
    await repository.changeDriver((command) => command.replaceAll(ltpBin, script));
  },
};

/** Afterwards the driver still runs. */
const harmless: Record<string, Sabotage> = {
  'the recorded Node is gone': (repository) =>
    repository.changeDriver((command) =>
      command.replace(/ltp_recorded\(\) \{ '[^']*'/, "ltp_recorded() { '/gone/node'"),
    ),
  'ltp was moved to the PATH': async (repository, context) => {
    await repository.changeDriver(scriptGone);
    const folder = makeProject(context, 'bin');
    symlinkSync(realpathSync(ltpBin), join(folder, 'ltp'));
    repository.env = { PATH: [folder, PATH_WITHOUT_LTP].join(delimiter) };
  },
  'ltp was moved to the packages of the project': async (repository) => {
    await repository.changeDriver(scriptGone);
    const modules = join(repository.root, 'node_modules');
    mkdirSync(join(modules, '.bin'), { recursive: true });
    symlinkSync(join(checkout, 'npm', 'mcp'), join(modules, 'long-term-plan-mcp'));
    symlinkSync(join('..', 'long-term-plan-mcp', 'bin', 'ltp.cjs'), join(modules, '.bin', 'ltp'));
    writeFileSync(join(repository.root, '.git', 'info', 'exclude'), 'node_modules\n');
  },
  'config.json has an unknown key': (repository) =>
    writeFileSync(join(repository.root, '.long-term-plan', 'config.json'), '{"unknown":1}'),
  'config.json is not JSON': (repository) =>
    writeFileSync(join(repository.root, '.long-term-plan', 'config.json'), '{'),
  'the variables for the root point nowhere': (repository) => {
    repository.env = {
      ...repository.env,
      LONG_TERM_PLAN_ROOT: '/nowhere',
      CLAUDE_PROJECT_DIR: '/nowhere/either',
    };
  },
};

for (const [name, sabotage] of Object.entries(broken)) {
  test(`git merges by lines if ${name}`, async (context) => {
    const repository = await Repository.make(context);
    await twoBranches(repository);
    await sabotage(repository, context);
    const { code, stdout, stderr } = await repository.tryGit('merge', 'theirs');
    assert.equal(code, 1, stderr + stdout);
    assert.match(
      stderr + stdout,
      /demo\.md was merged by lines, because .*; ltp git doctor says more/,
    );
    assertBothSides(repository.plan, 'HEAD', 'theirs');
    assert.equal(
      await repository.git('status', '--porcelain', '--untracked-files'),
      `UU ${PLAN}\n`,
    );
  });
}

for (const [name, sabotage] of Object.entries(harmless)) {
  test(`git still merges by task if ${name}`, async (context) => {
    const repository = await Repository.make(context);
    await twoBranches(repository);
    await sabotage(repository, context);
    const { stderr } = await repository.tryGit('merge', '-q', '-m', 'Both', 'theirs');
    assert.doesNotMatch(stderr, /by lines/);
    assert.equal(repository.plan, BOTH);
  });
}

function assertBothSides(text: string, ours: string, theirs: string): void {
  assert.match(text, new RegExp(`^<{7} ${ours}$`, 'm'));
  assert.match(text, new RegExp(`^>{7} ${theirs}$`, 'm'));
  for (const mine of ['[√] Alpha', '[ ] Xi', '[√] Beta', '[ ] Phi']) {
    assert.ok(text.includes(mine), `${mine} in ${text}`);
  }
}

test('without a driver that runs, changes of distant lines merge cleanly', async (context) => {
  const repository = await Repository.make(context);
  await repository.on('theirs');
  await repository.commit(ticked(BASE, 'Delta'));
  await repository.on('main');
  await repository.commit(ticked(BASE, 'Alpha'));
  await repository.changeDriver(scriptGone);
  await repository.git('merge', '-q', '-m', 'Both', 'theirs');
  assert.equal(repository.plan, ticked(ticked(BASE, 'Alpha'), 'Delta'));
});

test('without a driver that runs, a rebase, a cherry-pick and a stash keep both sides', async (context) => {
  const repository = await Repository.make(context);
  await twoBranches(repository);
  await repository.changeDriver(scriptGone);
  const bothSides = () => assertBothSides(repository.plan, '.+', '.+');
  assert.equal((await repository.tryGit('cherry-pick', 'theirs')).code, 1);
  bothSides();
  await repository.git('cherry-pick', '--abort');
  assert.equal((await repository.tryGit('rebase', 'theirs')).code, 1);
  bothSides();
  await repository.git('rebase', '--abort');
  await repository.on('other', 'main~1');
  repository.plan = THEIRS;
  await repository.git('stash', '-q');
  await repository.on('main');
  assert.equal((await repository.tryGit('stash', 'pop', '-q')).code, 1);
  bothSides();
});

test('a driver that cannot even merge by lines changes nothing', async (context) => {
  const repository = await Repository.make(context);
  await twoBranches(repository);
  await repository.changeDriver((command) =>
    scriptGone(command).replace('git merge-file', 'git merge-file --no-such-flag'),
  );
  const { code } = await repository.tryGit('merge', 'theirs');
  assert.ok(code !== 0 && code !== 1, `${code}`);
});

for (const [style, shown] of [
  ['merge', false],
  ['diff3', true],
  ['zdiff3', true],
] as const) {
  test(`conflicts have the style ${style}, with the driver and without`, async (context) => {
    const repository = await Repository.make(context);
    await repository.git('config', 'merge.conflictStyle', style);
    await repository.on('theirs');
    await repository.commit(BASE.replace('Alpha', 'Better'));
    await repository.on('main');
    await repository.commit(BASE.replace('Alpha', 'Best'));
    const task = (title: string) => `- [ ] ${title} <!-- long-term-plan:id=t_a -->\n`;
    const base = shown ? `\\|{7} [^\n]+\n${escaped(task('Alpha'))}` : '';
    const expected = new RegExp(
      `^<{7} HEAD\n${escaped(task('Best'))}${base}={7}\n${escaped(task('Better'))}>{7} theirs\n`,
      'm',
    );
    assert.equal((await repository.tryGit('merge', 'theirs')).code, 1);
    assert.match(repository.plan, expected);
    await repository.git('merge', '--abort');
    await repository.changeDriver(scriptGone);
    assert.equal((await repository.tryGit('merge', 'theirs')).code, 1);
    assert.match(repository.plan, expected);
  });
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

test('the driver is found under a name with any characters', async (context) => {
  const folder = join(makeProject(context), 'it\'s 100% "größe" $HOME \\ `x` %A');
  mkdirSync(folder);
  const ltp = join(folder, 'ltp');
  symlinkSync(realpathSync(ltpBin), ltp);
  const repository = await Repository.make(context, '100% "ours" & $theirs');
  await run(process.execPath, [ltp, 'git', 'install'], { cwd: repository.root });
  assert.ok((await repository.driver()).includes('größe'));
  assert.equal(JSON.parse(await repository.ltp('git', 'doctor')).ok, true);
  await twoBranches(repository);
  const { stderr } = await repository.tryGit('merge', '-q', '-m', 'Both', 'theirs');
  assert.equal(stderr, '');
  assert.equal(repository.plan, BOTH);
});

test('an older git, which leaves out the labels, still gets readable ones', async (context) => {
  const repository = await Repository.make(context);
  const command = scriptGone(await repository.driver());
  for (const [name, text] of Object.entries({ O: BASE, A: OURS, B: THEIRS })) {
    writeFileSync(join(repository.root, name), text);
  }
  const expanded = command.replace('%O %A %B %P %L', 'O A B plan.md 7').replaceAll('%%', '%');
  const { code } = await run('sh', ['-c', expanded], {
    cwd: repository.root,
    env: repository.env,
  });
  assert.equal(code, 1);
  assertBothSides(readFileSync(join(repository.root, 'A'), 'utf8'), 'ours', 'theirs');
});

test('the driver is installed in a bare repository', async (context) => {
  const repository = await Repository.make(context);
  await twoBranches(repository);
  const bare = join(repository.root, '..', 'bare.git');
  await repository.git('clone', '-q', '--bare', repository.root, bare);
  const installed = await run(ltpBin, ['git', 'install', '--format', 'text'], { cwd: bare });
  assert.equal(installed.code, 0, installed.stderr);
  assert.match(installed.stdout, /\/\.long-term-plan\/\*\.md in info\/attributes/);
  assert.match(
    installed.stdout,
    /Hosting sites, merge queues and octopus merges never run drivers/,
  );
  const again = JSON.parse((await run(ltpBin, ['git', 'install'], { cwd: bare })).stdout);
  assert.equal(again.isChanged, false);
  assert.match(again.note, /merge queues and octopus merges never run drivers/);
  const merged = await run('git', ['merge-tree', '--write-tree', 'main', 'theirs'], { cwd: bare });
  assert.equal(merged.code, 0, merged.stdout + merged.stderr);
  const tree = merged.stdout.trim();
  const { stdout } = await run('git', ['show', `${tree}:${PLAN}`], { cwd: bare });
  assert.equal(stdout, BOTH);
  assert.equal((await run(ltpBin, ['git', 'doctor'], { cwd: bare })).code, 0);
  await run(ltpBin, ['git', 'uninstall'], { cwd: bare });
  assert.equal((await run(ltpBin, ['git', 'doctor'], { cwd: bare })).code, 1);
});

test('plans in a folder with any name get the attribute', async (context) => {
  const repository = await Repository.make(context);
  const names = [
    'größe',
    'cafe\u0301',
    '50%A off',
    'mein ✓ plan',
    'übung\u00a0eins',
    '"quoted"',
    '[a]*?',
  ];
  for (const name of names) {
    await repository.ltp('git', 'install', '--plans', name);
    const where = await repository.git('check-attr', '-z', 'merge', '--', `${name}/x.md`);
    assert.match(where, /\0long-term-plan\0$/, name);
    assert.equal(
      JSON.parse(await repository.ltp('git', 'install', '--plans', name)).isChanged,
      false,
    );
    assert.equal(JSON.parse(await repository.ltp('git', 'doctor', '--plans', name)).ok, true);
    assert.equal(
      JSON.parse(await repository.ltp('git', 'uninstall', '--plans', name)).isChanged,
      true,
    );
  }
});

test('Git for Windows, which changes line endings, leaves those of plans alone', async (context) => {
  const repository = await Repository.make(context);
  await repository.git('config', 'core.autocrlf', 'true');
  await repository.git('config', 'core.eol', 'crlf');
  writeFileSync(join(repository.root, 'other.md'), 'one\ntwo\n');
  await repository.git('add', '-A');
  await repository.git('commit', '-q', '-m', 'Another file');
  await repository.ltp('task', 'update', 'demo', 't_a', '--status', 'done');
  const changed = repository.plan;
  await repository.git('commit', '-qam', 'Done');
  for (const file of [PLAN, 'other.md']) unlinkSync(join(repository.root, file));
  await repository.git('checkout', '--', '.');
  assert.match(readFileSync(join(repository.root, 'other.md'), 'utf8'), /\r\n/);
  assert.equal(repository.plan, changed);
  await repository.ltp('undo', 'demo');
  assert.equal(repository.plan, BASE);
});

test('a change is undone after a checkout that changed all line endings', async (context) => {
  const repository = await Repository.make(context);
  await repository.ltp('git', 'uninstall');
  await repository.git('config', 'core.autocrlf', 'true');
  await repository.ltp('task', 'update', 'demo', 't_a', '--status', 'done');
  await repository.git('commit', '-qam', 'Done');
  unlinkSync(join(repository.root, PLAN));
  await repository.git('checkout', '--', PLAN);
  assert.match(repository.plan, /\r\n/);
  await repository.ltp('undo', 'demo');
  assert.equal(repository.plan, BASE.replaceAll('\n', '\r\n'));
});

test("git's own words say why it does not work", async (context) => {
  const repository = await Repository.make(context);
  writeFileSync(join(repository.root, '.git', 'config'), '[broken\n');
  for (const args of [['git', 'install'], ['diff']]) {
    const { code, stderr } = await repository.tryLtp(...args);
    assert.equal(code, 1, args.join(' '));
    assert.match(stderr, /git does not work in .*: fatal: bad config line 1/);
  }
});
