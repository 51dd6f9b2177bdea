import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { writeFileAtomic } from 'long-term-plan-core/node';
import { readConfig } from '../../config.ts';
import { chosenNumber, type Flag, isOn, lastValue, UsageError } from '../../flags.ts';
import { note } from '../../output.ts';
import { servedPage, wholePage } from '../../preview/page.ts';
import { startPreview } from '../../preview/server.ts';
import { readPolicy } from '../../settings.ts';
import type { CommandBody } from '../command.ts';
import { ExitCode, Failure } from '../exit-code.ts';
import { type Invocation, userName } from '../invocation.ts';
import { printable } from '../text/printable.ts';

const FLAGS: Flag[] = [
  { name: 'port', value: 'N', help: 'the port to listen on (default: one that is free)' },
  { name: 'open', help: 'open the page in the browser' },
  { name: 'read-only', help: 'let the page change nothing' },
  {
    name: 'html',
    value: 'FILE',
    help: 'write the page into a file instead, which works by itself',
  },
];
const LARGEST_PORT = 65_535;

export const preview: CommandBody = {
  usage: '[flags]',
  about: `Show the plans as a page in the browser: outline, board, timeline, dependency graph, progress, search, and editing. It
follows the files as they change, and runs until it is stopped. It listens on this machine alone; the address holds a
token, and whoever knows it may read and change the plans. The file that --html writes opens any plan without a server.`,
  examples: [
    { line: 'ltp preview --open', what: 'the plans of this project, in the browser' },
    { line: 'ltp preview --read-only --port 4000', what: 'to look at only' },
    { line: 'ltp preview --html plans.html', what: 'a page to give to somebody' },
  ],
  flags: FLAGS,
  run: async (invocation) => {
    invocation.atMost(0);
    const target = lastValue(invocation.line, 'html');
    if (target === undefined) await serve(invocation);
    else await write(invocation, target);
    return ExitCode.done;
  },
};

async function write(invocation: Invocation, target: string): Promise<void> {
  const page = wholePage(invocation.program.coreFolder);
  const { root, plansDir } = invocation.place;
  writeFileAtomic(target, page, { plansDir: join(root, plansDir) });
  await invocation.output.answer(
    { file: target },
    () => `${printable(target)} is written; open it in a browser, and a plan in it.\n`,
  );
}

/** Ends when it is stopped. */
async function serve(invocation: Invocation): Promise<void> {
  const port = chosenNumber(invocation.line, 'port') ?? 0;
  if (port > LARGEST_PORT) throw new UsageError(`--port is at most ${LARGEST_PORT}`);
  const { root, plansDir } = invocation.place;
  const { readOnly } = readPolicy(invocation.line, readConfig(root, plansDir));
  const running = await startPreview({
    place: invocation.place,
    session: invocation.session('plan', 'history'),
    page: servedPage(wholePage(invocation.program.coreFolder)),
    readOnly,
    actor: `${userName()} (preview)`,
    port,
  }).catch((error: NodeJS.ErrnoException) => {
    throw new Failure(
      error.code === 'EADDRINUSE'
        ? `port ${port} is in use; choose another with --port, or leave it out`
        : `the page cannot be served: ${error.message}`,
    );
  });
  const stopped = new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, resolve);
  });
  await invocation.output.answer(
    { address: running.address, readOnly },
    ({ paint }) => `${paint('bold', running.address)}\nCtrl+C stops it.\n`,
  );
  if (isOn(invocation.line, 'open')) openInBrowser(running.address);
  await stopped;
  await running.close();
}

/** What opens an address on each system. Whether one is there is not known; the address is printed anyway. */
function openInBrowser(address: string): void {
  const [program = '', ...args] =
    process.platform === 'darwin'
      ? ['open', address]
      : process.platform === 'win32'
        ? ['cmd', '/c', 'start', '', address]
        : ['xdg-open', address];
  const child = spawn(program, args, { stdio: 'ignore', detached: true });
  child.once('error', () => note(`ltp: no browser could be started; open the address by hand\n`));
  child.unref();
}
