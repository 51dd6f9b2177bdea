import type { GetPromptResult, Server } from '@modelcontextprotocol/server';
import { actorOf } from './actor.ts';
import { resultOf } from './protocol-error.ts';
import type { Served } from './served.ts';

export function servePrompts(server: Server, { prompts, ask }: Served): void {
  server.setRequestHandler('prompts/list', () => ({ prompts }));
  server.setRequestHandler('prompts/get', async ({ params }, context) => {
    const { name, arguments: given = {} } = params;
    // Forms of clients send a field that was left empty as an empty text.
    const args = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''));
    const reply = await ask({ kind: 'prompt', name, args }, actorOf(server, context));
    return resultOf<GetPromptResult>(reply);
  });
}
