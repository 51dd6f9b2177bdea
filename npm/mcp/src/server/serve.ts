/** `long-term-plan-mcp`: reads the command line and serves over stdio until the input ends. */
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import {
  type CommandLine,
  describeFlags,
  type Flag,
  parseCommandLine,
  UsageError,
} from '../flags.ts';
import { toolsets } from '../listing.ts';
import { note, print } from '../output.ts';
import type { CallTool } from '../session.ts';
import {
  HELP_FLAG,
  PLACE_FLAGS,
  readPlace,
  readToolsets,
  type Settings,
  VERSION_FLAG,
} from '../settings.ts';
import { banner } from './banner.ts';
import { buildServer, type Served } from './build-server.ts';
import { StdioTransport } from './stdio-transport.ts';

const FLAGS: Flag[] = [
  ...PLACE_FLAGS,
  {
    name: 'toolsets',
    value: 'A,B',
    help: `which tools to serve (default: plan; there are ${toolsets.map(({ name }) => name).join(', ')})`,
  },
  HELP_FLAG,
  VERSION_FLAG,
];

const HELP = `Usage: long-term-plan-mcp [flags]

Serves the plans of a project to an MCP client over stdio.

${describeFlags(FLAGS)}
`;

export function serve(args: string[], version: string, wasmFile: string): void {
  const line = parseCommandLine(args, FLAGS);
  if (line.flags.has('help')) print(HELP);
  else if (line.flags.has('version')) print(`${version}\n`);
  else serveSettings(readSettings(line), version, wasmFile);
}

function readSettings(line: CommandLine): Settings {
  const [word] = line.words;
  if (word !== undefined) throw new UsageError(`Unexpected "${word}": there are only flags`);
  const known = toolsets.map(({ name }) => name);
  return {
    ...readPlace(line, process.env, process.cwd()),
    toolsets: readToolsets(line, known),
  };
}

function serveSettings(settings: Settings, version: string, wasmFile: string): void {
  const tools = toolsets
    .filter(({ name }) => settings.toolsets.includes(name))
    .flatMap((toolset) => toolset.tools);
  const call = lazyCall(settings, wasmFile);
  note(banner(version, settings, tools.length));
  serveStdio(() => buildServer({ version, tools, call }), {
    transport: new StdioTransport(),
    onerror: (error) => note(`long-term-plan-mcp: ${error.message}\n`),
  });
}

/** Most starts of a server see no call for a while: what calls need is loaded with the first one. */
function lazyCall(settings: Settings, wasmFile: string): Served['call'] {
  let session: Promise<CallTool> | undefined;
  return async (name, args, actor) => {
    session ??= import('../session.ts').then(({ openSession }) => openSession(settings, wasmFile));
    const call = await session;
    return call(name, args, actor);
  };
}
