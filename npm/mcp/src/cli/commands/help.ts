import { isOn } from '../../flags.ts';
import type { CommandDefinition } from '../command.ts';
import { allCommands, commandsStartingWith, findCommand } from '../commands.ts';
import { ExitCode } from '../exit-code.ts';
import { commandHelp, fullOverview, groupHelp, overview } from '../help.ts';

export const help: CommandDefinition = {
  usage: '[COMMAND]',
  output: 'text',
  about:
    'Show the help of a command, of all that start with a word, or the most important commands.',
  examples: [
    { line: 'ltp help', what: 'the most important commands' },
    { line: 'ltp help --all', what: 'every command' },
    { line: 'ltp help add', what: 'the same as ltp add --help' },
  ],
  flags: [{ name: 'all', help: 'every command' }],
  run: ({ io, words, line }) => {
    const commands = allCommands();
    const group = commandsStartingWith(words, commands);
    if (isOn(line, 'all')) io.print(fullOverview(commands));
    else if (words.length === 0) io.print(overview());
    else if (group.length > 0) io.print(groupHelp(group));
    else {
      const { command } = findCommand(words, commands);
      io.print(commandHelp(command, command.define()));
    }
    return ExitCode.done;
  },
};
