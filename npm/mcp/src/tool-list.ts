/** The tools that the server lists. */
import type { Tool } from '@modelcontextprotocol/server';
import { findToolConflict, offeredTools } from 'long-term-plan-core/slim';
import { UsageError } from './flags.ts';
import type { Toolset } from './listing.ts';
import { nearest } from './nearest.ts';
import type { Settings } from './settings.ts';

export function chooseTools(
  all: readonly Toolset[],
  settings: Pick<Settings, 'toolsets' | 'tools' | 'toolNames' | 'readOnly'>,
): Tool[] {
  const { toolsets, tools = [], toolNames } = settings;
  const conflict = findToolConflict(all, toolsets);
  if (conflict) {
    throw new UsageError(
      `The toolsets ${conflict.toolsets.join(' and ')} cannot be on together: both have a tool ${conflict.tool}`,
    );
  }
  const names = offeredTools(all, { toolsets }).map(({ name }) => name);
  for (const name of tools) if (!names.includes(name)) throw unknownTool(name, names);
  return offeredTools(all, settings).map((tool) =>
    toolNames === 'dotted' ? { ...tool, name: dotted(tool.name) } : tool,
  );
}

function unknownTool(name: string, names: readonly string[]): UsageError {
  const meant = nearest(name, names);
  const hint = meant ? `did you mean ${meant}?` : `there are ${names.join(', ')}`;
  return new UsageError(`No toolset that is on has a tool "${name}"; ${hint}`);
}

/** A dot instead of the first underscore. Two underscores are part of a specification's name and stay. */
function dotted(name: string): string {
  return name.replace(/(?<!_)_(?!_)/, '.');
}
