/** Plans as a whole: list, create, rename, archive, delete. */

import { readConfig } from '../../config.ts';
import { isOn, lastValue, UsageError } from '../../flags.ts';
import { MARKERS } from '../../settings.ts';
import { confirm } from '../ask.ts';
import type { CommandContext, CommandDefinition, Result } from '../command.ts';
import { ExitCode, Failure } from '../exit-code.ts';
import { DRY_RUN_FLAG, isDryRun, YES_FLAG } from '../fields.ts';
import type { PlanRows, ProjectData } from '../project-data.ts';
import { reply, replyDryRun } from '../reply.ts';
import { escapeControl } from '../text/escape.ts';
import { planTable } from '../views/status.ts';
import { readProject } from '../which-plan.ts';

export const plans: CommandDefinition = {
  usage: '[flags]',
  output: 'text',
  about:
    'List the plans with their progress. ltp plan new, rename, archive, restore and rm change them.',
  examples: [
    { line: 'ltp plan', what: 'the plans' },
    { line: 'ltp plan --archived', what: 'what was archived' },
  ],
  flags: [{ name: 'archived', help: 'those in archive/' }],
  run: async (context) => {
    context.atMost(0);
    if (isOn(context.line, 'archived')) return listArchived(context);
    const data = await readProject(context);
    const { plans: listed } = data;
    await reply(context, {
      json: () => ({
        plans: listed.map(({ planId, title, path, stats, errors }) => ({
          planId,
          title,
          path,
          stats,
          ...(errors && { error: errors[0] }),
        })),
      }),
      lines: (screen) =>
        listed.length === 0 ? ['There is no plan yet.'] : planTable(listed, screen, listed.length),
      hints: listed.length === 0 ? ['ltp plan new roadmap'] : [],
    });
    return ExitCode.done;
  },
};

async function listArchived(context: CommandContext): Promise<number> {
  const result = (await context.tool('plan_archived', {})) as unknown as {
    plans: { planId: string; title: string; path: string }[];
  };
  await reply(context, {
    json: result,
    lines: () =>
      result.plans.length === 0
        ? ['No plan is archived.']
        : result.plans.map(
            ({ planId, title }) => `  ${escapeControl(planId)}  ${escapeControl(title)}`,
          ),
    hints:
      result.plans.length === 0
        ? []
        : [`bring one back: ltp plan restore ${result.plans[0]?.planId}`],
  });
  return ExitCode.done;
}

export const planNew: CommandDefinition = {
  usage: 'NAME [flags]',
  output: 'text',
  about: 'Create a plan. Its id, which is the name of its file, is made from the name.',
  examples: [
    { line: 'ltp plan new "Mobile app"', what: 'the plan mobile-app' },
    {
      line: 'ltp plan new release --title "Release 2" --markers gfm',
      what: "with GitHub's check boxes",
    },
  ],
  flags: [
    { name: 'title', value: 'TEXT', help: 'its title (default: the name)' },
    {
      name: 'markers',
      value: MARKERS.join('|'),
      choices: MARKERS,
      help: 'its marks: [ ] [*] [√], or [ ] [-] [x]',
    },
    DRY_RUN_FLAG,
  ],
  run: async (context) => {
    const name = context.words.join(' ').trim();
    if (name === '') throw new UsageError('What is its name? Example: ltp plan new roadmap');
    const planId = idOf(name);
    const title = lastValue(context.line, 'title') ?? name;
    return write(context, 'plan_create', { planId, title }, (result) => ({
      line: `Created plan ${planId}: ${escapeControl(String(result.path))}`,
      hints: [`ltp add -p ${planId} First task`],
    }));
  },
};

/** `Mobile app` becomes `mobile-app`. A name that is an id stays unchanged. */
function idOf(name: string): string {
  if (/^[A-Za-z0-9][\w-]*$/.test(name)) return name;
  const id = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  if (id !== '') return id;
  throw new UsageError(
    `"${name}" has no letters for an id. Example: ltp plan new roadmap --title "${name}"`,
  );
}

export const planRename: CommandDefinition = {
  usage: 'OLD NEW [flags]',
  output: 'text',
  about: 'Give a plan another id, with its history. Its title stays: ltp plan update changes that.',
  examples: [{ line: 'ltp plan rename demo product', what: 'another file name' }],
  flags: [DRY_RUN_FLAG],
  positionals: ['plan'],
  run: async (context) => {
    const [from, to, extra] = context.words;
    if (from === undefined || to === undefined || extra !== undefined) {
      throw new UsageError(
        'Which one, and what is its new id? Example: ltp plan rename mobile-app mobile',
      );
    }
    await existing(context, from);
    return write(context, 'plan_rename', { planId: from, to: idOf(to) }, (result) => ({
      line: `Plan ${from} is now ${result.planId}: ${escapeControl(String(result.path))}`,
    }));
  },
};

export const planArchive: CommandDefinition = {
  usage: 'PLAN [flags]',
  output: 'text',
  about: 'Move a plan to archive/, where no command looks. ltp plan restore brings it back.',
  examples: [{ line: 'ltp plan archive demo', what: 'a plan that is over' }],
  flags: [DRY_RUN_FLAG],
  positionals: ['plan'],
  run: async (context) => {
    const { plan } = await existing(context, onePlanWord(context));
    const { done, total } = plan.stats;
    return write(context, 'plan_archive', { planId: plan.planId }, (result) => ({
      line: `Plan ${plan.planId} archived: ${escapeControl(String(result.path))} (${done} of ${total} done)`,
      hints: ['undo: ltp undo'],
    }));
  },
};

export const planRestore: CommandDefinition = {
  usage: 'PLAN [flags]',
  output: 'text',
  about: 'Move a plan back from archive/.',
  examples: [{ line: 'ltp plan archive demo && ltp plan restore demo', what: 'there and back' }],
  flags: [DRY_RUN_FLAG],
  run: async (context) => {
    const planId = onePlanWord(context);
    return write(context, 'plan_restore', { planId }, (result) => ({
      line: `Plan ${planId} restored: ${escapeControl(String(result.path))}`,
    }));
  },
};

export const planRm: CommandDefinition = {
  usage: 'PLAN [flags]',
  output: 'text',
  about: 'Delete a plan. ltp undo brings it back; ltp plan archive keeps the file.',
  examples: [{ line: 'ltp plan rm demo --yes', what: 'without a question' }],
  flags: [DRY_RUN_FLAG, YES_FLAG],
  positionals: ['plan'],
  run: async (context) => {
    const { plan } = await existing(context, onePlanWord(context));
    const { total, done } = plan.stats;
    const open = total - done;
    const tasks = total === 1 ? '1 task' : `${total} tasks`;
    const question = `Delete the plan ${plan.planId} with ${tasks}${open > 0 ? `, ${open} of them open` : ''}?`;
    if (!isDryRun(context) && total > 0 && !(await confirm(context, question)))
      return ExitCode.failed;
    return write(context, 'plan_delete', { planId: plan.planId }, () => ({
      line: `Plan ${plan.planId} deleted.`,
      hints: ['undo: ltp undo'],
    }));
  },
};

export const planDefault: CommandDefinition = {
  usage: '[PLAN] [flags]',
  output: 'text',
  about: 'Show or set the plan that commands use if you name none (defaultPlan in config.json).',
  examples: [
    { line: 'ltp plan default demo', what: 'sets it' },
    { line: 'ltp plan default', what: 'shows it' },
  ],
  flags: [DRY_RUN_FLAG],
  positionals: ['plan'],
  run: async (context) => {
    const [word] = context.words;
    if (word === undefined) {
      const { defaultPlan } = context.settings('plan');
      await reply(context, {
        json: { ...(defaultPlan !== undefined && { defaultPlan }) },
        lines: () => [defaultPlan ?? 'No default plan is set.'],
        hints: defaultPlan === undefined ? ['ltp plan default PLAN'] : [],
      });
      return ExitCode.done;
    }
    const { plan } = await existing(context, onePlanWord(context));
    const config = { ...readConfig(context.project.root, context.project.plansDir) };
    const text = `${JSON.stringify({ ...config, defaultPlan: plan.planId }, null, 2)}\n`;
    return write(context, 'config_write', { text }, (result) => ({
      line: `New tasks go to ${plan.planId} now (defaultPlan in ${escapeControl(String(result.path))}).`,
    }));
  },
};

function onePlanWord(context: CommandContext): string {
  const [word, extra] = context.words;
  if (word === undefined) throw new UsageError(`Which plan? Example: ${context.name} roadmap`);
  if (extra !== undefined) {
    throw new UsageError(`Unexpected argument "${extra}". ${context.name} takes one plan.`);
  }
  return word;
}

/** The plan with this id; the core's message suggests another one. */
async function existing(
  context: CommandContext,
  planId: string,
): Promise<{ plan: PlanRows; data: ProjectData }> {
  const data = await readProject(context, { planIds: [planId] });
  const plan = data.plan(planId);
  if (plan === undefined) throw new Failure(`There is no plan "${planId}".`, { code: 'NOT_FOUND' });
  return { plan, data };
}

interface Summary {
  line: string;
  hints?: string[];
}

async function write(
  context: CommandContext,
  tool: string,
  args: object,
  summarize: (result: Result) => Summary,
): Promise<number> {
  if (isDryRun(context)) return replyDryRun(context, [{ name: tool, args }]);
  const result = await context.tool(tool, args);
  const { line, hints = [] } = summarize(result);
  await reply(context, { json: result, lines: () => [line], hints });
  return ExitCode.done;
}
