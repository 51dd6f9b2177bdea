/** Every tool is a command, made of what it declares of itself. */
import type { Tool } from '@modelcontextprotocol/server';
import { isOn } from '../../flags.ts';
import type { Toolset } from '../../listing.ts';
import type { Command, CommandBody, Example } from '../command.ts';
import { ExitCode } from '../exit-code.ts';
import { askTool } from './ask-tool.ts';
import { argumentsIn, flagsOf, placedArguments } from './flags.ts';
import { samplesOf } from './samples.ts';

/** The tools of other toolsets are reached by `ltp call`. */
const WITH_COMMANDS = ['plan', 'doc', 'decisions', 'notes'];

export function toolCommands(toolsets: readonly Toolset[]): Command[] {
  return toolsets
    .filter(({ name }) => WITH_COMMANDS.includes(name))
    .flatMap(({ name, tools }) => tools.map((tool) => toolCommand(name, tool)));
}

function toolCommand(toolset: string, tool: Tool): Command {
  const words = wordsOf(tool.name);
  return {
    words,
    summary: firstSentence(tool.description),
    group: `Tools of the toolset ${toolset}`,
    define: () => bodyOf(toolset, tool, words),
  };
}

/** `<group>_<verb>` is typed as two words, whatever the verb is made of. */
function wordsOf(toolName: string): string {
  return toolName.replace('_', ' ').replaceAll('_', '-');
}

function bodyOf(toolset: string, tool: Tool, words: string): CommandBody {
  const placed = placedArguments(tool);
  const usage = placed.map(({ name, isRequired }) => (isRequired ? `<${name}>` : `[${name}]`));
  return {
    usage: [...usage, '[flags]'].join(' '),
    about: tool.description ?? '',
    examples: examplesOf(tool, words),
    flags: flagsOf(tool),
    places: placed.map(({ name }) => (name === 'planId' ? 'plan' : 'task')),
    run: async (invocation) => {
      const args = argumentsIn(tool, invocation.line, words);
      const isPreview = isOn(invocation.line, 'dry-run');
      await askTool(invocation, { toolset, tool, args, isPreview });
      return ExitCode.done;
    },
  };
}

function examplesOf(tool: Tool, words: string): Example[] {
  return samplesOf(tool).map(({ args, what }) => ({ line: `ltp ${words}${args}`, what }));
}

function firstSentence(text = ''): string {
  return text.split(/(?<=\.)\s/, 1)[0] ?? '';
}
