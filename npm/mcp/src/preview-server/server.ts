/** The server of `ltp preview`: the page, the texts of plans, the tools that the page may call, and changes. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ToolError } from 'long-term-plan-core/slim';
import type { Session } from '../session.ts';
import type { Page } from './page.ts';
import { admit } from './request-guard.ts';

export interface PreviewSettings {
  plansDir: string;
  session: Session;
  page: Page;
  readOnly: boolean;
  /** The name of the project, for display. */
  project: string;
  /** The author of changes in the history. */
  actor: string;
  /** 0 for any free port. */
  port: number;
  /** The secret part of the address. */
  token: string;
}

export interface Preview {
  /** Contains the token: anyone who knows it can read and write. */
  address: string;
  close(): Promise<void>;
}

/** The tools that the page needs. */
const TOOLS = [
  'plan_list',
  'plan_create',
  'plan_update',
  'plan_log',
  'plan_undo',
  'plan_claims',
  'task_add',
  'task_update',
  'task_start',
  'task_move',
  'task_delete',
  'task_batch',
  'doc_repair',
  'section_add',
  'section_rename',
];
const MAX_BODY_BYTES = 4 * 1024 * 1024;
/** Proxies close idle connections. */
const KEEP_ALIVE_MS = 20_000;

/** Rejects if the port is not available. */
export async function startPreview(settings: PreviewSettings): Promise<Preview> {
  const listeners = new Set<ServerResponse>();
  const send = (text: string) => {
    for (const listener of listeners) listener.write(text);
  };
  const server = createServer((request, response) => {
    respond(request, response, { ...settings, listeners }).catch((error: unknown) => {
      end(response, 500, `Internal error: ${error instanceof Error ? error.message : error}`);
    });
  });
  await listening(server, settings.port);
  const watcher = settings.session.watch([''], ({ files }) =>
    send(`data: ${JSON.stringify({ files })}\n\n`),
  );
  const keepAlive = setInterval(() => send(': alive\n\n'), KEEP_ALIVE_MS);
  return {
    address: `http://127.0.0.1:${portOf(server)}/${settings.token}/`,
    close: () =>
      new Promise((resolve) => {
        clearInterval(keepAlive);
        watcher.close();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function listening(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
}

const portOf = (server: Server) => (server.address() as AddressInfo).port;

interface PreviewContext extends PreviewSettings {
  listeners: Set<ServerResponse>;
}

async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  context: PreviewContext,
): Promise<void> {
  const port = request.socket.localPort ?? 0;
  const admitted = admit(request, port, context.token);
  if ('reason' in admitted) return end(response, admitted.status, admitted.reason);
  const { path } = admitted;
  const route = `${request.method} ${path}`;
  if (route === 'GET /') return servePage(response, context.page);
  if (route === 'GET /api/about') return serveAbout(response, context);
  if (route === 'GET /api/events') return serveEvents(request, response, context.listeners);
  if (route === 'POST /api/call') return serveCall(request, response, context);
  const plan = /^GET \/api\/plan\/([^/]+)$/.exec(route)?.[1];
  if (plan !== undefined) return servePlan(response, plan, context);
  end(response, 404, 'not found');
}

/** No other page can read a response, nothing caches it, and the address with its token is not passed on. */
const HEADERS = {
  'cache-control': 'no-store',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

function end(response: ServerResponse, status: number, text: string, type = 'text/plain'): void {
  if (response.headersSent) return void response.end();
  response.writeHead(status, { ...HEADERS, 'content-type': `${type}; charset=utf-8` });
  response.end(text);
}

const sendJson = (response: ServerResponse, value: unknown) =>
  end(response, 200, JSON.stringify(value), 'application/json');

function servePage(response: ServerResponse, { html, policy }: Page): void {
  response.setHeader('content-security-policy', policy);
  end(response, 200, html, 'text/html');
}

function serveAbout(
  response: ServerResponse,
  { readOnly, plansDir, project, actor }: PreviewContext,
): void {
  sendJson(response, { readOnly, place: plansDir, project, me: actor });
}

function serveEvents(
  request: IncomingMessage,
  response: ServerResponse,
  listeners: Set<ServerResponse>,
): void {
  response.writeHead(200, { ...HEADERS, 'content-type': 'text/event-stream' });
  response.write('retry: 1000\n\n');
  listeners.add(response);
  request.once('close', () => listeners.delete(response));
}

/** The plan's text. Errors have the core's messages. */
async function servePlan(
  response: ServerResponse,
  name: string,
  { session, actor }: PreviewContext,
): Promise<void> {
  let planId: string;
  try {
    planId = decodeURIComponent(name);
  } catch {
    return end(response, 400, 'the name of the plan is not written as an address wants it');
  }
  const reply = await session.call({ kind: 'resource', name: `plan://${planId}`, args: {} }, actor);
  if ('error' in reply) return end(response, isMissing(reply) ? 404 : 409, reply.error.message);
  const { contents } = reply.result as { contents: { text: string }[] };
  end(response, 200, contents[0]?.text ?? '', 'text/markdown');
}

const isMissing = ({ error }: { error: ToolError }) => error.code === 'NOT_FOUND';

async function serveCall(
  request: IncomingMessage,
  response: ServerResponse,
  { session, actor }: PreviewContext,
): Promise<void> {
  // A form of another page cannot send this type without a preflight request.
  if (request.headers['content-type'] !== 'application/json') {
    return end(response, 415, 'calls are sent as application/json');
  }
  const body = await bodyOf(request);
  if (body === undefined) return end(response, 413, `a call has at most ${MAX_BODY_BYTES} bytes`);
  const call = parsed(body);
  if (call === undefined) return end(response, 400, 'a call is {"name": …, "args": {…}}');
  if (!TOOLS.includes(call.name)) return end(response, 403, `the page may not call ${call.name}`);
  sendJson(response, await session.call({ kind: 'tool', ...call }, actor));
}

/** A body that is too large is still read to its end, without keeping it; otherwise the response would not arrive. */
async function bodyOf(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size <= MAX_BODY_BYTES) chunks.push(chunk);
  }
  return size <= MAX_BODY_BYTES ? Buffer.concat(chunks) : undefined;
}

function parsed(body: Buffer): { name: string; args: Record<string, unknown> } | undefined {
  try {
    const { name, args } = JSON.parse(body.toString('utf8'));
    const isCall = typeof name === 'string' && typeof args === 'object' && args !== null;
    return isCall && !Array.isArray(args) ? { name, args } : undefined;
  } catch {
    return undefined;
  }
}
