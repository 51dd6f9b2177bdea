import { UsageError } from '../../flags.ts';
import type { CommandDefinition } from '../command.ts';
import bash from '../completion/ltp.bash';
import fish from '../completion/ltp.fish';
import powershell from '../completion/ltp.ps1';
import zsh from '../completion/ltp.zsh';
import { ExitCode } from '../exit-code.ts';

const SCRIPTS = { bash, zsh, fish, powershell };
const SHELLS = Object.keys(SCRIPTS);

export const completions: CommandDefinition = {
  usage: `<${SHELLS.join('|')}>`,
  about: `Print a script that completes commands, flags, their values, and the ids of plans and tasks. The ids are
looked up each time, so the script stays valid when plans change.

bash: add to ~/.bashrc                eval "$(ltp completions bash)"
zsh:  add to ~/.zshrc after compinit  eval "$(ltp completions zsh)"
fish: run once                        ltp completions fish > ~/.config/fish/completions/ltp.fish
PowerShell: add to $PROFILE           ltp completions powershell | Out-String | Invoke-Expression`,
  examples: [
    { line: 'eval "$(ltp completions bash)"', what: 'in this shell' },
    {
      line: 'ltp completions fish > ~/.config/fish/completions/ltp.fish',
      what: 'in every fish from now on',
      untested: 'it writes into the home directory',
    },
  ],
  flags: [],
  positionals: [SHELLS],
  run: (context) => {
    const shell = context.word(0, 'The shell');
    context.atMost(1);
    const script = Object.entries(SCRIPTS).find(([name]) => name === shell)?.[1];
    if (script === undefined) {
      throw new UsageError(`There are completions for ${SHELLS.join(', ')}, not for "${shell}"`);
    }
    context.io.print(script);
    return ExitCode.done;
  },
};
