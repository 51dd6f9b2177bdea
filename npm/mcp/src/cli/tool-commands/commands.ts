/** A command for every tool, derived from its declaration. */
import type { Tool } from '@modelcontextprotocol/server';
import { isOn } from '../../flags.ts';
import type { Toolset } from '../../listing.ts';
import type { Command, CommandDefinition, Example } from '../command.ts';
import { ExitCode } from '../exit-code.ts';
import { callTool } from './call-tool.ts';
import { exampleArguments } from './examples.ts';
import { argumentsIn, flagsOf, positionalArguments } from './flags.ts';

/** `ltp call` calls the tools of other toolsets. */
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
    group: GROUP,
    isHidden: true,
    define: () => definitionOf(toolset, tool, words),
  };
}

const GROUP = 'For scripts and git';

/** `<group>_<verb>` is typed as two words, even if the verb contains underscores. `ltp note` is about the notes of one task. */
function wordsOf(toolName: string): string {
  return toolName
    .replace('_', ' ')
    .replaceAll('_', '-')
    .replace(/^note /, 'notes ');
}

function definitionOf(toolset: string, tool: Tool, words: string): CommandDefinition {
  const positional = positionalArguments(tool);
  const usage = positional.map(({ name, isRequired }) => (isRequired ? `<${name}>` : `[${name}]`));
  return {
    usage: [...usage, '[flags]'].join(' '),
    about: tool.description ?? '',
    examples: examplesOf(tool, words),
    flags: flagsOf(tool),
    positionals: positional.map(({ name }) => (name === 'planId' ? 'plan' : 'task')),
    run: async (context) => {
      const args = argumentsIn(tool, context, words);
      const dryRun = isOn(context.line, 'dry-run');
      await callTool(context, { toolset, tool, args, dryRun });
      return ExitCode.done;
    },
  };
}

function examplesOf(tool: Tool, words: string): Example[] {
  return exampleArguments(tool).map(({ args, what }) => ({ line: `ltp ${words}${args}`, what }));
}

function firstSentence(text = ''): string {
  return text.split(/(?<=\.)\s/, 1)[0] ?? '';
}
