/** A plan, prepared for display. */
import {
  type Diagnostics,
  type OpenPlan,
  type Outline,
  type PlanFunctions,
  sectionPaths,
  subtasks,
  type Task,
  taskDepths,
} from 'long-term-plan-core/slim';
import { type Relations, relationsOf } from './relations.ts';

export interface PlanModel {
  planId: string;
  text: string;
  etag: string;
  open: OpenPlan;
  outline: Outline;
  findings: Diagnostics;
  /** Index of a task by its id. */
  indexOf: Map<string, number>;
  depths: number[];
  children: number[][];
  /** Section paths, by section. */
  paths: string[][];
  /** The tasks of a section and its subsections, counted. */
  progress: Counts[];
  relations: Relations;
}

export interface Counts {
  done: number;
  doing: number;
  total: number;
}

export function modelOf(functions: PlanFunctions, planId: string, text: string): PlanModel {
  const open = functions.openPlan(text);
  const outline = open.outline();
  const { sections, tasks } = outline;
  const progress = sections.map(() => ({ done: 0, doing: 0, total: 0 }));
  for (const { section, status } of tasks) {
    for (let at = section; at !== undefined; at = sections[at]?.parent) {
      const of = progress[at];
      if (!of) break;
      of.total++;
      if (status === 'done') of.done++;
      else if (status === 'doing') of.doing++;
    }
  }
  const indexOf = new Map(tasks.map(({ id }, index) => [id, index]));
  const children = subtasks(outline);
  return {
    planId,
    text,
    etag: functions.etag(text),
    open,
    outline,
    findings: open.validate(),
    indexOf,
    depths: taskDepths(outline),
    children,
    paths: sectionPaths(outline),
    progress,
    relations: relationsOf(outline, indexOf, children),
  };
}

export const taskOf = (model: PlanModel | undefined, id: string | undefined): Task | undefined =>
  model?.outline.tasks[model.indexOf.get(id ?? '') ?? -1];
