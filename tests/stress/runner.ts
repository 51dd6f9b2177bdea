/**
 * The stress scenario: agents as client processes on the checkouts of two clones of a repository, with remote claims, linked worktrees,
 * sub-agents, other namespaces of process ids, and random kills and restarts.
 *
 * Each checkout has its own copy of the plan. What git would merge is published instead, so that no time is lost: before an agent finishes
 * a task, while it still holds it, the task is finished in the other checkouts.
 */
import { type ChildProcessWithoutNullStreams, execFileSync, spawn } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { serverBin } from '../e2e/helpers/commands.ts';

const PLAN = 'work';
const PLANS = '.long-term-plan';

export interface Size {
  agents: number;
  tasks: number;
  kills: number;
  /** Between two kills. */
  pauseMs: number;
  workMs: number;
}

export interface AgentEvent {
  kind: string;
  agent: string;
  /** Which run of the agent: it may have been killed and restarted. */
  run: number;
  at: number;
  task?: string;
  note?: string;
  message?: string;
  claim?: string;
}

export interface Outcome {
  events: AgentEvent[];
  /** The text of the plan in each checkout. */
  plans: string[];
  /** The history of the plan in each checkout. */
  histories: string[];
  /** Tasks with those that they depend on. */
  dependencies: Map<string, string[]>;
  /** How long it took until all was done, after the last kill. */
  afterLastKillMs: number;
  seconds: number;
  usesNamespaces: boolean;
}

interface Agent {
  name: string;
  root: string;
  isLasting: boolean;
  isInNamespace: boolean;
  subAgents: string[];
}

export async function runScenario(size: Size): Promise<Outcome> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'stress-')));
  try {
    return await new Scenario(folder, size).run();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

class Scenario {
  readonly #size: Size;
  readonly #checkouts: string[];
  readonly #dependencies: Map<string, string[]>;
  readonly #usesNamespaces = canUseNamespaces();
  readonly #events: AgentEvent[] = [];
  readonly #running = new Map<string, { run: number; child: ChildProcessWithoutNullStreams }>();
  readonly #publishers: Publisher[];

  constructor(folder: string, size: Size) {
    this.#size = size;
    const { text, dependencies } = makePlan(size.tasks);
    this.#dependencies = dependencies;
    this.#checkouts = makeCheckouts(folder, text);
    this.#publishers = this.#checkouts.map((root) => new Publisher(root));
  }

  async run(): Promise<Outcome> {
    const start = Date.now();
    const agents = this.#agents();
    const finished = Promise.all(agents.map((agent) => this.#keepRunning(agent)));
    const lastKill = await this.#killSome();
    await finished;
    const end = Date.now();
    await Promise.all(this.#publishers.map((publisher) => publisher.close()));
    const planOf = (root: string) => readFileSync(join(root, PLANS, `${PLAN}.md`), 'utf8');
    return {
      events: this.#events,
      plans: this.#checkouts.map(planOf),
      histories: this.#checkouts.map(historyOf),
      dependencies: this.#dependencies,
      afterLastKillMs: end - lastKill,
      seconds: (end - start) / 1000,
      usesNamespaces: this.#usesNamespaces,
    };
  }

  #agents(): Agent[] {
    return Array.from({ length: this.#size.agents }, (_, index) => ({
      name: `agent-${index}`,
      // Half of them share a checkout.
      root: this.#checkouts[index % 2 === 0 ? 0 : index % this.#checkouts.length] ?? '',
      isLasting: index % 3 === 0,
      isInNamespace: this.#usesNamespaces && index % 5 === 2,
      subAgents: index % 4 === 1 ? ['ui', 'api', ''] : [''],
    }));
  }

  /** Starts an agent again for as long as it is killed. */
  async #keepRunning(agent: Agent): Promise<void> {
    for (let run = 1; ; run++) {
      const code = await this.#runOnce(agent, run);
      if (code === 0) return;
      await sleep(500 * Math.random());
    }
  }

  #runOnce(agent: Agent, run: number): Promise<number | null> {
    const { name, root, isLasting, isInNamespace, subAgents } = agent;
    const server = [process.execPath, serverBin, '--root', root];
    if (isLasting) server.push('--agent', name);
    const options = {
      server,
      planId: PLAN,
      subAgents,
      workMs: this.#size.workMs,
      resume: isLasting && run > 1,
    };
    const script = join(import.meta.dirname, 'agent.mjs');
    const command = [process.execPath, script, JSON.stringify(options)];
    if (isInNamespace)
      command.unshift('unshare', '--pid', '--fork', '--kill-child', '--mount-proc');
    const [program = '', ...args] = command;
    // In a separate group, so that a kill reaches its server too.
    const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'pipe'], detached: true });
    this.#running.set(name, { run, child });
    child.stdin.on('error', () => {});
    child.stderr.on('data', (text: Buffer) => {
      this.#events.push({ kind: 'stderr', agent: name, run, at: Date.now(), message: `${text}` });
    });
    createInterface({ input: child.stdout }).on('line', (line) => {
      const event: AgentEvent = { ...JSON.parse(line), agent: name, run };
      this.#events.push(event);
      if (event.kind === 'publish') void this.#publish(agent, event.task ?? '', child);
    });
    return new Promise((resolve) => {
      child.on('close', (code) => {
        this.#running.delete(name);
        resolve(code);
      });
    });
  }

  async #publish(
    { root }: Agent,
    task: string,
    child: ChildProcessWithoutNullStreams,
  ): Promise<void> {
    const others = this.#publishers.filter((publisher) => publisher.root !== root);
    await Promise.all(others.map((publisher) => publisher.finish(task)));
    child.stdin.write(`${task}\n`);
  }

  /** Returns when the last agent was killed. */
  async #killSome(): Promise<number> {
    let last = Date.now();
    for (let kill = 0; kill < this.#size.kills; kill++) {
      await sleep(this.#size.pauseMs * (0.5 + Math.random()));
      const running = [...this.#running];
      const [agent = '', { run = 0, child = undefined } = {}] =
        running[Math.floor(Math.random() * running.length)] ?? [];
      if (child?.pid === undefined) continue;
      // Noted first: as soon as the process is dead, another agent may take over.
      last = Date.now();
      this.#events.push({ kind: 'killed', agent, run, at: last });
      try {
        process.kill(-child.pid, 'SIGKILL');
      } catch {
        // It has just ended.
      }
    }
    return last;
  }
}

/** All changes, in older files too. */
function historyOf(root: string): string {
  const folder = join(root, PLANS, '.history');
  const files = readdirSync(folder).filter((name) => name.endsWith('.jsonl'));
  return files.map((name) => readFileSync(join(folder, name), 'utf8')).join('');
}

/** A server on a checkout, which finishes what agents have finished in others. */
class Publisher {
  readonly root: string;
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #waiting = new Map<number, () => void>();
  #lastId = 0;

  constructor(root: string) {
    this.root = root;
    this.#child = spawn(process.execPath, [serverBin, '--root', root, '--agent', 'publisher']);
    createInterface({ input: this.#child.stdout }).on('line', (line) => {
      const { id } = JSON.parse(line);
      this.#waiting.get(id)?.();
    });
    void this.#request('initialize', {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'publisher', version: '1' },
    });
    this.#send({ method: 'notifications/initialized' });
  }

  finish(taskId: string): Promise<void> {
    const args = { planId: PLAN, taskId, status: 'done' };
    return this.#request('tools/call', { name: 'task_update', arguments: args });
  }

  close(): Promise<void> {
    this.#child.stdin.end();
    return new Promise((resolve) => this.#child.on('close', () => resolve()));
  }

  #request(method: string, params: object): Promise<void> {
    const id = ++this.#lastId;
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve);
      this.#send({ id, method, params });
    });
  }

  #send(message: object): void {
    this.#child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  }
}

/** Every task depends on up to two of the ten before it. */
function makePlan(count: number): { text: string; dependencies: Map<string, string[]> } {
  const dependencies = new Map<string, string[]>();
  const lines = Array.from({ length: count }, (_, index) => {
    const id = `t_${index}`;
    const earlier = [1 + Math.floor(10 * Math.random()), 1 + Math.floor(10 * Math.random())]
      .map((distance) => index - distance)
      .filter((target) => target >= 0 && index % 3 !== 0);
    const targets = [...new Set(earlier.map((target) => `t_${target}`))];
    dependencies.set(id, targets);
    const depends = targets.length > 0 ? ` depends=${targets.join(',')}` : '';
    return `- [ ] Task ${index} <!-- long-term-plan:id=${id}${depends} -->\n`;
  });
  return { text: `<!-- long-term-plan:format=v1 -->\n# Work\n\n${lines.join('')}`, dependencies };
}

/** A clone with two linked worktrees, and another clone; both let the remote decide. */
function makeCheckouts(folder: string, plan: string): string[] {
  const git = (cwd: string, ...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=T', '-c', 'user.email=t@example.com', ...args], {
      cwd,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  const [bare = '', main = '', clone = ''] = ['bare.git', 'main', 'clone'].map((name) =>
    join(folder, name),
  );
  git(folder, 'init', '--quiet', '--bare', '--initial-branch=trunk', bare);
  git(folder, 'clone', '--quiet', bare, main);
  git(main, 'checkout', '--quiet', '-b', 'trunk');
  mkdirSync(join(main, PLANS));
  writeFileSync(join(main, PLANS, `${PLAN}.md`), plan);
  const config = { claims: 'origin', leaseMinutes: 1 };
  writeFileSync(join(main, PLANS, 'config.json'), JSON.stringify(config));
  git(main, 'add', '.');
  git(main, 'commit', '--quiet', '--message=Plan');
  git(main, 'push', '--quiet', 'origin', 'trunk');
  git(folder, 'clone', '--quiet', bare, clone);
  for (const repository of [main, clone]) {
    git(repository, 'config', 'long-term-plan.claims', 'origin');
  }
  const linked = ['one', 'two'].map((name) => {
    const worktree = join(folder, name);
    git(main, 'worktree', 'add', '--quiet', '-b', name, worktree);
    return worktree;
  });
  return [main, ...linked, clone];
}

/** Containers and some systems do not allow it. */
function canUseNamespaces(): boolean {
  try {
    execFileSync('unshare', ['--pid', '--fork', '--kill-child', '--mount-proc', 'true'], {
      stdio: 'ignore',
    });
    return true;
  } catch {
    return false;
  }
}
