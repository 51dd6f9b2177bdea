/** The MCP server without a transport, put together from what is offered. */
import { Server, type ServerCapabilities } from '@modelcontextprotocol/server';
import { serveCompletions } from './completions.ts';
import { serveNotifications } from './notifications.ts';
import { servePrompts } from './prompts.ts';
import { serveResources } from './resources.ts';
import type { Served } from './served.ts';
import { serveTools } from './tools.ts';

/** The generations of the protocol, by the SDK's names: up to 2025-11-25, and from 2026-07-28 on. */
export type Era = 'legacy' | 'modern';

export function buildServer(served: Served, era: Era): Server {
  const { version, instructions } = served;
  const hasPrompts = served.prompts.length > 0;
  const hasResources = served.resourceTemplates.length > 0;
  const capabilities: ServerCapabilities = {
    tools: {},
    ...(hasPrompts && { prompts: {} }),
    ...(hasResources && { resources: { subscribe: true, listChanged: true } }),
    ...((hasPrompts || hasResources) && { completions: {} }),
  };
  const server = new Server(
    { name: 'long-term-plan-mcp', title: 'long-term-plan', version },
    { capabilities, instructions },
  );
  serveTools(server, served);
  if (hasPrompts) servePrompts(server, served);
  if (hasResources) {
    serveResources(server, served, era);
    serveNotifications(server, served, era);
  }
  if (hasPrompts || hasResources) serveCompletions(server, served);
  return server;
}
