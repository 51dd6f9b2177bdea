import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { clientConfigs } from '../../src/cli/init/clients.ts';
import { makeProject } from '../helpers/project.ts';
import { DEMO, ltpFails, ltpJson, ltpText, makeDemo, planText } from './helpers/ltp.ts';

interface Output {
  made: string[];
  kept: string[];
  advice: string[];
  clients: { client: string; file: string; config: string }[];
}

test('a project gets a first plan and a .gitignore, once', async (context) => {
  const root = makeProject(context);
  const first = await ltpJson<Output>(root, 'init');
  assert.deepEqual(first.made, ['.long-term-plan/roadmap.md', '.long-term-plan/.gitignore']);
  assert.deepEqual(first.kept, []);
  const text = planText(root, 'roadmap');
  assert.match(text, /^# Roadmap$/m);
  assert.deepEqual(readdirSync(root), ['.long-term-plan']);

  const again = await ltpJson<Output>(root, 'init');
  assert.deepEqual(again.made, []);
  assert.deepEqual(again.kept, first.made);
  assert.deepEqual(again.advice, []);
  assert.equal(planText(root, 'roadmap'), text);
});

test('a dry run shows what would be created', async (context) => {
  const root = makeProject(context);
  const output = await ltpJson<Output & { diff: string }>(root, 'init', '--dry-run');
  assert.deepEqual(output.made, ['.long-term-plan/roadmap.md', '.long-term-plan/.gitignore']);
  assert.match(output.diff, /^\+# Roadmap$/m);
  assert.match(
    output.diff,
    /^\+\+\+ b\/\.long-term-plan\/\.gitignore\n@@ -0,0 \+1,2 @@\n\+#.*\n\+\.history\/\n$/m,
  );
  assert.deepEqual(readdirSync(root), []);
  await ltpJson(root, 'init');
  assert.equal(await ltpText(root, 'init', '--dry-run'), 'Nothing would change.\n');
});

test('git sees the plans, but neither history nor lock', async (context) => {
  const root = makeProject(context);
  execFileSync('git', ['init', '--quiet', root]);
  await ltpJson(root, 'init');
  await ltpJson(root, 'task', 'add', 'roadmap', '--title', 'x');
  assert.ok(existsSync(join(root, '.long-term-plan', '.history')));
  const status = ['-C', root, 'status', '--porcelain', '--untracked-files=all'];
  const stdout = execFileSync('git', status, { encoding: 'utf8' });
  assert.deepEqual(stdout.trim().split('\n').sort(), [
    '?? .long-term-plan/.gitignore',
    '?? .long-term-plan/roadmap.md',
  ]);
});

test('existing files are never overwritten', async (context) => {
  const root = makeDemo(context);
  writeFileSync(join(root, '.long-term-plan', '.gitignore'), '*.tmp\n');
  const kept = await ltpJson<Output>(root, 'init');
  assert.deepEqual(kept.made, []);
  assert.deepEqual(kept.kept, ['.long-term-plan/demo.md', '.long-term-plan/.gitignore']);
  assert.deepEqual(kept.advice, ['Add the line .history/ to it.']);
  assert.equal(readFileSync(join(root, '.long-term-plan', '.gitignore'), 'utf8'), '*.tmp\n');
  const named = await ltpJson<Output>(root, 'init', 'release-2', '--title', 'Second release');
  assert.deepEqual(named.made, ['.long-term-plan/release-2.md']);
  assert.match(planText(root, 'release-2'), /^# Second release$/m);
  assert.equal(planText(root), DEMO);
});

test('on Windows, clients start npx through its shell', () => {
  const [claude] = clientConfigs('.long-term-plan', 'win32');
  const { mcpServers } = JSON.parse(claude?.config ?? '');
  assert.deepEqual(mcpServers['long-term-plan'], {
    command: 'cmd',
    args: ['/c', 'npx', '-y', 'long-term-plan-mcp', '--root', '.'],
  });
});

test('the printed configuration of each client is valid for that client', async (context) => {
  const root = makeProject(context);
  const { clients } = await ltpJson<Output>(root, 'init');
  const config = Object.fromEntries(clients.map(({ file, config: text }) => [file, text]));
  assert.deepEqual(
    clients.map(({ client }) => client),
    ['Claude Code', 'Cursor', 'VS Code', 'Codex', 'Gemini CLI'],
  );
  const server = (root: string) => ({
    command: 'npx',
    args: ['-y', 'long-term-plan-mcp', '--root', root],
  });
  const folder = '$' + '{workspaceFolder}';
  assert.deepEqual(JSON.parse(config['.mcp.json'] ?? ''), {
    mcpServers: { 'long-term-plan': server('.') },
  });
  assert.deepEqual(JSON.parse(config['.cursor/mcp.json'] ?? ''), {
    mcpServers: { 'long-term-plan': server(folder) },
  });
  assert.deepEqual(JSON.parse(config['.vscode/mcp.json'] ?? ''), {
    servers: { 'long-term-plan': { type: 'stdio', ...server(folder) } },
  });
  assert.deepEqual(JSON.parse(config['.gemini/settings.json'] ?? ''), {
    mcpServers: { 'long-term-plan': server('.') },
  });
  assert.equal(
    config['.codex/config.toml'],
    '[mcp_servers.long-term-plan]\ncommand = "npx"\nargs = ["-y", "long-term-plan-mcp", "--root", "."]',
  );
  const elsewhere = await ltpJson<Output>(root, 'init', '--plans', 'docs/plans');
  assert.match(elsewhere.clients[0]?.config ?? '', /"--plans",\s*"docs\/plans"/);

  const text = await ltpText(root, 'init');
  assert.match(text, /^kept \.long-term-plan\/roadmap\.md, which exists$/m);
  for (const { client, file } of clients) assert.ok(text.includes(`${client}: ${file}\n`));
});

test('a plans directory outside of the project is not created', async (context) => {
  const root = makeProject(context);
  mkdirSync(join(root, '..', 'elsewhere'));
  symlinkSync('../elsewhere', join(root, '.long-term-plan'));
  await ltpFails(root, 1, 'init');
  assert.deepEqual(readdirSync(join(root, '..', 'elsewhere')), []);
});
