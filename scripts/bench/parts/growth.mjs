import { folderIn, inTemporaryFolder } from '../folders.mjs';
import { shown } from '../markdown.mjs';
import { connectedPlan, putPlan, samplePlan } from '../plans.mjs';
import { interleaved, spread } from '../statistics.mjs';

export const title = 'Growth with the plan';

/** Below 1,000 tasks most of the time does not depend on the plan, so growth there is shown, but has no goal. */
const SIZES = [100, 1_000, 10_000, 100_000];
const JUDGED_FROM = 1_000;
const GROWTH_LIMIT = 11;
const ROUNDS = 15;
const QUICK_ROUNDS = 3;
const STATUSES = ['todo', 'doing', 'done'];
const MANY = 50;

/**
 * @typedef {typeof import('long-term-plan-core')} Library
 * @typedef {(name: string, args?: object) => Promise<unknown>} CallTool
 *
 * @typedef {object} Subject plans of one size
 * @property {number} tasks
 * @property {string} text
 * @property {string[]} ids
 * @property {string} section one in the middle
 * @property {import('long-term-plan-core').OpenPlan} plan
 * @property {string} connectedText
 * @property {CallTool} call
 * @property {CallTool} callConnected
 * @property {number} turn counts changes, so that each sets another status
 *
 * @typedef {object} Operation
 * @property {string} name
 * @property {(subject: Subject) => unknown} run
 * @property {(subject: Subject) => void} [before] not measured
 * @property {(subject: Subject) => void} [after] likewise
 */

/** @param {import('../report.mjs').Context} context */
export function measure({ quick, progress }) {
  return inTemporaryFolder(async (folder) => {
    // Loaded here, because the build makes it.
    const library = await import('long-term-plan-core');
    const subjects = [];
    for (const tasks of SIZES) {
      progress(`preparing ${shown(tasks)} tasks`);
      subjects.push(await subjectOf(library, tasks, folderIn(folder, `${tasks}`)));
    }
    const rounds = quick ? QUICK_ROUNDS : ROUNDS;
    const figures = [];
    for (const operation of operationsOf(library)) {
      progress(operation.name);
      const measured = await interleaved(subjects, { rounds, warmUps: 2 }, (subject) =>
        cpuMs(operation, subject),
      );
      const times = subjects.map((subject) => spread(measured.get(subject) ?? []));
      figures.push({ name: operation.name, times });
    }
    return sectionOf(figures, rounds);
  });
}

/**
 * CPU time of one run. Short ones are the mean of several.
 * @param {Operation} operation
 * @param {Subject} subject
 */
async function cpuMs({ run, before, after }, subject) {
  const runs = Math.max(1, Math.min(20, 10_000 / subject.tasks));
  let microseconds = 0;
  for (let count = 0; count < runs; count += 1) {
    before?.(subject);
    const start = process.cpuUsage();
    await run(subject);
    const { user, system } = process.cpuUsage(start);
    microseconds += user + system;
    after?.(subject);
  }
  return microseconds / 1000 / runs;
}

/**
 * @param {Library} library
 * @param {number} tasks
 * @param {string} folder
 * @returns {Promise<Subject>}
 */
async function subjectOf({ openPlan }, tasks, folder) {
  const { text, ids } = samplePlan(tasks);
  const connectedText = connectedPlan(tasks).text;
  const sections = Array.from(text.matchAll(/^## (.+)$/gm), ([, name = '']) => name);
  return {
    tasks,
    text,
    ids,
    section: sections[sections.length >> 1] ?? '',
    plan: openPlan(text),
    connectedText,
    call: await workspaceOf(folderIn(folder, 'mixed'), text),
    callConnected: await workspaceOf(folderIn(folder, 'connected'), connectedText),
    turn: 0,
  };
}

/**
 * @param {string} root
 * @param {string} text
 * @returns {Promise<CallTool>}
 */
async function workspaceOf(root, text) {
  const { Workspace } = await import('long-term-plan-core/workspace');
  const { nodeHost } = await import('long-term-plan-core/node');
  putPlan(root, 'tasks', text);
  const settings = { toolsets: ['plan', 'todori'], plan: 'tasks' };
  const workspace = Workspace.load(nodeHost(root, '.long-term-plan'), settings);
  return async (name, args = {}) => {
    const reply = await workspace.call(/** @type {any} */ (name), args);
    if ('error' in reply) throw new Error(reply.error.message);
    return reply.result;
  };
}

/**
 * @param {Library} library
 * @returns {Operation[]}
 */
function operationsOf({ openPlan }) {
  const planId = 'tasks';
  /**
   * Sets the next status of a task. It is always the same task, so that every run changes something. In the middle, because
   * what follows it moves.
   * @param {Subject} subject
   */
  const nextStatus = ({ ids, turn }, position = 0.5) => ({
    taskId: ids[Math.floor(ids.length * position)] ?? '',
    status: /** @type {'todo'} */ (STATUSES[turn % STATUSES.length]),
  });
  /** @type {(subject: Subject, position?: number) => import('long-term-plan-core').Op} */
  const setStatus = (subject, position) => ({ op: 'update', ...nextStatus(subject, position) });
  /** @param {Subject} subject */
  const nextTurn = (subject) => {
    subject.turn += 1;
  };
  let added = '';
  /** @param {Subject} subject */
  const add = ({ plan, section }) => {
    const { taskIds } = plan.apply({ op: 'add', title: 'New', sectionPath: [section] });
    added = taskIds[0] ?? '';
  };
  /** @param {Subject} subject */
  const remove = ({ plan }) => plan.apply({ op: 'delete', taskId: added });
  /** @type {(text: string, ask: (plan: ReturnType<typeof openPlan>) => unknown) => void} */
  const parsed = (text, ask) => {
    const plan = openPlan(text);
    ask(plan);
    plan.free();
  };
  return [
    // A search that finds nothing parses, and returns little.
    { name: 'parse', run: ({ text }) => parsed(text, (plan) => plan.find('zzz')) },
    { name: 'validate', run: ({ text }) => parsed(text, (plan) => plan.validate()) },
    {
      name: 'set status',
      before: nextTurn,
      run: (subject) => subject.plan.apply(setStatus(subject)),
    },
    {
      name: `set ${MANY} statuses`,
      before: nextTurn,
      run: (subject) =>
        subject.plan.apply(Array.from({ length: MANY }, (_, at) => setStatus(subject, at / MANY))),
    },
    { name: 'add', run: add, after: remove },
    { name: 'delete', before: add, run: remove },
    { name: 'search', run: ({ plan }) => plan.search('cache fix', 20) },
    {
      name: 'parse, three dependencies per task',
      run: ({ connectedText }) => parsed(connectedText, (plan) => plan.find('zzz')),
    },
    {
      name: '`task_get`',
      run: ({ call, ids }) => call('task_get', { planId, taskId: ids[ids.length >> 1] }),
    },
    { name: '`plan_get`, a page', run: ({ call }) => call('plan_get', { planId }) },
    {
      name: '`task_search`',
      run: ({ call }) => call('task_search', { planId, query: 'cache fix' }),
    },
    {
      name: '`task_update`',
      before: nextTurn,
      run: (subject) => subject.call('task_update', { planId, ...nextStatus(subject) }),
    },
    {
      name: '`task_next`, three dependencies per task',
      run: ({ callConnected }) => callConnected('task_next', { planId }),
    },
    {
      name: '`get_next_task`, three dependencies per task',
      run: ({ callConnected }) => callConnected('get_next_task'),
    },
    {
      name: '`get_task_stats`, three dependencies per task',
      run: ({ callConnected }) => callConnected('get_task_stats'),
    },
  ];
}

/**
 * @typedef {{ name: string, times: import('../statistics.mjs').Spread[] }} Figure times: one for each size
 *
 * @param {Figure[]} figures
 * @param {number} rounds
 * @returns {import('../report.mjs').Section}
 */
function sectionOf(figures, rounds) {
  /** @param {Figure} figure */
  const growthOf = ({ times }) =>
    times.slice(1).map(({ median }, size) => median / (times[size]?.median ?? Number.NaN));
  const judged = SIZES.findIndex((size) => size >= JUDGED_FROM);
  const [smallest, largest] = [SIZES[0] ?? 0, SIZES.at(-1) ?? 0];
  return {
    summary: `The cost of operations on plans of ${shown(smallest)} to ${shown(largest)} tasks, about 100 bytes each: CPU time in Node. Names without backticks are operations
of the library on one plan that stays parsed; names with backticks are whole calls of tools on files, without the protocol. \`task_update\`
includes hashing the plan, writing it and its history. The sizes take turns in each round.

Setting a status does not parse the plan: only the changed line is read again, and what follows is moved. Adding and deleting
parse the new text. \`npm test -- instructions\` guards the same by instructions instead of time.`,
    goals: figures.map((figure) => ({
      what: `${figure.name}: ten times the tasks, from ${shown(JUDGED_FROM)} to ${shown(largest)}`,
      limit: GROWTH_LIMIT,
      value: Math.max(...growthOf(figure).slice(judged)),
      unit: 'times',
    })),
    plot: {
      name: 'growth',
      title: 'CPU time of whole calls by the size of the plan',
      kind: 'lines',
      x: 'tasks',
      y: 'ms',
      series: figures
        .filter(({ name }) => name.startsWith('`'))
        .map(({ name, times }) => ({
          label: name.replaceAll('`', '').replace(/,.*/, ''),
          points: times.map(({ median }, size) => [SIZES[size] ?? 0, median]),
        })),
    },
    tables: [
      {
        caption: `Milliseconds of CPU time, medians of ${rounds} rounds, quartiles in brackets`,
        head: ['Operation', ...SIZES.map((size) => `${shown(size)} tasks`), 'growth per tenfold'],
        rows: figures.map((figure) => [
          figure.name,
          ...figure.times.map(
            ({ median, low, high }) => `${shown(median)} (${shown(low)} to ${shown(high)})`,
          ),
          growthOf(figure)
            .map((factor) => factor.toFixed(1))
            .join(', '),
        ]),
      },
    ],
  };
}
