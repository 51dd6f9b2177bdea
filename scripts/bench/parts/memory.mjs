import { setTimeout as sleep } from 'node:timers/promises';
import { barOf, quartiles } from '../figures.mjs';
import { folderIn, inTemporaryFolder } from '../folders.mjs';
import { putPlan, samplePlan } from '../plans.mjs';
import { Meter, Server } from '../processes.mjs';
import { OURS, ourCommand, peerServers } from '../servers.mjs';
import { interleaved, spread } from '../statistics.mjs';

export const title = 'Memory';

const TASKS = 10_000;
const UPDATES = 100;
const PLAN = 'big';
const IDLE_MB = 70;
const LOADED_MB = 100;
/** After this, a server has done what it does after its first answer. */
const SETTLE_MS = 300;

/**
 * @typedef {object} Case
 * @property {string} name
 * @property {boolean} [isOurs]
 * @property {() => Promise<Meter>} start as far as its memory is wanted
 */

/** @param {import('../parts.mjs').Context} context */
export function measure({ quick, progress, peers }) {
  return inTemporaryFolder(async (folder) => {
    const plan = samplePlan(TASKS);
    const cases = makeCases(folder, plan, await peers());
    const rounds = quick ? 1 : 5;
    const results = await interleaved(cases, { rounds, warmUps: 0 }, async ({ name, start }) => {
      progress(name);
      const process = await start();
      await sleep(SETTLE_MS);
      const memory = process.memory();
      await process.end();
      return memory;
    });
    return sectionOf(results);
  });
}

/**
 * @param {string} folder
 * @param {import('../plans.mjs').Sample} plan
 * @param {string} peersFolder
 * @returns {Case[]}
 */
function makeCases(folder, plan, peersFolder) {
  const empty = folderIn(folder, 'empty');
  const project = folderIn(folder, 'project');
  /** A server that has one large plan in memory, and the same plan each time. */
  const loaded = async () => {
    putPlan(project, PLAN, plan.text);
    const server = await initialized(ourCommand(project));
    await server.call('task_get', { planId: PLAN, taskId: plan.ids[0] });
    return server;
  };
  const updated = async () => {
    const server = await loaded();
    for (let turn = 0; turn < UPDATES; turn++) {
      const taskId = plan.ids[turn * 97];
      const status = turn % 2 === 0 ? 'doing' : 'done';
      await server.call('task_update', { planId: PLAN, taskId, status });
    }
    return server;
  };
  return [
    { name: 'bare Node, waiting for input', start: async () => bareNode() },
    { name: 'ours, idle', isOurs: true, start: () => initialized(OURS.command(empty)) },
    { name: `ours, ${TASKS.toLocaleString('en')} tasks loaded`, isOurs: true, start: loaded },
    { name: `ours, ${UPDATES} updates later`, isOurs: true, start: updated },
    ...peerServers(peersFolder).map((server) => {
      const home = folderIn(folder, server.name);
      server.prepare?.(home);
      const name = `${server.name}, idle`;
      return { name, start: () => initialized(server.command(home)) };
    }),
  ];
}

/** @param {import('../processes.mjs').Command} command */
async function initialized(command) {
  const server = new Server(command);
  await server.initialize();
  return server;
}

/** Node that has nothing to do but read its input, as every server over stdio does. */
async function bareNode() {
  const node = new Meter({ program: process.execPath, args: ['-e', 'process.stdin.resume()'] });
  node.output.resume();
  return node;
}

/**
 * @param {Map<Case, { mb: number, peakMb: number }[]>} results
 * @returns {import('../report.mjs').Section}
 */
function sectionOf(results) {
  const figures = [...results].map(([one, memories]) => ({
    one,
    now: spread(memories.map(({ mb }) => mb)),
    peak: spread(memories.map(({ peakMb }) => peakMb)),
  }));
  const [, idle, loaded, updated] = figures;
  if (!idle || !loaded || !updated) throw new Error('Nothing was measured.');
  /** @type {(what: string, limit: number, value: number) => import('../report.mjs').Goal} */
  const goal = (what, limit, value) => ({ what, limit, value, unit: 'MB' });
  return {
    summary: `Memory that a process holds (\`VmRSS\`) and the most it ever held (\`VmHWM\`), its children included: when it has answered
\`initialize\`, with a plan of ${TASKS.toLocaleString('en')} tasks (1 MB) loaded by a \`task_get\`, and after ${UPDATES} updates of that plan. Shared
pages, as Node's own program, count for each process that has them; so a bare Node is the floor.`,
    goals: [
      goal('memory of an idle server', IDLE_MB, idle.now.median),
      goal(`memory with ${TASKS.toLocaleString('en')} tasks loaded`, LOADED_MB, loaded.now.median),
      goal(`memory after ${UPDATES} updates of that plan`, LOADED_MB, updated.now.median),
    ],
    plots: [
      {
        name: 'rss',
        title: 'Memory held',
        kind: 'bars',
        unit: 'MB',
        bars: figures.map(({ one, now }) => barOf(one.name, now, one.isOurs)),
      },
    ],
    tables: [
      {
        caption: 'Medians, in MB',
        head: ['Process', 'held', 'quartiles', 'at most', 'quartiles'],
        rows: figures.map(({ one, now, peak }) => [
          one.name,
          now.median,
          quartiles(now),
          peak.median,
          quartiles(peak),
        ]),
      },
    ],
  };
}
