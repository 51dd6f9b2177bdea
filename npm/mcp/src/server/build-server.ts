/** The MCP server without a transport: what it lists, and how a reply becomes a tool result. */
import {
  type CallToolResult,
  CLIENT_INFO_META_KEY,
  Server,
  type ServerContext,
  type Tool,
} from '@modelcontextprotocol/server';
import type { Reply } from 'long-term-plan-core/slim';

export interface Served {
  version: string;
  tools: Tool[];
  /** Any name is passed on: it is the core that knows the tools and their other names. */
  call(name: string, args: Record<string, unknown>, actor: string): Promise<Reply>;
}

export function buildServer({ version, tools, call }: Served): Server {
  const server = new Server(
    { name: 'long-term-plan-mcp', title: 'long-term-plan', version },
    { capabilities: { tools: {} } },
  );
  server.setRequestHandler('tools/list', () => ({ tools }));
  server.setRequestHandler('tools/call', async ({ params }, context) =>
    toToolResult(await call(params.name, params.arguments ?? {}, actorOf(server, context))),
  );
  return server;
}

/** The result as structured content and, for clients that do not read it, the same JSON as text. */
export function toToolResult(reply: Reply): CallToolResult {
  if ('error' in reply) {
    const { error } = reply;
    return {
      isError: true,
      content: [{ type: 'text', text: error.message }],
      structuredContent: { error },
    };
  }
  const { result } = reply;
  return {
    content: [{ type: 'text', text: JSON.stringify(result) }],
    structuredContent: result,
  };
}

/**
 * The client's name, and which of its sessions this is. Newer clients introduce themselves in every
 * request, older ones once in `initialize`.
 */
function actorOf(server: Server, context: ServerContext): string {
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
