import { quartiles } from '../figures.mjs';
import { folderIn, inTemporaryFolder } from '../folders.mjs';
import { putPlan, samplePlan } from '../plans.mjs';
import { Server } from '../processes.mjs';
import { ourCommand } from '../servers.mjs';
import { median, spread } from '../statistics.mjs';

export const title = 'A hundred thousand calls';

const CALLS = 100_000;
const QUICK_CALLS = 5_000;
/** Memory goes up and down with garbage, so it is read often. */
const SAMPLES = 1000;
/** So many samples make one point of the plot. */
const PER_POINT = 10;
const TASKS = 300;
const PLAN = 'soak';
/** As several agents would; one call at a time would mostly wait for the disk. */
const IN_FLIGHT = 8;
const GROWTH_MB = 5;
const STATUSES = ['todo', 'doing', 'done'];

/** @param {import('../parts.mjs').Context} context */
export function measure({ quick, progress }) {
  return inTemporaryFolder(async (folder) => {
    const plan = samplePlan(TASKS);
    const project = folderIn(folder, 'project');
    putPlan(project, PLAN, plan.text);
    const server = new Server(ourCommand(project));
    await server.initialize();
    const calls = quick ? QUICK_CALLS : CALLS;
    const every = calls / SAMPLES;
    const mix = new Mix(server, plan.ids);
    /** @type {[calls: number, mb: number][]} */
    const samples = [];
    const start = performance.now();
    for (let done = 0; done < calls; done += every) {
      await mix.run(every);
      samples.push([done + every, server.memory().mb]);
      if (samples.length % (SAMPLES / 10) === 0)
        progress(`${done + every} calls, ${samples.at(-1)?.[1].toFixed(1)} MB`);
    }
    const seconds = (performance.now() - start) / 1000;
    const cpuMs = server.cpuMs();
    const { peakMb } = server.memory();
    await server.end();
    return sectionOf({ samples, seconds, cpuMs, peakMb, counts: mix.counts });
  });
}

/** Calls as an agent makes them; the plan stays as large as it was. */
class Mix {
  /**
   * @param {Server} server
   * @param {string[]} ids
   */
  constructor(server, ids) {
    this.server = server;
    this.ids = ids;
    this.turn = 0;
    /** @type {string[]} */
    this.added = [];
    /** @type {Map<string, number>} */
    this.counts = new Map();
  }

  /**
   * Makes as many calls, some of them at the same time.
   * @param {number} calls
   */
  async run(calls) {
    const end = this.turn + calls;
    const worker = async () => {
      while (this.turn < end) {
        this.turn += 1;
        await this.#next(this.turn);
      }
    };
    await Promise.all(Array.from({ length: IN_FLIGHT }, worker));
  }

  /** @param {number} turn of a hundred: 60 reads, 10 searches, 20 updates, 5 additions, 5 deletions */
  async #next(turn) {
    const taskId = this.ids[(turn * 7919) % this.ids.length];
    const kind = (turn * 37) % 100;
    if (kind < 30) return this.#call('task_get', { taskId, includeBody: true });
    if (kind < 45) return this.#call('task_next', {});
    if (kind < 60) return this.#call('plan_get', {});
    if (kind < 70) return this.#call('task_search', { query: 'cache fix' });
    if (kind < 90) return this.#call('task_update', { taskId, status: STATUSES[turn % 3] });
    const oldest = this.added.length > IN_FLIGHT ? this.added.shift() : undefined;
    if (oldest !== undefined) return this.#call('task_delete', { taskId: oldest });
    const { structuredContent } = await this.#call('task_add', { title: `Added in turn ${turn}` });
    this.added.push(structuredContent.taskId);
    return undefined;
  }

  /**
   * @param {string} name
   * @param {object} args
   */
  #call(name, args) {
    this.counts.set(name, (this.counts.get(name) ?? 0) + 1);
    return this.server.call(name, { planId: PLAN, ...args });
  }
}

/**
 * @param {object} measured
 * @param {[calls: number, mb: number][]} measured.samples
 * @param {number} measured.seconds
 * @param {number} measured.cpuMs
 * @param {number} measured.peakMb
 * @param {Map<string, number>} measured.counts
 * @returns {import('../report.mjs').Section}
 */
function sectionOf({ samples, seconds, cpuMs, peakMb, counts }) {
  const calls = samples.at(-1)?.[0] ?? 0;
  const memory = samples.map(([, mb]) => mb);
  const tenth = memory.length / 10;
  const [early, late] = [memory.slice(tenth, 2 * tenth), memory.slice(-tenth)];
  return {
    summary: `One server answers ${calls.toLocaleString('en')} calls on a plan of ${TASKS} tasks, ${IN_FLIGHT} of them in flight at any time; every write is durable.
The memory that it holds (\`VmRSS\`) is read ${samples.length} times. Growth is the median of the last tenth of these samples less
that of the second tenth: in the first one, Node still grows into its work. Garbage that waits for its collection makes single
samples differ; what is never given back would raise the least of them too.`,
    goals: [
      {
        what: `growth of memory over ${calls.toLocaleString('en')} calls`,
        limit: GROWTH_MB,
        value: median(late) - median(early),
        unit: 'MB',
      },
    ],
    plots: [
      {
        name: 'rss',
        title: 'Memory held, as calls go on',
        kind: 'lines',
        scale: 'linear',
        x: 'calls',
        y: 'MB',
        series: [{ label: 'ours', points: pointsOf(samples), isOurs: true }],
      },
    ],
    tables: [
      {
        caption: 'Memory held, in MB',
        head: ['Calls', 'median', 'quartiles', 'least'],
        rows: [
          ['the second tenth', median(early), quartiles(spread(early)), Math.min(...early)],
          ['the last tenth', median(late), quartiles(spread(late)), Math.min(...late)],
        ],
      },
      {
        caption: 'Speed',
        head: ['calls a second', 'CPU ms a call', 'most memory, MB'],
        rows: [[calls / seconds, cpuMs / calls, peakMb]],
      },
      {
        caption: 'The calls',
        head: ['Tool', 'calls'],
        rows: [...counts].sort(([a], [b]) => (a < b ? -1 : 1)),
      },
    ],
  };
}

/**
 * Medians of some samples each.
 * @param {[calls: number, mb: number][]} samples
 */
function pointsOf(samples) {
  return Array.from({ length: samples.length / PER_POINT }, (_, at) => {
    const group = samples.slice(at * PER_POINT, (at + 1) * PER_POINT);
    /** @type {[number, number]} */
    const point = [group.at(-1)?.[0] ?? 0, median(group.map(([, mb]) => mb))];
    return point;
  });
}
