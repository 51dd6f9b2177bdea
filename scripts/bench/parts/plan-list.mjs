import { dirname } from 'node:path';
import { barOf, quartiles } from '../figures.mjs';
import { folderIn, inTemporaryFolder } from '../folders.mjs';
import { putPlan, samplePlan } from '../plans.mjs';
import { Server } from '../processes.mjs';
import { FILES_BASELINE, ourCommand } from '../servers.mjs';
import { interleaved, spread } from '../statistics.mjs';

export const title = 'A list of 10,000 plans';

const PLANS = 10_000;
const TASKS_EACH = 10;
const FIRST_TIMES = 1.01;
const NEXT_TIMES = 0.01;
/** The most that a call may ask for. */
const PAGE = 200;

/** @param {import('../parts.mjs').Context} context */
export function measure({ quick, progress }) {
  return inTemporaryFolder(async (folder) => {
    progress(`writing ${PLANS} plans`);
    const project = folderIn(folder, 'project');
    const plan = samplePlan(TASKS_EACH);
    let directory = '';
    for (let number = 1; number <= PLANS; number++) {
      const text = plan.text.replace('# Measured', `# Plan number ${number}`);
      directory = dirname(putPlan(project, `plan-${number}`, text));
    }
    progress('the whole list');
    const whole = await measureWhole(project);
    progress('first calls');
    const first = await measureFirst(project, directory, quick ? 2 : 7);
    progress('following calls');
    const next = await measureNext(project, directory, quick ? 3 : 21);
    return sectionOf({ first, next, whole });
  });
}

/**
 * What one request costs a server.
 * @param {Server} server
 * @param {() => Promise<unknown>} request
 */
async function cost(server, request) {
  const before = { cpu: server.cpuMs(), bytes: server.bytesRead() };
  const start = performance.now();
  await request();
  const ms = performance.now() - start;
  return { ms, cpuMs: server.cpuMs() - before.cpu, bytes: server.bytesRead() - before.bytes };
}

/** @typedef {Awaited<ReturnType<typeof cost>>} Cost */

/**
 * @param {string} name
 * @param {Cost[]} costs
 */
const figuresOf = (name, costs) => ({
  name,
  wall: spread(costs.map(({ ms }) => ms)),
  cpu: spread(costs.map(({ cpuMs }) => cpuMs)),
  bytes: spread(costs.map(({ bytes }) => bytes)),
});

/** @typedef {ReturnType<typeof figuresOf>} Figures */

const OURS = 'ours, `plan_list`';

/**
 * The first call of new servers.
 * @param {string} project
 * @param {string} directory
 * @param {number} rounds
 * @returns {Promise<Figures[]>}
 */
async function measureFirst(project, directory, rounds) {
  const cases = [
    {
      name: OURS,
      command: ourCommand(project),
      // What the first call of all loads besides is no matter of files: one plan is read before.
      prepare: async (/** @type {Server} */ server) => {
        await server.initialize();
        await server.call('task_next', { planId: 'plan-1' });
      },
      request: (/** @type {Server} */ server) => server.call('plan_list'),
    },
    {
      name: 'plain Node: `readdir`, `stat` and read each',
      command: FILES_BASELINE,
      prepare: (/** @type {Server} */ server) => askFor(server, 'statAll', project),
      request: (/** @type {Server} */ server) => askFor(server, 'readAll', directory),
    },
  ];
  const results = await interleaved(cases, { rounds }, async ({ command, prepare, request }) => {
    const server = new Server(command);
    await prepare(server);
    const measured = await cost(server, () => request(server));
    await server.end();
    return measured;
  });
  return [...results].map(([{ name }, costs]) => figuresOf(name, costs));
}

/**
 * @param {Server} baseline
 * @param {string} method
 * @param {string} path
 */
const askFor = (baseline, method, path) => baseline.request({ method, params: { path } });

/**
 * Calls of a server that has seen all files before.
 * @param {string} project
 * @param {string} directory
 * @param {number} rounds
 * @returns {Promise<Figures[]>}
 */
async function measureNext(project, directory, rounds) {
  const server = new Server(ourCommand(project));
  const baseline = new Server(FILES_BASELINE);
  await server.initialize();
  const cases = [
    { name: OURS, process: server, request: () => server.call('plan_list') },
    {
      name: 'plain Node: `readdir`, `stat` each',
      process: baseline,
      request: () => askFor(baseline, 'statAll', directory),
    },
  ];
  const results = await interleaved(cases, { rounds, warmUps: 2 }, ({ process, request }) =>
    cost(process, request),
  );
  await Promise.all([server.end(), baseline.end()]);
  return [...results].map(([{ name }, costs]) => figuresOf(name, costs));
}

/**
 * The whole list, page by page.
 * @param {string} project
 */
async function measureWhole(project) {
  const server = new Server(ourCommand(project));
  await server.initialize();
  await server.call('plan_list');
  const cpu = server.cpuMs();
  const start = performance.now();
  let pages = 0;
  let listed = 0;
  let cursor = '';
  do {
    const args = { limit: PAGE, ...(cursor !== '' && { cursor }) };
    const { structuredContent } = await server.call('plan_list', args);
    listed += structuredContent.plans.length;
    cursor = structuredContent.nextCursor ?? '';
    pages += 1;
  } while (cursor !== '');
  if (listed !== PLANS) throw new Error(`${listed} of ${PLANS} plans were listed`);
  const ms = performance.now() - start;
  const cpuMs = server.cpuMs() - cpu;
  const memory = server.memory();
  await server.end();
  return { pages, ms, cpuMs, memory };
}

/**
 * @param {object} measured
 * @param {Figures[]} measured.first
 * @param {Figures[]} measured.next
 * @param {Awaited<ReturnType<typeof measureWhole>>} measured.whole
 * @returns {import('../report.mjs').Section}
 */
function sectionOf({ first, next, whole }) {
  const [ourFirst, plainFirst] = first;
  const [ourNext, plainNext] = next;
  if (!ourFirst || !plainFirst || !ourNext || !plainNext) throw new Error('Nothing was measured.');
  const head = [
    'What',
    'clock',
    'quartiles',
    'CPU',
    'quartiles',
    'KB read',
    'times, clock',
    'times, CPU',
  ];
  /** @type {(plain: Figures) => (figures: Figures) => (string | number)[]} */
  const rowAgainst =
    (plain) =>
    ({ name, wall, cpu, bytes }) => [
      name,
      wall.median,
      quartiles(wall),
      cpu.median,
      quartiles(cpu),
      bytes.median / 1000,
      wall.median / plain.wall.median,
      cpu.median / plain.cpu.median,
    ];
  return {
    summary: `A project of ${PLANS.toLocaleString('en')} plan files with ${TASKS_EACH} tasks each, one server over stdio. The first call of a server
must read every file once (what it loads of the program was loaded before); the following ones need no more than to ask the file system whether a file has changed. So the
goals are about bytes that the server has read (\`rchar\` of the kernel), against those of plain Node that reads every file
once. Plain Node is another process, asked over stdio in the same way; it parses nothing.`,
    goals: [
      {
        what: 'bytes read by the first `plan_list`, against each file once',
        limit: FIRST_TIMES,
        value: ourFirst.bytes.median / plainFirst.bytes.median,
        unit: 'times',
      },
      {
        what: 'bytes read by a following `plan_list`, against each file once',
        limit: NEXT_TIMES,
        value: ourNext.bytes.median / plainFirst.bytes.median,
        unit: 'times',
      },
    ],
    plots: [
      {
        name: 'cpu',
        title: `CPU time of a list of ${PLANS.toLocaleString('en')} plans`,
        kind: 'bars',
        unit: 'ms',
        bars: [
          barOf('first: ours', ourFirst.cpu, true),
          barOf('first: Node reads each', plainFirst.cpu),
          barOf('following: ours', ourNext.cpu, true),
          barOf('following: Node stats each', plainNext.cpu),
        ],
      },
    ],
    tables: [
      {
        caption: 'The first call of a server, in milliseconds',
        head,
        rows: first.map(rowAgainst(plainFirst)),
      },
      { caption: 'A following call, in milliseconds', head, rows: next.map(rowAgainst(plainNext)) },
      {
        caption: `The whole list, ${PAGE} plans a page`,
        head: [
          'Pages',
          'ms',
          'CPU ms',
          'CPU ms a page',
          'memory afterwards, MB',
          'most memory, MB',
        ],
        rows: [
          [
            whole.pages,
            whole.ms,
            whole.cpuMs,
            whole.cpuMs / whole.pages,
            whole.memory.mb,
            whole.memory.peakMb,
          ],
        ],
      },
    ],
  };
}
