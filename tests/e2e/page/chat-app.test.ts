/** The plan in the chat, in a real browser, with the bridge of the extension's own package as the host. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { build } from 'esbuild';
import type { Frame, Page } from 'playwright-core';
import { launchBrowser } from '../helpers/browser.ts';
import { checkout } from '../helpers/commands.ts';
import { type Plans, servePlans } from '../helpers/plans.ts';

const PLAN = `# Shop

## Checkout

- [ ] Address <script>alert(1)</script> <!-- long-term-plan:id=t_a state=blocked -->
  - [√] Rules <!-- long-term-plan:id=t_b -->
- [*] Costs <!-- long-term-plan:id=t_c -->
`;

/** The host: shows the page in a sandbox, passes its calls to the server, and keeps what it reports to the model. */
const HOST = `
import { AppBridge, PostMessageTransport } from '@modelcontextprotocol/ext-apps/app-bridge';
window.open = async (html, { tool, args, result, capabilities }) => {
  const frame = document.createElement('iframe');
  frame.sandbox = 'allow-scripts';
  document.body.append(frame);
  const context = { theme: 'dark', toolInfo: { tool } };
  const bridge = new AppBridge(null, { name: 'host', version: '1' }, capabilities, { hostContext: context });
  window.received = [];
  window.sizes = [];
  bridge.onsizechange = (size) => window.sizes.push(size);
  bridge.oncalltool = (params) => window.callTool(params);
  bridge.onupdatemodelcontext = async ({ content }) => {
    window.received.push(content[0].text);
    return {};
  };
  const initialized = new Promise((resolve) => { bridge.oninitialized = resolve; });
  await bridge.connect(new PostMessageTransport(frame.contentWindow, frame.contentWindow));
  frame.srcdoc = html;
  await initialized;
  await bridge.sendToolInput({ arguments: args });
  await bridge.sendToolResult(result);
  window.teardown = () => bridge.teardownResource({});
};
`;

let bundled: Promise<string> | undefined;
function hostScript(): Promise<string> {
  bundled ??= build({
    stdin: { contents: HOST, resolveDir: join(checkout, 'npm', 'preview') },
    bundle: true,
    write: false,
    format: 'esm',
    logLevel: 'silent',
  }).then(({ outputFiles }) => outputFiles[0]?.text ?? '');
  return bundled;
}

interface Chat {
  page: Page;
  view: Frame;
}

/** Calls a tool as a model would, and shows its result as a host would. */
async function showInChat(
  context: TestContext,
  plans: Plans,
  capabilities: object,
  args: Record<string, unknown> = { planId: 'shop' },
): Promise<Chat | undefined> {
  const browser = await launchBrowser(context);
  if (browser === undefined) return undefined;
  const { client } = plans;
  const { tools } = await client.listTools();
  const tool = tools.find(({ name }) => /^plan[_.]get$/.test(name));
  assert.ok(tool?._meta);
  const { contents } = await client.readResource({ uri: 'ui://long-term-plan/tasks.html' });
  assert.deepEqual(tool._meta.ui, { resourceUri: 'ui://long-term-plan/tasks.html' });
  const [content] = contents as { mimeType: string; text: string }[];
  assert.equal(content?.mimeType, 'text/html;profile=mcp-app');
  const result = await client.callTool({ name: tool.name, arguments: args });

  const page = await browser.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  context.after(() => assert.deepEqual(errors, []));
  await page.exposeFunction('callTool', (params: { name: string; arguments: object }) =>
    client.callTool({ name: params.name, arguments: { ...params.arguments } }),
  );
  await page.addScriptTag({ type: 'module', content: await hostScript() });
  await page.waitForFunction('window.open.length === 2');
  const given = JSON.stringify([content.text, { tool, args, result, capabilities }]);
  await page.evaluate(`window.open(...${given})`);
  const view = page.frames().find((frame) => frame !== page.mainFrame());
  assert.ok(view);
  await view.waitForSelector('h1');
  return { page, view };
}

const ALLOWED = { serverTools: {}, updateModelContext: {} };
const boxes = (view: Frame): Promise<string[]> =>
  view.evaluate(`[...document.querySelectorAll('li input')].map((box) =>
    [box.checked && 'done', box.indeterminate && 'doing', box.disabled && 'disabled'].filter(Boolean).join())`);
const hasProgress = (view: Frame, text: string) => view.waitForSelector(`h1:text("${text}")`);

async function servePlan(context: TestContext, flags: string[] = []): Promise<Plans> {
  const plans = await servePlans(context, '2026-07-28', flags);
  plans.put('shop', PLAN);
  return plans;
}

test('the plan is shown in the chat, and its text is never HTML', async (context) => {
  const chat = await showInChat(context, await servePlan(context), ALLOWED);
  if (!chat) return;
  const { page, view } = chat;
  assert.equal(await view.textContent('h1'), 'Shop1 of 3 done');
  assert.equal(await view.textContent('h2'), 'Checkout');
  assert.deepEqual(await view.$$eval('li span', (all) => all.map((each) => each.textContent)), [
    'Address <script>alert(1)</script>',
    'Rules',
    'Costs',
  ]);
  assert.equal(await view.textContent('li small'), 'blocked');
  assert.deepEqual(await boxes(view), ['', 'done', 'doing']);
  const scheme = await view.evaluate('document.documentElement.style.colorScheme');
  assert.equal(scheme, 'dark');
  await page.waitForFunction('window.sizes.length > 0');
  assert.deepEqual(await page.evaluate('window.teardown()'), {});
});

test('a tick changes the plan, is shown, and is reported to the model', async (context) => {
  const plans = await servePlan(context);
  const chat = await showInChat(context, plans, ALLOWED);
  if (!chat) return;
  const { page, view } = chat;
  // Someone else finishes another task meanwhile.
  await plans.call('task_update', { planId: 'shop', taskId: 't_c', status: 'done' });
  await view.click('li:first-child input');
  await hasProgress(view, 'Shop3 of 3 done');
  assert.match(plans.text('shop'), /\[√\] Address/);
  assert.deepEqual(await boxes(view), ['done', 'done', 'done']);
  await page.waitForFunction('window.received.length === 1');
  assert.deepEqual(await page.evaluate('window.received'), [
    'The user set task t_a of plan shop to done.',
  ]);
  await view.click('li:first-child input');
  await hasProgress(view, 'Shop2 of 3 done');
  assert.match(plans.text('shop'), /\[ \] Address/);
});

test('what cannot be changed is reported, and stays', async (context) => {
  const plans = await servePlan(context);
  const chat = await showInChat(context, plans, ALLOWED);
  if (!chat) return;
  await plans.call('task_delete', { planId: 'shop', taskId: 't_c' });
  await chat.view.click('li:last-child input');
  const alert = await chat.view.waitForSelector('[role=alert]');
  assert.equal(await alert.textContent(), 'Task not found: t_c');
  assert.deepEqual(await boxes(chat.view), ['', 'done', 'doing']);
});

test('nothing can be ticked where the host or the server does not allow it', async (context) => {
  const cases: [string[], object][] = [
    [[], {}],
    [['--read-only'], ALLOWED],
  ];
  for (const [flags, capabilities] of cases) {
    const chat = await showInChat(context, await servePlan(context, flags), capabilities);
    if (!chat) return;
    assert.deepEqual(await boxes(chat.view), ['disabled', 'done,disabled', 'doing,disabled']);
  }
});

test('a long plan is shown in pages, also with dotted names', async (context) => {
  const plans = await servePlan(context, ['--tool-names=dotted']);
  const chat = await showInChat(context, plans, ALLOWED, { planId: 'shop', limit: 2 });
  if (!chat) return;
  assert.equal((await boxes(chat.view)).length, 2);
  await chat.view.click('button');
  await chat.view.waitForSelector('li:nth-child(3)');
  assert.equal(await chat.view.$('button'), null);
  await chat.view.click('li:last-child input');
  await chat.view.waitForSelector('li:last-child[data-status=done]');
  assert.match(plans.text('shop'), /\[√\] Costs/);
  assert.deepEqual(await boxes(chat.view), ['', 'done', 'done']);
});
