/** `ltp`: one command, from its words to its exit code. */
import { WriteError } from 'long-term-plan-core/node';
import { type CommandLine, isOn, parseCommandLine, UsageError } from '../flags.ts';
import { type Command, CommandContext, type Program } from './command.ts';
import { allCommands, commandsStartingWith, findCommand } from './commands.ts';
import { describeFailure } from './errors.ts';
import { ExitCode, Failure } from './exit-code.ts';
import { allFlags, commandHelp, groupHelp, LEADING_FLAGS, overview } from './help.ts';

/** Returns the exit code. */
export async function ltp(args: string[], program: Program): Promise<number> {
  const wantsJson = args.includes('--json') || args.includes('--format=json');
  try {
    const commands = allCommands();
    const leading = parseCommandLine(args, LEADING_FLAGS, { stopAtWord: true, command: 'ltp' });
    if (leading.flags.has('version')) return printed(program, `${program.version}\n`);
    if (leading.words.length === 0) {
      if (leading.flags.has('help')) return printed(program, overview());
      const { command } = findCommand(['status'], commands);
      return await runCommand(command, [], leading, program);
    }
    const group = groupOfHelp(leading.words, commands);
    if (group.length > 0) return printed(program, groupHelp(group));
    const { command, rest } = findCommand(leading.words, commands);
    return await runCommand(command, rest, leading, program);
  } catch (error) {
    const failure = failureOf(error);
    if (failure === undefined) throw error;
    program.io.logLine(describeFailure(failure, wantsJson, program.io));
    return failure.exitCode;
  }
}

/** What is reported in words instead of a stack trace. */
function failureOf(error: unknown): Failure | undefined {
  if (error instanceof Failure) return error;
  if (error instanceof UsageError) return new Failure(error.message, { code: 'USAGE' });
  if (!(error instanceof WriteError)) return undefined;
  const exitCode = error.isRefusal ? ExitCode.wrongUsage : ExitCode.failed;
  return new Failure(error.message, { code: 'FILE_ERROR', exitCode });
}

async function runCommand(
  command: Command,
  rest: string[],
  leading: CommandLine,
  program: Program,
): Promise<number> {
  const definition = command.define();
  const flags = allFlags(definition);
  const name = `ltp ${command.words}`;
  const own = parseCommandLine(rest, flags, { command: name });
  const line = { ...own, flags: new Map([...leading.flags, ...own.flags]) };
  if (isOn(line, 'help')) return printed(program, commandHelp(command, definition));
  return definition.run(
    new CommandContext(program, { line, flags, name, output: definition.output }),
  );
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
