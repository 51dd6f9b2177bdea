/** `ltp`: one command, from its words to its exit code. */
import { WriteError } from 'long-term-plan-core/node';
import { type CommandLine, type Flag, parseCommandLine, UsageError } from '../flags.ts';
import { note, print } from '../output.ts';
import type { Command, CommandBody } from './command.ts';
import { allCommands, findCommand, groupOf } from './commands.ts';
import { COMMON_FLAGS, FIRST_FLAGS } from './common-flags.ts';
import { ExitCode, Failure } from './exit-code.ts';
import { commandHelp, overview } from './help.ts';
import { Invocation, type Program } from './invocation.ts';
import { oneLine } from './text/printable.ts';

/** Returns the exit code. */
export async function ltp(args: string[], program: Program): Promise<number> {
  /** Whose help tells more about what went wrong. */
  let helpOf = 'ltp';
  try {
    const commands = allCommands();
    const before = parseCommandLine(args, FIRST_FLAGS, { stopAtWord: true });
    if (before.flags.has('version')) return done(`${program.version}\n`);
    if (before.words.length === 0) {
      const help = overview(commands, FIRST_FLAGS);
      if (before.flags.has('help')) return done(help);
      note(help);
      return ExitCode.wrongUsage;
    }
    const group = groupAsked(before.words, commands);
    if (group.length > 0) {
      return done(overview(group, COMMON_FLAGS));
    }
    const { command, rest } = findCommand(before.words, commands);
    helpOf = `ltp ${command.words}`;
    return await runCommand(command, rest, before, program);
  } catch (error) {
    if (error instanceof UsageError) {
      note(`ltp: ${oneLine(error.message)} (see ${helpOf} --help)\n`);
      return ExitCode.wrongUsage;
    }
    if (!(error instanceof Failure || error instanceof WriteError)) throw error;
    note(`ltp: ${oneLine(error.message)}\n`);
    if (error instanceof Failure) return error.exitCode;
    return error.isRefusal ? ExitCode.wrongUsage : ExitCode.failed;
  }
}

async function runCommand(
  command: Command,
  rest: string[],
  before: CommandLine,
  program: Program,
): Promise<number> {
  const body = command.define();
  const flags = withCommon(body);
  const after = parseCommandLine(rest, flags);
  const line = { words: after.words, flags: new Map([...before.flags, ...after.flags]) };
  if (line.flags.has('help')) {
    return done(commandHelp(command, body, COMMON_FLAGS));
  }
  return body.run(new Invocation(program, line, flags));
}

/** All flags that a command understands. */
export function withCommon({ flags }: CommandBody): Flag[] {
  const others = COMMON_FLAGS.filter(({ name }) => !flags.some((flag) => flag.name === name));
  return [...flags, ...others];
}

/** The commands whose help `ltp plan --help` asks for. */
function groupAsked(words: readonly string[], commands: readonly Command[]): Command[] {
  const isAsked = words.length === 2 && ['--help', '-h'].includes(words[1] ?? '');
  return isAsked ? groupOf(words.slice(0, 1), commands) : [];
}

function done(output: string): number {
  print(output);
  return ExitCode.done;
}
