/** The package as published: packed, installed into an empty folder, and run through npx. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { launch, REVISIONS } from '../helpers/client.ts';
import { checkout, commandOf, npm, npx, run } from '../helpers/commands.ts';
import { makeProject, makeRoadmap, ROADMAP_LISTED } from '../helpers/project.ts';

const packageDirectory = join(checkout, 'npm', 'mcp');

const FILES = [
  'README.md',
  'bin/long-term-plan-mcp.cjs',
  'bin/ltp.cjs',
  'dist/LICENSE-APACHE',
  'dist/LICENSE-MIT',
  'dist/chat.html',
  'dist/long-term-plan-mcp.cjs',
  'dist/ltp.cjs',
  'dist/page.html',
  'dist/sdk.cjs',
  'dist/tools.wasm',
  'package.json',
];

/** The limit for what `npx` downloads, in bytes. */
const MAX_TARBALL_SIZE = 1_000_000;

/** An environment without Rust. */
function withoutRust(): Record<string, string> {
  const { PATH = '' } = process.env;
  const hasRust = (directory: string) =>
    ['cargo', 'rustc', 'wasm-pack'].some((program) => existsSync(join(directory, program)));
  const path = PATH.split(delimiter).filter((directory) => !hasRust(directory));
  const kept = Object.entries(process.env).filter(
    ([name, value]) => value !== undefined && !/^(npm_|CARGO|RUST|PATH$)/i.test(name),
  );
  return { ...(Object.fromEntries(kept) as Record<string, string>), PATH: path.join(delimiter) };
}

interface Packed {
  filename: string;
  size: number;
  files: { path: string }[];
}

async function pack(destination: string): Promise<Packed> {
  const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', destination];
  const { code, stdout, stderr } = await run(npm, args, { cwd: packageDirectory });
  assert.equal(code, 0, stderr);
  const [packed] = JSON.parse(stdout) as Packed[];
  assert.ok(packed);
  return packed;
}

async function install(context: TestContext): Promise<{ folder: string; packed: Packed }> {
  const folder = makeProject(context, 'mein Ordner äöü 計画');
  const packed = await pack(folder);
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  const tarball = join(folder, packed.filename);
  const { code, stderr } = await run(
    npm,
    ['install', '--offline', '--ignore-scripts', '--no-audit', '--no-fund', tarball],
    { cwd: folder, env: withoutRust() },
  );
  assert.equal(code, 0, stderr);
  return { folder, packed };
}

test('the tarball contains the commands, their bundles and the wasm, and has no dependencies', async (context) => {
  const { folder, packed } = await install(context);
  const files = packed.files.map(({ path }) => path);
  assert.deepEqual(files.sort(), FILES);
  assert.ok(packed.size <= MAX_TARBALL_SIZE, `${packed.size} bytes`);
  const modules = readdirSync(join(folder, 'node_modules')).filter((name) => !name.startsWith('.'));
  assert.deepEqual(modules, ['long-term-plan-mcp']);
  const manifest = JSON.parse(
    readFileSync(join(folder, 'node_modules', 'long-term-plan-mcp', 'package.json'), 'utf8'),
  );
  for (const kind of [
    'dependencies',
    'optionalDependencies',
    'peerDependencies',
    'bundleDependencies',
  ]) {
    assert.equal(manifest[kind], undefined, kind);
  }
  for (const script of ['preinstall', 'install', 'postinstall', 'prepare']) {
    assert.equal(manifest.scripts?.[script], undefined, script);
  }
});

test('npx runs both commands of an installed package', async (context) => {
  const { folder } = await install(context);
  const env = withoutRust();
  const root = makeRoadmap(context, 'Projekt ß ñ');
  for (const revision of REVISIONS) {
    const client = await launch(context, revision, {
      ...commandOf(npx, ['--offline', 'long-term-plan-mcp', '--root', root]),
      cwd: folder,
      env,
    });
    const { structuredContent } = await client.callTool({ name: 'plan_list', arguments: {} });
    assert.deepEqual(structuredContent, ROADMAP_LISTED);
    await client.close();
  }
  const listed = await run(npx, ['--offline', 'ltp', 'plan', 'list', '--root', root], {
    cwd: folder,
    env,
  });
  assert.equal(listed.code, 0, listed.stderr);
  assert.deepEqual(JSON.parse(listed.stdout), ROADMAP_LISTED);
});

test('the installed server writes into its working directory', async (context) => {
  const { folder } = await install(context);
  const project = join(folder, 'ein Projekt');
  mkdirSync(project);
  const client = await launch(context, '2026-07-28', {
    ...commandOf(npx, ['--offline', 'long-term-plan-mcp', '--root', '.']),
    cwd: project,
    env: withoutRust(),
  });
  const args = { planId: 'p', title: 'P' };
  const { isError } = await client.callTool({ name: 'plan_create', arguments: args });
  assert.equal(isError, undefined);
  assert.ok(existsSync(join(project, '.long-term-plan', 'p.md')));
});
