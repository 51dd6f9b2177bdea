/** The plans of `ltp preview`. The address of the page contains the token, and all others are relative to it. */
import { Disconnected, type PlanEntry, type PlanSource, type Reply } from './plan-source.ts';

type About = Pick<PlanSource, 'readOnly' | 'place' | 'project' | 'me'>;

interface PlanPage {
  plans: { planId: string; title?: string; error?: string }[];
  nextCursor?: string;
}

export async function serverPlans(): Promise<PlanSource> {
  const about: About = await (await ask('about')).json();
  return {
    ...about,
    async plans() {
      const plans: PlanEntry[] = [];
      let cursor: string | undefined;
      do {
        const page = await call<PlanPage>('plan_list', { limit: 200, ...(cursor && { cursor }) });
        if ('error' in page) throw new Error(page.error.message);
        for (const { planId, title, error } of page.result.plans) {
          plans.push({ planId, title: title ?? planId, ...(error !== undefined && { error }) });
        }
        cursor = page.result.nextCursor;
      } while (cursor !== undefined);
      return plans;
    },
    async read(planId) {
      const reply = await ask(`plan/${encodeURIComponent(planId)}`);
      if (reply.status === 404) return undefined;
      if (!reply.ok) throw new Error(await reply.text());
      return new TextDecoder('utf-8', { ignoreBOM: true }).decode(await reply.arrayBuffer());
    },
    call,
    follow(changed, connected) {
      const events = new EventSource('api/events');
      events.addEventListener('open', () => {
        connected(true);
        // Events during a disconnection are not sent again.
        changed();
      });
      events.addEventListener('error', () => connected(false));
      events.addEventListener('message', changed);
      return () => events.close();
    },
  };
}

async function call<Result>(name: string, args: Record<string, unknown>): Promise<Reply<Result>> {
  const body = JSON.stringify({ name, args });
  const headers = { 'content-type': 'application/json' };
  const reply = await ask('call', { method: 'POST', headers, body });
  if (!reply.ok) throw new Error(await reply.text());
  return reply.json();
}

async function ask(path: string, init: RequestInit = {}): Promise<Response> {
  try {
    return await fetch(`api/${path}`, { ...init, cache: 'no-store' });
  } catch (error) {
    throw new Disconnected('The server does not answer; is `ltp preview` still running?', {
      cause: error,
    });
  }
}
