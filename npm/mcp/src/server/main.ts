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
import { logLine, print } from '../io.ts';
import { toolsets } from '../listing.ts';
import type { Session } from '../session.ts';
import {
  AGENT_FLAG,
  choiceFlags,
  HELP_FLAG,
  OTHER_ROOTS_FLAG,
  POLICY_FLAGS,
  PROJECT_FLAGS,
  readAgent,
  readChoice,
  readOtherRoots,
  readPolicy,
  readProject,
  type Settings,
  VERSION_FLAG,
} from '../settings.ts';
import { CallerNames } from './caller-names.ts';
import { defineServer, type ServerDefinition } from './definition.ts';
import { HandshakeResponder } from './fast-start/handshake.ts';
import { receive } from './fast-start/stdin.ts';
import type { Backend } from './mcp-server.ts';
import { ResourceChanges } from './resource-changes.ts';
import { unservedTasks } from './unserved-tasks.ts';

const TOOLSET_NAMES = toolsets.map(({ name }) => name);

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
  else serveSettings(readSettings(line), version, wasmDir);
}

function readSettings(line: CommandLine): Settings {
  const [word] = line.words;
  if (word !== undefined) throw new UsageError(`Unexpected "${word}": there are only flags`);
  const project = readProject(line, process.env, process.cwd());
  const config = project.isRootUnknown ? {} : readConfig(project.root, project.plansDir);
  const otherRoots = readOtherRoots(line, process.cwd());
  return {
    ...project,
    otherRoots,
    ...readPolicy(line, config),
    ...readChoice(line, config, TOOLSET_NAMES),
    agent: readAgent(line, process.env),
  };
}

function serveSettings(settings: Settings, version: string, wasmDir: string): void {
  const definition = defineServer(toolsets, settings, version);
  const session = lazySession(settings, wasmDir);
  const backend: Backend = {
    call: async (request, actor) => (await session()).call(request, actor),
    callers: new CallerNames(settings.agent),
    changes: new ResourceChanges(async (onChange) => {
      (await session()).watch(definition.resourceFolders, onChange);
    }),
  };
  logLine(banner(definition, settings));
  const warning = unservedTasks(settings);
  if (warning !== undefined) logLine(warning);
  const responder = new HandshakeResponder(definition);
  receive(responder, async () => {
    const { serveWithSdk } = await import('./sdk.ts');
    serveWithSdk(definition, backend, responder.handled);
  });
}

/** Many servers are started and receive no call, so the session is opened by the first one. */
function lazySession(settings: Settings, wasmDir: string): () => Promise<Session> {
  let session: Promise<Session> | undefined;
  return () => {
    session ??= import('./sdk.ts').then(({ openServerSession }) =>
      openServerSession(settings, wasmDir),
    );
    return session;
  };
}

/** For a person who starts the server manually; clients keep it in their log. */
function banner({ version, tools }: ServerDefinition, settings: Settings): string {
  const { root, plansDir, toolsets, readOnly, isRootUnknown } = settings;
  const served = isRootUnknown ? 'no project, because none was found,' : join(root, plansDir);
  return `long-term-plan-mcp ${version} serves ${served} over stdio
  tools:   ${tools.length} of ${toolsets.join(', ')}${readOnly ? ', read-only' : ''}
  connect: claude mcp add long-term-plan -- npx long-term-plan-mcp --root ${shellWord(root)}
  help:    long-term-plan-mcp --help`;
}

function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
