/**
 * Prints what is due next in a plan, and checks off a task that is named:
 *
 *   node next-due.mjs .long-term-plan/roadmap.md [TASK_ID]
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { applyEdit, PlanError, parse, validate } from 'long-term-plan-core';

const [file, taskId] = process.argv.slice(2);
if (file === undefined) {
  console.error('usage: node next-due.mjs PLAN.md [TASK_ID]');
  process.exit(2);
}

const text = readFileSync(file, 'utf8');
for (const { code, line, message } of validate(text).errors) {
  console.error(`${file}:${line}: ${code}: ${message}`);
}

const { title, tasks } = parse(text);
const due = tasks
  .filter(({ status, due }) => status !== 'done' && due !== undefined)
  .sort((one, other) => (one.due ?? '').localeCompare(other.due ?? ''));
console.log(title ?? file);
for (const task of due) console.log(`${task.due}  ${task.id}  ${task.title}`);

if (taskId !== undefined) {
  try {
    const { newText, changedRanges } = applyEdit(text, { op: 'update', taskId, status: 'done' });
    writeFileSync(file, newText);
    console.log(`${taskId} is done; ${changedRanges.length} place(s) of the file changed`);
  } catch (error) {
    if (!(error instanceof PlanError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
