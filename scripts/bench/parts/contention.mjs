import { folderIn, inTemporaryFolder } from '../folders.mjs';
import { quartiles } from '../markdown.mjs';
import { putPlan, samplePlan } from '../plans.mjs';
import { Server } from '../processes.mjs';
import { ourCommand } from '../servers.mjs';
import { interleaved, spread } from '../statistics.mjs';

export const title = 'Contended writes';

const TASKS = 200;
const WRITERS = [1, 2, 10];
const MANY = 10;
const CPU_TIMES = 2;
const THROUGHPUT_TIMES = 1;

/**
 * @typedef {object} Round what one round of a number of writers took
 * @property {number} cpu milliseconds of all servers, for each write
 * @property {number} clock milliseconds from the first call to the last reply, for each write
 * @property {number} longest milliseconds that a call took
 * @property {number} unfair calls of the server that had made most when the first one was done, against the average
 */

/** @param {import('../report.mjs').Context} context */
export function measure({ quick, progress }) {
  const writes = quick ? 20 : 60;
  return inTemporaryFolder(async (folder) => {
    const groups = [];
    for (const count of WRITERS) {
      progress(`${count} servers`);
      groups.push(await startGroup(folderIn(folder, `${count}`), count));
    }
    const rounds = await interleaved(groups, { rounds: quick ? 3 : 7, warmUps: 2 }, (group) =>
      writeTogether(group, writes),
    );
    await Promise.all(groups.flatMap(({ writers }) => writers.map(({ server }) => server.end())));
    const figures = groups.map((group) => {
      const measured = rounds.get(group) ?? [];
      /** @param {keyof Round} key */
      const of = (key) => spread(measured.map((round) => round[key]));
      return {
        count: group.writers.length,
        cpu: of('cpu'),
        clock: of('clock'),
        longest: of('longest'),
        unfair: of('unfair'),
      };
    });
    const alone = figures[0];
    const together = figures.find(({ count }) => count === MANY);
    if (!alone || !together) throw new Error('Nothing was measured.');
    return {
      summary: SUMMARY,
      goals: [
        {
          what: `CPU of a write with ${MANY} servers, against one server`,
          limit: CPU_TIMES,
          value: together.cpu.median / alone.cpu.median,
          unit: 'times',
        },
        {
          what: `time for each write with ${MANY} servers, against one server`,
          limit: THROUGHPUT_TIMES,
          value: together.clock.median / alone.clock.median,
          unit: 'times',
        },
      ],
      tables: [
        {
          caption: 'For each write, in milliseconds',
          head: [
            'Servers',
            'CPU',
            'quartiles',
            'clock',
            'quartiles',
            'slowest call',
            'busiest server, times the average',
          ],
          rows: figures.map(({ count, cpu, clock, longest, unfair }) => [
            count,
            cpu.median,
            quartiles(cpu),
            clock.median,
            quartiles(clock),
            longest.median,
            unfair.median,
          ]),
        },
      ],
    };
  });
}

const SUMMARY = `Servers that change the same plan of ${TASKS} tasks at the same time. Each sends its next \`task_update\` as soon as the last one
is acknowledged, so with several servers all but one of them always wait for the lock. Every write changes the plan that the others
have to read next. The time for each write is that of the whole round divided by its number of writes, so its inverse is the
throughput. The last column is the number of calls of the busiest server when the first server was done, against the average: 1 is fair.`;

/**
 * Servers of one project that have loaded everything. Each has its own task.
 * @param {string} project
 * @param {number} count
 */
async function startGroup(project, count) {
  const { text, ids } = samplePlan(TASKS);
  putPlan(project, 'shared', text);
  const writers = [];
  for (const taskId of ids.slice(0, count)) {
    const server = new Server(ourCommand(project));
    await server.initialize();
    await server.call('task_next', { planId: 'shared' });
    writers.push({ server, taskId, turn: 0 });
  }
  return { writers };
}

/**
 * @param {Awaited<ReturnType<typeof startGroup>>} group
 * @param {number} writes of each server, which gets faster with each of its first calls
 * @returns {Promise<Round>}
 */
async function writeTogether({ writers }, writes) {
  const cpuMs = () => sum(writers.map(({ server }) => server.cpuMs()));
  const first = writers.map(({ turn }) => turn);
  const done = () => writers.map(({ turn }, index) => turn - (first[index] ?? 0));
  const [cpuBefore, began] = [cpuMs(), performance.now()];
  let longest = 0;
  let unfair = 0;
  await Promise.all(
    writers.map(async (writer) => {
      const { server, taskId } = writer;
      for (let call = 0; call < writes; call += 1) {
        const sent = performance.now();
        // Always another one, so that every call changes the plan.
        const status = ['todo', 'doing', 'done'][writer.turn % 3];
        await server.call('task_update', { planId: 'shared', taskId, status });
        writer.turn += 1;
        longest = Math.max(longest, performance.now() - sent);
      }
      unfair ||= (Math.max(...done()) * writers.length) / sum(done());
    }),
  );
  const count = sum(done());
  const clock = performance.now() - began;
  return { cpu: (cpuMs() - cpuBefore) / count, clock: clock / count, longest, unfair };
}

/** @param {number[]} numbers */
const sum = (numbers) => numbers.reduce((total, each) => total + each, 0);
