/** Asks a client for its roots, where they decide which project is served. */
import {
  CLIENT_CAPABILITIES_META_KEY,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { ServerDefinition } from './definition.ts';
import type { Era } from './mcp-server.ts';
import type { ServedProject } from './served-project.ts';

export type ProjectToSettle = Pick<ServedProject, 'definition' | 'isSettled' | 'settle'>;

/** A client that does not say where it is delays only the first call. */
const MAX_WAIT_MS = 5000;
const ROOTS = 'roots';

/**
 * Settles the project. Older clients receive a request. Newer ones are asked by the reply to their call, which this function
 * returns, and then call again.
 */
export async function settleProject(
  server: Server,
  project: ProjectToSettle,
  era: Era,
  context: ServerContext,
): Promise<InputRequiredResult | undefined> {
  if (project.isSettled) return undefined;
  if (!hasRoots(server, era, context)) {
    settle(server, project, []);
  } else if (era === 'legacy') {
    settle(server, project, await requestRoots(server));
  } else {
    const { inputResponses } = context.mcpReq;
    if (inputResponses === undefined) {
      return inputRequired({ inputRequests: { [ROOTS]: inputRequired.listRoots() } });
    }
    const response = inputResponse(inputResponses, ROOTS);
    settle(server, project, response.kind === 'roots' ? urisOf(response.roots) : []);
  }
  return undefined;
}

function hasRoots(server: Server, era: Era, { mcpReq }: ServerContext): boolean {
  const envelope: Record<string, unknown> = mcpReq.envelope ?? {};
  const capabilities =
    era === 'modern' ? envelope[CLIENT_CAPABILITIES_META_KEY] : server.getClientCapabilities();
  return typeof capabilities === 'object' && capabilities !== null && ROOTS in capabilities;
}

async function requestRoots(server: Server): Promise<string[]> {
  try {
    const { roots } = await server.listRoots(undefined, { timeout: MAX_WAIT_MS });
    return urisOf(roots);
  } catch {
    return [];
  }
}

/** What a newer client sends has not been checked. */
function urisOf(roots: readonly unknown[]): string[] {
  return roots.flatMap((root) =>
    typeof root === 'object' && root !== null && 'uri' in root && typeof root.uri === 'string'
      ? [root.uri]
      : [],
  );
}

/** Calls that arrive together may all have asked; the first reply counts. */
function settle(server: Server, project: ProjectToSettle, uris: readonly string[]): void {
  if (project.isSettled) return;
  const before = project.definition;
  project.settle(uris);
  const after = project.definition;
  if (after !== before) notify(server, before, after);
}

/** A client that disconnects at this moment no longer needs the notifications. */
function notify(server: Server, before: ServerDefinition, after: ServerDefinition): void {
  const differ = (of: (definition: ServerDefinition) => unknown) =>
    JSON.stringify(of(before)) !== JSON.stringify(of(after));
  if (differ(({ tools }) => tools)) server.sendToolListChanged().catch(() => {});
  if (differ(({ prompts }) => prompts)) server.sendPromptListChanged().catch(() => {});
  server.sendResourceListChanged().catch(() => {});
}
