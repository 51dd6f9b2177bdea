import { print } from '../../output.ts';
import type { CommandBody } from '../command.ts';
import { COMMON_FLAGS, FIRST_FLAGS } from '../common-flags.ts';
import { ExitCode } from '../exit-code.ts';
import { commandHelp, overview } from '../help.ts';
import { allCommands, findCommand } from '../registry.ts';

export const help: CommandBody = {
  usage: '[command]',
  examples: [
    { line: 'ltp help', what: 'all commands' },
    { line: 'ltp help task add', what: 'the same as ltp task add --help' },
  ],
  flags: [],
  run: async (invocation) => {
    const commands = allCommands();
    if (invocation.words.length === 0) print(overview(commands, FIRST_FLAGS));
    else {
      const { command } = findCommand(invocation.words, commands);
      print(commandHelp(command, await command.load(), COMMON_FLAGS));
    }
    return ExitCode.done;
  },
};
