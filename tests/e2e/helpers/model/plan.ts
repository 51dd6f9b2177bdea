/** A plan as plain objects, with which files and replies have to agree. */

export type Status = 'todo' | 'doing' | 'done';
export type State = 'blocked' | 'deferred' | 'cancelled' | 'archived';

export interface Attributes {
  priority?: string;
  due?: string;
  tags?: string[];
  dependsOn?: string[];
  estimate?: string;
  assignee?: string;
  type?: string;
  area?: string;
  state?: State;
}

export interface Task {
  id: string;
  title: string;
  status: Status;
  body: string;
  attributes: Attributes;
  children: Task[];
}

/** A heading with its content; the plan itself is one without a name. */
export interface Section {
  name: string;
  tasks: Task[];
  sections: Section[];
}

export interface Plan {
  title: string;
  body: string;
  top: Section;
}

/** The position of a task. */
export interface Found {
  task: Task;
  /** The task and its siblings. */
  siblings: Task[];
  parent?: Task | undefined;
  section: Section;
  sectionPath: string[];
}

export function newSection(name: string): Section {
  return { name, tasks: [], sections: [] };
}

/** All tasks in document order. */
export function allTasks(plan: Plan): Found[] {
  return inSection(plan.top, []);
}

function inSection(section: Section, sectionPath: string[]): Found[] {
  const own = inList(section.tasks, { section, sectionPath });
  const inner = section.sections.flatMap((each) => inSection(each, [...sectionPath, each.name]));
  return [...own, ...inner];
}

function inList(
  siblings: Task[],
  place: { parent?: Task; section: Section; sectionPath: string[] },
): Found[] {
  return siblings.flatMap((task) => [
    { ...place, task, siblings },
    ...inList(task.children, { ...place, parent: task }),
  ]);
}

export function find(plan: Plan, id: string): Found | undefined {
  return allTasks(plan).find(({ task }) => task.id === id);
}

/** A task and its subtasks at all depths. */
export function subtree(task: Task): Task[] {
  return [task, ...task.children.flatMap(subtree)];
}

export function stats(plan: Plan): Record<Status | 'total', number> {
  const tasks = allTasks(plan);
  const count = (status: Status) => tasks.filter(({ task }) => task.status === status).length;
  return { total: tasks.length, todo: count('todo'), doing: count('doing'), done: count('done') };
}

/** The section at that path; missing headings are added after the existing ones. */
export function madeSection(plan: Plan, path: string[]): Section {
  let section = plan.top;
  for (const name of path) {
    let inner = section.sections.find((each) => each.name === name);
    if (!inner) {
      inner = newSection(name);
      section.sections.push(inner);
    }
    section = inner;
  }
  return section;
}
