/** The MCP SDK and what is built on it: the build's third entry, loaded with the first message that needs it. */
import { setFlagsFromString } from 'node:v8';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { driverProblem } from '../git/doctor.ts';
import { logLine } from '../io.ts';
import { openSession, type Session } from '../session.ts';
import type { Settings } from '../settings.ts';
import { type Backend, createServer } from './mcp-server.ts';
import { StdioTransport } from './stdio-transport.ts';

/** Serves over stdio until the input ends. `replayed` are messages that already have replies. */
export function serveWithSdk(backend: Backend, replayed: readonly unknown[]): void {
  serveStdio(({ era }) => createServer(backend, era), {
    transport: new StdioTransport({ replayed, prepareToListen: () => backend.changes.start() }),
    onerror: (error) => logLine(`long-term-plan-mcp: ${error.message}`),
  });
}

/** Exported here because loading another file would cost more than loading it early. */
export function openServerSession(settings: Settings, wasmDir: string): Session {
  limitYoungGeneration();
  const caller = { isServer: true, isLasting: settings.agent !== undefined };
  const session = openSession({ ...settings, caller }, wasmDir);
  if (session.claimsNote !== undefined) logLine(`long-term-plan-mcp: ${session.claimsNote}`);
  let isFirst = true;
  return {
    ...session,
    call: async (...call) => {
      const reply = await session.call(...call);
      // After the reply, which it must not delay.
      if (isFirst) setImmediate(logDriverProblem, settings);
      isFirst = false;
      return reply;
    },
  };
}

/** Clients keep it in their log. */
function logDriverProblem(settings: Settings): void {
  const problem = settings.isRootUnknown ? undefined : driverProblem(settings, process.env);
  if (problem !== undefined) logLine(`long-term-plan-mcp: ${problem}`);
}

/**
 * V8 lets its young generation grow to some 30 MB and never shrinks it. Calls create few objects that live long, and take
 * no longer without that memory: `npm run bench -- soak`.
 */
function limitYoungGeneration(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
}
