/** Plans of other projects are read only where the command line allows it. */
import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { type TestContext, test } from 'node:test';
import { connect } from '../helpers/client.ts';
import { HEADER } from '../helpers/plans.ts';
import { makeProject } from '../helpers/project.ts';
import { call, succeed } from '../helpers/tools.ts';

/** A project with one task, whose id has the project's name. */
function makeProjectWithTask(context: TestContext, name: string): string {
  const root = makeProject(context, name);
  mkdirSync(join(root, '.long-term-plan'));
  const id = `t_${name.split(' ')[0]}`;
  const task = `- [ ] A <!-- long-term-plan:id=${id} -->\n`;
  writeFileSync(join(root, '.long-term-plan', 'p.md'), HEADER + task);
  return root;
}

test('an allowed root is found by every path that leads to it, and no other root is', async (context) => {
  const root = makeProjectWithTask(context, 'own');
  const other = makeProjectWithTask(context, 'other 100%');
  const third = makeProjectWithTask(context, 'third');
  const link = join(makeProject(context), 'link');
  symlinkSync(other, link);
  const flags = ['--root', root, '--toolsets', 'scopecraft', '--allow-root', link];
  const client = await connect(context, '2026-07-28', flags);
  const ids = async (args: Record<string, unknown>) => {
    const { data } = await succeed(client, 'task_list', args);
    return (data as { id: string }[]).map(({ id }) => id);
  };
  assert.deepEqual(await ids({}), ['t_own']);
  assert.deepEqual(await ids({ rootDir: root }), ['t_own']);
  for (const rootDir of [other, `${other}/`, link, relative(root, other)]) {
    assert.deepEqual(await ids({ rootDir }), ['t_other'], rootDir);
  }
  for (const rootDir of [third, join(other, '.long-term-plan'), join(other, 'no'), '/']) {
    const { isError, json } = await call(client, 'task_list', { rootDir });
    assert.deepEqual([isError, json.error], [true, 'ROOT_NOT_ALLOWED'], rootDir);
  }
});
