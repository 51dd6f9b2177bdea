import {
  CLIENT_INFO_META_KEY,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';

/**
 * The client's name, and which of its sessions this is. Newer clients introduce themselves in every
 * request, older ones once in `initialize`.
 */
export function actorOf(server: Server, context: ServerContext): string {
  const envelope: Record<string, unknown> = context.mcpReq.envelope ?? {};
  const client = envelope[CLIENT_INFO_META_KEY] ?? server.getClientVersion();
  return `${nameOf(client) ?? 'mcp'}-${process.pid.toString(36)}`;
}

function nameOf(client: unknown): string | undefined {
  return typeof client === 'object' &&
    client !== null &&
    'name' in client &&
    typeof client.name === 'string'
    ? client.name
    : undefined;
}
