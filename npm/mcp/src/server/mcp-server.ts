/** The MCP server without a transport: tools, prompts, resources and completions on the SDK. */
import {
  type CallToolResult,
  CLIENT_INFO_META_KEY,
  type CompleteRequest,
  type CompleteResult,
  type GetPromptResult,
  type ListResourcesResult,
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  type Resource,
  ResourceNotFoundError,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { ToolError } from 'long-term-plan-core/slim';
import type { CallFunction, Reply } from '../session.ts';
import type { CallerNames } from './caller-names.ts';
import { type ServerDefinition, serverInfo } from './definition.ts';
import type { ResourceChanges } from './resource-changes.ts';

/** The generations of the protocol, by the SDK's names: up to 2025-11-25, and from 2026-07-28 on. */
export type Era = 'legacy' | 'modern';

/** What answers requests. */
export interface Backend {
  /** Every name is passed on: the core knows which exist, and under which other names. */
  call: CallFunction;
  changes: ResourceChanges;
  callers: CallerNames;
}

export function createServer(definition: ServerDefinition, backend: Backend, era: Era): Server {
  const { serverInfo: info, capabilities, instructions } = serverInfo(definition);
  const server = new Server(info, { capabilities, instructions });
  serveTools(server, definition, backend);
  if (capabilities.prompts) servePrompts(server, definition, backend);
  if (capabilities.resources) {
    serveResources(server, definition, backend, era);
    serveNotifications(server, backend, era);
  }
  if (capabilities.completions) serveCompletions(server, definition, backend);
  return server;
}

function serveTools(server: Server, { tools }: ServerDefinition, backend: Backend): void {
  server.setRequestHandler('tools/list', () => ({ tools }));
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const { name, arguments: args = {} } = params;
    const actor = actorOf(server, backend, context);
    return toToolResult(await backend.call({ kind: 'tool', name, args }, actor));
  });
}

/** The result as structured content and, for clients that do not read it, the same JSON as text. */
export function toToolResult(reply: Reply): CallToolResult {
  if ('error' in reply) {
    const { error, structured = { error } } = reply;
    return {
      isError: true,
      content: [{ type: 'text', text: error.message }],
      structuredContent: structured,
    };
  }
  const { result, json } = reply;
  return { content: [{ type: 'text', text: json }], structuredContent: result };
}

function servePrompts(server: Server, { prompts }: ServerDefinition, backend: Backend): void {
  server.setRequestHandler('prompts/list', () => ({ prompts }));
  server.setRequestHandler('prompts/get', async ({ params }, context) => {
    const { name, arguments: given = {} } = params;
    // Clients with forms send an empty field as an empty text.
    const args = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''));
    const actor = actorOf(server, backend, context);
    const reply = await backend.call({ kind: 'prompt', name, args }, actor);
    return resultOf<GetPromptResult>(reply);
  });
}

/** Resources per page; each has at most about 500 characters. */
const PAGE = 50;

function serveResources(
  server: Server,
  { resourceTemplates }: ServerDefinition,
  backend: Backend,
  era: Era,
): void {
  const { call, changes } = backend;
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates }));
  server.setRequestHandler('resources/list', async ({ params }, context) => {
    // Older clients have no other way to ask for notifications about the list.
    if (era === 'legacy') await changes.start();
    const reply = await call(
      { kind: 'resource', name: '', args: {} },
      actorOf(server, backend, context),
    );
    return page(resultOf<ListResourcesResult>(reply).resources, params?.cursor);
  });
  server.setRequestHandler('resources/read', async ({ params: { uri } }, context) => {
    const reply = await call(
      { kind: 'resource', name: uri, args: {} },
      actorOf(server, backend, context),
    );
    return resourceOf<ReadResourceResult>(uri, reply);
  });
}

/** The cursor is the last URI of the page before, so it stays valid when other resources come or go. */
function page(resources: Resource[], cursor: string | undefined): ListResourcesResult {
  const last = cursor === undefined ? -1 : resources.findIndex(({ uri }) => uri === cursor);
  if (cursor !== undefined && last < 0) {
    throw invalidParams('INVALID_CURSOR: its resource is gone; start again without cursor');
  }
  const shown = resources.slice(last + 1, last + 1 + PAGE);
  const nextCursor = last + 1 + PAGE < resources.length ? shown.at(-1)?.uri : undefined;
  return { resources: shown, ...(nextCursor !== undefined && { nextCursor }) };
}

/**
 * Older clients subscribe to single resources and receive changes of the list unasked. Newer ones send
 * `subscriptions/listen`; the SDK replies and filters, so it receives every change.
 */
function serveNotifications(server: Server, backend: Backend, era: Era): void {
  const { call, changes } = backend;
  const subscribed = new Set<string>();
  const isWanted = (uri: string) => era === 'modern' || subscribed.has(uri);

  server.onclose = changes.listen(({ uris, listChanged }) => {
    // A client that disconnects at this moment no longer needs the notification.
    if (listChanged) server.sendResourceListChanged().catch(() => {});
    for (const uri of uris.filter(isWanted)) server.sendResourceUpdated({ uri }).catch(() => {});
  });
  if (era === 'modern') return;

  server.setRequestHandler('resources/subscribe', async ({ params: { uri } }, context) => {
    const request = { kind: 'resource', name: uri, args: {} } as const;
    resourceOf(uri, await call(request, actorOf(server, backend, context)));
    await changes.start();
    subscribed.add(uri);
    return {};
  });
  server.setRequestHandler('resources/unsubscribe', ({ params: { uri } }) => {
    subscribed.delete(uri);
    return {};
  });
}

/** Completes the arguments of prompts and of resource templates. */
function serveCompletions(server: Server, definition: ServerDefinition, backend: Backend): void {
  server.setRequestHandler('completion/complete', async ({ params }, context) => {
    requireKnown(params.ref, definition);
    const { name: argument, value } = params.argument;
    const request = { kind: 'complete', name: '', args: { argument, value } } as const;
    const reply = await backend.call(request, actorOf(server, backend, context));
    return { completion: resultOf<CompleteResult['completion']>(reply) };
  });
}

function requireKnown(
  ref: CompleteRequest['params']['ref'],
  { prompts, resourceTemplates }: ServerDefinition,
): void {
  if (ref.type === 'ref/prompt') {
    if (prompts.some(({ name }) => name === ref.name)) return;
    throw invalidParams(`There is no prompt "${ref.name}"`);
  }
  if (resourceTemplates.some(({ uriTemplate }) => uriTemplate === ref.uri)) return;
  throw invalidParams(`There is no resource template "${ref.uri}"`);
}

/**
 * Who calls. Newer clients name themselves in every request, older ones once in `initialize`.
 */
function actorOf(server: Server, { callers }: Backend, context: ServerContext): string {
  const envelope: Record<string, unknown> = context.mcpReq.envelope ?? {};
  const client = envelope[CLIENT_INFO_META_KEY] ?? server.getClientVersion();
  const thread = context.mcpReq._meta?.threadId;
  return callers.of(nameOf(client), typeof thread === 'string' ? thread : undefined);
}

function nameOf(client: unknown): string | undefined {
  return typeof client === 'object' &&
    client !== null &&
    'name' in client &&
    typeof client.name === 'string'
    ? client.name
    : undefined;
}

/** The core's codes for mistakes of the client. */
const CLIENT_ERRORS = ['INVALID_ARGUMENT', 'INVALID_CURSOR', 'NOT_FOUND'];

/**
 * The result of a call that is not a tool call; an error is thrown as an error of the protocol. The core's results have
 * the protocol's shape.
 */
function resultOf<Result>(reply: Reply): Result {
  if ('error' in reply) throw toProtocolError(reply.error);
  return reply.result as Result;
}

/** The same for a call by URI. */
function resourceOf<Result>(uri: string, reply: Reply): Result {
  if ('error' in reply && reply.error.code === 'NOT_FOUND') {
    throw new ResourceNotFoundError(uri, reply.error.message);
  }
  return resultOf(reply);
}

function invalidParams(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message);
}

function toProtocolError({ code, message, details }: ToolError): ProtocolError {
  // A specification with codes of the protocol.
  if (typeof code === 'number') return new ProtocolError(code, message, details);
  const isClientError = CLIENT_ERRORS.some((known) => known === code);
  const kind = isClientError ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError;
  return new ProtocolError(kind, message, { code, ...(details !== undefined && { details }) });
}
