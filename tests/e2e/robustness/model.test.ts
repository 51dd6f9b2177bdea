/** Random calls of all tools of the toolset `plan`, each checked against an independent model of it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { memoryFolder, type ToolName, Workspace } from 'long-term-plan-core/workspace';
import { type Call, Generator } from '../helpers/model/generator.ts';
import { expectedLines, linesOf } from '../helpers/model/markdown.ts';
import { Model, planDetail } from '../helpers/model/model.ts';
import { allTasks } from '../helpers/model/plan.ts';
import { row } from '../helpers/model/queries.ts';
import { Random } from '../helpers/model/random.ts';
import type { Arguments, Reply } from '../helpers/tools.ts';

/** Others can be tried with `LTP_MODEL_SEEDS=5,6,7`. */
const SEEDS = (process.env.LTP_MODEL_SEEDS ?? '1,2,3,4').split(',').map(Number);
const CALLS = 500;

const ACTOR = 'ana';

/** How often each tool succeeded and failed. */
type Used = Map<string, { done: number; failed: number }>;

for (const seed of SEEDS) {
  test(`seed ${seed}: ${CALLS} random calls do what the model does`, async (context) => {
    const files = new Map<string, Uint8Array>();
    const workspace = Workspace.load(memoryFolder(files), { toolsets: ['plan', 'doc'] });
    const model = new Model(ACTOR);
    const generator = new Generator(new Random(seed), model);
    const used: Used = new Map();

    for (let number = 0; number < CALLS; number++) {
      const next = generator.next();
      try {
        const { isError } = await checkedCall(workspace, model, next);
        const tool = next.name.replace('.', '_');
        const counts = used.get(tool) ?? { done: 0, failed: 0 };
        counts[isError ? 'failed' : 'done']++;
        used.set(tool, counts);
      } catch (error) {
        context.diagnostic(
          `seed ${seed}, call ${number}: ${next.name} ${JSON.stringify(next.args)}`,
        );
        throw error;
      }
    }
    for (const [planId, plan] of model.plans) {
      const { errors } = await succeed(workspace, 'doc_validate', { planId });
      assert.deepEqual(errors, []);
      const text = new TextDecoder().decode(files.get(`${planId}.md`));
      assert.deepEqual(linesOf(text), expectedLines(plan), `the file of ${planId}`);
    }
    context.diagnostic(summary(used));
    assert.equal(used.size, 13, 'every tool was called');
    for (const [tool, { done }] of used) assert.ok(done > 0, `${tool} sometimes succeeds`);
  });
}

function summary(used: Used): string {
  const counts = [...used].map(([tool, { done, failed }]) => `${tool} ${done}+${failed}`);
  return `succeeded+failed: ${counts.sort().join(', ')}`;
}

async function call(workspace: Workspace, name: string, args: Arguments): Promise<Reply> {
  const reply = await workspace.call(name as ToolName, args as never, { actor: ACTOR });
  if ('error' in reply) {
    return { isError: true, text: reply.error.message, json: { error: reply.error } };
  }
  const json = reply.result as unknown as Record<string, unknown>;
  return { isError: false, text: JSON.stringify(json), json };
}

async function succeed(
  workspace: Workspace,
  name: string,
  args: Arguments,
): Promise<Record<string, unknown>> {
  const { isError, text, json } = await call(workspace, name, args);
  assert.equal(isError, false, `${name} ${JSON.stringify(args)}: ${text}`);
  return json;
}

async function checkedCall(
  workspace: Workspace,
  model: Model,
  { name, args, mismatch }: Call,
): Promise<Reply> {
  const tool = name.replace('.', '_');
  const reply = await call(workspace, name, args);
  if (mismatch) {
    assert.ok(reply.isError, reply.text);
    assert.match(reply.text, mismatch);
    return reply;
  }
  const planId = String(args.planId);
  const before = JSON.stringify(model.plans.get(planId));
  const expected = model.run(tool, args, newIdsIn(reply));
  if ('faults' in expected) {
    assert.ok(reply.isError, `it should have failed: ${expected.faults.join(' or ')}`);
    const isOne = expected.faults.some((fault) =>
      typeof fault === 'string' ? fault === reply.text : fault.test(reply.text),
    );
    assert.ok(isOne, `${reply.text}\nis not one of\n${expected.faults.join('\n')}`);
  } else {
    assert.ok(!reply.isError, `it should have succeeded: ${reply.text}`);
    assertHolds(reply.json, expected.result);
  }
  if (model.plans.has(planId)) await checkState(workspace, model, planId, before);
  return reply;
}

function newIdsIn({ isError, json }: Reply): string[] {
  if (isError) return [];
  const results = (json.results ?? []) as { op: string; taskId: string }[];
  const added = results.filter(({ op, taskId }) => op === 'add' && taskId !== undefined);
  const batch = added.map(({ taskId }) => taskId);
  return typeof json.taskId === 'string' ? [json.taskId] : batch;
}

/** What replies contain only if there is something to say. */
const EFFECTS = ['wasHeldBy', 'openSubtasks', 'alreadyYours', 'released', 'dependants', 'dryRun'];

/** The model knows some fields of a reply; hits are compared without their order. */
function assertHolds(json: Record<string, unknown>, expected: Record<string, unknown>): void {
  const isKnown = ([name]: [string, unknown]) => name in expected || EFFECTS.includes(name);
  const shown = Object.fromEntries(Object.entries(json).filter(isKnown));
  if (Array.isArray(expected.hits)) {
    const hits = shown.hits as { taskId: string }[];
    assert.deepEqual(hits.map(({ taskId }) => taskId).sort(), [...expected.hits].sort());
    return;
  }
  if (Array.isArray(expected.results)) shown.results = (shown.results as Arguments[]).map(opResult);
  if ('task' in expected) shown.task = comparable(shown.task as Arguments);
  if (Object.keys(expected).length > 0) assert.deepEqual(shown, expected);
}

function opResult({ op, taskId }: Arguments): Arguments {
  return { op, ...(taskId !== undefined && { taskId }) };
}

function comparable({ blocks: _, blockedBy, ...task }: Arguments): Arguments {
  return { ...task, ...(Array.isArray(blockedBy) && { blockedBy: blockedBy.sort() }) };
}

/** Compares the whole plan with the model. */
async function checkState(
  workspace: Workspace,
  model: Model,
  planId: string,
  before: string | undefined,
): Promise<void> {
  const plan = model.plans.get(planId);
  assert.ok(plan);
  const tasks: unknown[] = [];
  let shown: Record<string, unknown> = {};
  let cursor: string | undefined;
  do {
    const page = await succeed(workspace, 'plan_get', {
      planId,
      view: 'flat',
      includeTaskBodies: true,
      includePlanBody: true,
      limit: 500,
      ...(cursor !== undefined && { cursor }),
    });
    shown = page;
    cursor = page.nextCursor as string | undefined;
    tasks.push(...(page.plan as { tasks: unknown[] }).tasks);
  } while (cursor !== undefined);
  const body = plan.body === '' ? {} : { bodyMarkdown: plan.body };
  const expected = { ...planDetail(planId, plan), view: 'flat', ...body };
  assert.deepEqual(
    { ...(shown.plan as object), tasks: undefined },
    { ...expected, tasks: undefined },
  );
  assert.deepEqual(tasks, allTasks(plan).map(row));

  const etag = String(shown.etag);
  const isSame = before === JSON.stringify(plan);
  assert.equal(
    etag === model.etags.get(planId),
    isSame,
    'the etag changes if and only if the plan does',
  );
  model.etags.set(planId, etag);
}
