/** Random calls of all tools of the toolset `plan`, each checked against a model written apart. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { Client } from '@modelcontextprotocol/client';
import { type Call, Generator } from '../helpers/model/generator.ts';
import { expectedLines, linesOf } from '../helpers/model/markdown.ts';
import { allTasks } from '../helpers/model/plan.ts';
import { row } from '../helpers/model/queries.ts';
import { Random } from '../helpers/model/random.ts';
import { planDetail, Workspace } from '../helpers/model/workspace.ts';
import { makeProject } from '../helpers/project.ts';
import { type Answer, call, openSession, planFile, succeed } from '../helpers/tools.ts';

/** Others can be tried with `LTP_MODEL_SEEDS=5,6,7`. */
const SEEDS = (process.env.LTP_MODEL_SEEDS ?? '1,2,3,4').split(',').map(Number);
const CALLS = 500;

/** How often each tool did something and how often it refused. */
type Used = Map<string, { done: number; failed: number }>;

for (const seed of SEEDS) {
  test(`seed ${seed}: ${CALLS} random calls do what the model does`, async (context) => {
    const root = makeProject(context);
    const { client, pid } = await openSession(context, root);
    const workspace = new Workspace(`end-to-end-${pid.toString(36)}`);
    const generator = new Generator(new Random(seed), workspace);
    const used: Used = new Map();

    for (let number = 0; number < CALLS; number++) {
      const next = generator.next();
      try {
        const { isError } = await checkedCall(client, workspace, next);
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
    for (const [planId, plan] of workspace.plans) {
      const { errors } = await succeed(client, 'doc_validate', { planId });
      assert.deepEqual(errors, []);
      const text = readFileSync(planFile(root, planId), 'utf8');
      assert.deepEqual(linesOf(text), expectedLines(plan), `the file of ${planId}`);
    }
    context.diagnostic(summary(used));
    assert.equal(used.size, 13, 'every tool was called');
    for (const [tool, { done }] of used) assert.ok(done > 0, `${tool} succeeded at times`);
  });
}

function summary(used: Used): string {
  const counts = [...used].map(([tool, { done, failed }]) => `${tool} ${done}+${failed}`);
  return `done+refused: ${counts.sort().join(', ')}`;
}

async function checkedCall(
  client: Client,
  workspace: Workspace,
  { name, args, mismatch }: Call,
): Promise<Answer> {
  const tool = name.replace('.', '_');
  const answer = await call(client, name, args);
  if (mismatch) {
    assert.ok(answer.isError, answer.text);
    assert.match(answer.text, mismatch);
    return answer;
  }
  const planId = String(args.planId);
  const before = JSON.stringify(workspace.plans.get(planId));
  const expected = workspace.run(tool, args, newIdsIn(answer));
  if ('faults' in expected) {
    assert.ok(answer.isError, `it should have failed: ${expected.faults.join(' or ')}`);
    const isOne = expected.faults.some((fault) =>
      typeof fault === 'string' ? fault === answer.text : fault.test(answer.text),
    );
    assert.ok(isOne, `${answer.text}\nis none of\n${expected.faults.join('\n')}`);
  } else {
    assert.ok(!answer.isError, `it should have succeeded: ${answer.text}`);
    assertHolds(answer.json, expected.result);
  }
  if (workspace.plans.has(planId)) await checkState(client, workspace, planId, before);
  return answer;
}

function newIdsIn({ isError, json }: Answer): string[] {
  if (isError) return [];
  const results = (json.results ?? []) as { op: string; taskId: string }[];
  const batch = results.filter(({ op }) => op === 'add').map(({ taskId }) => taskId);
  return typeof json.taskId === 'string' ? [json.taskId] : batch;
}

/** Etags and reasons are not the model's business; hits are compared without their order. */
function assertHolds(json: Record<string, unknown>, expected: Record<string, unknown>): void {
  const { etag: _, reason: __, ...shown } = json;
  if (Array.isArray(expected.hits)) {
    const hits = shown.hits as { taskId: string }[];
    assert.deepEqual(hits.map(({ taskId }) => taskId).sort(), [...expected.hits].sort());
    return;
  }
  if (Object.keys(expected).length > 0) assert.deepEqual(shown, expected);
}

/** The whole plan is as the model says, and its etag changed if and only if it did. */
async function checkState(
  client: Client,
  workspace: Workspace,
  planId: string,
  before: string | undefined,
): Promise<void> {
  const plan = workspace.plans.get(planId);
  assert.ok(plan);
  const tasks: unknown[] = [];
  let shown: Record<string, unknown> = {};
  let cursor: string | undefined;
  do {
    const page = await succeed(client, 'plan_get', {
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
  assert.equal(etag === workspace.etags.get(planId), isSame, 'the etag tells whether it changed');
  workspace.etags.set(planId, etag);
}
