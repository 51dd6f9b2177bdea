import type { TestContext } from 'node:test';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { serverBin } from './commands.ts';

/** The two generations of the protocol: `initialize`, and `server/discover`. */
export const REVISIONS = ['2025-11-25', '2026-07-28'] as const;
export type Revision = (typeof REVISIONS)[number];

/** A client of the official SDK, connected to a server in a process of its own. */
export async function connect(
  context: TestContext,
  revision: Revision,
  args: string[],
): Promise<Client> {
  const mode = revision === '2026-07-28' ? { pin: revision } : 'legacy';
  const client = new Client(
    { name: 'end-to-end', version: '1.0.0' },
    { versionNegotiation: { mode } },
  );
  context.after(() => client.close());
  await client.connect(new StdioClientTransport({ command: serverBin, args, stderr: 'ignore' }));
  return client;
}
