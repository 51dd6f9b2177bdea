/** The functions on texts, over the real wasm. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { SearchHits } from '../generated/types.ts';
import {
  applyEdit,
  changesBetween,
  etag,
  memoryFolder,
  merge,
  type Op,
  type Outline,
  openPlan,
  PlanError,
  parse,
  repair,
  search,
  Trap,
  validate,
} from '../src/index.ts';
import { Instance } from '../src/instance.ts';
import { OpenPlan } from '../src/plan.ts';
import { Workspace } from '../src/workspace.ts';
import { createGlue } from '../wasm/glue.js';
import { wasm } from './setting.ts';

const fixtures = join(import.meta.dirname, '..', '..', '..', 'tests', 'fixtures');
const read = <T>(name: string): T[] => JSON.parse(readFileSync(join(fixtures, name), 'utf8'));

const HEADER = '<!-- long-term-plan:format=v1 -->\n';
const DEMO = `${HEADER}# 😀 Demo\n- [ ] Write √ <!-- long-term-plan:id=t_1 -->\n`;

interface ParseCase {
  name: string;
  before: string[];
  title?: string;
  body?: string;
  tasks: {
    id: string;
    title: string;
    status: string;
    lines: [number, number];
    parent?: string;
    body?: string;
    sectionPath: string[];
  }[];
}

test('an outline matches the golden cases, at the offsets of the text', () => {
  for (const { name, before, title, body, tasks } of read<ParseCase>('parse.json')) {
    const text = before.join('');
    const outline = parse(text);
    const path = (task: Outline['tasks'][number]): string[] => {
      const names: string[] = [];
      let at = task.section;
      while (at !== undefined) {
        const section = outline.sections[at];
        if (section === undefined) return assert.fail(`${name}: no section ${at}`);
        if (section.level > 1) names.unshift(section.name);
        at = section.parent;
      }
      return names;
    };
    assert.equal(outline.title, title ?? undefined, name);
    assert.equal(outline.body?.markdown, body ?? undefined, name);
    const shown = outline.tasks.map((task) => ({
      id: task.id,
      title: task.title,
      status: task.status,
      lines: [task.line, task.endLine],
      sectionPath: path(task),
      parent: task.parent === undefined ? undefined : outline.tasks[task.parent]?.id,
      body: task.body?.markdown,
    }));
    const expected = tasks.map(({ id, title, status, lines, sectionPath, parent, body }) => ({
      id,
      title,
      status,
      lines,
      sectionPath,
      parent,
      body,
    }));
    assert.deepEqual(shown, expected, name);
    for (const task of outline.tasks) {
      assert.equal(text.slice(task.titleStart, task.titleEnd), task.title, name);
      assert.ok(text.slice(task.start, task.end).includes(`id=${task.id}`), name);
    }
  }
});

interface EditCase {
  name: string;
  before: string[];
  ops: Op[];
  after?: string[];
  error?: { code?: string; message?: string };
}

test('an edit matches the golden cases, and its ranges are all that changed', () => {
  let edits = 0;
  for (const { name, before, ops, after } of read<EditCase>('edit.json')) {
    const text = before.join('');
    const options = { now: 1_700_000_000_000, entropy: new Uint8Array(10) };
    if (after === undefined) {
      assert.throws(() => applyEdit(text, ops, options), PlanError, name);
      continue;
    }
    const { newText, changedRanges } = applyEdit(text, ops, options);
    assert.equal(newText, after.join(''), name);
    let rebuilt = text;
    for (const { start, end, text: replacement } of [...changedRanges].reverse()) {
      rebuilt = rebuilt.slice(0, start) + replacement + rebuilt.slice(end);
    }
    assert.equal(rebuilt, newText, name);
    edits++;
  }
  assert.ok(edits > 10, `${edits} edits`);
});

test('one operation needs no list, and what was not touched stays, lone surrogates included', () => {
  const text = DEMO.replace('Write', 'Wr\ud800ite');
  const { newText, changedRanges, taskIds } = applyEdit(text, {
    op: 'update',
    taskId: 't_1',
    status: 'done',
  });
  assert.equal(newText, text.replace('[ ]', '[√]'));
  assert.deepEqual(taskIds, ['t_1']);
  const at = text.indexOf('[ ]') + 1;
  assert.deepEqual(changedRanges, [{ start: at, end: at + 1, text: '√' }]);
});

test('a rejected operation is reported with its code and index', () => {
  const ops: Op[] = [
    { op: 'update', taskId: 't_1', status: 'done' },
    { op: 'delete', taskId: 'gone' },
  ];
  assert.throws(() => applyEdit(DEMO, ops), {
    name: 'PlanError',
    code: 'NOT_FOUND',
    message: 'Task not found: gone',
    op: 1,
  });
});

test('diagnostics name their repair, and repairing fixes them', () => {
  const broken = '# Demo\n- [x] One\n* [ ] Two\n';
  const { errors } = validate(broken);
  assert.deepEqual(
    new Set(errors.map(({ repair }) => repair)),
    new Set(['addFormatHeader', 'normalizeStatusChar', 'addMissingIds']),
  );
  const { newText, applied } = repair(broken);
  assert.deepEqual(validate(newText).errors, []);
  assert.ok(applied.length >= 4);
  assert.equal(repair(broken, []).newText, broken);
});

test('any bytes are read', () => {
  const [error] = validate(new Uint8Array([0x61, 0xff])).errors;
  assert.equal(error?.code, 'UNSUPPORTED_ENCODING');
  assert.deepEqual(parse(new Uint8Array([0xff])).tasks, []);
  const bytes = new TextEncoder().encode(DEMO);
  assert.deepEqual(parse(bytes), parse(DEMO));
  assert.equal(etag(bytes), etag(DEMO));
  assert.equal(search(bytes, 'wri').hits[0]?.taskId, 't_1');
});

test('an open plan is read, changed and read again', () => {
  const plan = openPlan(DEMO);
  const { taskIds } = plan.apply([
    { op: 'add', title: 'Read', ref: 'read', tags: ['a b'] },
    { op: 'add', title: 'Review', parentTaskId: 'ref:read' },
  ]);
  assert.deepEqual(
    plan.outline().tasks.map(({ id, parent }) => [id, parent]),
    [
      ['t_1', undefined],
      [taskIds[0], undefined],
      [taskIds[1], 1],
    ],
  );
  assert.equal(plan.search('review').total, 1);
  assert.deepEqual([...plan.find('re')], [1, 2]);
  plan.free();
  plan.free();
  assert.deepEqual(plan.outline(), parse(plan.text));
});

test('after a trap a plan continues in a new instance', () => {
  let created = 0;
  const instance = new Instance(wasm, () => {
    const glue = createGlue();
    if (++created > 1) return glue;
    class Broken extends glue.Plan {
      override search(query: string, limit: number): SearchHits {
        Object.assign(this, { __wbg_ptr: 0x7fff_fff0 });
        return super.search(query, limit);
      }
    }
    return { ...glue, Plan: Broken };
  });
  const plan = new OpenPlan(instance, DEMO);
  plan.apply({ op: 'update', taskId: 't_1', status: 'doing' });
  assert.throws(() => plan.search('write'), Trap);
  assert.equal(plan.search('write').hits[0]?.status, 'doing');
  plan.free();
  assert.equal(created, 2);
});

test('two versions are merged by task, and conflicts are reported', () => {
  const two = `${DEMO}- [ ] Read <!-- long-term-plan:id=t_2 -->\n`;
  const ours = two.replace('[ ] Write', '[*] Write');
  const theirs = two.replace('Read', 'Read aloud');
  const merged = merge(two, ours, theirs);
  assert.deepEqual(merged.conflicts, []);
  assert.equal(merged.newText, ours.replace('Read', 'Read aloud'));
  const labels = { oursLabel: 'mine', theirsLabel: 'yours' };
  const torn = merge(two, two.replace('Read', 'Hear'), theirs, labels);
  assert.deepEqual(
    torn.conflicts.map(({ taskId, field, ours, theirs }) => [taskId, field, ours, theirs]),
    [['t_2', 'title', 'Hear', 'Read aloud']],
  );
  assert.match(torn.newText, /<<<<<<< mine\n/);
  assert.deepEqual(changesBetween(two, ours), [
    {
      taskId: 't_1',
      title: 'Write √',
      change: 'field',
      field: 'status',
      from: 'todo',
      to: 'doing',
    },
  ]);
});

test('a workspace runs the tools over a folder of four functions', async () => {
  const files = new Map<string, Uint8Array>();
  const workspace = Workspace.load(memoryFolder(files), { toolsets: ['plan', 'doc'] });
  assert.ok(workspace.tools().some(({ name }) => name === 'doc_repair'));
  const created = await workspace.call('plan_create', { planId: 'p', title: 'P' });
  assert.ok('result' in created);
  const adds = Array.from({ length: 20 }, (_, at) =>
    workspace.call('task_add', { planId: 'p', title: `Task ${at}` }),
  );
  for (const reply of await Promise.all(adds)) assert.ok('result' in reply);
  const listed = await workspace.call('plan_get', { planId: 'p', view: 'flat', limit: 100 });
  assert.ok('result' in listed);
  assert.equal(listed.result.plan.tasks.length, 20);
  const stale = await workspace.call('task_add', {
    planId: 'p',
    title: 'Late',
    ifMatch: created.result.etag,
  });
  assert.ok('error' in stale && stale.error.code === 'CONFLICT');
  const undone = await workspace.call('plan_undo', { planId: 'p' });
  assert.ok('result' in undone && undone.result.etag !== undefined);
  assert.equal(parse(files.get('p.md') ?? '').tasks.length, 19);
});

test('a folder that fails is an error, and other writers of a folder are noticed', async () => {
  const folder = memoryFolder(new Map([['p.md', new TextEncoder().encode(DEMO)]]));
  const failing = Workspace.load({
    ...folder,
    write: () => Promise.reject(new Error('the cable is out')),
  });
  const failed = await failing.call('task_update', { planId: 'p', taskId: 't_1', status: 'done' });
  assert.ok('error' in failed && failed.error.message.includes('the cable is out'));

  let reads = 0;
  const shared = Workspace.load({
    ...folder,
    async read(path: string) {
      const bytes = await folder.read(path);
      // Another writer renames the task right after this call has read it for the first time.
      if (path === 'p.md' && ++reads === 1) {
        await folder.write(path, new TextEncoder().encode(DEMO.replace('Write', 'Wrote')));
      }
      return bytes;
    },
  });
  const done = await shared.call('task_update', { planId: 'p', taskId: 't_1', status: 'done' });
  assert.ok('result' in done);
  const text = new TextDecoder().decode(await folder.read('p.md'));
  assert.equal(text, DEMO.replace('Write', 'Wrote').replace('[ ]', '[√]'));
});

test('read-only workspaces list only tools that read', async () => {
  const workspace = Workspace.load(memoryFolder(), { readOnly: true });
  assert.ok(workspace.tools().every(({ annotations }) => annotations.readOnlyHint));
  const refused = await workspace.call('plan_create', { planId: 'p', title: 'P' });
  assert.ok('error' in refused && refused.error.code === 'READ_ONLY');
});
