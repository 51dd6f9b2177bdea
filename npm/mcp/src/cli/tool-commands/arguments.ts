/** The arguments of a tool, from its schema. */
import type { Tool } from '@modelcontextprotocol/server';
import type { HostNotes } from 'long-term-plan-core/slim';

export interface Schema {
  type?: string;
  description?: string;
  enum?: string[];
  items?: Schema;
}

export interface Argument {
  name: string;
  schema: Schema;
  isRequired: boolean;
}

/** Those that the listing has, and those that are only accepted. */
export function argumentsOf({ inputSchema, accepted }: Tool & HostNotes): Argument[] {
  const properties = { ...inputSchema.properties, ...accepted } as Record<string, Schema>;
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    schema,
    isRequired: inputSchema.required?.includes(name) ?? false,
  }));
}

/** Whether the tool can write. */
export function isWrite({ annotations }: Tool): boolean {
  return annotations?.readOnlyHint !== true;
}
