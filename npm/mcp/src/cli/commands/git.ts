import { isOn } from '../../flags.ts';
import { installDriver, uninstallDriver } from '../../git/install.ts';
import type { CommandBody } from '../command.ts';
import { ExitCode } from '../exit-code.ts';
import { printable } from '../text/printable.ts';
import { FURTHER_STATUS, furtherStatusWins } from './merge-driver.ts';

export const gitInstall: CommandBody = {
  usage: '[flags]',
  about: `Let git merge plans task by task: in merges, rebases, cherry-picks and stashes. Adds a line to .gitattributes,
which is to be committed, and the driver to the config of this repository, which every clone needs for itself. It can be
run at any time; everything else in both files stays as it is.`,
  examples: [
    { line: 'ltp git install', what: 'merges' },
    { line: 'ltp git install --diff', what: 'and git diff by task' },
  ],
  flags: [{ name: 'diff', help: 'show changes of plans by task in git diff, too' }, FURTHER_STATUS],
  run: async (invocation) => {
    invocation.atMost(0);
    const done = installDriver(invocation.place, {
      diff: isOn(invocation.line, 'diff'),
      strictStatus: !furtherStatusWins(invocation),
    });
    await invocation.output.answer(done, ({ paint }) => {
      const said = done.isChanged
        ? 'Git merges these plans by task now'
        : 'All of it was there already';
      const advice = done.advice ? `${paint('yellow', printable(done.advice))}\n` : '';
      return `${said}: ${printable(done.pattern)} in ${done.attributes}, the driver ${printable(done.driver)} in the config.\n${advice}`;
    });
    return ExitCode.done;
  },
};

export const gitUninstall: CommandBody = {
  usage: '[flags]',
  about: `Take out what ltp git install has put into .gitattributes and the config, and nothing else.`,
  examples: [{ line: 'ltp git uninstall', what: 'git merges plans by lines again' }],
  flags: [],
  run: async (invocation) => {
    invocation.atMost(0);
    const done = uninstallDriver(invocation.place);
    await invocation.output.answer(done, () =>
      done.isChanged ? 'Git merges plans by lines again.\n' : 'There was nothing to take out.\n',
    );
    return ExitCode.done;
  },
};
