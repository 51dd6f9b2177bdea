/** The toolsets as the core declares them, rendered when the package was built. */
import type { Prompt, ResourceTemplateType, Tool } from '@modelcontextprotocol/server';
import generated from '../generated/listing.json' with { type: 'json' };

/** What other toolsets that are on have to do with a tool. */
export type Offered = { onlyBeside: string } | { beside: string; as: string };

/** A tool, and what only we have to know of it. */
export type DeclaredTool = Tool & { offered?: Offered };

export interface Toolset {
  name: string;
  tools: DeclaredTool[];
}

export interface ListedToolset extends Toolset {
  /** How to work with it well, for a model to read. */
  instructions: string;
  prompts: Prompt[];
  resourceTemplates?: ResourceTemplateType[];
  /** Where its resources are, relative to the plans directory; empty for that itself. */
  resourceFolders?: string[];
}

export const toolsets = generated.toolsets as ListedToolset[];
