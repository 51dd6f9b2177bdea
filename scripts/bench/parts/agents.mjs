import { backlog, beads, ours } from '../agents.mjs';
import { folderIn, inTemporaryFolder } from '../folders.mjs';
import { shown } from '../markdown.mjs';
import { interleaved, median } from '../statistics.mjs';

export const title = 'Many agents on one list of tasks';

const AGENTS = 16;
const ROUNDS = 3;

/**
 * @typedef {import('../agents.mjs').Team} Team
 *
 * @typedef {object} Round
 * @property {number} perSecond tasks
 * @property {number} twice tasks that more than one agent took
 */

/** @param {import('../report.mjs').Context} context */
export async function measure({ quick, progress, peers }) {
  const tasks = quick ? 32 : 96;
  const rounds = quick ? 1 : ROUNDS;
  const folder = await peers();
  const others = [backlog(folder), await beads(progress)];
  const teams = [ours, ...others.filter((team) => team !== undefined)];
  const played = await interleaved(teams, { rounds, warmUps: 0 }, (team, round) => {
    progress(`round ${round + 1} of ${rounds}: ${team.name}`);
    return inTemporaryFolder((temporary) => play(team, folderIn(temporary, 'project'), tasks));
  });
  return sectionOf(played, tasks);
}

/**
 * @param {Team} team
 * @param {string} project
 * @param {number} tasks
 * @returns {Promise<Round>}
 */
async function play(team, project, tasks) {
  await team.prepare(project, tasks);
  const names = Array.from({ length: AGENTS }, (_, number) => `agent-${number}`);
  const agents = await Promise.all(names.map((name) => team.join(project, name)));
  /** @type {string[]} */
  const taken = [];
  const start = performance.now();
  await Promise.all(
    agents.map(async (agent) => {
      for (let id = await agent.take(); id !== undefined; id = await agent.take()) {
        taken.push(id);
        await agent.finish(id);
      }
    }),
  );
  const seconds = (performance.now() - start) / 1000;
  await Promise.all(agents.map((agent) => agent.end()));
  const different = new Set(taken).size;
  if (different !== tasks) throw new Error(`${team.name} finished ${different} of ${tasks} tasks`);
  const counts = [...new Set(taken)].map((id) => taken.filter((other) => other === id).length);
  return { perSecond: tasks / seconds, twice: counts.filter((count) => count > 1).length };
}

/**
 * @param {Map<Team, Round[]>} played
 * @param {number} tasks
 * @returns {import('../report.mjs').Section}
 */
function sectionOf(played, tasks) {
  const figures = [...played].map(([team, rounds]) => ({
    team,
    perSecond: median(rounds.map(({ perSecond }) => perSecond)),
    twice: median(rounds.map(({ twice }) => twice)),
  }));
  const own = figures[0];
  if (!own) throw new Error('Nothing was measured.');
  return {
    summary: `${AGENTS} agents, each with its own server or commands, work through ${tasks} independent tasks on one checkout. Each takes a task, adds a note and finishes it,
and begins the next at once. A task is taken twice if two agents got it: its work would be done twice.`,
    goals: [
      {
        what: 'tasks that two agents took',
        limit: 0,
        value: own.twice,
        unit: 'tasks',
      },
    ],
    tables: [
      {
        caption: `${tasks} tasks, ${AGENTS} agents`,
        head: ['', 'tasks a second', 'times ours', 'taken twice'],
        rows: figures.map(({ team, perSecond, twice }) => [
          team.name,
          shown(perSecond),
          shown(perSecond / own.perSecond),
          shown(twice),
        ]),
      },
    ],
    notes: figures.map(({ team }) => `${team.name}: ${team.how}.`),
  };
}
