/** A second, simple parser of the format, for files that the tools wrote. */
import type { Attributes, Plan } from './plan.ts';
import { allTasks } from './plan.ts';

/** A task in a file. */
export interface Line {
  id: string;
  title: string;
  box: string;
  sectionPath: string[];
  parentId: string | undefined;
  body: string;
  attributes: Attributes;
}

const BOXES = { todo: ' ', doing: '*', done: '√' };
const HEADING = /^(#{2,6}) (.*)$/;
const TASK = /^( *)- \[(.)\] (.*) <!-- long-term-plan:id=(\S+)((?: [a-z]+=\S+)*) -->$/u;
const BODY = /^ +> ?(.*)$/;

export function linesOf(text: string): Line[] {
  const lines: Line[] = [];
  const path: string[] = [];
  const parents: string[] = [];
  let body: string[] | undefined;
  const endBody = () => {
    const last = lines.at(-1);
    if (last && body) last.body = body.join('\n');
    body = undefined;
  };
  for (const line of text.split('\n')) {
    const quoted = body && BODY.exec(line);
    if (quoted) {
      body?.push(quoted[1] ?? '');
      continue;
    }
    endBody();
    const heading = HEADING.exec(line);
    if (heading) path.splice((heading[1]?.length ?? 2) - 2, Infinity, heading[2] ?? '');
    const task = TASK.exec(line);
    if (!task) continue;
    const [, indent = '', box = '', title = '', id = '', attributes = ''] = task;
    const depth = indent.length / 2;
    parents.splice(depth, Infinity, id);
    const parentId = parents[depth - 1];
    const sectionPath = [...path];
    lines.push({ id, title, box, sectionPath, parentId, body: '', attributes: read(attributes) });
    body = [];
  }
  endBody();
  return lines;
}

function read(text: string): Attributes {
  const attributes: Record<string, string | string[]> = {};
  for (const word of text.split(' ').filter(Boolean)) {
    const [key = '', value = ''] = word.split('=', 2);
    if (key === 'tags') attributes.tags = value.split(',').map(decodeURIComponent);
    else if (key === 'depends') attributes.dependsOn = value.split(',').map(decodeURIComponent);
    else attributes[key] = decodeURIComponent(value);
  }
  return attributes;
}

/** The expected lines of the plan's file. */
export function expectedLines(plan: Plan): Line[] {
  return allTasks(plan).map(({ task, parent, sectionPath }) => ({
    id: task.id,
    title: task.title,
    box: BOXES[task.status],
    sectionPath,
    parentId: parent?.id,
    body: task.body,
    attributes: task.attributes,
  }));
}
