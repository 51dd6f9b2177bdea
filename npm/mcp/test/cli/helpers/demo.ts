/** A plan for tests of `ltp`, and what they check of every run. */
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { makeProject } from '../../helpers/project.ts';

export const DEMO = `<!-- long-term-plan:format=v1 -->
# Demo plan

- [ ] Before all sections <!-- long-term-plan:id=t_zero -->

## Milestones

### Sprint 1

- [*] Parser <!-- long-term-plan:id=t_parser priority=high tags=api,core assignee=ana -->
  > Linear.
  > Any text gives a plan.
  - [√] Headings <!-- long-term-plan:id=t_headings -->
  - [ ] Bodies <!-- long-term-plan:id=t_bodies due=2020-01-02 -->
    - [ ] Deep <!-- long-term-plan:id=t_deep -->
- [ ] Editor <!-- long-term-plan:id=t_editor tags=api state=blocked -->

## Later

- [√] Cleaned up <!-- long-term-plan:id=t_clean state=cancelled -->
`;

/** A project with the plan `demo`. */
export function makeDemo(context: TestContext, text = DEMO): string {
  const root = makeProject(context);
  putPlan(root, 'demo', text);
  return root;
}

export function planPath(root: string, planId: string): string {
  return join(root, '.long-term-plan', `${planId}.md`);
}

export function putPlan(root: string, planId: string, text: string | Uint8Array): void {
  mkdirSync(join(root, '.long-term-plan'), { recursive: true });
  writeFileSync(planPath(root, planId), text);
}

export function planText(root: string, planId = 'demo'): string {
  return readFileSync(planPath(root, planId), 'utf8');
}

export interface Finished {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** The same checks for `ltp` in this process and in its own. */
export function ltpChecks(run: (root: string, args: string[]) => Promise<Finished>) {
  return {
    /** Runs it in the project, its output into a pipe. */
    ltp: (root: string, ...args: string[]) => run(root, args),

    /** Its result as JSON, which must be one line and the only output. */
    async ltpJson<Result = Record<string, unknown>>(
      root: string,
      ...args: string[]
    ): Promise<Result> {
      const { code, stdout, stderr } = await run(root, args);
      assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
      assert.match(stdout, /^\{.*\}\n$/);
      return JSON.parse(stdout);
    },

    async ltpText(root: string, ...args: string[]): Promise<string> {
      const { code, stdout, stderr } = await run(root, [...args, '--format', 'text']);
      assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
      return stdout;
    },

    /** Its error, which must be one line on stderr. */
    async ltpFails(root: string, exitCode: number, ...args: string[]): Promise<string> {
      const { code, stdout, stderr } = await run(root, args);
      assert.equal(stdout, '');
      assert.match(stderr, /^ltp: [^\n]+\n$/);
      assert.equal(code, exitCode, stderr);
      return stderr;
    },
  };
}
