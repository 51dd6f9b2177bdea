/** Which tasks of a plan a command shows. */
import { allValues, type CommandLine, type Flag, UsageError } from '../flags.ts';
import { attribute, type TaskOutline, tagsOf } from './plans.ts';

const STATUSES = ['todo', 'doing', 'done'];
const STATES = ['blocked', 'deferred', 'cancelled', 'archived'];
/** A status other than done. */
const OPEN = 'open';
const CHOICES = [...STATUSES, OPEN, ...STATES];

export const FILTER_FLAGS: Flag[] = [
  {
    name: 'status',
    value: 'STATUS',
    choices: CHOICES,
    help: `only ${CHOICES.join(', ')}; repeats, any of them`,
  },
  { name: 'tag', value: 'TAG', help: 'only with this tag; repeats, all of them' },
  {
    name: 'section',
    value: 'NAME',
    help: 'only under this heading; repeats, from the outer to the inner',
  },
  { name: 'assignee', value: 'NAME', help: 'only of this person; "" for tasks without one' },
  {
    name: 'priority',
    value: 'PRIORITY',
    choices: ['highest', 'high', 'medium', 'low'],
    help: 'only of this priority; repeats, any of them',
  },
  { name: 'query', value: 'TEXT', help: 'only with this in the title' },
];

export interface Filter {
  isOn: boolean;
  matches(task: TaskOutline): boolean;
}

type Test = (task: TaskOutline) => boolean;

export function filterOf(line: CommandLine): Filter {
  const tests: Test[] = [];
  const given = (name: string, test: (values: string[]) => Test) => {
    const values = allValues(line, name);
    if (values.length > 0) tests.push(test(values));
  };
  given('status', (values) => {
    const wanted = values.flatMap((value) => value.split(','));
    const wrong = wanted.find((status) => !CHOICES.includes(status));
    if (wrong !== undefined) {
      throw new UsageError(`--status must be one of ${CHOICES.join(', ')}: ${wrong}`);
    }
    return (task) => wanted.some((status) => hasStatus(task, status));
  });
  given('tag', (values) => {
    const wanted = values.map(folded);
    return (task) => {
      const tags = tagsOf(task).map(folded);
      return wanted.every((tag) => tags.includes(tag));
    };
  });
  given('section', (values) => {
    const wanted = values.map(folded);
    return ({ sectionPath }) => isWithin(wanted, sectionPath.map(folded));
  });
  given('assignee', (values) => (task) => values.includes(attribute(task, 'assignee') ?? ''));
  given('priority', (values) => (task) => values.includes(attribute(task, 'priority') ?? ''));
  given('query', (values) => {
    const wanted = values.map(folded);
    return ({ title }) => wanted.every((text) => folded(title).includes(text));
  });
  return { isOn: tests.length > 0, matches: (task) => tests.every((test) => test(task)) };
}

function hasStatus(task: TaskOutline, wanted: string): boolean {
  if (wanted === OPEN) return task.status !== 'done';
  return task.status === wanted || attribute(task, 'state') === wanted;
}

/** Whether the path contains the names in that order. */
function isWithin(names: readonly string[], path: readonly string[]): boolean {
  let next = 0;
  for (const name of path) if (name === names[next]) next += 1;
  return next === names.length;
}

function folded(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}
