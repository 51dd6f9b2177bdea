import { nodeHost, watchPlans } from 'long-term-plan-core/node';
import type { TaskChange } from 'long-term-plan-core/slim';
import type { Session } from '../../session.ts';
import type { CommandContext, CommandDefinition } from '../command.ts';
import { ExitCode } from '../exit-code.ts';
import { escapeControl } from '../text/escape.ts';
import type { Style } from '../text/style.ts';

export const watch: CommandDefinition = {
  usage: '[plan]… [flags]',
  about: `Print changes of plans as they happen, task by task, until it is stopped or its output is closed. One line for
each change: text on a terminal, else JSON. Without a plan, all plans.`,
  examples: [
    { line: 'ltp watch demo', what: 'the changes of a plan' },
    {
      line: `ltp watch --json | jq -r 'select(.to == "done") | .title'`,
      what: 'tasks that are done, in any plan',
      untested: 'it needs jq, and runs until it is stopped',
    },
  ],
  flags: [],
  positionals: ['plan…'],
  run: async (context) => {
    const session = context.session('plan');
    // Reports a plan that does not exist.
    for (const planId of context.words) {
      await context.call(session, { kind: 'tool', name: 'plan_get', args: { planId, limit: 1 } });
    }
    await follow(context, session);
    return ExitCode.done;
  },
};

type Event =
  | TaskChange
  | { change: 'plan created' | 'plan deleted' }
  | { change: 'errors'; message: string };

/** Ends when the user stops it, or when the reader of its output is gone. */
function follow(context: CommandContext, session: Session): Promise<void> {
  const { io, words } = context;
  const { root, plansDir } = context.project;
  const host = nodeHost(root, plansDir);
  const planOf = (file: string) => session.resourceUris(file)[0]?.replace(/^plan:\/\//, '');
  const isWatched = (file: string) => {
    const planId = planOf(file);
    if (planId === undefined) return false;
    return words.length === 0 || words.includes(planId);
  };
  /** The latest version of each file, also of those that were deleted. */
  const versions = new Map<string, Uint8Array>();
  const existing = new Set<string>();
  const bytesOf = (file: string): Uint8Array | undefined => {
    const found = host.read(file, { hash: false });
    // The host reads the next file into the same buffer.
    return found.kind === 'file' ? new Uint8Array(found.bytes) : undefined;
  };

  return new Promise((resolve) => {
    // The watcher does not keep the process alive.
    const alive = setInterval(() => {}, 2 ** 30);
    const stop = () => {
      watcher.close();
      clearInterval(alive);
      resolve();
    };
    const printEvent = eventPrinter(context, stop);
    const onChange = (file: string) => {
      const planId = planOf(file) ?? file;
      const before = versions.get(file);
      const after = bytesOf(file);
      const events = eventsOf(session, before, after, existing.has(file));
      for (const event of events) printEvent(planId, event);
      if (after === undefined) existing.delete(file);
      else {
        existing.add(file);
        versions.set(file, after);
      }
    };
    const watcher = watchPlans({
      root,
      plansDir,
      isWatched,
      onChange: ({ files }) => files.forEach(onChange),
    });
    // Only changes from here on are printed.
    const listed = host.list('');
    const files = listed.kind === 'directory' ? listed.names : [];
    for (const file of files.filter(isWatched)) {
      const bytes = bytesOf(file);
      if (bytes === undefined) continue;
      versions.set(file, bytes);
      existing.add(file);
    }
    io.stopped().then(stop);
    const what = words.length === 0 ? `all plans in ${plansDir}` : words.join(', ');
    io.logLine(`ltp: watching ${escapeControl(what)}`);
  });
}

function* eventsOf(
  session: Session,
  before: Uint8Array | undefined,
  after: Uint8Array | undefined,
  existed: boolean,
): Generator<Event> {
  if (after === undefined) {
    if (existed) yield { change: 'plan deleted' };
    return;
  }
  if (!existed) yield { change: 'plan created' };
  yield* session.changesBetween(before ?? new Uint8Array(), after);
  const [error] = session.validate(after).errors;
  if (error) yield { change: 'errors', message: `${error.code}@${error.line}: ${error.message}` };
}

function eventPrinter({ io, output }: CommandContext, stop: () => void) {
  return (planId: string, event: Event) => {
    const time = new Date().toISOString();
    const line =
      output.format === 'json'
        ? JSON.stringify({ time, planId, ...event })
        : eventText(planId, event, output.style);
    if (!io.print(`${line}\n`)) stop();
  };
}

function eventText(planId: string, event: Event, { paint }: Style): string {
  const time = paint('dim', new Date().toTimeString().slice(0, 8));
  const front = `${time} ${paint('cyan', escapeControl(planId))}`;
  if ('message' in event) return `${front} ${paint('red', escapeControl(event.message))}`;
  if (!('title' in event)) return `${front} ${paint('bold', event.change)}`;
  const { taskId, title, change, field = '', from, to } = event;
  const shown = (value: string | undefined) =>
    value === undefined ? 'none' : escapeControl(value);
  const what = {
    added: paint('green', 'added'),
    deleted: paint('red', 'deleted'),
    body: 'has another body',
    field: `${escapeControl(field)}: ${shown(from)} → ${paint('bold', shown(to))}`,
  }[change];
  const name =
    taskId === undefined
      ? '(plan)'
      : `${escapeControl(title)} ${paint('dim', escapeControl(taskId))}`;
  return `${front} ${name}  ${what}`;
}
