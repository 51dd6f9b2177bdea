import { isOn, lastValue } from '../../flags.ts';
import { installDriver } from '../../git/install.ts';
import type { Place } from '../../settings.ts';
import type { CommandBody } from '../command.ts';
import { ExitCode } from '../exit-code.ts';
import { clientConfigs } from '../init/clients.ts';
import { makeFirstPlan } from '../init/first-plan.ts';
import { makeGitignore } from '../init/gitignore.ts';
import type { Step } from '../init/step.ts';
import { diffText } from '../text/diff.ts';
import { printable } from '../text/printable.ts';
import type { Style } from '../text/style.ts';
import { DRY_RUN } from '../tools/flags.ts';

const FIRST_PLAN = 'roadmap';

export const init: CommandBody = {
  usage: '[planId] [flags]',
  about: `Make the plans directory with a first plan and a .gitignore for what belongs to this machine only, and
show how to connect MCP clients. What is there already is left as it is: it can be run at any time.`,
  examples: [
    { line: 'ltp init', what: `the first plan is called ${FIRST_PLAN}` },
    { line: 'ltp init release --title "Release 2"', what: 'a first plan with another name' },
    { line: 'ltp init --git', what: 'with the merge driver for git' },
  ],
  flags: [
    { name: 'title', value: 'TEXT', help: 'of the first plan' },
    { name: 'git', help: 'let git merge plans by task, as ltp git install does' },
    DRY_RUN,
  ],
  run: async (invocation) => {
    invocation.atMost(1);
    const [planId] = invocation.words;
    const title = lastValue(invocation.line, 'title');
    const isPreview = isOn(invocation.line, 'dry-run');
    const steps = [
      await makeFirstPlan(invocation, { planId, title, usual: FIRST_PLAN, isPreview }),
      await makeGitignore(invocation.place, isPreview),
      ...(isOn(invocation.line, 'git') ? [withDriver(invocation.place, isPreview)] : []),
    ];
    const diff = steps.map((step) => step.diff ?? '').join('');
    const clients = clientConfigs(invocation.place.plansDir);
    const answer = {
      ...(isPreview && { dryRun: true }),
      made: steps.filter(({ isMade }) => isMade).map(({ path }) => path),
      kept: steps.filter(({ isMade }) => !isMade).map(({ path }) => path),
      advice: steps.flatMap(({ advice = [] }) => advice),
      clients,
      ...(isPreview && { diff }),
    };
    await invocation.output.answer(answer, (style) => {
      if (isPreview) return diffText(diff, style);
      const told = steps.map((step) => stepText(step, style));
      return [...told, ...clients.map((client) => clientText(client, style))].join('');
    });
    return ExitCode.done;
  },
};

function withDriver(place: Place, isPreview: boolean): Step {
  const { attributes, isChanged, advice } = installDriver(place, {
    diff: false,
    strictStatus: false,
    isPreview,
  });
  return { path: attributes, isMade: isChanged, ...(advice && { advice }) };
}

function stepText({ path, isMade, advice }: Step, { paint }: Style): string {
  const said = isMade
    ? `${paint('green', 'made')} ${printable(path)}`
    : `kept ${printable(path)}, which was there`;
  return `${said}\n${advice ? `     ${paint('yellow', printable(advice))}\n` : ''}`;
}

function clientText(
  { client, file, config }: { client: string; file: string; config: string },
  { paint }: Style,
): string {
  return `\n${paint('bold', client)}: ${file}\n${config.replace(/^/gm, '  ')}\n`;
}
