/** Projects for the examples in the help of `ltp`. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { Example } from '../../../src/cli/command.ts';
import { allCommands } from '../../../src/cli/commands.ts';
import { makeProject } from '../../helpers/project.ts';
import { putFixture } from './converted.ts';
import { DEMO, ltpJson, makeDemo, putPlan } from './ltp.ts';

/** A plan with two conflicts, the second about the title of a task. */
const CONFLICTS = `<!-- long-term-plan:format=v1 -->
<<<<<<< ours
One
=======
Two
>>>>>>> theirs
<<<<<<< ours
- [ ] One <!-- long-term-plan:id=t_1 -->
=======
- [ ] Two <!-- long-term-plan:id=t_1 -->
>>>>>>> theirs
`;

export interface CommandExample extends Example {
  /** The command that the example belongs to. */
  words: string;
}

/** The examples that tests run. */
export function testedExamples(): CommandExample[] {
  const examples = allCommands().flatMap(({ words, define }) =>
    define().examples.map((example) => ({ words, ...example })),
  );
  return examples.filter(({ untested }) => untested === undefined);
}

/** Whether the example is only a command, without pipes and the like. */
export function isPlainCommand({ line }: Example): boolean {
  return /^ltp [^|<>;&`$]*$/.test(line);
}

/** A project with everything that the examples of a command use. */
export async function makeExampleProject(context: TestContext, words: string): Promise<string> {
  if (words === 'plan create') return makeProject(context);
  const root = makeDemo(context);
  writeFileSync(join(root, 'ops.json'), '[{"op":"update","taskId":"t_deep","status":"done"}]');
  writeFileSync(join(root, 'batch.json'), '{"planId":"demo","ops":[{"op":"add","title":"x"}]}');
  mkdirSync(join(root, 'docs'));
  writeFileSync(join(root, 'docs', 'plan.md'), DEMO);
  for (const name of ['base', 'ours', 'theirs', 'old', 'new']) {
    writeFileSync(join(root, `${name}.md`), DEMO);
  }
  if (/^(git |init|check|diff)/.test(words)) {
    execFileSync('git', ['init', '-q', root]);
    execFileSync('git', ['-C', root, 'add', '.']);
  }
  if (words === 'plan resolve') putPlan(root, 'demo', CONFLICTS);
  if (words === 'import') {
    writeFileSync(join(root, 'TODO.md'), '- [ ] x\n');
    putFixture(root, 'backlog');
    putFixture(join(root, '.taskmaster', 'tasks'), 'taskmaster');
  }
  if (words.startsWith('decision ')) {
    mkdirSync(join(root, '.long-term-plan', 'adr'));
    writeFileSync(join(root, '.long-term-plan', 'adr', 'adr-001-x.md'), '# ADR-001: X\n');
  }
  if (words.endsWith('undo')) await ltpJson(root, 'task', 'delete', 'demo', 't_deep');
  return root;
}
