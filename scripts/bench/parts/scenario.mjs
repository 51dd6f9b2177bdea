import { folderIn, inTemporaryFolder } from '../folders.mjs';
import { peerVersion } from '../peers.mjs';
import { Server } from '../processes.mjs';
import { backlog } from '../scenarios/backlog.mjs';
import { filesystem } from '../scenarios/filesystem.mjs';
import { memory } from '../scenarios/memory.mjs';
import { oursSingly, oursWell } from '../scenarios/ours.mjs';
import { shrimp } from '../scenarios/shrimp.mjs';
import { WORK } from '../scenarios/work.mjs';
import { peerServers } from '../servers.mjs';
import { interleaved, median } from '../statistics.mjs';
import { replyText, tokenCounter } from '../tokens.mjs';

export const title = 'A plan of 30 tasks, made and worked through';

const ROUNDS = 5;

/** @type {Record<string, Omit<import('../scenarios/work.mjs').Scenario, 'name' | 'isOurs' | 'command'>>} */
const PEERS = {
  'backlog.md': backlog,
  'mcp-shrimp-task-manager': shrimp,
  'server-memory': memory,
  'server-filesystem': filesystem,
};

/**
 * @typedef {import('../scenarios/work.mjs').Scenario} Scenario
 *
 * @typedef {object} Played
 * @property {number} calls
 * @property {number} sent bytes of names and arguments
 * @property {number} received bytes of results
 * @property {number} written tokens of the names and arguments that a model writes
 * @property {number} read tokens of the replies that it reads
 * @property {number} cpuMs
 * @property {number} wallMs
 */

/** @param {import('../report.mjs').Context} context */
export async function measure({ quick, progress, peers }) {
  const folder = await peers();
  const tokens = tokenCounter(folder);
  const servers = peerServers(folder).map((server) => {
    const scenario = PEERS[server.name];
    if (scenario === undefined) throw new Error(`no scenario for ${server.name}`);
    return { ...server, ...scenario, name: `${server.name} ${peerVersion(server.name)}` };
  });
  /** @type {Scenario[]} */
  const scenarios = [oursWell, oursSingly, ...servers];
  const rounds = quick ? 1 : ROUNDS;
  const played = await interleaved(scenarios, { rounds, warmUps: 0 }, (scenario, round) => {
    progress(`round ${round + 1} of ${rounds}: ${scenario.name}`);
    return inTemporaryFolder((folder) => play(scenario, folderIn(folder, 'project'), tokens));
  });
  return sectionOf(played);
}

/**
 * @param {Scenario} scenario
 * @param {string} project
 * @param {(text: string) => number} tokens
 * @returns {Promise<Played>}
 */
async function play({ name, prepare, command, run }, project, tokens) {
  prepare?.(project);
  const server = new Server(command(project));
  await server.initialize();
  const played = { calls: 0, sent: 0, received: 0, written: 0, read: 0 };
  const done = await run(
    async (tool, args) => {
      const result = await server.call(tool, args);
      const request = JSON.stringify({ name: tool, arguments: args });
      const text = replyText(result);
      played.calls += 1;
      played.sent += Buffer.byteLength(request);
      played.received += Buffer.byteLength(JSON.stringify(result));
      played.written += tokens(request);
      played.read += tokens(text);
      return { text, structured: result.structuredContent };
    },
    WORK,
    project,
  );
  const times = { cpuMs: server.cpuMs(), wallMs: server.wallMs() };
  await server.end();
  if (done !== WORK.tasks.length) throw new Error(`${name} completed ${done} tasks`);
  return { ...played, ...times };
}

/**
 * @param {Map<Scenario, Played[]>} played
 * @returns {import('../report.mjs').Section}
 */
function sectionOf(played) {
  const figures = [...played].map(([scenario, rounds]) => {
    /** @param {(one: Played) => number} of */
    const typical = (of) => Math.round(median(rounds.map(of)));
    return {
      scenario,
      calls: typical(({ calls }) => calls),
      sent: typical(({ sent }) => sent),
      received: typical(({ received }) => received),
      written: typical(({ written }) => written),
      read: typical(({ read }) => read),
      cpuMs: median(rounds.map(({ cpuMs }) => cpuMs)),
      wallMs: median(rounds.map(({ wallMs }) => wallMs)),
    };
  });
  const rounds = [...played.values()][0]?.length ?? 0;
  return {
    summary: `An agent makes a plan of ${WORK.tasks.length} tasks in ${new Set(WORK.tasks.map(({ section }) => section)).size} sections, reads it once, works through it
with two status changes per task, and checks the progress after every ten tasks. Each server does this with its own tools, as its
documentation suggests, in the fewest calls that we found. An agent remembers the ids and the order that it has read, so only
ours is asked for the next task. The last reply of the server has to show that all tasks are done.

Bytes are those of names and arguments, and of results with everything that clients receive; the protocol's own messages are not
counted. Tokens (o200k) are what a model writes (names and arguments of the calls) and reads (the texts of the replies). The
listing comes on top ([tokens](tokens.md)), and so does what is read again because a conversation grows. The servers do different
things: ours and backlog.md write files for people and keep a history or metadata, ours durably.`,
    goals: [],
    plot: {
      name: 'scenario-tokens',
      title: 'Tokens that a model writes and reads in the whole scenario',
      kind: 'bars',
      unit: 'tokens',
      bars: figures.map(({ scenario, written, read }) => ({
        label: scenario.name,
        value: written + read,
        isOurs: scenario.isOurs,
      })),
    },
    tables: [
      {
        caption: `The whole scenario, medians of ${rounds} rounds; times from the start of the server`,
        head: [
          'Server',
          'calls',
          'bytes sent',
          'bytes received',
          'tokens written',
          'tokens read',
          'tokens',
          'CPU ms',
          'clock ms',
        ],
        rows: figures.map(({ scenario, calls, sent, received, written, read, cpuMs, wallMs }) => [
          scenario.name,
          calls,
          sent,
          received,
          written,
          read,
          written + read,
          cpuMs,
          wallMs,
        ]),
      },
      {
        caption: 'How each does it',
        head: ['Server', 'Calls', 'What its tools lack'],
        rows: figures.map(({ scenario: { name, how, lacks } }) => [name, how, lacks]),
      },
    ],
  };
}
