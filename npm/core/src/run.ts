/**
 * How a call runs: the core says step by step what it needs, the host gives it. The steps are
 * written once, as a generator, and driven by hosts that answer at once and by those that do not.
 */
import { type Core, Trap, type Workspace } from './boundary.ts';
import type { AsyncHost, Host, Listed, Loaded } from './host.ts';

/** One thing that a client asks for. Time and randomness come in from outside. */
export interface Call {
  kind: 'tool';
  name: string;
  args: Record<string, unknown>;
  /** Who asks. */
  actor: string;
  /** Milliseconds since 1970. */
  now: number;
  /** 20 random hexadecimal digits. */
  entropy: string;
}

export interface CallError {
  code: string | number;
  message: string;
  details?: unknown;
}

export type Reply = { result: Record<string, unknown> } | { error: CallError };

type Ask = { list: string } | { load: string; unless: string };
type Answer = Listed | Loaded;
type Run = Generator<Ask, Reply, Answer>;

/** What a step of the core says. */
interface Step {
  done?: Reply;
  dirs?: string[];
  files?: string[];
}

/** Runs a call to its end on a host that answers at once. */
export function runSync(core: Core, host: Host, call: Call): Reply {
  const run = contained(core, call);
  let next = run.next();
  while (!next.done) next = run.next(answerOf(host, next.value));
  return next.value;
}

/** Runs a call to its end on a host that takes its time. */
export async function runAsync(core: Core, host: AsyncHost, call: Call): Promise<Reply> {
  const run = contained(core, call);
  let next = run.next();
  while (!next.done) next = run.next(await answerOf(host, next.value));
  return next.value;
}

function answerOf<H extends AsyncHost>(host: H, ask: Ask): ReturnType<H['list'] | H['load']>;
function answerOf(host: AsyncHost, ask: Ask) {
  return 'list' in ask ? host.list(ask.list) : host.load(ask.load, ask.unless);
}

/** A trap of the core is an answer like any other. */
function* contained(core: Core, call: Call): Run {
  try {
    return yield* steps(core.workspace(), call);
  } catch (error) {
    if (!(error instanceof Trap)) throw error;
    return { error: { code: 'INTERNAL_ERROR', message: `Internal error: ${error.message}` } };
  }
}

function* steps(workspace: Workspace, call: Call): Run {
  const id = workspace.begin(JSON.stringify(call));
  try {
    for (;;) {
      const step: Step = JSON.parse(workspace.step(id));
      if (step.done) return step.done;
      for (const dir of step.dirs ?? []) put(workspace, dir, yield { list: dir });
      for (const path of step.files ?? []) {
        put(workspace, path, yield { load: path, unless: workspace.stamp(path) });
      }
    }
  } finally {
    workspace.freeCall(id);
  }
}

function put(workspace: Workspace, path: string, answer: Answer): void {
  switch (answer.kind) {
    case 'same':
      break;
    case 'bytes':
      workspace.put(path, 'bytes', answer.etag, answer.stamp, answer.bytes);
      break;
    case 'names':
      workspace.put(path, 'names', '', '', utf8.encode(answer.names.join('\0')));
      break;
    case 'absent':
      workspace.put(path, 'absent', '', '', utf8.encode(''));
      break;
    case 'fault':
      workspace.put(path, 'fault', '', '', utf8.encode(answer.fault));
      break;
  }
}

const utf8 = new TextEncoder();
