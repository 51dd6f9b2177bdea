/** A minimal web server for the files of a folder. */
import { createReadStream } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import type { TestContext } from 'node:test';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.wasm': 'application/wasm',
};

/** Serves a folder for the duration of the test, and returns the address. */
export async function serveFolder(context: TestContext, folder: string): Promise<string> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const file = join(folder, normalize(decodeURIComponent(pathname)));
    // Browsers request it on their own and report its absence as an error.
    if (pathname === '/favicon.ico') return void response.writeHead(204).end();
    const stream = createReadStream(file);
    stream.once('open', () => {
      response.setHeader('content-type', TYPES[extname(file)] ?? 'application/octet-stream');
      stream.pipe(response);
    });
    stream.once('error', () => response.writeHead(404).end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  context.after(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
