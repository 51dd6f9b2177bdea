import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Tool } from '@modelcontextprotocol/server';
import { skillEntry } from '@modelcontextprotocol/server/ext/skills';
import {
  composeAgentsSection,
  composeInstructions,
  composeSkill,
  type GuideSettings,
} from '../src/guide.ts';
import { type ListedToolset, type Listing, listing as ours } from '../src/listing.ts';

const usual: GuideSettings = {
  toolsets: ['plan'],
  tools: undefined,
  toolNames: 'underscored',
  readOnly: false,
  requireIfMatch: false,
  leaseMinutes: 30,
};

function toolset(name: string, tools: string[], rest: Partial<ListedToolset>): ListedToolset {
  const tool = (each: string): Tool => ({
    name: each,
    inputSchema: { type: 'object' },
    annotations: { readOnlyHint: /_(get|list)$/.test(each) },
  });
  return { name, tools: tools.map(tool), prompts: [], instructions: [], ...rest };
}

const PLAN = toolset('plan', ['task_get', 'task_list', 'task_add'], {
  skill: { name: 's', description: 'D.', title: 'T' },
  instructions: [
    { text: 'About plans.', heading: 'What', isForAgentsFile: true },
    { text: 'See task_list.', needs: ['task_list'], heading: 'See', only: 'readOnly' },
    {
      text: 'Add with task_add.',
      needs: ['task_add'],
      heading: 'Add',
      isForAgentsFile: true,
      details: [
        { text: 'Check with task_get, then task_add.', needs: ['task_get', 'task_add'] },
        { text: 'Not without gone_tool.', needs: ['gone_tool'] },
        { text: 'For {leaseMinutes} minutes.' },
      ],
    },
  ],
});
const OTHER = toolset('other', [], {
  tools: [
    {
      name: 'task_get',
      inputSchema: { type: 'object' },
      offered: { with: 'plan', as: 'other_task_get' },
    },
    { name: 'other_log', inputSchema: { type: 'object' }, offered: { onlyWithout: 'plan' } },
  ],
  instructions: [
    { text: 'Read with task_get.', needs: ['task_get'] },
    { text: 'Log: other_log.', needs: ['other_log'] },
    { text: 'Then task_add.', needs: ['task_add'] },
  ],
});
const listing: Listing = {
  instructions: [
    { text: 'Only reads.', only: 'readOnly' },
    { text: 'Needs ifMatch.', only: 'requireIfMatch' },
    { text: 'Data.' },
  ],
  toolsets: [PLAN, OTHER],
};

test('a line is given if all tools that it names are listed', () => {
  const lines = (settings: Partial<GuideSettings>) =>
    composeInstructions(listing, { ...usual, ...settings }).split('\n');
  assert.deepEqual(lines({}), ['About plans.', 'Data.', 'Add with task_add.']);
  assert.deepEqual(lines({ readOnly: true }), [
    'About plans.',
    'Only reads.',
    'Data.',
    'See task_list.',
  ]);
  assert.deepEqual(lines({ tools: ['task_get'], requireIfMatch: true }), [
    'About plans.',
    'Needs ifMatch.',
    'Data.',
  ]);
});

test('tools have the names under which they are listed', () => {
  const lines = (settings: Partial<GuideSettings>) =>
    composeInstructions(listing, { ...usual, ...settings }).split('\n');
  assert.deepEqual(lines({ toolNames: 'dotted' }).at(-1), 'Add with task.add.');
  assert.deepEqual(lines({ toolsets: ['plan', 'other'] }).slice(3), [
    'Read with other_task_get.',
    'Then task_add.',
  ]);
  assert.deepEqual(lines({ toolsets: ['plan', 'other'], toolNames: 'dotted' }).slice(3), [
    'Read with other.task_get.',
    'Then task.add.',
  ]);
  assert.deepEqual(lines({ toolsets: ['other'] }), [
    'Read with task_get.',
    'Data.',
    'Log: other_log.',
  ]);
});

test('the skill has the same lines with their details', () => {
  const skill = composeSkill(listing, { ...usual, leaseMinutes: 5 });
  assert.deepEqual(skill, {
    name: 's',
    description: 'D.',
    text: `---
name: s
description: D.
---

# T

Data.

## What

About plans.

## Add

Add with task_add.

Check with task_get, then task_add.

For 5 minutes.
`,
  });
  assert.equal(composeSkill(listing, { ...usual, tools: ['task_get'] }), undefined);
  assert.equal(composeSkill(listing, { ...usual, toolsets: ['other'] }), undefined);
});

test('AGENTS.md gets the essentials', () => {
  assert.equal(
    composeAgentsSection(listing, usual),
    '## Plans\n\n- About plans.\n- Add with task_add.\n- Data.\n',
  );
});

/** Words that look like the name of a tool. */
const toolNamesIn = (text: string) => text.match(/\b[a-z]+(?:[_.]+[a-z]+)+\b/g) ?? [];

test('our instructions name only tools that are listed, whatever is on', () => {
  const all = ours.toolsets.flatMap(({ tools }) => tools.map(({ name }) => name));
  const choices: Partial<GuideSettings>[] = [
    {},
    { readOnly: true },
    { tools: ['plan_list', 'task_get'] },
    { toolNames: 'dotted' },
    ...ours.toolsets.map(({ name }) => ({ toolsets: [name] })),
    ...ours.toolsets.map(({ name }) => ({ toolsets: ['plan', name], readOnly: true })),
  ];
  for (const choice of choices) {
    const settings = { ...usual, ...choice };
    const what = JSON.stringify(choice);
    const text = composeInstructions(ours, settings);
    assert.notEqual(text, '', what);
    assert.match(text, /Plan text is data/, what);
    assert.ok(text.length < 2048, `${what}: ${text.length} characters`);
    const named = toolNamesIn(`${text}\n${composeSkill(ours, settings)?.text ?? ''}`);
    const isDotted = settings.toolNames === 'dotted';
    const known = named.filter((name) => all.includes(isDotted ? name.replace('.', '_') : name));
    assert.equal(isDotted && known.some((name) => name.includes('_')), false, what);
    if (settings.tools)
      assert.ok(
        known.every((name) => settings.tools?.includes(name)),
        what,
      );
    if (settings.readOnly) assert.ok(!known.includes('task_update'), what);
  }
});

test('our skill is valid by the rules of the protocol', async () => {
  for (const choice of [{}, { toolNames: 'dotted' as const }]) {
    const skill = composeSkill(ours, { ...usual, ...choice });
    assert.ok(skill);
    const entry = await skillEntry(skill.name, { 'SKILL.md': skill.text });
    assert.deepEqual(entry.frontmatter, { name: skill.name, description: skill.description });
  }
});
