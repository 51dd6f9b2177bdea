/** What a server offers, whichever client it is made for. */
import type { Prompt, ResourceTemplateType, Tool } from '@modelcontextprotocol/server';
import type { ListedToolset } from '../listing.ts';
import type { Ask } from '../session.ts';
import type { Settings } from '../settings.ts';
import type { ChangeFeed } from './change-feed.ts';

export interface Served {
  version: string;
  instructions: string;
  tools: Tool[];
  prompts: Prompt[];
  resourceTemplates: ResourceTemplateType[];
  /** Any name is passed on: it is the core that knows what there is, and under which other names. */
  ask: Ask;
  changes: ChangeFeed;
}

type Offer = Pick<Served, 'instructions' | 'prompts' | 'resourceTemplates'>;

/** All that the toolsets which are on offer besides their tools. */
export function offerOf(all: readonly ListedToolset[], settings: Settings): Offer {
  const active = all.filter(({ name }) => settings.toolsets.includes(name));
  return {
    instructions: [...active.map((toolset) => toolset.instructions), ...rules(settings)]
      .filter((words) => words !== '')
      .join('\n'),
    prompts: active.flatMap((toolset) => toolset.prompts),
    resourceTemplates: active.flatMap((toolset) => toolset.resourceTemplates ?? []),
  };
}

/** The folders in which the resources are of the toolsets that are on. */
export function foldersOf(all: readonly ListedToolset[], { toolsets }: Settings): string[] {
  const active = all.filter(({ name }) => toolsets.includes(name));
  return [...new Set(active.flatMap(({ resourceFolders = [] }) => resourceFolders))];
}

function rules({ readOnly, requireIfMatch }: Settings): string[] {
  if (readOnly) return ['This server is read-only: nothing can be written.'];
  return requireIfMatch ? ['Here every write needs ifMatch.'] : [];
}
