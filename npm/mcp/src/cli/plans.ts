/** All plans there are. */
import type { Session } from '../session.ts';
import type { Invocation } from './invocation.ts';
import type { Stats } from './text/progress.ts';

export interface ListedPlan {
  planId: string;
  title: string;
  /** Relative to the root. */
  path: string;
  stats: Stats;
  error?: string;
}

const PAGE = 200;

export async function listedPlans(invocation: Invocation, session: Session): Promise<ListedPlan[]> {
  const all: ListedPlan[] = [];
  let cursor: unknown;
  do {
    const args = { limit: PAGE, ...(cursor !== undefined && { cursor }) };
    const page = await invocation.ask(session, { kind: 'tool', name: 'plan_list', args });
    all.push(...(page.plans as ListedPlan[]));
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return all;
}
