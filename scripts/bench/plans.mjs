import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { mustRun } from '../lib/run.mjs';

/**
 * @typedef {object} Sample a plan to measure on
 * @property {number} tasks
 * @property {string} text about 100 bytes a task
 * @property {string[]} ids of its tasks
 */

/**
 * @param {number} tasks
 * @param {'connected'} [kind] with three dependencies a task
 * @returns {Promise<Sample>}
 */
export async function samplePlan(tasks, kind) {
  const args = ['run', '--quiet', '--package', 'long-term-plan-core', '--example', 'plan_of', '--'];
  const text = await mustRun('cargo', [...args, `${tasks}`, ...(kind ? [kind] : [])]);
  const ids = Array.from(text.matchAll(/long-term-plan:id=(\S+)/g), ([, id = '']) => id);
  return { tasks, text, ids };
}

/**
 * Puts a plan into a project, as if it had been there for a while: what was written just now may change again within the
 * file system's clock, so a server does not trust it to be unchanged.
 * @param {string} project
 * @param {string} planId
 * @param {string} text
 * @returns {string} the file
 */
export function putPlan(project, planId, text) {
  const file = join(project, '.long-term-plan', `${planId}.md`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  const before = Date.now() / 1000 - 3600;
  utimesSync(file, before, before);
  return file;
}
