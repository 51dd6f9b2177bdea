/** The server as a process: its streams, its exit, its command line. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { finished, ltpBin, run, serverBin, start } from '../helpers/commands.ts';
import { makeProject, makeRoadmap, ROADMAP_LISTED } from '../helpers/project.ts';
import { onTerminal } from '../helpers/terminal.ts';

const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'raw', version: '1' },
  },
};
const initialized = { jsonrpc: '2.0', method: 'notifications/initialized' };
const planList = {
  jsonrpc: '2.0',
  id: 2,
  method: 'tools/call',
  params: { name: 'plan_list', arguments: {} },
};

function lines(...messages: object[]): string {
  return messages.map((message) => `${JSON.stringify(message)}\n`).join('');
}

test('stdout has only protocol messages, and requests before the end of input get replies', async (context) => {
  const root = makeRoadmap(context);
  const { code, stdout, stderr } = await run(serverBin, ['--root', root], {
    input: lines(initialize, initialized, planList),
  });
  assert.equal(code, 0);
  const messages = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  assert.deepEqual(
    messages.map(({ jsonrpc, id }) => [jsonrpc, id]),
    [
      ['2.0', 1],
      ['2.0', 2],
    ],
  );
  assert.equal(messages[0].result.protocolVersion, '2025-06-18');
  assert.deepEqual(messages[1].result.structuredContent, ROADMAP_LISTED);
  assert.equal(stderr, '', 'clients show what a server writes there as an error');
});

test('on a terminal, a banner says what is served and how to connect', async (context) => {
  const root = makeRoadmap(context, "a 'project'");
  const flags = '--read-only --toolsets plan,doc --tool-names=dotted';
  const { screen } = await onTerminal(
    `'${process.execPath}' '${serverBin}' --root . ${flags} < /dev/null`,
    { cwd: root },
  );
  assert.ok(screen.includes(join(root, '.long-term-plan')), screen);
  const quoted = `'${root.replaceAll("'", "'\\''")}'`;
  const connect = `npx long-term-plan-mcp --root ${quoted} --read-only --toolsets plan,doc --tool-names dotted\n`;
  assert.ok(screen.includes(connect), screen);
  assert.match(screen, /--help/, 'it mentions the help');
});

test('only the end of its input ends the process', async (context) => {
  const child = start(serverBin, ['--root', makeProject(context)]);
  const done = finished(child);
  child.stdin.write(lines(initialize));
  await once(child.stdout, 'data');
  await new Promise((resolve) => setTimeout(resolve, 200));
  assert.equal(child.exitCode, null);
  child.stdin.end();
  assert.equal((await done).code, 0);
});

test('a client that disconnects ends the process too', async (context) => {
  const child = start(serverBin, ['--root', makeProject(context)]);
  child.stdout.destroy();
  child.stdin.write(lines(initialize));
  const [code] = await once(child, 'exit');
  assert.equal(code, 0);
});

test('lines that are not JSON get replies even before the client is known', async (context) => {
  const { code, stdout } = await run(serverBin, ['--root', makeProject(context)], {
    input: `\n{"jsonrpc":\nnonsense\n${lines(initialize)}`,
  });
  assert.equal(code, 0);
  const messages = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  assert.deepEqual(
    messages.map(({ id, error }) => [id, error?.code]),
    [
      [null, -32700],
      [null, -32700],
      [1, undefined],
    ],
  );
});

test('an unknown flag is an error that suggests the closest match', async () => {
  const { code, stdout, stderr } = await run(serverBin, ['--rot', '.']);
  assert.equal(code, 2);
  assert.equal(stdout, '');
  assert.equal(
    stderr,
    'long-term-plan-mcp: Unknown flag --rot; did you mean --root? (see long-term-plan-mcp --help)\n',
  );
});

test('an argument that is not a flag is an error', async () => {
  const { code, stdout, stderr } = await run(serverBin, ['serve']);
  assert.equal(code, 2);
  assert.equal(stdout, '');
  assert.match(stderr, /^long-term-plan-mcp: Unexpected "serve": there are only flags /);
});

test('a missing root is an error', async (context) => {
  const { code, stdout, stderr } = await run(serverBin, ['--root', 'no such'], {
    cwd: makeProject(context),
  });
  assert.equal(code, 2);
  assert.equal(stdout, '');
  assert.match(stderr, /^long-term-plan-mcp: --root is not a directory: no such /);
});

test('an invalid configuration is an error', async (context) => {
  const root = makeRoadmap(context);
  writeFileSync(join(root, '.long-term-plan', 'config.json'), '{ "root": "/" }');
  for (const [bin, args] of [
    [serverBin, []],
    [ltpBin, ['plan', 'list']],
  ] as const) {
    const { code, stdout, stderr } = await run(bin, [...args, '--root', root]);
    assert.equal(code, 2);
    assert.equal(stdout, '');
    assert.match(
      stderr,
      /^[a-z-]+: \.long-term-plan\/config\.json: unknown key "root"; .*readOnly/,
    );
  }
});

test('the root may be set by the environment', async (context) => {
  const { stdout } = await run(serverBin, [], {
    input: lines(initialize, initialized, planList),
    cwd: makeProject(context),
    env: { LONG_TERM_PLAN_ROOT: '', CLAUDE_PROJECT_DIR: makeRoadmap(context) },
  });
  assert.match(stdout, /Product Roadmap/);
});

test('help and version are printed to stdout', async () => {
  const help = await run(serverBin, ['--help']);
  assert.equal(help.code, 0);
  const flags = 'root plans toolsets tools tool-names read-only require-if-match plan help version';
  for (const flag of flags.split(' ')) assert.ok(help.stdout.includes(`--${flag}`), flag);
  const version = await run(serverBin, ['--version']);
  assert.match(version.stdout, /^\d+\.\d+\.\d+\n$/);
});
