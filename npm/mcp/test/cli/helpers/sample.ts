/** The project of the examples in the documentation: three plans, three people and an agent, on 17 November 2026. */
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSession, type Session } from '../../../src/session.ts';

process.env.TZ = 'UTC';

const checkout = join(import.meta.dirname, '..', '..', '..', '..', '..');
const fixtures = join(checkout, 'tests', 'fixtures', 'sample');
const wasmDir = join(checkout, 'npm', 'mcp', 'dist');

/** Tuesday, ten past eleven. */
export const NOW = Date.parse('2026-11-17T11:10:00Z');
export const USER = 'ana';

const SHOP = 't_01M7JS7CGV257T788PRPX3';
const SEARCH = 't_01M7JS8D2W6RK0T4YB5PZ5';
const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** The random part of new ids, without its end. */
const RANDOM = '51CYZPBHTFRW';

/** Random bytes with which the next new id has this end. */
export function entropyFor(ending: string): Uint8Array {
  let number = [...RANDOM.slice(0, 16 - ending.length), ...ending].reduce(
    (sum, digit) => sum * 32n + BigInt(DIGITS.indexOf(digit)),
    0n,
  );
  const bytes = new Uint8Array(10);
  for (let index = 9; index >= 0; index--) {
    bytes[index] = Number(number & 255n);
    number >>= 8n;
  }
  return bytes;
}

/** Random bytes with which the next change has this number. */
function entropyOfChange(number: number): Uint8Array {
  const bytes = new Uint8Array(10);
  new DataView(bytes.buffer).setUint32(6, number);
  return bytes;
}

/** One change of the history. */
interface Step {
  at: string;
  by: string;
  /** The number of the change, of nine digits. */
  change: number;
  tool: string;
  args: Record<string, unknown>;
  /** The end of the id of a new task. */
  newId?: string;
}

/** Old changes need other numbers than the ones that the examples name. */
let counter = 0;
const nextNumber = () => 200_000_000 + 131 * counter++;

function done(planId: string, taskId: string, at: string, by: string): Step {
  const args = { planId, taskId, status: 'done' };
  return { at, by, change: nextNumber(), tool: 'task_update', args };
}

/** The project as it is in all examples. Made once, and copied for each of them. */
let template: string | undefined;

export async function makeSample(folder: string): Promise<string> {
  template ??= await buildSample();
  const root = join(folder, 'shop');
  cpSync(template, root, { recursive: true, preserveTimestamps: true });
  return root;
}

async function buildSample(): Promise<string> {
  const root = mkdtempSync(join(tmpdir(), 'ltp-sample-'));
  process.on('exit', () => rmSync(root, { recursive: true, force: true }));
  const plans = join(root, '.long-term-plan');
  mkdirSync(join(plans, 'archive'), { recursive: true });
  for (const name of ['shop', 'platform', 'docs']) {
    cpSync(join(fixtures, `${name}.md`), join(plans, 'archive', `${name}.md`));
  }
  const runner = new History(root);
  // A restored plan is a new one, whose tasks were all added by that change.
  for (const name of ['shop', 'platform', 'docs']) {
    const args = { planId: name };
    await runner.take({
      at: '2026-11-03T09:15:00Z',
      by: 'ana',
      change: nextNumber(),
      tool: 'plan_restore',
      args,
    });
  }
  rmSync(join(plans, 'archive'), { recursive: true });
  await finishOldTasks(runner, plans);
  await changeShop(runner, plans);
  writeFileSync(
    join(plans, 'config.json'),
    '{\n  "defaultPlan": "shop",\n  "handEdits": "adopt"\n}\n',
  );
  return root;
}

async function finishOldTasks(runner: History, plans: string): Promise<void> {
  const open = [
    'Upgrade Postgres',
    'Archive orders',
    'Move logs',
    'Document the',
    'Retire the',
    'Budget',
    'Glossary',
    'Proofread',
  ];
  for (const name of ['platform', 'docs']) {
    const lines = readFileSync(join(plans, `${name}.md`), 'utf8').split('\n');
    for (const line of lines) {
      const id = /id=(t_\w+)/.exec(line)?.[1];
      if (id === undefined || open.some((title) => line.includes(`] ${title}`))) continue;
      await runner.take(done(name, id, '2026-11-05T15:00:00Z', 'mia'));
    }
  }
}

/** The versions of the plan `shop` that git has, by the day of their commit. */
export const COMMITTED: { at: string; text: string }[] = [];

async function changeShop(runner: History, plans: string): Promise<void> {
  const planId = 'shop';
  const file = join(plans, 'shop.md');
  const step = (
    at: string,
    by: string,
    change: number,
    tool: string,
    args: object,
    newId?: string,
  ): Step => ({
    at: `2026-11-${at}Z`,
    by,
    change,
    tool,
    args: { planId, ...args },
    ...(newId !== undefined && { newId }),
  });
  const update = { op: 'update', taskId: `${SHOP}9SMY` };
  await runner.take(done(planId, `${SEARCH}7QK6`, '2026-11-06T10:00:00Z', 'mia'));
  await runner.take(
    step('12T09:00:00', 'claude', nextNumber(), 'task_batch', {
      ops: [{ ...update, status: 'doing' }],
    }),
  );
  COMMITTED.push({ at: '2026-11-15T12:00:00Z', text: readFileSync(file, 'utf8') });
  await runner.take(
    step('15T18:00:00', 'claude', nextNumber(), 'task_batch', {
      ops: [{ ...update, status: 'done' }],
    }),
  );
  edit(file, '## Findability', '## Search');
  await runner.take(
    step('15T20:00:00', 'ana', nextNumber(), 'task_update', {
      taskId: `${SHOP}9SN1`,
      due: '2026-11-14',
      bodyMarkdown: 'Visa and Mastercard.\n\nAsk the bank about refunds.',
    }),
  );
  await runner.take(
    step('16T16:02:00', 'ana', 340_007_716, 'task_update', {
      taskId: `${SHOP}9SN2`,
      priority: 'highest',
    }),
  );
  const t4zb = /id=(t_\w+T4ZB)/.exec(readFileSync(join(plans, 'platform.md'), 'utf8'))?.[1];
  await runner.take({
    at: '2026-11-16T14:10:00Z',
    by: 'ana',
    change: nextNumber(),
    tool: 'task_start',
    args: { planId: 'platform', taskId: t4zb },
  });
  await runner.take(
    step('16T17:20:00', 'mia', 340_009_204, 'task_start', { taskId: `${SEARCH}7QK4` }),
  );
  edit(file, '7QK5 state=blocked', '7QK5 priority=low state=blocked');
  await runner.take(
    step(
      '17T10:41:00',
      'ana',
      340_003_981,
      'task_add',
      { title: 'Write docs', beforeTaskId: `${SEARCH}7QK8`, due: '2026-11-18', tags: ['docs'] },
      '7QK7',
    ),
  );
  // The time at which the edit by hand was noticed.
  const history = join(plans, '.history', 'shop.jsonl');
  const lines = readFileSync(history, 'utf8').split('\n');
  const byHand = lines.findLastIndex((line) => line.includes('"by":null'));
  lines[byHand] = (lines[byHand] ?? '').replace('T10:41:00', 'T10:12:00');
  writeFileSync(history, lines.join('\n'));
  await runner.take(
    step('17T10:58:00', 'claude', 340_164_170, 'task_start', { taskId: `${SHOP}9SMZ` }),
  );
  placeLease(plans, `${SHOP}9SMZ`);
}

function edit(file: string, from: string, to: string): void {
  const text = readFileSync(file, 'utf8');
  if (!text.includes(from)) throw new Error(`${file} does not contain ${from}`);
  writeFileSync(file, text.replace(from, to));
}

/** The agent works in another worktree, and was active 20 seconds ago. */
function placeLease(plans: string, taskId: string): void {
  const history = join(plans, '.history');
  for (const entry of readdirSync(history, { recursive: true, encoding: 'utf8' })) {
    const file = join(history, entry);
    if (!entry.includes(taskId) || !existsSync(file)) continue;
    const lease = {
      ...JSON.parse(readFileSync(file, 'utf8')),
      branch: 'guest',
      worktree: '../shop-guest',
    };
    writeFileSync(file, `${JSON.stringify(lease)}\n`);
    utimesSync(file, NOW / 1000 - 20, NOW / 1000 - 20);
  }
}

/** Changes a sample at given times, as given callers. */
export const openSample = (root: string): History => new History(root);

export const samplePlan = (root: string, name: string): string =>
  join(root, '.long-term-plan', `${name}.md`);

class History {
  readonly #root: string;

  constructor(root: string) {
    this.#root = root;
  }

  async take({ at, by, change, tool, args, newId }: Step): Promise<void> {
    const now = Date.parse(at);
    // Only a task that is added needs a certain id, and its change gets its number below.
    const entropy = newId === undefined ? entropyOfChange(change) : entropyFor(newId);
    const session = this.#session(by, () => entropy, now);
    const reply = await session.call({ kind: 'tool', name: tool, args }, by);
    if ('error' in reply) throw new Error(`${tool}: ${reply.error.message}`);
    const { changeId } = reply.result;
    const wanted = `c${String(change).padStart(9, '0')}`;
    if (typeof changeId === 'string' && changeId !== wanted) this.#renumber(changeId, wanted);
    if (newId !== undefined) this.#rename(String(reply.result.taskId), `${SEARCH}${newId}`);
  }

  #session(by: string, entropy: () => Uint8Array, now: number): Session {
    return openSession(
      {
        root: this.#root,
        plansDir: '.long-term-plan',
        readOnly: false,
        requireIfMatch: false,
        oneDoing: false,
        defaultPlan: undefined,
        handEdits: 'refuse',
        markers: 'plan',
        claims: 'plans',
        leaseMinutes: 30,
        toolsets: ['plan'],
        caller: { isServer: false, isLasting: true, isPerson: by !== 'claude' },
      },
      wasmDir,
      [],
      { now: () => now, entropy },
    );
  }

  #renumber(from: string, to: string): void {
    this.#replace(
      ['.history/shop.jsonl', '.history/platform.jsonl', '.history/docs.jsonl'],
      from,
      to,
    );
  }

  #rename(from: string, to: string): void {
    this.#replace(['shop.md', '.history/shop.jsonl'], from, to);
  }

  #replace(files: readonly string[], from: string, to: string): void {
    for (const name of files) {
      const file = join(this.#root, '.long-term-plan', name);
      if (!existsSync(file)) continue;
      const text = readFileSync(file, 'utf8');
      if (text.includes(from)) writeFileSync(file, text.replaceAll(from, to));
    }
  }
}
