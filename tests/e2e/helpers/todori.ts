/** The toolset `todori` served alone, as clients of its specification start it. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { REVISIONS, type Revision } from './client.ts';
import { type Plans, servePlans } from './plans.ts';

export interface Task {
  id: string;
  title: string;
  description?: string;
  status: string;
  priority: string;
  dependencies: string[];
  subtasks: { id: string; title: string; status: string; description?: string }[];
  subtasksLeftOut?: number;
  blockedBy?: string[];
  blocks?: string[];
  metadata: { created?: string; updated?: string; completed?: string };
}

export interface TaskList {
  tasks: Partial<Task>[];
  total: number;
  nextOffset?: number;
}

export interface Next {
  task: Task | null;
  rationale: string;
}

/** A refusal in the specification's form. */
export interface Refusal {
  code: number;
  message: string;
  details?: Record<string, unknown>;
}

/** A task's line as it stands in a plan. */
export const line = (mark: string, id: string, attributes = '', indent = '') =>
  `${indent}- [${mark}] ${id} <!-- long-term-plan:id=${id}${attributes && ` ${attributes}`} -->\n`;

export class Todori {
  readonly plans: Plans;

  constructor(plans: Plans) {
    this.plans = plans;
  }

  call<Answer = Task>(name: string, args: Record<string, unknown> = {}): Promise<Answer> {
    return this.plans.call<Answer>(name, args);
  }

  async refused(name: string, args: Record<string, unknown> = {}): Promise<Refusal> {
    const { code, message, details } = await this.plans.refused(name, args);
    assert.equal(typeof code, 'number', `${code}: ${message}`);
    return { code: Number(code), message, ...(details && { details }) };
  }

  /** The ids that a list holds. */
  async ids(name: string, args: Record<string, unknown> = {}): Promise<(string | undefined)[]> {
    const { tasks } = await this.call<TaskList>(name, args);
    return tasks.map(({ id }) => id);
  }

  /** The plan after its header. */
  text(): string {
    return this.plans.text('tasks');
  }

  put(text: string): void {
    this.plans.put('tasks', text);
  }

  async prompt(name: string, args: Record<string, string> = {}): Promise<string> {
    const { messages } = await this.plans.client.getPrompt({ name, arguments: args });
    const [message] = messages;
    assert.equal(messages.length, 1);
    assert.ok(message?.content.type === 'text');
    return message.content.text;
  }
}

/** A test that both generations of the protocol have to pass. */
export function inTodori(
  name: string,
  body: (todori: Todori, revision: Revision, context: TestContext) => Promise<void>,
  flags: string[] = [],
): void {
  for (const revision of REVISIONS) {
    test(`${revision}: ${name}`, async (context) => {
      const plans = await servePlans(context, revision, ['--toolsets', 'todori', ...flags]);
      await body(new Todori(plans), revision, context);
    });
  }
}
