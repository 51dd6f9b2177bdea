/** How agents work through a list of tasks with each tool, as its documentation suggests: take one, add a note, finish it. */

import { execFile } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { mustRun } from '../lib/run.mjs';
import { folderIn } from './folders.mjs';
import { benchDir, peerVersion } from './peers.mjs';
import { quietEnvironment, Server } from './processes.mjs';
import { ourCommand, peerServers } from './servers.mjs';
import { replyText } from './tokens.mjs';

const runProgram = promisify(execFile);

/** @param {number} number */
const titleOf = (number) => `Task number ${number}`;
const NOTE = 'Done as described; tests pass.';

/**
 * @typedef {object} Agent
 * @property {() => Promise<string | undefined>} take the id of the task that it works on now; none if nothing is left
 * @property {(id: string) => Promise<void>} finish with a note
 * @property {() => Promise<unknown>} end
 *
 * @typedef {object} Team
 * @property {string} name
 * @property {string} how
 * @property {(project: string, tasks: number) => Promise<void>} prepare
 * @property {(project: string, name: string) => Promise<Agent>} join starts an agent
 */

/** @type {Team} */
export const ours = {
  name: 'long-term-plan-mcp',
  how: '`task_start`, then `task_update` with status and note; one server for each agent',
  prepare: async (project, tasks) => {
    const lines = Array.from(
      { length: tasks },
      (_, number) => `- [ ] ${titleOf(number)} <!-- long-term-plan:id=t_${number} -->\n`,
    );
    const plan = `<!-- long-term-plan:format=v1 -->\n# Work\n\n${lines.join('')}`;
    writeFileSync(join(folderIn(project, '.long-term-plan'), 'work.md'), plan);
  },
  join: async (project, name) => {
    const server = new Server(ourCommand(project, '--agent', name));
    await server.initialize();
    return {
      take: async () => {
        const args = { name: 'task_start', arguments: { planId: 'work' } };
        const { isError, structuredContent } = await server.request({
          method: 'tools/call',
          params: args,
        });
        return isError ? undefined : structuredContent.taskId;
      },
      finish: async (taskId) => {
        await server.call('task_update', {
          planId: 'work',
          taskId,
          status: 'done',
          appendBody: NOTE,
        });
      },
      end: () => server.end(),
    };
  },
};

/**
 * @param {string} folder in which the peers are installed
 * @returns {Team}
 */
export function backlog(folder) {
  const found = peerServers(folder).find(({ name }) => name === 'backlog.md');
  if (!found) throw new Error('backlog.md is not among the peers');
  /** @param {string} project */
  const connect = async (project) => {
    const server = new Server(found.command(project));
    await server.initialize();
    return server;
  };
  return {
    name: `backlog.md ${peerVersion('backlog.md')}`,
    how: '`task_list` for those that are ready and unassigned, `task_edit` to assign one and set it to In Progress, `task_edit` to Done with a note; one server for each agent',
    prepare: async (project, tasks) => {
      found.prepare?.(project);
      const server = await connect(project);
      for (let number = 0; number < tasks; number++) {
        await server.call('task_create', { title: titleOf(number) });
      }
      await server.end();
    },
    join: async (project, name) => {
      const server = await connect(project);
      return {
        take: async () => {
          const filter = { status: 'To Do', ready: true, unassigned: true, limit: 1 };
          const listed = replyText(await server.call('task_list', filter));
          const id = /TASK-\d+/.exec(listed)?.[0];
          if (id === undefined) return undefined;
          await server.call('task_edit', { id, status: 'In Progress', assignee: [name] });
          return id;
        },
        finish: async (id) => {
          await server.call('task_edit', { id, status: 'Done', notesAppend: [NOTE] });
        },
        end: () => server.end(),
      };
    },
  };
}

const BEADS_VERSION = '0.1.14';

/**
 * `br`, compiled from crates.io. `undefined` if it cannot be installed.
 * @param {(line: string) => void} progress
 * @returns {Promise<Team | undefined>}
 */
export async function beads(progress) {
  const root = join(benchDir, 'beads');
  const program = join(root, 'bin', 'br');
  if (!existsSync(program)) {
    progress(`compiling br ${BEADS_VERSION}`);
    const version = ['beads_rust', '--version', `=${BEADS_VERSION}`, '--locked'];
    const args = ['install', ...version, '--no-default-features', '--root', root];
    try {
      await mustRun('cargo', args, { onLine: () => {} });
    } catch (error) {
      progress(`br cannot be installed: ${error instanceof Error ? error.message : error}`);
      return undefined;
    }
  }
  /**
   * @param {string} cwd
   * @param {string[]} args
   */
  const br = async (cwd, ...args) => {
    const { stdout } = await runProgram(program, args, { cwd, env: quietEnvironment() });
    return stdout;
  };
  return {
    name: `br ${BEADS_VERSION}`,
    how: '`br ready` for the first, `br update --claim`, `br close` with a reason; one process for each command',
    prepare: async (project, tasks) => {
      await br(project, 'init');
      for (let number = 0; number < tasks; number++) await br(project, 'create', titleOf(number));
    },
    join: async (project, name) => ({
      take: async () => {
        for (;;) {
          const ready = JSON.parse(await br(project, 'ready', '--json', '--limit', '1'));
          const id = ready[0]?.id;
          if (id === undefined) return undefined;
          try {
            await br(project, 'update', id, '--claim', '--actor', name);
            return id;
          } catch {
            // Another agent was faster.
          }
        }
      },
      finish: async (id) => {
        await br(project, 'close', id, '--reason', NOTE, '--actor', name);
      },
      end: async () => {},
    }),
  };
}
