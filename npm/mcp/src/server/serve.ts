/** `long-term-plan-mcp`: reads the command line and serves over stdio until the input ends. */
import { readConfig } from '../config.ts';
import {
  type CommandLine,
  describeFlags,
  type Flag,
  parseCommandLine,
  UsageError,
} from '../flags.ts';
import { toolsets } from '../listing.ts';
import { note, print } from '../output.ts';
import {
  choiceFlags,
  HELP_FLAG,
  OTHER_ROOTS_FLAG,
  PLACE_FLAGS,
  POLICY_FLAGS,
  readChoice,
  readOtherRoots,
  readPlace,
  readPolicy,
  type Settings,
  VERSION_FLAG,
} from '../settings.ts';
import { chooseTools } from '../tool-list.ts';
import { banner } from './banner.ts';
import { ChangeFeed } from './change-feed.ts';
import { FrontDesk } from './front-desk.ts';
import { receive } from './reception.ts';
import { foldersOf, offerOf, type Served } from './served.ts';
import type { WatchedSession } from './watched-session.ts';

const KNOWN_TOOLSETS = toolsets.map(({ name }) => name);

const FLAGS: Flag[] = [
  ...PLACE_FLAGS,
  ...choiceFlags(KNOWN_TOOLSETS),
  ...POLICY_FLAGS,
  OTHER_ROOTS_FLAG,
  HELP_FLAG,
  VERSION_FLAG,
];

const help = () => `Usage: long-term-plan-mcp [flags]

Serves the plans of a project to an MCP client over stdio.

${describeFlags(FLAGS)}
`;

export function serve(args: string[], version: string, coreFolder: string): void {
  const line = parseCommandLine(args, FLAGS);
  if (line.flags.has('help')) print(help());
  else if (line.flags.has('version')) print(`${version}\n`);
  else serveSettings(readSettings(line), version, coreFolder);
}

function readSettings(line: CommandLine): Settings {
  const [word] = line.words;
  if (word !== undefined) throw new UsageError(`Unexpected "${word}": there are only flags`);
  const place = readPlace(line, process.env, process.cwd());
  const config = place.isRootUnknown ? {} : readConfig(place.root, place.plansDir);
  const otherRoots = readOtherRoots(line, process.cwd());
  return {
    ...place,
    otherRoots,
    ...readPolicy(line, config),
    ...readChoice(line, config, KNOWN_TOOLSETS),
  };
}

function serveSettings(settings: Settings, version: string, coreFolder: string): void {
  const tools = chooseTools(toolsets, settings);
  const session = lazySession(settings, coreFolder);
  const changes = new ChangeFeed(async (tell) => (await session()).watch(tell));
  const served: Served = {
    version,
    tools,
    ...offerOf(toolsets, settings),
    ask: async (asked, actor) => (await session()).ask(asked, actor),
    changes,
  };
  note(banner(version, settings, tools.length));
  const desk = new FrontDesk(served);
  receive(desk, async () => {
    const { serveBySdk } = await import('./sdk.ts');
    serveBySdk(served, desk.taken);
  });
}

/** Most starts of a server see no call for a while: what calls need is loaded with the first one. */
function lazySession(settings: Settings, coreFolder: string): () => Promise<WatchedSession> {
  let session: Promise<WatchedSession> | undefined;
  return () => {
    session ??= import('./sdk.ts').then((opened) =>
      opened.openWatchedSession(settings, foldersOf(toolsets, settings), coreFolder),
    );
    return session;
  };
}
