/** Plans in git with the defaults of Git for Windows, which changes line endings, in a folder whose name breaks quoting. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { ltpBin } from '../e2e/helpers/commands.ts';

const PLAN = '.long-term-plan/shop.md';
const text = (...ticked: string[]) => {
  const tasks = ['Alpha', 'Beta', 'Gamma'].map((title) => {
    const mark = ticked.includes(title) ? '√' : ' ';
    return `- [${mark}] ${title} <!-- long-term-plan:id=t_${title} -->\n`;
  });
  return `<!-- long-term-plan:format=v1 -->\n# Läden 店\n\n${tasks.join('')}`;
};

/** What Git for Windows has in its own configuration, and an author. */
const SETTINGS = {
  'core.autocrlf': 'true',
  'core.symlinks': 'false',
  'init.defaultBranch': 'main',
  'user.name': 'Ana',
  'user.email': 'ana@example.org',
};

class Clone {
  readonly root: string;

  constructor(context: TestContext) {
    const folder = mkdtempSync(join(tmpdir(), 'merge-'));
    context.after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }));
    this.root = join(folder, "Jörg 中文 50%A it's");
    mkdirSync(join(this.root, '.long-term-plan'), { recursive: true });
    this.git('init', '-q');
    this.plan = text();
    this.ltp('git', 'install', '--diff');
    this.commit();
  }

  git(...args: string[]): string {
    const settings = Object.entries(SETTINGS).flatMap(([key, value], index) => [
      [`GIT_CONFIG_KEY_${index}`, key],
      [`GIT_CONFIG_VALUE_${index}`, value],
    ]);
    const count = `${Object.keys(SETTINGS).length}`;
    return this.#run('git', args, { ...Object.fromEntries(settings), GIT_CONFIG_COUNT: count });
  }

  ltp(...args: string[]): string {
    return this.#run(process.execPath, [ltpBin, ...args]);
  }

  get plan(): string {
    return readFileSync(join(this.root, PLAN), 'utf8');
  }

  set plan(content: string) {
    writeFileSync(join(this.root, PLAN), content);
  }

  commit(): void {
    this.git('add', '-A');
    this.git('commit', '-q', '-m', 'A change');
  }

  #run(program: string, args: string[], more: NodeJS.ProcessEnv = {}): string {
    const env = { ...process.env, ...more };
    const options = { cwd: this.root, env, encoding: 'utf8' } as const;
    const { status, stdout, stderr, error } = spawnSync(program, args, options);
    assert.equal(status, 0, `${program} ${args.join(' ')}: ${error ?? ''}${stdout}${stderr}`);
    return stdout;
  }
}

test('neighboring tasks merge, and line endings stay', (context) => {
  const clone = new Clone(context);
  assert.equal(JSON.parse(clone.ltp('git', 'doctor')).ok, true);
  clone.git('checkout', '-q', '-b', 'theirs');
  clone.plan = text('Beta');
  clone.commit();
  clone.git('checkout', '-q', 'main');
  clone.plan = text('Alpha');
  clone.commit();
  clone.git('merge', '-q', '-m', 'Both', 'theirs');
  assert.equal(clone.plan, text('Alpha', 'Beta'));
  unlinkSync(join(clone.root, PLAN));
  clone.git('checkout', '-q', '--', PLAN);
  assert.equal(clone.plan, text('Alpha', 'Beta'));
});

test('a new and a deleted plan are shown by task', (context) => {
  const clone = new Clone(context);
  writeFileSync(join(clone.root, '.long-term-plan', 'new.md'), text('Gamma'));
  clone.git('add', '-A');
  assert.match(clone.git('diff', '--cached'), /t_Gamma/);
  clone.commit();
  unlinkSync(join(clone.root, '.long-term-plan', 'new.md'));
  assert.match(clone.git('diff'), /t_Gamma/);
});

test('a change is undone after a checkout', (context) => {
  const clone = new Clone(context);
  clone.ltp('task', 'update', 'shop', 't_Alpha', '--status', 'done');
  clone.commit();
  unlinkSync(join(clone.root, PLAN));
  clone.git('checkout', '-q', '--', PLAN);
  clone.ltp('undo', 'shop');
  assert.equal(clone.plan, text());
});
