import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CLIENTS } from '../../../src/cli/init/clients.ts';
import { connect, disconnect, type Surroundings } from '../../../src/cli/init/connect.ts';
import { detectClients } from '../../../src/cli/init/detect.ts';
import { actionOf } from '../../../src/cli/init/file-change.ts';
import { jsonEntry } from '../../../src/cli/init/json-entry.ts';
import { originOf } from '../../../src/cli/init/origin.ts';

const places = { home: '/home/ana', settings: '/home/ana/.config' };
const FOLDER = '$' + '{workspaceFolder}';

function around(
  files: Record<string, string> = {},
  more: Partial<Surroundings> = {},
): Surroundings {
  return {
    root: '/shop',
    platform: 'linux',
    places,
    origin: { kind: 'published' },
    flags: [],
    read: (file) => files[file],
    isTracked: () => false,
    ...more,
  };
}

const named = (...ids: string[]) => CLIENTS.filter(({ id }) => ids.includes(id));
const project = { user: false };

test('each client gets the published package in its own form, and no root where it starts in the project', () => {
  const { changes, manual } = connect(CLIENTS, around(), project);
  const entries = Object.fromEntries(
    changes
      .filter(({ path }) => path.endsWith('.json'))
      .map(({ path, after }) => {
        const client = CLIENTS.find(({ projectFile }) => projectFile === path);
        return [path, jsonEntry(after ?? '', [...(client?.entryPath ?? [])])];
      }),
  );
  const plain = { command: 'npx', args: ['-y', 'long-term-plan-mcp'] };
  const rooted = { command: 'npx', args: [...plain.args, '--root', FOLDER] };
  assert.deepEqual(entries, {
    '.mcp.json': plain,
    '.cursor/mcp.json': rooted,
    '.vscode/mcp.json': { type: 'stdio', ...rooted },
    '.gemini/settings.json': plain,
    '.zed/settings.json': { source: 'custom', ...plain },
    'opencode.json': { type: 'local', command: ['npx', ...plain.args], enabled: true },
  });
  assert.deepEqual(
    manual.map(({ client, reason }) => [client.id, reason]),
    [['windsurf', 'Windsurf has no project file; --user writes it']],
  );
});

test('Codex gets its approvals', () => {
  const { changes } = connect(named('codex'), around(), project);
  assert.equal(
    changes[0]?.after,
    `[mcp_servers.long-term-plan]
command = "npx"
args = ["-y", "long-term-plan-mcp"]
required = true
startup_timeout_sec = 30

[mcp_servers.long-term-plan.tools.task_batch]
approval_mode = "approve"

[mcp_servers.long-term-plan.tools.plan_undo]
approval_mode = "approve"
`,
  );
});

test('connecting twice changes nothing, and other servers are counted', () => {
  const files: Record<string, string> = {
    '/shop/.cursor/mcp.json': '{ "mcpServers": { "a": {}, "b": {} } }',
  };
  const [first] = connect(named('cursor'), around(files), project).changes;
  assert.equal(first?.what, 'Cursor; 2 other servers kept');
  files['/shop/.cursor/mcp.json'] = first?.after ?? '';
  const [again] = connect(named('cursor'), around(files), project).changes;
  assert.equal(again && actionOf(again), 'same');
});

test('the path of a build is written only where git does not see it', () => {
  const build = { kind: 'build', bin: '/src/npm/mcp/bin/long-term-plan-mcp.cjs' } as const;
  const { changes, excluded } = connect(named('claude'), around({}, { origin: build }), project);
  assert.deepEqual(excluded, ['.mcp.json']);
  assert.deepEqual(jsonEntry(changes[0]?.after ?? '', ['mcpServers', 'long-term-plan']), {
    command: 'node',
    args: [build.bin],
  });
  const tracked = around({}, { origin: build, isTracked: () => true });
  const { changes: none, manual } = connect(named('claude'), tracked, project);
  assert.deepEqual(none, []);
  assert.match(manual[0]?.reason ?? '', /^git tracks \.mcp\.json, and the path of this build/);
});

test('Windows starts npx through its shell; a package of the project is started by node everywhere', () => {
  const windows = connect(named('claude'), around({}, { platform: 'win32' }), project);
  assert.match(windows.changes[0]?.after ?? '', /"cmd"[\s\S]*"\/c"[\s\S]*"npx"/);
  const bin = 'node_modules/long-term-plan-mcp/bin/long-term-plan-mcp.cjs';
  const own = around({}, { origin: { kind: 'project', bin } });
  const { changes } = connect(named('claude', 'cursor'), own, project);
  assert.match(changes[0]?.after ?? '', /"node_modules\/long-term-plan-mcp\//);
  assert.match(
    changes[1]?.after ?? '',
    /"\$\{workspaceFolder\}\/node_modules\/long-term-plan-mcp\//,
  );
});

test('with --user the entry goes into the files of the user', () => {
  const { changes } = connect(named('windsurf', 'vscode'), around(), { user: true });
  assert.deepEqual(
    changes.map(({ path }) => path),
    ['~/.config/Code/User/mcp.json', '~/.codeium/windsurf/mcp_config.json'],
  );
});

test('a configuration that cannot be read is not touched', () => {
  const files = { '/shop/.mcp.json': '{ "mcpServers": ' };
  const { changes, manual } = connect(named('claude'), around(files), project);
  assert.deepEqual(changes, []);
  assert.match(manual[0]?.reason ?? '', /^\.mcp\.json cannot be changed: line 1 is not valid JSON/);
  assert.match(manual[0]?.entry ?? '', /"mcpServers"/);
});

test('disconnecting restores every file that connecting changed', () => {
  const files: Record<string, string> = {
    '/shop/.cursor/mcp.json': '{\n  "mcpServers": {\n    "a": {} // mine\n  }\n}\n',
    '/shop/.codex/config.toml': '# mine\nmodel = "x"\n',
  };
  const before = { ...files };
  for (const { file, after } of connect(CLIENTS, around(files), project).changes) {
    files[file] = after ?? '';
  }
  const removed = disconnect(around(files), project);
  assert.equal(removed.length, CLIENTS.length - 1);
  for (const { file, after } of removed)
    assert.equal(after?.trimEnd(), before[file]?.trimEnd(), file);
});

test('clients are found by their files, folders and programs, and plugins are noticed', () => {
  const existing = ['/shop/.cursor', '/home/ana/.codex'];
  const detected = detectClients({
    root: '/shop',
    places,
    exists: (path) => existing.includes(path),
    hasProgram: (name) => name === 'gemini',
    readOrList: (path) =>
      path === '/shop/.claude/settings.json'
        ? '{ "enabledPlugins": { "long-term-plan@somewhere": true } }'
        : path === '/home/ana/.vscode/extensions'
          ? 'other.thing-1.0.0\nteam.long-term-plan-0.1.0'
          : undefined,
  });
  const ids = (keep: (found: (typeof detected)[number]) => boolean) =>
    detected.filter(keep).map(({ client }) => client.id);
  assert.deepEqual(
    ids(({ isFound }) => isFound),
    ['cursor', 'codex', 'gemini'],
  );
  assert.deepEqual(ids(({ hasPlugin }) => hasPlugin).sort(), ['claude', 'vscode']);
});

test('only a package that came from a registry is started by its name', () => {
  const at = (files: Record<string, string>, packageDir = '/x/node_modules/long-term-plan-mcp') =>
    originOf({ root: '/shop', packageDir, read: (file) => files[file] });
  const record = (resolved: string) => ({
    '/x/node_modules/.package-lock.json': JSON.stringify({
      packages: { 'node_modules/long-term-plan-mcp': { resolved } },
    }),
  });
  assert.equal(at(record('https://example.org/long-term-plan-mcp-1.0.0.tgz')).kind, 'published');
  assert.equal(at(record('file:../long-term-plan-mcp-1.0.0.tgz')).kind, 'build');
  assert.equal(at({}).kind, 'build');
  const bin = 'node_modules/long-term-plan-mcp/bin/long-term-plan-mcp.cjs';
  assert.deepEqual(at({ [`/shop/${bin}`]: '' }), { kind: 'project', bin });
});
