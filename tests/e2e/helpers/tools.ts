/** Tool calls through a client of the official SDK. */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { serverWith } from './commands.ts';

export const PLANS = '.long-term-plan';

export type Arguments = Record<string, unknown>;

export interface Reply {
  isError: boolean;
  /** The text that a client without structured content shows. */
  text: string;
  json: Record<string, unknown>;
}

/** A client with the process id of its server, so that the server can be stopped and killed. */
export interface Session {
  client: Client;
  pid: number;
}

/** Starts a server with the toolsets `plan` and `doc`. */
export async function openSession(context: TestContext, root: string): Promise<Session> {
  const client = new Client({ name: 'end-to-end', version: '1.0.0' });
  context.after(() => client.close());
  const server = serverWith('--root', root, '--toolsets', 'plan,doc');
  const transport = new StdioClientTransport({ ...server, stderr: 'ignore' });
  await client.connect(transport);
  assert.ok(transport.pid);
  return { client, pid: transport.pid };
}

export async function call(client: Client, name: string, args: Arguments = {}): Promise<Reply> {
  const result = await client.callTool({ name, arguments: args });
  const [first] = result.content;
  assert.equal(result.content.length, 1);
  assert.ok(first?.type === 'text');
  const json = result.structuredContent as Record<string, unknown>;
  return { isError: result.isError === true, text: first.text, json };
}

/** The result of a call that has to succeed. */
export async function succeed(
  client: Client,
  name: string,
  args: Arguments = {},
): Promise<Record<string, unknown>> {
  const { isError, text, json } = await call(client, name, args);
  assert.equal(isError, false, `${name} ${JSON.stringify(args)}: ${text}`);
  return json;
}

/** The message of a call that has to fail. */
export async function fail(client: Client, name: string, args: Arguments = {}): Promise<string> {
  const { isError, text } = await call(client, name, args);
  assert.equal(isError, true, `${name} ${JSON.stringify(args)} succeeded: ${text}`);
  return text;
}

export function planFile(root: string, planId: string): string {
  return join(root, PLANS, `${planId}.md`);
}

/** Files that locks and unfinished writes left behind. */
export function leftovers(root: string): string[] {
  return readdirSync(join(root, PLANS, '.history', 'lock'), {
    recursive: true,
    encoding: 'utf8',
  });
}

/** Ids and titles of the task lines in a plan's text, in order. */
export function tasksIn(text: string): { id: string; title: string }[] {
  const line = /^ *- \[.\] (.*) <!-- long-term-plan:id=(\S+).*-->\r?$/gm;
  return [...text.matchAll(line)].map(([, title = '', id = '']) => ({ id, title }));
}
