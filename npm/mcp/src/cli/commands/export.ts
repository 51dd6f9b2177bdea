import { join } from 'node:path';
import { writeFileAtomic } from 'long-term-plan-core/node';
import { openConverter } from '../../convert/converter.ts';
import { type CommandLine, chosenValue, type Flag, isOn, lastValue } from '../../flags.ts';
import { note, print } from '../../output.ts';
import type { CommandBody } from '../command.ts';
import { ExitCode } from '../exit-code.ts';
import { printable } from '../text/printable.ts';

const FORMATS = ['gfm', 'json', 'csv', 'html'] as const;
type Format = (typeof FORMATS)[number];

/** What the name of a file says about it. */
const BY_EXTENSION: Record<string, Format> = {
  md: 'gfm',
  markdown: 'gfm',
  json: 'json',
  csv: 'csv',
  html: 'html',
  htm: 'html',
};

const FLAGS: Flag[] = [
  {
    name: 'format',
    value: FORMATS.join('|'),
    choices: FORMATS,
    help: "a checklist for GitHub, JSON, CSV, or one page (default: by the output's name, else gfm)",
  },
  { name: 'output', value: 'PATH', choices: 'files', help: 'the file to write (default: stdout)' },
];

export const exportPlan: CommandBody = {
  usage: '<plan> [flags]',
  about: `Write a plan as a checklist that GitHub renders, as JSON with everything in it, as CSV with a row for each
task, or as one HTML page that needs nothing else. What is wrong with the plan is told on stderr.`,
  examples: [
    { line: 'ltp export demo', what: 'a checklist, to read or to paste into an issue' },
    { line: 'ltp export demo --output demo.html', what: 'a page to send to somebody' },
    { line: 'ltp export demo --format csv > demo.csv', what: 'a table' },
    { line: 'ltp export demo --format json > demo.json', what: 'for another program' },
  ],
  flags: FLAGS,
  places: ['plan'],
  run: async (invocation) => {
    invocation.atMost(1);
    const planId = invocation.word(0, 'The plan');
    const output = lastValue(invocation.line, 'output');
    const to = formatIn(invocation.line, output);
    const converter = openConverter(invocation.settings(), invocation.program.coreFolder);
    const asked = { kind: 'tool', name: 'export', args: { planId, to } } as const;
    const answer = await invocation.ask(converter, asked);
    const { text, warnings } = answer as { text: string; warnings: string[] };
    note(warnings.map((warning) => `${printable(`${planId}: ${warning}`)}\n`).join(''));
    const { root, plansDir } = invocation.place;
    if (output === undefined || output === '-') print(text);
    else writeFileAtomic(output, text, { plansDir: join(root, plansDir) });
    return ExitCode.done;
  },
};

function formatIn(line: CommandLine, output = ''): Format {
  const extension = output.toLowerCase().split('.').at(-1) ?? '';
  const chosen = chosenValue(line, 'format', FORMATS) ?? (isOn(line, 'json') ? 'json' : undefined);
  return chosen ?? BY_EXTENSION[extension] ?? 'gfm';
}
