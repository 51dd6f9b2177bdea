/** Tool calls as these tests look at them. */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { serverBin } from './commands.ts';

export const PLANS = '.long-term-plan';
export const HEADER = '<!-- long-term-plan:format=v1 -->';

export type Arguments = Record<string, unknown>;

export interface Answer {
  isError: boolean;
  /** What a client without structured content shows. */
  text: string;
  json: Record<string, unknown>;
}

/** A client whose server can be watched, stopped and killed from outside. */
export interface Session {
  client: Client;
  pid: number;
}

/** A server with all tools that these tests need, as the SDK starts it. */
export async function openSession(context: TestContext, root: string): Promise<Session> {
  const client = new Client({ name: 'end-to-end', version: '1.0.0' });
  context.after(() => client.close());
  const args = ['--root', root, '--toolsets', 'plan,doc'];
  const transport = new StdioClientTransport({ command: serverBin, args, stderr: 'ignore' });
  await client.connect(transport);
  assert.ok(transport.pid);
  return { client, pid: transport.pid };
}

export async function call(client: Client, name: string, args: Arguments = {}): Promise<Answer> {
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

/** What is left of locks and of unfinished writes; it should be nothing. */
export function leftovers(root: string): string[] {
  return readdirSync(join(root, PLANS, '.history', 'lock'), {
    recursive: true,
    encoding: 'utf8',
  });
}

/** The task lines of a plan's text: id and title, in order. */
export function tasksIn(text: string): { id: string; title: string }[] {
  const line = /^ *- \[.\] (.*) <!-- long-term-plan:id=(\S+).*-->\r?$/gm;
  return [...text.matchAll(line)].map(([, title = '', id = '']) => ({ id, title }));
}
