import { nodeHost, watchPlans } from 'long-term-plan-core/node';
import type { Session } from '../../session.ts';
import type { CommandContext, CommandDefinition } from '../command.ts';
import { ExitCode } from '../exit-code.ts';
import { PLAN_FLAG } from '../fields.ts';
import { logWords, readLog } from '../history.ts';
import { readProjectData } from '../project-data.ts';
import { screenOf } from '../reply.ts';
import { escapeControl } from '../text/escape.ts';
import { byTask, type Change } from '../views/changes.ts';
import { count, type Part, wrapped } from '../views/line.ts';
import { type LoggedChange, phraseOf, subjectParts } from '../views/log.ts';
import { shownName } from '../views/task-line.ts';
import { namedPlan, readProject } from '../which-plan.ts';

export const watch: CommandDefinition = {
  usage: '[PLAN…] [flags]',
  output: 'text',
  about: `Print changes as they happen, task by task, until you press Ctrl+C or the output is closed. With --json, one change
a line. Without a plan, all plans.`,
  examples: [
    { line: 'ltp watch demo', what: 'the changes of a plan' },
    {
      line: 'ltp watch --json | jq .what',
      what: 'for a script',
      untested: 'it needs jq, and runs until it is stopped',
    },
  ],
  flags: [PLAN_FLAG],
  positionals: ['plan…'],
  run: async (context) => {
    const named = namedPlan(context);
    const planIds = [...context.words, ...(named === undefined ? [] : [named])];
    const data = await readProject(context, planIds.length > 0 ? { planIds } : {});
    const plans = planIds.length > 0 ? planIds.length : data.plans.length;
    context.io.logLine(`Watching ${count(plans, 'plan')}. Press Ctrl+C to stop.`);
    await follow(context, context.session('plan'), planIds);
    return ExitCode.done;
  },
};

/** What happened to a plan. */
interface Event {
  planId: string;
  at: number;
  by?: string | undefined;
  tool?: string | undefined;
  changeId?: string | undefined;
  changes: Change[];
  /** Of the whole file. */
  message?: string;
}

/** Ends when the user stops it, or when the reader of its output is gone. */
function follow(
  context: CommandContext,
  session: Session,
  planIds: readonly string[],
): Promise<void> {
  const { io } = context;
  const { root, plansDir } = context.project;
  const host = nodeHost(root, plansDir);
  const planOf = (file: string) => session.resourceUris(file)[0]?.replace(/^plan:\/\//, '');
  const isWatched = (file: string) => {
    const planId = planOf(file);
    if (planId === undefined) return false;
    return planIds.length === 0 || planIds.includes(planId);
  };
  /** The latest version of each file. */
  const versions = new Map<string, Uint8Array>();
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
    let printing = Promise.resolve();
    const onChange = (file: string) => {
      const before = versions.get(file);
      const after = bytesOf(file);
      if (after === undefined) versions.delete(file);
      else versions.set(file, after);
      const events = eventsOf(session, planOf(file) ?? file, before, after, io.now());
      printing = printing.then(async () => {
        for (const event of events) if (!(await printEvent(context, event))) stop();
      });
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
      if (bytes !== undefined) versions.set(file, bytes);
    }
    io.stopped().then(stop);
  });
}

function eventsOf(
  session: Session,
  planId: string,
  before: Uint8Array | undefined,
  after: Uint8Array | undefined,
  at: number,
): Event[] {
  const of = (event: Partial<Event>): Event => ({ planId, at, changes: [], ...event });
  if (after === undefined) return before ? [of({ message: 'plan deleted' })] : [];
  const changes = session.changesBetween(before ?? new Uint8Array(), after) as Change[];
  const [error] = session.validate(after).errors;
  return [
    ...(before === undefined ? [of({ message: 'plan created' })] : []),
    ...(changes.length > 0 ? [of({ changes })] : []),
    ...(error ? [of({ message: `${error.code}@${error.line}: ${error.message}` })] : []),
  ];
}

/** Who made a change is in the history; a file that changed without a new line in it was edited by hand. */
async function authorOf(context: CommandContext, event: Event): Promise<LoggedChange | undefined> {
  const [last] = await readLog(context, { planIds: [event.planId] }).catch(() => []);
  const isSame = (change: LoggedChange) =>
    event.changes.every((one) =>
      change.changes.some(
        ({ taskId, field, to }) => taskId === one.taskId && field === one.field && to === one.to,
      ),
    );
  return last && event.changes.length > 0 && isSame(last) ? last : undefined;
}

/** Returns false once the reader of the output is gone. */
async function printEvent(context: CommandContext, event: Event): Promise<boolean> {
  const { io, output } = context;
  const author = await authorOf(context, event);
  const data = await readProjectData(context);
  const log = logWords(context, data);
  if (output.format === 'json') {
    const what = event.message
      ? [event.message]
      : byTask(event.changes).map((group) => {
          const [first] = group;
          const name =
            first?.taskId === undefined ? event.planId : `${first.taskId} ${first.title ?? ''}`;
          return `${name}: ${phraseOf(event.planId, group, log)}`;
        });
    const change = {
      ...(author && { changeId: author.changeId }),
      planId: event.planId,
      at: new Date(event.at).toISOString(),
      ...(author?.by !== undefined && { by: author.by, tool: author.tool }),
      what,
    };
    return io.print(`${JSON.stringify(change)}\n`);
  }
  const screen = screenOf(context);
  const time = new Date(event.at).toTimeString().slice(0, 8);
  const who = author?.by === undefined ? 'by hand' : shownName(author.by, context.caller);
  const start: Part[] = [
    { text: time, colors: ['dim'], gap: 0 },
    { text: who.padEnd(7), colors: ['cyan'], gap: 2 },
  ];
  const indent = time.length + 2 + Math.max(7, who.length) + 2;
  const lines = event.message
    ? wrapped(
        start,
        [{ text: escapeControl(`${event.planId}  ${event.message}`), gap: 2 }],
        indent,
        screen.style,
      )
    : byTask(event.changes).flatMap((group) => {
        const [first, ...more] = subjectParts(event, group, log);
        return wrapped(start, first ? [{ ...first, gap: 2 }, ...more] : [], indent, screen.style);
      });
  return io.print(lines.map((line) => `${line}\n`).join(''));
}
