import type { CommandDefinition } from '../command.ts';
import { allCommands, commandsStartingWith, findCommand } from '../commands.ts';
import { ExitCode } from '../exit-code.ts';
import { COMMON_FLAGS, commandHelp, LEADING_FLAGS, overview } from '../help.ts';

export const help: CommandDefinition = {
  usage: '[command]',
  about: 'Show the help of a command, of all that start with a word, or the list of all.',
  examples: [
    { line: 'ltp help', what: 'all commands' },
    { line: 'ltp help task', what: 'all commands about tasks' },
    { line: 'ltp help task add', what: 'the same as ltp task add --help' },
  ],
  flags: [],
  run: ({ io, words }) => {
    const commands = allCommands();
    const group = commandsStartingWith(words, commands);
    if (words.length === 0) io.print(overview(commands, LEADING_FLAGS));
    else if (group.length > 0) io.print(overview(group, COMMON_FLAGS));
    else {
      const { command } = findCommand(words, commands);
      io.print(commandHelp(command, command.define()));
    }
    return ExitCode.done;
  },
};
