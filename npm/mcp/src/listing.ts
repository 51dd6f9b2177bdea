/** The toolsets as the core declares them, rendered at build time. */
import type { Prompt, ResourceTemplateType, Tool } from '@modelcontextprotocol/server';
import type { Toolset as CoreToolset } from 'long-term-plan-core/slim';
import generated from '../../core/generated/listing.json' with { type: 'json' };

export type Toolset = CoreToolset<Tool>;

export interface ListedToolset extends Toolset {
  /** How to use it, for a model. */
  instructions: GuideLine[];
  /** Present if the lines have the headings and details of a skill. */
  skill?: { name: string; description: string; title: string };
  prompts: Prompt[];
  resourceTemplates?: ResourceTemplateType[];
  /** The folders of its resources, relative to the plans directory; '' is the plans directory itself. */
  resourceFolders?: string[];
}

/** Given only if all tools that it needs are listed. */
export interface Paragraph {
  text: string;
  needs?: string[];
}

/** A line of the instructions. The rest is for a skill and for AGENTS.md. */
export interface GuideLine extends Paragraph {
  only?: 'readOnly' | 'requireIfMatch';
  heading?: string;
  details?: Paragraph[];
  isForAgentsFile?: boolean;
}

export interface Listing {
  /** For all toolsets. */
  instructions: GuideLine[];
  /** All of them, also those that are not enabled. */
  toolsets: ListedToolset[];
}

export const listing = generated as unknown as Listing;
export const { toolsets } = listing;
