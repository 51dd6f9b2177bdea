import { print } from '../../output.ts';
import type { CommandBody } from '../command.ts';
import { allCommands, findCommand, groupOf } from '../commands.ts';
import { COMMON_FLAGS, FIRST_FLAGS } from '../common-flags.ts';
import { ExitCode } from '../exit-code.ts';
import { commandHelp, overview } from '../help.ts';

export const help: CommandBody = {
  usage: '[command]',
  about: 'Show the help of a command, of all that start with a word, or the list of all.',
  examples: [
    { line: 'ltp help', what: 'all commands' },
    { line: 'ltp help task', what: 'all commands about tasks' },
    { line: 'ltp help task add', what: 'the same as ltp task add --help' },
  ],
  flags: [],
  run: (invocation) => {
    const commands = allCommands();
    const group = groupOf(invocation.words, commands);
    if (invocation.words.length === 0) print(overview(commands, FIRST_FLAGS));
    else if (group.length > 0) print(overview(group, COMMON_FLAGS));
    else {
      const { command } = findCommand(invocation.words, commands);
      print(commandHelp(command, command.define(), COMMON_FLAGS));
    }
    return ExitCode.done;
  },
};
