/** Our server over HTTP, for a test program that has no other transport. Only tests use it. */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { TestContext } from 'node:test';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { listing } from '../../../npm/mcp/src/listing.ts';
import { CallerNames } from '../../../npm/mcp/src/server/caller-names.ts';
import { defineServer } from '../../../npm/mcp/src/server/definition.ts';
import {
  type Backend,
  createServer as createMcpServer,
} from '../../../npm/mcp/src/server/mcp-server.ts';
import { ResourceChanges } from '../../../npm/mcp/src/server/resource-changes.ts';
import { openSession } from '../../../npm/mcp/src/session.ts';
import type { Settings } from '../../../npm/mcp/src/settings.ts';
import { checkout } from './commands.ts';

/**
 * Serves the plans of a project until the test ends, and returns the address. `translate` maps a message of the
 * client to the one that our server understands.
 */
export async function serveHttp(
  context: TestContext,
  root: string,
  translate: (message: string) => string,
): Promise<string> {
  const settings: Settings = {
    root,
    plansDir: '.long-term-plan',
    // All toolsets that can be enabled together: the last two have tools with the same names.
    toolsets: listing.toolsets.map(({ name }) => name).filter((name) => name !== 'agentic-todo'),
    tools: undefined,
    toolNames: 'underscored',
    readOnly: false,
    requireIfMatch: false,
    oneDoing: false,
    defaultPlan: undefined,
    handEdits: 'refuse',
    markers: 'plan',
    claims: 'plans',
    leaseMinutes: 30,
    agent: undefined,
  };
  const session = openSession(settings, join(checkout, 'npm', 'mcp', 'dist'));
  const definition = defineServer(listing, settings, '0.0.0');
  const backend: Backend = {
    project: { definition, isSettled: true, settle: () => {}, call: session.call },
    // Every request has its own server, which ends before anything can change.
    changes: new ResourceChanges(async () => {}),
    callers: new CallerNames(undefined),
    pages: '',
  };
  const handler = createMcpHandler(({ era }) => createMcpServer(backend, era));
  const http = createServer(async (incoming, outgoing) => {
    const response = await handler.fetch(await toRequest(incoming, translate));
    outgoing.writeHead(response.status, Object.fromEntries(response.headers));
    if (response.body === null) outgoing.end();
    else Readable.fromWeb(response.body).pipe(outgoing);
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  context.after(async () => {
    await handler.close();
    http.closeAllConnections();
    http.close();
  });
  return `http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`;
}

async function toRequest(
  incoming: IncomingMessage,
  translate: (message: string) => string,
): Promise<Request> {
  const { method = 'GET', url = '/', headers } = incoming;
  const body = method === 'POST' ? translate(await text(incoming)) : undefined;
  return new Request(new URL(url, `http://${headers.host}`), {
    method,
    headers: Object.entries(headers)
      .filter(([name]) => name !== 'content-length')
      .map(([name, value]) => [name, String(value)]),
    ...(body !== undefined && { body }),
  });
}
