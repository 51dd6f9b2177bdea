import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { folderIn, inTemporaryFolder } from '../folders.mjs';
import { quartiles, shown } from '../markdown.mjs';
import { putPlan, samplePlan } from '../plans.mjs';
import { Server } from '../processes.mjs';
import { FILES_BASELINE, ourCommand } from '../servers.mjs';
import { interleaved, spread } from '../statistics.mjs';

export const title = 'Calls';

const TASKS = 10_000;
const PLANS = 10_000;
const TASKS_EACH = 10;
const NOTES = 10_000;
const QUICK_NOTES = 1_000;
/** Tasks of agentic-todo, each with a context and a decision record. */
const TODO_TASKS = 990;
const SESSIONS = 10;
/** A prime, so that calls reach tasks all over the plan. */
const STRIDE = 7919;

const UPDATE_TIMES = 2;
const READ_CPU_MS = 5;
const FLAT_TIMES = 1.5;
const FIRST_LIST_TIMES = 1.01;
const NEXT_LIST_TIMES = 0.01;
/** Section 7 of the specification of agentic-todo, by the clock. */
const USUAL = { name: 'usual call', median: 100, slowest: 500 };
const SEARCH = { name: 'search', median: 500, slowest: 2000 };
const SERVER_MB = 100;

/**
 * @typedef {object} Case a request to a server
 * @property {string} name
 * @property {Server | (() => Promise<Server>)} server a running one, or a new one for each round
 * @property {(server: Server, turn: number) => Promise<unknown>} run
 *
 * @typedef {object} Figures of one call
 * @property {Case} one
 * @property {import('../statistics.mjs').Spread} clock
 * @property {number} slowest by the clock
 * @property {import('../statistics.mjs').Spread} cpu
 * @property {import('../statistics.mjs').Spread} bytes read from files and pipes
 */

/** @param {import('../report.mjs').Context} context */
export function measure({ quick, progress }) {
  return inTemporaryFolder(async (folder) => {
    const workloads = [];
    for (const workload of [largePlan, manyPlans, notesAndRecords]) {
      progress(workload.name);
      workloads.push(await workload(folderIn(folder, workload.name), quick));
    }
    return {
      summary: SUMMARY,
      goals: workloads.flatMap(({ goals }) => goals),
      tables: workloads.map(({ caption, figures }) => ({
        caption: `${caption}, in milliseconds`,
        head: ['Call', 'clock', 'quartiles', 'slowest', 'CPU', 'quartiles', 'KB read'],
        rows: figures.map(({ one, clock, slowest, cpu, bytes }) => [
          one.name,
          clock.median,
          quartiles(clock),
          slowest,
          cpu.median,
          quartiles(cpu),
          bytes.median / 1000,
        ]),
      })),
    };
  });
}

const SUMMARY = `Servers over stdio with large projects. Plain Node is another process that receives requests in the same way and knows
nothing about plans: it lists, reads, hashes and writes the same files.

**A plan of ${shown(TASKS)} tasks (1 MB).** Reads find the file unchanged, so nothing is parsed again; each figure is the mean of 20 calls. An
update ends when the new file is on disk (file and directory synced) and the change is in the history. Plain Node reads the file,
hashes it, writes it to a temporary file, syncs, renames, and syncs the directory. Both take turns on the same disk; since the
time of a disk is not CPU time, they are compared by the clock.

**${shown(PLANS)} plans of ${TASKS_EACH} tasks.** The first \`plan_list\` of a server has to read every file once; the following ones only ask the file
system whether a file has changed. Therefore the goals are about bytes read (\`rchar\` of the kernel), compared with plain Node,
which reads every file once.

**Notes, tasks, contexts and decision records.** The limits of section 7 of the specification of agentic-todo, by the clock, on
${TODO_TASKS} tasks with as many contexts and decision records, and, for the toolset \`notes\`, ${shown(NOTES)} notes of 1 to 10 KB in English and
Japanese. Every search reads the files again. Memory is the most that a server ever used.`;

/**
 * Cases take turns. Several calls are measured together, because a garbage collection belongs to all of them.
 * @param {Case[]} cases
 * @param {{ rounds: number, warmUps?: number, batch?: number }} options
 * @returns {Promise<Figures[]>}
 */
async function measureCases(cases, { rounds, warmUps = 1, batch = 1 }) {
  let turn = 0;
  const results = await interleaved(cases, { rounds, warmUps }, async (one) => {
    const server = one.server instanceof Server ? one.server : await one.server();
    const before = { cpu: server.cpuMs(), bytes: server.bytesRead(), clock: performance.now() };
    for (let call = 0; call < batch; call += 1) {
      turn += 1;
      await one.run(server, turn);
    }
    const clock = performance.now() - before.clock;
    const [cpu, bytes] = [server.cpuMs() - before.cpu, server.bytesRead() - before.bytes];
    if (server !== one.server) await server.end();
    return { clock: clock / batch, cpu: cpu / batch, bytes: bytes / batch };
  });
  return [...results].map(([one, costs]) => ({
    one,
    clock: spread(costs.map(({ clock }) => clock)),
    slowest: Math.max(...costs.map(({ clock }) => clock)),
    cpu: spread(costs.map(({ cpu }) => cpu)),
    bytes: spread(costs.map(({ bytes }) => bytes)),
  }));
}

/**
 * @param {string} project
 * @param {string[]} flags
 */
async function serve(project, ...flags) {
  const server = new Server(ourCommand(project, ...flags));
  await server.initialize();
  return server;
}

/**
 * @param {string} method
 * @param {string} path
 * @returns {Case['run']}
 */
const plainNode = (method, path) => (baseline) => baseline.request({ method, params: { path } });

/**
 * @param {string} folder
 * @param {boolean} quick
 */
async function largePlan(folder, quick) {
  const { text, ids } = samplePlan(TASKS);
  const planId = 'big';
  const project = folderIn(folder, 'ours');
  putPlan(project, planId, text);
  const copy = putPlan(folderIn(folder, 'baseline'), planId, text);
  const server = await serve(project);
  const baseline = new Server(FILES_BASELINE);
  const pages = await pagesOf(server, planId);
  /** @param {number} turn */
  const taskAt = (turn) => ids[(turn * STRIDE) % ids.length];
  /** @type {(name: string, tool: string, args: (turn: number) => object) => Case} */
  const read = (name, tool, args) => ({
    name,
    server,
    run: (_, turn) => server.call(tool, { planId, ...args(turn) }),
  });
  // The last page contains the rest, so the one before is the last full one.
  const numbers = [1, 10, Math.round(pages.length / 2), pages.length - 1, pages.length];
  const reads = await measureCases(
    [
      read('`task_get`', 'task_get', (turn) => ({ taskId: taskAt(turn) })),
      read('`task_next`', 'task_next', () => ({})),
      read('`task_search`, hundreds of hits', 'task_search', () => ({ query: 'cache fix' })),
      read('`task_search`, no hit', 'task_search', () => ({ query: 'zzz' })),
      ...numbers.map((number) =>
        read(
          `\`plan_get\`, page ${number} of ${pages.length}`,
          'plan_get',
          () => pages[number - 1] ?? {},
        ),
      ),
    ],
    { rounds: quick ? 2 : 10, batch: 20 },
  );
  /** @param {number} turn */
  const statusAt = (turn) => ['todo', 'doing', 'done'][turn % 3];
  const updates = await measureCases(
    [
      read('`task_update` of a status', 'task_update', (turn) => ({
        // Always the same task, so that every call changes its status. In the middle, because what follows it moves.
        taskId: ids[TASKS / 2],
        status: statusAt(turn),
      })),
      {
        name: 'plain Node: read, hash, write back',
        server: baseline,
        run: plainNode('rewrite', copy),
      },
    ],
    { rounds: quick ? 5 : 60, warmUps: 3 },
  );
  await Promise.all([server.end(), baseline.end()]);
  const [ours, plain] = updates;
  const pageReads = reads.slice(-numbers.length);
  const [firstPage, lastFullPage] = [pageReads[0], pageReads.at(-2)];
  if (!ours || !plain || !firstPage || !lastFullPage) throw new Error('Nothing was measured.');
  /** @type {(what: string, value: number) => import('../report.mjs').Goal} */
  const cpuGoal = (what, value) => ({ what, limit: READ_CPU_MS, value, unit: 'ms' });
  return {
    caption: `A plan of ${shown(TASKS)} tasks`,
    figures: [...reads, ...updates],
    goals: [
      {
        what: 'a durable status update, by the clock, against reading, hashing and writing back in plain Node',
        limit: UPDATE_TIMES,
        value: ours.clock.median / plain.clock.median,
        unit: 'times',
      },
      ...reads
        .slice(0, -numbers.length)
        .map(({ one, cpu }) => cpuGoal(`CPU of ${one.name}`, cpu.median)),
      cpuGoal(
        'CPU of a page of `plan_get`, the slowest',
        Math.max(...pageReads.map(({ cpu }) => cpu.median)),
      ),
      {
        what: 'CPU of the last full page of `plan_get`, against the first',
        limit: FLAT_TIMES,
        value: lastFullPage.cpu.median / firstPage.cpu.median,
        unit: 'times',
      },
    ],
  };
}

/**
 * @param {Server} server
 * @param {string} planId
 * @returns {Promise<{ cursor?: string }[]>} the arguments of each page
 */
async function pagesOf(server, planId) {
  /** @type {{ cursor?: string }[]} */
  const pages = [{}];
  for (;;) {
    const { structuredContent } = await server.call('plan_get', { planId, ...pages.at(-1) });
    if (structuredContent.nextCursor === undefined) return pages;
    pages.push({ cursor: structuredContent.nextCursor });
  }
}

/**
 * @param {string} project
 * @param {boolean} quick
 */
async function manyPlans(project, quick) {
  const { text } = samplePlan(TASKS_EACH);
  let directory = '';
  for (let number = 1; number <= PLANS; number += 1) {
    const plan = text.replace('# Measured', `# Plan number ${number}`);
    directory = dirname(putPlan(project, `plan-${number}`, plan));
  }
  const list = { run: (/** @type {Server} */ server) => server.call('plan_list') };
  const first = await measureCases(
    [
      {
        ...list,
        name: '`plan_list`, the first',
        server: async () => {
          const server = await serve(project);
          // The first call of all loads the core, which has nothing to do with the number of files.
          await server.call('task_next', { planId: 'plan-1' });
          return server;
        },
      },
      {
        name: 'plain Node: `stat` and read each file',
        server: async () => {
          const baseline = new Server(FILES_BASELINE);
          await plainNode('statAll', project)(baseline, 0);
          return baseline;
        },
        run: plainNode('readAll', directory),
      },
    ],
    { rounds: quick ? 2 : 7 },
  );
  const server = await serve(project);
  const baseline = new Server(FILES_BASELINE);
  const next = await measureCases(
    [
      { ...list, name: '`plan_list`, a following one', server },
      {
        name: 'plain Node: `stat` each file',
        server: baseline,
        run: plainNode('statAll', directory),
      },
    ],
    { rounds: quick ? 3 : 21, warmUps: 2 },
  );
  await Promise.all([server.end(), baseline.end()]);
  const [ourFirst, plainFirst] = first;
  const [ourNext] = next;
  if (!ourFirst || !plainFirst || !ourNext) throw new Error('Nothing was measured.');
  /** @type {(what: string, limit: number, figures: Figures) => import('../report.mjs').Goal} */
  const goal = (what, limit, { bytes }) => ({
    what: `bytes read by ${what}, against each file once`,
    limit,
    value: bytes.median / plainFirst.bytes.median,
    unit: 'times',
  });
  return {
    caption: `${shown(PLANS)} plans of ${TASKS_EACH} tasks`,
    figures: [...first, ...next],
    goals: [
      goal('the first `plan_list`', FIRST_LIST_TIMES, ourFirst),
      goal('a following `plan_list`', NEXT_LIST_TIMES, ourNext),
    ],
  };
}

/**
 * The notes of both toolsets: notes of `notes`, and tasks with contexts and decision records of `agentic-todo`.
 * @param {string} project
 * @param {boolean} quick
 */
async function notesAndRecords(project, quick) {
  const notes = quick ? QUICK_NOTES : NOTES;
  writeNotes(project, notes);
  writeTodo(project);
  /** @param {string} what @param {number} value @param {number} limit */
  const goal = (what, value, limit) => ({ what, value, limit, unit: 'ms' });

  const notesServer = await serve(project, '--plans=notes', '--toolsets=plan,notes');
  const firstSearch = await clockOf(notesServer, 'note_search', { query: 'needle' });
  const todoServer = await serve(project, '--toolsets=agentic-todo');
  await todoServer.call('list_tasks');
  const figures = new Map();
  for (const kind of [USUAL, SEARCH]) {
    const cases = todoCalls(todoServer, notesServer, notes).filter((call) => call.kind === kind);
    figures.set(kind, await measureCases(cases, { rounds: 9, warmUps: 0 }));
  }
  const memory = [notesServer, todoServer].map((server) => server.memory().peakMb);
  await Promise.all([notesServer.end(), todoServer.end()]);
  const sessions = await sessionsAtOnce(project);
  return {
    caption: `${shown(notes)} notes; ${TODO_TASKS} tasks with contexts and decision records`,
    figures: [...figures.values()].flat(),
    goals: [
      ...[...figures].flatMap(([kind, calls]) => [
        goal(
          `a ${kind.name}, the slowest median of ${calls.length}`,
          Math.max(...calls.map((/** @type {Figures} */ { clock }) => clock.median)),
          kind.median,
        ),
        goal(
          `a ${kind.name}, the slowest of all`,
          Math.max(...calls.map((/** @type {Figures} */ { slowest }) => slowest)),
          kind.slowest,
        ),
      ]),
      goal('the first `note_search`', firstSearch, SEARCH.slowest),
      goal(`${SESSIONS} sessions at once: the slowest call`, sessions.slowest, SEARCH.slowest),
      goal(`${SESSIONS} sessions at once: all calls`, sessions.together, 2 * SEARCH.slowest),
      {
        what: 'most memory of a server',
        value: Math.max(...memory, ...sessions.memory),
        limit: SERVER_MB,
        unit: 'MB',
      },
    ],
  };
}

/**
 * @param {Server} todo
 * @param {Server} notes
 * @param {number} count of notes
 * @returns {(Case & { kind: typeof USUAL })[]}
 */
function todoCalls(todo, notes, count) {
  /** @type {(kind: typeof USUAL, tool: string, args?: (turn: number) => object) => Case & { kind: typeof USUAL }} */
  const call = (kind, tool, args = () => ({})) => ({
    name: `\`${tool}\``,
    kind,
    server: todo,
    run: (server, turn) => server.call(tool, args(turn)),
  });
  /** @type {(name: string, query: string) => Case & { kind: typeof USUAL }} */
  const search = (name, query) => ({
    ...call(SEARCH, 'note_search', () => ({ query })),
    name: `\`note_search\`${name}`,
    server: notes,
  });
  return [
    call(USUAL, 'list_tasks', () => ({ limit: 100 })),
    call(USUAL, 'create_task', (turn) => ({ title: `New ${turn}` })),
    call(USUAL, 'update_task', (turn) => ({ task_id: 'T500', title: `Other ${turn}` })),
    call(USUAL, 'reorder_task', (turn) => ({
      task_id: 'T500',
      position: turn % 2 ? 'first' : 'last',
    })),
    call(USUAL, 'update_context', (turn) => ({ task_id: 'T001', content: `${turn}` })),
    call(USUAL, 'update_adr_status', (turn) => ({
      adr_number: 7,
      status: turn % 2 ? 'Accepted' : 'Deprecated',
    })),
    call(SEARCH, 'list_adrs'),
    call(SEARCH, 'search_tasks', () => ({
      query: 'needle',
      search_in: ['title', 'content', 'context'],
    })),
    call(SEARCH, 'search_contexts', () => ({ query: 'ニードル' })),
    search(` in ${shown(count)} files`, 'needle ニードル'),
    search(', found in each', '#'),
  ];
}

/** @param {string} project */
async function sessionsAtOnce(project) {
  const servers = await Promise.all(
    Array.from({ length: SESSIONS }, () => serve(project, '--toolsets=agentic-todo')),
  );
  // A server loads the core with its first call.
  await Promise.all(servers.map((server) => server.call('list_tasks')));
  const start = performance.now();
  const times = await Promise.all(
    servers.map(async (server, index) => {
      const task = { task_id: todoId(index + 1) };
      return [
        await clockOf(server, 'update_task', { ...task, title: 'At once' }),
        await clockOf(server, 'search_contexts', { query: 'needle' }),
        await clockOf(server, 'update_context', { ...task, content: 'At once' }),
      ];
    }),
  );
  const together = performance.now() - start;
  const memory = servers.map((server) => server.memory().peakMb);
  await Promise.all(servers.map((server) => server.end()));
  return { slowest: Math.max(...times.flat()), together, memory };
}

/**
 * @param {Server} server
 * @param {string} tool
 * @param {object} args
 */
async function clockOf(server, tool, args) {
  const start = performance.now();
  await server.call(tool, args);
  return performance.now() - start;
}

/** @param {number} number */
const threeDigits = (number) => `${number}`.padStart(3, '0');
/** @param {number} number */
const todoId = (number) => `T${threeDigits(number)}`;

/**
 * One to ten KB, in English or Japanese.
 * @param {number} number
 */
function noteText(number) {
  const line =
    number % 2 === 0
      ? `- The parser reads line ${number} and remembers its indentation for later.\n`
      : `- データベースの設計を更新し、ログインの処理を見直した（${number}）。\n`;
  const needle = number % 97 === 0 ? 'The needle ﾆｰﾄﾞﾙ is here.\n' : '';
  return `# ${number}\n\n${line.repeat(12 + (number % 110))}${needle}`;
}

/**
 * @param {string} file
 * @param {string} text
 */
function writeInto(file, text) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/**
 * @param {string} project
 * @param {number} notes
 */
function writeNotes(project, notes) {
  const task = '- [ ] A <!-- long-term-plan:id=n1 -->';
  writeInto(join(project, 'notes/p.md'), `<!-- long-term-plan:format=v1 -->\n${task}\n`);
  for (let number = 1; number <= notes; number += 1) {
    writeInto(join(project, `notes/context/n${number}.md`), noteText(number));
  }
}

/** @param {string} project */
function writeTodo(project) {
  const folder = join(project, '.todo');
  let plan = '<!-- long-term-plan:format=v1 markers=gfm -->\n# T\n\n## A\n\n';
  for (let number = 1; number <= TODO_TASKS; number += 1) {
    const id = `<!-- long-term-plan:id=${todoId(number)} -->`;
    plan += `- [ ] Task ${number} タスク ${id}\n  > Its body.\n`;
    const adr = threeDigits(number);
    const record = `# ADR-${adr}: X\n\n- Status: Accepted\n\n${noteText(number)}`;
    writeInto(join(folder, 'context', `${todoId(number)}.md`), noteText(number));
    writeInto(join(folder, 'adr', `adr-${adr}-x.md`), record);
  }
  writeInto(join(folder, 'task.md'), plan);
}
