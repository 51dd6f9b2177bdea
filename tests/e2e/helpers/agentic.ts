/** The toolset `agentic-todo` served alone, as clients of its specification start it. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { REVISIONS, type Revision } from './client.ts';
import { type Plans, servePlans } from './plans.ts';

export const AGENTIC_HEADER = '<!-- long-term-plan:format=v1 markers=gfm -->\n';

export interface ListedTask {
  task_id: string;
  title: string;
  status: string;
  category: string;
  subtasks_count: number;
  priority: number;
}

export interface TaskHit {
  task_id: string;
  title: string;
  match_score: number;
  matched_content: string;
}

/** A refusal in the form of the specification's section 6.2. */
export interface Refusal {
  code: string;
  message: string;
  details?: Record<string, unknown>;
}

/** A task's line as it stands in the plan. */
export const line = (mark: string, id: string, title = id, indent = '') =>
  `${indent}- [${mark}] ${title} <!-- long-term-plan:id=${id} -->\n`;

export class Agentic {
  readonly plans: Plans;

  constructor(plans: Plans) {
    this.plans = plans;
  }

  get client() {
    return this.plans.client;
  }

  path(file: string): string {
    return join(this.plans.root, '.todo', file);
  }

  text(file: string): string {
    return readFileSync(this.path(file), 'utf8');
  }

  has(file: string): boolean {
    return existsSync(this.path(file));
  }

  /** Writes a file by hand. */
  put(file: string, content: string | Uint8Array): void {
    mkdirSync(dirname(this.path(file)), { recursive: true });
    writeFileSync(this.path(file), content);
  }

  /** Writes the tasks by hand; the header comes with them. */
  putTasks(text: string): void {
    this.put('task.md', AGENTIC_HEADER + text);
  }

  call<Answer = Record<string, unknown>>(
    name: string,
    args: Record<string, unknown> = {},
  ): Promise<Answer> {
    return this.plans.call<Answer>(name, args);
  }

  async create(title: string, args: Record<string, unknown> = {}): Promise<string> {
    const { task_id } = await this.call<{ task_id: string }>('create_task', { title, ...args });
    return task_id;
  }

  async list(args: Record<string, unknown> = {}): Promise<ListedTask[]> {
    return (await this.call<{ tasks: ListedTask[] }>('list_tasks', args)).tasks;
  }

  /** The error of a call that has to fail. */
  async refused(name: string, args: Record<string, unknown> = {}): Promise<Refusal> {
    const { code, message, details } = await this.plans.refused(name, args);
    assert.ok(typeof code === 'string', `${code}: ${message}`);
    return { code, message, ...(details && { details }) };
  }

  /** The same, of which only the code and what it is about matter. */
  async refusal(name: string, args: Record<string, unknown> = {}): Promise<unknown[]> {
    const { code, details, message } = await this.refused(name, args);
    assert.ok(message.length > 0);
    return [code, details?.field, details?.value];
  }
}

/** A test that both generations of the protocol have to pass. */
export function inAgentic(
  name: string,
  body: (agentic: Agentic, revision: Revision, context: TestContext) => Promise<void>,
  flags: string[] = [],
): void {
  for (const revision of REVISIONS) {
    test(`${revision}: ${name}`, async (context) => {
      const plans = await servePlans(context, revision, ['--toolsets', 'agentic-todo', ...flags]);
      await body(new Agentic(plans), revision, context);
    });
  }
}
