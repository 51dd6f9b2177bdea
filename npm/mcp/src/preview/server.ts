/** The server behind `ltp preview`: the page, the plans' texts, the tools it may call, and news of changes. */
import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { watchPlans } from 'long-term-plan-core/node';
import type { Reply } from 'long-term-plan-core/slim';
import type { Session } from '../session.ts';
import type { Place } from '../settings.ts';
import { admit } from './guard.ts';
import type { Page } from './page.ts';

export interface PreviewSettings {
  place: Place;
  session: Session;
  page: Page;
  readOnly: boolean;
  /** Who changes are recorded as made by. */
  actor: string;
  /** 0 takes any that is free. */
  port: number;
}

export interface Preview {
  /** With the token: whoever knows it may read and write. */
  address: string;
  close(): Promise<void>;
}

/** All that the page needs. */
const TOOLS = ['plan_list', 'task_update', 'task_add', 'plan_undo', 'plan_log'];
const LARGEST_BODY = 4 * 1024 * 1024;
/** Proxies and sleeping laptops end connections on which nothing happens. */
const SIGN_OF_LIFE_MS = 20_000;

/** Rejects if the port cannot be had. */
export async function startPreview(settings: PreviewSettings): Promise<Preview> {
  const token = randomBytes(24).toString('base64url');
  const listeners = new Set<ServerResponse>();
  const { root, plansDir } = settings.place;
  const tell = (text: string) => {
    for (const listener of listeners) listener.write(text);
  };
  const server = createServer((request, response) => {
    answer(request, response, { ...settings, token, listeners }).catch((error: unknown) => {
      end(response, 500, `Internal error: ${error instanceof Error ? error.message : error}`);
    });
  });
  await listening(server, settings.port);
  const watcher = watchPlans({
    root,
    plansDir,
    isWatched: (name) => settings.session.urisOf(name).length > 0,
    onChange: ({ files }) => tell(`data: ${JSON.stringify({ files })}\n\n`),
  });
  const pulse = setInterval(() => tell(': alive\n\n'), SIGN_OF_LIFE_MS);
  return {
    address: `http://127.0.0.1:${portOf(server)}/${token}/`,
    close: () =>
      new Promise((resolve) => {
        clearInterval(pulse);
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

interface Served extends PreviewSettings {
  token: string;
  listeners: Set<ServerResponse>;
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  served: Served,
): Promise<void> {
  const port = request.socket.localPort ?? 0;
  const admitted = admit(request, port, served.token);
  if ('reason' in admitted) return end(response, admitted.status, admitted.reason);
  const { path } = admitted;
  const route = `${request.method} ${path}`;
  if (route === 'GET /') return servePage(response, served.page);
  if (route === 'GET /api/about') return serveAbout(response, served);
  if (route === 'GET /api/events') return serveEvents(request, response, served.listeners);
  if (route === 'POST /api/call') return serveCall(request, response, served);
  const plan = /^GET \/api\/plan\/([^/]+)$/.exec(route)?.[1];
  if (plan !== undefined) return servePlan(response, plan, served);
  end(response, 404, 'not found');
}

/** For everything: no other page reads it, nothing keeps it, and the address with its token goes nowhere. */
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

function serveAbout(response: ServerResponse, { readOnly, place, actor }: Served): void {
  sendJson(response, { readOnly, place: place.plansDir, actor });
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

/** The text as it is. What is wrong with the name or the file is told in the core's words. */
async function servePlan(
  response: ServerResponse,
  name: string,
  { session, actor }: Served,
): Promise<void> {
  let planId: string;
  try {
    planId = decodeURIComponent(name);
  } catch {
    return end(response, 400, 'the name of the plan is not written as an address wants it');
  }
  const reply = await session.ask({ kind: 'resource', name: `plan://${planId}`, args: {} }, actor);
  if ('error' in reply) return end(response, isMissing(reply) ? 404 : 409, reply.error.message);
  const { contents } = reply.result as { contents: { text: string }[] };
  end(response, 200, contents[0]?.text ?? '', 'text/markdown');
}

const isMissing = (reply: Reply) => 'error' in reply && reply.error.code === 'NOT_FOUND';

async function serveCall(
  request: IncomingMessage,
  response: ServerResponse,
  served: Served,
): Promise<void> {
  // A form of another page cannot send this type without being asked for leave first.
  if (request.headers['content-type'] !== 'application/json') {
    return end(response, 415, 'calls are sent as application/json');
  }
  const body = await bodyOf(request);
  if (body === undefined) return end(response, 413, `a call has at most ${LARGEST_BODY} bytes`);
  const call = parsed(body);
  if (call === undefined) return end(response, 400, 'a call is {"name": …, "args": {…}}');
  if (!TOOLS.includes(call.name)) return end(response, 403, `the page may not call ${call.name}`);
  sendJson(response, await served.session.ask({ kind: 'tool', ...call }, served.actor));
}

/** Of what is too large, nothing is kept; it is read to its end all the same, or the answer would not arrive. */
async function bodyOf(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size <= LARGEST_BODY) chunks.push(chunk);
  }
  return size <= LARGEST_BODY ? Buffer.concat(chunks) : undefined;
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
