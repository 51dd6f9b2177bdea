/** `ltp`: one tool call from the command line. */
import { userInfo } from 'node:os';
import { readConfig } from '../config.ts';
import { parseCommandLine } from '../flags.ts';
import { toolsets } from '../listing.ts';
import { note, print } from '../output.ts';
import { openSession } from '../session.ts';
import { HELP_FLAG, PLACE_FLAGS, readPlace, readPolicy, VERSION_FLAG } from '../settings.ts';
import { argumentsOf, commandsOf, findCommand, flagsOf } from './command.ts';
import { ExitCode, exitCodeOf } from './exit-code.ts';
import { commandHelp, overview } from './help.ts';

/** Of every command; before a command there is the version too. */
const COMMON_FLAGS = [...PLACE_FLAGS, HELP_FLAG];
const FIRST_FLAGS = [...COMMON_FLAGS, VERSION_FLAG];

/** Returns the exit code. */
export async function ltp(args: string[], version: string, wasmFile: string): Promise<number> {
  const commands = commandsOf(toolsets);
  const before = parseCommandLine(args, FIRST_FLAGS, { stopAtWord: true });
  if (before.flags.has('version')) return done(`${version}\n`);
  if (before.words.length === 0) {
    const help = overview(commands, FIRST_FLAGS);
    if (before.flags.has('help')) return done(help);
    note(help);
    return ExitCode.wrongUsage;
  }
  const command = findCommand(before.words, commands);
  const after = parseCommandLine(before.words.slice(2), [...flagsOf(command), ...COMMON_FLAGS]);
  const line = { words: after.words, flags: new Map([...before.flags, ...after.flags]) };
  if (line.flags.has('help')) return done(commandHelp(command, COMMON_FLAGS));

  const place = readPlace(line, process.env, process.cwd());
  const policy = readPolicy(line, readConfig(place.root, place.plansDir));
  const session = openSession({ ...place, ...policy, toolsets: [command.toolset] }, wasmFile);
  const asked = { name: command.tool.name, args: argumentsOf(command, line) };
  const reply = await session.ask({ kind: 'tool', ...asked }, userName());
  if ('result' in reply) return done(`${JSON.stringify(reply.result)}\n`);
  note(`ltp: ${reply.error.message}\n`);
  return exitCodeOf(reply.error);
}

function done(output: string): number {
  print(output);
  return ExitCode.done;
}

/** Some containers run under a user that has no name. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return 'ltp';
  }
}
