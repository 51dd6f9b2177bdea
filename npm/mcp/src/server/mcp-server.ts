/** The MCP server without a transport: tools, prompts, resources and completions on the SDK. */
import {
  type CallToolResult,
  CLIENT_INFO_META_KEY,
  type CompleteRequest,
  type CompleteResult,
  type GetPromptResult,
  type InputRequiredResult,
  isInputRequiredResult,
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
import type { CallRequest, Reply } from '../session.ts';
import type { CallerNames } from './caller-names.ts';
import { readChatApp } from './chat-app.ts';
import { type ProjectToSettle, settleProject } from './client-roots.ts';
import { type ServerDefinition, serverInfo } from './definition.ts';
import type { ResourceChanges } from './resource-changes.ts';
import { readSkill, serveSkill } from './skill.ts';

/** The generations of the protocol, by the SDK's names: up to 2025-11-25, and from 2026-07-28 on. */
export type Era = 'legacy' | 'modern';

/** What answers requests. */
export interface Backend {
  project: ProjectToSettle & {
    /** Every name is passed on: the core knows which exist, and under which other names. */
    call(request: CallRequest, actor: string): Promise<Reply>;
  };
  changes: ResourceChanges;
  callers: CallerNames;
  /** The folder of the pages, next to the bundles. */
  pages: string;
}

/** One connection. */
interface Connection {
  server: Server;
  backend: Backend;
  era: Era;
}

export function createServer(backend: Backend, era: Era): Server {
  const { serverInfo: info, capabilities, instructions } = serverInfo(backend.project.definition);
  const server = new Server(info, { capabilities, instructions });
  const connection = { server, backend, era };
  serveTools(connection);
  if (capabilities.prompts) servePrompts(connection);
  if (capabilities.resources) {
    serveResources(connection);
    serveNotifications(connection);
    const current = () => backend.project.definition.skill;
    if (capabilities.extensions) serveSkill(server, { current, isModern: era === 'modern' });
  }
  if (capabilities.completions) serveCompletions(connection);
  return server;
}

function serveTools(connection: Connection): void {
  const { server, backend } = connection;
  server.setRequestHandler('tools/list', () => ({ tools: backend.project.definition.tools }));
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const { name, arguments: args = {} } = params;
    const reply = await callOrAsk(connection, { kind: 'tool', name, args }, context);
    return isInputRequiredResult(reply) ? reply : toToolResult(reply);
  });
}

/** Calls the core. The first call may be answered with a request for the client's roots instead. */
async function callOrAsk(
  { server, backend, era }: Connection,
  request: CallRequest,
  context: ServerContext,
): Promise<Reply | InputRequiredResult> {
  const question = await settleProject(server, backend.project, era, context);
  return question ?? backend.project.call(request, actorOf(server, backend, context));
}

/** The same where a newer client cannot be asked: until its roots are known, nothing is found. */
async function callOrWait(
  connection: Connection,
  request: CallRequest,
  context: ServerContext,
): Promise<Reply | undefined> {
  const reply = await callOrAsk(connection, request, context);
  return isInputRequiredResult(reply) ? undefined : reply;
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

function servePrompts(connection: Connection): void {
  const { server, backend } = connection;
  server.setRequestHandler('prompts/list', () => ({ prompts: backend.project.definition.prompts }));
  server.setRequestHandler('prompts/get', async ({ params }, context) => {
    const { name, arguments: given = {} } = params;
    // Clients with forms send an empty field as an empty text.
    const args = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''));
    const reply = await callOrAsk(connection, { kind: 'prompt', name, args }, context);
    return isInputRequiredResult(reply) ? reply : resultOf<GetPromptResult>(reply);
  });
}

/** Resources per page; each has at most about 500 characters. */
const PAGE = 50;

function serveResources(connection: Connection): void {
  const { server, backend, era } = connection;
  const { project, changes } = backend;
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: project.definition.resourceTemplates,
  }));
  server.setRequestHandler('resources/list', async ({ params }, context) => {
    const reply = await callOrWait(connection, { kind: 'resource', name: '', args: {} }, context);
    // Older clients have no other way to ask for notifications about the list.
    if (era === 'legacy') await changes.start();
    const { resources } = reply ? resultOf<ListResourcesResult>(reply) : { resources: [] };
    return page(resources, params?.cursor);
  });
  server.setRequestHandler('resources/read', async ({ params: { uri } }, context) => {
    const { skill, tools } = project.definition;
    const own = readSkill(uri, skill) ?? readChatApp(uri, tools, backend.pages);
    if (own) return own;
    const reply = await callOrAsk(connection, { kind: 'resource', name: uri, args: {} }, context);
    return isInputRequiredResult(reply) ? reply : resourceOf<ReadResourceResult>(uri, reply);
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
function serveNotifications(connection: Connection): void {
  const { server, backend, era } = connection;
  const { changes } = backend;
  const subscribed = new Set<string>();
  const isWanted = (uri: string) => era === 'modern' || subscribed.has(uri);

  server.onclose = changes.listen(({ uris, listChanged }) => {
    // A client that disconnects at this moment no longer needs the notification.
    if (listChanged) server.sendResourceListChanged().catch(() => {});
    for (const uri of uris.filter(isWanted)) server.sendResourceUpdated({ uri }).catch(() => {});
  });
  if (era === 'modern') return;

  server.setRequestHandler('resources/subscribe', async ({ params: { uri } }, context) => {
    const reply = await callOrWait(connection, { kind: 'resource', name: uri, args: {} }, context);
    if (reply) resourceOf(uri, reply);
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
function serveCompletions(connection: Connection): void {
  const { server, backend } = connection;
  server.setRequestHandler('completion/complete', async ({ params }, context) => {
    requireKnown(params.ref, backend.project.definition);
    const { name: argument, value } = params.argument;
    const request = { kind: 'complete', name: '', args: { argument, value } } as const;
    const reply = await callOrWait(connection, request, context);
    const none = { values: [] };
    return { completion: reply ? resultOf<CompleteResult['completion']>(reply) : none };
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
