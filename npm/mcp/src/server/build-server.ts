/** The MCP server without a transport, put together from what is offered. */
import { Server } from '@modelcontextprotocol/server';
import { serveCompletions } from './completions.ts';
import { introductionOf } from './introduction.ts';
import { serveNotifications } from './notifications.ts';
import { servePrompts } from './prompts.ts';
import { serveResources } from './resources.ts';
import type { Served } from './served.ts';
import { serveTools } from './tools.ts';

/** The generations of the protocol, by the SDK's names: up to 2025-11-25, and from 2026-07-28 on. */
export type Era = 'legacy' | 'modern';

export function buildServer(served: Served, era: Era): Server {
  const { serverInfo, capabilities, instructions } = introductionOf(served);
  const server = new Server(serverInfo, { capabilities, instructions });
  serveTools(server, served);
  if (capabilities.prompts) servePrompts(server, served);
  if (capabilities.resources) {
    serveResources(server, served, era);
    serveNotifications(server, served, era);
  }
  if (capabilities.completions) serveCompletions(server, served);
  return server;
}
