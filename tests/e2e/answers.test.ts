/** The answers of the reading tools, field by field (specification 6 and 10.3). */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { inBothGenerations, type Plans } from './helpers/plans.ts';

const ROADMAP = `# Roadmap

> Why we do this.
>
> - [ ] no task

## Milestones

### Sprint 1

- [*] Parser <!-- long-term-plan:id=t_parser -->
  > Read **all** of it.
  - [√] Headings <!-- long-term-plan:id=t_headings -->
- [ ] Editor <!-- long-term-plan:id=t_editor priority=high due=2030-01-31 tags=ui,core depends=t_parser estimate=2d assignee=ada type=feature area=app state=blocked -->
`;
const STATS = { total: 3, todo: 1, doing: 1, done: 1 };
const SECTION = ['Milestones', 'Sprint 1'];
const FORMAT = { name: 'long-term-plan-md', version: 'v1' };

function etagOf(plans: Plans, planId: string): string {
  return createHash('sha256')
    .update(readFileSync(plans.path(planId)))
    .digest('hex');
}

const headings = {
  id: 't_headings',
  title: 'Headings',
  status: 'done',
  sectionPath: SECTION,
  parentId: 't_parser',
  hasBody: false,
};
const parser = {
  id: 't_parser',
  title: 'Parser',
  status: 'doing',
  sectionPath: SECTION,
  hasBody: true,
};
const editor = {
  id: 't_editor',
  title: 'Editor',
  status: 'todo',
  state: 'blocked',
  sectionPath: SECTION,
  hasBody: false,
};

inBothGenerations('plan_get as a tree, which is the default', async (plans) => {
  plans.put('roadmap', ROADMAP);
  const etag = etagOf(plans, 'roadmap');
  for (const view of [{}, { view: 'tree' }]) {
    assert.deepEqual(await plans.call('plan_get', { planId: 'roadmap', ...view }), {
      plan: {
        planId: 'roadmap',
        title: 'Roadmap',
        format: FORMAT,
        stats: STATS,
        view: 'tree',
        hasBody: true,
        tasks: [
          { ...parser, children: [{ ...headings, children: [] }] },
          { ...editor, children: [] },
        ],
      },
      etag,
    });
  }
});

inBothGenerations('plan_get as a flat list', async (plans) => {
  plans.put('roadmap', ROADMAP);
  assert.deepEqual(await plans.call('plan_get', { planId: 'roadmap', view: 'flat' }), {
    plan: {
      planId: 'roadmap',
      title: 'Roadmap',
      format: FORMAT,
      stats: STATS,
      view: 'flat',
      hasBody: true,
      tasks: [parser, headings, editor],
    },
    etag: etagOf(plans, 'roadmap'),
  });
});

inBothGenerations(
  'plan_get shows bodies when it is asked to, where there are any',
  async (plans) => {
    plans.put('roadmap', ROADMAP);
    for (const view of ['tree', 'flat']) {
      const { plan } = await plans.call<{
        plan: { bodyMarkdown?: string; tasks: { bodyMarkdown?: string }[] };
      }>('plan_get', { planId: 'roadmap', view, includeTaskBodies: true, includePlanBody: true });
      assert.equal(plan.bodyMarkdown, 'Why we do this.\n\n- [ ] no task');
      assert.equal(plan.tasks[0]?.bodyMarkdown, 'Read **all** of it.');
      assert.equal('bodyMarkdown' in (plan.tasks.at(-1) ?? {}), false);
    }
  },
);

inBothGenerations('a plan without bodies says so, and has none even when asked', async (plans) => {
  plans.put('bare', '# Bare\n\n- [ ] A <!-- long-term-plan:id=t_a -->\n');
  assert.deepEqual(
    await plans.call('plan_get', {
      planId: 'bare',
      includeTaskBodies: true,
      includePlanBody: true,
    }),
    {
      plan: {
        planId: 'bare',
        title: 'Bare',
        format: FORMAT,
        stats: { total: 1, todo: 1, doing: 0, done: 0 },
        view: 'tree',
        hasBody: false,
        tasks: [
          { id: 't_a', title: 'A', status: 'todo', sectionPath: [], hasBody: false, children: [] },
        ],
      },
      etag: etagOf(plans, 'bare'),
    },
  );
});

inBothGenerations('task_get, with its body unless told otherwise', async (plans) => {
  plans.put('roadmap', ROADMAP);
  const etag = etagOf(plans, 'roadmap');
  const task = { ...parser, childrenCount: 1, bodyMarkdown: 'Read **all** of it.' };
  const get = (args: object) => plans.call('task_get', { planId: 'roadmap', ...args });
  assert.deepEqual(await get({ taskId: 't_parser' }), { task, etag });
  assert.deepEqual(await get({ taskId: 't_parser', includeBody: true }), { task, etag });
  const { bodyMarkdown: _, ...withoutBody } = task;
  assert.deepEqual(await get({ taskId: 't_parser', includeBody: false }), {
    task: withoutBody,
    etag,
  });
  assert.deepEqual(await get({ taskId: 't_headings' }), {
    task: { ...headings, childrenCount: 0 },
    etag,
  });
});

inBothGenerations('task_get shows the attributes that are set', async (plans) => {
  plans.put('roadmap', ROADMAP);
  const { task } = await plans.call('task_get', { planId: 'roadmap', taskId: 't_editor' });
  assert.deepEqual(task, {
    ...editor,
    childrenCount: 0,
    priority: 'high',
    due: '2030-01-31',
    tags: ['ui', 'core'],
    dependsOn: ['t_parser'],
    estimate: '2d',
    assignee: 'ada',
    type: 'feature',
    area: 'app',
  });
});

inBothGenerations(
  'without a taskId, the first in progress is meant, else the first open one',
  async (plans) => {
    const ids = async () => {
      const { task } = await plans.call<{ task: { id: string } }>('task_get', { planId: 'p' });
      return task.id;
    };
    const lines = (marks: string) =>
      [...marks]
        .map((mark, at) => `- [${mark}] ${at} <!-- long-term-plan:id=t_${at} -->\n`)
        .join('');
    plans.put('p', lines('√ *'));
    assert.equal(await ids(), 't_2');
    plans.put('p', lines('√  '));
    assert.equal(await ids(), 't_1');
    plans.put('p', lines('√√'));
    const { code, message } = await plans.refused('task_get', { planId: 'p' });
    assert.deepEqual([code, message], ['NOT_FOUND', 'No task is open; provide taskId']);
  },
);

inBothGenerations(
  'plan_list sums up every plan, and says what is wrong with one',
  async (plans) => {
    plans.put('roadmap', ROADMAP);
    plans.put('untitled', '');
    plans.putFile('notes', '# Notes\n');
    plans.putFile('index', '<!-- long-term-plan:index -->\n# All plans\n');
    const empty = { total: 0, todo: 0, doing: 0, done: 0 };
    const { plans: listed } = await plans.call<{ plans: { error?: string }[] }>('plan_list');
    const [notes, ...others] = listed;
    assert.match(notes?.error ?? '', /^MISSING_FORMAT_HEADER@1: /);
    assert.deepEqual(
      { ...notes, error: undefined },
      {
        planId: 'notes',
        title: 'Notes',
        path: '.long-term-plan/notes.md',
        stats: empty,
        error: undefined,
      },
    );
    assert.deepEqual(others, [
      { planId: 'roadmap', title: 'Roadmap', path: '.long-term-plan/roadmap.md', stats: STATS },
      { planId: 'untitled', title: 'untitled', path: '.long-term-plan/untitled.md', stats: empty },
    ]);
    const found = await plans.call<{ plans: { planId: string }[] }>('plan_list', { query: 'ROAD' });
    assert.deepEqual(
      found.plans.map(({ planId }) => planId),
      ['roadmap'],
    );
  },
);

inBothGenerations('task_search finds words in titles, bodies, tags and sections', async (plans) => {
  plans.put('roadmap', ROADMAP);
  plans.put('other', '- [ ] 設計書を書く <!-- long-term-plan:id=t_jp -->\n');
  const ids = async (planId: string, query: string, more = {}) => {
    const { hits } = await plans.call<{ hits: { taskId: string }[] }>('task_search', {
      planId,
      query,
      ...more,
    });
    return hits.map(({ taskId }) => taskId);
  };
  assert.deepEqual(await ids('roadmap', 'PARSER'), ['t_parser']);
  assert.deepEqual(await ids('roadmap', 'all'), ['t_parser']);
  assert.deepEqual(await ids('roadmap', 'ui'), ['t_editor']);
  assert.deepEqual((await ids('roadmap', 'sprint')).sort(), ['t_editor', 't_headings', 't_parser']);
  assert.deepEqual(await ids('roadmap', 'sprint', { status: 'done' }), ['t_headings']);
  assert.deepEqual(await ids('*', '設計'), ['t_jp']);
  const { hits } = await plans.call<{ hits: object[] }>('task_search', {
    planId: 'roadmap',
    query: 'read',
  });
  assert.deepEqual(hits, [
    {
      planId: 'roadmap',
      taskId: 't_parser',
      title: 'Parser',
      status: 'doing',
      sectionPath: SECTION,
      excerpt: 'Read **all** of it.',
    },
  ]);
});

inBothGenerations(
  'every tool answers to its dotted name',
  async (plans) => {
    plans.put('p', '# P\n\n- [ ] A <!-- long-term-plan:id=t_a -->\n');
    const { tools } = await plans.client.listTools();
    assert.ok(tools.length > 10);
    for (const { name } of tools) {
      const dotted = name.replace('_', '.');
      const { code, message } = await plans.refused(dotted, { nonsense: 1 });
      assert.equal(code, 'INVALID_ARGUMENT', `${dotted}: ${message}`);
      assert.match(message, /^Argument nonsense is unknown; valid are: /);
    }
  },
  ['--toolsets=plan,doc'],
);
