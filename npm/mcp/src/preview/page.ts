/** The page, as it is served: the same file that works by itself, told that there is a server. */
import { readFileSync } from 'node:fs';

/** As the page is built; what is not found there would leave it without its server. */
const ALONE = { mode: 'data-mode="file"', connect: "connect-src 'none'" };
const SERVED = { mode: 'data-mode="server"', connect: "connect-src 'self'" };

export interface Page {
  html: string;
  /** What the page may do, as a header: it holds before the first byte is parsed, and forbids frames. */
  policy: string;
}

export function servedPage(file: string): Page {
  const alone = readFileSync(file, 'utf8');
  const html = replaced(replaced(alone, ALONE.mode, SERVED.mode), ALONE.connect, SERVED.connect);
  const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(html)?.[1];
  if (policy === undefined) throw new Error('the page has no Content-Security-Policy');
  return { html, policy: `${policy}; frame-ancestors 'none'` };
}

function replaced(text: string, from: string, to: string): string {
  if (!text.includes(from)) throw new Error(`the page has no ${from}`);
  return text.replace(from, to);
}
