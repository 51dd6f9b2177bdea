import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { makeProject } from '../helpers/project.ts';
import { DEMO, ltp, ltpFails, makeDemo, planText, putPlan, runLtp } from './helpers/ltp.ts';

interface Output {
  errors: number;
  warnings: number;
  files: { file: string; errors: Diagnostic[]; warnings: Diagnostic[] }[];
}

interface Diagnostic {
  code: string;
  line: number;
  column?: number;
  endColumn?: number;
  message: string;
}

/** A plan with an error in line 15, and a warning with columns in line 14. */
const BROKEN = DEMO.replace('[ ] Deep', '[?] Deep').replace('due=2020-01-02', 'due=soon');

test('all plans are checked, and errors exit with code 1', async (context) => {
  const root = makeDemo(context);
  const good = await ltp(root, 'check', '--json');
  assert.equal(good.code, 0);
  assert.deepEqual(JSON.parse(good.stdout), {
    errors: 0,
    warnings: 0,
    files: [{ file: '.long-term-plan/demo.md', errors: [], warnings: [] }],
  });
  putPlan(root, 'broken', BROKEN);
  putPlan(root, 'headless', '# no header\n');
  putPlan(root, 'bytes', new Uint8Array([0x23, 0x20, 0xff, 0x0a]));
  putPlan(root, 'index', '<!-- long-term-plan:index -->\n# Generated\n');
  const bad = await ltp(root, 'check', '--json');
  assert.equal(bad.code, 1);
  assert.equal(bad.stderr, '');
  const { errors, warnings, files } = JSON.parse(bad.stdout) as Output;
  const codes = files.map(({ file, errors: found }) => [
    file.split('/').at(-1),
    ...found.map(({ code }) => code),
  ]);
  assert.deepEqual(codes, [
    ['broken.md', 'INVALID_STATUS_SYMBOL'],
    ['bytes.md', 'UNSUPPORTED_ENCODING'],
    ['demo.md'],
    ['headless.md', 'MISSING_FORMAT_HEADER'],
  ]);
  assert.equal(errors, 3);
  assert.ok(warnings >= 1);
  const [warning] = files[0]?.warnings ?? [];
  assert.equal(warning?.line, 14);
  const line = BROKEN.split('\n')[13] ?? '';
  assert.equal(line.slice((warning?.column ?? 0) - 1, (warning?.endColumn ?? 0) - 1), 'due=soon');
});

test('plans that no tool finds are errors', async (context) => {
  const root = makeDemo(context);
  putPlan(root, 'Q3 goals', DEMO);
  for (const folder of ['teams', 'archive', 'context']) {
    mkdirSync(join(root, '.long-term-plan', folder));
    writeFileSync(join(root, '.long-term-plan', folder, 'web.md'), BROKEN);
  }
  writeFileSync(join(root, '.long-term-plan', 'teams', 'notes.md'), '# Notes\n');
  const { code, stdout } = await ltp(root, 'check', '--json');
  assert.equal(code, 1);
  const { files } = JSON.parse(stdout) as Output;
  const codes = files.map(({ file, errors }) => [file, ...errors.map((error) => error.code)]);
  assert.deepEqual(codes, [
    ['.long-term-plan/Q3 goals.md', 'UNREADABLE_FILE'],
    ['.long-term-plan/demo.md'],
    ['.long-term-plan/teams/web.md', 'UNREADABLE_FILE', 'INVALID_STATUS_SYMBOL'],
  ]);
  assert.match(files[0]?.errors[0]?.message ?? '', /its name is not a plan id/);
});

test('warnings alone do not fail', async (context) => {
  const root = makeDemo(context, DEMO.replace('due=2020-01-02', 'due=soon'));
  const { code, stdout } = await ltp(root, 'check', 'demo', '--format', 'text');
  assert.equal(code, 0);
  assert.match(
    stdout,
    /^\.long-term-plan\/demo\.md:14:\d+: warning INVALID_ATTRIBUTE: .*\n1 warning in 1 of 1 plan\n$/,
  );
});

test('plans, files, directories and standard input can be checked', async (context) => {
  const root = makeDemo(context);
  mkdirSync(join(root, 'docs'));
  writeFileSync(join(root, 'docs', 'a.md'), BROKEN);
  writeFileSync(join(root, 'docs', 'b.md'), DEMO);
  writeFileSync(join(root, 'docs', 'c.txt'), 'no plan');
  const files = async (...words: string[]) => {
    const { stdout } = await ltp(root, 'check', '--json', ...words);
    return (JSON.parse(stdout) as Output).files.map(
      ({ file, errors }) => `${file} ${errors.length}`,
    );
  };
  assert.deepEqual(await files('demo'), ['.long-term-plan/demo.md 0']);
  assert.deepEqual(await files('docs'), ['docs/a.md 1', 'docs/b.md 0']);
  assert.deepEqual(await files('docs/a.md', join(root, 'docs', 'b.md')), [
    'docs/a.md 1',
    'docs/b.md 0',
  ]);
  const piped = await runLtp(root, ['check', '-', '--stdin-name', 'docs/x.md', '--json'], {
    input: BROKEN,
  });
  assert.equal(piped.code, 1);
  assert.equal((JSON.parse(piped.stdout) as Output).files[0]?.file, 'docs/x.md');
  assert.match(await ltpFails(root, 4, 'check', 'nowhere'), /neither a plan nor a file "nowhere"/);
  assert.match(await ltpFails(root, 2, 'check', '-', '-'), /only once/);
  assert.equal(planText(root), DEMO);
});

test('a project without plans is probably the wrong folder', async (context) => {
  const root = makeProject(context);
  assert.match(await ltpFails(root, 4, 'check'), /No plans to check in .* Pass --allow-empty/);
  const { code, stdout } = await ltp(root, 'check', '--allow-empty', '--json');
  assert.deepEqual({ code, stdout }, { code: 0, stdout: '{"errors":0,"warnings":0,"files":[]}\n' });
});

test('a file that cannot be read is reported, and the others are checked', async (context) => {
  const root = makeDemo(context);
  mkdirSync(join(root, '.long-term-plan', 'folder.md'));
  writeFileSync(join(root, 'outside.md'), DEMO);
  symlinkSync('../outside.md', join(root, '.long-term-plan', 'link.md'));
  const { code, stdout } = await ltp(root, 'check', '--json');
  assert.equal(code, 1);
  const { files } = JSON.parse(stdout) as Output;
  assert.deepEqual(
    files.map(({ file, errors }) => `${file.split('/').at(-1)} ${errors[0]?.code ?? 'good'}`),
    ['demo.md good', 'folder.md UNREADABLE_FILE', 'link.md UNREADABLE_FILE'],
  );
});

test('the format github writes annotations, with special characters escaped', async (context) => {
  const root = makeDemo(context);
  mkdirSync(join(root, 'a,b:c%'));
  writeFileSync(join(root, 'a,b:c%', 'x.md'), BROKEN.replace('[?]', '[%]'));
  const { code, stdout } = await ltp(root, 'check', 'a,b:c%', '--format', 'github');
  assert.equal(code, 1);
  const [error, warning, ...rest] = stdout.split('\n');
  assert.deepEqual(rest, ['']);
  assert.match(
    String(error),
    /^::error file=a%2Cb%3Ac%25\/x\.md,line=15,col=\d+,endColumn=\d+,title=INVALID_STATUS_SYMBOL::[^%]*%25/,
  );
  assert.match(
    String(warning),
    /^::warning file=.*,line=14,col=\d+,endColumn=\d+,title=INVALID_ATTRIBUTE::/,
  );
});

test('the format sarif has a rule for each code, and a location for each diagnostic', async (context) => {
  const root = makeDemo(context, BROKEN);
  mkdirSync(join(root, 'my docs'));
  writeFileSync(join(root, 'my docs', 'x.md'), '# no header\n');
  const { code, stdout } = await ltp(root, 'check', 'demo', 'my docs', '--format', 'sarif');
  assert.equal(code, 1);
  const log = JSON.parse(stdout);
  assert.equal(log.version, '2.1.0');
  assert.match(log.$schema, /sarif-schema-2\.1\.0\.json$/);
  const [analysis] = log.runs;
  assert.equal(analysis.columnKind, 'utf16CodeUnits');
  const { name, rules } = analysis.tool.driver;
  assert.equal(name, 'long-term-plan');
  for (const { ruleId, ruleIndex, level, message, locations } of analysis.results) {
    assert.equal(rules[ruleIndex].id, ruleId);
    assert.ok(['error', 'warning'].includes(level));
    assert.ok(message.text.length > 0);
    const { artifactLocation, region } = locations[0].physicalLocation;
    assert.ok(!/[ \\]/.test(artifactLocation.uri));
    assert.ok(region.startLine >= 1);
    if (region.endColumn !== undefined) assert.ok(region.endColumn > region.startColumn);
  }
  const uris = analysis.results.map(
    (result: { locations: { physicalLocation: { artifactLocation: { uri: string } } }[] }) =>
      result.locations[0]?.physicalLocation.artifactLocation.uri,
  );
  assert.ok(uris.includes('my%20docs/x.md'));

  const twice = await ltp(root, 'check', 'demo', 'demo', '--format', 'sarif');
  const { artifacts, results } = JSON.parse(twice.stdout).runs[0];
  assert.equal(artifacts.length, 1, 'each file is listed once, as the standard requires');
  assert.ok(results.length > 0);
});

test('an unknown format is rejected', async (context) => {
  const root = makeDemo(context);
  assert.match(
    await ltpFails(root, 2, 'check', '--format', 'xml'),
    /must be one of text, json, sarif, github/,
  );
  const { code, stderr } = await ltp(root, 'check', '--json', '--format', 'sarif');
  assert.equal(code, 2);
  assert.match(stderr, /contradicts/);
  assert.match(
    await ltpFails(root, 2, 'plan', 'list', '--format', 'sarif'),
    /must be one of json, text/,
  );
});
