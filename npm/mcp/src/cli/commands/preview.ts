import { spawn } from 'node:child_process';
import { basename } from 'node:path';
import { writeFileAtomic } from 'long-term-plan-core/node';
import { readConfig } from '../../config.ts';
import { chosenNumber, type Flag, isOn, lastValue, UsageError } from '../../flags.ts';
import { servedPage, wholePage } from '../../preview-server/page.ts';
import { startPreview } from '../../preview-server/server.ts';
import { previewToken } from '../../preview-server/token.ts';
import { readPolicy } from '../../settings.ts';
import type { CommandContext, CommandDefinition } from '../command.ts';
import { ExitCode, Failure } from '../exit-code.ts';
import { escapeControl } from '../text/escape.ts';

const FLAGS: Flag[] = [
  { name: 'port', value: 'N', help: 'the port to listen on (default: any free port)' },
  { name: 'open', help: 'open the page in the browser' },
  { name: 'read-only', help: 'let the page change nothing' },
  { name: 'new-token', help: 'change the secret part of the address; open tabs lose their access' },
  {
    name: 'html',
    value: 'FILE',
    help: 'write the page into a file instead, which needs no server',
  },
];
const MAX_PORT = 65_535;

export const preview: CommandDefinition = {
  usage: '[flags]',
  about: `Show the plans as a page in the browser: outline, board, timeline, dependency graph, progress, search, and editing. It
follows changes of the files, and runs until it is stopped. It listens only on this machine; the address contains a
token, and anyone who knows it can read and change the plans. The file that --html writes opens any plan without a server.`,
  examples: [
    {
      line: 'ltp preview --open',
      what: 'the plans of this project, in the browser',
      untested: 'it opens a browser',
    },
    {
      line: 'ltp preview --read-only --port 4000',
      what: 'without editing',
      untested: 'the port may be in use',
    },
    { line: 'ltp preview --html plans.html', what: 'a page to send to someone' },
  ],
  flags: FLAGS,
  run: async (context) => {
    context.atMost(0);
    const target = lastValue(context.line, 'html');
    if (target === undefined) await serve(context);
    else await write(context, target);
    return ExitCode.done;
  },
};

async function write(context: CommandContext, target: string): Promise<void> {
  const page = wholePage(context.program.wasmDir);
  const { plansPath } = context;
  writeFileAtomic(context.path(target), page, { plansDir: plansPath, name: target });
  await context.output.result(
    { file: target },
    () => `${escapeControl(target)} is written; open it in a browser, and a plan in it.\n`,
  );
}

async function serve(context: CommandContext): Promise<void> {
  const port = chosenNumber(context.line, 'port') ?? 0;
  if (port > MAX_PORT) throw new UsageError(`--port is at most ${MAX_PORT}`);
  const { root, plansDir } = context.project;
  const { readOnly } = readPolicy(context.line, readConfig(root, plansDir));
  const running = await startPreview({
    plansDir,
    session: context.session('plan', 'doc', 'sections'),
    page: servedPage(wholePage(context.program.wasmDir)),
    readOnly,
    project: basename(root),
    actor: context.caller,
    port,
    token: previewToken(context.plansPath, { isNew: isOn(context.line, 'new-token'), readOnly }),
  }).catch((error: NodeJS.ErrnoException) => {
    throw new Failure(
      error.code === 'EADDRINUSE'
        ? `port ${port} is in use; choose another with --port, or leave it out`
        : `the page cannot be served: ${error.message}`,
    );
  });
  const stopped = context.io.stopped();
  await context.output.result(
    { address: running.address, readOnly },
    ({ paint }) => `${paint('bold', running.address)}\nCtrl+C stops it.\n`,
  );
  if (isOn(context.line, 'open')) openInBrowser(context, running.address);
  await stopped;
  await running.close();
}

/** A failure does not matter much: the address is printed anyway. */
function openInBrowser({ io }: CommandContext, address: string): void {
  const [program = '', ...args] =
    process.platform === 'darwin'
      ? ['open', address]
      : process.platform === 'win32'
        ? ['cmd', '/c', 'start', '', address]
        : ['xdg-open', address];
  const child = spawn(program, args, { stdio: 'ignore', detached: true, windowsHide: true });
  child.once('error', () =>
    io.logLine('ltp: no browser could be started; open the address manually'),
  );
  child.unref();
}
