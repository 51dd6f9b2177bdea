/** The page that shows plans. The build leaves it without the wasm; here it is put in. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { readWasm } from '../session.ts';

/** Where the wasm goes, and what differs between a page on disk and one with a server. */
const NO_WASM = 'id="core"><';
const ALONE = { mode: 'data-mode="file"', connect: "connect-src 'none'" };
const SERVED = { mode: 'data-mode="server"', connect: "connect-src 'self'" };

export interface Page {
  html: string;
  /** What the page may do, as a header: it holds before the first byte is parsed, and forbids frames. */
  policy: string;
}

/** The page that works without a server, made from the files in a folder. */
export function wholePage(folder: string): string {
  const page = readFileSync(join(folder, 'page.html'), 'utf8');
  const wasm = gzipSync(readWasm(folder)).toString('base64');
  return replaced(page, NO_WASM, `id="core">${wasm}<`);
}

/** The same page, set up for a server. */
export function servedPage(whole: string): Page {
  const html = replaced(replaced(whole, ALONE.mode, SERVED.mode), ALONE.connect, SERVED.connect);
  const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(html)?.[1];
  if (policy === undefined) throw new Error('the page has no Content-Security-Policy');
  return { html, policy: `${policy}; frame-ancestors 'none'` };
}

function replaced(text: string, from: string, to: string): string {
  if (!text.includes(from)) throw new Error(`the page has no ${from}`);
  return text.replace(from, () => to);
}
