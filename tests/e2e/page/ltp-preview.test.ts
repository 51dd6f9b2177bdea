/** `ltp preview` from outside: what it serves, to which clients, and what it rejects. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { checkout, ltpBin, run } from '../helpers/commands.ts';
import { makePreviewed, PLAN, startPreview } from '../helpers/preview.ts';
import { makeProject } from '../helpers/project.ts';

interface Asked {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

interface Answered {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

/** `fetch` does not let a test set its origin. */
function ask(
  address: string,
  { method = 'GET', headers = {}, body }: Asked = {},
): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const sent = request(address, { method, headers }, async (response) => {
      const { statusCode: status = 0, headers } = response;
      resolve({ status, headers, body: await text(response) });
    });
    sent.once('error', reject);
    sent.end(body);
  });
}

const JSON_TYPE = { 'content-type': 'application/json' };
const call = (name: string, args: object) => JSON.stringify({ name, args });

async function started(context: TestContext, ...flags: string[]) {
  const project = makePreviewed(context);
  const { child, address } = await startPreview(context, project.root, ...flags);
  const { origin } = new URL(address);
  const callTool = (name: string, args: object, headers: Record<string, string> = {}) =>
    ask(`${address}api/call`, {
      method: 'POST',
      headers: { ...JSON_TYPE, origin, ...headers },
      body: call(name, args),
    });
  return { ...project, child, address, origin, callTool };
}

test('the page and the plans are served to a client with the address', async (context) => {
  const { address, callTool, read } = await started(context);
  assert.match(address, /^http:\/\/127\.0\.0\.1:\d+\/[\w-]{32}\/$/);
  const page = await ask(address);
  assert.equal(page.status, 200);
  assert.match(page.body, /<html lang="en" data-mode="server">/);
  const policy = String(page.headers['content-security-policy']);
  assert.match(policy, /default-src 'none'/);
  assert.match(policy, /script-src 'sha256-[^']+' 'wasm-unsafe-eval'/);
  assert.match(policy, /style-src 'sha256-[^']+'/);
  assert.match(policy, /connect-src 'self'/);
  assert.match(policy, /frame-ancestors 'none'/);
  assert.doesNotMatch(policy, /unsafe-inline|unsafe-eval'.*unsafe-eval|\*/);
  assert.equal(page.headers['referrer-policy'], 'no-referrer');
  assert.equal(page.headers['access-control-allow-origin'], undefined);
  assert.equal((await ask(`${address}api/plan/roadmap`)).body, PLAN);
  const done = await callTool('task_update', {
    planId: 'roadmap',
    taskId: 't_bodies',
    status: 'done',
  });
  assert.equal(done.status, 200);
  assert.ok('result' in JSON.parse(done.body));
  assert.equal(read(), PLAN.replace('[ ] Bodies', '[√] Bodies'));
});

test('requests without the token, by another host name or from another page are rejected', async (context) => {
  const { address, origin, read } = await started(context);
  const { port } = new URL(address);
  const write = {
    method: 'POST',
    headers: JSON_TYPE,
    body: call('task_update', { planId: 'roadmap', taskId: 't_bodies', status: 'done' }),
  };
  const refusals: [string, string, Asked, number][] = [
    ['no token', `${origin}/`, {}, 404],
    ['no token, the API', `${origin}/api/about`, {}, 404],
    ['another token', `${origin}/${'x'.repeat(32)}/`, {}, 404],
    ['half of the token', address.slice(0, -9).concat('/'), {}, 404],
    ['another host (rebinding)', address, { headers: { host: `evil.example:${port}` } }, 421],
    ['another port in the host', address, { headers: { host: '127.0.0.1:1' } }, 421],
    [
      'read by another page',
      `${address}api/plan/roadmap`,
      { headers: { origin: 'https://evil.example' } },
      403,
    ],
    [
      'a script of another page',
      `${address}api/plan/roadmap`,
      { headers: { 'sec-fetch-site': 'cross-site' } },
      403,
    ],
    ['no origin', `${address}api/call`, write, 403],
    [
      'another origin',
      `${address}api/call`,
      { ...write, headers: { ...JSON_TYPE, origin: 'https://evil.example' } },
      403,
    ],
    [
      'the origin null',
      `${address}api/call`,
      { ...write, headers: { ...JSON_TYPE, origin: 'null' } },
      403,
    ],
    [
      'another port of this machine',
      `${address}api/call`,
      { ...write, headers: { ...JSON_TYPE, origin: 'http://127.0.0.1:1' } },
      403,
    ],
    [
      'a form',
      `${address}api/call`,
      { ...write, headers: { 'content-type': 'text/plain', origin } },
      415,
    ],
    [
      'leave to ask',
      `${address}api/call`,
      { method: 'OPTIONS', headers: { origin: 'https://evil.example' } },
      403,
    ],
    ['another method', `${address}api/call`, { method: 'PUT', headers: { origin } }, 404],
    ['what is not there', `${address}../etc/passwd`, {}, 404],
    [
      'no JSON',
      `${address}api/call`,
      { ...write, headers: { ...JSON_TYPE, origin }, body: '{' },
      400,
    ],
    [
      'no arguments',
      `${address}api/call`,
      { ...write, headers: { ...JSON_TYPE, origin }, body: '{"name":"x"}' },
      400,
    ],
    [
      'another tool',
      `${address}api/call`,
      { ...write, headers: { ...JSON_TYPE, origin }, body: call('plan_create', {}) },
      403,
    ],
    [
      'too much',
      `${address}api/call`,
      { ...write, headers: { ...JSON_TYPE, origin }, body: 'x'.repeat(5_000_000) },
      413,
    ],
    ['no plan', `${address}api/plan/gone`, {}, 404],
    ['a name that is a path', `${address}api/plan/..%2f..%2fetc%2fpasswd`, {}, 409],
    ['a broken name', `${address}api/plan/%ff`, {}, 400],
  ];
  for (const [what, where, asked, status] of refusals) {
    const reply = await ask(where, asked);
    assert.equal(reply.status, status, `${what}: ${reply.body}`);
    assert.equal(reply.headers['access-control-allow-origin'], undefined, what);
    assert.ok(!reply.body.includes('Product roadmap'), what);
  }
  assert.equal(read(), PLAN);
});

test('with --read-only, nothing can be changed', async (context) => {
  const { address, callTool, read } = await started(context, '--read-only');
  assert.equal(JSON.parse((await ask(`${address}api/about`)).body).readOnly, true);
  const rejected = await callTool('task_update', {
    planId: 'roadmap',
    taskId: 't_bodies',
    status: 'done',
  });
  assert.equal(JSON.parse(rejected.body).error.code, 'READ_ONLY');
  assert.equal(read(), PLAN);
});

test('changes are reported as they happen', async (context) => {
  const { address, write } = await started(context);
  const event = new Promise<string>((resolve, reject) => {
    const listening = request(`${address}api/events`, (response) => {
      assert.equal(response.headers['content-type'], 'text/event-stream');
      let all = '';
      response.on('data', (chunk) => {
        all += chunk;
        if (all.includes('retry:')) write(`${PLAN}\n`);
        if (!all.includes('data:')) return;
        resolve(all);
        listening.destroy();
      });
    });
    listening.once('error', reject);
    listening.end();
  });
  assert.match(await event, /data: \{"files":\["roadmap\.md"\]\}\n\n/);
});

test('it ends when it is stopped, and reports a port that is in use', async (context) => {
  const { child, address, root } = await started(context);
  const { port } = new URL(address);
  const taken = await run(ltpBin, ['preview', '--root', root, '--port', port]);
  assert.equal(taken.code, 1);
  assert.match(taken.stderr, new RegExp(`port ${port} is in use; choose another with --port`));
  const wrong = await run(ltpBin, ['preview', '--root', root, '--port', '70000']);
  assert.equal(wrong.code, 2);
  const ended = new Promise((resolve) => child.once('exit', (code) => resolve(code)));
  child.kill('SIGTERM');
  assert.equal(await ended, 0);
});

test('--html writes a page that works without a server', async (context) => {
  const root = makeProject(context);
  const file = join(root, 'page.html');
  const { code, stdout } = await run(ltpBin, ['preview', '--html', file]);
  assert.equal(code, 0);
  assert.deepEqual(JSON.parse(stdout), { file });
  const built = readFileSync(join(checkout, 'npm', 'preview', 'dist', 'page.html'), 'utf8');
  const written = readFileSync(file, 'utf8');
  // The wasm is added to the built page; preview.test.ts tests what the page can do.
  const core = /(?<=id="core">)[^<]+/;
  assert.equal(written.replace(core, ''), built);
  const wasm = gunzipSync(Buffer.from(core.exec(written)?.[0] ?? '', 'base64'));
  assert.equal(wasm.subarray(0, 4).toString(), '\0asm');
  assert.match(written, /connect-src 'none'/);
  const failed = await run(ltpBin, ['preview', '--html', join(root, 'gone', 'page.html')]);
  assert.equal(failed.code, 1);
  assert.match(failed.stderr, /cannot be written/);
});
