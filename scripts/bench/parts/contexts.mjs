import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { inTemporaryFolder } from '../folders.mjs';
import { Server } from '../processes.mjs';
import { ourCommand } from '../servers.mjs';
import { median } from '../statistics.mjs';

export const title = 'Thousands of notes and records';

/** The limits of section 7 of agentic-todo's specification. */
const USUAL_MS = 100;
const SEARCH_MS = 500;
const MASS_MS = 2000;
const MOST_MB = 100;

const NOTES = 10_000;
const QUICK_NOTES = 1_000;
const TASKS = 990;
const SESSIONS = 10;
const ROUNDS = 9;

/** @param {number} number */
const idOf = (number) => `T${digits(number)}`;
/** @param {number} number */
const digits = (number) => String(number).padStart(3, '0');

/** @param {import('../parts.mjs').Context} context */
export function measure({ quick, progress }) {
  return inTemporaryFolder(async (project) => {
    progress('writing files');
    const notes = quick ? QUICK_NOTES : NOTES;
    const bytes = writeProject(project, notes);
    const findings = new Findings();
    progress('searching notes');
    await measureNotes(project, notes, findings);
    progress('tasks, contexts and records');
    await measureTodo(project, findings);
    progress(`${SESSIONS} sessions at once`);
    await measureSessions(project, findings);
    return sectionOf({ findings, notes, bytes });
  });
}

/**
 * One to ten KB, in English or Japanese.
 * @param {number} number
 */
function contextOf(number) {
  const line =
    number % 2 === 0
      ? `- The parser reads line ${number} and remembers its indentation for later.\n`
      : `- データベースの設計を更新し、ログインの処理を見直した（${number}）。\n`;
  const needle = number % 97 === 0 ? 'The needle ﾆｰﾄﾞﾙ is here.\n' : '';
  return `# ${number}\n\n${line.repeat(12 + (number % 110))}${needle}`;
}

/**
 * @param {string} project
 * @param {number} notes
 * @returns {number} bytes of the notes
 */
function writeProject(project, notes) {
  /** @type {(path: string, text: string) => void} */
  const put = (path, text) => {
    mkdirSync(dirname(join(project, path)), { recursive: true });
    writeFileSync(join(project, path), text);
  };
  const numbers = Array.from({ length: TASKS }, (_, at) => at + 1);
  const tasks = numbers.map(
    (number) =>
      `- [ ] Task ${number} タスク <!-- long-term-plan:id=${idOf(number)} -->\n  > Its body.\n`,
  );
  const header = '<!-- long-term-plan:format=v1 markers=gfm -->\n# T\n\n## A\n\n';
  put('.todo/task.md', `${header}${tasks.join('')}`);
  for (const number of numbers) {
    const record = `# ADR-${digits(number)}: X\n\n- Status: Accepted\n\n${contextOf(number)}`;
    put(`.todo/context/${idOf(number)}.md`, contextOf(number));
    put(`.todo/adr/adr-${digits(number)}-x.md`, record);
  }
  put('notes/p.md', '<!-- long-term-plan:format=v1 -->\n- [ ] A <!-- long-term-plan:id=n1 -->\n');
  let bytes = 0;
  for (let number = 1; number <= notes; number++) {
    const text = contextOf(number);
    bytes += Buffer.byteLength(text);
    put(`notes/context/n${number}.md`, text);
  }
  return bytes;
}

/**
 * @typedef {object} Kind of calls
 * @property {string} name
 * @property {number} limit of a median
 * @property {number} slowest limit of a single call
 */

/** @type {Kind} */
const USUAL = { name: 'usual call', limit: USUAL_MS, slowest: SEARCH_MS };
/** @type {Kind} */
const SEARCH = { name: 'search', limit: SEARCH_MS, slowest: MASS_MS };

class Findings {
  /** @type {{ what: string, kind: Kind, median: number, slowest: number, cpuMs: number }[]} */
  calls = [];
  /** @type {import('../report.mjs').Goal[]} */
  others = [];
  /** @type {number[]} the most that each server had */
  memory = [];

  /**
   * Some calls of one kind.
   * @param {Server} server
   * @param {Kind} kind
   * @param {string} what
   * @param {string} tool
   * @param {(round: number) => object} [args]
   */
  async measure(server, kind, what, tool, args = () => ({})) {
    const cpu = server.cpuMs();
    const times = [];
    for (let round = 0; round < ROUNDS; round++)
      times.push(await timeOf(server, tool, args(round)));
    const cpuMs = (server.cpuMs() - cpu) / ROUNDS;
    this.calls.push({ what, kind, median: median(times), slowest: Math.max(...times), cpuMs });
  }

  /** @returns {import('../report.mjs').Goal[]} */
  goals() {
    const ofCalls = [USUAL, SEARCH].flatMap((kind) => {
      const calls = this.calls.filter((call) => call.kind === kind);
      const medians = calls.map(({ median }) => median);
      const slowest = calls.map(({ slowest }) => slowest);
      return [
        inMs(
          `a ${kind.name}, the slowest median of ${calls.length}`,
          Math.max(...medians),
          kind.limit,
        ),
        inMs(`a ${kind.name}, the slowest of all`, Math.max(...slowest), kind.slowest),
      ];
    });
    const memory = Math.max(...this.memory);
    return [
      ...ofCalls,
      ...this.others,
      { what: 'most memory of a server', value: memory, limit: MOST_MB, unit: 'MB' },
    ];
  }
}

/**
 * @param {string} what
 * @param {number} value
 * @param {number} limit
 */
const inMs = (what, value, limit) => ({ what, value, limit, unit: 'ms' });

/**
 * @param {Server} server
 * @param {string} tool
 * @param {object} [args]
 */
async function timeOf(server, tool, args = {}) {
  const start = performance.now();
  await server.call(tool, args);
  return performance.now() - start;
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
 * @param {string} project
 * @param {number} notes
 * @param {Findings} findings
 */
async function measureNotes(project, notes, findings) {
  const server = await serve(project, '--plans=notes', '--toolsets=plan,notes');
  await server.call('plan_list');
  const first = await timeOf(server, 'note_search', { query: 'needle' });
  findings.others.push(inMs('the first `note_search`', first, MASS_MS));
  const rare = `\`note_search\` in ${notes.toLocaleString('en')} files`;
  await findings.measure(server, SEARCH, rare, 'note_search', () => ({ query: 'needle ニードル' }));
  const common = '`note_search`, found in each';
  await findings.measure(server, SEARCH, common, 'note_search', () => ({ query: '#' }));
  findings.memory.push(server.memory().peakMb);
  await server.end();
}

/**
 * @param {string} project
 * @param {Findings} findings
 */
async function measureTodo(project, findings) {
  const server = await serve(project, '--toolsets=agentic-todo');
  await server.call('list_tasks');
  /** @type {(tool: string, kind: Kind, args?: (round: number) => object) => Promise<void>} */
  const calls = (tool, kind, args) => findings.measure(server, kind, `\`${tool}\``, tool, args);
  await calls('list_tasks', USUAL, () => ({ limit: 100 }));
  await calls('create_task', USUAL, (round) => ({ title: `New ${round}` }));
  await calls('update_task', USUAL, (round) => ({ task_id: 'T500', title: `Other ${round}` }));
  await calls('reorder_task', USUAL, (round) => ({
    task_id: 'T500',
    position: round % 2 ? 'first' : 'last',
  }));
  await calls('update_context', USUAL, (round) => ({ task_id: 'T001', content: `${round}` }));
  await calls('update_adr_status', USUAL, (round) => ({
    adr_number: 7,
    status: round % 2 ? 'Accepted' : 'Deprecated',
  }));
  await calls('list_adrs', SEARCH);
  await calls('search_tasks', SEARCH, () => ({
    query: 'needle',
    search_in: ['title', 'content', 'context'],
  }));
  await calls('search_contexts', SEARCH, () => ({ query: 'ニードル' }));
  findings.memory.push(server.memory().peakMb);
  await server.end();
}

/**
 * @param {string} project
 * @param {Findings} findings
 */
async function measureSessions(project, findings) {
  const starting = Array.from({ length: SESSIONS }, () =>
    serve(project, '--toolsets=agentic-todo'),
  );
  const servers = await Promise.all(starting);
  // A server loads the core with its first call.
  await Promise.all(servers.map((server) => server.call('list_tasks')));
  const start = performance.now();
  const times = await Promise.all(
    servers.map(async (server, at) => {
      const task = { task_id: idOf(at + 1) };
      return [
        await timeOf(server, 'update_task', { ...task, title: 'At once' }),
        await timeOf(server, 'search_contexts', { query: 'needle' }),
        await timeOf(server, 'update_context', { ...task, content: 'At once' }),
      ];
    }),
  );
  const together = performance.now() - start;
  const all = times.flat();
  const what = `${SESSIONS} sessions at once`;
  findings.others.push(
    inMs(`${what}: the slowest call of ${all.length}`, Math.max(...all), MASS_MS),
    inMs(`${what}: all ${all.length} calls`, together, MASS_MS * 2),
  );
  findings.memory.push(...servers.map((server) => server.memory().peakMb));
  await Promise.all(servers.map((server) => server.end()));
}

/**
 * @param {object} measured
 * @param {Findings} measured.findings
 * @param {number} measured.notes
 * @param {number} measured.bytes
 * @returns {import('../report.mjs').Section}
 */
function sectionOf({ findings, notes, bytes }) {
  return {
    summary: `The limits of section 7 of agentic-todo's specification, which are by the clock, on a project of ${TASKS} tasks with as many contexts and
decision records, and, for the toolset \`notes\`, ${notes.toLocaleString('en')} notes of 1 to 10 KB in English and Japanese
(${(bytes / 1e6).toFixed(1)} MB). Every search reads the files from the disk's cache: nothing is kept between two. Memory is
the most that the server ever had.`,
    goals: findings.goals(),
    plots: [
      {
        name: 'calls',
        title: 'Median of a call, by the clock',
        kind: 'bars',
        unit: 'ms',
        bars: findings.calls.map(({ what, median }) => ({
          label: what.replaceAll('`', ''),
          value: median,
          isOurs: true,
        })),
      },
    ],
    tables: [
      {
        caption: `${ROUNDS} calls each, in milliseconds`,
        head: ['Call', 'median', 'limit', 'slowest', 'limit', 'CPU'],
        rows: findings.calls.map(({ what, kind, median, slowest, cpuMs }) => [
          what,
          median,
          kind.limit,
          slowest,
          kind.slowest,
          cpuMs,
        ]),
      },
    ],
  };
}
