import type { TestContext } from 'node:test';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { serverWith } from './commands.ts';

/** The two revisions of the protocol: one starts with `initialize`, the other with `server/discover`. */
export const REVISIONS = ['2025-11-25', '2026-07-28'] as const;
export type Revision = (typeof REVISIONS)[number];

/** How to start a server other than by its bin in the checkout. */
export interface Launch {
  command: string;
  args: string[];
  cwd?: string;
  env?: Record<string, string>;
}

/** A client of the official SDK, connected to a server in its own process. */
export function connect(context: TestContext, revision: Revision, args: string[]): Promise<Client> {
  return launch(context, revision, serverWith(...args));
}

/** Connects to a server that is started in another way. */
export async function launch(
  context: TestContext,
  revision: Revision,
  server: Launch,
): Promise<Client> {
  const mode = revision === '2026-07-28' ? { pin: revision } : 'legacy';
  const client = new Client(
    { name: 'end-to-end', version: '1.0.0' },
    { versionNegotiation: { mode } },
  );
  context.after(() => client.close());
  await client.connect(new StdioClientTransport({ ...server, stderr: 'ignore' }));
  return client;
}
