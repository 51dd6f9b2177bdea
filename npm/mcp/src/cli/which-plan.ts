/** Which plan a command is about. */
import { statSync } from 'node:fs';
import { isOn, lastValue } from '../flags.ts';
import type { CommandContext } from './command.ts';
import { Failure } from './exit-code.ts';
import { type ProjectData, type ReadRequest, readProjectData } from './project-data.ts';
import { escapeControl } from './text/escape.ts';

/** The plan that `-p` names. */
export const namedPlan = (context: CommandContext): string | undefined =>
  lastValue(context.line, 'plan');

/** The plans that a view shows: the one named, else the default, else all. */
export function viewedPlans(context: CommandContext, word?: string): string[] | undefined {
  if (isOn(context.line, 'all-plans')) return undefined;
  const planId = word ?? namedPlan(context) ?? context.settings('plan').defaultPlan;
  return planId === undefined ? undefined : [planId];
}

/** Reads the project, which must exist. */
export async function readProject(
  context: CommandContext,
  request: ReadRequest = {},
): Promise<ProjectData> {
  requirePlansDirectory(context);
  return readProjectData(context, request);
}

export function hasPlansDirectory(context: CommandContext): boolean {
  if (context.project.isRootUnknown) return false;
  return statSync(context.plansPath, { throwIfNoEntry: false })?.isDirectory() === true;
}

export function requirePlansDirectory(context: CommandContext): void {
  if (hasPlansDirectory(context)) return;
  const isNamed = lastValue(context.line, 'root') !== undefined;
  const where = shownPath(isNamed ? context.project.root : context.io.cwd, context.io.env);
  throw new Failure(`No plans found in ${where}${isNamed ? '' : ' or any parent folder'}.`, {
    code: 'PROJECT_NOT_FOUND',
    hints: ['ltp init sets them up here'],
  });
}

/** A path as people write it. */
export function shownPath(path: string, { HOME }: NodeJS.ProcessEnv): string {
  const isInside = HOME && (path === HOME || path.startsWith(`${HOME}/`));
  return escapeControl(isInside ? `~${path.slice(HOME.length)}` : path);
}

/** The plan of a command that needs one. `example` is the command that was typed. */
export async function chosenPlan(
  context: CommandContext,
  data: ProjectData,
  example: string,
): Promise<string> {
  const named = namedPlan(context) ?? context.settings('plan').defaultPlan;
  const ids = data.plans.map(({ planId }) => planId);
  if (named !== undefined) return named;
  const [only, ...others] = ids;
  if (only === undefined) {
    throw new Failure('There is no plan yet. Make one: ltp plan new roadmap', {
      code: 'PLAN_NOT_FOUND',
    });
  }
  if (others.length === 0) return only;
  return (await askForPlan(context, data)) ?? failWithChoices(ids, example);
}

/** A number or an id. */
async function askForPlan(context: CommandContext, data: ProjectData): Promise<string | undefined> {
  if (!context.io.isInteractive) return undefined;
  const lines = data.plans.map(
    ({ planId, title }, index) =>
      `  ${index + 1}  ${escapeControl(planId)}  ${escapeControl(title)}\n`,
  );
  context.io.print(lines.join(''));
  const prompt = context.io.openPrompt();
  try {
    for (;;) {
      const typed = (await prompt.ask('Which plan? '))?.trim();
      if (typed === undefined || typed === '') return undefined;
      const chosen = data.plans[Number(typed) - 1] ?? data.plan(typed);
      if (chosen) return chosen.planId;
    }
  } finally {
    prompt.close();
  }
}

function failWithChoices(ids: readonly string[], example: string): never {
  const [first] = ids;
  throw new Failure(`Which plan? Available: ${ids.join(', ')}`, {
    code: 'USAGE',
    details: { candidates: ids },
    hints: [`${example} -p ${first}, or set a default: ltp plan default ${first}`],
  });
}
