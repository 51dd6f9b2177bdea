/** The clients that `ltp init` can connect: where each keeps its configuration, and what our entry looks like there. */
import { join } from 'node:path';
import type { ServerCommand } from './server-command.ts';

/** The name of our entry in every configuration. */
export const SERVER = 'long-term-plan';

export interface Client {
  /** What `--client` takes. */
  id: string;
  title: string;
  /** Its configuration for one project, relative to the root; `undefined` if it has none. */
  projectFile?: string;
  /** Its configuration for all projects of a user. */
  userFile(places: UserPlaces): string;
  format: 'json' | 'toml';
  /** Where our entry is in that configuration. */
  entryPath: readonly string[];
  entry(command: ServerCommand): object;
  /** Whether it starts servers anywhere; then the entry names the project, in this way. */
  projectVariable?: string;
  /** Files and folders of a project that show that it is used there. */
  projectSigns: readonly string[];
  /** Programs that show that it is installed. */
  programs: readonly string[];
  /** Folders of a user that show that it is installed. */
  userSigns(places: UserPlaces): string[];
  /** The file of instructions that it reads next to AGENTS.md. */
  instructions?: string;
  /** Where an extension or plugin of ours would be named, if it brings the server already. */
  plugin?: PluginSign;
}

export interface UserPlaces {
  home: string;
  /** Where applications keep their settings: `~/.config`, `~/Library/Application Support` or `%APPDATA%`. */
  settings: string;
}

/** A folder whose entries are plugins, or a file of settings that lists them. Relative to the project or the home folder. */
export interface PluginSign {
  project?: readonly string[];
  home?: readonly string[];
}

const inMcpServers = ['mcpServers', SERVER] as const;
const plain = ({ command, args }: ServerCommand) => ({ command, args });
// biome-ignore lint/suspicious/noTemplateCurlyInString: the client replaces it
const WORKSPACE_FOLDER = '${workspaceFolder}';

/** Tools of ours that Codex refuses without a person unless its configuration approves them. */
const APPROVED_FOR_CODEX = ['task_batch', 'plan_undo'];

export const CLIENTS: readonly Client[] = [
  {
    id: 'claude',
    title: 'Claude Code',
    projectFile: '.mcp.json',
    userFile: ({ home }) => join(home, '.claude.json'),
    format: 'json',
    entryPath: inMcpServers,
    entry: plain,
    projectSigns: ['.mcp.json', '.claude', 'CLAUDE.md'],
    programs: ['claude'],
    userSigns: ({ home }) => [join(home, '.claude'), join(home, '.claude.json')],
    instructions: 'CLAUDE.md',
    plugin: {
      project: ['.claude/settings.json', '.claude/settings.local.json'],
      home: ['.claude/settings.json'],
    },
  },
  {
    id: 'cursor',
    title: 'Cursor',
    projectFile: '.cursor/mcp.json',
    userFile: ({ home }) => join(home, '.cursor', 'mcp.json'),
    format: 'json',
    entryPath: inMcpServers,
    entry: plain,
    projectVariable: WORKSPACE_FOLDER,
    projectSigns: ['.cursor', '.cursorrules'],
    programs: ['cursor', 'cursor-agent'],
    userSigns: ({ home }) => [join(home, '.cursor')],
    plugin: { home: ['.cursor/extensions'] },
  },
  {
    id: 'vscode',
    title: 'VS Code',
    projectFile: '.vscode/mcp.json',
    userFile: ({ settings }) => join(settings, 'Code', 'User', 'mcp.json'),
    format: 'json',
    entryPath: ['servers', SERVER],
    entry: (command) => ({ type: 'stdio', ...plain(command) }),
    projectVariable: WORKSPACE_FOLDER,
    projectSigns: ['.vscode'],
    programs: ['code', 'code-insiders'],
    userSigns: ({ home }) => [join(home, '.vscode')],
    plugin: { home: ['.vscode/extensions', '.vscode-insiders/extensions'] },
  },
  {
    id: 'codex',
    title: 'Codex',
    projectFile: '.codex/config.toml',
    userFile: ({ home }) => join(home, '.codex', 'config.toml'),
    format: 'toml',
    entryPath: ['mcp_servers', SERVER],
    entry: (command) => ({
      ...plain(command),
      required: true,
      startup_timeout_sec: 30,
      tools: Object.fromEntries(
        APPROVED_FOR_CODEX.map((tool) => [tool, { approval_mode: 'approve' }]),
      ),
    }),
    projectSigns: ['.codex'],
    programs: ['codex'],
    userSigns: ({ home }) => [join(home, '.codex')],
    plugin: { project: ['.codex/config.toml'], home: ['.codex/config.toml'] },
  },
  {
    id: 'gemini',
    title: 'Gemini CLI',
    projectFile: '.gemini/settings.json',
    userFile: ({ home }) => join(home, '.gemini', 'settings.json'),
    format: 'json',
    entryPath: inMcpServers,
    entry: plain,
    projectSigns: ['.gemini', 'GEMINI.md'],
    programs: ['gemini'],
    userSigns: ({ home }) => [join(home, '.gemini')],
    instructions: 'GEMINI.md',
    plugin: { project: ['.gemini/extensions'], home: ['.gemini/extensions'] },
  },
  {
    id: 'windsurf',
    title: 'Windsurf',
    userFile: ({ home }) => join(home, '.codeium', 'windsurf', 'mcp_config.json'),
    format: 'json',
    entryPath: inMcpServers,
    entry: plain,
    projectSigns: ['.windsurf', '.windsurfrules'],
    programs: ['windsurf'],
    userSigns: ({ home }) => [join(home, '.codeium', 'windsurf')],
    plugin: { home: ['.windsurf/extensions'] },
  },
  {
    id: 'zed',
    title: 'Zed',
    projectFile: '.zed/settings.json',
    userFile: ({ settings }) => join(settings, 'zed', 'settings.json'),
    format: 'json',
    entryPath: ['context_servers', SERVER],
    entry: (command) => ({ source: 'custom', ...plain(command) }),
    projectSigns: ['.zed'],
    programs: ['zed', 'zeditor'],
    userSigns: ({ settings }) => [join(settings, 'zed')],
  },
  {
    id: 'opencode',
    title: 'OpenCode',
    projectFile: 'opencode.json',
    userFile: ({ home }) => join(home, '.config', 'opencode', 'opencode.json'),
    format: 'json',
    entryPath: ['mcp', SERVER],
    entry: ({ command, args }) => ({ type: 'local', command: [command, ...args], enabled: true }),
    projectSigns: ['opencode.json', 'opencode.jsonc', '.opencode'],
    programs: ['opencode'],
    userSigns: ({ home }) => [join(home, '.config', 'opencode')],
  },
];
