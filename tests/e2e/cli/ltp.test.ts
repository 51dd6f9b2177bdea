import assert from 'node:assert/strict';
import { test } from 'node:test';
import { connect } from '../helpers/client.ts';
import { checkout, ltpBin, run } from '../helpers/commands.ts';
import { makeProject, makeRoadmap } from '../helpers/project.ts';

test('ltp prints the JSON of the server, through npx and through its link', async (context) => {
  const root = makeRoadmap(context);
  const client = await connect(context, '2026-07-28', ['--root', root]);
  const { structuredContent } = await client.callTool({ name: 'plan_list' });
  const expected = { code: 0, stdout: `${JSON.stringify(structuredContent)}\n`, stderr: '' };

  assert.deepEqual(await run(ltpBin, ['plan', 'list', '--root', root]), expected);
  assert.deepEqual(await run(ltpBin, ['--root', root, 'plan', 'list']), expected);
  assert.deepEqual(await run(ltpBin, ['plan', 'list'], { cwd: root }), expected);

  const npx = await run('npx', ['--no', 'ltp', 'plan', 'list', '--root', root], { cwd: checkout });
  assert.equal(npx.stdout, expected.stdout);
  assert.equal(npx.code, 0);
});

test('flags become arguments', async (context) => {
  const root = makeRoadmap(context);
  const list = async (...flags: string[]) => {
    const { stdout } = await run(ltpBin, ['plan', 'list', '--root', root, ...flags]);
    return JSON.parse(stdout).plans.length;
  };
  assert.equal(await list('--query', 'roadmap'), 1);
  assert.equal(await list('--query=nothing like it', '--limit', '5'), 0);
});

test('an error is one line on stderr', async (context) => {
  const root = makeProject(context);
  const failed = async (...args: string[]) => {
    const { code, stdout, stderr } = await run(ltpBin, [...args, '--root', root]);
    assert.equal(stdout, '');
    assert.match(stderr, /^ltp: [^\n]+\n$/);
    return { code, stderr };
  };
  const argument = await failed('plan', 'list', '--limit', 'many');
  assert.equal(argument.code, 2);
  assert.match(argument.stderr, /limit/);
  const command = await failed('plan', 'lst');
  assert.equal(command.code, 2);
  assert.match(command.stderr, /Unknown command "plan lst"; did you mean plan list\?/);
  const flag = await failed('plan', 'list', '--qery', 'x');
  assert.equal(flag.code, 2);
  assert.match(flag.stderr, /Unknown flag --qery; did you mean --query\?/);
});

test('a project without a plans directory has no plans', async (context) => {
  const { code, stdout } = await run(ltpBin, ['plan', 'list'], { cwd: makeProject(context) });
  assert.deepEqual({ code, stdout }, { code: 0, stdout: '{"plans":[]}\n' });
});

test('the help lists every command, and the help of a command its flags', async () => {
  const all = await run(ltpBin, ['--help']);
  assert.equal(all.code, 0);
  assert.match(all.stdout, /^ {2}plan list {2}/m);
  const one = await run(ltpBin, ['plan', 'list', '--help']);
  assert.equal(one.code, 0);
  assert.match(one.stdout, /--query TEXT/);
  const none = await run(ltpBin, []);
  assert.equal(none.code, 2);
  assert.equal(none.stdout, '');
  assert.equal(none.stderr, all.stdout);
});
