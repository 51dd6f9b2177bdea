import { writeFileAtomic } from 'long-term-plan-core/node';
import { type CommandLine, chosenValue, type Flag, isOn, lastValue } from '../../flags.ts';
import type { CommandDefinition } from '../command.ts';
import { ExitCode } from '../exit-code.ts';
import { escapeControl } from '../text/escape.ts';

const FORMATS = ['gfm', 'json', 'csv', 'html'] as const;
type Format = (typeof FORMATS)[number];

/** By the name of the output. */
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

export const exportPlan: CommandDefinition = {
  usage: '<plan> [flags]',
  about: `Write a plan as a checklist that GitHub renders, as JSON with everything in it, as CSV with a row for each
task, or as one HTML page that needs nothing else. Problems of the plan are printed on stderr.`,
  examples: [
    { line: 'ltp export demo', what: 'a checklist, to read or to paste into an issue' },
    { line: 'ltp export demo --output demo.html', what: 'a page to send to someone' },
    { line: 'ltp export demo --format csv > demo.csv', what: 'a table' },
    { line: 'ltp export demo --format json > demo.json', what: 'for another program' },
  ],
  flags: FLAGS,
  positionals: ['plan'],
  run: async (context) => {
    context.atMost(1);
    const planId = context.word(0, 'The plan');
    const output = lastValue(context.line, 'output');
    const to = formatIn(context.line, output);
    const session = context.session();
    const request = { kind: 'tool', name: 'plan_export', args: { planId, to } } as const;
    const result = await context.call(session, request);
    const { text, warnings } = result as { text: string; warnings: string[] };
    for (const warning of warnings) context.io.logLine(escapeControl(`${planId}: ${warning}`));
    if (output === undefined || output === '-') context.io.print(text);
    else {
      const { plansPath } = context;
      writeFileAtomic(context.path(output), text, { plansDir: plansPath, name: output });
    }
    return ExitCode.done;
  },
};

function formatIn(line: CommandLine, output = ''): Format {
  const extension = output.toLowerCase().split('.').at(-1) ?? '';
  const chosen = chosenValue(line, 'format', FORMATS) ?? (isOn(line, 'json') ? 'json' : undefined);
  return chosen ?? BY_EXTENSION[extension] ?? 'gfm';
}
