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
import { composeInstructions, composeSkill, dotted, type Skill } from '../guide.ts';
import type { Listing, Toolset } from '../listing.ts';
import type { Settings } from '../settings.ts';
import { unservedTasks } from './unserved-tasks.ts';

/** The SDK has the same constant, which the fast start does without. */
const SKILLS_EXTENSION = 'io.modelcontextprotocol/skills';

export interface ServerDefinition {
  version: string;
  instructions: string;
  skill: Skill | undefined;
  tools: Tool[];
  prompts: Prompt[];
  resourceTemplates: ResourceTemplateType[];
  /** The folders that contain resources, relative to the plans directory. */
  resourceFolders: string[];
  /** Whether a client's roots can lead to a project with other settings. */
  canChange: boolean;
}

export function defineServer(
  listing: Listing,
  settings: Settings,
  version: string,
): ServerDefinition {
  const enabled = listing.toolsets.filter(({ name }) => settings.toolsets.includes(name));
  const warning = unservedTasks(settings);
  return {
    version,
    instructions: [composeInstructions(listing, settings), ...(warning ? [warning] : [])].join(
      '\n',
    ),
    skill: composeSkill(listing, settings),
    tools: listTools(listing.toolsets, settings),
    prompts: enabled.flatMap((toolset) => toolset.prompts),
    resourceTemplates: enabled.flatMap((toolset) => toolset.resourceTemplates ?? []),
    resourceFolders: [...new Set(enabled.flatMap((toolset) => toolset.resourceFolders ?? []))],
    canChange: settings.isFallback === true,
  };
}

/** The tools that clients see, by the names that the settings choose. */
export function listTools(
  listing: readonly Toolset[],
  settings: Pick<Settings, 'toolsets' | 'tools' | 'toolNames' | 'readOnly' | 'requireIfMatch'>,
): Tool[] {
  const { toolsets, tools = [], toolNames } = settings;
  const conflict = findToolConflict(listing, toolsets);
  if (conflict) {
    throw new UsageError(
      `The toolsets ${conflict.toolsets.join(' and ')} cannot be on together: both have a tool ${conflict.tool}`,
    );
  }
  if (settings.requireIfMatch && !settings.readOnly) checkIfMatch(listing, toolsets);
  const names = offeredTools(listing, { toolsets }).map(({ name }) => name);
  for (const name of tools) if (!names.includes(name)) throw unknownTool(name, names);
  const neverDotted = namesWithoutSubject(listing);
  return offeredTools(listing, settings).map((tool) =>
    toolNames === 'dotted' && !neverDotted.has(tool.name)
      ? { ...tool, name: dotted(tool.name) }
      : tool,
  );
}

/** A toolset whose specification has no `ifMatch` could not write at all. */
function checkIfMatch(listing: readonly Toolset[], enabled: readonly string[]): void {
  const without = listing.find(
    ({ name, hasIfMatch }) => hasIfMatch === false && enabled.includes(name),
  );
  if (!without) return;
  throw new UsageError(
    `--require-if-match cannot be used with the toolset ${without.name}, whose tools have no ifMatch`,
  );
}

/** Names such as get_next_task, which start with a verb: get.next_task would mean nothing. */
function namesWithoutSubject(listing: readonly Toolset[]): Set<string> {
  const toolsets = listing.filter(({ hasDottedNames }) => hasDottedNames === false);
  return new Set(toolsets.flatMap(({ tools }) => tools.map(({ name }) => name)));
}

function unknownTool(name: string, names: readonly string[]): UsageError {
  const match = closestMatch(name, names);
  const hint = match ? `did you mean ${match}?` : `there are ${names.join(', ')}`;
  return new UsageError(`No toolset that is on has a tool "${name}"; ${hint}`);
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
      // The file of the skill is a resource.
      ...(hasResources && definition.skill && { extensions: { [SKILLS_EXTENSION]: {} } }),
    },
    instructions,
  };
}
