import { isOn, lastValue } from '../../flags.ts';
import { installDriver } from '../../git/install.ts';
import type { CommandContext, CommandDefinition } from '../command.ts';
import { ExitCode } from '../exit-code.ts';
import { clientConfigs } from '../init/clients.ts';
import { createFirstPlan, type Step } from '../init/first-plan.ts';
import { createGitignore } from '../init/gitignore.ts';
import { diffText } from '../text/diff.ts';
import { escapeControl } from '../text/escape.ts';
import type { Style } from '../text/style.ts';
import { DRY_RUN } from '../tool-commands/flags.ts';

const FIRST_PLAN = 'roadmap';

export const init: CommandDefinition = {
  usage: '[planId] [flags]',
  about: `Create the plans directory with a first plan and a .gitignore for what belongs to this machine only, and
show how to connect MCP clients. Existing files stay unchanged, so it can be run at any time.`,
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
  run: async (context) => {
    context.atMost(1);
    const [planId] = context.words;
    const title = lastValue(context.line, 'title');
    const dryRun = isOn(context.line, 'dry-run');
    const steps = [
      await createFirstPlan(context, { planId, title, defaultId: FIRST_PLAN, dryRun }),
      await createGitignore(context.project, dryRun),
      ...(isOn(context.line, 'git') ? [installStep(context, dryRun)] : []),
    ];
    const diff = steps.map((step) => step.diff ?? '').join('');
    const clients = clientConfigs(context.project.plansDir);
    const result = {
      ...(dryRun && { dryRun: true }),
      made: steps.filter(({ isCreated }) => isCreated).map(({ path }) => path),
      kept: steps.filter(({ isCreated }) => !isCreated).map(({ path }) => path),
      advice: steps.flatMap(({ advice = [] }) => advice),
      clients,
      ...(dryRun && { diff }),
    };
    await context.output.result(result, (style) => {
      if (dryRun) return diffText(diff, style);
      const lines = steps.map((step) => stepText(step, style));
      return [...lines, ...clients.map((client) => clientText(client, style))].join('');
    });
    return ExitCode.done;
  },
};

function installStep({ project, io }: CommandContext, dryRun: boolean): Step {
  const options = { diff: false, strictStatus: false, dryRun };
  const { attributes, isChanged, advice } = installDriver(project, io.env, options);
  return { path: attributes, isCreated: isChanged, ...(advice && { advice }) };
}

function stepText({ path, isCreated, advice }: Step, { paint }: Style): string {
  const outcome = isCreated
    ? `${paint('green', 'created')} ${escapeControl(path)}`
    : `kept ${escapeControl(path)}, which exists`;
  return `${outcome}\n${advice ? `     ${paint('yellow', escapeControl(advice))}\n` : ''}`;
}

function clientText(
  { client, file, config }: { client: string; file: string; config: string },
  { paint }: Style,
): string {
  return `\n${paint('bold', client)}: ${file}\n${config.replace(/^/gm, '  ')}\n`;
}
