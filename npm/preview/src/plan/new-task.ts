/** What a person types to add a task: a title, and shorthands for its attributes. */
import { understoodDays } from '../words/dates.ts';
import { PRIORITIES } from '../words/labels.ts';

export interface NewTask {
  title: string;
  priority?: string;
  due?: string;
  assignee?: string;
  tags?: string[];
}

/**
 * `Gift wrapping !high ^fri @jun #ux`: shorthands count only at the end, so a title may contain these characters.
 */
export function newTask(typed: string, today: string): NewTask {
  const words = typed.trim().split(/\s+/);
  const task: NewTask = { title: '' };
  while (words.length > 1) {
    const word = words.at(-1) ?? '';
    if (!takeShorthand(task, word, today)) break;
    words.pop();
  }
  return { ...task, title: words.join(' ') };
}

function takeShorthand(task: NewTask, word: string, today: string): boolean {
  const rest = word.slice(1);
  if (rest === '') return false;
  switch (word[0]) {
    case '!': {
      const priority = PRIORITIES.find(
        (name) => name.startsWith(rest.toLowerCase()) || name === rest,
      );
      if (priority === undefined) return false;
      task.priority = rest.toLowerCase() === 'high' ? 'high' : priority;
      return true;
    }
    case '^': {
      const [understood] = understoodDays(rest, today);
      if (understood === undefined) return false;
      task.due = understood.day;
      return true;
    }
    case '@':
      task.assignee = rest;
      return true;
    case '#':
      task.tags = [rest, ...(task.tags ?? [])];
      return true;
    default:
      return false;
  }
}
