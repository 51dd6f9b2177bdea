/** A shell on a real terminal, with typed input and the tab key. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { checkout } from './commands.ts';
import { startOnTerminal } from './terminal.ts';

export interface ShellKind {
  /** Starts it without the user's own settings, with the prompt `ready>`. */
  command: string;
  /** Typed first. */
  source: string;
}

export class Shell {
  readonly #child: ReturnType<typeof startOnTerminal>;
  #screen = '';

  constructor(context: TestContext, { command }: ShellKind, cwd: string) {
    const home = mkdtempSync(join(tmpdir(), 'ltp-home-'));
    const PATH = `${join(checkout, 'node_modules', '.bin')}:${process.env.PATH}`;
    const env = {
      PATH,
      HOME: home,
      XDG_CONFIG_HOME: home,
      XDG_DATA_HOME: home,
      NO_COLOR: '1',
      PAGER: 'cat',
    };
    this.#child = startOnTerminal(command, { cwd, env, columns: 200, rows: 50 });
    this.#child.stdout.setEncoding('utf8').on('data', (text) => {
      this.#screen += text;
    });
    context.after(() => {
      this.#child.kill('SIGKILL');
      rmSync(home, { recursive: true, force: true, maxRetries: 10 });
    });
  }

  /** Types, and waits until the terminal shows something new. */
  async type(text: string, shows: RegExp): Promise<string> {
    this.#screen = '';
    this.#child.stdin.write(text);
    return this.shows(shows);
  }

  async shows(expected: RegExp): Promise<string> {
    const deadline = Date.now() + 30_000;
    while (!expected.test(this.#screen)) {
      assert.ok(Date.now() < deadline, `not shown: ${expected}\n${this.#screen}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    return this.#screen;
  }
}

/** What completion has to do in every shell; the scripts of all shells only call `ltp`. */
export async function completesEverything(
  context: TestContext,
  kind: ShellKind,
  cwd: string,
): Promise<void> {
  const shell = new Shell(context, kind, cwd);
  await shell.shows(/ready>/);
  await shell.type(`${kind.source}\n`, /ready>/);
  // Each line is completed with the tab key and then run; its output shows the completed line.
  const cases: [string, RegExp][] = [
    ['ltp sho\tdemo --format text', /Demo plan {2}2\/7/],
    ['ltp show de\t--format text', /Demo plan {2}2\/7/],
    ['ltp task ge\tdemo t_hea\t--format text', /title +Headings/],
    ['ltp show demo --stat\tdoi\t--format text', /1 of 7 tasks/],
    ['ltp plan li\t--form\tjs\t', /\{"plans":\[\{"planId":"demo"/],
  ];
  for (const [typed, shown] of cases) {
    await shell.type(`${typed}\n`, shown);
    await shell.type('\n', /ready>/);
  }
}
