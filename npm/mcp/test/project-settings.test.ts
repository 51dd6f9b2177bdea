import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { parseCommandLine } from '../src/flags.ts';
import { choiceFlags, PROJECT_FLAGS, readProject, readProjectInRoots } from '../src/settings.ts';
import { makeProject } from './helpers/project.ts';

const PLANS = '.long-term-plan';
const KNOWN = ['plan', 'todori', 'agentic-todo', 'doc'];

/** A folder with folders; `project` finds the project from one of them. */
function makeFolders(context: TestContext, ...names: string[]) {
  const base = makeProject(context, 'base');
  const at = (name: string) => join(base, name);
  for (const name of names) mkdirSync(at(name), { recursive: true });
  const home = { HOME: at('home'), USERPROFILE: at('home') };
  mkdirSync(at('home'), { recursive: true });
  const line = (args: string[]) =>
    parseCommandLine(args, [...PROJECT_FLAGS, ...choiceFlags(KNOWN)]);
  return {
    at,
    project: (cwd: string, args: string[] = [], env: NodeJS.ProcessEnv = {}) =>
      readProject(line(args), { ...home, ...env }, at(cwd)),
    inRoots: (roots: string[], args: string[] = []) =>
      readProjectInRoots(
        line(args),
        home,
        roots.map((root) => pathToFileURL(at(root)).href),
      ),
  };
}

test('the root comes from the flag, then from the environment, then is the working directory', (context) => {
  const { at, project } = makeFolders(context, 'flag', 'ours', 'claude', `cwd/${PLANS}`);
  const both = { LONG_TERM_PLAN_ROOT: at('ours'), CLAUDE_PROJECT_DIR: at('claude') };
  assert.equal(project('.', ['--root', 'flag'], both).root, at('flag'));
  assert.equal(project('cwd', [], both).root, at('ours'));
  assert.equal(project('cwd', [], { ...both, LONG_TERM_PLAN_ROOT: '' }).root, at('claude'));
  assert.equal(project('cwd').root, at('cwd'));
  assert.deepEqual(project('claude'), { root: at('claude'), plansDir: PLANS, isFallback: true });
});

test('what names the root must be a directory', (context) => {
  const { at, project } = makeFolders(context);
  writeFileSync(at('file'), '');
  for (const root of ['file', 'file/x', 'no/such', '']) {
    assert.throws(() => project('.', ['--root', root]), {
      message: `--root is not a directory: ${root}`,
    });
  }
  for (const variable of ['LONG_TERM_PLAN_ROOT', 'CLAUDE_PROJECT_DIR']) {
    assert.throws(() => project('.', [], { [variable]: '/no/such' }), {
      message: `${variable} is not a directory: /no/such`,
    });
  }
});

test('the plans directory is inside the root', (context) => {
  const { at, project } = makeFolders(context, 'docs/plans');
  assert.equal(project('.').plansDir, PLANS);
  assert.equal(project('.', ['--plans', 'docs/../docs/plans/']).plansDir, 'docs/plans');
  assert.equal(project('.', ['--plans', at('plans')]).plansDir, 'plans');
  for (const plans of ['..', '.', '../x', '/', '']) {
    assert.throws(() => project('.', [`--plans=${plans}`]), {
      message: `--plans must be a directory inside the root: ${plans}`,
    });
  }
});

test('without a name, the project is found from the working directory upwards', (context) => {
  const { at, project } = makeFolders(
    context,
    `a/${PLANS}`,
    'a/b/c',
    'r/.git',
    'r/s',
    'd',
    't/.todo',
    't/u',
  );
  assert.deepEqual(project('a/b/c'), { root: at('a'), plansDir: PLANS });
  assert.deepEqual(project('r/s'), { root: at('r'), plansDir: PLANS, isFallback: true });
  assert.deepEqual(project('d'), { root: at('d'), plansDir: PLANS, isFallback: true });
  const agentic = ['--toolsets', 'agentic-todo'];
  assert.deepEqual(project('t/u', agentic), { root: at('t'), plansDir: '.todo' });
});

test('a client that was started in a subfolder works on the plans above it', (context) => {
  const { at, project } = makeFolders(context, `a/${PLANS}`, 'a/b', 'c', `home/d/${PLANS}`);
  assert.equal(project('c', [], { CLAUDE_PROJECT_DIR: at('a/b') }).root, at('a'));
  const inHome = project('home/d', [], { CLAUDE_PROJECT_DIR: at('home') });
  assert.deepEqual(inHome, { root: at('home/d'), plansDir: PLANS });
});

test('in the home folder, the root of the file system and in a cache there is no project', (context) => {
  const { at, project } = makeFolders(context, `home/${PLANS}`, 'x/node_modules/y');
  for (const cwd of ['home', 'x/node_modules/y']) {
    const expected = { root: at(cwd), plansDir: PLANS, isFallback: true, isRootUnknown: true };
    assert.deepEqual(project(cwd), expected);
    assert.deepEqual(project(cwd, [], { CLAUDE_PROJECT_DIR: at(cwd) }), expected);
    // A name is a decision.
    assert.deepEqual(project(cwd, ['--root', '.']), { root: at(cwd), plansDir: PLANS });
  }
});

test('the roots of a client lead to a project like the working directory', (context) => {
  const { at, inRoots } = makeFolders(context, 'a', `b/${PLANS}`, 'b/c', 'd/docs/plans', 'd/e');
  assert.deepEqual(inRoots(['a', 'b/c']), { root: at('b'), plansDir: PLANS });
  assert.deepEqual(inRoots(['a']), { root: at('a'), plansDir: PLANS });
  assert.deepEqual(inRoots(['home', 'no/such']), undefined);
  assert.deepEqual(inRoots(['d/e'], ['--plans', 'docs/plans']), {
    root: at('d'),
    plansDir: 'docs/plans',
  });
});

test('alone, the toolset todori finds its project as its specification says', (context) => {
  const { at, project } = makeFolders(context, 'home/.git', 'home/a/b', 'c/d', 'named', 'ours');
  const alone = ['--toolsets', 'todori'];
  assert.deepEqual(project('home/a/b', alone), { root: at('home'), plansDir: PLANS });
  const env = { TODORI_PROJECT_ROOT: at('named'), LONG_TERM_PLAN_ROOT: at('ours') };
  assert.equal(project('c/d', alone, env).root, at('named'));
  assert.equal(project('c/d', ['--toolsets', 'todori,doc'], env).root, at('ours'));
  assert.deepEqual(project('c/d', alone), {
    root: at('c/d'),
    plansDir: PLANS,
    isRootUnknown: true,
  });
});
