import assert from 'node:assert/strict';
import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, parse } from 'node:path';
import { type TestContext, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import {
  homeFolder,
  isSuitable,
  nearestPlans,
  placeForPlans,
  projectInRoots,
} from '../src/project.ts';
import { makeProject } from './helpers/project.ts';

const PLANS = '.long-term-plan';

/** Directories in a home folder; a name that ends in `.git:worktree` or `.git:module` is a file of git. */
function makeHome(context: TestContext, ...names: string[]) {
  const home = makeProject(context, 'home');
  const at = (name: string) => join(home, name);
  for (const name of names) {
    const [path = '', kind] = name.split(':');
    if (kind === undefined) {
      mkdirSync(at(path), { recursive: true });
      continue;
    }
    mkdirSync(dirname(at(path)), { recursive: true });
    const folder = kind === 'worktree' ? 'worktrees' : 'modules';
    writeFileSync(at(path), `gitdir: /elsewhere/.git/${folder}/x\n`);
  }
  return {
    home,
    at,
    nearest: (start: string, plans = PLANS) => nearestPlans(at(start), { plans, home }),
    place: (start: string) => placeForPlans(at(start), home),
    inRoots: (...roots: string[]) => projectInRoots(roots, { plans: PLANS, home }),
    uri: (name: string) => pathToFileURL(at(name)).href,
  };
}

test('the nearest plans directory upwards wins', (context) => {
  const { at, nearest } = makeHome(context, `a/${PLANS}`, 'a/b/c', `a/d/${PLANS}`, 'a/d/e', 'f');
  assert.equal(nearest('a'), at('a'));
  assert.equal(nearest('a/b/c'), at('a'));
  assert.equal(nearest('a/d/e'), at('a/d'));
  assert.equal(nearest(`a/${PLANS}`), at('a'));
  assert.equal(nearest('f'), undefined);
});

test('the plans directory has the name that was given', (context) => {
  const { at, nearest } = makeHome(context, 'a/docs/plans', 'a/b', `a/b/${PLANS}`);
  assert.equal(nearest('a/b', 'docs/plans'), at('a'));
  assert.equal(nearest('a/b', at('a/docs/plans')), at('a'));
  assert.equal(nearest('a/docs/plans', at('a/docs/plans')), at('a/docs'));
  assert.equal(nearest('a/b', '..'), undefined);
});

test('a file in place of the plans directory is no plans directory', (context) => {
  const { at, nearest } = makeHome(context, 'a/b');
  writeFileSync(at(`a/${PLANS}`), '');
  assert.equal(nearest('a/b'), undefined);
});

test('the search ends at the top of the repository: a worktree and a submodule keep their own', (context) => {
  const { at, nearest } = makeHome(
    context,
    `a/${PLANS}`,
    'a/.git',
    'a/b',
    'a/tree/.git:worktree',
    'a/tree/b',
    'a/module/.git:module',
    `a/own/${PLANS}`,
    'a/own/.git:worktree',
    'a/own/b',
  );
  assert.equal(nearest('a/b'), at('a'));
  assert.equal(nearest('a/tree/b'), undefined);
  assert.equal(nearest('a/module'), undefined);
  assert.equal(nearest('a/own/b'), at('a/own'));
});

test('plans in the home folder and above belong to no project', (context) => {
  const { home, at, nearest } = makeHome(context, PLANS, 'a/b');
  mkdirSync(join(dirname(home), PLANS));
  assert.equal(nearest('a/b'), undefined);
  assert.equal(nearest('.'), undefined);
  assert.equal(nearestPlans(at('a/b'), { plans: PLANS, home: '/elsewhere' }), home);
});

test('new plans belong to the top of the repository, else to the directory', (context) => {
  const { at, place } = makeHome(context, 'a/.git', 'a/b/c', 'd/e', 'f/.git:worktree', 'f/g');
  assert.equal(place('a/b/c'), at('a'));
  assert.equal(place('d/e'), at('d/e'));
  assert.equal(place('f/g'), at('f'));
});

test('no plans are created in the home folder, the root of the file system or a cache', (context) => {
  const caches = [
    'a/node_modules/b',
    '.npm/_npx/1f',
    '.codex/plugins/cache/b',
    '.claude/plugins/b',
    '.cache/b',
  ];
  const { home, place, nearest, at } = makeHome(context, ...caches, 'x/.git');
  for (const cache of caches) assert.equal(place(cache), undefined, cache);
  assert.equal(place('.'), undefined);
  assert.equal(placeForPlans(parse(home).root, home), undefined);
  for (const cache of caches) mkdirSync(at(`${cache}/${PLANS}`));
  for (const cache of caches) assert.equal(nearest(cache), undefined, cache);
});

test('a cache inside a project leads to the project', (context) => {
  const { at, nearest, place } = makeHome(
    context,
    'a/.git',
    'a/node_modules/b',
    `c/${PLANS}`,
    'c/.cache',
  );
  assert.equal(place('a/node_modules/b'), at('a'));
  assert.equal(nearest('c/.cache'), at('c'));
});

test('a clone in a cache is no project, and a worktree in the folder of a client is one', (context) => {
  const { home, at, nearest, place } = makeHome(
    context,
    '.claude/plugins/b/.git',
    `.claude/plugins/b/${PLANS}`,
    'a/.claude/worktrees/w/.git:worktree',
    `a/.claude/worktrees/w/${PLANS}`,
    'a/.claude/worktrees/w/node_modules/c',
    '.codex/worktrees/1/v/.git:worktree',
    '.codex/modules/m/.git:module',
  );
  assert.equal(nearest('.claude/plugins/b'), undefined);
  assert.equal(place('.claude/plugins/b'), undefined);
  assert.equal(nearest('a/.claude/worktrees/w/node_modules/c'), at('a/.claude/worktrees/w'));
  assert.equal(place('.codex/worktrees/1/v'), at('.codex/worktrees/1/v'));
  assert.equal(place('.codex/modules/m'), undefined);
  assert.equal(isSuitable(at('a/.claude/worktrees/w/node_modules/c'), home), false);
});

test('a repository in the home folder is not the project of what is in it', (context) => {
  const { at, place } = makeHome(context, '.git', 'a/b');
  assert.equal(place('a/b'), at('a/b'));
  assert.equal(place('.'), undefined);
});

test("of a client's roots, the first with plans wins, else the first that can have some", (context) => {
  const { home, at, inRoots, uri } = makeHome(
    context,
    'a/b',
    `c/${PLANS}`,
    'c/d',
    'node_modules/e',
  );
  assert.equal(inRoots(uri('a'), uri('c/d')), at('c'));
  assert.equal(inRoots(uri('node_modules/e'), uri('.'), uri('a/b')), at('a/b'));
  assert.equal(inRoots(uri('no/such'), 'https://example.com/', 'not a uri', ''), undefined);
  assert.equal(inRoots(pathToFileURL(home).href), undefined);
  writeFileSync(at('a/file'), '');
  assert.equal(inRoots(uri('a/file')), undefined);
  symlinkSync(at('c/d'), at('link'));
  assert.equal(inRoots(uri('link')), at('c'));
});

test('the home folder is a real path', (context) => {
  const home = makeProject(context, 'home');
  const link = join(dirname(home), 'link');
  symlinkSync(home, link);
  assert.equal(homeFolder({ HOME: link, USERPROFILE: link }), home);
  assert.equal(homeFolder({}), realpathSync(homeFolder(process.env)));
});
