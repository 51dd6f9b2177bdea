import { nodeHost, watchPlans } from 'long-term-plan-core/node';
import type { TaskChange } from 'long-term-plan-core/slim';
import { note, print } from '../../output.ts';
import type { Session } from '../../session.ts';
import type { CommandBody } from '../command.ts';
import { ExitCode } from '../exit-code.ts';
import type { Invocation } from '../invocation.ts';
import { printable } from '../text/printable.ts';
import { type Style, styleOf } from '../text/style.ts';

export const watch: CommandBody = {
  usage: '[plan]… [flags]',
  about: `Print changes of plans as they happen, task by task, whoever makes them: until it is stopped, or nobody reads
any more. One line for each change: text on a terminal, else JSON. Without a plan, all plans.`,
  examples: [
    { line: 'ltp watch demo', what: 'what happens in a plan' },
    {
      line: `ltp watch --json | jq -r 'select(.to == "done") | .title'`,
      what: 'what gets done, anywhere',
    },
  ],
  flags: [],
  places: ['plan…'],
  run: async (invocation) => {
    const session = invocation.session('plan');
    // Each must be there, and be named rightly.
    for (const planId of invocation.words) {
      await invocation.ask(session, { kind: 'tool', name: 'plan_get', args: { planId, limit: 1 } });
    }
    await follow(invocation, session);
    return ExitCode.done;
  },
};

/** What is told of a plan besides what changed in it. */
type Event =
  | TaskChange
  | { change: 'plan created' | 'plan deleted' }
  | { change: 'errors'; message: string };

/** Ends when it is stopped, or when nobody reads any more. */
function follow(invocation: Invocation, session: Session): Promise<void> {
  const { root, plansDir } = invocation.place;
  const host = nodeHost(root, plansDir);
  const planOf = (name: string) => session.urisOf(name)[0]?.replace(/^plan:\/\//, '');
  const isWatched = (name: string) => {
    const planId = planOf(name);
    if (planId === undefined) return false;
    return invocation.words.length === 0 || invocation.words.includes(planId);
  };
  /** What each file was when it was last there. */
  const known = new Map<string, Uint8Array>();
  const there = new Set<string>();
  const bytesOf = (name: string): Uint8Array | undefined => {
    const found = host.look(name);
    // The host reads the next file into the same buffer.
    return found.kind === 'bytes' ? new Uint8Array(found.bytes) : undefined;
  };

  return new Promise((resolve) => {
    // The watcher does not keep the process alive.
    const alive = setInterval(() => {}, 2 ** 30);
    const stop = () => {
      watcher.close();
      clearInterval(alive);
      resolve();
    };
    const tell = lineTeller(invocation, stop);
    const look = (name: string) => {
      const planId = planOf(name) ?? name;
      const before = known.get(name);
      const after = bytesOf(name);
      for (const event of eventsOf(session, before, after, there.has(name))) tell(planId, event);
      if (after === undefined) there.delete(name);
      else {
        there.add(name);
        known.set(name, after);
      }
    };
    const watcher = watchPlans({
      root,
      plansDir,
      isWatched,
      onChange: ({ files }) => files.forEach(look),
    });
    // What changes from here on is told; what was before is only looked at.
    const listed = host.list('');
    const names = listed.kind === 'names' ? listed.names : [];
    for (const name of names.filter(isWatched)) {
      const bytes = bytesOf(name);
      if (bytes === undefined) continue;
      known.set(name, bytes);
      there.add(name);
    }
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, stop);
    const what =
      invocation.words.length === 0 ? `all plans in ${plansDir}` : invocation.words.join(', ');
    note(`ltp: watching ${printable(what)}\n`);
  });
}

function* eventsOf(
  session: Session,
  before: Uint8Array | undefined,
  after: Uint8Array | undefined,
  wasThere: boolean,
): Generator<Event> {
  if (after === undefined) {
    if (wasThere) yield { change: 'plan deleted' };
    return;
  }
  if (!wasThere) yield { change: 'plan created' };
  yield* session.changesBetween(before ?? new Uint8Array(), after);
  const [error] = session.findingsIn(after).errors;
  if (error) yield { change: 'errors', message: `${error.code}@${error.line}: ${error.message}` };
}

function lineTeller(invocation: Invocation, stop: () => void) {
  const { format, isTerminal } = invocation.output;
  const style = styleOf(isTerminal, process.env);
  return (planId: string, event: Event) => {
    const time = new Date().toISOString();
    const line =
      format === 'json'
        ? JSON.stringify({ time, planId, ...event })
        : eventText(planId, event, style);
    if (!print(`${line}\n`)) stop();
  };
}

function eventText(planId: string, event: Event, { paint }: Style): string {
  const time = paint('dim', new Date().toTimeString().slice(0, 8));
  const front = `${time} ${paint('cyan', printable(planId))}`;
  if ('message' in event) return `${front} ${paint('red', printable(event.message))}`;
  if (!('title' in event)) return `${front} ${paint('bold', event.change)}`;
  const { taskId, title, change, field = '', from, to } = event;
  const shown = (value: string | undefined) => (value === undefined ? 'none' : printable(value));
  const what = {
    added: paint('green', 'added'),
    deleted: paint('red', 'deleted'),
    body: 'has another body',
    field: `${printable(field)}: ${shown(from)} → ${paint('bold', shown(to))}`,
  }[change];
  const name =
    taskId === undefined ? '(plan)' : `${printable(title)} ${paint('dim', printable(taskId))}`;
  return `${front} ${name}  ${what}`;
}
