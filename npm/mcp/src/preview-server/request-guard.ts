/**
 * Decides which requests are admitted. The server listens only on this machine, but every page in the user's browser can
 * send requests to it, and so can other users of a shared machine. So a request must contain the token, must be addressed
 * to this very host (against DNS rebinding), and must not come from another page.
 */
import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

export interface Refused {
  status: number;
  reason: string;
}

/** `path` is the part of the address after the token; it starts with `/`. */
export type Admission = { path: string } | Refused;

export function admit(request: IncomingMessage, port: number, token: string): Admission {
  const { headers, method = '' } = request;
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`];
  if (!hosts.includes(headers.host ?? '')) return refused(421, 'this address is not served here');
  const origins = hosts.map((host) => `http://${host}`);
  const isOurs = headers.origin === undefined ? isRead(method) : origins.includes(headers.origin);
  const site = headers['sec-fetch-site'];
  const isSameSite =
    site === undefined || site === 'same-origin' || (site === 'none' && isRead(method));
  // Only the address itself can be opened from anywhere: a terminal, a bookmark.
  const isNavigation = headers['sec-fetch-mode'] === 'navigate' && isRead(method);
  if (!isOurs || (!isSameSite && !isNavigation)) return refused(403, 'asked by another page');
  const path = (request.url ?? '').split('?', 1)[0] ?? '';
  const [, given = '', ...rest] = path.split('/');
  if (!isEqual(given, token))
    return refused(404, 'not found; open the address that ltp preview printed');
  if (rest.length === 0) return refused(404, 'not found');
  return { path: `/${rest.join('/')}` };
}

const isRead = (method: string) => method === 'GET' || method === 'HEAD';
const refused = (status: number, reason: string): Refused => ({ status, reason });

/** Takes the same time wherever they differ. */
function isEqual(given: string, token: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(token)];
  return one.length === other.length && timingSafeEqual(one, other);
}
