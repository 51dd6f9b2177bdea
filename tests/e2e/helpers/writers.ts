/**
 * Processes that add tasks to one plan until they end. All but one are killed at random moments. The one that stays always
 * has a call pending, so it is the next writer after a process that was killed.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { Client } from '@modelcontextprotocol/client';
import { call, openSession, PLANS, type Session } from './tools.ts';

export interface Acknowledged {
  id: string;
  title: string;
}

export class Writers {
  readonly acknowledged: Acknowledged[] = [];
  readonly failures: string[] = [];
  /** The longest call of the one that stays, in milliseconds. */
  longestCallMs = 0;
  kills = 0;
  killsInside = 0;
  readonly #context: TestContext;
  readonly #root: string;
  readonly #planId: string;
  readonly #mortals = new Set<Session>();
  readonly #loops: Promise<void>[] = [];
  #started = 0;
  #isOver = false;

  constructor(context: TestContext, root: string, planId: string) {
    this.#context = context;
    this.#root = root;
    this.#planId = planId;
  }

  /** Starts one that can be killed. */
  async start(): Promise<void> {
    const session = await openSession(this.#context, this.#root);
    this.#mortals.add(session);
    this.#run(session, () => this.#mortals.has(session));
  }

  /** Starts the one that stays. */
  async startSurvivor(): Promise<void> {
    const session = await openSession(this.#context, this.#root);
    this.#run(
      session,
      () => true,
      (ms) => {
        this.longestCallMs = Math.max(this.longestCallMs, ms);
      },
    );
  }

  /** Kills one of them, regardless of what it is doing. */
  killAny(): void {
    const sessions = [...this.#mortals];
    const victim = sessions[Math.floor(Math.random() * sessions.length)];
    if (victim) this.#kill(victim);
  }

  /** Kills the one that has the lock, and returns whether there was one. */
  killHolder(): boolean {
    const holder = this.#holder();
    const victim = [...this.#mortals].find(({ pid }) => pid === holder);
    if (!victim) return false;
    this.#kill(victim);
    // It may have released the lock at the last moment.
    if (this.#holder() === holder) this.killsInside++;
    return true;
  }

  /** Lets all of them finish the call they are in. */
  async stop(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#loops);
  }

  #kill(session: Session): void {
    this.#mortals.delete(session);
    process.kill(session.pid, 'SIGKILL');
    this.kills++;
  }

  #holder(): number | undefined {
    try {
      const [token] = readdirSync(join(this.#root, PLANS, '.history', 'lock', 'held'));
      return Number(token?.split('-')[1]);
    } catch {
      return undefined;
    }
  }

  #run(session: Session, isAlive: () => boolean, onCall: (ms: number) => void = () => {}): void {
    const name = `w${this.#started++}`;
    const loop = async () => {
      for (let count = 0; !this.#isOver && isAlive(); count++) {
        const began = performance.now();
        // The call of a process that was killed neither succeeded nor failed.
        if (!(await this.#add(session.client, `${name}.${count}`))) return;
        onCall(performance.now() - began);
      }
    };
    this.#loops.push(loop());
  }

  async #add(client: Client, title: string): Promise<boolean> {
    const reply = await call(client, 'task_add', { planId: this.#planId, title }).catch(() => null);
    if (reply?.isError) this.failures.push(reply.text);
    else if (reply) this.acknowledged.push({ id: String(reply.json.taskId), title });
    return reply !== null;
  }
}
