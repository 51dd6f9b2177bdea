import { barOf, quartiles } from '../figures.mjs';
import { folderIn, inTemporaryFolder } from '../folders.mjs';
import { putPlan, samplePlan } from '../plans.mjs';
import { Server } from '../processes.mjs';
import { FILES_BASELINE, ourCommand } from '../servers.mjs';
import { interleaved, spread } from '../statistics.mjs';

export const title = 'Calls at 10,000 tasks';

const TASKS = 10_000;
const PLAN = 'big';
const UPDATE_TIMES = 3;
const READ_MS = 5;
const FLAT_TIMES = 1.5;
/** Calls are counted together: the kernel's clock is exact, but a collection of garbage belongs to all of them. */
const BATCH = 20;
/** Prime to the number of tasks, so that calls reach tasks all over the plan. */
const STRIDE = 7919;
const STATUSES = ['todo', 'doing', 'done'];

/** @param {import('../parts.mjs').Context} context */
export function measure({ quick, progress }) {
  return inTemporaryFolder(async (folder) => {
    const plan = samplePlan(TASKS);
    const project = folderIn(folder, 'ours');
    putPlan(project, PLAN, plan.text);
    const copy = putPlan(folderIn(folder, 'baseline'), PLAN, plan.text);
    const server = new Server(ourCommand(project));
    const baseline = new Server(FILES_BASELINE);
    await server.initialize();

    progress('finding the pages');
    const cursors = await cursorsOf(server);
    progress('reading');
    const reads = await measureReads(server, readsOf(plan.ids, cursors), quick ? 2 : 10);
    progress('updating');
    const updates = await measureUpdates(server, baseline, { plan, copy }, quick ? 5 : 60);
    await Promise.all([server.end(), baseline.end()]);
    return sectionOf({
      reads,
      updates,
      pages: cursors.length,
      bytes: Buffer.byteLength(plan.text),
    });
  });
}

/**
 * @param {Server} server
 * @returns {Promise<string[]>} the cursor of each page; the first has none
 */
async function cursorsOf(server) {
  const cursors = [''];
  for (;;) {
    const { structuredContent } = await server.call('plan_get', pageArgs(cursors.at(-1) ?? ''));
    if (structuredContent.nextCursor === undefined) return cursors;
    cursors.push(structuredContent.nextCursor);
  }
}

/** @param {string} cursor */
const pageArgs = (cursor) => ({ planId: PLAN, ...(cursor !== '' && { cursor }) });

/**
 * @typedef {object} Read
 * @property {string} name
 * @property {string} tool
 * @property {(turn: number) => object} args
 * @property {boolean} [isPage]
 */

/**
 * @param {string[]} ids
 * @param {string[]} cursors
 * @returns {Read[]}
 */
function readsOf(ids, cursors) {
  const last = cursors.length;
  /** @type {(tool: string, name: string, args: object) => Read} */
  const same = (tool, name, args) => ({ name, tool, args: () => ({ planId: PLAN, ...args }) });
  // The last page holds what is left, so the one before is the last of full length.
  const numbers = [1, 2, 10, 100, Math.round(last / 2), last - 1, last];
  return [
    {
      name: '`task_get`',
      tool: 'task_get',
      args: (turn) => ({ planId: PLAN, taskId: ids[(turn * STRIDE) % ids.length] }),
    },
    same('task_next', '`task_next`', {}),
    same('task_search', '`task_search`, hundreds of hits', { query: 'cache fix' }),
    same('task_search', '`task_search`, no hit', { query: 'zzz' }),
    ...numbers.map((number) => ({
      name: `\`plan_get\`, page ${number} of ${last}`,
      tool: 'plan_get',
      args: () => pageArgs(cursors[number - 1] ?? ''),
      isPage: true,
    })),
  ];
}

/**
 * @param {Server} server
 * @param {Read[]} reads
 * @param {number} rounds
 */
async function measureReads(server, reads, rounds) {
  let turn = 0;
  const results = await interleaved(reads, { rounds }, async ({ tool, args }) => {
    const cpu = server.cpuMs();
    const start = performance.now();
    for (let call = 0; call < BATCH; call++) {
      turn += 1;
      await server.call(tool, args(turn));
    }
    const ms = (performance.now() - start) / BATCH;
    return { ms, cpuMs: (server.cpuMs() - cpu) / BATCH };
  });
  return [...results].map(([read, batches]) => ({
    ...read,
    cpu: spread(batches.map(({ cpuMs }) => cpuMs)),
    wall: spread(batches.map(({ ms }) => ms)),
  }));
}

/**
 * @param {Server} server
 * @param {Server} baseline
 * @param {{ plan: import('../plans.mjs').Sample, copy: string }} files
 * @param {number} rounds
 */
async function measureUpdates(server, baseline, { plan, copy }, rounds) {
  let turn = 0;
  const update = () => {
    turn += 1;
    const taskId = plan.ids[(turn * STRIDE) % plan.ids.length];
    return server.call('task_update', { planId: PLAN, taskId, status: STATUSES[turn % 3] });
  };
  const rewrite = () => baseline.request({ method: 'rewrite', params: { path: copy } });
  const cases = [
    { name: 'ours, `task_update` of a status', process: server, call: update },
    { name: 'plain Node: read, hash, write back', process: baseline, call: rewrite },
  ];
  const results = await interleaved(cases, { rounds, warmUps: 3 }, async ({ process, call }) => {
    const cpu = process.cpuMs();
    const start = performance.now();
    await call();
    const ms = performance.now() - start;
    return { ms, cpuMs: process.cpuMs() - cpu };
  });
  return [...results].map(([{ name }, calls]) => ({
    name,
    cpu: spread(calls.map(({ cpuMs }) => cpuMs)),
    wall: spread(calls.map(({ ms }) => ms)),
  }));
}

/**
 * @param {object} measured
 * @param {Awaited<ReturnType<typeof measureReads>>} measured.reads
 * @param {Awaited<ReturnType<typeof measureUpdates>>} measured.updates
 * @param {number} measured.pages
 * @param {number} measured.bytes
 * @returns {import('../report.mjs').Section}
 */
function sectionOf({ reads, updates, pages, bytes }) {
  const [ours, plain] = updates;
  const pageCpu = reads.filter(({ isPage }) => isPage).map(({ cpu }) => cpu.median);
  const [first, fullLast] = [pageCpu[0], pageCpu.at(-2)];
  if (!ours || !plain || !first || !fullLast) throw new Error('Nothing was measured.');
  const slowestPage = Math.max(...pageCpu);
  return {
    summary: `One server over stdio, with a plan of ${TASKS.toLocaleString('en')} tasks (${(bytes / 1e6).toFixed(2)} MB, ${pages} pages).

An update ends when the new file is on disk (the file and its directory synced) and the change in the history. Plain Node is
another process that is asked in the same way over stdio; it knows no plans, reads the file, takes its SHA-256, writes it to a
temporary file, syncs, renames, and syncs the directory. Both take turns on the same disk, and time is by the clock, because a
disk's time is no CPU time.

Reads find the file unchanged, so nothing is parsed again. Their CPU time is the server's, for ${BATCH} calls together.`,
    goals: [
      {
        what: 'a durable status update, by the clock, against reading, hashing and writing back in plain Node',
        limit: UPDATE_TIMES,
        value: ours.wall.median / plain.wall.median,
        unit: 'times',
      },
      ...reads
        .filter(({ isPage }) => !isPage)
        .map(({ name, cpu }) => ({
          what: `CPU of ${name}`,
          limit: READ_MS,
          value: cpu.median,
          unit: 'ms',
        })),
      {
        what: 'CPU of a page of `plan_get`, the slowest',
        limit: READ_MS,
        value: slowestPage,
        unit: 'ms',
      },
      {
        what: 'CPU of the last full page of `plan_get`, against the first',
        limit: FLAT_TIMES,
        value: fullLast / first,
        unit: 'times',
      },
    ],
    plots: [
      {
        name: 'update',
        title: 'A durable change of a 1 MB file, by the clock',
        kind: 'bars',
        unit: 'ms',
        bars: updates.map(({ name, wall }) => barOf(name, wall, name.startsWith('ours'))),
      },
      {
        name: 'reads',
        title: 'CPU time of a call that reads',
        kind: 'bars',
        unit: 'ms',
        bars: reads.map(({ name, cpu }) => barOf(name, cpu, true)),
      },
    ],
    tables: [
      {
        caption: 'A durable change, in milliseconds',
        head: ['What', 'clock', 'quartiles', 'CPU', 'quartiles'],
        rows: updates.map(row),
      },
      {
        caption: 'Reads, in milliseconds',
        head: ['Call', 'clock', 'quartiles', 'CPU', 'quartiles'],
        rows: reads.map(row),
      },
    ],
  };
}

/** @typedef {import('../statistics.mjs').Spread} Spread */

/** @param {{ name: string, cpu: Spread, wall: Spread }} figures */
const row = ({ name, cpu, wall }) => [
  name,
  wall.median,
  quartiles(wall),
  cpu.median,
  quartiles(cpu),
];
