/**
 * How a call runs: the core says step by step what it needs, the host gives it. The steps are
 * written once, as a generator, and driven by hosts that answer at once and by those that do not.
 *
 * A call that may write runs as a whole under the lock of the plans directory. A server must not
 * stand still while it waits for that lock, and `ltp` has nothing else to do meanwhile: so both
 * wait for it asynchronously, and do their file work synchronously once they have it. Then nothing
 * of the same process comes in between a call's first read and its commit.
 */
import { type Core, Trap, type Workspace } from './boundary.ts';
import type {
  AsyncHost,
  AsyncLock,
  Committed,
  Fault,
  Host,
  Listed,
  Loaded,
  Locked,
  Seen,
  Write,
} from './host.ts';
import { isRemembered, keep, type Memory, remembered } from './memory.ts';

/**
 * What can be asked for: a tool's result, a resource's text or the list of all, a prompt, or what an
 * argument may be completed to.
 */
export type CallKind = 'tool' | 'resource' | 'prompt' | 'complete';

/** One thing that a client asks for. Time and randomness come in from outside. */
export interface Call {
  kind: CallKind;
  /** Of the tool or prompt; the URI of a resource, empty for the list. */
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

export type Reply =
  | {
      result: Record<string, unknown>;
      /** URIs of the resources that the call changed. */
      changed?: string[];
      /** Of a preview: what would be written, as a unified diff. */
      diff?: string;
    }
  | {
      error: CallError;
      /** The whole structured answer, where a toolset has another form for it than `{ error }`. */
      structured?: Record<string, unknown>;
    };

export interface RunOptions {
  /** Only tell what the call would answer and write: nothing is locked and nothing is written. */
  preview?: boolean;
}

type Ask =
  | { list: string }
  | { load: string; unless: string }
  | { look: string; unless?: string }
  | { load: string; under: AsyncLock; unless: string }
  | { lock: { create: boolean } }
  | { commit: Write[]; under: AsyncLock };
type Answer = Listed | Loaded | Seen | Locked<AsyncLock> | Committed;
type Run = Generator<Ask, Reply, Answer>;

/** What a step of the core says. */
interface Step {
  done?: Reply;
  dirs?: string[];
  files?: string[];
  /** Files to look through, of which the core keeps only what it finds. */
  look?: string[];
  /** Files of which the core keeps a summary. */
  summaries?: string[];
  commit?: Omit<Write, 'bytes'>[];
}

/** What the core says to the end of a commit. */
interface Finished {
  reply: Reply;
  /** Good to have on disk, and never worth a failure. */
  afterwards: Omit<Write, 'bytes'>[];
}

/** What the core is told of its commit. */
type Outcome = { committed: string[] } | { failed: { at: number; fault: Fault } };

/** How often a call decides anew because an editor wrote meanwhile. */
const MOST_RESTARTS = 5;

/** Runs a call to its end on a host that answers at once. */
export function runSync(core: Core, host: Host, call: Call, options: RunOptions = {}): Reply {
  const run = contained(core, call, options);
  let next = run.next();
  while (!next.done) {
    // A host of this kind promises nothing for later.
    const answer = outcomeOf(host, next.value) as Settled;
    next = resume(run, answer);
  }
  return next.value;
}

/** Runs a call to its end on a host that takes its time. */
export async function runAsync(
  core: Core,
  host: AsyncHost,
  call: Call,
  options: RunOptions = {},
): Promise<Reply> {
  const run = contained(core, call, options);
  let next = run.next();
  while (!next.done) {
    const answer = outcomeOf(host, next.value);
    // To await what is there already would let other calls in between.
    next = resume(run, 'then' in answer ? await answer : answer);
  }
  return next.value;
}

/** A host should not throw. One that does must not keep a run from letting go of its lock. */
type Settled = Answer | { kind: 'thrown'; error: unknown };

function outcomeOf(host: AsyncHost, ask: Ask): Settled | Promise<Settled> {
  const thrown = (error: unknown): Settled => ({ kind: 'thrown', error });
  try {
    const answer = answerOf(host, ask);
    return 'then' in answer ? answer.catch(thrown) : answer;
  } catch (error) {
    return thrown(error);
  }
}

function resume(run: Run, answer: Settled): IteratorResult<Ask, Reply> {
  return answer.kind === 'thrown' ? run.throw(answer.error) : run.next(answer);
}

function answerOf(host: AsyncHost, ask: Ask): Answer | Promise<Answer> {
  if ('list' in ask) return host.list(ask.list);
  if ('lock' in ask) return host.lock(ask.lock.create);
  if ('look' in ask) {
    const { look, unless } = ask;
    return host.look ? host.look(look, unless) : host.load(look, unless ?? '');
  }
  if ('commit' in ask) return ask.under.commit(ask.commit);
  const { load, unless } = ask;
  return 'under' in ask ? ask.under.load(load, unless) : host.load(load, unless);
}

/** A trap of the core is an answer like any other. */
function* contained(core: Core, call: Call, options: RunOptions): Run {
  try {
    return yield* steps(core.workspace(), core.memory, call, options);
  } catch (error) {
    if (!(error instanceof Trap)) throw error;
    return { error: { code: 'INTERNAL_ERROR', message: `Internal error: ${error.message}` } };
  }
}

function* steps(
  workspace: Workspace,
  memory: Memory,
  call: Call,
  { preview = false }: RunOptions,
): Run {
  const id = workspace.begin(JSON.stringify(call));
  let access: Locked<AsyncLock> = { kind: 'absent' };
  try {
    if (workspace.writes(id) && !preview) access = lockIn(yield { lock: { create: false } });
    for (let restarts = 0; ; ) {
      const step: Step = JSON.parse(workspace.step(id));
      if (step.done) return step.done;
      if (!step.commit) {
        yield* load(workspace, memory, id, step, access);
        continue;
      }
      if (preview) return JSON.parse(workspace.preview(id));
      if (step.commit.every(({ path }) => isRemembered(path))) {
        return finish(workspace, id, remember(workspace, memory, id, step.commit)).reply;
      }
      // Without the lock, a call came so far as well: what is wrong with it is told first, and one
      // that changes nothing needs no lock. So nothing is made on disk before it has to be.
      if (access.kind === 'absent') {
        access = lockIn(yield { lock: { create: true } });
        if (access.kind === 'locked') {
          workspace.restart(id);
          continue;
        }
      }
      const committed = yield* commit(workspace, id, step.commit, access);
      if (committed.kind !== 'stale' || ++restarts > MOST_RESTARTS) {
        const { reply, afterwards } = finish(
          workspace,
          id,
          committed.kind === 'stale' ? busy : committed,
        );
        for (const [number, request] of afterwards.entries()) {
          yield* commitIfPossible(workspace, id, { number, request }, access);
        }
        return reply;
      }
      workspace.restart(id);
    }
  } finally {
    if (access.kind === 'locked') access.lock.release();
    workspace.freeCall(id);
  }
}

/** What goes into a generator has no type of its own; the answer to that ask is this one. */
function lockIn(answer: Answer): Locked<AsyncLock> {
  return answer as Locked<AsyncLock>;
}

function* load(
  workspace: Workspace,
  memory: Memory,
  id: number,
  step: Step,
  access: Locked<AsyncLock>,
): Generator<Ask, void, Answer> {
  for (const dir of step.dirs ?? []) put(workspace, dir, (yield { list: dir }) as Listed);
  for (const path of step.files ?? []) {
    if (isRemembered(path)) {
      put(workspace, path, remembered(memory, path));
      continue;
    }
    const ask: Ask =
      access.kind === 'locked'
        ? { load: path, unless: workspace.stampUnderLock(path), under: access.lock }
        : { load: path, unless: workspace.stamp(path) };
    put(workspace, path, (yield ask) as Loaded);
  }
  for (const path of step.look ?? []) look(workspace, id, path, (yield { look: path }) as Seen);
  for (const path of step.summaries ?? []) {
    const ask = { look: path, unless: workspace.stamp(path) };
    put(workspace, path, (yield ask) as Seen, 'listed');
  }
}

/** What is kept in memory is written without a lock: no other process knows of it. */
function remember(
  workspace: Workspace,
  memory: Memory,
  id: number,
  requests: Omit<Write, 'bytes'>[],
): Ended {
  const etags = requests.map(({ path }, index) => keep(memory, path, workspace.bytes(id, index)));
  return { kind: 'committed', etags };
}

function* commit(
  workspace: Workspace,
  id: number,
  requests: Omit<Write, 'bytes'>[],
  access: Locked<AsyncLock>,
): Generator<Ask, Committed, Answer> {
  if (access.kind === 'fault') return { kind: 'failed', at: 0, fault: access.fault };
  if (access.kind === 'absent') return busy;
  const writes = requests.map((write, index) => ({ ...write, bytes: workspace.bytes(id, index) }));
  return (yield { commit: writes, under: access.lock }) as Committed;
}

/**
 * Commits one of the writes that come after the answer. What became of it is not asked: the answer
 * stands without it, and so do the others.
 */
function* commitIfPossible(
  workspace: Workspace,
  id: number,
  { number, request }: { number: number; request: Omit<Write, 'bytes'> },
  access: Locked<AsyncLock>,
): Generator<Ask, void, Answer> {
  if (access.kind !== 'locked') return;
  try {
    const write = { ...request, bytes: workspace.bytes(id, number) };
    const committed = (yield { commit: [write], under: access.lock }) as Committed;
    // What was added to a file need not be read again.
    if (committed.kind === 'committed' && write.op === 'append') {
      const [stamp = ''] = committed.stamps ?? [];
      workspace.put(write.path, 'appended', '', stamp, 0, write.bytes);
    }
  } catch {
    // A host that throws has its own troubles; this call is answered.
  }
}

type Ended = Exclude<Committed, { kind: 'stale' }>;
const busy: Ended = { kind: 'failed', at: 0, fault: 'busy' };

/** The core words the reply, after the commit: only now is it known what became of it. */
function finish(workspace: Workspace, id: number, committed: Ended): Finished {
  const outcome: Outcome =
    committed.kind === 'committed'
      ? { committed: committed.etags }
      : { failed: { at: committed.at, fault: committed.fault } };
  return JSON.parse(workspace.finish(id, JSON.stringify(outcome)));
}

/** Of a file, `kind` says what is to be made of its bytes. */
function put(
  workspace: Workspace,
  path: string,
  answer: Listed | Loaded | Seen,
  kind: 'bytes' | 'listed' = 'bytes',
): void {
  switch (answer.kind) {
    case 'same':
      break;
    case 'bytes': {
      const { etag, modified = 0 } = 'etag' in answer ? answer : { etag: '' };
      workspace.put(path, kind, etag, answer.stamp ?? '', modified, answer.bytes);
      break;
    }
    case 'names':
      workspace.put(path, 'names', '', '', 0, utf8.encode(answer.names.join('\0')));
      break;
    case 'absent':
      workspace.put(path, 'absent', '', '', 0, utf8.encode(''));
      break;
    case 'fault':
      workspace.put(path, 'fault', '', '', 0, utf8.encode(answer.fault));
      break;
  }
}

function look(workspace: Workspace, id: number, path: string, answer: Seen): void {
  switch (answer.kind) {
    case 'same':
      break;
    case 'bytes':
      workspace.look(id, path, 'bytes', answer.bytes);
      break;
    case 'absent':
      workspace.look(id, path, 'absent', utf8.encode(''));
      break;
    case 'fault':
      workspace.look(id, path, 'fault', utf8.encode(answer.fault));
      break;
  }
}

const utf8 = new TextEncoder();
