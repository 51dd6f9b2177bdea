/** The toolsets as the core declares them, rendered when the package was built. */
import type { Prompt, ResourceTemplateType, Tool } from '@modelcontextprotocol/server';
import type { Toolset as CoreToolset } from 'long-term-plan-core/slim';
import generated from '../generated/listing.json' with { type: 'json' };

export type Toolset = CoreToolset<Tool>;

export interface ListedToolset extends Toolset {
  /** How to work with it well, for a model to read. */
  instructions: string;
  prompts: Prompt[];
  resourceTemplates?: ResourceTemplateType[];
  /** Where its resources are, relative to the plans directory; empty for that itself. */
  resourceFolders?: string[];
}

export const toolsets = generated.toolsets as ListedToolset[];
