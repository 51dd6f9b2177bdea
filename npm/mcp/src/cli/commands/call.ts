import { closestMatch } from '../../closest-match.ts';
import { isOn, UsageError } from '../../flags.ts';
import { toolsets } from '../../listing.ts';
import type { CommandContext, CommandDefinition } from '../command.ts';
import { ExitCode } from '../exit-code.ts';
import { callTool } from '../tool-commands/call-tool.ts';
import { DRY_RUN } from '../tool-commands/flags.ts';

/** For toolsets without their own commands, and for programs that have the arguments as JSON. */
export const call: CommandDefinition = {
  usage: '<toolset> <tool> [JSON|@FILE|-] [flags]',
  about: `Call any tool of any toolset with its arguments as JSON, like an MCP client. The
toolsets are ${toolsets.map(({ name }) => name).join(', ')}.`,
  examples: [
    {
      line: `ltp call plan plan_get '{"planId":"demo"}'`,
      what: 'the arguments on the command line',
    },
    { line: 'ltp call plan task_batch @batch.json --dry-run', what: 'the arguments from a file' },
    { line: 'ltp call plan plan_list', what: 'no arguments' },
  ],
  flags: [
    DRY_RUN,
    {
      name: 'plan',
      value: 'ID',
      choices: 'plans',
      help: 'the plan of toolsets whose tools have no planId',
    },
  ],
  positionals: [
    toolsets.map(({ name }) => name),
    toolsets.flatMap(({ tools }) => tools.map(({ name }) => name)),
    'file',
  ],
  run: async (context) => {
    context.atMost(3);
    const toolset = findNamed(context.word(0, 'The toolset'), toolsets, 'toolset');
    const toolName = context.word(1, 'The tool').replace('.', '_');
    const tool = findNamed(toolName, toolset.tools, `tool of ${toolset.name}`);
    const args = parseArguments(context, context.words[2] ?? '{}');
    const dryRun = isOn(context.line, 'dry-run');
    await callTool(context, { toolset: toolset.name, tool, args, dryRun });
    return ExitCode.done;
  },
};

function findNamed<T extends { name: string }>(name: string, all: readonly T[], what: string): T {
  const found = all.find((one) => one.name === name);
  if (found) return found;
  const names = all.map((one) => one.name);
  const match = closestMatch(name, names);
  const hint = match ? `did you mean ${match}?` : `there are ${names.join(', ')}`;
  throw new UsageError(`Unknown ${what} "${name}"; ${hint}`);
}

function parseArguments(context: CommandContext, given: string): Record<string, unknown> {
  const text = given === '-' || given.startsWith('@') ? context.readText(given) : given;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new UsageError(`The arguments are not valid JSON: ${(error as Error).message}`);
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return value as Record<string, unknown>;
  }
  throw new UsageError('The arguments must be a JSON object');
}
