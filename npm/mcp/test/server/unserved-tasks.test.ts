import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { unservedTasks } from '../../src/server/unserved-tasks.ts';

test('tasks in .todo are reported where the toolset works in another directory', (context) => {
  const root = mkdtempSync(join(tmpdir(), 'unserved-tasks-'));
  context.after(() => rmSync(root, { recursive: true, maxRetries: 10 }));
  const warning = (plansDir: string, ...toolsets: string[]) =>
    unservedTasks({ root, plansDir, toolsets });
  assert.equal(warning('.long-term-plan', 'plan', 'agentic-todo'), undefined, 'nothing there');
  mkdirSync(join(root, '.todo'));
  assert.equal(warning('.long-term-plan', 'plan', 'agentic-todo'), undefined, 'no tasks there');
  writeFileSync(join(root, '.todo/task.md'), '# Tasks\n');
  assert.match(
    warning('.long-term-plan', 'plan', 'agentic-todo') ?? '',
    /^\.todo\/task\.md contains tasks that are not served: /,
  );
  assert.equal(warning('.todo', 'agentic-todo'), undefined);
  assert.equal(warning('.long-term-plan', 'plan'), undefined);
});
