#!/usr/bin/env node
/**
 * What searching thousands of contexts costs: the limits of section 7 of agentic-todo's specification.
 *
 *   node scripts/bench-contexts.mjs [files]
 *
 * Serves a project of 999 tasks with their contexts, 999 decision records and, for the toolset notes, 10,000 notes of 1 to
 * 10 KB in English and Japanese. The first search reads them from the disk's cache like all others: nothing is kept
 * between two. The memory is the most that the server ever had (Linux).
 */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const USUAL_MS = 100;
const SEARCH_MS = 500;
const MASS_MS = 2000;
const MOST_MB = 100;
const SESSIONS = 10;
const RUNS = 9;

const files = Number(process.argv[2] ?? 10_000);
const bin = join(
  dirname(fileURLToPath(import.meta.url)),
  '..',
  'npm',
  'mcp',
  'bin',
  'long-term-plan-mcp.cjs',
);
const root = mkdtempSync(join(tmpdir(), 'bench-contexts-'));
const id = (/** @type {number} */ number) => `T${String(number).padStart(3, '0')}`;

/** @param {number} number */
function contextOf(number) {
  const line =
    number % 2 === 0
      ? `- The parser reads line ${number} and remembers its indentation for later.\n`
      : `- データベースの設計を更新し、ログインの処理を見直した（${number}）。\n`;
  const needle = number % 97 === 0 ? 'The needle ﾆｰﾄﾞﾙ is here.\n' : '';
  return `# ${number}\n\n${line.repeat(12 + (number % 110))}${needle}`;
}

/** @param {string} path @param {string} text */
function put(path, text) {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

function makeProject() {
  const tasks = Array.from({ length: 990 }, (_, at) => {
    const comment = `<!-- long-term-plan:id=${id(at + 1)} -->`;
    return `- [ ] Task ${at} タスク ${comment}\n  > Its body.\n`;
  });
  put(
    '.todo/task.md',
    `<!-- long-term-plan:format=v1 markers=gfm -->\n# T\n\n## A\n\n${tasks.join('')}`,
  );
  for (let number = 1; number <= 990; number++) {
    put(`.todo/context/${id(number)}.md`, contextOf(number));
    const digits = id(number).slice(1);
    put(
      `.todo/adr/adr-${digits}-x.md`,
      `# ADR-${digits}: X\n\n- Status: Accepted\n\n${contextOf(number)}`,
    );
  }
  put('notes/p.md', '<!-- long-term-plan:format=v1 -->\n- [ ] A <!-- long-term-plan:id=n1 -->\n');
  let bytes = 0;
  for (let number = 1; number <= files; number++) {
    const text = contextOf(number);
    bytes += Buffer.byteLength(text);
    put(`notes/context/n${number}.md`, text);
  }
  return bytes;
}

/** A server, and what it answers. */
class Session {
  /** @param {string[]} flags */
  constructor(flags) {
    this.process = spawn(process.execPath, [bin, '--root', root, ...flags], {
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    /** @type {Map<number, (answer: any) => void>} */
    this.waiting = new Map();
    this.last = 0;
    createInterface({ input: this.process.stdout }).on('line', (line) => {
      const answer = JSON.parse(line);
      this.waiting.get(answer.id)?.(answer);
    });
  }

  /** @param {string} method @param {object} params @returns {Promise<any>} */
  request(method, params) {
    this.last += 1;
    const message = { jsonrpc: '2.0', id: this.last, method, params };
    this.process.stdin.write(`${JSON.stringify(message)}\n`);
    return new Promise((resolve) => this.waiting.set(message.id, resolve));
  }

  async start() {
    const clientInfo = { name: 'bench', version: '1' };
    const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };
    await this.request('initialize', params);
    this.process.stdin.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n');
    return this;
  }

  /** @param {string} name @param {object} args */
  async call(name, args) {
    const start = performance.now();
    const { result } = await this.request('tools/call', { name, arguments: args });
    const ms = performance.now() - start;
    if (!result || result.isError) throw new Error(`${name}: ${result?.content[0].text}`);
    return { ms, answer: result.structuredContent };
  }

  /** The most memory that it ever had, in MB; `undefined` where the system does not tell. */
  peakMb() {
    try {
      const status = readFileSync(`/proc/${this.process.pid}/status`, 'utf8');
      return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) / 1024;
    } catch {
      return undefined;
    }
  }

  /** CPU time that it has used, in ms; 0 where the system does not tell. */
  cpuMs() {
    try {
      const stat = readFileSync(`/proc/${this.process.pid}/stat`, 'utf8');
      const [user = 0, system = 0] = stat
        .slice(stat.lastIndexOf(')'))
        .split(' ')
        .slice(12, 14)
        .map(Number);
      return (user + system) * 10;
    } catch {
      return 0;
    }
  }

  end() {
    this.process.stdin.end();
  }
}

let isOver = false;
/** @param {string} what @param {number | undefined} value @param {number} limit @param {string} unit */
function tell(what, value, limit, unit) {
  if (value === undefined) return;
  const verdict = value > limit ? `OVER THE LIMIT of ${limit}` : `limit ${limit}`;
  isOver ||= value > limit;
  console.log(`${what.padEnd(52)} ${value.toFixed(1).padStart(7)} ${unit}  (${verdict})`);
}

/** @param {Session} session @param {string} what @param {number} limit @param {string} name @param {(run: number) => object} args */
async function measure(session, what, limit, name, args) {
  const times = [];
  const cpuBefore = session.cpuMs();
  for (let run = 0; run < RUNS; run++) times.push((await session.call(name, args(run))).ms);
  const cpu = (session.cpuMs() - cpuBefore) / RUNS;
  const sorted = times.toSorted((a, b) => a - b);
  tell(what, sorted[Math.floor(RUNS / 2)], limit, 'ms');
  if (cpu > 0) tell('  CPU time', cpu, limit, 'ms');
  tell('  the slowest', sorted.at(-1), limit === USUAL_MS ? SEARCH_MS : MASS_MS, 'ms');
}

try {
  const bytes = makeProject();
  console.log(`${files} notes, ${(bytes / 1e6).toFixed(1)} MB; 990 tasks, contexts and records\n`);
  const notes = await new Session(['--plans=notes', '--toolsets=plan,notes']).start();
  await notes.call('plan_list', {});
  tell('memory of a server at its first call', notes.peakMb(), MOST_MB, 'MB');
  tell(
    'first note_search',
    (await notes.call('note_search', { query: 'needle' })).ms,
    MASS_MS,
    'ms',
  );
  await measure(notes, `note_search in ${files} files`, SEARCH_MS, 'note_search', () => ({
    query: 'needle ニードル',
  }));
  tell('  memory so far', notes.peakMb(), MOST_MB, 'MB');
  await measure(notes, `note_search, found in all ${files}`, SEARCH_MS, 'note_search', () => ({
    query: '#',
  }));
  tell('memory of that server', notes.peakMb(), MOST_MB, 'MB');
  notes.end();

  const todo = await new Session(['--toolsets=agentic-todo']).start();
  await todo.call('list_tasks', {});
  await measure(todo, 'list_tasks', USUAL_MS, 'list_tasks', () => ({ limit: 100 }));
  await measure(todo, 'create_task', USUAL_MS, 'create_task', (run) => ({ title: `New ${run}` }));
  await measure(todo, 'update_task', USUAL_MS, 'update_task', (run) => ({
    task_id: 'T500',
    title: `Other ${run}`,
  }));
  await measure(todo, 'reorder_task', USUAL_MS, 'reorder_task', (run) => ({
    task_id: 'T500',
    position: run % 2 ? 'first' : 'last',
  }));
  await measure(todo, 'update_context', USUAL_MS, 'update_context', (run) => ({
    task_id: 'T001',
    content: `${run}`,
  }));
  await measure(todo, 'update_adr_status', USUAL_MS, 'update_adr_status', (run) => ({
    adr_number: 7,
    status: run % 2 ? 'Accepted' : 'Deprecated',
  }));
  await measure(todo, 'list_adrs of 990', SEARCH_MS, 'list_adrs', () => ({}));
  await measure(todo, 'search_tasks everywhere', SEARCH_MS, 'search_tasks', () => ({
    query: 'needle',
    search_in: ['title', 'content', 'context'],
  }));
  await measure(todo, 'search_contexts', SEARCH_MS, 'search_contexts', () => ({
    query: 'ニードル',
  }));
  tell('memory of that server', todo.peakMb(), MOST_MB, 'MB');
  todo.end();

  const sessions = await Promise.all(
    Array.from({ length: SESSIONS }, () => new Session(['--toolsets=agentic-todo']).start()),
  );
  // A server loads the core with its first call.
  await Promise.all(sessions.map((session) => session.call('list_tasks', {})));
  const start = performance.now();
  const spent = await Promise.all(
    sessions.map(async (session, at) => [
      (await session.call('update_task', { task_id: id(at + 1), title: 'At once' })).ms,
      (await session.call('search_contexts', { query: 'needle' })).ms,
      (await session.call('update_context', { task_id: id(at + 1), content: 'At once' })).ms,
    ]),
  );
  tell(
    `${SESSIONS} sessions at once, the slowest call of 30`,
    Math.max(...spent.flat()),
    MASS_MS,
    'ms',
  );
  tell(`${SESSIONS} sessions at once, all 30 calls`, performance.now() - start, MASS_MS * 2, 'ms');
  tell(
    'memory of the largest of them',
    Math.max(...sessions.map((each) => each.peakMb() ?? 0)),
    MOST_MB,
    'MB',
  );
  for (const session of sessions) session.end();
} finally {
  rmSync(root, { recursive: true });
}
process.exitCode = isOver ? 1 : 0;
