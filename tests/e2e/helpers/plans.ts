/** A project, its server, and a client of the official SDK: what most end-to-end tests use. */
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { Client } from '@modelcontextprotocol/client';
import { connect, REVISIONS, type Revision } from './client.ts';
import { makeProject } from './project.ts';

export const HEADER = '<!-- long-term-plan:format=v1 -->\n';

/** No reply of a tool is longer. */
const MAX_REPLY_CHARS = 40_000;

export interface ToolFailure {
  code: string | number;
  message: string;
  details?: Record<string, unknown>;
}

export class Plans {
  readonly root: string;
  readonly client: Client;

  constructor(root: string, client: Client) {
    this.root = root;
    this.client = client;
  }

  path(planId: string): string {
    return join(this.root, '.long-term-plan', `${planId}.md`);
  }

  /** Writes a plan manually, with the header. */
  put(planId: string, text: string): void {
    this.putFile(planId, HEADER + text);
  }

  putFile(planId: string, content: string | Uint8Array): void {
    mkdirSync(join(this.root, '.long-term-plan'), { recursive: true });
    writeFileSync(this.path(planId), content);
  }

  /** The text of a plan after its header. */
  text(planId: string): string {
    const text = readFileSync(this.path(planId), 'utf8');
    assert.ok(text.startsWith(HEADER));
    return text.slice(HEADER.length);
  }

  /** The result of a call that has to succeed. */
  async call<Result = Record<string, unknown>>(
    name: string,
    args: Record<string, unknown> = {},
  ): Promise<Result> {
    const { isError, structuredContent, text } = await this.#call(name, args);
    assert.equal(isError, undefined, text);
    assert.equal(
      text,
      JSON.stringify(structuredContent),
      'the text is the structured content as JSON',
    );
    return structuredContent as Result;
  }

  /** The error of a call that has to fail. */
  async fails(name: string, args: Record<string, unknown> = {}): Promise<ToolFailure> {
    const { isError, structuredContent, text } = await this.#call(name, args);
    assert.equal(isError, true, text);
    const { error } = structuredContent as { error: ToolFailure };
    assert.equal(text, error.message, 'the text is the message');
    return error;
  }

  async #call(name: string, args: Record<string, unknown>) {
    const { isError, structuredContent, content } = await this.client.callTool({
      name,
      arguments: args,
    });
    assert.equal(content.length, 1);
    const [item] = content;
    assert.ok(item?.type === 'text');
    assert.ok(item.text.length <= MAX_REPLY_CHARS, `${item.text.length} characters`);
    return { isError, structuredContent, text: item.text };
  }
}

/** Serves a project without plans. */
export async function servePlans(
  context: TestContext,
  revision: Revision,
  flags: string[] = [],
): Promise<Plans> {
  const root = makeProject(context);
  return new Plans(root, await connect(context, revision, ['--root', root, ...flags]));
}

/** A test that has to pass with both revisions of the protocol. */
export function forEachRevision(
  name: string,
  body: (plans: Plans, revision: Revision, context: TestContext) => Promise<void>,
  flags: string[] = [],
): void {
  for (const revision of REVISIONS) {
    test(`${revision}: ${name}`, async (context) => {
      await body(await servePlans(context, revision, flags), revision, context);
    });
  }
}
