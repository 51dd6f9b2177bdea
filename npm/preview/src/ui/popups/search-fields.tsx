/** Fields with a search: people, tags, words, dependencies, and where a task goes. */
import type { Task } from 'long-term-plan-core/slim';
import { useCallback } from 'preact/hooks';
import { valuesOf } from '../../plan/filters.ts';
import { pathOfBlockers } from '../../plan/relations.ts';
import { moveTasks } from '../../state/actions.ts';
import { changeTasks } from '../../state/edits.ts';
import { closePopup } from '../../state/popups.ts';
import { claims, me, model } from '../../state/store.ts';
import { fieldName } from '../../words/labels.ts';
import { Avatar, Icon, Marked, TaskDisc } from '../parts.tsx';
import { type Option, SearchList } from '../search-list.tsx';
import { nameOf } from './choices.tsx';

interface Props {
  tasks: Task[];
}

const tasksOfPlan = (): readonly Task[] => model.value?.outline.tasks ?? [];
const has = (text: string, query: string) =>
  text.toLowerCase().includes(query.trim().toLowerCase());

export function People({ tasks }: Props) {
  const [first] = tasks;
  const set = (assignee: string) => {
    closePopup();
    void changeTasks(
      tasks,
      { assignee },
      assignee === '' ? `Unassigned ${nameOf(tasks)}` : `Assigned ${nameOf(tasks)} to ${assignee}`,
    );
  };
  const options = (query: string): Option[] => {
    const known = valuesOf(tasksOfPlan(), ({ assignee }) => (assignee ? [assignee] : []));
    const names = [...new Set([me.value, ...claims.value.map(({ by }) => by), ...known])].filter(
      (name) => name !== '',
    );
    const found = names.filter((name) => has(name, query));
    const typed = query.trim();
    const option = (name: string): Option => ({
      key: name,
      label: name,
      shown: <Marked text={name} query={query} />,
      icon: <Avatar name={name} />,
      ...(name === me.value && { end: 'you' }),
      isOn: first?.assignee === name,
      take: () => set(name),
    });
    return [
      ...found.map(option),
      ...(typed !== '' && !names.includes(typed) ? [{ ...option(typed), end: 'new' }] : []),
      ...(first?.assignee !== undefined && typed === ''
        ? [{ key: '-', label: 'No one', icon: <Icon name="close" />, take: () => set('') }]
        : []),
    ];
  };
  return <SearchList label="Assignee" placeholder="Name" options={useCallback(options, [tasks])} />;
}

export function Tags({ tasks }: Props) {
  const [first] = tasks;
  const toggle = (tag: string) => {
    closePopup();
    const isOn = tasks.every(({ tags = [] }) => tags.includes(tag));
    // Each task keeps its other tags, so there is one change for each; they are merged with changes of others.
    for (const task of tasks) {
      const tags = (task.tags ?? []).filter((other) => other !== tag);
      void changeTasks(
        [task],
        { tags: isOn ? tags : [...tags, tag] },
        `${isOn ? 'Removed' : 'Added'} #${tag}: ${nameOf([task])}`,
      );
    }
  };
  const options = (query: string): Option[] => {
    const known = valuesOf(tasksOfPlan(), ({ tags = [] }) => tags);
    const typed = query
      .trim()
      .replace(/^#/, '')
      .replace(/[\s,]+/g, '-');
    const option = (tag: string): Option => ({
      key: tag,
      label: tag,
      shown: <Marked text={tag} query={typed} />,
      icon: <Icon name="tag" />,
      isOn: first?.tags?.includes(tag) ?? false,
      take: () => toggle(tag),
    });
    const found = known.filter((tag) => has(tag, typed)).map(option);
    return typed !== '' && !known.includes(typed)
      ? [...found, { ...option(typed), end: 'new' }]
      : found;
  };
  return (
    <SearchList
      label="Tags"
      placeholder="Tag"
      options={useCallback(options, [tasks])}
      nothing="No tags yet"
    />
  );
}

const SUGGESTED: Record<'estimate' | 'type' | 'area', string[]> = {
  estimate: ['1h', '4h', '1d', '2d', '3d', '1w', '2w'],
  type: ['feature', 'bug', 'chore', 'docs'],
  area: [],
};

export function Words({ field, tasks }: Props & { field: 'estimate' | 'type' | 'area' }) {
  const value = tasks[0]?.[field];
  const set = (word: string) => {
    closePopup();
    void changeTasks(
      tasks,
      { [field]: word },
      `Changed the ${fieldName(field)} of ${nameOf(tasks)}`,
    );
  };
  const options = (query: string): Option[] => {
    const used = valuesOf(tasksOfPlan(), (task) => (task[field] ? [task[field]] : []));
    const known = [...new Set([...SUGGESTED[field], ...used])];
    const typed = query.trim();
    const option = (word: string): Option => ({
      key: word,
      label: word,
      isOn: word === value,
      take: () => set(word),
    });
    return [
      ...(typed !== '' && !known.includes(typed) ? [option(typed)] : []),
      ...known.filter((word) => has(word, typed)).map(option),
      ...(value !== undefined && typed === ''
        ? [{ key: '-', label: 'None', take: () => set('') }]
        : []),
    ];
  };
  return (
    <SearchList
      label={fieldName(field)}
      placeholder="Type a value"
      options={useCallback(options, [tasks])}
    />
  );
}

/** Tasks found by words, in the order of the plan if there are none. */
function foundTasks(query: string): number[] {
  const plan = model.value;
  if (!plan) return [];
  return query.trim() === '' ? [...plan.outline.tasks.keys()] : [...plan.open.find(query)];
}

const sectionOf = (task: Task): string =>
  model.value?.outline.sections[task.section ?? -1]?.name ?? '';

export function Dependency({ tasks }: Props) {
  const [task] = tasks;
  const plan = model.value;
  const own = plan?.indexOf.get(task?.id ?? '') ?? -1;
  const options = (query: string): Option[] => {
    if (!plan || !task) return [];
    const known = task.dependsOn ?? [];
    const all = plan.outline.tasks;
    const candidates = foundTasks(query)
      .filter((index) => index !== own && !known.includes(all[index]?.id ?? ''))
      .filter((index) => query.trim() !== '' || all[index]?.status !== 'done')
      .slice(0, 30);
    return candidates.flatMap((index): Option[] => {
      const other = all[index];
      if (!other) return [];
      const path = pathOfBlockers(plan.relations, all, plan.children, own, index);
      return [
        {
          key: other.id,
          label: other.title,
          shown: <Marked text={other.title} query={query} />,
          icon: <TaskDisc task={other} isNamed />,
          end: sectionOf(other),
          reason:
            path &&
            cycleReason(
              path.map((at) => all[at]?.title ?? ''),
              other.title,
            ),
          take: () => {
            closePopup();
            void changeTasks(
              [task],
              { dependsOn: [...known, other.id] },
              `“${task.title}” is blocked by “${other.title}”`,
            );
          },
        },
      ];
    });
  };
  return (
    <SearchList
      label="Add a task that blocks this one"
      placeholder="Search for a task"
      options={useCallback(options, [task, plan])}
    />
  );
}

function cycleReason(titles: readonly string[], other: string): string {
  const between = titles.slice(1, -1);
  const by = between.length === 0 ? '' : ` through ${between.join(', ')}`;
  return `Would make a cycle: ${other} is already blocked by this task${by}.`;
}

export function NewPlace({ tasks }: Props) {
  const options = (query: string): Option[] => {
    const plan = model.value;
    if (!plan) return [];
    const typed = query.trim();
    const sections = plan.outline.sections.flatMap(({ name, level }, index): Option[] => {
      const path = plan.paths[index] ?? [];
      if (level < 2 || !has(path.join(' '), typed)) return [];
      return [
        {
          key: `section ${index}`,
          label: name,
          shown: <Marked text={name} query={query} />,
          icon: <Icon name="section" />,
          end: path.slice(0, -1).join(' › '),
          take: () => move({ sectionPath: path }, `to ${name}`),
        },
      ];
    });
    const created: Option[] =
      typed === '' || plan.outline.sections.some(({ name }) => name === typed)
        ? []
        : [
            {
              key: 'new',
              label: `New section “${typed}”`,
              icon: <Icon name="plus" />,
              take: () => move({ sectionPath: [typed] }, `to ${typed}`),
            },
          ];
    const parents = typed === '' ? [] : parentOptions(tasks, query, move);
    return [...sections, ...created, ...parents];
  };
  const move = (target: Parameters<typeof moveTasks>[1], where: string) => {
    closePopup();
    void moveTasks(tasks, target, where);
  };
  return (
    <SearchList
      label="Move to a section or under a task"
      placeholder="Section or task"
      options={useCallback(options, [tasks])}
    />
  );
}

function parentOptions(
  tasks: readonly Task[],
  query: string,
  move: (target: { parentTaskId: string }, where: string) => void,
): Option[] {
  const plan = model.value;
  const moved = new Set(tasks.map(({ id }) => plan?.indexOf.get(id)));
  const isInside = (index: number): boolean => {
    for (
      let at: number | undefined = index;
      at !== undefined;
      at = plan?.outline.tasks[at]?.parent
    ) {
      if (moved.has(at)) return true;
    }
    return false;
  };
  return foundTasks(query)
    .slice(0, 30)
    .flatMap((index): Option[] => {
      const other = plan?.outline.tasks[index];
      if (!other) return [];
      return [
        {
          key: other.id,
          label: other.title,
          shown: <Marked text={other.title} query={query} />,
          icon: <TaskDisc task={other} isNamed />,
          end: `under it, ${sectionOf(other)}`,
          reason: isInside(index) ? 'A task cannot be its own subtask.' : undefined,
          take: () => move({ parentTaskId: other.id }, `under “${other.title}”`),
        },
      ];
    });
}

export function NewParent({ tasks }: Props) {
  const [first] = tasks;
  const move = (target: Parameters<typeof moveTasks>[1], where: string) => {
    closePopup();
    void moveTasks(tasks, target, where);
  };
  const options = (query: string): Option[] => {
    const plan = model.value;
    const lift: Option[] =
      first?.parent === undefined || query.trim() !== ''
        ? []
        : [
            {
              key: '-',
              label: 'None: lift it out',
              icon: <Icon name="close" />,
              take: () => {
                const path = plan?.paths[first.section ?? -1];
                move({ sectionPath: path ?? [] }, path ? `to ${path.at(-1)}` : 'out of its parent');
              },
            },
          ];
    return [...lift, ...parentOptions(tasks, query, move)];
  };
  return (
    <SearchList
      label="Make it a subtask of"
      placeholder="Search for a task"
      options={useCallback(options, [tasks])}
    />
  );
}
