/** Tasks that the settings hide: next to the toolset `plan`, `agentic-todo` has its files in the plans directory. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Settings } from '../settings.ts';

const TOOLSET = 'agentic-todo';
/** Where the tasks of this toolset are if it is served without `plan`. */
const TASKS = '.todo/task.md';

/** The warning, if there is something to warn about. */
export function unservedTasks(
  settings: Pick<Settings, 'root' | 'plansDir' | 'toolsets'>,
): string | undefined {
  const { root, plansDir, toolsets } = settings;
  const isElsewhere = toolsets.includes(TOOLSET) && !TASKS.startsWith(`${plansDir}/`);
  if (!isElsewhere || !existsSync(join(root, TASKS))) return undefined;
  return `${TASKS} contains tasks that are not served: together with plan, ${TOOLSET} works in ${plansDir}. Serve it alone, or with --plans .todo.`;
}
