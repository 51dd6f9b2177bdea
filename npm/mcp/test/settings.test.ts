import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Tool } from '@modelcontextprotocol/server';
import { type Config, parseConfig, readConfig } from '../src/config.ts';
import { parseCommandLine } from '../src/flags.ts';
import type { Toolset } from '../src/listing.ts';
import { listTools } from '../src/server/definition.ts';
import { coreSettings } from '../src/session.ts';
import {
  AGENT_FLAG,
  choiceFlags,
  OTHER_ROOTS_FLAG,
  POLICY_FLAGS,
  readAgent,
  readChoice,
  readOtherRoots,
  readPolicy,
} from '../src/settings.ts';
import { makeProject } from './helpers/project.ts';

const PLANS = 'plans';

const known = ['plan', 'doc', 'other'];

function read(args: string[], config: Config = {}) {
  const line = parseCommandLine(args, [...choiceFlags(known), ...POLICY_FLAGS]);
  return { ...readPolicy(line, config), ...readChoice(line, config, known) };
}

const defaults = {
  toolsets: ['plan'],
  tools: undefined,
  toolNames: 'underscored',
  readOnly: false,
  requireIfMatch: false,
  oneDoing: false,
  defaultPlan: undefined,
  handEdits: 'refuse',
  markers: 'plan',
  claims: 'plans',
  leaseMinutes: 30,
};

test('the command line overrides the file, and that the defaults', () => {
  assert.deepEqual(read([]), defaults);
  const config: Config = {
    toolsets: ['doc'],
    tools: ['doc_check'],
    toolNames: 'dotted',
    defaultPlan: 'tasks',
    handEdits: 'adopt',
    markers: 'gfm',
    claims: 'origin',
    leaseMinutes: 5,
  };
  assert.deepEqual(read([], config), { ...defaults, ...config });
  const args = ['--toolsets=plan, doc,plan', '--tools', 'plan.list,task_add', '--plan', 'mine'];
  assert.deepEqual(read([...args, '--tool-names=underscored', '--markers=plan'], config), {
    ...defaults,
    handEdits: 'adopt',
    claims: 'origin',
    leaseMinutes: 5,
    toolsets: ['plan', 'doc'],
    tools: ['plan_list', 'task_add'],
    defaultPlan: 'mine',
  });
});

test('what forbids something is on if either says so', () => {
  const on = { ...defaults, readOnly: true, requireIfMatch: true };
  assert.deepEqual(read(['--read-only', '--require-if-match=true']), on);
  assert.deepEqual(
    read(['--read-only=false', '--require-if-match=false'], {
      readOnly: true,
      requireIfMatch: true,
      oneDoing: true,
    }),
    { ...on, oneDoing: true },
  );
  assert.throws(() => read(['--read-only=perhaps']), {
    message: '--read-only is a switch, true or false: perhaps',
  });
});

test('--legacy-doc-tools adds a toolset', () => {
  assert.deepEqual(read(['--legacy-doc-tools']).toolsets, ['plan', 'doc']);
  assert.deepEqual(read(['--legacy-doc-tools', '--toolsets=doc,other']).toolsets, ['doc', 'other']);
});

test('unknown toolsets and tool names are rejected', () => {
  assert.throws(() => read(['--toolsets=plam']), {
    message: 'Unknown toolset "plam"; did you mean plan?',
  });
  assert.throws(() => read([], { toolsets: ['xyzzy'] }), {
    message: 'Unknown toolset "xyzzy"; there are plan, doc, other',
  });
  assert.throws(() => read(['--toolsets=']), { message: /^Unknown toolset "";/ });
  assert.throws(() => read(['--tool-names=doted']), {
    message: '--tool-names must be one of underscored, dotted: doted',
  });
  assert.throws(() => read(['--markers=x']), {
    message: '--markers must be one of plan, gfm: x',
  });
});

test('the file is checked, and errors name the valid values', () => {
  const parse = (value: unknown) => parseConfig(JSON.stringify(value), 'plans/config.json');
  const config = { toolsets: ['plan'], readOnly: true, toolNames: 'dotted', defaultPlan: 'a' };
  assert.deepEqual(parse(config), config);
  for (const claims of ['plans', 'repository', 'origin', 'up.stream_2', 'x']) {
    assert.deepEqual(parse({ claims }), { claims });
  }
  for (const leaseMinutes of [1, 30, 1440]) {
    assert.deepEqual(parse({ leaseMinutes }), { leaseMinutes });
  }
  assert.deepEqual(parse({}), {});
  const errors: [unknown, RegExp][] = [
    [{ readonly: true }, /^plans\/config\.json: unknown key "readonly"; did you mean readOnly\? /],
    [
      { root: '/' },
      /unknown key "root".*toolsets, tools, readOnly, requireIfMatch, oneDoing, toolNames, defaultPlan/,
    ],
    [{ constructor: 1 }, /unknown key "constructor"/],
    [{ readOnly: false }, /: readOnly can only be true: this file can forbid, and never allow$/],
    [{ requireIfMatch: 'yes' }, /: requireIfMatch can only be true/],
    [{ toolsets: 'plan' }, /: toolsets must be a list of names$/],
    [{ tools: [] }, /: tools must be a list of names$/],
    [{ toolNames: 'long' }, /: toolNames must be one of underscored, dotted$/],
    [{ plan: 'a' }, /: unknown key "plan"; did you mean defaultPlan\? /],
    [{ defaultPlan: '' }, /: defaultPlan must be the id of a plan$/],
    [{ handEdits: 'keep' }, /: handEdits must be one of refuse, adopt$/],
    [{ handEdits: true }, /: handEdits must be one of refuse, adopt$/],
    [{ markers: 'x' }, /: markers must be one of plan, gfm$/],
    ...['', '-x', '--upload-pack=x', 'https://x.y/z', '../x', 'a b', 'git@host:x', 7].map(
      (claims): [unknown, RegExp] => [
        { claims },
        /: claims must be plans, repository, or the name of one of git's remotes$/,
      ],
    ),
    ...[0, 1441, 1.5, '30', null].map((leaseMinutes): [unknown, RegExp] => [
      { leaseMinutes },
      /: leaseMinutes must be a whole number from 1 to 1440$/,
    ]),
    [[], /: must be a JSON object$/],
    [null, /: must be a JSON object$/],
  ];
  for (const [value, message] of errors) {
    assert.throws(() => parse(value), { name: 'UsageError', message });
  }
  assert.throws(() => parseConfig('{"__proto__": 1}', 'c'), /unknown key "__proto__"/);
  assert.throws(() => parseConfig('{', 'c'), { message: /^c: not valid JSON: / });
});

test('the file is read only inside the plans directory', (context) => {
  const root = makeProject(context);
  const plans = join(root, PLANS);
  mkdirSync(plans);
  assert.deepEqual(readConfig(root, PLANS), {});
  assert.deepEqual(readConfig(root, 'none'), {});
  writeFileSync(join(plans, 'config.json'), '{"readOnly":true}');
  assert.deepEqual(readConfig(root, PLANS), { readOnly: true });

  mkdirSync(join(root, 'linked'));
  symlinkSync('../plans/config.json', join(root, 'linked', 'config.json'));
  assert.throws(() => readConfig(root, 'linked'), {
    message:
      'linked/config.json cannot be read: it is a link that leads out of the plans directory',
  });
  mkdirSync(join(root, 'odd', 'config.json'), { recursive: true });
  assert.throws(() => readConfig(root, 'odd'), { message: /not a regular file$/ });
  mkdirSync(join(root, 'large'));
  writeFileSync(join(root, 'large', 'config.json'), ' '.repeat(65_537));
  assert.throws(() => readConfig(root, 'large'), { message: /larger than 64 KB$/ });
  symlinkSync('/', join(root, 'out'));
  assert.deepEqual(readConfig(root, 'out'), {});
});

test('the core receives what differs from the defaults', () => {
  const project = { root: '/r', plansDir: 'p' };
  assert.deepEqual(coreSettings({ ...project, ...read([]) }), {
    toolsets: ['plan'],
    plansDir: 'p',
  });
  const args = ['--read-only', '--require-if-match', '--plan=a', '--tools=plan_list'];
  const config: Config = { oneDoing: true, handEdits: 'adopt', markers: 'gfm', leaseMinutes: 5 };
  assert.deepEqual(coreSettings({ ...project, ...read(args, config) }), {
    toolsets: ['plan'],
    plansDir: 'p',
    tools: ['plan_list'],
    readOnly: true,
    requireIfMatch: true,
    oneDoing: true,
    plan: 'a',
    handEdits: 'adopt',
    markers: 'gfm',
    leaseMinutes: 5,
  });
});

function tool(name: string, readOnlyHint = false): Tool {
  return { name, inputSchema: { type: 'object' }, annotations: { readOnlyHint } };
}

const toolsets: Toolset[] = [
  { name: 'plan', tools: [tool('plan_list', true), tool('task_add'), tool('task_get_all', true)] },
  { name: 'doc', tools: [tool('doc_check', true)] },
  { name: 'other', tools: [tool('task_add')] },
];

test('tools are listed by their toolsets, names and effects', () => {
  const names = (...args: string[]) => listTools(toolsets, read(args)).map(({ name }) => name);
  assert.deepEqual(names(), ['plan_list', 'task_add', 'task_get_all']);
  assert.deepEqual(names('--toolsets=doc,plan', '--read-only'), [
    'plan_list',
    'task_get_all',
    'doc_check',
  ]);
  assert.deepEqual(names('--tools=task_add,plan_list'), ['plan_list', 'task_add']);
  assert.deepEqual(names('--tool-names=dotted'), ['plan.list', 'task.add', 'task.get_all']);
  assert.throws(() => names('--tools=task_ad'), {
    message: 'No toolset that is on has a tool "task_ad"; did you mean task_add?',
  });
  assert.throws(() => names('--tools=doc_check'), { message: /has a tool "doc_check"; / });
  assert.throws(() => names('--toolsets=plan,other'), {
    message: 'The toolsets plan and other cannot be on together: both have a tool task_add',
  });
});

test('other toolsets add, remove and rename tools', () => {
  const listing: Toolset[] = [
    { name: 'plan', tools: [tool('task_get')] },
    {
      name: 'other',
      tools: [
        { ...tool('task_get'), offered: { with: 'plan', as: 'other_task_get' } },
        { ...tool('other_load'), offered: { onlyWith: 'plan' } },
        { ...tool('other_log'), offered: { onlyWithout: 'plan' } },
        tool('other__set'),
      ],
    },
  ];
  const listed = (...args: string[]) => listTools(listing, read(args));
  const names = (...args: string[]) => listed(...args).map(({ name }) => name);
  assert.deepEqual(names('--toolsets=other'), ['task_get', 'other_log', 'other__set']);
  const both = '--toolsets=plan,other';
  assert.deepEqual(names(both), ['task_get', 'other_task_get', 'other_load', 'other__set']);
  assert.deepEqual(names(both, '--tool-names=dotted'), [
    'task.get',
    'other.task_get',
    'other.load',
    'other__set',
  ]);
  assert.deepEqual(names(both, '--tools=other.task_get,other__set'), [
    'other_task_get',
    'other__set',
  ]);
  assert.ok(listed(both).every((each) => !('offered' in each)));
});

test('names that start with a verb are never dotted', () => {
  const listing: Toolset[] = [
    { name: 'plan', tools: [tool('plan_list')] },
    { name: 'other', hasDottedNames: false, tools: [tool('get_next_task'), tool('get_tasks')] },
  ];
  const names = listTools(listing, read(['--toolsets=plan,other', '--tool-names=dotted']));
  assert.deepEqual(
    names.map(({ name }) => name),
    ['plan.list', 'get_next_task', 'get_tasks'],
  );
});

test('--require-if-match is refused for toolsets whose tools have no ifMatch', () => {
  const listing: Toolset[] = [
    { name: 'plan', hasIfMatch: true, tools: [tool('task_update')] },
    { name: 'other', hasIfMatch: false, tools: [tool('update_task'), tool('get_task', true)] },
  ];
  const names = (...args: string[]) => listTools(listing, read(args)).map(({ name }) => name);
  assert.deepEqual(names('--require-if-match'), ['task_update']);
  assert.deepEqual(names('--toolsets=other', '--require-if-match', '--read-only'), ['get_task']);
  assert.throws(() => names('--toolsets=plan,other', '--require-if-match'), {
    message:
      '--require-if-match cannot be used with the toolset other, whose tools have no ifMatch',
  });
});

test('a lasting name is printable and bounded', () => {
  const agent = (args: string[], env: NodeJS.ProcessEnv = {}) =>
    readAgent(parseCommandLine(args, [AGENT_FLAG]), env);
  const variable = (name: string) => ({ LONG_TERM_PLAN_AGENT: name });
  assert.equal(agent([]), undefined);
  assert.equal(agent([], variable('')), undefined);
  assert.equal(agent([], variable('ana')), 'ana');
  assert.equal(agent(['--agent', 'bob'], variable('ana')), 'bob');
  for (const name of ['é', 'Ana 二', 'x'.repeat(64), '😀'.repeat(64)]) {
    assert.equal(agent([`--agent=${name}`]), name);
  }
  const wrong = [
    '',
    ' ',
    'a ',
    'a\nb',
    'a\u0000',
    'a\u202eb',
    'a\u2028b',
    '\ud800',
    'x'.repeat(65),
  ];
  for (const name of wrong) {
    assert.throws(() => agent([`--agent=${name}`]), {
      name: 'UsageError',
      message: `--agent must be a name of 1 to 64 printable characters: ${JSON.stringify(name)}`,
    });
  }
  assert.throws(() => agent([], variable('a\tb')), /^UsageError: LONG_TERM_PLAN_AGENT must be/);
});

test('other roots are named on the command line, as directories, and nowhere else', (context) => {
  const root = makeProject(context);
  const roots = (...args: string[]) =>
    readOtherRoots(parseCommandLine(args, [OTHER_ROOTS_FLAG]), root);
  assert.deepEqual(roots(), []);
  mkdirSync(join(root, 'a'));
  symlinkSync('a', join(root, 'link'));
  assert.deepEqual(roots('--allow-root', 'a', `--allow-root=${join(root, 'link')}`), [
    join(root, 'a'),
    join(root, 'a'),
  ]);
  for (const wrong of ['none', '']) {
    assert.throws(() => roots(`--allow-root=${wrong}`), {
      name: 'UsageError',
      message: `--allow-root is not a directory: ${wrong}`,
    });
  }
  assert.throws(() => parseConfig('{"allowRoot":["/"]}', 'c'), /unknown key "allowRoot"/);
});
