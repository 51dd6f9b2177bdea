/** How the server introduces itself, to whichever client and by whoever speaks for it. */
import type { Implementation, ServerCapabilities } from '@modelcontextprotocol/server';
import type { Served } from './served.ts';

export interface Introduction {
  serverInfo: Implementation;
  capabilities: ServerCapabilities;
  instructions: string;
}

export function introductionOf(served: Served): Introduction {
  const { version, instructions } = served;
  const hasPrompts = served.prompts.length > 0;
  const hasResources = served.resourceTemplates.length > 0;
  return {
    serverInfo: { name: 'long-term-plan-mcp', title: 'long-term-plan', version },
    capabilities: {
      tools: {},
      ...(hasPrompts && { prompts: {} }),
      ...(hasResources && { resources: { subscribe: true, listChanged: true } }),
      ...((hasPrompts || hasResources) && { completions: {} }),
    },
    instructions,
  };
}
