import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { inRoot } from '../lib/project.mjs';
import { quietEnvironment } from './processes.mjs';

/**
 * @typedef {object} McpServer
 * @property {string} name
 * @property {boolean} isOurs
 * @property {boolean} isNode whether it runs in Node, and is not a compiled program
 * @property {(project: string) => import('./processes.mjs').Command} command how to serve a project
 * @property {(project: string) => void} [prepare] turns an empty folder into a project of this server
 */

export const SERVER_PROGRAM = inRoot('npm/mcp/bin/long-term-plan-mcp.cjs');
export const LTP_PROGRAM = inRoot('npm/mcp/bin/ltp.cjs');

/** @type {McpServer} */
export const OURS = {
  name: 'long-term-plan-mcp',
  isOurs: true,
  isNode: true,
  command: (project) => ourCommand(project),
};

/**
 * @param {string} project
 * @param {string[]} flags
 * @returns {import('./processes.mjs').Command}
 */
export const ourCommand = (project, ...flags) => ({
  program: process.execPath,
  args: [SERVER_PROGRAM, '--root', project, ...flags],
});

/**
 * The peers that are MCP servers, started as their documentation says, but with `node` instead of `npx`, which would cost more
 * than the servers.
 * @param {string} folder in which the peers are installed
 * @returns {McpServer[]}
 */
export function peerServers(folder) {
  const modules = join(folder, 'node_modules');
  /** @param {string[]} args */
  const node = (...args) => ({ program: process.execPath, args });
  const official = join(modules, '@modelcontextprotocol');
  const backlog = join(modules, 'backlog.md', 'cli.js');
  /** @type {McpServer[]} */
  const servers = [
    {
      name: 'server-memory',
      isOurs: false,
      isNode: true,
      command: (project) => ({
        ...node(join(official, 'server-memory/dist/index.js')),
        env: { MEMORY_FILE_PATH: join(project, 'memory.jsonl') },
      }),
    },
    {
      name: 'server-filesystem',
      isOurs: false,
      isNode: true,
      command: (project) => node(join(official, 'server-filesystem/dist/index.js'), project),
    },
    {
      name: 'mcp-shrimp-task-manager',
      isOurs: false,
      isNode: true,
      command: (project) => ({
        ...node(join(modules, 'mcp-shrimp-task-manager/dist/index.js')),
        env: { DATA_DIR: join(project, 'shrimp'), ENABLE_GUI: 'false' },
      }),
    },
    {
      name: 'backlog.md',
      isOurs: false,
      // Node only starts a compiled program.
      isNode: false,
      command: (project) => ({ ...node(backlog, 'mcp', 'start'), cwd: project }),
      prepare: (project) => {
        const settings = ['--defaults', '--no-git', '--integration-mode', 'none'];
        execFileSync(process.execPath, [backlog, 'init', 'Bench', ...settings], {
          cwd: project,
          env: quietEnvironment(),
          stdio: 'ignore',
        });
        if (!existsSync(join(project, 'backlog'))) throw new Error('backlog.md made no project');
      },
    },
  ];
  return servers;
}

/**
 * Plain Node that works on the same files.
 * @type {import('./processes.mjs').Command}
 */
export const FILES_BASELINE = {
  program: process.execPath,
  args: [inRoot('scripts/bench/files-server.mjs')],
};
