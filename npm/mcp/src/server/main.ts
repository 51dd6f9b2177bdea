/** `long-term-plan-mcp`: reads the command line and serves over stdio until the input ends. */
import { join } from 'node:path';
import { readConfig } from '../config.ts';
import {
  type CommandLine,
  describeFlags,
  type Flag,
  parseCommandLine,
  UsageError,
} from '../flags.ts';
import { isTerminal, logLine, print, STDERR } from '../io.ts';
import { listing } from '../listing.ts';
import {
  AGENT_FLAG,
  choiceFlags,
  HELP_FLAG,
  OTHER_ROOTS_FLAG,
  POLICY_FLAGS,
  PROJECT_FLAGS,
  type Project,
  readAgent,
  readChoice,
  readOtherRoots,
  readPolicy,
  readProject,
  readProjectInRoots,
  type Settings,
  VERSION_FLAG,
} from '../settings.ts';
import { shellWord } from '../shell-word.ts';
import { CallerNames } from './caller-names.ts';
import { defineServer } from './definition.ts';
import { HandshakeResponder } from './fast-start/handshake.ts';
import { receive } from './fast-start/stdin.ts';
import type { Backend } from './mcp-server.ts';
import { type OnResourceChange, ResourceChanges } from './resource-changes.ts';
import { ServedProject } from './served-project.ts';
import { unservedTasks } from './unserved-tasks.ts';

const TOOLSET_NAMES = listing.toolsets.map(({ name }) => name);

const FLAGS: Flag[] = [
  ...PROJECT_FLAGS,
  ...choiceFlags(TOOLSET_NAMES),
  ...POLICY_FLAGS,
  OTHER_ROOTS_FLAG,
  AGENT_FLAG,
  HELP_FLAG,
  VERSION_FLAG,
];

const help = () => `Usage: long-term-plan-mcp [flags]

Serves the plans of a project to an MCP client over stdio.

${describeFlags(FLAGS)}
`;

/** `wasmDir` is the folder of the core's wasm. */
export function serve(args: string[], version: string, wasmDir: string): void {
  const line = parseCommandLine(args, FLAGS);
  if (line.flags.has('help')) print(help());
  else if (line.flags.has('version')) print(`${version}\n`);
  else serveProject(openProject(line, version, wasmDir), wasmDir, version, line);
}

/** Nothing of it is read yet but its configuration. */
function openProject(line: CommandLine, version: string, wasmDir: string): ServedProject {
  const [word] = line.words;
  if (word !== undefined) throw new UsageError(`Unexpected "${word}": there are only flags`);
  return new ServedProject({
    settings: readSettings(line, readProject(line, process.env, process.cwd())),
    define: (settings) => defineServer(listing, settings, version),
    readRoots: (uris) => {
      const project = readProjectInRoots(line, process.env, uris);
      return project && readSettings(line, project);
    },
    open: async (settings) => {
      const { openServerSession } = await import('./sdk.ts');
      return openServerSession(settings, wasmDir);
    },
  });
}

function readSettings(line: CommandLine, project: Project): Settings {
  const config = project.isRootUnknown ? {} : readConfig(project.root, project.plansDir);
  return {
    ...project,
    otherRoots: readOtherRoots(line, process.cwd()),
    ...readPolicy(line, config),
    ...readChoice(line, config, TOOLSET_NAMES),
    agent: readAgent(line, process.env),
  };
}

function serveProject(
  project: ServedProject,
  pages: string,
  version: string,
  line: CommandLine,
): void {
  const watch = async (onChange: OnResourceChange) => {
    const session = await project.session();
    session.watch(project.definition.resourceFolders, onChange);
  };
  const backend: Backend = {
    project,
    pages,
    callers: new CallerNames(project.settings.agent),
    changes: new ResourceChanges(async (onChange) => {
      if (project.isSettled) return watch(onChange);
      // A client that cannot receive changes can still do everything else.
      project.whenSettled(() => watch(onChange).catch(() => {}));
    }),
  };
  if (isTerminal(STDERR)) logLine(banner(project, version, line));
  const warning = unservedTasks(project.settings);
  if (warning !== undefined) logLine(warning);
  const responder = new HandshakeResponder(project.definition);
  receive(responder, async () => {
    const { serveWithSdk } = await import('./sdk.ts');
    serveWithSdk(backend, responder.handled);
  });
}

/** For a person who starts the server manually. */
function banner(
  { definition, settings }: ServedProject,
  version: string,
  line: CommandLine,
): string {
  const { root, plansDir, toolsets, readOnly, isRootUnknown } = settings;
  const served = isRootUnknown ? 'no project, because none was found,' : join(root, plansDir);
  // Windows does not start npx, which is a script there, without its shell.
  const npx = process.platform === 'win32' ? ['cmd', '/c', 'npx'] : ['npx'];
  const connect = [...npx, 'long-term-plan-mcp', '--root', root, ...otherFlags(line)];
  return `long-term-plan-mcp ${version} serves ${served} over stdio
  tools:   ${definition.tools.length} of ${toolsets.join(', ')}${readOnly ? ', read-only' : ''}
  connect: claude mcp add long-term-plan -- ${connect.map((word) => shellWord(word)).join(' ')}
  help:    long-term-plan-mcp --help`;
}

/** All flags but the root, as they were given. */
function otherFlags({ flags }: CommandLine): string[] {
  return [...flags]
    .filter(([name]) => name !== 'root')
    .flatMap(([name, values]) =>
      values.flatMap((value) => (value === true ? [`--${name}`] : [`--${name}`, value])),
    );
}
