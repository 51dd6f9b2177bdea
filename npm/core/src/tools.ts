/** Which tools are offered: the one answer for servers, commands and embedders. */

/** A tool as clients list it; the schemas are JSON Schema. */
export interface Tool {
  name: string;
  title?: string;
  description: string;
  inputSchema: Record<string, unknown>;
  outputSchema: Record<string, unknown>;
  annotations: {
    readOnlyHint: boolean;
    destructiveHint: boolean;
    idempotentHint: boolean;
    openWorldHint: boolean;
    title?: string;
  };
  _meta?: Record<string, unknown>;
}

/** How other enabled toolsets affect a tool: it needs one of them, has the same tool there, or is renamed next to it. */
export type Availability =
  | { onlyWith: string }
  | { onlyWithout: string }
  | { with: string; as: string };

/** What decides whether a tool is offered. Clients have their own types for the rest. */
interface ListedTool {
  name: string;
  annotations?: { readOnlyHint?: boolean | undefined } | undefined;
  inputSchema?: InputSchema | undefined;
}

interface InputSchema {
  properties?: Record<string, unknown> | undefined;
  required?: string[] | undefined;
}

/** What a listing says about a tool to hosts alone. */
export interface HostNotes {
  offered?: Availability;
  /** The schemas of arguments that are accepted, but too rare to be listed. */
  accepted?: Record<string, object>;
}

export interface Toolset<T extends ListedTool = Tool> {
  name: string;
  /** Whether its tools can be listed with a dot, as in `plan.list`. */
  hasDottedNames?: boolean;
  /** Whether its writes can name the version that they change. */
  hasIfMatch?: boolean;
  tools: (T & HostNotes)[];
}

export interface ToolSettings {
  toolsets: readonly string[];
  /** The only tools that are offered. */
  tools?: readonly string[] | undefined;
  readOnly?: boolean | undefined;
  requireIfMatch?: boolean | undefined;
}

/** The tools that can be called. If two toolsets have a tool of the same name, the first one is called. */
export function offeredTools<T extends ListedTool>(
  listing: readonly Toolset<T>[],
  { toolsets, tools, readOnly = false, requireIfMatch = false }: ToolSettings,
): T[] {
  const byName = new Map<string, T>();
  for (const { tool, accepted } of availableTools(listing, toolsets)) {
    const listed = requireIfMatch ? withIfMatch(tool, accepted) : tool;
    if (!byName.has(tool.name)) byName.set(tool.name, listed);
  }
  return [...byName.values()]
    .filter(({ name }) => tools?.includes(name) ?? true)
    .filter(({ annotations }) => !readOnly || annotations?.readOnlyHint === true);
}

/** The tool with `ifMatch` as a required argument, if it takes one. */
function withIfMatch<T extends ListedTool>(tool: T, accepted: HostNotes['accepted']): T {
  const { properties = {}, required = [] } = tool.inputSchema ?? {};
  const ifMatch = properties['ifMatch'] ?? accepted?.['ifMatch'];
  if (ifMatch === undefined) return tool;
  const inputSchema = {
    ...tool.inputSchema,
    properties: { ...properties, ifMatch },
    required: [...required, 'ifMatch'],
  };
  return { ...tool, inputSchema };
}

export interface ToolConflict {
  tool: string;
  toolsets: [string, string];
}

/** The first tool that two of the toolsets have under the same name. */
export function findToolConflict<T extends ListedTool>(
  listing: readonly Toolset<T>[],
  toolsets: readonly string[],
): ToolConflict | undefined {
  const owners = new Map<string, string>();
  for (const { toolset, tool } of availableTools(listing, toolsets)) {
    const owner = owners.get(tool.name);
    if (owner !== undefined) return { tool: tool.name, toolsets: [owner, toolset] };
    owners.set(tool.name, toolset);
  }
  return undefined;
}

/** The tools of the enabled toolsets, by the names that they have next to each other. */
function availableTools<T extends ListedTool>(
  listing: readonly Toolset<T>[],
  enabled: readonly string[],
): { toolset: string; tool: T; accepted: HostNotes['accepted'] }[] {
  return listing
    .filter(({ name }) => enabled.includes(name))
    .flatMap((toolset) =>
      toolset.tools.flatMap(({ offered, accepted, ...declared }) => {
        const name = nameNextTo(enabled, declared.name, offered);
        if (name === undefined) return [];
        // Without what is for hosts, which is no part of T, this is a T again.
        return [{ toolset: toolset.name, tool: { ...declared, name } as unknown as T, accepted }];
      }),
    );
}

function nameNextTo(
  enabled: readonly string[],
  name: string,
  offered: Availability | undefined,
): string | undefined {
  if (offered === undefined) return name;
  if ('onlyWith' in offered) return enabled.includes(offered.onlyWith) ? name : undefined;
  if ('onlyWithout' in offered) return enabled.includes(offered.onlyWithout) ? undefined : name;
  return enabled.includes(offered.with) ? offered.as : name;
}
