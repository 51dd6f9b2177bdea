/** The transcripts in `docs/ltp.md` are what the commands print. `BLESS=1` writes them. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { openSample, samplePlan } from './helpers/sample.ts';
import { entriesOf, NewIds, runEntry, type Variant } from './helpers/transcripts.ts';

const page = join(import.meta.dirname, '..', '..', '..', '..', 'docs', 'ltp.md');
const BLOCK = /(?:<!-- sample: ([\w-]+) -->\n)?```console\n([\s\S]*?)```/g;

const home = mkdtempSync(join(tmpdir(), 'ltp-home-'));
after(() => rmSync(home, { recursive: true, force: true }));
mkdirSync(join(home, 'new'));

const config = (root: string, text: string) =>
  writeFileSync(join(root, '.long-term-plan', 'config.json'), text);

function editPlan(root: string, name: string, change: (text: string) => string): void {
  const file = samplePlan(root, name);
  writeFileSync(file, change(readFileSync(file, 'utf8')));
}

/** Two lines typed by hand at the end. */
const typeLines = (root: string) =>
  editPlan(root, 'shop', (text) => `${text}- [ ] Book stand\n- [x] Colors\n`);

const VARIANTS: Record<string, Variant> = {
  'hand-typed': (root) => {
    config(root, '{ "defaultPlan": "shop" }\n');
    typeLines(root);
  },
  refused: (root) => {
    config(root, '{ "defaultPlan": "shop" }\n');
    typeLines(root);
  },
  'same-ending': (root) =>
    editPlan(
      root,
      'platform',
      (text) =>
        `${text}\n## Security\n\n- [ ] Rate limits <!-- long-term-plan:id=t_01M7JSAF4Y8TN2W60D7RBB2HVT -->\n`,
    ),
  'no-default': (root) => config(root, '{}\n'),
  'no-plans': (root) => {
    config(root, '{}\n');
    const plans = join(root, '.long-term-plan');
    for (const name of readdirSync(plans)) if (name.endsWith('.md')) rmSync(join(plans, name));
  },
  conflict: (root) =>
    editPlan(root, 'shop', (text) => {
      const lines = text.split('\n');
      const line = lines[10] ?? '';
      lines.splice(11, 0, '<<<<<<< ours', line, '=======', `${line} `, '>>>>>>> theirs');
      return lines.join('\n');
    }),
  'read-only': (root) => config(root, '{ "defaultPlan": "shop", "readOnly": true }\n'),
  'later-priority': async (root) => {
    await openSample(root).take({
      at: '2026-11-17T11:00:00Z',
      by: 'mia',
      change: 340_008_120,
      tool: 'task_update',
      args: { planId: 'shop', taskId: 't_01M7JS7CGV257T788PRPX39SN2', priority: 'low' },
    });
  },
  'by-others': (root) => {
    const history = join(root, '.long-term-plan', '.history');
    for (const name of readdirSync(history)) {
      if (!name.endsWith('.jsonl')) continue;
      const file = join(history, name);
      writeFileSync(file, readFileSync(file, 'utf8').replaceAll('"by":"ana"', '"by":"ben"'));
    }
  },
};

const text = readFileSync(page, 'utf8');
const ids = new NewIds();
let blessed = text;
let number = 0;

for (const [block, name, commands = ''] of text.matchAll(BLOCK)) {
  const variant = name === undefined ? undefined : VARIANTS[name];
  assert.ok(name === undefined || variant, `there is no sample ${name}`);
  const outputs: string[] = [];
  for (const { line, output } of entriesOf(commands)) {
    test(`$ ${line}${name === undefined ? '' : ` (${name})`}`, async () => {
      const folder = join(home, `run-${number++}`);
      mkdirSync(folder);
      mkdirSync(join(folder, 'new'));
      const place = line.startsWith('cd ~/new && ') ? () => join(folder, 'new') : undefined;
      const found = await runEntry(
        line.replace('cd ~/new && ', ''),
        { folder, variant, place },
        ids,
      );
      outputs.push(`$ ${line}\n${found}`);
      if (process.env.BLESS === undefined) assert.equal(found, output);
    });
  }
  test('the block is written', { skip: process.env.BLESS === undefined }, () => {
    blessed = blessed.replace(block, block.replace(commands, outputs.join('')));
    writeFileSync(page, blessed);
  });
}
