/** Which tools are listed, by what they declare of themselves: none is known here by its name. */
import type { Tool } from '@modelcontextprotocol/server';
import { UsageError } from './flags.ts';
import type { DeclaredTool, Toolset } from './listing.ts';
import { nearest } from './nearest.ts';
import type { Settings } from './settings.ts';

export function chooseTools(
  all: readonly Toolset[],
  {
    toolsets,
    tools,
    toolNames,
    readOnly,
  }: Pick<Settings, 'toolsets' | 'tools' | 'toolNames' | 'readOnly'>,
): Tool[] {
  const active = all.filter(({ name }) => toolsets.includes(name));
  const offered = offeredBy(active);
  for (const name of tools ?? []) if (!offered.has(name)) throw unknownTool(name, offered);
  return [...offered.values()]
    .filter(({ name }) => tools?.includes(name) ?? true)
    .filter(({ annotations }) => !readOnly || annotations?.readOnlyHint === true)
    .map((tool) => (toolNames === 'dotted' ? { ...tool, name: dotted(tool.name) } : tool));
}

function offeredBy(toolsets: readonly Toolset[]): Map<string, Tool> {
  const offered = new Map<string, Tool>();
  const origin = new Map<string, string>();
  const isOn = (wanted: string) => toolsets.some(({ name }) => name === wanted);
  for (const toolset of toolsets) {
    for (const tool of toolset.tools.flatMap((declared) => offeredBeside(declared, isOn))) {
      const other = origin.get(tool.name);
      if (other !== undefined) {
        throw new UsageError(
          `The toolsets ${other} and ${toolset.name} cannot be on together: both have a tool ${tool.name}`,
        );
      }
      origin.set(tool.name, toolset.name);
      offered.set(tool.name, tool);
    }
  }
  return offered;
}

/** The tool as clients see it beside the toolsets that are on, or none. */
function offeredBeside(declared: DeclaredTool, isOn: (toolset: string) => boolean): Tool[] {
  const { offered, ...tool } = declared;
  if (offered === undefined) return [tool];
  if ('onlyBeside' in offered) return isOn(offered.onlyBeside) ? [tool] : [];
  return [isOn(offered.beside) ? { ...tool, name: offered.as } : tool];
}

function unknownTool(name: string, offered: Map<string, Tool>): UsageError {
  const names = [...offered.keys()];
  const meant = nearest(name, names);
  const hint = meant ? `did you mean ${meant}?` : `there are ${names.join(', ')}`;
  return new UsageError(`No toolset that is on has a tool "${name}"; ${hint}`);
}

/**
 * The group, which is what stands before the first underscore, then the rest. Where a specification
 * has two underscores in a name, they are no dot of ours.
 */
function dotted(name: string): string {
  return name.replace(/(?<!_)_(?!_)/, '.');
}
