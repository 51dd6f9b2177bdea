/** How often a call crosses the boundary between JavaScript and the wasm. A crossing copies its messages, so each one costs time. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { Core, type Glue } from '../src/instance.ts';
import { nodeHost } from '../src/node/host.ts';
import { run } from '../src/run.ts';
import type { Begun, CallRequest, Event, FileState, Reply, Step } from '../wasm/bindings.js';
import { createGlue } from '../wasm/glue.js';
import { resultOf, settings, toolCall, wasm } from './setting.ts';

const plan = `<!-- long-term-plan:format=v1 -->
# Roadmap

- [ ] One <!-- long-term-plan:id=t_1 -->
- [ ] Two <!-- long-term-plan:id=t_2 -->
`;

/** The real glue, whose workspaces note which of their methods are called. */
function countingGlue(crossings: string[]): Glue {
  const glue = createGlue();
  class Counting extends glue.Workspace {
    override begin(request: CallRequest): Begun {
      crossings.push('begin');
      return super.begin(request);
    }
    override provide(call: number, path: string, state: FileState): void {
      crossings.push(`provide ${path}`);
      super.provide(call, path, state);
    }
    override resume(call: number, event: Event): Step {
      crossings.push(`resume ${event.kind}`);
      return super.resume(call, event);
    }
    override release(call: number): void {
      crossings.push('release');
      super.release(call);
    }
  }
  return { ...glue, Workspace: Counting };
}

/** A project with one plan. Its clock is ahead, so that the stamps of files that were just written are reliable. */
function project(context: TestContext) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'crossings-')));
  context.after(() => rmSync(root, { recursive: true, maxRetries: 10 }));
  const plansDir = '.long-term-plan';
  const plans = join(root, plansDir);
  mkdirSync(plans);
  writeFileSync(join(plans, 'roadmap.md'), plan);
  const host = nodeHost(root, plansDir, { now: () => Date.now() + 60_000 });
  const crossings: string[] = [];
  const core = new Core(wasm, { ...settings, plansDir }, () => countingGlue(crossings));
  const call = (name: string, args: Record<string, unknown>): Promise<Reply> => {
    crossings.length = 0;
    return run(core, host, toolCall(name, { planId: 'roadmap', ...args }));
  };
  return { plans, crossings, call };
}

test('a warm plan_get crosses twice', async (context) => {
  const { crossings, call } = project(context);
  const cold = resultOf(await call('plan_get', {}));
  assert.deepEqual(crossings, ['begin', 'provide roadmap.md', 'resume loaded']);
  assert.deepEqual(resultOf(await call('plan_get', {})), cold);
  assert.deepEqual(crossings, ['begin', 'resume loaded']);
});

test('a warm task_update crosses six times', async (context) => {
  const { plans, crossings, call } = project(context);
  const history = () => readFileSync(join(plans, '.history', 'roadmap.jsonl'), 'utf8');
  const update = async (status: string) =>
    resultOf(await call('task_update', { taskId: 't_1', status }));
  await update('doing');
  const before = history();

  await update('done');
  assert.deepEqual(crossings, [
    'begin',
    'resume locked',
    'provide roadmap.md',
    'resume loaded',
    'resume committed',
    'resume committed',
  ]);
  assert.ok(readFileSync(join(plans, 'roadmap.md'), 'utf8').includes('[√] One'));
  const [added, ...more] = history().slice(before.length).trimEnd().split('\n');
  assert.ok(history().startsWith(before));
  assert.match(added ?? '', /"task_update"/);
  assert.deepEqual(more, []);
});
