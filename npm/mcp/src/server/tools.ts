/** Tools: how they are listed, and how a reply of the core becomes a tool's result. */
import type { CallToolResult, Server } from '@modelcontextprotocol/server';
import type { Reply } from 'long-term-plan-core/slim';
import { actorOf } from './actor.ts';
import type { Served } from './served.ts';

export function serveTools(server: Server, { tools, ask }: Served): void {
  server.setRequestHandler('tools/list', () => ({ tools }));
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const { name, arguments: args = {} } = params;
    return toToolResult(await ask({ kind: 'tool', name, args }, actorOf(server, context)));
  });
}

/** The result as structured content and, for clients that do not read it, the same JSON as text. */
export function toToolResult(reply: Reply): CallToolResult {
  if ('error' in reply) {
    const { error, structured = { error } } = reply;
    return {
      isError: true,
      content: [{ type: 'text', text: error.message }],
      structuredContent: structured,
    };
  }
  const { result } = reply;
  return {
    content: [{ type: 'text', text: JSON.stringify(result) }],
    structuredContent: result,
  };
}
