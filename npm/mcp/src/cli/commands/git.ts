import { isOn } from '../../flags.ts';
import { examineDriver } from '../../git/doctor.ts';
import { installDriver, uninstallDriver } from '../../git/install.ts';
import type { CommandDefinition } from '../command.ts';
import { ExitCode } from '../exit-code.ts';
import { escapeControl } from '../text/escape.ts';
import { FURTHER_STATUS, furtherStatusWins } from './merge-driver.ts';

/** What installing the driver does not change. */
const NEVER_RUN =
  'Hosting sites, merge queues and octopus merges never run drivers; what they leave in conflict, ltp resolve merges by task.';

export const gitInstall: CommandDefinition = {
  usage: '[flags]',
  about: `Let git merge plans task by task: in merges, rebases, cherry-picks and stashes. Adds a line to .gitattributes,
which you should commit, and the driver to the config of this repository, which every clone needs. It can be run at any
time, and leaves the rest of both files unchanged.
${NEVER_RUN}`,
  examples: [
    { line: 'ltp git install', what: 'merges' },
    { line: 'ltp git install --diff', what: 'and git diff by task' },
  ],
  flags: [{ name: 'diff', help: 'show changes of plans by task in git diff, too' }, FURTHER_STATUS],
  run: async (context) => {
    context.atMost(0);
    const done = installDriver(context.project, context.io.env, {
      diff: isOn(context.line, 'diff'),
      strictStatus: !furtherStatusWins(context),
    });
    await context.output.result({ ...done, note: NEVER_RUN }, ({ paint }) => {
      const outcome = done.isChanged ? 'Git now merges these plans by task' : 'Already installed';
      const advice = done.advice ? `${paint('yellow', escapeControl(done.advice))}\n` : '';
      return `${outcome}: ${escapeControl(done.pattern)} in ${done.attributes}, the driver in the config. ltp git doctor tests it.
${NEVER_RUN}
${advice}`;
    });
    return ExitCode.done;
  },
};

export const gitUninstall: CommandDefinition = {
  usage: '[flags]',
  about: `Remove what ltp git install has added to .gitattributes and the config, and nothing else.`,
  examples: [{ line: 'ltp git uninstall', what: 'git merges plans by lines again' }],
  flags: [],
  run: async (context) => {
    context.atMost(0);
    const done = uninstallDriver(context.project);
    await context.output.result(done, () =>
      done.isChanged ? 'Git merges plans by lines again.\n' : 'It was not installed.\n',
    );
    return ExitCode.done;
  },
};

export const gitDoctor: CommandDefinition = {
  usage: '[flags]',
  about: `Check whether git merges plans by task here: whether the attributes name the driver, whether this clone has it,
and whether it runs. Exit code 1 if not.`,
  examples: [
    { line: 'ltp git doctor', what: 'says what is wrong', untested: 'fails without a driver' },
    { line: 'ltp git install && ltp git doctor', what: 'installs the driver, and tests it' },
  ],
  flags: [],
  run: async (context) => {
    context.atMost(0);
    const checks = examineDriver(context.project);
    const failed = checks.filter(({ ok }) => !ok);
    await context.output.result({ ok: failed.length === 0, checks }, ({ paint }) => {
      const lines = checks.map(({ ok, message }) => {
        const mark = ok ? paint('green', 'ok  ') : paint('red', 'FAIL');
        return `${mark}  ${escapeControl(message)}\n`;
      });
      const fixes = new Set(failed.flatMap(({ fix = [] }) => fix));
      const effect =
        fixes.size > 0
          ? ['      until it is fixed, git merges plans by lines and marks conflicts\n']
          : [];
      return [...lines, ...effect, ...[...fixes].map((fix) => `→ ${fix}\n`)].join('');
    });
    return failed.length > 0 ? ExitCode.failed : ExitCode.done;
  },
};
