/** `long-term-plan-core` as published: packed, installed into an empty folder, and used in every supported way. */
import assert from 'node:assert/strict';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { build as esbuild } from 'esbuild';
import type { Page } from 'playwright-core';
import { build as vite } from 'vite';
import { launchBrowser } from '../helpers/browser.ts';
import { checkout, npm, run } from '../helpers/commands.ts';
import { serveFolder } from '../helpers/static-server.ts';

const source = join(checkout, 'npm', 'core');
const PLAN = `<!-- long-term-plan:format=v1 -->
# 😀 Demo

- [ ] Write <!-- long-term-plan:id=t_1 due=2026-12-01 -->
- [ ] Read <!-- long-term-plan:id=t_2 due=2026-11-01 -->
`;
/** The code of each consumer: one call of every function, with the results as JSON at the end. */
const USE = `
  const { newText } = core.applyEdit(text, { op: 'update', taskId: 't_1', status: 'done' });
  const workspace = tools.Workspace.load(tools.memoryFolder());
  const { result } = await workspace.call('plan_create', { planId: 'p', title: 'P' });
  const results = JSON.stringify({
    titles: core.parse(text).tasks.map(({ title }) => title),
    errors: core.validate('# None').errors.length,
    mark: newText.includes('[√] Write'),
    hits: core.search(text, 'read').total,
    repaired: core.repair('- [x] One').applied.length,
    etag: core.etag(text).length,
    merged: core.merge(text, newText, text.replace('Read', 'Hear')).newText,
    created: result.planId,
    tools: workspace.tools().length > 10,
  });`;
const ANSWER = {
  titles: ['Write', 'Read'],
  errors: 1,
  mark: true,
  hits: 1,
  repaired: 3,
  etag: 64,
  merged: PLAN.replace('[ ] Write', '[√] Write').replace('Read', 'Hear'),
  created: 'p',
  tools: true,
};

let folder = '';
let files: string[] = [];

before(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'ltp-core-')));
  const packing = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder];
  const packed = await run(npm, packing, { cwd: source });
  assert.equal(packed.code, 0, packed.stderr);
  const [tarball] = JSON.parse(packed.stdout) as { filename: string; files: { path: string }[] }[];
  assert.ok(tarball);
  files = tarball.files.map(({ path }) => path);
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  const args = ['install', '--offline', '--ignore-scripts', '--no-audit', '--no-fund'];
  const installed = await run(npm, [...args, join(folder, tarball.filename)], { cwd: folder });
  assert.equal(installed.code, 0, installed.stderr);
});
after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }));

/** The folder of a consumer, below the one with the installed package. */
function consumer(name: string, contents: Record<string, string>): string {
  const place = join(folder, name);
  mkdirSync(place, { recursive: true });
  for (const [file, text] of Object.entries(contents)) writeFileSync(join(place, file), text);
  return place;
}

const textInPlace = `const text = ${JSON.stringify(PLAN)};`;

async function answerOf(file: string): Promise<unknown> {
  const { code, stdout, stderr } = await run(process.execPath, [file], { cwd: folder });
  assert.equal(code, 0, stderr);
  return JSON.parse(stdout);
}

test('the package contains its exports and has no dependencies', () => {
  const manifest = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'));
  const targets = JSON.stringify(manifest.exports).match(/\.\/dist[^"]*/g) ?? [];
  assert.ok(targets.length > 8);
  for (const target of targets) assert.ok(files.includes(target.slice(2)), target);
  for (const kind of ['dependencies', 'peerDependencies', 'optionalDependencies']) {
    assert.equal(manifest[kind], undefined);
  }
  assert.deepEqual(
    readdirSync(join(folder, 'node_modules')).filter((name) => !name.startsWith('.')),
    ['long-term-plan-core'],
  );
});

test('Node imports it', async () => {
  const place = consumer('esm', {
    'use.mjs': `import * as core from 'long-term-plan-core';
      import * as tools from 'long-term-plan-core/workspace';${textInPlace}${USE} console.log(results);`,
  });
  assert.deepEqual(await answerOf(join(place, 'use.mjs')), ANSWER);
});

test('Node requires it, and import and require share one instance, which starts with the first call', async () => {
  const place = consumer('cjs', {
    'use.cjs': `const core = require('long-term-plan-core');
      const tools = require('long-term-plan-core/workspace');${textInPlace}
      (async () => {${USE} console.log(results); })();`,
    'same.mjs': `import { createRequire } from 'node:module';
      import * as imported from 'long-term-plan-core';
      const require = createRequire(import.meta.url);
      const required = require('long-term-plan-core');
      const loaded = () => Object.keys(require.cache).some((file) => file.includes('core-base64'));
      const before = loaded();
      imported.parse('');
      console.log(JSON.stringify([imported.PlanError === required.PlanError, before, loaded()]));`,
  });
  assert.deepEqual(await answerOf(join(place, 'use.cjs')), ANSWER);
  assert.deepEqual(await answerOf(join(place, 'same.mjs')), [true, false, true]);
});

test('the slim entry accepts a wasm that the caller loads', async () => {
  const use = `const { parse } = slim.createPlanFunctions(() => new WebAssembly.Module(wasm));
    console.log(JSON.stringify(parse(text).tasks.length));`;
  const file = "readFileSync(require.resolve('long-term-plan-core/core.wasm'))";
  const place = consumer('slim', {
    'use.mjs': `import { readFileSync } from 'node:fs';
      import { createRequire } from 'node:module';
      import * as slim from 'long-term-plan-core/slim';
      const require = createRequire(import.meta.url);
      const wasm = ${file}; ${textInPlace} ${use}`,
    'use.cjs': `const { readFileSync } = require('node:fs');
      const slim = require('long-term-plan-core/slim');
      const wasm = ${file}; ${textInPlace} ${use}`,
  });
  assert.equal(await answerOf(join(place, 'use.mjs')), 2);
  assert.equal(await answerOf(join(place, 'use.cjs')), 2);
});

test('esbuild bundles it for Node', async () => {
  const place = consumer('esbuild', {
    'use.mjs': `import * as core from 'long-term-plan-core';
      import * as tools from 'long-term-plan-core/workspace';${textInPlace}${USE} console.log(results);`,
  });
  const bundle = {
    entryPoints: [join(place, 'use.mjs')],
    bundle: true,
    logLevel: 'silent' as const,
  };
  for (const platform of ['node', 'neutral', 'browser'] as const) {
    const outfile = join(place, `${platform}.mjs`);
    await esbuild({ ...bundle, platform, format: 'esm', outfile });
    assert.deepEqual(await answerOf(outfile), ANSWER, platform);
  }
});

/** The types in a strict project. */
test('the types are complete in every mode of resolution, without any', async () => {
  const code = `import { applyEdit, type Op, parse, type Status, validate } from 'long-term-plan-core';
    import { memoryFolder, Workspace } from 'long-term-plan-core/workspace';
    import { createPlanFunctions } from 'long-term-plan-core/slim';
    const op: Op = { op: 'add', title: 'New', priority: 'high', state: '' };
    const text: string = applyEdit('', [op]).newText;
    const statuses: Status[] = parse(text).tasks.map(({ status }) => status);
    const code = validate(text).errors[0]?.code;
    if (code === 'NO_TASKS') statuses.push('doing');
    // @ts-expect-error no such operation
    applyEdit('', { op: 'rename' });
    // @ts-expect-error a title is needed
    applyEdit('', { op: 'add' });
    export async function use(): Promise<string | undefined> {
      const workspace = Workspace.load(memoryFolder());
      // @ts-expect-error no such tool
      await workspace.call('plan_burn', {});
      const reply = await workspace.call('task_add', { planId: 'p', title: 't' });
      return 'result' in reply ? reply.result.taskId : reply.error.message;
    }
    export const slim = createPlanFunctions(() => new Uint8Array()).parse;`;
  const place = consumer('types', { 'use.mts': code, 'use.cts': code, 'use.ts': code });
  const compiler = join(checkout, 'node_modules', 'typescript', 'bin', 'tsc');
  const strict = ['--strict', '--noEmit', '--exactOptionalPropertyTypes', '--types', ''];
  const lib = ['--target', 'es2022', '--lib', 'es2023,dom'];
  for (const [file, ...mode] of [
    ['use.mts', '--module', 'node16'],
    ['use.cts', '--module', 'node16'],
    ['use.mts', '--module', 'nodenext'],
    ['use.ts', '--module', 'esnext', '--moduleResolution', 'bundler'],
  ]) {
    const args = [compiler, ...strict, ...lib, ...mode, join(place, file ?? '')];
    const { code, stdout } = await run(process.execPath, args, { cwd: place });
    assert.equal(code, 0, `${file} ${mode.join(' ')}: ${stdout}`);
  }
  const root = join(folder, 'node_modules', 'long-term-plan-core');
  for (const file of files.filter((path) => path.endsWith('.d.ts'))) {
    const withoutComments = readFileSync(join(root, file), 'utf8').replaceAll(/\/\*.*?\*\//gs, '');
    // `any` may be the name of a field, but not a type.
    assert.doesNotMatch(withoutComments, /\bany\b(?!\??:)/, file);
    assert.doesNotMatch(withoutComments, /wasm\/long_term_plan_core|glue\.js/, file);
  }
});

/** Collects the errors of a page, so that a test fails with the reason instead of a timeout. */
function troubleIn(page: Page): string[] {
  const trouble: string[] = [];
  page.on('pageerror', (error) => trouble.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') trouble.push(message.text());
  });
  return trouble;
}

/** The page puts its results into its title; a strict policy forbids waiting for them inside the page. */
async function answerIn(page: Page): Promise<unknown> {
  const trouble = troubleIn(page);
  for (let title = ''; ; title = await page.title()) {
    assert.deepEqual(trouble, []);
    if (title.startsWith('{')) return JSON.parse(title);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

test('real Chromium runs plain modules, also in a worker, under a strict policy', async (context) => {
  const browser = await launchBrowser(context);
  if (!browser) return;
  const policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'";
  const page = (script: string) =>
    `<!doctype html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}">
    <script type="module" src="${script}"></script>`;
  const modules = '../node_modules/long-term-plan-core/dist/esm';
  const imports = `import * as core from '${modules}/index.js';
    import * as tools from '${modules}/workspace.js';`;
  consumer('plain', {
    'page.html': page('use.js'),
    'use.js': `${imports}${textInPlace}${USE} document.title = results;`,
    'with-worker.html': page('start.js'),
    'start.js': `const worker = new Worker('worker.js', { type: 'module' });
      worker.onmessage = ({ data }) => { document.title = data; };`,
    'worker.js': `${imports}${textInPlace}${USE} postMessage(results);`,
  });
  const address = await serveFolder(context, folder);
  for (const name of ['page', 'with-worker']) {
    const page = await browser.newPage();
    await page.goto(`${address}/plain/${name}.html`);
    assert.deepEqual(await answerIn(page), ANSWER, name);
  }
});

test('real Chromium runs what Vite builds', async (context) => {
  const browser = await launchBrowser(context);
  if (!browser) return;
  const place = consumer('vite', {
    'index.html':
      '<!doctype html><meta charset="utf-8"><script type="module" src="/use.js"></script>',
    'use.js': `import * as core from 'long-term-plan-core';
      import * as tools from 'long-term-plan-core/workspace';
      const worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
      worker.onmessage = async ({ data: text }) => {${USE} document.title = results; };`,
    'worker.js': `import { applyEdit } from 'long-term-plan-core';${textInPlace}
      postMessage(applyEdit(text, []).newText);`,
  });
  await vite({ root: place, logLevel: 'silent', configFile: false, worker: { format: 'es' } });
  const page = await browser.newPage();
  await page.goto(`${await serveFolder(context, join(place, 'dist'))}/index.html`);
  assert.deepEqual(await answerIn(page), ANSWER);
});

test('the example for Node lists what is due and completes a task', async () => {
  const place = consumer('example-node', { 'plan.md': PLAN });
  cpSync(join(source, 'examples', 'node'), place, { recursive: true });
  const script = join(place, 'next-due.mjs');
  const listed = await run(process.execPath, [script, 'plan.md'], { cwd: place });
  assert.equal(listed.stdout, '😀 Demo\n2026-11-01  t_2  Read\n2026-12-01  t_1  Write\n');
  const ticked = await run(process.execPath, [script, 'plan.md', 't_2'], { cwd: place });
  assert.match(ticked.stdout, /t_2 is done; 1 place/);
  assert.equal(readFileSync(join(place, 'plan.md'), 'utf8'), PLAN.replace('[ ] Read', '[√] Read'));
  const unknown = await run(process.execPath, [script, 'plan.md', 't_9'], { cwd: place });
  assert.equal(unknown.code, 1);
  assert.equal(unknown.stderr, 'Task not found: t_9\n');
});

test('the example page completes a task in real Chromium', async (context) => {
  const browser = await launchBrowser(context);
  if (!browser) return;
  const place = consumer('example-page', {});
  cpSync(join(source, 'examples', 'browser'), place, { recursive: true });
  symlinkSync(join(folder, 'node_modules'), join(place, 'node_modules'), 'junction');
  const page = await browser.newPage();
  const trouble = troubleIn(page);
  await page.goto(`${await serveFolder(context, place)}/index.html`);
  await page.getByRole('button', { name: 'Pack' }).click();
  await page.getByRole('button', { name: '☑ Pack' }).waitFor();
  assert.match(await page.getByRole('textbox').inputValue(), /\[√\] Pack/);
  await page.getByRole('textbox').fill('no plan');
  await page.getByText('Line 1:').waitFor();
  assert.deepEqual(trouble, []);
});

/** The part of VS Code that the extension uses. */
function fakeVscode(text: string) {
  const commands = new Map<string, () => Promise<void>>();
  const diagnostics: { line: number; message: string }[][] = [];
  const edits: { start: number; end: number; text: string }[] = [];
  const document = {
    languageId: 'markdown',
    uri: 'file:///plan.md',
    getText: () => text,
    positionAt: (offset: number) => offset,
  };
  const subscription = () => ({ dispose() {} });
  class Range {
    readonly start: number;
    readonly end: number;
    constructor(...numbers: number[]) {
      [this.start = 0, this.end = 0] = numbers;
    }
  }
  class Diagnostic {
    readonly line: number;
    readonly message: string;
    constructor(range: Range, message: string) {
      this.line = range.start + 1;
      this.message = message;
    }
  }
  const replace = (range: Range, text: string) => {
    edits.push({ start: range.start, end: range.end, text });
  };
  const api = {
    Range,
    Diagnostic,
    DiagnosticSeverity: { Error: 0, Warning: 1 },
    languages: {
      createDiagnosticCollection: () => ({
        set: (_: unknown, found: Diagnostic[]) => diagnostics.push(found),
        delete() {},
      }),
    },
    workspace: {
      textDocuments: [document],
      onDidOpenTextDocument: subscription,
      onDidChangeTextDocument: subscription,
      onDidCloseTextDocument: subscription,
    },
    commands: {
      registerCommand: (name: string, command: () => Promise<void>) => commands.set(name, command),
    },
    window: {
      activeTextEditor: {
        document,
        selection: { active: { line: 3 } },
        edit: async (work: (change: { replace: typeof replace }) => void) => work({ replace }),
      },
      showErrorMessage: async (message: string) => assert.fail(message),
    },
  };
  return { api, commands, diagnostics, edits };
}

test('the example extension type-checks and works bundled for both hosts', async () => {
  const place = consumer('example-vscode', {});
  cpSync(join(source, 'examples', 'vscode'), place, { recursive: true });
  mkdirSync(join(place, 'node_modules', '@types'), { recursive: true });
  for (const name of ['esbuild', '@esbuild', '@types/vscode']) {
    symlinkSync(
      join(checkout, 'node_modules', name),
      join(place, 'node_modules', name),
      'junction',
    );
  }
  const compiler = join(checkout, 'node_modules', 'typescript', 'bin', 'tsc');
  const checked = await run(process.execPath, [compiler, '-p', place], { cwd: place });
  assert.equal(checked.code, 0, checked.stdout);
  const built = await run(process.execPath, ['build.mjs'], { cwd: place });
  assert.equal(built.code, 0, built.stderr);

  const text = PLAN.replace('due=2026-11-01', 'due=soon');
  for (const host of ['desktop', 'web']) {
    const { api, commands, diagnostics, edits } = fakeVscode(text);
    const code = readFileSync(join(place, 'dist', `${host}.js`), 'utf8');
    // The web host runs an extension as a function with `module`, `exports` and `require`, which loads only vscode.
    const module = { exports: {} as { activate(context: { subscriptions: unknown[] }): void } };
    const nodeRequire = createRequire(join(place, 'dist', 'x.js'));
    const require = (name: string) => {
      if (name === 'vscode') return api;
      assert.equal(host, 'desktop', `the web host cannot require ${name}`);
      return nodeRequire(name);
    };
    new Function('module', 'exports', 'require', code)(module, module.exports, require);
    module.exports.activate({ subscriptions: [] });
    assert.equal(diagnostics[0]?.[0]?.line, 5, host);
    assert.match(diagnostics[0]?.[0]?.message ?? '', /due is "soon"/);
    await commands.get('planExample.cycleStatus')?.();
    const at = text.indexOf('[ ] Write') + 1;
    assert.deepEqual(edits, [{ start: at, end: at + 1, text: '*' }], host);
  }
});
