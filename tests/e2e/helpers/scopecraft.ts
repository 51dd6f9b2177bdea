/** The toolset `scopecraft`, as clients of its specification see it. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { REVISIONS, type Revision } from './client.ts';
import { type Plans, servePlans } from './plans.ts';

export interface Task {
  id: string;
  title: string;
  type: string;
  status: string;
  priority: string;
  workflowState: string;
  area: string;
  tags: string[];
  assignee?: string;
  createdDate?: string;
  updatedDate?: string;
  archivedDate?: string;
  path: string;
  filename: string;
  taskStructure: string;
  content?: string;
  overview?: string;
  sections?: Record<string, string>;
  parentId?: string;
  sequenceNumber?: string;
  progress?: { total: number; completed: number; percentage: number };
  subtaskIds?: string[];
  subtaskIdsLeftOut?: number;
  subtasks?: Task[];
  supportingFiles?: string[];
}

export interface Answer<Data> {
  success: boolean;
  data: Data;
  message: string;
  metadata: {
    timestamp: string;
    version: string;
    count?: number;
    hasMore?: boolean;
    nextCursor?: string;
    unreadable?: string[];
  };
}

export interface Refusal {
  error: string;
  message: string;
}

/** A task's line as it stands in a plan. */
export const line = (mark: string, id: string, attributes = '', indent = '') =>
  `${indent}- [${mark}] Title of ${id} <!-- long-term-plan:id=${id}${attributes && ` ${attributes}`} -->\n`;

export class Scopecraft {
  readonly plans: Plans;

  constructor(plans: Plans) {
    this.plans = plans;
  }

  /** Also checked against the listed schema, by the client. */
  async call<Data = Task[]>(
    name: string,
    args: Record<string, unknown> = {},
  ): Promise<Answer<Data>> {
    const answer = await this.plans.call<Answer<Data>>(name, args);
    assert.equal(answer.success, true);
    assert.match(answer.metadata.timestamp, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    assert.equal(answer.metadata.version, '2.0');
    return answer;
  }

  async data<Data = Task[]>(name: string, args: Record<string, unknown> = {}): Promise<Data> {
    return (await this.call<Data>(name, args)).data;
  }

  /** The ids in a list, all pages of it. */
  async ids(name: string, args: Record<string, unknown> = {}): Promise<string[]> {
    const ids: string[] = [];
    for (let cursor: string | undefined; ; ) {
      const { data, metadata } = await this.call(name, { ...args, ...(cursor && { cursor }) });
      ids.push(...data.map(({ id }) => id));
      cursor = metadata.nextCursor;
      assert.equal(metadata.hasMore, cursor !== undefined);
      if (cursor !== undefined) continue;
      assert.equal(metadata.count, ids.length);
      return ids;
    }
  }

  /** How a call fails, which it must, in the specification's envelope. */
  async refused(name: string, args: Record<string, unknown> = {}): Promise<Refusal> {
    const result = await this.plans.client.callTool({ name, arguments: args });
    const { success, ...refusal } = result.structuredContent as Refusal & { success: boolean };
    assert.equal(result.isError, true);
    assert.equal(success, false);
    assert.deepEqual(result.content, [{ type: 'text', text: refusal.message }]);
    return refusal;
  }
}

/** A test that both generations of the protocol have to pass. */
export function inScopecraft(
  name: string,
  body: (scopecraft: Scopecraft, revision: Revision, context: TestContext) => Promise<void>,
  flags: string[] = ['--toolsets', 'scopecraft'],
): void {
  for (const revision of REVISIONS) {
    test(`${revision}: ${name}`, async (context) => {
      const plans = await servePlans(context, revision, flags);
      // From now on the client checks what is answered.
      await plans.client.listTools();
      await body(new Scopecraft(plans), revision, context);
    });
  }
}
