import { cpuMsOf } from '../cpu.mjs';
import { shown } from '../markdown.mjs';
import { connectedPlan, samplePlan } from '../plans.mjs';
import { interleaved, spread } from '../statistics.mjs';
import { loadCore } from '../wasm.mjs';
import { MemoryWorkspace } from '../workspace.mjs';

export const title = 'Growth with the plan';

/** Below 1,000 tasks most of the time is not the plan's; that is shown, and not judged. */
const SIZES = [100, 1_000, 10_000, 100_000];
const JUDGED_FROM = 1_000;
const GROWTH_LIMIT = 11;
const ROUNDS = 15;
const QUICK_ROUNDS = 3;
const STATUSES = ['todo', 'doing', 'done'];
/** Prime to the number of tasks, so that changes reach tasks all over the plan. */
const STRIDE = 7919;

/**
 * @typedef {object} Subject plans of one size, ready to work with
 * @property {number} tasks
 * @property {Buffer} bytes
 * @property {string[]} ids
 * @property {string} section about the middle
 * @property {any} handle the plan, parsed
 * @property {Buffer} connectedBytes
 * @property {MemoryWorkspace} workspace
 * @property {MemoryWorkspace} connected
 * @property {number} turn counts changes, so that each is about another task
 *
 * @typedef {object} Operation
 * @property {string} name
 * @property {(subject: Subject) => any} run
 * @property {(subject: Subject) => void} [before]
 * @property {(subject: Subject, result: any) => void} [after]
 */

/** @param {import('../parts.mjs').Context} context */
export async function measure({ quick, progress }) {
  const core = await loadCore();
  const subjects = [];
  for (const tasks of SIZES) {
    progress(`preparing ${shown(tasks)} tasks`);
    subjects.push(await subjectOf(core, tasks));
  }
  const rounds = quick ? QUICK_ROUNDS : ROUNDS;
  const figures = [];
  for (const operation of operationsOf(core)) {
    progress(operation.name);
    const measured = await interleaved(subjects, { rounds, warmUps: 2 }, (subject) =>
      cpuMsOf(
        {
          run: () => operation.run(subject),
          before: () => operation.before?.(subject),
          after: (result) => operation.after?.(subject, result),
        },
        Math.max(1, Math.min(50, 20_000 / subject.tasks)),
      ),
    );
    figures.push({
      name: operation.name,
      times: subjects.map((one) => spread(measured.get(one) ?? [])),
    });
  }
  return sectionOf(figures, subjects, rounds);
}

/**
 * @param {any} core
 * @param {number} tasks
 * @returns {Promise<Subject>}
 */
async function subjectOf(core, tasks) {
  const { text, ids } = samplePlan(tasks);
  const bytes = Buffer.from(text);
  const connectedBytes = Buffer.from(connectedPlan(tasks).text);
  const sections = Array.from(text.matchAll(/^## (.+)$/gm), ([, name = '']) => name);
  return {
    tasks,
    bytes,
    ids,
    section: sections[sections.length >> 1] ?? '',
    handle: new core.Plan(bytes),
    connectedBytes,
    workspace: new MemoryWorkspace(core, { 'tasks.md': bytes }),
    connected: new MemoryWorkspace(core, { 'tasks.md': connectedBytes }),
    turn: 0,
  };
}

/**
 * @param {any} core
 * @returns {Operation[]}
 */
function operationsOf(core) {
  const planId = 'tasks';
  const entropy = new Uint8Array(10).fill(7);
  /** @type {(subject: Subject, ops: object[]) => string} */
  const apply = ({ handle }, ops) => {
    const reply = JSON.parse(handle.apply(JSON.stringify(ops), 1_767_225_600_000, entropy));
    if (reply.error !== undefined) throw new Error(reply.error.message);
    return reply.taskIds[0];
  };
  /** @param {Subject} subject */
  const nextStatus = (subject) => {
    subject.turn += 1;
    const taskId = subject.ids[(subject.turn * STRIDE) % subject.ids.length];
    return { taskId, status: STATUSES[subject.turn % 3] };
  };
  /** @param {Subject} subject */
  const setStatus = (subject) => ({ op: 'update', ...nextStatus(subject) });
  /** @param {Subject} subject */
  const add = (subject) =>
    apply(subject, [{ op: 'add', title: 'New', sectionPath: [subject.section] }]);
  /** @type {(subject: Subject, taskId: string) => string} */
  const remove = (subject, taskId) => apply(subject, [{ op: 'delete', taskId }]);
  /** @type {(plan: any) => void} */
  const free = (plan) => plan.free();
  const fifty = Array.from({ length: 50 });
  let added = '';
  return [
    { name: 'parse', run: ({ bytes }) => new core.Plan(bytes), after: (_, plan) => free(plan) },
    {
      name: 'validate',
      run: ({ bytes }) => {
        const plan = new core.Plan(bytes);
        plan.validate();
        return plan;
      },
      after: (_, plan) => free(plan),
    },
    { name: 'set status', run: (subject) => apply(subject, [setStatus(subject)]) },
    {
      name: 'set 50 statuses',
      run: (subject) =>
        apply(
          subject,
          fifty.map(() => setStatus(subject)),
        ),
    },
    { name: 'add', run: add, after: remove },
    {
      name: 'delete',
      before: (subject) => {
        added = add(subject);
      },
      run: (subject) => remove(subject, added),
    },
    { name: 'search', run: ({ handle }) => handle.search('cache fix', 20) },
    {
      name: 'parse, three dependencies a task',
      run: ({ connectedBytes }) => new core.Plan(connectedBytes),
      after: (_, plan) => free(plan),
    },
    {
      name: '`task_get`',
      run: ({ workspace, ids }) =>
        workspace.call('task_get', { planId, taskId: ids[ids.length >> 1] }),
    },
    { name: '`plan_get`, a page', run: ({ workspace }) => workspace.call('plan_get', { planId }) },
    {
      name: '`task_search`',
      run: ({ workspace }) => workspace.call('task_search', { planId, query: 'cache fix' }),
    },
    {
      name: '`task_update`',
      run: (subject) => subject.workspace.call('task_update', { planId, ...nextStatus(subject) }),
    },
    {
      name: '`task_next`, three dependencies a task',
      run: ({ connected }) => connected.call('task_next', { planId }),
    },
    {
      name: '`get_next_task`, three dependencies a task',
      run: ({ connected }) => connected.call('get_next_task', {}),
    },
    {
      name: '`get_task_stats`, three dependencies a task',
      run: ({ connected }) => connected.call('get_task_stats', {}),
    },
  ];
}

/**
 * @param {{ name: string, times: import('../statistics.mjs').Spread[] }[]} figures
 * @param {Subject[]} subjects
 * @param {number} rounds
 * @returns {import('../report.mjs').Section}
 */
function sectionOf(figures, subjects, rounds) {
  /** @param {import('../statistics.mjs').Spread[]} times */
  const growthOf = (times) =>
    times.slice(1).map(({ median }, size) => median / (times[size]?.median ?? Number.NaN));
  const judged = SIZES.slice(1).map((_, size) => (SIZES[size] ?? 0) >= JUDGED_FROM);
  return {
    summary: `What operations cost on plans of ${shown(SIZES[0] ?? 0)} to ${shown(SIZES.at(-1) ?? 0)} tasks, about 100 bytes each, in the wasm that the server
loads: CPU time in Node. Names without backticks are operations on one parsed plan, answers read as JSON; those with backticks are whole
calls of tools on a plan that stays loaded, without the protocol and the disk. \`task_update\` includes hashing the plan that
it reads and writes, and its history. The sizes take turns in each round.

A status is set without parsing: its line is read again, and what stands behind it is moved. Adding and deleting parse the new text.
The same is guarded in CI, by instructions instead of time: \`npm test -- instructions\`.`,
    goals: figures.map(({ name, times }) => ({
      what: `${name}: ten times the tasks, from ${shown(JUDGED_FROM)} to ${shown(SIZES.at(-1) ?? 0)}`,
      limit: GROWTH_LIMIT,
      value: Math.max(...growthOf(times).filter((_, step) => judged[step])),
      unit: 'times',
    })),
    plots: [
      {
        name: 'plans',
        title: 'CPU time by the size of the plan: operations',
        kind: 'lines',
        x: 'tasks',
        y: 'ms',
        series: figures.filter(({ name }) => !name.startsWith('`')).map(seriesOf),
      },
      {
        name: 'calls',
        title: 'CPU time by the size of the plan: whole calls',
        kind: 'lines',
        x: 'tasks',
        y: 'ms',
        series: figures.filter(({ name }) => name.startsWith('`')).map(seriesOf),
      },
    ],
    tables: [
      {
        caption: `Milliseconds of CPU time, medians of ${rounds} rounds, quartiles in brackets`,
        head: [
          'Operation',
          ...subjects.map(({ tasks }) => `${shown(tasks)} tasks`),
          'growth per tenfold',
        ],
        rows: figures.map(({ name, times }) => [
          name,
          ...times.map(
            ({ median, low, high }) => `${shown(median)} (${shown(low)} to ${shown(high)})`,
          ),
          growthOf(times)
            .map((factor) => factor.toFixed(1))
            .join(', '),
        ]),
      },
    ],
  };
}

/** @param {{ name: string, times: import('../statistics.mjs').Spread[] }} figure */
const seriesOf = ({ name, times }) => ({
  label: name.replaceAll('`', ''),
  points: times.map(
    ({ median }, size) => /** @type {[number, number]} */ ([SIZES[size] ?? 0, median]),
  ),
  isOurs: true,
});
