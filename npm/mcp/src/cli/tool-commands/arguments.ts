/** The arguments of a tool, from its schema. */
import type { Tool } from '@modelcontextprotocol/server';

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

export function argumentsOf({ inputSchema }: Tool): Argument[] {
  const properties = (inputSchema.properties ?? {}) as Record<string, Schema>;
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
