import { isOn, UsageError } from '../../flags.ts';
import { toolsets } from '../../listing.ts';
import { nearest } from '../../nearest.ts';
import type { CommandBody } from '../command.ts';
import { ExitCode } from '../exit-code.ts';
import { askTool } from '../tools/ask-tool.ts';
import { DRY_RUN } from '../tools/flags.ts';
import { readSource } from '../tools/source.ts';

/** Tools of toolsets that have no commands of their own, and arguments as a program has them. */
export const call: CommandBody = {
  usage: '<toolset> <tool> [JSON|@FILE|-] [flags]',
  about: `Call any tool of any toolset with its arguments as JSON, as an MCP client does. The
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
      help: 'the plan of toolsets that know no plans',
    },
  ],
  places: [
    toolsets.map(({ name }) => name),
    toolsets.flatMap(({ tools }) => tools.map(({ name }) => name)),
    'file',
  ],
  run: async (invocation) => {
    invocation.atMost(3);
    const toolset = named(invocation.word(0, 'The toolset'), toolsets, 'toolset');
    const asked = invocation.word(1, 'The tool').replace('.', '_');
    const tool = named(asked, toolset.tools, `tool of ${toolset.name}`);
    const args = parsed(invocation.words[2] ?? '{}');
    const isPreview = isOn(invocation.line, 'dry-run');
    await askTool(invocation, { toolset: toolset.name, tool, args, isPreview });
    return ExitCode.done;
  },
};

function named<T extends { name: string }>(name: string, all: readonly T[], what: string): T {
  const found = all.find((one) => one.name === name);
  if (found) return found;
  const names = all.map((one) => one.name);
  const meant = nearest(name, names);
  const hint = meant ? `did you mean ${meant}?` : `there are ${names.join(', ')}`;
  throw new UsageError(`Unknown ${what} "${name}"; ${hint}`);
}

function parsed(given: string): Record<string, unknown> {
  const text = given === '-' || given.startsWith('@') ? readSource([given]) : given;
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
