/** The tools as the core declares them, rendered when the package was built. */
import type { Tool } from '@modelcontextprotocol/server';
import generated from '../generated/listing.json' with { type: 'json' };

export interface Toolset {
  name: string;
  tools: Tool[];
}

export const toolsets = generated.toolsets as Toolset[];
