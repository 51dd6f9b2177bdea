/** The toolsets as the core declares them, rendered at build time. */
import type { Prompt, ResourceTemplateType, Tool } from '@modelcontextprotocol/server';
import type { Toolset as CoreToolset } from 'long-term-plan-core/slim';
import generated from '../../core/generated/listing.json' with { type: 'json' };

export type Toolset = CoreToolset<Tool>;

export interface ListedToolset extends Toolset {
  /** How to use it, for a model to read. */
  instructions: string;
  prompts: Prompt[];
  resourceTemplates?: ResourceTemplateType[];
  /** The folders of its resources, relative to the plans directory; '' is the plans directory itself. */
  resourceFolders?: string[];
}

export const toolsets = generated.toolsets as ListedToolset[];
