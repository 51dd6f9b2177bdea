/** The page that shows plans, put together from what the package holds: itself without its core, and the core. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gzipSync } from 'node:zlib';
import { readWasm } from '../read-wasm.ts';

/** As the page is built; what is not found there would leave it without its core or its server. */
const CORELESS = 'id="core">[]<';
const ALONE = { mode: 'data-mode="file"', connect: "connect-src 'none'" };
const SERVED = { mode: 'data-mode="server"', connect: "connect-src 'self'" };

export interface Page {
  html: string;
  /** What the page may do, as a header: it holds before the first byte is parsed, and forbids frames. */
  policy: string;
}

/** The page that works by itself, made from what is in a folder. */
export function wholePage(folder: string): string {
  const { first, later } = readWasm(folder);
  const core = [first, later()].map((part) => gzipSync(part).toString('base64'));
  const coreless = brotliDecompressSync(readFileSync(join(folder, 'preview.html.br'))).toString(
    'utf8',
  );
  return replaced(coreless, CORELESS, `id="core">${JSON.stringify(core)}<`);
}

/** The same page, told that there is a server. */
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
