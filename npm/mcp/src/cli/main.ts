/** `ltp`: one command, from its words to its exit code. */
import { WriteError } from 'long-term-plan-core/node';
import { type CommandLine, parseCommandLine, UsageError } from '../flags.ts';
import { type Command, CommandContext, type Program } from './command.ts';
import { allCommands, commandsStartingWith, findCommand } from './commands.ts';
import { ExitCode, Failure } from './exit-code.ts';
import { allFlags, COMMON_FLAGS, commandHelp, LEADING_FLAGS, overview } from './help.ts';
import { oneLine } from './text/escape.ts';

/** Returns the exit code. */
export async function ltp(args: string[], program: Program): Promise<number> {
  const { io } = program;
  /** The command whose help explains a mistake. */
  let helped = 'ltp';
  try {
    const commands = allCommands();
    const leading = parseCommandLine(args, LEADING_FLAGS, { stopAtWord: true });
    if (leading.flags.has('version')) return printed(program, `${program.version}\n`);
    if (leading.words.length === 0) {
      const help = overview(commands, LEADING_FLAGS);
      if (leading.flags.has('help')) return printed(program, help);
      io.logLine(help.trimEnd());
      return ExitCode.wrongUsage;
    }
    const group = groupOfHelp(leading.words, commands);
    if (group.length > 0) return printed(program, overview(group, COMMON_FLAGS));
    const { command, rest } = findCommand(leading.words, commands);
    helped = `ltp ${command.words}`;
    return await runCommand(command, rest, leading, program);
  } catch (error) {
    if (error instanceof UsageError) {
      io.logLine(`ltp: ${oneLine(error.message)} (see ${helped} --help)`);
      return ExitCode.wrongUsage;
    }
    if (!(error instanceof Failure || error instanceof WriteError)) throw error;
    io.logLine(`ltp: ${oneLine(error.message)}`);
    if (error instanceof Failure) return error.exitCode;
    return error.isRefusal ? ExitCode.wrongUsage : ExitCode.failed;
  }
}

async function runCommand(
  command: Command,
  rest: string[],
  leading: CommandLine,
  program: Program,
): Promise<number> {
  const definition = command.define();
  const flags = allFlags(definition);
  const own = parseCommandLine(rest, flags);
  const line = { ...own, flags: new Map([...leading.flags, ...own.flags]) };
  if (line.flags.has('help')) return printed(program, commandHelp(command, definition));
  return definition.run(new CommandContext(program, line, flags));
}

/** The commands that `ltp plan --help` is about. */
function groupOfHelp(words: readonly string[], commands: readonly Command[]): Command[] {
  const isHelp = words.length === 2 && ['--help', '-h'].includes(words[1] ?? '');
  return isHelp ? commandsStartingWith(words.slice(0, 1), commands) : [];
}

function printed({ io }: Program, text: string): number {
  io.print(text);
  return ExitCode.done;
}
