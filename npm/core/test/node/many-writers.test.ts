/** The lock and the commit between processes, some of which are killed without warning. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { build } from 'esbuild';
import { commitOne, leftovers, makeProject, PLANS } from './helpers/project.ts';
import type { Report } from './helpers/writer.ts';

const WRITERS = 6;
/** After a change of the lock, run it for longer. */
const SECONDS = Number(process.env.LTP_KILL_SECONDS ?? 10);

/** Processes that write, and their reports. */
class Writers {
  readonly added: string[] = [];
  readonly wrong: Report[] = [];
  longestWaitMs = 0;
  /** The longest time from the death of an owner until another process took the lock. */
  longestDelayMs = 0;
  #diedInside: number | undefined;
  readonly #children = new Set<ChildProcess>();
  readonly #spared = new Set<ChildProcess>();
  readonly #args: string[];
  readonly #marks: string;
  #started = 0;

  private constructor(program: string, root: string, marks: string) {
    this.#args = [program, root, PLANS, marks];
    this.#marks = marks;
  }

  static async in(context: TestContext, root: string): Promise<Writers> {
    const program = join(root, 'writer.mjs');
    // A bundle starts several times faster than a program that is compiled at start.
    await build({
      entryPoints: [join(import.meta.dirname, 'helpers', 'writer.ts')],
      outfile: program,
      bundle: true,
      platform: 'node',
      format: 'esm',
    });
    const marks = join(root, 'marks');
    mkdirSync(marks);
    const writers = new Writers(program, root, marks);
    context.after(() => writers.killAll());
    return writers;
  }

  /** A spared writer always wants the lock, so that delays show. */
  start({ spared = false } = {}): void {
    const name = String(this.#started++);
    const child = spawn(process.execPath, [...this.#args, name], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const group = spared ? this.#spared : this.#children;
    group.add(child);
    child.once('exit', () => group.delete(child));
    createInterface(child.stdout).on('line', (line) => this.#note(JSON.parse(line)));
  }

  #note(report: Report): void {
    if ('added' in report) {
      this.added.push(report.added);
      this.longestWaitMs = Math.max(this.longestWaitMs, report.waitedMs);
    } else if (!('entered' in report)) {
      this.wrong.push(report);
    } else if (this.#diedInside !== undefined && report.entered > this.#diedInside) {
      this.longestDelayMs = Math.max(this.longestDelayMs, report.entered - this.#diedInside);
      this.#diedInside = undefined;
    }
  }

  /** Kills one of them at a random moment. */
  killAny(): void {
    const children = [...this.#children];
    children[Math.floor(Math.random() * children.length)]?.kill('SIGKILL');
  }

  /** Kills the owner of the lock, unless it releases it first. Returns whether there was one. */
  async killInside(): Promise<boolean> {
    for (const end = performance.now() + 100; performance.now() < end; await sleep(0)) {
      const inside = readdirSync(this.#marks).map(Number);
      const victim = [...this.#children].find(({ pid }) => inside.includes(pid ?? 0));
      if (victim?.kill('SIGKILL')) {
        this.#diedInside ??= Date.now();
        return true;
      }
    }
    return false;
  }

  async killAll(): Promise<void> {
    for (const child of [...this.#children, ...this.#spared]) child.kill('SIGKILL');
    await until(() => this.#children.size + this.#spared.size === 0);
  }
}

async function until(condition: () => boolean): Promise<void> {
  for (const end = performance.now() + 60_000; !condition(); await sleep(10)) {
    assert.ok(performance.now() < end, `timed out waiting until ${condition}`);
  }
}

function assertNothingLost(plans: string, { added, wrong }: Writers): void {
  const lines = readFileSync(join(plans, 'log.md'), 'utf8').trimEnd().split('\n');
  const present = new Set(lines);
  assert.equal(present.size, lines.length, 'no line is in the file twice');
  assert.deepEqual(
    added.filter((line) => !present.has(line)),
    [],
    'every acknowledged line is in the file',
  );
  assert.deepEqual(wrong, [], 'no two processes were under the lock at once, and no write failed');
}

test('many processes write one file, one at a time', async (context) => {
  const { root, plans } = makeProject(context);
  const writers = await Writers.in(context, root);
  for (let count = 0; count < WRITERS; count++) writers.start();
  await until(() => writers.added.length >= 300);
  await writers.killAll();
  assertNothingLost(plans, writers);
  context.diagnostic(`longest wait ${writers.longestWaitMs.toFixed()} ms`);
});

test(`killed at any moment for ${SECONDS} s, writers lose nothing and delay no other`, async (context) => {
  const { root, plans, host } = makeProject(context);
  const writers = await Writers.in(context, root);
  for (let count = 0; count < WRITERS; count++) writers.start({ spared: count === 0 });
  await until(() => writers.added.length >= WRITERS);

  const end = performance.now() + SECONDS * 1000;
  let kills = 0;
  let killsInside = 0;
  for (; performance.now() < end; kills++) {
    await sleep(20 + Math.random() * 80);
    if (kills % 2 === 0) writers.killAny();
    else if (await writers.killInside()) killsInside++;
    writers.start();
  }
  await writers.killAll();

  const begin = performance.now();
  assert.equal((await commitOne(host, 'last.md', 'x')).kind, 'committed');
  const lastWaitMs = performance.now() - begin;
  context.diagnostic(
    `${kills} kills, ${killsInside} of them under the lock, after which the next writer took it ` +
      `within ${writers.longestDelayMs} ms; ${writers.added.length} writes acknowledged, ` +
      `longest wait ${writers.longestWaitMs.toFixed()} ms, the last ${lastWaitMs.toFixed()} ms`,
  );
  assertNothingLost(plans, writers);
  assert.ok(writers.longestDelayMs < 1000, 'a dead writer blocked the others for too long');
  assert.ok(lastWaitMs < 1000, `the last writer waited ${lastWaitMs} ms`);
  assert.deepEqual(leftovers(plans), []);
  assert.deepEqual(readdirSync(plans).sort(), ['.history', 'last.md', 'log.md']);
});
