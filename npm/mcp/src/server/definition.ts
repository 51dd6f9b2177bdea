/** What a server offers: everything that is known without a call. */
import type {
  Implementation,
  Prompt,
  ResourceTemplateType,
  ServerCapabilities,
  Tool,
} from '@modelcontextprotocol/server';
import { findToolConflict, offeredTools } from 'long-term-plan-core/slim';
import { closestMatch } from '../closest-match.ts';
import { UsageError } from '../flags.ts';
import type { ListedToolset, Toolset } from '../listing.ts';
import type { Settings } from '../settings.ts';

export interface ServerDefinition {
  version: string;
  instructions: string;
  tools: Tool[];
  prompts: Prompt[];
  resourceTemplates: ResourceTemplateType[];
  /** The folders that contain resources, relative to the plans directory. */
  resourceFolders: string[];
  /** Whether a client's roots can lead to a project with other settings. */
  canChange: boolean;
}

/** `listing` contains all toolsets, also those that are not enabled. */
export function defineServer(
  listing: readonly ListedToolset[],
  settings: Settings,
  version: string,
): ServerDefinition {
  const enabled = listing.filter(({ name }) => settings.toolsets.includes(name));
  return {
    version,
    instructions: [...enabled.map((toolset) => toolset.instructions), ...policyRules(settings)]
      .filter((text) => text !== '')
      .join('\n'),
    tools: listTools(listing, settings),
    prompts: enabled.flatMap((toolset) => toolset.prompts),
    resourceTemplates: enabled.flatMap((toolset) => toolset.resourceTemplates ?? []),
    resourceFolders: [...new Set(enabled.flatMap((toolset) => toolset.resourceFolders ?? []))],
    canChange: settings.isFallback === true,
  };
}

function policyRules({ readOnly, requireIfMatch }: Settings): string[] {
  if (readOnly) return ['This server is read-only: nothing can be written.'];
  return requireIfMatch ? ['Here every write needs ifMatch.'] : [];
}

/** The tools that clients see, by the names that the settings choose. */
export function listTools(
  listing: readonly Toolset[],
  settings: Pick<Settings, 'toolsets' | 'tools' | 'toolNames' | 'readOnly'>,
): Tool[] {
  const { toolsets, tools = [], toolNames } = settings;
  const conflict = findToolConflict(listing, toolsets);
  if (conflict) {
    throw new UsageError(
      `The toolsets ${conflict.toolsets.join(' and ')} cannot be on together: both have a tool ${conflict.tool}`,
    );
  }
  const names = offeredTools(listing, { toolsets }).map(({ name }) => name);
  for (const name of tools) if (!names.includes(name)) throw unknownTool(name, names);
  return offeredTools(listing, settings).map((tool) =>
    toolNames === 'dotted' ? { ...tool, name: dotted(tool.name) } : tool,
  );
}

function unknownTool(name: string, names: readonly string[]): UsageError {
  const match = closestMatch(name, names);
  const hint = match ? `did you mean ${match}?` : `there are ${names.join(', ')}`;
  return new UsageError(`No toolset that is on has a tool "${name}"; ${hint}`);
}

/** A dot instead of the first underscore. Two underscores are part of a specification's name and stay. */
function dotted(name: string): string {
  return name.replace(/(?<!_)_(?!_)/, '.');
}

export interface ServerInfo {
  serverInfo: Implementation;
  capabilities: ServerCapabilities;
  instructions: string;
}

/** How the server introduces itself. */
export function serverInfo(definition: ServerDefinition): ServerInfo {
  const { version, instructions, canChange } = definition;
  const list = canChange ? { listChanged: true } : {};
  const hasPrompts = definition.prompts.length > 0;
  const hasResources = definition.resourceTemplates.length > 0;
  return {
    serverInfo: { name: 'long-term-plan-mcp', title: 'long-term-plan', version },
    capabilities: {
      tools: list,
      ...(hasPrompts && { prompts: list }),
      ...(hasResources && { resources: { subscribe: true, listChanged: true } }),
      ...((hasPrompts || hasResources) && { completions: {} }),
    },
    instructions,
  };
}
