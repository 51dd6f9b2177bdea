import type { CommandContext } from '../command.ts';
import { listPlans } from '../plans.ts';

/** One step of `ltp init`. */
export interface Step {
  /** Relative to the root. */
  path: string;
  /** Whether it was created; otherwise it existed before. */
  isCreated: boolean;
  /** What the user should do. */
  advice?: string;
  /** Of a dry run. */
  diff?: string;
}

interface PlanChoice {
  planId: string | undefined;
  title: string | undefined;
  /** The id of a plan that is not named. */
  defaultId: string;
  dryRun: boolean;
}

/** Creates a plan with sections, unless it exists; if none is named, unless any exists. */
export async function createFirstPlan(context: CommandContext, choice: PlanChoice): Promise<Step> {
  const session = context.session('plan');
  const plans = await listPlans(context, session);
  const found = plans.find(({ planId }) => planId === (choice.planId ?? planId));
  if (found) return { path: found.path, isCreated: false };
  const { planId = choice.defaultId, title = capitalize(planId) } = choice;
  const args = { planId, title, template: 'basic' };
  const request = { kind: 'tool', name: 'plan_create', args } as const;
  const step = { path: `${context.project.plansDir}/${planId}.md`, isCreated: true };
  if (choice.dryRun) return { ...step, diff: (await context.dryRun(session, request)).diff };
  await context.call(session, request);
  return step;
}

function capitalize(planId: string): string {
  const words = planId.replace(/[-_]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
