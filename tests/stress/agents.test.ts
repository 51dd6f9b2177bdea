/**
 * Many agents at once: each task is done once, by one agent at a time, in order, and no note is lost, although agents are killed.
 *
 *   npm test -- stress                                     a small run
 *   STRESS=full npm test -- stress                         16 agents on 500 tasks
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type AgentEvent, type Outcome, runScenario, type Size } from './runner.ts';

const SIZES: Record<string, Size> = {
  small: { agents: 8, tasks: 60, kills: 6, pauseMs: 2500, workMs: 100 },
  full: { agents: 16, tasks: 500, kills: 40, pauseMs: 4000, workMs: 200 },
};

/** A lease of one minute, then the work that is left. */
const MAX_AFTER_LAST_KILL_MS = { small: 120_000, full: 600_000 };

const name = process.env.STRESS === 'full' ? 'full' : 'small';

test(`agents share a plan through kills and restarts (${name})`, async (context) => {
  const outcome = await runScenario(SIZES[name] as Size);
  context.diagnostic(summary(outcome));
  assert.deepEqual(
    outcome.events.filter(({ kind }) => kind === 'error' || kind === 'stderr'),
    [],
  );
  checkDoneOnce(outcome);
  checkClaims(outcome);
  checkOrder(outcome);
  checkNotes(outcome);
  const { afterLastKillMs } = outcome;
  assert.ok(afterLastKillMs < MAX_AFTER_LAST_KILL_MS[name], `${afterLastKillMs} ms`);
});

function summary({ events, seconds, afterLastKillMs, usesNamespaces }: Outcome): string {
  const count = (kind: string) => events.filter((event) => event.kind === kind).length;
  const counts = ['start', 'done', 'note', 'killed', 'idle'].map(
    (kind) => `${count(kind)} ${kind}`,
  );
  const local = events.filter(({ claim }) => claim === 'local').length;
  const namespaces = usesNamespaces ? 'other pid namespaces' : 'no other pid namespaces';
  return `${seconds} s, ${afterLastKillMs} ms after the last kill; ${counts.join(', ')}; ${local} local claims; ${namespaces}`;
}

/** In every checkout, each task became done exactly once. */
function checkDoneOnce({ plans, histories, dependencies }: Outcome): void {
  for (const plan of plans) assert.ok(!/\[[ *]\]/.test(plan), 'all tasks are done');
  for (const history of histories) {
    const done = new Map<string, number>();
    for (const line of history.trim().split('\n')) {
      for (const { task, what, to } of JSON.parse(line).changes ?? []) {
        if (what === 'status' && to === 'done') done.set(task, (done.get(task) ?? 0) + 1);
      }
    }
    for (const task of dependencies.keys()) assert.equal(done.get(task), 1, `${task} is done once`);
  }
}

interface Hold {
  agent: string;
  from: number;
  to: number;
}

/** When each task was held: from the reply to the claim until the task was about to be finished, or the agent was killed. */
function holdsOf(events: AgentEvent[]): Map<string, Hold[]> {
  const holds = new Map<string, Hold[]>();
  for (const { kind, agent, run, at, task } of events) {
    if (kind !== 'start' || task === undefined) continue;
    const isEnd = (event: AgentEvent) =>
      event.agent === agent &&
      event.run === run &&
      event.at >= at &&
      (event.kind === 'killed' || (event.kind === 'finishing' && event.task === task));
    const to = events.find(isEnd)?.at ?? Number.POSITIVE_INFINITY;
    holds.set(task, [...(holds.get(task) ?? []), { agent, from: at, to }]);
  }
  return holds;
}

/** No task was held by two live agents. */
function checkClaims({ events }: Outcome): void {
  for (const [task, holds] of holdsOf(events)) {
    const sorted = holds.toSorted((one, other) => one.from - other.from);
    for (const [index, hold] of sorted.entries()) {
      const next = sorted[index + 1];
      assert.ok(!next || next.from >= hold.to, `${task}: ${JSON.stringify([hold, next])}`);
    }
  }
}

/** No task was started before those that it depends on were about to be finished. */
function checkOrder({ events, dependencies }: Outcome): void {
  const finishing = new Map<string, number>();
  for (const { kind, task, at } of events) {
    if (kind === 'publish' && task !== undefined && !finishing.has(task)) finishing.set(task, at);
  }
  for (const { kind, task, at } of events) {
    if (kind !== 'start' || task === undefined) continue;
    for (const target of dependencies.get(task) ?? []) {
      assert.ok(
        (finishing.get(target) ?? Number.POSITIVE_INFINITY) <= at,
        `${task} after ${target}`,
      );
    }
  }
}

/** Every note that was acknowledged is in a plan. */
function checkNotes({ events, plans }: Outcome): void {
  const all = plans.join('\n');
  for (const { note } of events) if (note !== undefined) assert.ok(all.includes(note), note);
}
