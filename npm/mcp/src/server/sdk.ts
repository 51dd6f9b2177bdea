/** The MCP SDK and all that stands on it. It takes long to load: the build makes a file by itself of it. */
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { note } from '../output.ts';
import { buildServer } from './build-server.ts';
import type { Served } from './served.ts';
import { StdioTransport } from './stdio-transport.ts';

/** From here, since a file more to load would cost more than to load it early. */
export { openWatchedSession } from './watched-session.ts';

/** Serves over stdio until the input ends. `answered` is what clients said before, and were answered. */
export function serveBySdk(served: Served, answered: readonly unknown[]): void {
  serveStdio(({ era }) => buildServer(served, era), {
    transport: new StdioTransport({ answered, prepareToListen: () => served.changes.start() }),
    onerror: (error) => note(`long-term-plan-mcp: ${error.message}\n`),
  });
}
