import type { Invocation } from '../invocation.ts';
import { listedPlans } from '../plans.ts';
import type { Step } from './step.ts';

interface Wanted {
  planId: string | undefined;
  title: string | undefined;
  /** The name of a first plan that nobody named. */
  usual: string;
  isPreview: boolean;
}

/** A plan with sections, unless that one is there, or any if none was named. */
export async function makeFirstPlan(invocation: Invocation, wanted: Wanted): Promise<Step> {
  const session = invocation.session('plan');
  const plans = await listedPlans(invocation, session);
  const found = plans.find(({ planId }) => planId === (wanted.planId ?? planId));
  if (found) return { path: found.path, isMade: false };
  const { planId = wanted.usual, title = capitalized(planId) } = wanted;
  const args = { planId, title, template: 'basic' };
  const asked = { kind: 'tool', name: 'plan_create', args } as const;
  const step = { path: `${invocation.place.plansDir}/${planId}.md`, isMade: true };
  if (wanted.isPreview) return { ...step, diff: (await invocation.preview(session, asked)).diff };
  await invocation.ask(session, asked);
  return step;
}

function capitalized(planId: string): string {
  const words = planId.replace(/[-_]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
